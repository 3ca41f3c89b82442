"""OTE 2.5 and 2.6: who plays whom in the active set."""

import pytest

from floorjudge.events import commands
from tests.clauses.playing import Example
from tests.events.driver import SEED, names, opened


@pytest.mark.clauses("OTE 2.5")
def test_everybody_is_drawn_into_the_first_round_and_another_seed_draws_others() -> None:
    one = opened(names(12), "one seed that is long enough").do(
        commands.Start(None, None, "one seed that is long enough")
    )
    other = opened(names(12), "another seed, long enough").do(commands.Start(None, None, "another seed, long enough"))
    assert [table["players"] for table in one.view["tables"]] != [table["players"] for table in other.view["tables"]]
    for event in (one, other):
        assert sorted(player for table in event.view["tables"] for player in table["players"]) == sorted(names(12))
        assert {table["set"] for table in event.view["tables"]} == {"active"}


@pytest.mark.clauses("OTE 2.5")
def test_a_grouping_taken_back_is_drawn_the_same_again() -> None:
    event = Example.of(12)
    first = event.tables
    event.do(commands.Undo())
    event.do(commands.Start("words said by the players", None, SEED))
    assert event.tables == first


@pytest.mark.clauses("OTE 2.6")
def test_active_players_play_active_players_only() -> None:
    event = Example.of(18)
    event.all_end()
    active = event.those("active")
    event.next()
    seated = [player for table in event.tables if table["set"] == "active" for player in table["players"]]
    assert sorted(seated) == sorted(active)
    assert event.sizes == {"active": [3, 3], "inactive": [3, 3, 3, 3]}


@pytest.mark.clauses("OTE 2.6.1", "OTE 2.6.2")
def test_who_had_an_off_numbered_game_is_spared_the_next_while_others_never_had_one() -> None:
    event = Example.of(22)
    sat_in_four = event.seated(1)[0]
    event.all_end()
    event.next()
    assert event.sizes["active"] == [4, 3]
    assert sat_in_four in event.seated(2)
    assert [event.player(player)["off_numbered_games"] for player in event.seated(1)] == [1, 1, 1, 1]


@pytest.mark.clauses("OTE 2.6.1")
def test_a_second_off_numbered_game_comes_only_when_there_is_no_alternative_and_the_table_says_so() -> None:
    event = Example.of(13)
    sat_in_four = event.seated(1)[0]
    event.all_end()
    event.next()
    assert event.sizes["active"] == [4]
    assert event.player(sat_in_four)["off_numbered_games"] == 2
    assert event.facts[-1]["tables"][0]["why"]["again"] == [sat_in_four]
    assert sat_in_four in event.tables[0]["why"]


@pytest.mark.clauses("OTE 2.6.2")
def test_everybody_else_is_drawn_into_threes() -> None:
    event = Example.of(30)
    event.all_end()
    event.next()
    assert event.sizes["active"] == [4, 3, 3]
    assert [table["off_numbered"] for table in event.tables if table["set"] == "active"] == [True, False, False]
