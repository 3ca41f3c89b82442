"""Corrections: who won is never changed, nor left as it was, without a word."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from floorjudge.events import commands
from floorjudge.events.events import Event, EventOpened
from floorjudge.events.evolve import replay
from floorjudge.events.verify import verify
from floorjudge.events.view import changes
from floorjudge.formats.on_the_edge.log import ReadmissionAmended, ResultAmended
from tests.clauses.playing import Example
from tests.events.driver import SEED
from tests.support.reports import amend, amend_qualified, qualified

WHY = "two seats confused"


@pytest.mark.clauses("OTE 2.3")
def test_a_reason_is_no_note() -> None:
    event = Example.of(3)
    one, two, three = event.ends(1, (16, 14, 0))
    behind = amend(1, 1, one, {one: 14, two: 16, three: 0}, WHY)
    assert event.refusal(behind).code == "target_not_reached"
    assert event.refusal(amend(1, 1, one, {one: 16, two: 17, three: 0}, WHY)).code == "winner_behind"
    event.do(amend(1, 1, one, {one: 16, two: 17, three: 0}, WHY, "a ruling"))
    assert event.tables[0]["result"]["note"] == "a ruling"


@pytest.mark.clauses("OTE 2.3")
def test_who_won_comes_first() -> None:
    event = Example.of(3)
    one, two, three = event.ends(1, (16, 14, 0))
    amended = ResultAmended(1, 1, two, {one: 14, two: 16, three: 0}, WHY)
    first, *_ = changes(event.now, amended, "en")
    assert first == {"what": "winner", "player": None, "from": one, "to": two, "text": f"Winner: {one} → {two}"}
    same = ResultAmended(1, 1, one, {one: 17, two: 14, three: 0}, WHY)
    assert "winner" not in {change["what"] for change in changes(event.now, same, "en")}


@pytest.mark.clauses("OTE 2.8.3")
def test_who_qualified_comes_first() -> None:
    event = Example.of(6)
    event.all_end((16, 9, 9))
    event.next()
    one, two, *_ = event.seated(1)
    event.do(qualified(1, (one,)))
    event.do(amend_qualified(1, 1, (two,), "misheard", SEED))
    event.do(commands.Undo())
    event.next()
    amended = event.do(amend_qualified(1, 1, (two,), "misheard", SEED)).log[-1]
    assert isinstance(amended, ReadmissionAmended)
    event.do(commands.Undo())
    first, *_ = changes(event.now, amended, "en")
    assert (first["what"], first["from"], first["to"]) == ("qualified", [one], [two])


def test_older_logs_with_a_winner_behind_verify_as_they_are() -> None:
    event = Example.of(3)
    one, two, three = event.ends(1, (16, 14, 0))
    opened, *others = event.log
    assert isinstance(opened, EventOpened)
    behind = ResultAmended(1, 1, one, {one: 16, two: 17, three: 0}, WHY)
    old: list[Event] = [replace(opened, draws=None), *others, behind]
    assert verify(old, SEED).state == replay(old)
