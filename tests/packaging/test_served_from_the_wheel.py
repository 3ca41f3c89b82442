"""The server as it is installed: everything it serves is in the wheel."""

from __future__ import annotations

import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from floorjudge.texts import LANGUAGES
from tests.packaging.conftest import Installed
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web_server import HERE, Caller, Reply, free_port


@pytest.mark.server
def test_everything_that_is_served_is_in_the_wheel(wheel: Path, tmp_path: Path) -> None:
    port = free_port()
    installed = Installed(tmp_path, wheel, "web", "print")
    words = [*installed.program, "serve", "--demo", "--host", HERE, "--port", str(port)]
    with (tmp_path / "said.txt").open("wb") as said:
        server = subprocess.Popen(words, env=installed.variables, cwd=tmp_path, stdout=said, stderr=said)
    try:
        page = first_page(port, server)
        files = set(re.findall(r'"(/static/[^"#]+)', page.text))
        assert files
        for file in sorted(files):
            assert Caller(port).get(file).status == 200, file
        welcome = {language: Caller(port, language=language).get("/").text for language in LANGUAGES}
        # The catalogues are there, too: the page is another one in each language.
        assert len({text.partition("<main")[2] for text in welcome.values()}) == len(LANGUAGES)
        token = re.search(r"/in/(\S+)", (tmp_path / "said.txt").read_text("utf-8"))
        assert token is not None
        desk = Caller(port).open_staff_link(token[1])
        assert desk.get("/e/demonstration/desk").status == 200
        assert desk.download("/e/demonstration/print/slips.pdf").startswith(b"%PDF")
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(PATIENCE)
    assert "Traceback" not in (tmp_path / "said.txt").read_text("utf-8")


def first_page(port: int, server: subprocess.Popen[bytes]) -> Reply:
    def answers() -> bool:
        assert server.poll() is None
        with suppress(OSError):
            found.append(Caller(port).get("/e/demonstration"))
        return bool(found)

    found: list[Reply] = []
    wait_until(answers)
    return found[0]
