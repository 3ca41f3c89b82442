"""OTE 2.9 and 2.10: the last games, and the places."""

import pytest

from floorjudge.events import commands
from tests.clauses.playing import Example
from tests.events.driver import SEED


def places(event: Example, players: list[str]) -> list[int | None]:
    return [event.player(player)["place"] for player in players]


@pytest.mark.clauses("OTE 2.9")
def test_the_other_inactive_players_play_during_the_final_and_can_still_improve() -> None:
    event = Example.of(9)
    event.all_end()
    event.next()
    assert event.sizes == {"final": [3], "inactive": [3, 3]}
    last = event.seated(3)[0]
    before = event.player(last)["victory_points"]
    event.all_end()
    assert event.player(last)["victory_points"] == before + 4


@pytest.mark.clauses("OTE 2.9")
def test_the_event_waits_for_the_last_games_of_the_inactive_set() -> None:
    event = Example.of(9)
    event.all_end()
    event.next()
    event.ends(1, (16, 5, 1))
    assert event.refusal(commands.Next(SEED)).code == "games_open"
    event.all_end()
    assert event.next().view["stage"] == "finished"


@pytest.mark.clauses("OTE 2.10")
def test_the_final_gives_the_first_three_places_whatever_the_scores() -> None:
    event = Example.of(9)
    event.all_end()
    event.next()
    event.ends(2, (1000, 900, 800))
    event.ends(3, (1000, 900, 800))
    finalists = event.ends(1, (16, -3, -2))
    assert places(event, finalists) == [None, None, None]
    event.next()
    assert places(event, finalists) == [1, 3, 2]


@pytest.mark.clauses("OTE 2.10")
def test_equal_influence_in_the_final_shares_the_second_place() -> None:
    event = Example.of(9)
    event.all_end()
    event.next()
    finalists = event.ends(1, (16, 7, 7))
    event.all_end()
    event.next()
    assert places(event, finalists) == [1, 2, 2]
    others = [line["place"] for line in event.view["players"] if line["player"] not in finalists]
    assert min(others) == 4


@pytest.mark.clauses("OTE 2.10")
def test_all_others_are_placed_by_score_and_equals_share_a_place() -> None:
    """After equal first rounds, two equal games: the two thirds and the two fourths of the sets are equal."""
    event = Example.of(9)
    for table in (1, 2, 3):
        event.ends(table, (16, 6, 6))
    event.next()
    event.ends(1, (16, 5, 1))
    one = event.ends(2, (16, 4, 2))
    other = event.ends(3, (16, 4, 2))
    event.next()
    assert places(event, one) == places(event, other) == [4, 6, 8]


@pytest.mark.clauses("OTE 2.10")
def test_who_left_has_a_score_and_no_place_and_nobody_waits_behind_them() -> None:
    event = Example.of(6)
    event.ends(1, (16, 9, 1))
    gone = event.ends(2, (16, 8, 2))[1]
    event.leaves(gone).next()
    event.all_end()
    event.next()
    assert (event.player(gone)["place"], event.player(gone)["score"]) == (None, "8")
    assert sorted(line["place"] for line in event.view["players"] if line["place"]) == [1, 2, 3, 4, 5]


@pytest.mark.clauses("OTE 2.10")
def test_who_won_the_final_and_then_left_has_still_won() -> None:
    event = Example.of(3)
    event.all_end()
    event.next()
    finalists = event.ends(1, (16, 9, 1))
    event.leaves(finalists[0]).next()
    assert places(event, finalists) == [1, 2, 3]
