"""Group sizes for every number of players, against the words of the rule and against its meaning."""

import pytest

from floorjudge.formats.on_the_edge.grouping import group_sizes
from tests.support.slow_grouping import sizes


@pytest.mark.clauses("OTE 2.4.1", "OTE 2.4.2")
def test_sizes_for_up_to_2000_players_are_those_that_the_rule_builds_step_by_step() -> None:
    assert [list(group_sizes(players)) for players in range(2001)] == [sizes(players) for players in range(2001)]


@pytest.mark.clauses("OTE 2.4.1")
def test_there_is_no_way_to_seat_everybody_with_fewer_fours() -> None:
    for players in {*range(3, 2001)} - {5}:
        fours = next(fours for fours in range(players) if players >= 4 * fours and (players - 4 * fours) % 3 == 0)
        assert group_sizes(players) == (4,) * fours + (3,) * ((players - 4 * fours) // 3)
