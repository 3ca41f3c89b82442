"""OTE 2.8: the final, and who is readmitted to it."""

import pytest

from floorjudge.events import commands
from tests.clauses.playing import Example
from tests.events.driver import SEED
from tests.support.reports import amend_qualified, qualified, report


@pytest.mark.clauses("OTE 2.8")
def test_three_active_players_play_the_final_next() -> None:
    event = Example.of(9)
    event.all_end()
    active = event.those("active")
    event.next()
    assert (event.view["stage"], event.view["round"]) == ("final", 2)
    assert event.seated(1) == active
    assert event.tables[0]["target"] == 16


@pytest.mark.clauses("OTE 2.8")
def test_four_active_players_play_another_round() -> None:
    event = Example.of(12)
    event.all_end()
    assert event.next().view["stage"] == "round"


@pytest.mark.clauses("OTE 2.8")
def test_active_players_who_leave_between_rounds_bring_the_final_nearer() -> None:
    event = Example.of(12)
    event.all_end()
    event.leaves(event.those("active")[0]).next()
    assert event.view["stage"] == "final"
    assert event.seated(1) == event.those("active")


@pytest.mark.clauses("OTE 2.8.1", "OTE 2.8.2")
def test_the_highest_score_is_readmitted_not_the_most_victory_points() -> None:
    """Score is IP/2 + VP: 2 tied points and 15 influence (19/2) are more than 4 points and 10 influence (9)."""
    event = Example.of(6)
    second = event.ends(1, (16, 10, 1))[1]
    event.ends(2, (16, 2, 2))
    assert event.player(second)["score"] == "9"
    event.do(commands.Undo())
    tied = event.ends(2, (16, 15, 15))[1:]
    assert [event.player(player)["score"] for player in tied] == ["19/2", "19/2"]
    event.next()
    assert event.view["stage"] == "readmission"
    assert set(event.seated(1)) == set(tied)


@pytest.mark.clauses("OTE 2.8.2")
def test_one_seat_goes_to_the_one_highest_score() -> None:
    event = Example.of(6)
    best = event.ends(1, (16, 9, 1))[1]
    event.ends(2, (16, 8, 1))
    event.next()
    assert event.view["stage"] == "final"
    assert event.seated(1)[2] == best
    assert set(event.seated(1)) == {*event.those("active"), best}


@pytest.mark.clauses("OTE 2.8.2")
def test_two_seats_go_to_the_two_highest_scores_even_when_they_are_tied() -> None:
    event = Example.of(4)
    winner, one, other, _ = event.ends(1, (16, 9, 9, 1))
    event.next()
    assert event.view["stage"] == "final"
    assert set(event.seated(1)) == {winner, one, other}


@pytest.mark.clauses("OTE 2.8.2")
def test_who_left_is_not_readmitted() -> None:
    event = Example.of(4)
    winner, second, third, fourth = event.ends(1, (16, 9, 5, 1))
    event.leaves(second).next()
    assert set(event.seated(1)) == {winner, third, fourth}


@pytest.mark.clauses("OTE 2.8.3")
def test_a_tie_for_the_last_seat_is_played_off_to_8_by_the_tied_players_only() -> None:
    event = Example.of(4)
    winner, sure, *tied = event.ends(1, (16, 9, 5, 5))
    points = [event.player(player)["score"] for player in tied]
    event.next()
    assert (event.view["stage"], event.view["round"]) == ("readmission", 1)
    assert [(table["set"], set(table["players"]), table["target"]) for table in event.tables] == [
        ("readmission", set(tied), 8)
    ]
    assert event.refusal(report(1, tied[0], {tied[0]: 8, tied[1]: 3})).code == "is_readmission"
    event.do(qualified(1, (tied[1],)))
    assert event.tables[0]["result"] == {"qualified": [tied[1]]}
    assert [event.player(player)["score"] for player in tied] == points
    event.next()
    assert set(event.seated(1)) == {winner, sure, tied[1]}


@pytest.mark.clauses("OTE 2.8.3")
def test_a_readmission_game_goes_on_until_every_seat_is_filled() -> None:
    event = Example.of(4)
    winner, *tied = event.ends(1, (16, 2, 2, 2))
    event.next()
    assert event.refusal(qualified(1, (tied[0],))).code == "wrong_number_qualified"
    assert event.refusal(qualified(1, tuple(tied))).code == "wrong_number_qualified"
    event.do(qualified(1, (tied[2], tied[0])))
    event.next()
    assert set(event.seated(1)) == {winner, tied[2], tied[0]}
    assert event.view["sitting_out"] == [tied[1]]


