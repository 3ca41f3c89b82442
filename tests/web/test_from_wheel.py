"""The server as it is installed: everything it serves is in the wheel."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from floorjudge.texts import LANGUAGES
from tests.support.web_server import HERE, PATIENCE, ROOT, Caller, Reply, free_port

SOURCES = ("pyproject.toml", "README.md", "LICENSE", "build_messages.py")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the sources, and return the folder where it is unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "copy"
    copy.mkdir()
    for name in SOURCES:
        shutil.copy(ROOT / name, copy / name)
    unwanted = shutil.ignore_patterns("__pycache__", "*.mo")
    shutil.copytree(ROOT / "src" / "floorjudge", copy / "src" / "floorjudge", ignore=unwanted)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=copy, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(folder / "installed")
    shutil.rmtree(copy)
    return folder / "installed"


@pytest.mark.slow
def test_everything_that_is_served_is_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FLOORJUDGE_")}
    variables = kept | {"PYTHONPATH": str(installed), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    where = [sys.executable, "-c", "import floorjudge; print(floorjudge.__file__)"]
    found = subprocess.run(where, env=variables, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert Path(found.stdout.strip()).is_relative_to(installed)
    words = [sys.executable, "-m", "floorjudge", "serve", "--demo", "--host", HERE, "--port", str(port)]
    with (tmp_path / "said.txt").open("wb") as said:
        server = subprocess.Popen(words, env=variables, cwd=tmp_path, stdout=said, stderr=said)
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
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert server.poll() is None
        with suppress(OSError):
            return Caller(port).get("/e/demonstration")
        time.sleep(0.05)
    raise TimeoutError
