"""Judging a loop on a game: who keeps it going, whether it is mandatory, how it ends, whether it is a draw.

All of it is derived from the body by playing it, not asked of the players; a judge may correct it. Two different things
are both a draw when every choice is mandatory: the position comes back exactly, or the same events happen for ever
while amounts change and no comparison ever comes out differently (life going up for ever). A loop that ends by itself
is played to there.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import msgspec

from floorjudge.exact import AffineMap, Trace, abridged, map_of
from floorjudge.loops.game.fast_forward import fast_forward
from floorjudge.loops.game.protocol import Choice, Game, Position, amounts, perform
from floorjudge.loops.mtr.asking import paragraph_for
from floorjudge.texts import Text, grouped, text


class Verdict(Enum):
    """What becomes of a loop."""

    DRAW = "draw"
    ENDS = "ends"
    MAY_BE_SHORTCUT = "may_be_shortcut"
    UNDECIDED = "undecided"


class LoopFacts(msgspec.Struct, frozen=True):
    """What is known of a body that has come round once.

    `maintained_by` keep it going by choices that they could leave out; `could_act` only pass but could do something
    else. `ends_at` is the iteration, from 0, in which it ends by itself, None when it never does; `undecided` says why
    that is not known.
    """

    maintained_by: tuple[str, ...]
    could_act: tuple[str, ...]
    ends_at: int | None
    position_comes_back: bool
    undecided: Text | None = None
    across_turns: bool = False


class Finding(msgspec.Struct, frozen=True):
    """A verdict with its reason and the clauses it rests on; `at` is the iteration of an end."""

    verdict: Verdict
    reason: Text
    clauses: tuple[str, ...]
    at: int | None = None


def is_drawn(*, mandatory: bool, endless: bool | None) -> bool | None:
    """Say whether a loop makes the game a draw: everything in it is mandatory, and it never ends by itself.

    `endless` is None where nobody knows whether it ever ends; the answer then is None too, unless it is not mandatory.
    Clauses: CR shortcuts.4
    """
    return mandatory and endless


def draw_or_not(facts: LoopFacts) -> Finding:
    """Say whether a loop is a draw, ends by itself, may be shortcut, or cannot be decided by us.

    Clauses: CR shortcuts.4, MTR 4.4.2
    """
    if facts.undecided is not None:
        said = text("Whether the loop ever ends by itself is not known. {why} A judge decides.", why=facts.undecided)
        return Finding(Verdict.UNDECIDED, said, ("MTR 4.4.9",))
    ends_at = facts.ends_at
    if ends_at is not None:
        last = grouped(abridged(ends_at + 1, longest=60, shown=12))
        said = text("The loop ends by itself in iteration {iteration}; it is played to there.", iteration=last)
        return Finding(Verdict.ENDS, said, ("CR shortcuts.4",), ends_at)
    if is_drawn(mandatory=not facts.maintained_by and not facts.could_act, endless=True):
        said = (
            text("Everything in the loop is mandatory, and the position comes back exactly: the game is a draw.")
            if facts.position_comes_back
            else text(
                "Everything in the loop is mandatory, and nothing that it changes ever ends it: the game is a draw."
            )
        )
        return Finding(Verdict.DRAW, said, ("CR shortcuts.4",))
    said = (
        text("The loop could be stopped by: {players}. A number of iterations is named.", players=facts.maintained_by)
        if facts.maintained_by
        else text(
            "Nobody keeps the loop going, but these could act: {players}. Everybody is asked after how many iterations they will, if at all.",
            players=facts.could_act,
        )
    )
    by = paragraph_for(len(facts.maintained_by), across_turns=facts.across_turns)
    return Finding(Verdict.MAY_BE_SHORTCUT, said, (by,))


class Judged(msgspec.Struct, frozen=True):
    """What is known of a loop after one traced iteration."""

    facts: LoopFacts
    finding: Finding
    per_iteration: AffineMap


class NoLoop(msgspec.Struct, frozen=True):
    """Why a body is no loop: `place` is the choice that is not legal, None when the position does not come back."""

    reason: Text
    place: int | None = None


def judge_loop(game: Game[Position, Choice], position: Position, body: Sequence[Choice]) -> Judged | NoLoop:
    """Say what a body does when it is repeated from a position.

    The position should be one in which the loop is under way: what only a first iteration does is no part of the loop.
    Clauses: MTR 4.4.1
    """
    trace = Trace()
    start = amounts(game, position)
    ended = perform(game, game.with_resources(position, trace.quantities(start)), body)
    if ended.place is not None:
        said = text("Choice {place} of the body is not legal there.", place=ended.place[0] + 1)
        return NoLoop(said, ended.place[0])
    if game.shape(ended.position) != game.shape(position):
        return NoLoop(text("After the body the position is of another shape: this is not a loop, or not yet."))
    per_iteration = map_of(game.resources(ended.position))
    run = fast_forward(game, position, body, None)
    facts = LoopFacts(
        maintained_by=_maintainers(game, position, body),
        could_act=_could_act(game, position, body),
        ends_at=None if run.place is None else run.iterations,
        position_comes_back=run.for_ever and run.per_iteration == AffineMap(),
        undecided=run.undecided,
    )
    return Judged(facts, draw_or_not(facts), per_iteration)


def _maintainers(game: Game[Position, Choice], position: Position, body: Sequence[Choice]) -> tuple[str, ...]:
    """Return the players with a choice, not forced and not a pass, without which the body does not come round again.

    Clauses: MTR 4.4.3, MTR 4.4.4
    """
    found: dict[str, None] = {}
    now = position
    for index, choice in enumerate(body):
        player = game.player(now)
        options = game.choices(now)
        if player is not None and len(options) > 1 and not game.passes(choice):
            passing = [option for option in options if game.passes(option)]
            if not any(_goes_on(game, now, [other, *body[index + 1 :]], body[index:]) for other in passing):
                found[player] = None
        now = game.apply(now, choice)
    return tuple(found)


def _goes_on(
    game: Game[Position, Choice], position: Position, without: Sequence[Choice], body: Sequence[Choice]
) -> bool:
    """Say whether the rest of a body goes on through the same shapes without its first choice."""
    other = position
    for choice, instead in zip(body, without, strict=True):
        if instead not in game.choices(other):
            return False
        position, other = game.apply(position, choice), game.apply(other, instead)
        if game.shape(position) != game.shape(other):
            return False
    return True


def _could_act(game: Game[Position, Choice], position: Position, body: Sequence[Choice]) -> tuple[str, ...]:
    """Return the players who pass somewhere in the body, although they could do something else there.

    Clauses: MTR 4.4.2
    """
    found: dict[str, None] = {}
    for choice in body:
        player = game.player(position)
        others = [option for option in game.choices(position) if not game.passes(option)]
        if player is not None and game.passes(choice) and others:
            found[player] = None
        position = game.apply(position, choice)
    return tuple(found)
