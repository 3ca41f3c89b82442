"""A small event for tests of the edges: commands as they come in, and one way to play them to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from floorjudge.events.service import Answer, Desk, EventLog
from floorjudge.formats.on_the_edge.tables import Stage, Table, TableSet
from floorjudge.store import open_log

SEED = "the seed of the tests, long enough"
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")

Given = dict[str, Any]


def opened(log: EventLog | None = None, name: str = "Friday") -> Desk:
    """Return the desk of an event that was just opened."""
    desk = Desk(log or open_log())
    desk.take({"do": "open", "name": name, "seed": SEED}, "en")
    return desk


def started(log: EventLog | None = None, players: int = 8) -> Desk:
    """Return the desk of an event in its first round."""
    desk = opened(log)
    for name in NAMES[:players]:
        desk.take({"do": "register", "player": name}, "en")
    desk.take({"do": "start", "public": "three words, said"}, "en")
    return desk


def report_of(table: Table, seats: int = 0) -> Given:
    """Return a report that the first player of a table wins; `seats` are those that a readmission game fills."""
    if table.set is TableSet.READMISSION:
        return {"do": "report", "table": table.table, "qualified": list(table.players[:seats])}
    influence = {name: 16 if name == table.players[0] else seat - 1 for seat, name in enumerate(table.players)}
    return {"do": "report", "table": table.table, "winner": table.players[0], "influence": influence}


def report_all(desk: Desk) -> None:
    """Report every open game."""
    for table in desk.state.open_tables():
        desk.take(report_of(table, desk.state.vacancies()), "en")


def steps_to_the_end(desk: Desk) -> Iterator[Answer]:
    """Play a started event to its end, one command at a time."""
    while desk.state.stage is not Stage.FINISHED:
        for table in desk.state.open_tables():
            yield desk.take(report_of(table, desk.state.vacancies()), "en")
        yield desk.take({"do": "next"}, "en")


def finished(log: EventLog | None = None, players: int = 8) -> Desk:
    """Return the desk of a finished event, with a correction, somebody who left and something undone in its log."""
    desk = started(log, players)
    report_all(desk)
    first = desk.state.tables[0]
    correct = report_of(first) | {"do": "amend", "round": 1, "reason": "typed wrong", "note": None}
    desk.take(correct, "en")
    desk.take({"do": "undo"}, "en")
    desk.take({"do": "random_order", "items": ["one", "two", "three"], "reason": "OTE 2.8.4"}, "en")
    desk.take({"do": "leave", "player": first.players[-1]}, "en")
    for _ in steps_to_the_end(desk):
        pass
    return desk
