"""What must hold before a shortcut can be looked at: its names fit together and every number is possible."""

from __future__ import annotations

from floorjudge.loops import refusals
from floorjudge.loops.shortcuts import refusals as shortcut_refusals
from floorjudge.loops.shortcuts.sequence import Repeat, Steps

MOST_DEEP = 100


def check_proposal(turn_order: tuple[str, ...], proposer: str, sequence: Steps, end_priority: str) -> None:
    """Look for contradictions within a proposal; whether a game allows it is not asked here.

    Raises BadInput, with the place of the first one.
    """
    check_players(turn_order)
    _check_known(turn_order, proposer, "proposer")
    _check_known(turn_order, end_priority, "end_priority")
    _check_steps(turn_order, sequence, "sequence", 0)


def check_players(turn_order: tuple[str, ...]) -> None:
    """Check that there are players, and each of them once; raises BadInput."""
    if not turn_order:
        raise refusals.no_players("turn_order")
    for index, player in enumerate(turn_order):
        if player in turn_order[:index]:
            raise refusals.named_twice(f"turn_order[{index}]", player)


def check_depth(depth: int, where: str) -> None:
    """Check that repeats do not stand inside each other too deep; raises BadInput."""
    if depth > MOST_DEEP:
        raise shortcut_refusals.too_deep(where, MOST_DEEP)


def _check_known(turn_order: tuple[str, ...], player: str, where: str) -> None:
    if player not in turn_order:
        raise refusals.not_a_player(where, player, turn_order)


def _check_steps(turn_order: tuple[str, ...], steps: Steps, where: str, depth: int) -> None:
    check_depth(depth, where)
    if not steps:
        raise shortcut_refusals.nothing_proposed(where)
    for index, step in enumerate(steps):
        here = f"{where}[{index}]"
        if isinstance(step, Repeat):
            if step.times < 0:
                raise shortcut_refusals.negative_times(f"{here}.times")
            _check_steps(turn_order, step.body, f"{here}.repeat", depth + 1)
        elif step.by is not None:
            _check_known(turn_order, step.by, f"{here}.by")
