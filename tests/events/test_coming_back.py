"""Leaving and coming back: who is active again, whose seat is lost, which place a finalist keeps; and older logs, which stay as they were."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events import codec, commands, decide, evolve, replay, verify
from floorjudge.events.errors import WrongEvent
from floorjudge.events.view import changes
from floorjudge.formats.on_the_edge.log import EventFinished, PlayerReturned, ResultAmended
from floorjudge.formats.on_the_edge.rules.event import finalists
from floorjudge.formats.on_the_edge.tables import PlayerSet, set_of
from tests.clauses.playing import Example
from tests.events.driver import SEED, Script, play, scripts
from tests.support.reports import amend, qualified, report


def returns(event: Example, player: str) -> str:
    """Let a player in again and return the set in which they are then."""
    event.do(commands.ComeBack(player))
    return str(event.player(player)["set"])


def seats(event: Example, of: str) -> list[str]:
    return [player for table in event.tables if table["set"] == of for player in table["players"]]


@pytest.mark.clauses("OTE 2.2")
def test_who_left_undefeated_and_comes_back_before_the_next_grouping_is_active_and_grouped() -> None:
    event = Example.of(12)
    event.all_end()
    winner = event.those("active")[0]
    assert returns(event.leaves(winner), winner) == "active"
    assert winner in seats(event.next(), "active")


@pytest.mark.clauses("OTE 2.2")
def test_who_missed_a_grouping_comes_back_inactive() -> None:
    event = Example.of(15)
    event.all_end()
    winner = event.those("active")[0]
    event.leaves(winner).next()
    assert returns(event, winner) == "inactive"
    # Missing one is enough, however soon they come and go afterwards.
    assert returns(event.leaves(winner), winner) == "inactive"


@pytest.mark.clauses("OTE 2.2")
def test_who_has_lost_comes_back_inactive() -> None:
    event = Example.of(9)
    _, loser, *_ = event.ends(1, (16, 5, 1))
    assert returns(event.leaves(loser), loser) == "inactive"


@pytest.mark.clauses("OTE 2.2")
def test_a_game_that_was_lost_meanwhile_is_lost() -> None:
    event = Example.of(9)
    gone = event.seated(1)[1]
    event.leaves(gone).ends(1, (16, 5, 1))
    assert returns(event, gone) == "inactive"


@pytest.mark.clauses("OTE 2.2", "OTE 2.3")
@pytest.mark.parametrize("back_first", [True, False])
def test_a_correction_moves_who_left_too(back_first: bool) -> None:  # noqa: FBT001 (pytest gives it)
    event = Example.of(12)
    winner, second, *_ = event.ends(1, (16, 5, 1))
    event.leaves(winner).leaves(second)
    if back_first:
        assert (returns(event, winner), returns(event, second)) == ("active", "inactive")
    influence = dict(zip(event.seated(1), (16, 16, 1), strict=True))
    event.do(amend(1, 1, second, influence, "swapped", None, SEED))
    if not back_first:
        event.do(commands.ComeBack(winner)).do(commands.ComeBack(second))
    assert (event.player(winner)["set"], event.player(second)["set"]) == ("inactive", "active")


@pytest.mark.clauses("OTE 2.2")
def test_taking_the_coming_back_back_leaves_the_way_open() -> None:
    event = Example.of(12)
    event.all_end()
    winner = event.those("active")[0]
    returns(event.leaves(winner), winner)
    event.do(commands.Undo())
    assert event.player(winner)["set"] == "left"
    assert returns(event, winner) == "active"
    event.do(commands.Undo()).do(commands.Undo())
    assert event.player(winner)["set"] == "active"


def tied_for_one_seat() -> Example:
    """Return an event in which two are active and four are level for one seat of the final."""
    event = Example.of(6)
    event.all_end((16, 5, 5))
    event.next()
    assert (event.view["stage"], len(event.those("active")), len(event.seated(1))) == ("readmission", 2, 4)
    return event


@pytest.mark.clauses("OTE 2.2", "OTE 2.8")
def test_an_active_player_who_leaves_during_a_readmission_game_and_comes_back_in_time_is_active() -> None:
    event = tied_for_one_seat()
    gone, stays = event.those("active")
    assert returns(event.leaves(gone), gone) == "active"
    through = event.seated(1)[0]
    event.do(qualified(1, (through,)))
    assert set(event.next().seated(1)) == {gone, stays, through}


@pytest.mark.clauses("OTE 2.2", "OTE 2.8")
def test_an_active_player_finds_the_final_full_when_others_took_the_seat_meanwhile() -> None:
    event = tied_for_one_seat()
    gone, stays = event.those("active")
    event.leaves(gone)
    through = event.seated(1)[:2]
    event.do(qualified(1, tuple(through)))
    assert returns(event, gone) == "inactive"
    assert set(event.next().seated(1)) == {stays, *through}
    assert gone in seats(event, "inactive")


@pytest.mark.clauses("OTE 2.2", "OTE 2.9")
def test_who_leaves_the_final_by_mistake_comes_back_and_may_win_it() -> None:
    event = Example.of(9)
    event.all_end()
    event.next()
    finalist, other = event.seated(1)[0], event.seated(2)[1]
    assert returns(event.leaves(finalist), finalist) == "active"
    assert event.ends(1, (16, 5, 1))[0] == finalist
    event.all_end()
    assert returns(event.leaves(other), other) == "inactive"
    event.next()
    assert event.player(finalist)["place"] == 1
    assert event.player(other)["place"] is not None
    assert event.refusal(commands.ComeBack(finalist)).code == "is_here"


@pytest.mark.clauses("OTE 2.10")
def test_who_played_the_final_keeps_the_place_that_it_gave_also_after_leaving() -> None:
    event = Example.of(9)
    event.all_end()
    event.next()
    first, second, third = event.ends(1, (16, 5, 1))
    event.all_end()
    gone = event.seated(2)[1]
    event.leaves(second).leaves(third).leaves(gone).next()
    places = {player["player"]: player["place"] for player in event.view["players"]}
    assert (places[first], places[second], places[third], places[gone]) == (1, 2, 3, None)
    assert sorted(place for place in places.values() if place) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.clauses("OTE 2.10")
def test_who_left_during_the_final_has_the_place_of_the_influence_reported() -> None:
    event = Example.of(9)
    event.all_end()
    event.next()
    first, second, third = event.seated(1)
    event.leaves(third).do(report(1, first, {first: 16, second: 2, third: 7}))
    event.all_end()
    event.next()
    assert [event.player(name)["place"] for name in (first, third, second)] == [1, 2, 3]


@given(scripts(kinds=("leave", "leave game", "amend now", "undo", "drawn"), players=20), st.integers(0, 60))
def test_to_leave_and_come_back_before_the_next_grouping_changes_nothing_of_who_plays_where(
    script: Script, choice: int
) -> None:
    for organiser in play(script):
        here = organiser.now.in_event()
        if not organiser.now.tables or organiser.now.seed is not None or not here:
            continue
        player = here[choice % len(here)].name
        (left,) = decide(organiser.now, commands.Leave(player))
        if getattr(left, "table", None) is not None:
            continue  # it ended a game, which stays ended
        away = evolve(organiser.now, left)
        (back,) = decide(away, commands.ComeBack(player, alike=True))
        again = evolve(away, back)
        assert (again.players, finalists(again)) == (organiser.now.players, finalists(organiser.now))
        if not again.open_tables():
            assert decide(again, commands.Next(SEED)) == decide(organiser.now, commands.Next(SEED))


class TestOlderLogs:
    """Logs from before events said the set, and whom the final places, give the states of their day and are verified."""

    @staticmethod
    def older(event: Example, without: type[Any], field: str) -> list[Any]:
        """Return the log as an older version wrote it: without a field, and without saying how draws follow from the seed."""
        lines = [json.loads(codec.event_json(each)) for each in event.log]
        del lines[0]["draws"]
        for line in lines:
            if line["event"] == without.__name__:
                del line[field]
        return [codec.read_event(json.dumps(line)) for line in lines]

    def test_everybody_came_back_inactive_whose_game_was_over(self) -> None:
        event = Example.of(12)
        event.all_end()
        winner = event.those("active")[0]
        returns(event.leaves(winner), winner)
        log = self.older(event, PlayerReturned, "set")
        state = replay(log)
        assert set_of(state.players[winner]) is PlayerSet.INACTIVE
        # The tables that were drawn from there are the right ones.
        (grouped,) = decide(state, commands.Next(SEED))
        verified = verify([*log, grouped], SEED)
        assert (verified.draws_proved, set_of(verified.state.players[winner])) == (2, PlayerSet.INACTIVE)

    def test_who_came_back_to_an_open_game_was_what_they_had_been(self) -> None:
        event = Example.of(12)
        player = event.seated(1)[0]
        returns(event.leaves(player), player)
        log = self.older(event, PlayerReturned, "set")
        assert set_of(verify(log, SEED).state.players[player]) is PlayerSet.ACTIVE

    def test_a_finalist_who_had_left_had_no_place(self) -> None:
        event = Example.of(9)
        event.all_end()
        event.next()
        first, second, third = event.ends(1, (16, 5, 1))
        event.all_end()
        event.leaves(second).leaves(first).next()
        log = self.older(event, EventFinished, "finalists_placed")
        state = verify(log).state
        places = state.places()
        assert (places[first], places.get(second), places[third]) == (1, None, 2)
        corrected = ResultAmended(2, 1, second, {first: 5, second: 16, third: 1}, "swapped")
        said = {change["text"] for change in changes(state, corrected, "en") if change["what"] == "place"}
        assert said == {f"{first}: place 1 becomes –.", f"{second}: place – becomes 1."}

    def test_a_log_that_says_another_set_than_the_rules_is_none_of_ours(self) -> None:
        event = Example.of(12)
        event.all_end()
        winner = event.those("active")[0]
        returns(event.leaves(winner), winner)
        *before, back = event.log
        assert back == PlayerReturned(winner, "active")
        with pytest.raises(WrongEvent) as wrong:
            verify([*before, PlayerReturned(winner, "inactive")], SEED)
        assert wrong.value.number == len(event.log)
