"""A small event for tests of the edges and of the floor: commands as they come in, and one way to play them to the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import event_value, read_event
from floorjudge.events.service import Answer, EventLog, EventService
from floorjudge.events.service.log.export import verify_records
from floorjudge.events.state import State
from floorjudge.events.venue import Venue
from floorjudge.formats.competition import Phase
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.formats.on_the_edge.tables import Table, TableSet
from floorjudge.store import open_log

SEED = "the seed of the tests, long enough"
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")

Given = dict[str, Any]


def opened(log: EventLog | None = None, name: str = "Friday") -> EventService:
    """Return the service of an event that was just opened."""
    service = EventService(log or open_log())
    service.take({"do": "open", "name": name, "seed": SEED}, "en")
    return service


def started(log: EventLog | None = None, players: int = 8) -> EventService:
    """Return the service of an event in its first round."""
    service = opened(log)
    for name in NAMES[:players]:
        service.take({"do": "register", "player": name}, "en")
    service.take({"do": "start", "public": "three words, said"}, "en")
    return service


def tournament_of(state: State) -> State:
    """Return a state without what happens around the tables."""
    return replace(state, venue=Venue())


def report_of(table: Table, seats: int = 0, absent: Collection[str] = ()) -> Given:
    """Return a report that the first player of a table wins.

    `seats` are those that a readmission game fills, with players who are not `absent`.
    """
    if table.set is TableSet.READMISSION:
        here = [name for name in table.players if name not in absent]
        return {"do": "report", "table": table.table, "qualified": here[:seats]}
    influence = {name: 16 if name == table.players[0] else seat - 1 for seat, name in enumerate(table.players)}
    return {"do": "report", "table": table.table, "winner": table.players[0], "influence": influence}


def report_all(service: EventService) -> None:
    """Report every open game."""
    for table in service.state.open_tables():
        service.take(report_of(table, vacancies(service.state)), "en")


def steps_to_the_end(service: EventService) -> Iterator[Answer]:
    """Play a started event to its end, one command at a time."""
    while service.state.phase is not Phase.FINISHED:
        for table in service.state.open_tables():
            yield service.take(report_of(table, vacancies(service.state)), "en")
        yield service.take({"do": "next"}, "en")


def finished(log: EventLog | None = None, players: int = 8) -> EventService:
    """Return the service of a finished event, with a correction, somebody who left and something undone in its log."""
    service = started(log, players)
    report_all(service)
    first = service.state.tables[0]
    correct = report_of(first) | {"do": "amend", "round": 1, "reason": "typed wrong", "note": None}
    service.take(correct, "en")
    service.take({"do": "undo"}, "en")
    service.take({"do": "random_order", "items": ["one", "two", "three"], "reason": "OTE 2.8.4"}, "en")
    service.take({"do": "leave", "player": first.players[-1]}, "en")
    for _ in steps_to_the_end(service):
        pass
    return service


def take(service: EventService, do: str, **fields: object) -> Answer:
    """Take a command, and return its answer."""
    return service.take({"do": do, **fields}, "en")


def happened(answer: Answer) -> str:
    """Return the name of the event that a command gave."""
    return type(answer.events[0]).__name__


def refusal(service: EventService, do: str, **fields: object) -> str:
    """Return the code with which a command is refused, which changes nothing."""
    before = (service.records, service.state, service.state.venue)
    with pytest.raises(FloorjudgeError) as caught:
        take(service, do, **fields)
    assert (service.records, service.state, service.state.venue) == before
    return caught.value.code


def outcome(service: EventService, do: str, **fields: object) -> str:
    """Return the name of the event that a command gives, or the code with which it is refused."""
    try:
        return happened(take(service, do, **fields))
    except FloorjudgeError as error:
        return error.code


def result_of(table: Table, winner: int = 0, second: int = 7) -> Given:
    """Return the fields of a result: who sits in seat `winner` has 16, the others `second` and less."""
    influence = {name: second - seat for seat, name in enumerate(table.players)}
    return {"table": table.table, "winner": table.players[winner], "influence": influence | {table.players[winner]: 16}}


def busy(players: int = 7) -> EventService:
    """Return the service of an event in whose log every kind of thing has happened on the floor."""
    service = opened()
    take(service, "self_registration", open=True)
    for name in NAMES[:players]:
        service.take({"do": "join", "player": name, "id": f"join {name}"}, "en", by="self-registration")
    take(service, "start")
    take(service, "clock", minutes=50)
    table, other = service.state.tables
    one, two, *others = table.players
    loop = {"case": {"turn_order": [one, two]}, "answer": {"outcome": "draw"}}
    for by, command in (
        (f"player {one}", {"do": "propose", "player": one, **result_of(table)}),
        (f"player {two}", {"do": "propose", "player": two, **result_of(table, 1)}),
        (f"player {two}", {"do": "dispute", "table": 1, "player": two, "text": "I had 9"}),
        ("judge Bo", {"do": "take", "call": 1}),
        ("judge Bo", {"do": "note", "call": 1, "text": "they shout"}),
        ("judge Bo", {"do": "ruling", "call": 1, "text": "a loop", "clauses": ["MTR 4.4.3"], "loop": loop}),
        (f"player {one}", {"do": "appeal", "call": 1, "text": "no", "player": one}),
        ("head judge Cy", {"do": "rule_appeal", "call": 1, "text": "yes", "loop": loop}),
        ("head judge Cy", {"do": "extend", "call": 1, "table": 1, "minutes": 5}),
        ("head judge Cy", {"do": "close_call", "call": 1}),
        (f"player {two}", {"do": "propose", "player": two, **result_of(table)}),
        *((f"player {name}", {"do": "confirm", "table": 1, "player": name}) for name in others),
        (None, {"do": "call", "about": "where is my deck", "player": one, "table": None}),
        ("organiser Marie", {"do": "pause_clock"}),
        ("organiser Marie", {"do": "resume_clock"}),
        ("organiser Marie", {"do": "stop_clock"}),
        ("organiser Marie", {"do": "publish", "places": False, "decks": True}),
        ("organiser Marie", {"do": "announce", "text": "Pizza"}),
        (f"player {other.players[0]}", {"do": "propose", "player": other.players[0], "table": 2, "drawn": True}),
    ):
        service.take(command, "en", by=by)
    return service


def check_replay(service: EventService) -> None:
    """Check that another service reads the same out of the log, and that the log is what the program writes."""
    again = EventService(service._log, service.event_id)
    assert (again.state, again.state.venue) == (service.state, service.state.venue)
    assert verify_records(service.records, service.seed()).state == service.state
    for record in service.records:
        event_value(read_event(record.event))
