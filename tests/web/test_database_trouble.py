"""The place where events are kept in trouble: clear pages in the session's language, then it goes on, and nothing is lost."""

from __future__ import annotations

import html
import os
import re
import resource
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.texts import Language
from floorjudge.web.errors import StoreAway, StoreFails, StoreFull, StoreHeld
from tests.support.kept_ids import ids_as_sent
from tests.support.postgresql import Server, binaries, postgresql, postgresql_server
from tests.support.waiting import wait_until
from tests.support.web_server import Caller, Prepared, Reply, WebServer, prepare, records_of
from tests.web.pages_read import findings

__all__ = ["postgresql", "postgresql_server"]

NAMES = ("Ana", "Bo", "Cy")
LANGUAGE: Language = "pt"


class Office:
    """A server, and an organiser who reads Portuguese."""

    def __init__(self, place: str, folder: Path) -> None:
        self.event: Prepared = prepare(place, NAMES, start=False)
        self.server = WebServer(place, folder)
        self.server.start()
        self.organiser = Caller(self.server.port, language=LANGUAGE).open_staff_link(self.event.organiser)

    def register(self, command: str) -> Reply:
        """Register a player who is called like the command."""
        return self.organiser.post(
            f"/e/{self.event.event}/desk/players", {"id": command, "player": f"Player {command}"}
        )

    def ids(self) -> list[str | None]:
        """Return the ids of the commands in the log."""
        records = records_of(self.event.place, self.event.event)
        called = [str(msgspec.json.decode(record.event).get("player")) for record in records]
        return ids_as_sent(records, [name.removeprefix("Player ") for name in called])[1 + len(NAMES) :]


@contextmanager
def office_at(place: str, folder: Path) -> Iterator[Office]:
    office = Office(place, folder)
    try:
        yield office
    finally:
        office.server.stop()


def says(reply: Reply, *errors: Callable[[], FloorjudgeError]) -> None:
    """Check that somebody is told, on a whole page in their language, what is wrong: one of these."""
    assert reply.status == 503, reply
    assert f'<html lang="{LANGUAGE}"' in reply.text
    assert any(error().message(LANGUAGE) in html.unescape(reply.text) for error in errors), reply.text
    assert reply.headers["retry-after"] == "5"
    assert findings(reply.text) == []
    # What a file or a server is called is nobody's business.
    assert not re.search(r"\.db\b|sqlite|postgres|Traceback", reply.text, re.IGNORECASE)


