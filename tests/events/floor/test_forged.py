"""Logs that somebody has changed and sealed anew, those of the floor too: the chain fits, and still they are found out or can be shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput, Damaged, FloorjudgeError
from floorjudge.events import view
from floorjudge.events.codec import read_event
from floorjudge.events.floor.call_history import search_calls
from floorjudge.events.floor.clock import remaining
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import import_event, verify_records
from floorjudge.events.service.log.readings import log_entry
from floorjudge.events.service.log.records import Record, check_chain, seal
from floorjudge.store import open_log
from floorjudge.texts import render
from tests.events.floor.small_event import (
    SEED,
    busy,
    finished,
    opened,
    report_all,
    started,
)
from tests.support.refusals import error_of


def sealed_anew(records: Sequence[Record], number: int, event: str) -> list[Record]:
    """Return the records with another event in one of them and a chain that fits again."""
    chain: list[Record] = []
    for record in records:
        said = event if record.number == number else record.event
        before = chain[-1] if chain else None
        chain.append(
            seal(
                before,
                at=record.at,
                event=said,
                command_id=record.command_id,
                fingerprint=record.fingerprint,
                by=record.by,
            )
        )
    check_chain(chain)
    return chain


FINISHED_RECORDS = finished().records
UNFINISHED_RECORDS = started().records
SMALL_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.sampled_from(["", "Ana", "round", "final", "nobody"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["Ana", "Bo", "kind", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def paths(value: Any, so_far: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [so_far, *(path for key, part in inner for path in paths(part, (*so_far, key)))]


def with_part(value: Any, path: tuple[Any, ...], part: object) -> Any:
    """Return a JSON value with one part replaced."""
    if not path:
        return part
    copy = value.copy()
    copy[path[0]] = with_part(value[path[0]], path[1:], part)
    return copy


@given(st.data())
def test_an_event_that_was_changed_and_sealed_anew_is_found_by_the_rules(data: st.DataObject) -> None:
    """In a finished event every draw can be proved: no grouping, no random order, and not the end."""
    drawn = [
        record.number for record in FINISHED_RECORDS if re.search("RoundGrouped|OrderDrawn|Finished", record.event)
    ]
    number = data.draw(st.sampled_from(drawn))
    event = json.loads(FINISHED_RECORDS[number - 1].event)
    path = data.draw(st.sampled_from(paths(event)))
    new = json.dumps(with_part(event, path, data.draw(SMALL_JSON)))
    records = sealed_anew(FINISHED_RECORDS, number, new)
    try:
        same = read_event(new) == read_event(FINISHED_RECORDS[number - 1].event)
    except FloorjudgeError:
        same = False
    if same:
        assert verify_records(records).events == len(records)
    else:
        with pytest.raises(Damaged):
            verify_records(records)


def _corrected_late() -> tuple[Record, ...]:
    """Return the records of an unfinished event with a correction that came after the next grouping."""
    service = started()
    report_all(service)
    first = service.state.tables[0]
    service.take({"do": "next"}, "en")
    influence = {name: 16 if name == first.players[1] else 0 for name in first.players}
    amend = {"do": "amend", "round": 1, "table": 1, "winner": first.players[1], "influence": influence, "reason": "x"}
    service.take(amend, "en")
    return service.records


CORRECTED_RECORDS = _corrected_late()


def test_an_event_begins_with_an_opening_as_the_program_makes_it(subtests: pytest.Subtests) -> None:
    opening = json.loads(FINISHED_RECORDS[0].event)
    for forged in [
        *({**opening, "name": name} for name in ("\x1b[31mred", "")),
        *({**opening, **wrong} for wrong in ({"format": "chess"}, {"commitment": "none"}, {"short_seed": True})),
        {"event": "PlayerRegistered", "player": "Ana"},
        {"event": "EventFinished", "seed": SEED},
        {"event": "CommandUndone", "undone": "EventOpened"},
    ]:
        with subtests.test(forged=forged):
            caught = error_of(Damaged, verify_records, sealed_anew(FINISHED_RECORDS, 1, json.dumps(forged)))
            assert caught.where in ("events[1]", "records[1]")


def test_an_event_is_opened_once_in_a_log() -> None:
    first = FINISHED_RECORDS[0]
    with pytest.raises(Damaged):
        verify_records([first, seal(first, at=first.at, event=first.event)])


@pytest.mark.parametrize("change", [lambda _: (), lambda records: records[1:], lambda records: records[::-1]])
def test_a_log_without_its_beginning_is_none(change: Callable[[Sequence[Record]], Sequence[Record]]) -> None:
    with pytest.raises(Damaged):
        verify_records(change(FINISHED_RECORDS))


BUSY = busy()


def test_an_author_is_a_short_visible_text(subtests: pytest.Subtests) -> None:
    for by in ["", "x" * 201, "\x1b[31mred", "a\nb", "\ud800"]:
        with subtests.test(by=by):
            service = opened()
            caught = error_of(BadInput, service.take, {"do": "register", "player": "Ana"}, "en", by=by)
            assert (caught.code, service.number) == ("bad_author", 1)


def test_a_record_that_nobody_could_read_is_refused(subtests: pytest.Subtests) -> None:
    for change in [{"by": "\x1b[31mred"}, {"by": ""}, {"at": "yesterday"}, {"at": "2026-03-06T18:00:00"}]:
        with subtests.test(change=change):
            first = BUSY.records[0]
            record = seal(first, **{"at": first.at, "event": BUSY.records[1].event, **change})
            assert error_of(Damaged, verify_records, [first, record]).where == "events[2]"


def test_the_floor_does_not_come_before_the_event() -> None:
    with pytest.raises(Damaged):
        verify_records([seal(None, at=BUSY.records[0].at, event='{"event":"ClockPaused"}')])


@given(st.data())
def test_what_was_changed_and_sealed_anew_is_found_out_or_can_be_shown(data: st.DataObject) -> None:
    """Draws cannot be proved yet: a forged one may get in, but never something that cannot be looked at."""
    records = data.draw(st.sampled_from([UNFINISHED_RECORDS, CORRECTED_RECORDS, BUSY.records]))
    number = data.draw(st.integers(1, len(records)))
    event = json.loads(records[number - 1].event)
    path = data.draw(st.sampled_from(paths(event)))
    forged = sealed_anew(records, number, json.dumps(with_part(event, path, data.draw(SMALL_JSON))))
    log = open_log()
    try:
        service = EventService(log, import_event(log, "Friday", forged, None))
    except FloorjudgeError:
        return
    json.dumps(view(service.state, "en"))
    for record in service.records:
        render(log_entry(record).staff, "en")
    search_calls(service.state.venue, "a b")
    if service.state.venue.clock is not None:
        remaining(service.state.venue.clock, datetime.now(UTC))
    for command in (
        {"do": "undo"},
        {"do": "drawn", "table": 1},
        {"do": "leave", "player": "Ana"},
        {"do": "close_call", "call": 1},
        {"do": "next"},
    ):
        try:
            service.take(command, "en")
        except FloorjudgeError:
            continue


def test_what_the_floor_could_not_have_given_is_refused(subtests: pytest.Subtests) -> None:
    for event in [
        {"event": "ResultConfirmed", "table": 1, "player": "Ana", "statement": 9},
        {"event": "CallTaken", "call": 3},
        {"event": "CallOpened", "call": 1, "about": "x"},
        {"event": "CallNoted", "call": 1, "text": ""},
        {"event": "ClockStarted", "minutes": 10**6},
        {"event": "ClockResumed"},
        {"event": "ResultProposed", "table": 1, "player": "Zoe", "said": {"kind": "drawn"}},
        {"event": "Ruled", "call": 2, "text": "x", "clauses": ["mtr 4.4.3"]},
        {"event": "Ruled", "call": 2, "text": "x", "clauses": [], "loop": {"case": 1}},
        {"event": "Announced", "text": " "},
        {"event": "Unheard"},
    ]:
        with subtests.test(event=event):
            newest = BUSY.records[-1]
            records = [*BUSY.records, seal(newest, at=newest.at, event=json.dumps(event))]
            with pytest.raises(Damaged):
                verify_records(records)


def test_a_tournament_that_was_changed_is_named_by_its_record_among_those_of_the_floor() -> None:
    number = next(record.number for record in BUSY.records if "ResultReported" in record.event)
    event = json.loads(BUSY.records[number - 1].event)
    forged = json.dumps({**event, "winner": "nobody"})
    assert error_of(Damaged, verify_records, sealed_anew(BUSY.records, number, forged)).where == f"events[{number}]"
