"""Two services, or two processes, at one log; and a log that cannot be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from floorjudge.errors import Conflict
from floorjudge.events.codec import read_object
from floorjudge.events.service import EventLog, EventService, StoredEvent
from floorjudge.events.service.log import Record, check_chain
from floorjudge.events.service.service import answer_json
from floorjudge.store import open_log
from tests.events.floor.small_event import NAMES, opened, report_of


def take(service: EventService, **command: object) -> dict[str, Any]:
    return read_object(answer_json(service.take(command, "en"), "en"))


class WatchedLog:
    """A log that does something before it writes: the disk is full, or somebody else is faster."""

    def __init__(self, inner: EventLog, before_writing: Callable[[], object] = lambda: None) -> None:
        self.inner = inner
        self.before_writing = before_writing

    def tournaments(self) -> list[StoredEvent]:
        return self.inner.tournaments()

    def create(
        self, wanted: str, name: str, records: Sequence[Record], secret: str | None, *, once: bool = False
    ) -> str:
        self.before_writing()
        return self.inner.create(wanted, name, records, secret, once=once)

    def read(self, tournament: str, after: int = 0) -> list[Record]:
        return self.inner.read(tournament, after)

    def append(self, tournament: str, *records: Record, secret: str | None = None) -> None:
        self.before_writing()
        self.inner.append(tournament, *records)

    def secret(self, tournament: str) -> str | None:
        return self.inner.secret(tournament)

    def close(self) -> None:
        self.inner.close()


def no_room() -> None:
    raise OSError("no room")


@pytest.fixture
def log() -> EventLog:
    return open_log()


def before_the_first_writing(watched: WatchedLog, done: Callable[[], object]) -> None:
    """Have something done once, by somebody who is faster."""

    def once() -> None:
        watched.before_writing = lambda: None
        done()

    watched.before_writing = once


def test_the_loser_of_a_race_tries_again_on_what_the_winner_wrote(log: EventLog) -> None:
    one = opened(log)
    watched = WatchedLog(log)
    other = EventService(watched, one.event_id)
    before_the_first_writing(watched, lambda: take(one, do="register", player="Ana"))
    assert [player["player"] for player in take(other, do="register", player="Bo", id="b")["view"]["players"]] == [
        "Ana",
        "Bo",
    ]
    check_chain(other.records)


def test_who_loses_every_race_is_told(log: EventLog) -> None:
    one = opened(log)
    watched = WatchedLog(log)
    other = EventService(watched, one.event_id)
    names = (f"Faster {number}" for number in range(100))
    watched.before_writing = lambda: take(one, do="register", player=next(names))
    with pytest.raises(Conflict) as caught:
        other.take({"do": "register", "player": "Bo", "id": "b"}, "en")
    assert caught.value.code == "log_moved_on"
    assert other.records == one.records


def test_the_same_command_at_both_at_once_is_done_once(log: EventLog) -> None:
    one = opened(log)
    watched = WatchedLog(log)
    other = EventService(watched, one.event_id)
    command = {"do": "register", "player": "Ana", "id": "a"}
    before_the_first_writing(watched, lambda: one.take(command, "en"))
    assert other.take(command, "en") == one.take(command, "en")
    assert len(log.read(str(one.event_id))) == 2


def test_a_desk_shows_what_others_have_written(log: EventLog) -> None:
    one = opened(log)
    other = EventService(log, one.event_id)
    take(one, do="register", player="Ana")
    assert take(other, do="show") == take(one, do="show")


def test_a_desk_refuses_nothing_for_what_is_no_longer_so(log: EventLog) -> None:
    one = opened(log)
    other = EventService(log, one.event_id)
    for name in NAMES[:3]:
        take(one, do="register", player=name)
    take(one, do="start")
    command = report_of(one.state.tables[0])
    try:
        answer = other.take(command, "en")
    except Conflict:
        answer = other.take(command, "en")
    assert not answer.state.open_tables()


def test_a_repeated_command_that_another_desk_did_is_answered_as_the_first_time(log: EventLog) -> None:
    one = opened(log)
    other = EventService(log, one.event_id)
    for name in NAMES[:3]:
        take(one, do="register", player=name)
    first = take(one, do="leave", player="Ana", id="l")
    try:
        again = take(other, do="leave", player="Ana", id="l")
    except Conflict:
        again = take(other, do="leave", player="Ana", id="l")
    assert again == first


def test_what_could_not_be_kept_has_not_happened() -> None:
    log = WatchedLog(open_log())
    service = opened(log)
    log.before_writing = no_room
    before = (service.state, service.records)
    with pytest.raises(OSError, match="no room"):
        service.take({"do": "register", "player": "Ana"}, "en")
    assert (service.state, service.records) == before
    log.before_writing = lambda: None
    assert [player["player"] for player in take(service, do="register", player="Ana")["view"]["players"]] == ["Ana"]


def test_an_event_that_could_not_be_kept_is_not_open() -> None:
    log = WatchedLog(open_log(), no_room)
    service = EventService(log)
    with pytest.raises(OSError, match="no room"):
        service.take({"do": "open", "name": "Friday"}, "en")
    assert service.event_id is None
    log.before_writing = lambda: None
    service.take({"do": "open", "name": "Friday"}, "en")
    assert service.event_id == "friday"
