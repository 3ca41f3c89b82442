"""Shortcuts on a game: the repeats of a proposed sequence are fast-forwarded, not performed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from floorjudge.loops.game.fast_forward import fast_forward
from floorjudge.loops.game.protocol import Game, Position, Repeat
from floorjudge.loops.shortcuts.sequence import Repeat as ProposedRepeat
from floorjudge.loops.shortcuts.sequence import Steps


def forwarding(game: Game[Position, Any]) -> Callable[[Position, Steps, int], tuple[int, Position]]:
    """Return what `check_shortcut` and `take` use for the repeats of a sequence: the game's fast forward.

    The function takes a position, the steps of one iteration and how many are wanted; it returns how many whole ones can be
    done, and the position after them.
    """

    def forward(position: Position, body: Steps, times: int) -> tuple[int, Position]:
        run = fast_forward(game, position, _body(body), times)
        if run.place is not None:
            run = fast_forward(game, position, _body(body), run.iterations)
        return run.iterations, run.position

    return forward


def _body(steps: Steps) -> tuple[Any, ...]:
    """Return proposed steps as the body of a loop: what is done, without who does it."""
    return tuple(
        Repeat(_body(step.body), step.times) if isinstance(step, ProposedRepeat) else step.do for step in steps
    )
