"""An event in a file and a real server before it, for measuring from outside."""

from __future__ import annotations

import http.client
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tests.support.waiting import PATIENCE, wait_until
from tests.support.web_server import free_port

from bench.support.rounds import SEED
from bench.support.web_asking import HERE
from bench.support.whole import sent
from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import PlayerLinks, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.formats.on_the_edge.tables import Kind, Table
from floorjudge.store import open_venue_store

ROOT = Path(__file__).parents[2]
# What most systems grant a program unasked.
CONNECTIONS_GRANTED = 1_024


class Prepared(NamedTuple):
    """An event whose round has just begun; `tables` are to be played, `players` are the links of its players by number."""

    event: str
    organiser: str
    tables: tuple[Table, ...]
    rounds: int
    players: tuple[str, ...]


def prepare(file: Path, players: int, rounds: int = 1) -> Prepared:
    """Play an event to the beginning of a round, or to the last one that still has several tables."""
    with closing(open_venue_store(file)) as store:
        service = EventService(store.log)
        service.take({"do": "open", "name": f"{players} players", "seed": SEED}, "en")
        for number in range(1, players + 1):
            service.take({"do": "register", "player": f"Player {number:04}"}, "en")
        service.take({"do": "start", "public": "said at the start"}, "en")
        luck = random.Random(players)
        while service.state.round < rounds and service.state.stage == Kind.ROUND:
            for table in service.state.tables:
                report = sent(service.state, table, luck)
                service.take(report, "en")
            service.take({"do": "next"}, "en")
        event = str(service.event_id)
        organiser, _ = make_staff_token(store.grants, Role.ORGANISER, "Bench", datetime.now(UTC), event=event)
        make = PlayerLinks(store.grants).make
        links = tuple(make(event, number) for number in range(1, players + 1))
        return Prepared(event, organiser, tuple(service.state.tables), service.state.round, links)


def line(table: Table) -> str:
    """Return what the organiser types for a game that the first player wins."""
    return " ".join(str(number) for number in (table.table, 16, *range(1, len(table.players))))


class Served(NamedTuple):
    """A running server."""

    port: int
    process: int

    def memory(self) -> float:
        """Return how much memory it has now, in MiB."""
        status = Path(f"/proc/{self.process}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1_024

    def processor_time(self) -> float:
        """Return how long it has computed so far, in seconds."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(file: Path, program: str = "floorjudge") -> Iterator[Served]:
    """Serve the events of a file as people do, with no more than what most systems grant unasked.

    `program` is the module that serves, with the arguments of `floorjudge`.
    """
    port = free_port()
    words = [sys.executable, "-m", program, "serve", "--database", str(file), "--host", HERE, "--port", str(port)]
    modest = f'ulimit -Sn {CONNECTIONS_GRANTED}; exec "$@"'
    process = subprocess.Popen(["/bin/sh", "-c", modest, "sh", *words], stdout=subprocess.DEVNULL, cwd=ROOT)
    try:
        _wait(port, process)
        yield Served(port, process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    def answers() -> bool:
        if process.poll() is not None:
            raise RuntimeError("the server did not start")
        with suppress(OSError), closing(http.client.HTTPConnection(HERE, port, timeout=PATIENCE)) as connection:
            connection.request("GET", "/static/mark.svg")
            connection.getresponse().read()
            return True
        return False

    wait_until(answers)
