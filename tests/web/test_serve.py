"""The command that a venue starts: it prints the way in, serves, and refuses what cannot work."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from floorjudge.cli.serve import listen
from floorjudge.texts import LANGUAGES
from tests.web.pages_read import findings

OURS = {"sec-fetch-site": "same-origin"}
PATIENCE = 30.0


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


class Served:
    """A server that was started as people start it; `said` is what it has printed."""

    def __init__(self, words: list[str], output: Path) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("FLOORJUDGE_")}
        self._output = output
        with output.open("wb") as stream:
            command = [sys.executable, "-m", "floorjudge", *words]
            self.process = subprocess.Popen(
                command, stdout=stream, stderr=stream, env=environment | {"PYTHONUTF8": "1"}
            )

    @property
    def said(self) -> str:
        return self._output.read_text("utf-8")

    def link(self) -> str:
        found = re.search(r"http://\S+/in/\S+", self.said)
        assert found is not None, self.said
        return found[0]

    def wait(self, address: str) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process.poll() is None, self.said
            try:
                httpx.get(address, timeout=5)
            except httpx.TransportError:
                time.sleep(0.05)
            else:
                return
        pytest.fail(self.said)


@contextmanager
def serving(tmp_path: Path, *words: str, port: int) -> Iterator[Served]:
    """Start the command, and end it as Ctrl+C does."""
    served = Served([*words, "--port", str(port), "--host", "127.0.0.1"], tmp_path / f"said-{port}.txt")
    try:
        served.wait(f"http://127.0.0.1:{port}/")
        yield served
    finally:
        if served.process.poll() is None:
            served.process.send_signal(signal.SIGINT)
        served.process.wait(PATIENCE)


def test_the_demonstration_is_in_its_middle_and_the_link_opens_it(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "serve", "--demo", port=port) as served:
        assert f"http://127.0.0.1:{port}" in served.said
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=OURS, timeout=PATIENCE) as browser:
            page = browser.get("/e/demonstration").text
            assert findings(page) == []
            assert "Round 2" in page
            assert "Reported, waiting for the others" in page
            assert '"/e/demonstration/desk"' not in page
            answer = browser.post(served.link())
            assert answer.headers["location"] == "/e/demonstration/desk"
            assert '"/e/demonstration/desk"' in browser.get("/e/demonstration").text
        running_since = served.process
    assert running_since.returncode in {0, -signal.SIGINT, 130}
    assert "Traceback" not in served.said


def test_an_answer_is_sent_at_once() -> None:
    async def lead() -> None:
        held_back = asyncio.get_running_loop().create_future()

        def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            held_back.set_result(not writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        with listen("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(connected, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                assert not await held_back
                writer.close()

    asyncio.run(lead())


@pytest.mark.slow
def test_whoever_listens_does_not_hold_up_the_end(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "serve", "--demo", port=port) as served:
        address = f"http://127.0.0.1:{port}/e/demonstration/live"
        with httpx.stream("GET", address, timeout=PATIENCE) as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry:")
            served.process.send_signal(signal.SIGTERM)
            assert list(lines) in ([""], [])
            served.process.wait(PATIENCE)
    assert "ERROR" not in served.said


@pytest.mark.slow
def test_the_owners_link_is_given_once_and_events_stay(tmp_path: Path) -> None:
    database = str(tmp_path / "events.db")
    port = free_port()
    with serving(tmp_path, "serve", "--database", database, port=port) as served:
        link = served.link()
    again = free_port()
    with serving(tmp_path, "serve", "--database", database, port=again) as served:
        assert "/in/" not in served.said
        link = link.replace(f":{port}/", f":{again}/")
        answer = httpx.post(link, headers=OURS)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_work_is_said(language: str, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for words, code in (
            (["--port", port, "--host", "127.0.0.1", "--demo"], "address_taken"),
            (["--workers", "2", "--database", str(tmp_path / "x.db")], "workers_need_a_server"),
            (["--demo", "--database", str(tmp_path / "x.db")], "demo_needs_no_events"),
            (["--database", "mysql://somewhere"], "unknown_database"),
        ):
            served = Served(["--json", "--lang", language, "serve", *words], tmp_path / "said.txt")
            assert served.process.wait(PATIENCE) == 2
            assert f'"{code}"' in served.said
    assert not (tmp_path / "x.db").exists()
