"""Processes and servers that are killed while they write: what was acknowledged is there afterwards, once.

FLOORJUDGE_HYPOTHESIS=thorough kills ten times as often where a server takes part.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

import pytest

from floorjudge.events.service import EventService
from floorjudge.events.service.access.errors import BadLink
from floorjudge.events.service.access.links import PlayerLinks
from floorjudge.events.service.log.records import START_OF_CHAIN, check_chain, seal
from floorjudge.store import open_log, open_venue_store
from floorjudge.web.event_sessions import player_of
from tests.store.writers import come_and_go_until_killed, processes, write_until_killed, write_whatever_happens
from tests.support.postgresql import Server

KILLS = 120
KILLS_ON_A_SERVER = 100 if os.environ.get("FLOORJUDGE_HYPOTHESIS") == "thorough" else 10


def kill_in_the_middle(place: str | Path, round_: int, chance: random.Random) -> list[str]:
    """Start a writer, kill it at some moment, and return the hashes it had told."""
    reader, writer = processes.Pipe(duplex=False)
    process = processes.Process(target=write_until_killed, args=(place, writer, round_))
    process.start()
    writer.close()
    wait_for = chance.choice([0, 0, 1, 2, 3, 5, 8, 20])
    with reader:
        told = [reader.recv_bytes().decode() for _ in range(wait_for)]
        # A writer that has told nothing yet is somewhere between its start and its first record.
        time.sleep(chance.uniform(0, 0.002 if wait_for else 0.03))
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        try:
            while True:
                told.append(reader.recv_bytes().decode())
        except EOFError:
            return told


def stored(place: str | Path) -> list[str]:
    """Return the hashes of the records that are kept, whose chain is intact."""
    with closing(open_log(place)) as log:
        records = [record for kept in log.tournaments() for record in log.read(kept.id)]
    check_chain(records)
    assert [record.previous for record in records] == [START_OF_CHAIN, *(record.hash for record in records)][:-1]
    return [record.hash for record in records]


@pytest.mark.server
def test_what_was_acknowledged_survives(tmp_path: Path) -> None:
    chance = random.Random(47)
    expected: dict[Path, list[str]] = {}
    for round_ in range(KILLS):
        # Every fifth writer finds no file and may die while making it.
        file = tmp_path / f"{round_ // 5}.db"
        told = kill_in_the_middle(file, round_, chance)
        before = expected.get(file, [])
        found = stored(file)
        assert found[: len(before) + len(told)] == before + told
        # At most the one record is there besides that was safe, and not yet told, when the writer was killed.
        assert len(found) - len(before) - len(told) in (0, 1)
        expected[file] = found
    assert len({safe for found in expected.values() for safe in found}) > KILLS


@pytest.mark.server
def test_what_was_acknowledged_survives_on_a_server(postgresql: str) -> None:
    chance = random.Random(48)
    expected: list[str] = []
    for round_ in range(KILLS_ON_A_SERVER):
        told = kill_in_the_middle(postgresql, round_, chance)
        found = stored(postgresql)
        assert found[: len(expected) + len(told)] == expected + told
        assert len(found) - len(expected) - len(told) in (0, 1)
        expected = found
    assert len(set(expected)) == len(expected) > KILLS_ON_A_SERVER


@pytest.mark.server
def test_what_was_acknowledged_survives_the_server(own_server: Server) -> None:
    """The server itself is killed under the hands of two writers, who send again what was not acknowledged."""
    chance = random.Random(49)
    told: dict[str, list[str]] = {"ana": [], "bo": []}
    writers = []
    try:
        with closing(open_log(own_server.url())) as log:
            log.create("friday", "Friday", [seal(None, at="", event="{}")], None)
        for word in told:
            reader, writer = processes.Pipe(duplex=False)
            process = processes.Process(target=write_whatever_happens, args=(own_server.url(), writer, word))
            process.start()
            writer.close()
            writers.append((word, process, reader))
        for _ in range(KILLS_ON_A_SERVER):
            for word, _process, reader in writers:
                told[word] += [reader.recv_bytes().decode() for _ in range(chance.choice([1, 2, 5, 10]))]
            time.sleep(chance.uniform(0, 0.005))
            own_server.kill()
            own_server.start()
        for word, process, reader in writers:
            told[word].append(reader.recv_bytes().decode())
            process.kill()
            process.join()
            with reader, suppress(EOFError):
                while True:
                    told[word].append(reader.recv_bytes().decode())
        with closing(open_log(own_server.url())) as log:
            records = log.read("friday")
    finally:
        for _, process, _reader in writers:
            process.kill()
            process.join()
    check_chain(records)
    for word, acknowledged in told.items():
        kept = [str(record.command_id) for record in records if str(record.command_id).startswith(word)]
        assert acknowledged == [f"{word}-{number}" for number in range(len(acknowledged))]
        assert kept[: len(acknowledged)] == acknowledged
        # At most the one is there besides that was safe, and not yet told, when its writer was killed.
        assert kept[len(acknowledged) :] in ([], [f"{word}-{len(acknowledged)}"])


def opened(place: Path) -> Path:
    """Make a file with an event that people may join."""
    with closing(open_venue_store(place)) as store:
        PlayerLinks(store.grants)
        service = EventService(store.log)
        service.take({"do": "open", "name": "Friday"}, "en")
        service.take({"do": "self_registration", "open": True}, "en")
    return place


def killed_at(moment: int, place: Path) -> tuple[list[list[str]], bool]:
    """Have people come and go until the process is killed; return what it had told, and whether it was killed at all."""
    reader, writer = processes.Pipe(duplex=False)
    process = processes.Process(target=come_and_go_until_killed, args=(str(place), writer, moment))
    process.start()
    writer.close()
    told = []
    with reader:
        try:
            while True:
                told.append(reader.recv_bytes().decode().split())
        except EOFError:
            process.join()
    assert process.exitcode in {0, -signal.SIGKILL}
    assert (process.exitcode == 0) is (told[-1:] == [["done"]])
    return told, process.exitcode != 0


def opened_by(links: PlayerLinks, service: EventService, signed: str) -> str | None:
    """Return whom a link lets in, as the page behind it asks; None: nobody."""
    try:
        link = links.read(signed)
    except BadLink:
        return None
    player = player_of(service.state, link.player)
    return None if player is None else player.name


def check(place: Path, told: list[list[str]]) -> None:
    """Look after the kill: those who were told that a link is worth nothing find it so, and nobody is somebody else."""
    with closing(open_venue_store(place)) as store:
        links, service = PlayerLinks(store.grants), EventService(store.log, "friday")
        for name in ("Next", "After"):
            service.take({"do": "register", "player": name, "id": name}, "en")
        gone = {words[1] for words in told if words[0] == "gone"}
        for name, signed in (words[1:] for words in told if words[0] == "link"):
            assert opened_by(links, service, signed) in ({None} if name in gone else {None, name})
        for player in service.state.all_players():
            assert opened_by(links, service, links.make("friday", player.number)) == player.name


@pytest.mark.server
def test_no_kill_leaves_a_link_that_opens_somebody_else(tmp_path: Path) -> None:
    event = opened(tmp_path / "event.db")
    for moment in count(1):
        place = tmp_path / f"{moment}.db"
        shutil.copy(event, place)
        told, was_killed = killed_at(moment, place)
        check(place, told)
        if not was_killed:
            break
    # Five records at six moments each, and a serial.
    assert moment > 30
