"""OTE 2.4: the sizes of games."""

import pytest

from tests.clauses.playing import Example
from tests.support.reports import qualified, report


@pytest.mark.clauses("OTE 2.4", "OTE 2.4.1")
def test_as_many_threes_as_possible_then_as_many_fours_as_needed(subtests: pytest.Subtests) -> None:
    for players, sizes in [
        (3, [3]),
        (4, [4]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (11, [4, 4, 3]),
        (26, [4, 4, 3, 3, 3, 3, 3, 3]),
    ]:
        with subtests.test(players=players):
            assert Example.of(players).sizes == {"active": sizes}


@pytest.mark.clauses("OTE 2.4", "OTE 2.4.2")
def test_five_players_make_a_game_of_two_and_one_of_three() -> None:
    assert Example.of(5).sizes == {"active": [2, 3]}


@pytest.mark.clauses("OTE 2.4", "OTE 2.4.1", "OTE 2.4.2")
def test_the_inactive_set_is_divided_by_the_same_rule() -> None:
    sixteen, eight = Example.of(16), Example.of(8)
    for event in (sixteen, eight):
        event.all_end((16, 5, 4, 3))
        event.next()
    assert sixteen.sizes == {"active": [2, 3], "inactive": [4, 4, 3]}
    assert eight.sizes == {"readmission": [2]}
    eight.do(qualified(1, (eight.seated(1)[0],)))
    eight.next()
    assert eight.sizes == {"final": [3], "inactive": [2, 3]}


@pytest.mark.clauses("OTE 2.4.1")
def test_two_inactive_players_play_each_other_and_one_alone_sits_out() -> None:
    five, four = Example.of(5), Example.of(4)
    for event in (five, four):
        event.all_end((16, 5, 4, 3))
        event.next()
    assert five.sizes == {"final": [3], "inactive": [2]}
    assert four.sizes == {"final": [3]}
    assert len(four.view["sitting_out"]) == 1


@pytest.mark.clauses("OTE 2.4.3")
@pytest.mark.parametrize("players", [4, 5])
def test_off_numbered_games_are_won_with_16_too(players: int) -> None:
    event = Example.of(players)
    assert [table["target"] for table in event.tables] == [16] * len(event.tables)
    seated = event.seated(1)
    below = dict.fromkeys(seated, 0) | {seated[0]: 15}
    assert event.refusal(report(1, seated[0], below)).code == "target_not_reached"
    event.do(report(1, seated[0], below | {seated[0]: 16}))
