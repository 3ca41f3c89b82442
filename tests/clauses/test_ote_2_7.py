"""OTE 2.7: the list of the inactive set, and how it is cut."""

import pytest

from tests.clauses.playing import Example


def listed(event: Example) -> list[str]:
    """Return the players of the inactive set's tables in order."""
    return [player for table in event.tables if table["set"] == "inactive" for player in table["players"]]


@pytest.mark.clauses("OTE 2.7", "OTE 2.7.1")
def test_the_list_goes_by_victory_points_and_then_by_influence() -> None:
    """Four games: seconds with 4 points (influence 9 and 2), tied seconds with 2 (7 and 8), and thirds with none."""
    event = Example.of(12)
    _, second_9, third_1 = event.ends(1, (16, 9, 1))
    _, second_2, third_0 = event.ends(2, (16, 2, 0))
    _, *tied_7 = event.ends(3, (16, 7, 7))
    _, *tied_8 = event.ends(4, (16, 8, 8))
    event.next()
    assert [*listed(event)[:2], {*listed(event)[2:4]}, {*listed(event)[4:6]}, *listed(event)[6:]] == [
        second_9,
        second_2,
        {*tied_8},
        {*tied_7},
        third_1,
        third_0,
    ]


@pytest.mark.clauses("OTE 2.7.1")
def test_negative_influence_is_below_none() -> None:
    event = Example.of(9)
    third_low = event.ends(1, (16, 9, -4))[2]
    third_zero = event.ends(2, (16, 9, 0))[2]
    third_high = event.ends(3, (16, 9, 1))[2]
    event.next()
    assert listed(event)[3:] == [third_high, third_zero, third_low]


@pytest.mark.clauses("OTE 2.7.1")
def test_victory_points_outrank_any_influence() -> None:
    event = Example.of(6)
    rich = event.ends(1, (30, 29, 28))[2]
    poor = event.ends(2, (16, -20, -30))[1]
    event.next()
    assert listed(event).index(poor) < listed(event).index(rich)


@pytest.mark.clauses("OTE 2.7.2")
def test_off_numbered_games_are_filled_first_with_players_who_follow_one_another() -> None:
    event = Example.of(15)
    for table, second in enumerate((10, 9, 8, 7, 6), 1):
        event.ends(table, (16, second, second - 11))
    by_list = sorted(
        event.those("inactive"),
        key=lambda player: (-event.player(player)["victory_points"], -event.player(player)["influence"]),
    )
    event.next()
    assert event.sizes == {"active": [2, 3], "inactive": [4, 3, 3]}
    assert [event.seated(table) for table in (3, 4, 5)] == [by_list[:4], by_list[4:7], by_list[7:]]


@pytest.mark.clauses("OTE 2.7.2")
def test_an_inactive_player_can_sit_in_an_off_numbered_game_again() -> None:
    """Only the active set spares those who had one (2.6.1); the inactive list knows nothing but points."""
    event = Example.of(4)
    event.all_end((16, 9, 5, 1))
    assert [event.player(player)["off_numbered_games"] for player in event.those("inactive")] == [1, 1, 1]
    seven = Example.of(7)
    seven.ends(1, (16, 15, 14, 13))
    seven.ends(2, (16, 2, 1))
    top = seven.seated(1)[1:]
    seven.next()
    assert seven.sizes == {"final": [3], "inactive": [4]}
    assert [player for player in top if player in seven.seated(2)]
    assert max(seven.player(player)["off_numbered_games"] for player in seven.seated(2)) == 2