@pytest.mark.clauses("OTE 2.8.3")
def test_tied_players_who_leave_can_make_the_game_unnecessary() -> None:
    event = Example.of(4)
    winner, *tied = event.ends(1, (16, 2, 2, 2))
    event.leaves(tied[0]).next()
    assert (event.view["stage"], set(event.seated(1))) == ("final", {winner, tied[1], tied[2]})
    event.do(commands.Undo()).do(commands.Undo())
    event.next().leaves(tied[0])
    assert set(event.tables[0]["result"]["qualified"]) == {tied[1], tied[2]}


@pytest.mark.clauses("OTE 2.8.3")
def test_who_left_during_the_readmission_game_cannot_have_come_through_it() -> None:
    event = Example.of(4)
    _, *tied = event.ends(1, (16, 2, 2, 2))
    event.next().leaves(tied[0])
    said = amend_qualified(1, 1, (tied[0], tied[1]), "misheard", SEED)
    assert event.refusal(said).code in {"wrong_number_qualified", "gone_cannot_win"}


@pytest.mark.clauses("OTE 2.8.3")
def test_a_readmission_result_is_corrected_like_any_other() -> None:
    event = Example.of(4)
    winner, *tied = event.ends(1, (16, 2, 2, 2))
    event.next()
    missing = amend_qualified(1, 1, (tied[0], tied[1]), "misheard", SEED)
    assert event.refusal(missing).code == "not_reported"
    event.do(qualified(1, (tied[0], tied[1])))
    event.do(amend_qualified(1, 1, (tied[0], tied[2]), "misheard", SEED))
    event.next()
    assert set(event.seated(1)) == {winner, tied[0], tied[2]}
    event.do(amend_qualified(1, 1, (tied[1], tied[2]), "misheard again", SEED))
    assert set(event.seated(1)) == {winner, tied[0], tied[2]}
    assert [set(group) for group in event.facts[-1]["otherwise"]["groups"]] == [{winner, tied[1], tied[2]}]


@pytest.mark.clauses("OTE 2.8.3")
def test_a_seat_that_falls_vacant_later_is_filled_by_a_readmission_game_of_the_rest() -> None:
    event = Example.of(6)
    event.ends(1, (16, 6, 6))
    event.ends(2, (16, 6, 6))
    event.next()
    assert len(event.seated(1)) == 4
    first = event.seated(1)[0]
    event.do(qualified(1, (first,)))
    event.leaves(event.those("active")[0]).next()
    assert (event.view["stage"], event.view["round"]) == ("readmission", 1)
    assert first not in event.seated(1)
    second = event.seated(1)[0]
    event.do(qualified(1, (second,)))
    event.next()
    assert set(event.seated(1)) == {*event.those("active"), first, second}


@pytest.mark.clauses("OTE 2.8.4")
def test_the_order_of_what_a_leaving_deck_changes_is_drawn_and_recorded() -> None:
    event = Example.of(4)
    _, *tied = event.ends(1, (16, 2, 2, 2))
    event.next()
    effects = ("a conspiracy ends", "a card is freed", "a bonus is lost", "a token goes")
    event.do(commands.RandomOrder(effects, "OTE 2.8.4: the first has left", SEED))
    first = event.facts[-1]["order"]
    assert sorted(first) == sorted(effects)
    event.do(commands.Undo()).do(commands.RandomOrder(effects, "OTE 2.8.4: the first has left", SEED))
    assert event.facts[-1]["order"] == first
    assert event.view["stage"] == "readmission"
    event.do(qualified(1, (tied[0], tied[1])))


@pytest.mark.clauses("OTE 2.8")
def test_a_final_can_be_played_by_two_and_is_won_unplayed_by_one() -> None:
    event = Example.of(4)
    winner, *others = event.ends(1, (16, 9, 5, 1))
    event.leaves(others[0]).leaves(others[1]).next()
    assert event.sizes == {"final": [2]}
    event.do(commands.Undo())
    event.leaves(others[2]).next()
    assert (event.view["stage"], event.player(winner)["place"]) == ("finished", 1)
