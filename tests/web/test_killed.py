"""The server killed while people work: every acknowledged command is there once, and what was not can be sent again.

FLOORJUDGE_HYPOTHESIS=thorough kills a hundred times instead of ten.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.kept_ids import ids_as_sent
from tests.support.postgresql import postgresql, postgresql_server
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web_server import Caller, Prepared, Reply, WebServer, prepare, records_of

__all__ = ["postgresql", "postgresql_server"]

KILLS = 100 if os.environ.get("FLOORJUDGE_HYPOTHESIS") == "thorough" else 10
Send = Callable[[Caller, str], Reply]


class Worker:
    """Sends one command after another, each until it is acknowledged, and keeps book of the acknowledgements."""

    def __init__(self, name: str, caller: Caller, send: Send, every: float) -> None:
        self.name = name
        self._every = every
        self.acknowledged: dict[str, int] = {}
        self.sent_again = 0
        self._caller = caller
        self._send = send
        self._done = threading.Event()
        self._failed: Exception | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._done.is_set():
                command = f"{self.name}-{len(self.acknowledged) + 1}"
                self.acknowledged[command] = self._until_acknowledged(command)
                self._done.wait(self._every)
        except Exception as error:  # noqa: BLE001 (raised again where somebody waits for this)
            self._failed = error

    def _until_acknowledged(self, command: str) -> int:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                reply = self._send(self._caller, command)
            except (OSError, http.client.HTTPException):
                self.sent_again += 1
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)
                continue
            assert reply.status in {200, 303, 503}, reply
            if reply.status != 503:
                return reply.done

    def end(self) -> None:
        """Send nothing after the command that is being sent."""
        self._done.set()

    def finish(self) -> None:
        """Have the last command acknowledged, and end."""
        self.end()
        self._thread.join()
        if self._failed is not None:
            raise self._failed

    @property
    def works(self) -> bool:
        """Whether nothing has gone wrong."""
        return self._failed is None


class Viewer:
    """Looks at the live page, and comes back with the number it has seen whenever it is cut off."""

    def __init__(self, port: int, event: str) -> None:
        self.numbers = [1]
        self.cut_off = 0
        self._port = port
        self._path = f"/e/{event}/live?pieces=1&since=1"
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._done.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
            try:
                connection.request("GET", self._path, headers={"last-event-id": str(self.numbers[-1])})
                answer = connection.getresponse()
                while line := answer.readline():
                    found = re.fullmatch(rb"id: (\d+)\n", line)
                    if found:
                        self.numbers.append(int(found[1]))
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()
            self.cut_off += 1
            time.sleep(0.02)

    def wait_for(self, number: int) -> None:
        """Wait until it has seen a record."""
        wait_until(lambda: self.numbers[-1] >= number, lambda: (self.numbers[-1], number))

    def finish(self) -> None:
        """Look no longer; whatever is being waited for ends with the server."""
        self._done.set()


def workers_of(server: WebServer, event: Prepared, every: float = 0.0) -> list[Worker]:
    """Return an organiser who registers, one who announces, one who calls judges, and two players' phones.

    `every`: so many seconds are between two commands of one of them; a server that is not started anew counts them.
    """
    desk = f"/e/{event.event}/desk"

    def register(caller: Caller, command: str) -> Reply:
        return caller.post(f"{desk}/players", {"id": command, "player": f"Player {command}"})

    def announce(caller: Caller, command: str) -> Reply:
        return caller.post(f"{desk}/event/announce", {"id": command, "text": f"This is {command}."})

    def call(caller: Caller, command: str) -> Reply:
        return caller.post(f"{desk}/judge", {"id": command, "about": f"About {command}"})

    def from_a_phone(caller: Caller, command: str) -> Reply:
        return caller.post(f"/e/{event.event}/me/call", {"id": command, "about": f"Please, {command}"}, as_json=True)

    organiser = Caller(server.port).open_staff_link(event.organiser)
    phones = [Caller(server.port).open_player_link(signed) for signed in event.players.values()]
    return [
        Worker("register", organiser, register, every),
        Worker("announce", organiser, announce, every),
        Worker("call", organiser, call, every),
        *(Worker(f"phone-{number}", phone, from_a_phone, every) for number, phone in enumerate(phones)),
    ]


def kill_it_again_and_again(place: str, folder: Path, chance: random.Random) -> None:
    event = prepare(place, ("Ana", "Bo"), start=False)
    server = WebServer(place, folder)
    server.start()
    workers = workers_of(server, event)
    viewer = Viewer(server.port, event.event)

    def acknowledged() -> int:
        return sum(len(worker.acknowledged) for worker in workers)

    try:
        for _ in range(KILLS):
            wanted = acknowledged() + chance.choice([0, 1, 2, 5, 20])
            while acknowledged() < wanted and all(worker.works for worker in workers):
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.02))
            server.kill()
            server.start()
        for worker in workers:
            worker.finish()
        last = max(number for worker in workers for number in worker.acknowledged.values())
        viewer.wait_for(last)
    finally:
        viewer.finish()
        server.stop()
        for worker in workers:
            worker.end()
    assert "Traceback" not in server.output
    records = records_of(place, event.event)
    told = {command: number for worker in workers for command, number in worker.acknowledged.items()}
    by_id = {command: number for number, command in enumerate(ids_as_sent(records, told), 1) if command}
    # Each is there once, at the place that was told, and nothing is there that nobody sent or heard of.
    assert Counter(record.command_id for record in records if record.command_id).most_common(1)[0][1] == 1
    assert by_id == told
    assert len(records) == len(by_id) + 3
    assert sum(worker.sent_again for worker in workers) > 0
    # Who only looks is told everything in order, with nothing from before repeated.
    assert viewer.numbers == sorted(set(viewer.numbers))
    assert viewer.cut_off >= KILLS


@pytest.mark.server
def test_what_was_acknowledged_is_there_once(tmp_path: Path) -> None:
    kill_it_again_and_again(str(tmp_path / "events.db"), tmp_path, random.Random(5))


@pytest.mark.server
def test_what_was_acknowledged_is_there_once_on_postgresql(tmp_path: Path, postgresql: str) -> None:
    kill_it_again_and_again(postgresql, tmp_path, random.Random(6))


def processes_of(server: WebServer) -> list[int]:
    """Return the processes that serve, without the one that watches over them and those that work for them.

    One that has just been started reads the program for seconds, on a busy machine for a minute: it serves when it has more
    threads than its own and the one that answers who watches over it.
    """
    assert server.process is not None
    found = []
    for child in Path(f"/proc/{server.process}/task/{server.process}/children").read_text("utf-8").split():
        with suppress(OSError):
            serves = len(list(Path(f"/proc/{child}/task").iterdir())) > 2
            if serves and b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


@pytest.mark.server
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux says which processes a server has")
def test_the_others_go_on_when_one_of_several_processes_is_killed(tmp_path: Path, postgresql: str) -> None:
    event = prepare(postgresql, ("Ana", "Bo"), start=False)
    chance = random.Random(7)
    with WebServer(postgresql, tmp_path, "--workers", "2") as server:
        workers = workers_of(server, event, every=0.5)
        try:
            for _ in range(KILLS // 10):
                wait_until(lambda: len(processes_of(server)) == 2, lambda: server.output)
                os.kill(chance.choice(processes_of(server)), signal.SIGKILL)
                # Somebody is always there: nobody has to wait until another one is started.
                wanted = {worker.name: len(worker.acknowledged) + 5 for worker in workers}
                while any(len(worker.acknowledged) < wanted[worker.name] and worker.works for worker in workers):
                    time.sleep(0.01)
        finally:
            for worker in workers:
                worker.end()
        for worker in workers:
            worker.finish()
    records = records_of(postgresql, event.event)
    acknowledged = {command for worker in workers for command in worker.acknowledged}
    by_id = Counter(filter(None, ids_as_sent(records, acknowledged)))
    assert set(by_id.values()) == {1}
    assert set(by_id) == acknowledged
