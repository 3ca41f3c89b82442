"""The players of an event behave like a dict that is copied for each change."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.events import decide
from floorjudge.events.commands import Register
from floorjudge.events.errors import NoRoomForMore
from floorjudge.events.tournament.checks import LARGEST_EVENT
from floorjudge.formats.players import BLOCK, Player, Players, players_of
from tests.events.floor.small_event import opened

CHANGES = st.lists(st.tuples(st.integers(1, 3 * BLOCK), st.integers(0, 9)), max_size=60)


def listed(count: int) -> list[Player]:
    return [Player(f"P{number}", number) for number in range(1, count + 1)]


@given(st.integers(0, 2 * BLOCK + 1), CHANGES)
def test_players_are_what_a_copied_dict_is(count: int, changes: list[tuple[int, int]]) -> None:
    held, slow = players_of(listed(count)), {player.name: player for player in listed(count)}
    for number, influence in changes:
        before, copy = held, dict(slow)
        player = replace(slow.get(f"P{number}", Player(f"P{number}", number)), score=influence)
        held, slow = held.with_player(player), {**slow, player.name: player}
        assert dict(before) == copy
        assert before.in_order() == list(copy.values())
    assert (list(held), len(held), held.in_order()) == (list(slow), len(slow), list(slow.values()))
    assert all(held[name] == player for name, player in slow.items())
    assert held.get("nobody") is None


@given(st.integers(0, 2 * BLOCK))
def test_equal_players_are_equal_however_they_came_about(count: int) -> None:
    there = players_of(listed(count))
    again = copy.deepcopy(there)
    assert (again, hash(again), repr(again)) == (there, hash(there), f"Players({listed(count)!r})")
    assert there != there.with_player(Player("Zoe", count + 1))
    assert there != listed(count)
    assert (Players() == there) is (count == 0)


def test_an_event_takes_so_many_players_and_no_more() -> None:
    almost = players_of(listed(LARGEST_EVENT - 1))
    state = replace(opened().state, players=almost)
    assert decide(state, Register("Zoë"))
    full = replace(state, players=almost.with_player(Player("Gone", LARGEST_EVENT, present=False)))
    with pytest.raises(NoRoomForMore):
        decide(full, Register("Zoë"))
    # Who has left has a place still.
    assert decide(full, Register("Gone"))
