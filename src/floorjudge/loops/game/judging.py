"""Judging a loop on a game: who keeps it going, whether it is mandatory, how it ends, whether it is a draw.

All of it is derived from the body by playing it, not asked of the players; a judge may correct it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from floorjudge.exact import AffineMap, Guard, Linear, Trace, map_of
from floorjudge.loops.game.draws import Finding, Repetition, draw_or_not
from floorjudge.loops.game.fast_forward import fast_forward
from floorjudge.loops.game.performing import amounts, perform
from floorjudge.loops.game.protocol import Choice, Game, Position
from floorjudge.texts import Text, text


class Judged(msgspec.Struct, frozen=True):
    """What is known of a loop after one traced iteration.

    `reads` are the resources that its course depends on, `writes` those that it changes: when the shape and all of these
    are as they were, the game has not changed in a way that matters to this loop.
    """

    repetition: Repetition
    finding: Finding
    per_iteration: AffineMap
    reads: frozenset[str]
    writes: frozenset[str]


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
    law = map_of(game.resources(ended.position))
    run = fast_forward(game, position, body, None)
    repetition = Repetition(
        maintained_by=_maintainers(game, position, body),
        could_act=_could_act(game, position, body),
        ends_at=None if run.place is None else run.iterations,
        position_comes_back=run.for_ever and run.per_iteration == AffineMap(),
        undecided=run.undecided,
    )
    return Judged(repetition, draw_or_not(repetition), law, _read_by(trace.guards, law), frozenset(law.rows))


def _read_by(guards: Sequence[Guard], law: AffineMap) -> frozenset[str]:
    expressions = [guard.expression for guard in guards] + [row - Linear({name: 1}) for name, row in law.rows.items()]
    return frozenset(name for expression in expressions for name in expression.terms)


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
