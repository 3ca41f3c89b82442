"""A small event for tests of the edges: commands as they come in, and one way to play them to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from floorjudge.events.floor.state import Venue
from floorjudge.events.service import Answer, EventLog, EventService
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Stage, Table, TableSet
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


def report_of(table: Table, seats: int = 0) -> Given:
    """Return a report that the first player of a table wins; `seats` are those that a readmission game fills."""
    if table.set is TableSet.READMISSION:
        return {"do": "report", "table": table.table, "qualified": list(table.players[:seats])}
    influence = {name: 16 if name == table.players[0] else seat - 1 for seat, name in enumerate(table.players)}
    return {"do": "report", "table": table.table, "winner": table.players[0], "influence": influence}


def report_all(service: EventService) -> None:
    """Report every open game."""
    for table in service.state.open_tables():
        service.take(report_of(table, service.state.vacancies()), "en")


def steps_to_the_end(service: EventService) -> Iterator[Answer]:
    """Play a started event to its end, one command at a time."""
    while service.state.stage is not Stage.FINISHED:
        for table in service.state.open_tables():
            yield service.take(report_of(table, service.state.vacancies()), "en")
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