@pytest.mark.server
def test_somebody_holds_the_file(tmp_path: Path) -> None:
    place = str(tmp_path / "events.db")
    with office_at(place, tmp_path) as office:
        assert office.register("before").done == 5
        with closing(sqlite3.connect(place, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            says(office.register("meanwhile"), StoreHeld)
            # Who only looks is not kept waiting.
            assert Caller(office.server.port).get(f"/e/{office.event.event}").status == 200
            other.execute("ROLLBACK")
        assert office.register("meanwhile").done == 6
        assert office.register("after").done == 7
        assert office.ids() == ["before", "meanwhile", "after"]


def work_until_refused(
    office: Office, *errors: Callable[[], FloorjudgeError], most: int = 3_000
) -> tuple[list[str], str]:
    """Register until there is no room; return the acknowledged commands and the one that was refused."""
    done: list[str] = []
    for number in range(most):
        command = f"{number}-{'x' * 60}"
        reply = office.register(command)
        if reply.status == 503:
            says(reply, *errors)
            return done, command
        assert reply.status == 303, reply
        done.append(command)
    pytest.fail("there was room for everything")


@pytest.mark.server
def test_the_system_lets_no_file_grow(tmp_path: Path) -> None:
    place = str(tmp_path / "events.db")
    with office_at(place, tmp_path) as office:
        assert office.register("before").done == 5
        assert office.server.process is not None
        largest = max(each.stat().st_size for each in tmp_path.glob("events.db*"))
        before = resource.prlimit(office.server.process, resource.RLIMIT_FSIZE)
        resource.prlimit(office.server.process, resource.RLIMIT_FSIZE, (largest + 20_000, before[1]))
        done, refused = work_until_refused(office, StoreFails)
        says(office.register("another"), StoreFails)
        assert Caller(office.server.port).get(f"/e/{office.event.event}").status == 200
        assert Caller(office.server.port).get("/ready").status == 503
        resource.prlimit(office.server.process, resource.RLIMIT_FSIZE, before)
        assert office.register(refused).status == 303
        assert Caller(office.server.port).get("/ready").status == 200
        assert office.register("after").status == 303
        assert office.ids() == ["before", *done, refused, "after"]


@contextmanager
def small_disk(size: str) -> Iterator[Path]:
    """Mount a disk of its own; a socket's path there has room."""
    folder = Path(tempfile.mkdtemp(prefix="fjdisk"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        folder.rmdir()
        pytest.skip("only somebody who may mount a disk can fill one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


@pytest.mark.server
@pytest.mark.parametrize("kind", ["file", "postgresql"])
def test_the_disk_is_full(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = binaries()
    if programs is None and kind == "postgresql":
        pytest.skip("there is no PostgreSQL for this machine")
    with small_disk("160m" if kind == "postgresql" else "40m") as disk, monkeypatch.context() as patched:
        server = None
        if programs is not None and kind == "postgresql":
            patched.setattr(tempfile, "tempdir", str(disk))
            server = Server(programs)
            patched.undo()
        try:
            all_go_on_when_there_is_room(server.url() if server else str(disk / "events.db"), disk, tmp_path)
        finally:
            if server is not None:
                server.remove()


def all_go_on_when_there_is_room(place: str, disk: Path, tmp_path: Path) -> None:
    """Fill a disk under the hands of who registers players and adds a list: nothing acknowledged is lost, and they go on afterwards."""
    listed = "\n".join(f"Given{number} Family{number}" for number in range(3_000))
    # Where the log of a PostgreSQL server has no room it leaves, and nobody can say more than that.
    errors = (StoreFull, StoreAway) if place.startswith("postgresql") else (StoreFull,)
    with office_at(place, tmp_path) as office:

        def add() -> Reply:
            # It is written by another process than the one that serves, which says all the same that the disk is full.
            form = {"id": "a list", "step": "add", "columns": "line", "list": listed}
            return office.organiser.post(f"/e/{office.event.event}/desk/players/import", form)

        filling = disk / "something else"
        with suppress(OSError), filling.open("wb", buffering=0) as other:
            while True:
                other.write(b"\0" * 4_096)
        done, refused = work_until_refused(office, *errors)
        says(add(), *errors)
        assert Caller(office.server.port).get(f"/e/{office.event.event}").status == 200
        assert Caller(office.server.port).get("/ready").status == 503
        # The organiser is told on every page what is to be done, unless the server has left and come back since.
        desk = office.organiser.get(f"/e/{office.event.event}/judge").text
        assert 'role="alert"' in desk or StoreAway in errors
        filling.unlink()
        # A PostgreSQL server whose own log found no room starts anew first.
        wait_until(lambda: office.register(refused).status != 503)
        wait_until(lambda: add().status != 503)
        assert add().status == 303
        assert office.register("after").status == 303
        assert Caller(office.server.port).get("/ready").status == 200
        ids = office.ids()
        assert (ids[: len(done) + 1], len(ids), ids[-1]) == ([*done, refused], len(done) + 3_002, "after")


@pytest.mark.server
def test_the_database_goes_and_comes_back(tmp_path: Path, postgresql: str, postgresql_server: Server) -> None:
    with office_at(postgresql, tmp_path) as office:
        assert office.register("before").done == 5
        postgresql_server.kill()
        try:
            says(office.register("meanwhile"), StoreAway)
            says(office.organiser.get(f"/e/{office.event.event}/desk"), StoreAway)
            # A stranger looks at what this process has seen last.
            assert Caller(office.server.port).get(f"/e/{office.event.event}").status == 200
        finally:
            postgresql_server.start()
        assert office.register("meanwhile").done == 6
        assert office.register("after").done == 7
        assert office.organiser.get(f"/e/{office.event.event}/desk").status == 200
        assert office.ids() == ["before", "meanwhile", "after"]
