"""OTE 2.0 to 2.2: the words of play, rounds, and the two sets."""

import pytest

from floorjudge.events import commands
from tests.clauses.playing import Example
from tests.events.driver import SEED, opened
from tests.support.reports import report


@pytest.mark.clauses("OTE 2.0")
def test_games_of_two_and_four_are_off_numbered_and_are_counted_for_their_players() -> None:
    seven, five = Example.of(7), Example.of(5)
    assert [(len(table["players"]), table["off_numbered"]) for table in seven.tables] == [(4, True), (3, False)]
    assert [(len(table["players"]), table["off_numbered"]) for table in five.tables] == [(2, True), (3, False)]
    assert [seven.player(player)["off_numbered_games"] for player in seven.seated(1)] == [1, 1, 1, 1]
    assert [seven.player(player)["off_numbered_games"] for player in seven.seated(2)] == [0, 0, 0]


@pytest.mark.clauses("OTE 2.0", "OTE 2.8.1")
def test_points_are_cumulative_and_make_the_tournament_score() -> None:
    event = Example.of(12)
    event.all_end((17, 5, -3))
    event.next()
    winner = event.seated(1)[0]
    assert event.player(winner)["score"] == "33/2"
    event.all_end((18, 5, 1, 0))
    line = event.player(winner)
    assert (line["victory_points"], line["influence"], line["score"]) == (16, 35, "67/2")


@pytest.mark.clauses("OTE 2.1")
def test_a_round_is_one_game_for_everybody() -> None:
    event = Example.of(47)
    seats = [player for table in event.tables for player in table["players"]]
    assert sorted(seats) == sorted(event.those("active"))
    assert event.view["round"] == 1


@pytest.mark.clauses("OTE 2.1")
def test_two_players_are_no_tournament() -> None:
    error = Example(SEED, opened(["Ana", "Bo"]).state).refusal(commands.Start(None, None, SEED))
    assert (error.code, error.clauses) == ("too_few_players", ())


@pytest.mark.clauses("OTE 2.2")
def test_everybody_begins_active_and_a_lost_game_moves_to_the_inactive_set() -> None:
    event = Example.of(6)
    assert len(event.those("active")) == 6
    winner, *losers = event.ends(1, (16, 5, 1))
    assert set(event.those("inactive")) == set(losers)
    assert winner in event.those("active")


@pytest.mark.clauses("OTE 2.2")
def test_nobody_is_eliminated_from_the_inactive_set_by_losing_again() -> None:
    event = Example.of(12)
    event.all_end()
    event.next()
    loser = event.seated(2)[1]
    event.all_end()
    assert event.player(loser)["set"] == "inactive"
    event.next()
    assert loser in [player for table in event.tables for player in table["players"]]


@pytest.mark.clauses("OTE 2.2")
def test_whoever_wants_to_may_leave_and_is_grouped_no_more() -> None:
    event = Example.of(9)
    loser = event.seated(1)[2]
    event.all_end()
    event.leaves(loser).next()
    assert loser not in [player for table in event.tables for player in table["players"]]
    assert event.player(loser)["set"] == "left"
    assert event.refusal(commands.Leave(loser)).code == "has_left"


@pytest.mark.clauses("OTE 2.2")
def test_who_leaves_during_a_game_cannot_win_it_and_the_last_one_at_a_table_has_won() -> None:
    event = Example.of(3)
    gone, second, last = event.seated(1)
    event.leaves(gone)
    said = report(1, gone, {gone: 16, second: 3, last: 2})
    assert event.refusal(said).code == "gone_cannot_win"
    event.leaves(second)
    assert event.tables[0]["result"]["winner"] == last
    assert event.those("active") == [last]


@pytest.mark.clauses("OTE 2.2")
def test_nobody_enters_once_the_first_round_is_grouped() -> None:
    assert Example.of(6).refusal(commands.Register("late")).code == "no_late_entry"
