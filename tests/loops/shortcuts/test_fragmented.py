"""Fragmented loops: independent actions of several players that bring the same position back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.loops.shortcuts.fragmented import (
    FragmentedLoop,
    Played,
    fragmented_loop,
    must_change,
    settle_fragmented,
)
from floorjudge.texts import render

PLAYERS = ("Ana", "Bo", "Cy")
GIVE, TAKE = "give it flying", "take flying away"
FLYING = (
    Played("ground", "Ana", GIVE),
    Played("ground, on the stack", "Bo", "pass", optional=False),
    Played("flying", "Ana", "pass", optional=False),
    Played("flying, Bo to act", "Bo", TAKE),
)


@pytest.mark.clauses("CR shortcuts.3")
def test_flying_given_and_taken_is_the_active_players_to_stop() -> None:
    loop = fragmented_loop(FLYING, "ground")
    assert loop == FragmentedLoop(0, 4, FLYING)
    assert loop.involved == {"Ana", "Bo"}
    ruling = settle_fragmented(loop, ("Ana", "Bo"), "Ana", tournament=False)
    assert (ruling.player, ruling.must_differ_from, ruling.clauses) == ("Ana", GIVE, ("CR shortcuts.3",))
    assert render(ruling.reason, "en") == (
        "The game is back where it was, through choices of several players (Ana, Bo). Ana must do something other than “give it flying” "
        "this time."
    )
    assert settle_fragmented(loop, ("Ana", "Bo"), "Bo", tournament=False).must_differ_from == TAKE


@pytest.mark.clauses("CR shortcuts.3")
@given(st.lists(st.builds(Played, st.integers(0, 3), st.sampled_from(PLAYERS), st.just("x"), st.booleans())))
def test_a_loop_is_found_as_by_looking_back(history: list[Played]) -> None:
    found = fragmented_loop(history, 0)
    since = None
    for number, played in enumerate(history):
        if played.position == 0:
            since = number
    if since is None or len({each.player for each in history[since:] if each.optional}) < 2:
        assert found is None
    else:
        assert found == FragmentedLoop(since, len(history), tuple(history[since:]))


def test_names_must_fit_together(subtests: pytest.Subtests) -> None:
    for involved, order, active, code, where in [
        (("Ana",), (), "Ana", "no_players", "turn_order"),
        (("Ana",), ("Ana", "Ana"), "Ana", "named_twice", "turn_order[1]"),
        (("Ana",), ("Ana", "Bo"), "Di", "not_a_player", "active"),
        (("Ana", "Di"), ("Ana", "Bo"), "Ana", "not_a_player", "involved"),
        ((), ("Ana", "Bo"), "Ana", "no_players", "involved"),
    ]:
        with subtests.test(active=active, code=code):
            with pytest.raises(BadInput) as refused:
                must_change(involved, order, active)
            assert (refused.value.code, refused.value.where) == (code, where)
