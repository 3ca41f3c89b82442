"""A shortcut on a judge's sheet: any game of `floorjudge.loops.game` can be given, with its own fast forward."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.loops.game import Repeat
from floorjudge.loops.game.fast_forward import forwarding
from floorjudge.loops.sheet.codec import read_sheet
from floorjudge.loops.sheet.running import SheetGame
from floorjudge.loops.shortcuts.performing import check_shortcut, take
from floorjudge.loops.shortcuts.sequence import Choice, count_choices, place_of
from floorjudge.loops.shortcuts.settling import Proposal, taken
from floorjudge.texts import render

GOOGOL = 10**100


def pinging(mana: int, life: int) -> SheetGame:
    """Ana pays one mana for a token; then each token pings Bo, who watches."""
    return SheetGame(
        read_sheet(
            {
                "players": ["Ana", "Bo"],
                "resources": {"mana": mana, "tokens": 0, "life": life},
                "body": [
                    {"by": "Ana", "change": {"mana": "mana - 1", "tokens": "tokens + 1"}, "needs": ["mana >= 1"]},
                    {"by": None, "change": {"life": "life - tokens"}},
                    {"by": "Bo"},
                ],
                "ends": [{"when": "life <= 0"}],
            }
        )
    )


ONCE = (Choice("Ana", 0), Choice(None, 1), Choice("Bo", 2))


def repeated(times: int) -> Proposal:
    return Proposal(("Ana", "Bo"), "Ana", (Repeat(ONCE, times),), "Ana")


@pytest.mark.clauses("CR shortcuts.2a", "CR shortcuts.2c")
@given(st.integers(0, 9), st.integers(1, 60), st.integers(0, 9), st.data())
def test_forwarding_is_the_same_as_performing(mana: int, life: int, times: int, data: st.DataObject) -> None:
    game = pinging(mana, life)
    proposal = repeated(times)
    refused = check_shortcut(proposal, game, game.start())
    assert check_shortcut(proposal, game, game.start(), forwarding(game)) == refused
    if refused is None:
        made = count_choices(proposal.sequence)
        number = data.draw(st.sampled_from([None, *(at for at in range(made) if at % 3 != 1)]))
        outcome = taken(proposal, None if number is None else place_of(proposal.sequence, number))
        assert take(outcome, game, game.start(), forwarding(game)) == take(outcome, game, game.start())


@pytest.mark.clauses("CR shortcuts.2a")
def test_a_player_who_dies_on_the_way_stops_the_sequence() -> None:
    game = pinging(GOOGOL, 5050)
    refused = check_shortcut(repeated(GOOGOL), game, game.start(), forwarding(game))
    assert refused is not None
    assert refused.place == (0, 99, 2)
    assert render(refused.reason, "en") == "“2” is not a legal choice for Bo here."


@pytest.mark.clauses("CR shortcuts.2c")
def test_a_googol_of_iterations_on_a_sheet() -> None:
    life = 10**300
    game = pinging(GOOGOL, life)
    assert check_shortcut(repeated(GOOGOL), game, game.start(), forwarding(game)) is None
    outcome = taken(repeated(GOOGOL), (0, GOOGOL - 1, 2))
    end = take(outcome, game, game.start(), forwarding(game))
    assert end.numbers == {"mana": 0, "tokens": GOOGOL, "life": life - GOOGOL * (GOOGOL + 1) // 2}
