"""Corrections: who won is never changed, nor left as it was, without a word."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from floorjudge.events import commands
from floorjudge.events.errors import WrongEvent
from floorjudge.events.events import Event, EventOpened
from floorjudge.events.evolve import replay
from floorjudge.events.verify import verify
from floorjudge.events.view import changes
from floorjudge.formats.competition import Finished, Stage
from floorjudge.formats.on_the_edge.log import Otherwise, ReadmissionAmended, ResultAmended
from floorjudge.formats.on_the_edge.rules.playing import compare
from tests.clauses.playing import Example, Line
from tests.events.driver import SEED
from tests.support.refusals import error_of, told
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
    event.next()
    first, *_ = would_change(event, amend_qualified(1, 1, (two,), "misheard", SEED))
    said = f"Qualified: {one} → {two}"
    assert first == {"what": "qualified", "player": None, "from": [one], "to": [two], "text": said}
    refused = event.refusal(amend_qualified(2, 1, (two,), "misheard", SEED))
    assert told(refused) == ("no_readmission_in_round", "qualified", 2)
    same = ReadmissionAmended(1, 1, (one,), "misheard")
    assert "qualified" not in {change["what"] for change in changes(event.now, same, "en")}


@pytest.mark.clauses("OTE 2.3")
def test_everything_that_a_correction_changes_is_said() -> None:
    event = Example.of(4)
    one, two, three, four = event.ends(1, (16, 9, 9, 0))
    right = {one: 5, two: 17, three: 0, four: 0}
    sets = [
        f"{one} moves from the active set to the inactive set.",
        f"{two} moves from the inactive set to the active set.",
    ]
    points = [
        f"Winner: {one} → {two}",
        f"{one}: victory points 8 become 4.",
        f"{one}: influence points 16 become 5.",
        f"{one}: tournament score 16 becomes 6½.",
        f"{two}: victory points 2 become 8.",
        f"{two}: influence points 9 become 17.",
        f"{two}: tournament score 6½ becomes 16½.",
        f"{three}: victory points 2 become 0.",
        f"{three}: influence points 9 become 0.",
        f"{three}: tournament score 6½ becomes 0.",
    ]
    early = would_change(event, amend(1, 1, two, right, WHY))
    assert sorted(each["text"] for each in early) == sorted([*sets, *points])
    assert (
        next(each for each in early if each["text"] == sets[1]).items() >= {"from": "inactive", "to": "active"}.items()
    )
    event.next()
    late = would_change(event, amend(1, 1, two, right, WHY, None, SEED))
    assert sorted(each["text"] for each in late[:-4]) == sorted(points)
    assert [each["text"] for each in late[-4:-1]] == [
        f"{two} would have been active in the next round.",
        f"{one} would have been inactive in the next round.",
        "Next would have come: the readmission game.",
    ]
    *_, active, inactive, stage, group = late
    assert [[each[key] for key in ("what", "player", "from", "to")] for each in (active, inactive, stage)] == [
        ["would_be_set", two, None, "active"],
        ["would_be_set", one, None, "inactive"],
        ["would_be_stage", None, None, "readmission"],
    ]
    assert (group["what"], group["player"], group["from"]) == ("would_be_group", None, None)
    assert set(group["to"]) == {three, four}
    assert group["text"] == f"This group would have played and did not: {', '.join(group['to'])}."


def test_an_end_that_would_have_come_or_did_is_told_from_a_stage() -> None:
    event = Example.of(3).now
    final = Stage("final", 2, event.tables)
    assert compare(event, event, final, Finished()) == Otherwise(stage="finished")
    assert compare(event, event, Finished(), final) == Otherwise(stage="final", groups=(event.tables[0].players,))
    assert compare(event, event, Finished(), Finished()) == compare(event, event, final, final) == Otherwise()


@pytest.mark.clauses("OTE 2.10")
def test_places_that_a_correction_changes_are_said() -> None:
    event = Example.of(3)
    event.all_end()
    event.next()
    first, second, third = event.ends(1, (16, 9, 1))
    event.next()
    said = would_change(event, amend(2, 1, third, {first: 3, second: 3, third: 16}, WHY, None, SEED))
    assert {(each["player"], each["text"]) for each in said if each["what"] == "place"} == {
        (first, f"{first}: place 1 becomes 2."),
        (third, f"{third}: place 3 becomes 1."),
    }


def test_older_logs_with_a_winner_behind_verify_as_they_are() -> None:
    event = Example.of(3)
    one, two, three = event.ends(1, (16, 14, 0))
    opened, *others = event.log
    assert isinstance(opened, EventOpened)
    behind = ResultAmended(1, 1, one, {one: 16, two: 17, three: 0}, WHY)
    old: list[Event] = [replace(opened, draws=None), *others, behind]
    assert verify(old, SEED).state == replay(old)
    below = replace(behind, influence={one: 15, two: 14, three: 0})
    error_of(WrongEvent, verify, [*old[:-1], below], SEED)


def would_change(event: Example, correction: commands.TournamentCommand) -> list[Line]:
    """Return what the correction changes, and leave the event without it."""
    amended = event.do(correction).log[-1]
    event.do(commands.Undo())
    assert isinstance(amended, ResultAmended | ReadmissionAmended)
    return list(changes(event.now, amended, "en"))
