"""A result that decided nothing yet is taken away: its table is open as before."""

from __future__ import annotations

import pytest

from floorjudge.events import commands
from floorjudge.events.verify import verify
from floorjudge.formats.on_the_edge.rules.event import memory_of
from tests.clauses.playing import Example
from tests.events.driver import SEED
from tests.events.floor.small_event import (
    outcome,
    refusal,
    report_all,
    result_of,
    started,
    take,
)
from tests.support.reports import qualified, report

WRONG = "it was another table"


@pytest.mark.clauses("OTE 2.2", "OTE 2.3")
def test_a_table_whose_result_was_taken_away_is_open_as_before() -> None:
    event = Example.of(9)
    event.ends(1, (16, 9, 1))
    before = event.view
    event.ends(2, (16, 3, -2))
    event.do(commands.Unreport(2, WRONG))
    assert event.view == before
    assert event.refusal(commands.Next(SEED)).code == "games_open"
    event.ends(2, (17, 2, 2))
    event.all_end()
    event.next()
    assert verify(event.log, SEED).draws_proved == 2


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


def test_results_of_readmission_and_final_are_taken_away_while_they_are_played() -> None:
    event = Example.of(6)
    event.all_end((16, 9, 9))
    event.next()
    (game,) = event.tables
    event.do(qualified(1, (game["players"][0],)))
    event.do(commands.Unreport(1, WRONG))
    assert event.tables[0]["result"] is None
    event.do(qualified(1, (game["players"][1],)))
    event.next()
    before = event.view
    event.ends(1, (16, 9, 1))
    event.do(commands.Unreport(1, WRONG))
    assert event.view == before
    event.all_end()
    event.next()
    refused = event.refusal(commands.Unreport(1, WRONG))
    assert refused.code == "finished"
    assert "amend" in refused.message("en")


@pytest.mark.clauses("OTE 2.2")
def test_a_game_that_one_player_is_left_in_stays_won() -> None:
    event = Example.of(6)
    here, gone, away = event.seated(1)
    event.leaves(gone).leaves(away)
    refused = event.refusal(commands.Unreport(1, WRONG))
    assert refused.code == "already_decided"
    assert here in refused.message("en")
    event.do(report(1, here, {here: 16, gone: 4, away: 2}))
    event.do(commands.Unreport(1, WRONG))
    assert event.facts[-1]["winner"] == here
    assert event.tables[0]["result"]["influence"] == dict.fromkeys((here, gone, away), 0)
    # It is reported as any game that was won like that.
    event.do(report(1, here, {here: 16, gone: 5, away: 2}))


@pytest.mark.clauses("OTE 2.2")
def test_a_game_that_nobody_is_left_to_play_keeps_its_result() -> None:
    event = Example.of(6)
    event.ends(1, (16, 4, 2))
    for player in event.seated(1):
        event.leaves(player)
    refused = event.refusal(commands.Unreport(1, WRONG))
    assert refused.code == "too_few_to_play_on"
    assert "amend" in refused.message("en")


@pytest.mark.clauses("OTE 2.2", "OTE 2.8.3")
def test_a_readmission_game_that_leaving_decides_again_keeps_its_result() -> None:
    event = Example.of(6)
    event.all_end((16, 9, 9))
    event.next()
    first, *others = event.seated(1)
    event.do(qualified(1, (first,)))
    for player in others:
        event.leaves(player)
    assert event.refusal(commands.Unreport(1, WRONG)).code == "too_few_to_play_on"


@pytest.mark.clauses("OTE 2.2", "OTE 2.8.3")
def test_a_game_is_open_again_when_enough_are_left_to_decide_it() -> None:
    event = Example.of(6)
    first, gone, third = event.ends(1, (16, 4, 2))
    event.leaves(gone)
    event.do(commands.Unreport(1, WRONG))
    event.do(report(1, third, {first: 4, gone: 2, third: 16}))
    # Two are left for the two seats of the final: there is nothing to play for.
    event = Example.of(4)
    event.ends(1, (16, 2, 2, 2))
    event.next()
    *through, away = event.seated(1)
    event.do(qualified(1, tuple(through)))
    event.leaves(away)
    assert event.refusal(commands.Unreport(1, WRONG)).code == "too_few_to_play_on"


@pytest.mark.clauses("OTE 2.2")
def test_who_left_during_the_game_and_is_back_can_win_it() -> None:
    event = Example.of(9)
    winner, back, other = event.seated(1)
    event.leaves(back)
    event.ends(1, (16, 9, 1))
    event.do(commands.ComeBack(back))
    event.do(commands.Unreport(1, WRONG))
    assert {event.player(name)["set"] for name in (winner, back, other)} == {"active"}
    event.do(report(1, back, {winner: 9, back: 16, other: 1}))


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
