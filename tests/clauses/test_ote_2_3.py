"""OTE 2.3: influence points and victory points."""

import pytest

from floorjudge.events import commands
from tests.clauses.playing import Example
from tests.events.driver import SEED
from tests.support.reports import amend, amend_qualified, qualified, report


@pytest.mark.clauses("OTE 2.3")
def test_active_players_get_8_4_or_2_each_and_0(subtests: pytest.Subtests) -> None:
    for influence, points in [
        ((16, 7, -2), [8, 4, 0]),
        ((16, 7, 7), [8, 2, 2]),
        ((16, -5, -7), [8, 4, 0]),
        ((20, 19, 18), [8, 4, 0]),
        ((16, 30, 2), [8, 4, 0]),
    ]:
        with subtests.test(influence=influence):
            event = Example.of(3)
            players = event.ends(1, influence)
            assert event.tables[0]["result"]["points"] == dict(zip(players, points, strict=True))
            assert [event.player(player)["influence"] for player in players] == list(influence)


@pytest.mark.clauses("OTE 2.3")
def test_inactive_players_get_half(subtests: pytest.Subtests) -> None:
    for influence, points in [
        ((16, 9, 3, 1), [4, 2, 0, 0]),
        ((16, 9, 9, 1), [4, 1, 1, 0]),
        ((16, 4, 4, 4), [4, 1, 1, 1]),
    ]:
        with subtests.test(influence=influence):
            event = Example.of(12)
            event.all_end()
            event.next()
            inactive = next(table["table"] for table in event.tables if table["set"] == "inactive")
            before = {player: event.player(player)["victory_points"] for player in event.seated(inactive)}
            players = event.ends(inactive, influence)
            assert [event.player(player)["victory_points"] - before[player] for player in players] == points


@pytest.mark.clauses("OTE 2.3")
def test_of_two_players_only_the_winner_scores() -> None:
    event = Example.of(5)
    winner, loser = event.ends(1, (16, 15))
    assert (event.player(winner)["victory_points"], event.player(loser)["victory_points"]) == (8, 0)
    assert event.player(loser)["influence"] == 15


@pytest.mark.clauses("OTE 2.3", "OTE 2.8.2")
def test_a_readmitted_player_scores_as_inactive_in_the_final() -> None:
    event = Example.of(6)
    event.ends(1, (16, 9, 1))
    event.ends(2, (16, 3, 1))
    event.next()
    readmitted = event.seated(1)[2]
    before = event.player(readmitted)["victory_points"]
    final = dict.fromkeys(event.seated(1), 3) | {readmitted: 16}
    event.do(report(1, readmitted, final))
    assert event.tables[0]["result"]["points"] == {**dict.fromkeys(final, 2), readmitted: 4}
    assert event.player(readmitted)["victory_points"] == before + 4


@pytest.mark.clauses("OTE 2.3")
def test_a_winner_below_the_target_needs_a_note() -> None:
    event = Example.of(3)
    players = event.seated(1)
    influence = dict(zip(players, (12, 7, 0), strict=True))
    assert event.refusal(report(1, players[0], influence)).code == "target_not_reached"
    event.do(report(1, players[0], influence, "the others conceded"))
    assert event.tables[0]["result"]["note"] == "the others conceded"


@pytest.mark.clauses("OTE 2.3")
def test_a_result_names_everybody_at_the_table_and_nobody_else() -> None:
    event = Example.of(6)
    here, there = event.seated(1), event.seated(2)
    assert event.refusal(report(1, there[0], dict.fromkeys(here, 16))).code == "not_at_the_table"
    assert event.refusal(report(1, here[0], {here[0]: 16})).code == "influence_missing"
    assert event.refusal(report(1, here[0], dict.fromkeys([*here, there[0]], 16))).code == "not_at_the_table"


@pytest.mark.clauses("OTE 2.3")
def test_a_drawn_game_counts_for_nothing_and_is_played_again() -> None:
    event = Example.of(4)
    before = event.view
    event.do(commands.Drawn(1))
    assert event.view == before
    assert event.refusal(commands.Next(SEED)).code == "games_open"
    event.all_end()
    assert event.refusal(commands.Drawn(1)).code == "already_reported"


@pytest.mark.clauses("OTE 2.3")
def test_a_correction_before_the_next_grouping_moves_players_too() -> None:
    event = Example.of(6)
    wrong, right, third = event.ends(1, (16, 9, 1))
    event.do(amend(1, 1, right, {wrong: 9, right: 16, third: 1}, "two seats confused"))
    assert [event.player(player)["victory_points"] for player in (wrong, right, third)] == [4, 8, 0]
    assert [event.player(player)["set"] for player in (wrong, right, third)] == ["inactive", "active", "inactive"]


@pytest.mark.clauses("OTE 2.3")
def test_a_correction_after_the_next_grouping_changes_points_only() -> None:
    event = Example.of(12)
    wrong, right, third = event.ends(1, (16, 9, 1))
    event.all_end()
    event.next()
    groups = [table["players"] for table in event.tables]
    event.do(amend(1, 1, right, {wrong: 9, right: 16, third: 1}, "two seats confused", None, SEED))
    assert [event.player(player)["victory_points"] for player in (wrong, right, third)] == [4, 8, 0]
    assert [event.player(player)["set"] for player in (wrong, right, third)] == ["active", "inactive", "inactive"]
    assert [table["players"] for table in event.tables] == groups
    assert event.facts[-1]["otherwise"]["active"] == [right]
    assert event.facts[-1]["otherwise"]["inactive"] == [wrong]


@pytest.mark.clauses("OTE 2.3", "OTE 2.10")
def test_a_finished_event_still_takes_corrections_of_points_and_places() -> None:
    event = Example.of(3)
    event.all_end()
    event.next()
    first, second, third = event.ends(1, (16, 9, 1))
    event.next()
    assert [event.player(player)["place"] for player in (first, second, third)] == [1, 2, 3]
    event.do(amend(2, 1, third, {first: 3, second: 3, third: 16}, "misread", None, SEED))
    assert [event.player(player)["place"] for player in (first, second, third)] == [2, 2, 1]


@pytest.mark.clauses("OTE 2.3", "OTE 2.8.3")
def test_an_event_that_ended_without_a_final_still_takes_corrections() -> None:
    event = Example.of(4)
    winner, *tied = event.ends(1, (16, 2, 2, 2))
    event.next()
    assert event.view["stage"] == "readmission"
    event.do(qualified(1, (tied[0], tied[1])))
    for player in (winner, tied[0], tied[2]):
        event.leaves(player)
    event.next()
    assert (event.view["stage"], event.player(tied[1])["place"]) == ("finished", 1)
    influence = {winner: 18, tied[0]: 2, tied[1]: 2, tied[2]: 1}
    event.do(amend(1, 1, winner, influence, "misread", None, SEED))
    assert event.player(winner)["influence"] == 18
    event.do(amend_qualified(1, 1, (tied[1], tied[0]), "misheard", SEED))
    assert event.view["stage"] == "finished"


@pytest.mark.clauses("OTE 2.3")
def test_everybody_may_see_the_scores_at_any_time() -> None:
    event = Example.of(3)
    first, second, third = event.ends(1, (16, 7, -2))
    assert {line["player"]: line["score"] for line in event.view["players"]} == {
        first: "16",
        second: "15/2",
        third: "-1",
    }
