"""A shortcut on a game, a judge's sheet among them: checked step by step, and taken as if every choice had been made."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from floorjudge.errors import BadInput, Refused
from floorjudge.loops.game import Repeat
from floorjudge.loops.game.fast_forward import forwarding
from floorjudge.loops.sheet.codec import read_sheet
from floorjudge.loops.shortcuts.performing import check_shortcut, take
from floorjudge.loops.shortcuts.sequence import Choice, Place, Steps, count_choices, place_of
from floorjudge.loops.shortcuts.settling import NotAllowed, Proposal, Taken, taken
from floorjudge.texts import render
from tests.loops.shortcuts.slow_model import PLAYERS, sequences, unrolled
from tests.support.refusals import error_of
from tests.support.sheet_game import SheetGame

GOOGOL = 10**100


class ScriptGame(NamedTuple):
    """A game that allows one line of play; a position is how many choices of it have been made.

    At `fault` something is not as the script says.
    """

    script: tuple[Choice, ...]
    end_priority: str
    fault: int | None = None
    kind: str = ""

    def player(self, position: int) -> str | None:
        if position == len(self.script):
            return self.end_priority
        return "Di" if (position, self.kind) == (self.fault, "player") else self.script[position].by

    def choices(self, position: int) -> tuple[str, ...]:
        return (
            ("concede",) if (position, self.kind) == (self.fault, "choice") else ("concede", self.script[position].do)
        )

    def apply(self, position: int, choice: str) -> int:
        assert self.fault is None or position < self.fault
        assert choice == self.script[position].do
        return position + 1


def skipping(game: ScriptGame, draw: Callable[[int], int]) -> Callable[[int, Steps, int], tuple[int, int]]:
    """Return a function that answers for some of the iterations of a repeat that the game allows."""

    def forward(position: int, body: Steps, times: int) -> tuple[int, int]:
        once = count_choices(body)
        allowed = times if game.fault is None else min(times, (game.fault - position) // once)
        skipped = draw(allowed)
        return skipped, position + skipped * once

    return forward


@st.composite
def scripted(draw: st.DrawFn) -> tuple[Proposal, ScriptGame]:
    """Draw a shortcut and a game that allows it, or all of it up to a fault."""
    sequence = draw(sequences)
    made = tuple(choice for _, choice in unrolled(sequence))
    assume(made)
    proposal = Proposal(PLAYERS, made[0].by or "", sequence, draw(st.sampled_from(PLAYERS)))
    fault = draw(st.one_of(st.none(), st.integers(0, len(made) - 1)))
    return proposal, ScriptGame(made, proposal.end_priority, fault, draw(st.sampled_from(["player", "choice"])))


@pytest.mark.clauses("CR shortcuts.2a")
@given(scripted(), st.data())
def test_a_shortcut_is_refused_at_the_very_choice_that_is_wrong(
    drawn: tuple[Proposal, ScriptGame], data: st.DataObject
) -> None:
    proposal, game = drawn
    forward = skipping(game, lambda most: data.draw(st.integers(0, most)))
    by_hand, skipped = check_shortcut(proposal, game, 0), check_shortcut(proposal, game, 0, forward)
    assert by_hand == skipped
    if game.fault is None:
        assert by_hand is None
    elif (game.fault, game.kind) == (0, "player"):
        assert isinstance(by_hand, NotAllowed)
        assert by_hand.place is None
    else:
        assert isinstance(by_hand, NotAllowed)
        assert by_hand.place == unrolled(proposal.sequence)[game.fault][0]


@pytest.mark.clauses("CR shortcuts.1", "CR shortcuts.2c")
@given(scripted(), st.data())
def test_eliding_is_the_same_as_performing(drawn: tuple[Proposal, ScriptGame], data: st.DataObject) -> None:
    proposal, game = drawn
    game = game._replace(fault=None)
    number = data.draw(st.one_of(st.none(), st.integers(0, len(game.script) - 1)))
    outcome = taken(proposal, None if number is None else place_of(proposal.sequence, number))
    forward = skipping(game, lambda most: data.draw(st.integers(0, most)))
    made = len(game.script) if number is None else number
    assert take(outcome, game, 0) == take(outcome, game, 0, forward) == made


@pytest.mark.clauses("CR shortcuts.2c")
@given(scripted())
def test_a_game_that_does_not_go_on_as_checked_is_not_moved(drawn: tuple[Proposal, ScriptGame]) -> None:
    proposal, game = drawn
    assume(game.fault is not None)
    refused = error_of(Refused, take, taken(proposal, None), game, 0)
    assert refused.code == "not_as_checked"
    place = unrolled(proposal.sequence)[game.fault or 0][0]
    assert f"Place {list(place)}: " in refused.message("en")


class Board(NamedTuple):
    """A position of the token game."""

    chooser: str | None = "Ana"
    tokens: int = 1
    mana: int = 0
    turn: int = 1


class TokenGame:
    """Ana makes tokens for one mana each, Bo has no answer; when both pass, the turn ends with a coin that is flipped."""

    def player(self, board: Board) -> str | None:
        return board.chooser

    def choices(self, board: Board) -> tuple[str, ...]:
        if board.chooser is None:
            return ("heads", "tails") if board.turn % 2 else ("untap",)
        return ("make", "pass") if board.chooser == "Ana" and board.mana else ("pass",)

    def apply(self, board: Board, choice: str) -> Board:
        if choice == "make":
            return board._replace(tokens=board.tokens + 1, mana=board.mana - 1)
        if board.chooser is None:
            return board._replace(chooser="Ana", turn=board.turn + 1)
        return board._replace(chooser="Bo" if board.chooser == "Ana" else None)


MAKE, ANA_PASSES, BO_PASSES = Choice("Ana", "make"), Choice("Ana", "pass"), Choice("Bo", "pass")


def making(board: Board, body: Steps, times: int) -> tuple[int, Board]:
    """Answer for making tokens, up to the last mana."""
    if body != (MAKE,):
        return 0, board
    done = min(times, board.mana)
    return done, board._replace(tokens=board.tokens + done, mana=board.mana - done)


def proposed(*sequence: Choice | Repeat[Choice], by: str = "Ana", end: str = "Ana") -> Proposal:
    return Proposal(("Ana", "Bo"), by, sequence, end)


def refusal(refused: NotAllowed | None) -> tuple[Place | None, str]:
    """Return where a shortcut is refused, and why."""
    assert refused is not None
    assert refused.clauses == ("CR shortcuts.2a",)
    return refused.place, render(refused.reason, "en")


@pytest.mark.clauses("CR shortcuts.1b", "CR shortcuts.2a", "CR shortcuts.2c")
def test_a_googol_of_tokens_costs_nothing() -> None:
    board = Board(mana=GOOGOL + 3)
    proposal = proposed(MAKE, Repeat((MAKE,), GOOGOL), ANA_PASSES, end="Bo")
    assert check_shortcut(proposal, TokenGame(), board, making) is None
    assert take(taken(proposal, None), TokenGame(), board, making) == Board("Bo", GOOGOL + 2, 2)
    half = taken(proposal, (1, GOOGOL // 2, 0))
    assert take(half, TokenGame(), board, making) == Board("Ana", GOOGOL // 2 + 2, GOOGOL // 2 + 2)


@pytest.mark.clauses("CR shortcuts.2a")
def test_the_mana_that_runs_out_after_a_googol_is_noticed() -> None:
    proposal = proposed(Repeat((MAKE,), GOOGOL + 1), end="Ana")
    refused = check_shortcut(proposal, TokenGame(), Board(mana=GOOGOL), making)
    assert refusal(refused) == ((0, GOOGOL, 0), "“make” is not a legal choice for Ana here.")


@pytest.mark.clauses("CR shortcuts.2a")
def test_what_can_neither_be_shown_nor_performed_is_refused() -> None:
    proposal = proposed(Repeat((MAKE,), 10), end="Ana")
    assert check_shortcut(proposal, TokenGame(), Board(mana=10), None, 10) is None
    place, why = refusal(check_shortcut(proposal, TokenGame(), Board(mana=10), None, 9))
    assert (place, "only 9 choices are tried" in why) == ((0, 9, 0), True)
    endless = proposed(Repeat((Repeat((MAKE,), 0),), GOOGOL), MAKE, end="Ana")
    assert check_shortcut(endless, TokenGame(), Board(mana=1)) is None


@pytest.mark.clauses("CR shortcuts.2a")
def test_only_who_has_priority_proposes() -> None:
    refused = check_shortcut(proposed(MAKE, by="Bo"), TokenGame(), Board(mana=1))
    assert "Bo does not have priority" in refusal(refused)[1]


@pytest.mark.clauses("CR shortcuts.2a")
def test_it_ends_where_somebody_has_priority() -> None:
    place, why = refusal(check_shortcut(proposed(MAKE, ANA_PASSES, end="Ana"), TokenGame(), Board(mana=1)))
    assert (place, "Ana does not have priority" in why) == (None, True)


@pytest.mark.clauses("CR shortcuts.2a")
def test_chance_is_not_predictable_unless_it_has_one_outcome() -> None:
    turn = (ANA_PASSES, BO_PASSES)
    flipped = check_shortcut(proposed(*turn, Choice(None, "heads")), TokenGame(), Board())
    assert "“heads” comes next is left to chance" in refusal(flipped)[1]
    assert check_shortcut(proposed(*turn, Choice(None, "untap")), TokenGame(), Board(turn=2)) is None
    wrong = check_shortcut(proposed(*turn, Choice(None, "draw")), TokenGame(), Board(turn=2))
    assert refusal(wrong) == ((2,), "“draw” is not how the game goes on here.")
    early = check_shortcut(proposed(ANA_PASSES, Choice(None, "pass")), TokenGame(), Board(turn=2))
    assert refusal(early) == ((1,), "“pass” is not how the game goes on here.")


@pytest.mark.clauses("CR shortcuts.2a")
def test_a_conditional_step_is_refused_before_anything_is_tried() -> None:
    maybe = Choice("Bo", "counter it", conditional=True)
    place, why = refusal(check_shortcut(proposed(MAKE, maybe), TokenGame(), Board()))
    assert (place, "“counter it”" in why) == ((1,), True)


def test_a_wrong_form_is_bad_input() -> None:
    with pytest.raises(BadInput):
        check_shortcut(proposed(), TokenGame(), Board())


@pytest.mark.clauses("CR shortcuts.2c")
def test_whoever_should_have_priority_at_the_end_must_have_it() -> None:
    proposal = proposed(MAKE, end="Bo")
    for outcome, place in ((taken(proposal, None), "[]"), (Taken(proposal, (0,), "Bo", "make"), "[0]")):
        assert f"Place {place}: " in error_of(Refused, take, outcome, TokenGame(), Board(mana=1)).message("en")


@pytest.mark.parametrize("skipped", [-1, 6])
def test_a_forward_function_that_answers_for_too_much_is_a_mistake_in_the_program(skipped: int) -> None:
    with pytest.raises(ValueError, match=f"{skipped} of 5"):
        check_shortcut(proposed(Repeat((MAKE,), 5)), TokenGame(), Board(mana=9), lambda board, *_: (skipped, board))


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
@given(st.lists(st.sampled_from(["Ana", "Bo", None]), min_size=3, max_size=3), st.integers(1, 5))
def test_a_choice_said_to_be_another_players_is_refused_forwarded_as_performed(
    players: list[str | None], times: int
) -> None:
    game = pinging(GOOGOL, GOOGOL)
    body = tuple(Choice(by, choice.do) for by, choice in zip(players, ONCE, strict=True))
    proposal = Proposal(("Ana", "Bo"), "Ana", (Repeat(body, times),), "Ana")
    refused = check_shortcut(proposal, game, game.start())
    assert (refused is None) == (body == ONCE)
    assert check_shortcut(proposal, game, game.start(), forwarding(game)) == refused
