"""Commands of the floor for tests: a started event, and what its players and judges say."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import event_value, read_event
from floorjudge.events.service import Answer, EventService
from floorjudge.events.service.export import verify_records
from floorjudge.formats.on_the_edge.tables import Table

Given = dict[str, Any]


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


def check_replay(service: EventService) -> None:
    """Check that another service reads the same out of the log, and that the log is what the program writes."""
    again = EventService(service._log, service.event_id)
    assert (again.state, again.state.venue) == (service.state, service.state.venue)
    assert verify_records(service.records, service.seed()).state == service.state
    for record in service.records:
        event_value(read_event(record.event))
