"""A process killed at each moment between a registration and its link: no link that was given opens anybody else.

A link names a number, a number belongs to one registration for good, and taking a registration back is one record: so there
is nothing between the two that a kill could leave half done.
"""

from __future__ import annotations

import shutil
import signal
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from floorjudge.events.service import EventService
from floorjudge.events.service.errors import BadLink
from floorjudge.events.service.links import PlayerLinks
from floorjudge.store import open_venue_store
from floorjudge.web.sessions import player_of
from tests.store.writers import come_and_go_until_killed, processes


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
        for player in service.state.everybody():
            assert opened_by(links, service, links.make("friday", player.number)) == player.name


@pytest.mark.slow
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
