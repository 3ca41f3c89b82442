"""The command that a venue starts: it prints the way in, serves, and refuses what cannot work."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path

import httpx
import pytest

from floorjudge.cli import serve
from floorjudge.cli.serve import listen
from floorjudge.formats import all_formats
from tests.cli.conftest import CommandLine, floorjudge
from tests.support.postgresql import postgresql, postgresql_server
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web_server import OURS, WebServer
from tests.web.pages_read import findings

__all__ = ["floorjudge", "postgresql", "postgresql_server"]


def test_the_demonstration_is_in_its_middle_and_the_link_opens_it(tmp_path: Path) -> None:
    with WebServer(None, tmp_path) as served:
        assert served.address in served.output
        with httpx.Client(base_url=served.address, headers=OURS, timeout=PATIENCE) as browser:
            page = browser.get("/e/demonstration").text
            assert findings(page) == []
            assert "Round 2" in page
            assert "Reported, waiting for the others" in page
            assert '"/e/demonstration/desk"' not in page
            found = [browser.post(link).headers["location"] for link in served.links()]
            assert found[0] == "/e/demonstration/desk"
            assert len(set(found)) == len(found) == len(all_formats())
            for desk in found:
                event = desk.removesuffix("/desk")
                shown = browser.get(event).text
                assert findings(shown) == []
                assert f'"{desk}"' in shown
                assert "Reported, waiting for the others" in shown
    assert "Traceback" not in served.output


def test_an_answer_is_sent_at_once() -> None:
    async def lead() -> None:
        held_back = asyncio.get_running_loop().create_future()

        def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            held_back.set_result(not writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listen("127.0.0.1", 0) as listening:
            async with await asyncio.start_server(connected, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                assert not await held_back
                writer.close()

    asyncio.run(lead())


@pytest.mark.server
def test_whoever_listens_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with (
        WebServer(None, tmp_path) as served,
        httpx.stream("GET", f"{served.address}/e/demonstration/live", timeout=PATIENCE) as stream,
    ):
        lines = stream.iter_lines()
        assert next(lines).startswith("retry:")
        os.kill(served.process or 0, signal.SIGTERM)
        assert list(lines) in ([""], [])
        wait_until(lambda: not served.is_there)
    assert "ERROR" not in served.output


@pytest.mark.server
def test_the_owners_link_is_given_once_and_events_stay(tmp_path: Path) -> None:
    with WebServer(str(tmp_path / "events.db"), tmp_path) as served:
        link = served.link()
        served.stop()
        served.start()
        assert served.output.count("/in/") == 1
        answer = httpx.post(link, headers=OURS)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.server
def test_several_workers_end_without_a_word_when_whoever_started_them_is_killed(
    tmp_path: Path, postgresql: str
) -> None:
    with WebServer(postgresql, tmp_path, "--workers", "2") as served:
        # One of them has work done in a process of its own.
        asked = {"turn_order": ["Ana"], "maintained_by": ["Ana"]}
        assert httpx.post(f"{served.address}/api/v1/loops/rule", json=asked, timeout=PATIENCE).status_code == 200
        os.kill(served.process or 0, signal.SIGKILL)
        # The last of them lets go of the port.
        wait_until(lambda: not answers(served.port))
        served.start()
    assert "Traceback" not in served.output


def answers(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize(("host", "written"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")])
def test_a_free_port_is_taken_and_printed(
    host: str, written: str, tmp_path: Path, floorjudge: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []

    def served(_place: str, _address: str | None, listening: socket.socket, *_: object) -> None:
        taken.append(listening.getsockname()[1])

    monkeypatch.setattr(serve, "_run", served)
    monkeypatch.setattr(serve, "listen", lambda _, port: listen("127.0.0.1", port))  # not every machine has the other
    said = floorjudge.done("serve", "--host", host, "--port", "0", "--database", str(tmp_path / "x.db"))
    assert f"http://{written}:{taken[0]}" in said
    assert taken[0] > 0


def test_a_demonstration_leaves_the_database_of_the_other_commands_alone(
    tmp_path: Path, floorjudge: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[str] = []
    monkeypatch.setattr(serve, "_run", lambda place, *_: places.append(place))
    monkeypatch.setattr(serve, "_welcome", lambda *_, **__: None)
    monkeypatch.setenv("FLOORJUDGE_DB", str(tmp_path / "mine.db"))
    floorjudge.done("serve", "--demo", "--host", "127.0.0.1", "--port", "0")
    floorjudge.done("serve", "--host", "127.0.0.1", "--port", "0")
    assert places[0] != places[1] == str(tmp_path / "mine.db")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--host", "127.0.0.1", "--demo"], "address_taken"),
        (["--workers", "2", "--database", "x.db"], "workers_need_a_server"),
        (["--demo", "--database", "x.db"], "demo_needs_no_events"),
        (["--database", "mysql://somewhere"], "unknown_database"),
        (["--address", "events.example.org"], "no_address"),
    ],
)
def test_what_cannot_work_is_said(
    words: list[str], code: str, tmp_path: Path, floorjudge: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        if code == "address_taken":
            taken.listen()
        else:
            taken.close()
        assert floorjudge.refused("serve", "--port", str(port), *words)[0] == code
    assert not Path("x.db").exists()
