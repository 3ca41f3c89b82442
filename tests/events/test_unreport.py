"""A result that decided nothing yet is taken away: its table is open as before."""

from __future__ import annotations

import pytest

from floorjudge.events import commands
from floorjudge.formats.on_the_edge.rules.event import memory_of
from tests.clauses.playing import Example
from tests.events.floor.small_event import (
    outcome,
    refusal,
    report_all,
    result_of,
    started,
    take,
)
from tests.support.reports import qualified

WRONG = "it was another table"


def test_the_reason_stands_in_the_log() -> None:
    event = Example.of(3)
    event.ends(1, (16, 9, 1))
    assert event.refusal(commands.Unreport(1, "  ")).code == "bad_words"
    event.do(commands.Unreport(1, WRONG))
    assert event.facts[-1] == {"event": "ResultUnreported", "table": 1, "reason": WRONG, "winner": None}
    event.do(commands.Undo())
    assert event.tables[0]["result"]["winner"] == event.seated(1)[0]


def test_what_has_no_result_has_none_to_take_away() -> None:
    event = Example.of(9)
    assert event.refusal(commands.Unreport(1, WRONG)).code == "nothing_to_take_away"
    assert event.refusal(commands.Unreport(4, WRONG)).code == "no_such_table"
    event.all_end()
    event.next()
    refused = event.refusal(commands.Unreport(1, WRONG))
    assert refused.code == "nothing_to_take_away"
    assert "amend" in refused.message("en")


@pytest.mark.clauses("OTE 2.2", "OTE 2.8")
def test_a_seat_that_the_result_had_given_away_is_its_players_again() -> None:
    event = Example.of(7)
    event.ends(1, (16, 9, 9, 0))
    event.ends(2, (16, 9, 9))
    event.next()
    away, *tied = event.those("active")[0], *event.seated(1)
    event.leaves(away)
    event.do(qualified(1, tuple(tied[:2])))
    event.do(commands.ComeBack(away))
    assert (event.player(away)["set"], memory_of(event.now).too_late) == ("inactive", (away,))
    event.do(commands.Unreport(1, WRONG))
    assert (event.player(away)["set"], memory_of(event.now).too_late) == ("active", ())
    event.do(qualified(1, (tied[0],)))
    event.next()
    assert set(event.seated(1)) == {*event.those("active"), tied[0]}


def test_a_desk_that_has_not_seen_a_correction_does_not_take_it_away() -> None:
    service = started(players=6)
    one, two = service.state.tables
    report_all(service)
    seen = service.number
    take(service, "amend", round=1, reason="typed wrong", **result_of(one, 1))
    assert refusal(service, "unreport", table=1, reason=WRONG, seen=seen) == "seen_too_old"
    assert outcome(service, "unreport", table=2, reason=WRONG, seen=seen) == "ResultUnreported"
    assert refusal(service, "report", seen=seen, **result_of(two)) == "seen_too_old"
