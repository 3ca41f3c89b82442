"""Judging a loop on a game: which players keep it going, whether it is mandatory, how it ends, whether it is a draw.

The answers come from playing the body, not from the players; a judge may correct them. A loop in which every choice is
mandatory is a draw in two cases: the position returns exactly, or the same events happen for ever while amounts change
and no comparison ever comes out differently (such as life that rises for ever). A loop that ends by itself is played to
its end. Where chance decides what comes next, nothing is a draw and nothing may be shortcut.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from floorjudge.exact import AffineMap
from floorjudge.loops.game.bodies import read_body
from floorjudge.loops.game.fast_forward import BUDGET, fast_forward
from floorjudge.loops.game.maintaining import NotLegal, Seen, look_through
from floorjudge.loops.game.promises import form_of
from floorjudge.loops.game.protocol import Body, Choice, Game, Position
from floorjudge.loops.mtr.asking import paragraph_for
from floorjudge.loops.mtr.explain import number, played_by_hand
from floorjudge.texts import Text, text


class Verdict(Enum):
    """The outcome of a loop."""

    DRAW = "draw"
    ENDS = "ends"
    MAY_BE_SHORTCUT = "may_be_shortcut"
    NOT_DETERMINISTIC = "not_deterministic"
    UNDECIDED = "undecided"


class LoopFacts(msgspec.Struct, frozen=True):
    """The facts about a body that has come round once.

    The players in `maintained_by` keep it going by choices that they could leave out. Those in `could_act` keep nothing
    going, but could choose something else. `ends_at` is the iteration, from 0, in which the loop ends by itself, None
    if it never does; `undecided` is the reason if that is not known. `left_to_chance` names the choice that chance
    decides, if there is one.
    """

    maintained_by: tuple[str, ...]
    could_act: tuple[str, ...]
    ends_at: int | None
    position_comes_back: bool
    undecided: Text | None = None
    across_turns: bool = False
    left_to_chance: Text | None = None


class Finding(msgspec.Struct, frozen=True):
    """A verdict with its reason and the clauses it rests on; `at` is the iteration in which the loop ends."""

    verdict: Verdict
    reason: Text
    clauses: tuple[str, ...]
    at: int | None = None


def is_drawn(*, mandatory: bool, endless: bool | None) -> bool | None:
    """Return whether a loop makes the game a draw: everything in it is mandatory, and it never ends by itself.

    `endless` is None if it is not known whether the loop ever ends; the result is then None too, unless the loop is not
    mandatory.
    Clauses: CR shortcuts.4
    """
    return mandatory and endless


def draw_or_not(facts: LoopFacts) -> Finding:
    """Return whether a loop is a draw, ends by itself, may be shortcut, rests on chance, or remains undecided.

    Clauses: CR shortcuts.4, MTR 4.4.2, MTR 4.4.7
    """
    if facts.left_to_chance is not None:
        by_hand = played_by_hand(maintained=bool(facts.maintained_by))
        reason = text("{chance} {by_hand}", chance=facts.left_to_chance, by_hand=by_hand)
        return Finding(Verdict.NOT_DETERMINISTIC, reason, ("MTR 4.4.7",))
    if facts.undecided is not None:
        reason = text("Whether the loop ever ends by itself is not known. {why} A judge decides.", why=facts.undecided)
        return Finding(Verdict.UNDECIDED, reason, ("MTR 4.4.9",))
    ends_at = facts.ends_at
    if ends_at is not None:
        reason = (
            text("The loop ends by itself after 1 whole iteration; it is played to there.")
            if ends_at == 1
            else text(
                "The loop ends by itself after {done} whole iterations; it is played to there.", done=number(ends_at)
            )
        )
        return Finding(Verdict.ENDS, reason, ("CR shortcuts.4",), ends_at)
    if is_drawn(mandatory=not facts.maintained_by and not facts.could_act, endless=True):
        reason = (
            text("Everything in the loop is mandatory, and the position comes back exactly: the game is a draw.")
            if facts.position_comes_back
            else text(
                "Everything in the loop is mandatory, and nothing that it changes ever ends it: the game is a draw."
            )
        )
        return Finding(Verdict.DRAW, reason, ("CR shortcuts.4",))
    reason = (
        text("The loop could be stopped by: {players}. A number of iterations is named.", players=facts.maintained_by)
        if facts.maintained_by
        else text(
            "No player keeps the loop going, but these could act: {players}. Each player is asked after "
            "how many iterations they will, if at all.",
            players=facts.could_act,
        )
    )
    by = paragraph_for(len(facts.maintained_by), across_turns=facts.across_turns)
    return Finding(Verdict.MAY_BE_SHORTCUT, reason, (by,))


class Judged(msgspec.Struct, frozen=True):
    """The facts about a loop after one traced iteration; `per_iteration` is None if no iteration could be traced."""

    facts: LoopFacts
    finding: Finding
    per_iteration: AffineMap | None


class NoLoop(msgspec.Struct, frozen=True):
    """The reason why a body is not a loop: the illegal choice at `place`, or None if the position does not return."""

    reason: Text
    place: int | None = None


def judge_loop(
    game: Game[Position, Choice],
    position: Position,
    body: Body[Choice],
    *,
    across_turns: bool = False,
    budget: int = BUDGET,
) -> Judged | NoLoop:
    """Return the effect of repeating a body from a position; `across_turns`: an iteration takes more than one turn.

    The loop should be under way in the position: the effect of a first iteration alone is not part of the loop. Chance
    decides as the body has it. See `fast_forward` for `budget` and the errors raised.
    Clauses: MTR 4.4.1, MTR 4.4.7
    """
    return judged_and_seen(game, position, read_body(body), across_turns=across_turns, budget=budget)[0]


def judged_and_seen(
    game: Game[Position, Choice], position: Position, steps: Body[Choice], *, across_turns: bool, budget: int
) -> tuple[Judged | NoLoop, Seen[Position, Choice] | None]:
    """Judge a loop whose body has been read; also return its choices, None if they are not known."""
    once = fast_forward(game, position, steps, 1, budget=budget)
    if once.place is not None:
        return _not_legal(once.place[0]), None
    try:
        seen = None if once.undecided and not once.left_to_chance else look_through(game, position, steps, budget)
    except NotLegal as stopped:
        return _not_legal(stopped.index), None
    if seen is not None and form_of(game, seen.end) != form_of(game, position):
        return NoLoop(text("After the body the position is of another shape: this is not a loop, or not yet.")), None
    run = once if once.undecided else fast_forward(game, position, steps, None, budget=budget)
    facts = LoopFacts(
        maintained_by=() if seen is None else seen.maintained_by,
        could_act=() if seen is None else seen.could_act,
        ends_at=None if run.place is None else run.iterations,
        position_comes_back=run.comes_back,
        undecided=run.undecided or (_not_looked_through() if seen is None else None),
        across_turns=across_turns,
        left_to_chance=run.undecided if run.left_to_chance else None,
    )
    return Judged(facts, draw_or_not(facts), once.per_iteration), seen


def _not_looked_through() -> Text:
    return text(
        "Who keeps it going is not known: a repeat in it changes the shape of the position again and again, or looking takes "
        "more than the work that is allowed for it."
    )


def _not_legal(index: int) -> NoLoop:
    return NoLoop(text("Choice {place} of the body is not legal there.", place=index + 1), index)
