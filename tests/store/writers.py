"""What the processes do that write at the same time or are killed."""

import multiprocessing
import os
import random
import signal
import time
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

import floorjudge.store.opening
import floorjudge.store.postgres  # noqa: F401 (loaded once, before the processes are forked)
from floorjudge.errors import Conflict, Refused
from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import PlayerLinks
from floorjudge.events.service.log.contract import EventLog
from floorjudge.events.service.log.records import seal
from floorjudge.store import open_log, open_venue_store
from floorjudge.store.sqlite import SqliteDatabase
from tests.store.sealed import sealed

# Processes are forked from one that has only loaded this module: that takes milliseconds, and no connection and no
# thread of the tests is carried over.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload([__name__])


def keep_appending(log: EventLog, tournament: str, word: str, count: int) -> int:
    """Append records as one of several writers does: read again and try again whenever another one was faster.

    Returns how often that was.
    """
    newest = log.read(tournament)[-1]
    tried_again = 0
    for number in range(count):
        while True:
            record = seal(newest, at="2026-03-01T18:00:00Z", event='{"kind":"round"}', command_id=f"{word}-{number}")
            try:
                log.append(tournament, record)
            except Conflict as conflict:
                if conflict.code != "log_moved_on":
                    raise
                newest = log.read(tournament)[-1]
                tried_again += 1
            else:
                newest = record
                break
    return tried_again


def write(place: str | Path, begin: Barrier, word: str, count: int) -> None:
    with closing(open_log(place, patience=60)) as log:
        begin.wait()
        keep_appending(log, "friday", word, count)


def open_first(place: str | Path, begin: Barrier) -> None:
    begin.wait()
    with closing(open_log(place, patience=60)) as log:
        log.create("friday", "Friday", sealed(2), "seed")


def write_until_killed(place: str | Path, told: Connection, round_: int) -> None:
    """Write records for ever, opening the database anew every few, and tell the hash of each when it is safe."""
    chance = random.Random(round_)
    while True:
        with closing(open_log(place, patience=60)) as log:
            if not log.tournaments():
                first = seal(None, at="", event="{}")
                log.create("friday", "Friday", [first], "seed")
                told.send_bytes(first.hash.encode())
            newest = log.read("friday")[-1]
            for number in range(chance.randrange(1, 30)):
                event = "x" * chance.randrange(1, 6000)
                newest = seal(newest, at="", event=event, command_id=f"{round_}-{newest.number}-{number}")
                log.append("friday", newest)
                told.send_bytes(newest.hash.encode())


def write_whatever_happens(place: str, told: Connection, word: str) -> None:
    """Write records for ever to a server that comes and goes, each until it is acknowledged, and tell its command then.

    As a service does: what was not acknowledged is looked for in the log before it is written again.
    """
    log = open_log(place, patience=0.2)
    number = 0
    while True:
        with suppress(Conflict, Refused):
            records = log.read("friday")
            command = f"{word}-{number}"
            if all(record.command_id != command for record in records):
                log.append("friday", seal(records[-1], at="", event="{}", command_id=command))
            told.send_bytes(command.encode())
            number += 1
            continue
        time.sleep(0.02)


def come_and_go_until_killed(place: str, told: Connection, moment: int) -> None:
    """Register players, take that back, make links and take them back; die at the so-manieth moment of writing to a file.

    Tells `link NAME LINK` when somebody has a link, `gone NAME` when it is acknowledged that it is worth nothing any more,
    and `done` when there were fewer moments.
    """
    kill_at(moment)
    store = open_venue_store(place)
    links = PlayerLinks(store.grants)
    service = EventService(store.log, "friday")

    def tell(*words: str) -> None:
        told.send_bytes(" ".join(words).encode())

    def join(name: str) -> int:
        service.take({"do": "join", "player": name, "id": f"the form of {name}"}, "en")
        number = service.state.players[name].number
        tell("link", name, links.make("friday", number))
        return number

    join("Mallory")
    service.take({"do": "undo"}, "en")
    tell("gone", "Mallory")
    number = join("Yan")
    service.take({"do": "leave", "player": "Yan"}, "en")
    links.revoke("friday", number)
    tell("gone", "Yan")
    join("Xenia")
    tell("done")


def kill_at(moment: int) -> None:
    """Kill this process at the so-manieth moment of writing: before a statement or a commit, before or after a head."""
    left = moment

    def passing(*_: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def statement(_connection: Any, _cursor: Any, words: str, *_: Any) -> None:
        if not words.startswith(("SELECT", "PRAGMA")) and words != "BEGIN":
            passing()

    event.listen(Engine, "before_cursor_execute", statement)
    event.listen(Engine, "commit", passing)
    noted = SqliteDatabase.note_head

    def note_head(database: SqliteDatabase, key: int, number: int, hashed: str) -> None:
        passing()
        noted(database, key, number, hashed)
        passing()

    SqliteDatabase.note_head = note_head  # type: ignore[assignment, method-assign]
