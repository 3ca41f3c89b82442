"""What a choice costs a search: the cheapest is tried first. A guide who knows more of the loop makes choices cheap or dear."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from floorjudge.magic.playing.bodies import Step


class ChoiceCost(msgspec.Struct, frozen=True):
    """What a choice costs, and how far along the guide's advice the line is after it: 0 without advice."""

    cost: float
    at: int


class ChoiceCosts:
    """The costs of choices and answers from one starting position where nothing is known of the loop.

    `missing` is what each thing costs that was there earlier on a line and is not there now, `resolving` the cost of
    letting the top of the stack resolve, `refusing` what an answer of no costs in addition.
    """

    missing = 0.35
    resolving = 0.2
    refusing = 0.5

    def choice(self, step: Step, at: int, usual: float, *, waits: bool) -> ChoiceCost:  # noqa: ARG002 (for guides)
        """Return the cost of acting, usually `usual`, on a line that is at a place; `waits`: something is on the stack."""
        return ChoiceCost(usual, at)

    def going_on(self, at: int, usual: float) -> ChoiceCost:
        """Return the cost of letting the turn go on with an empty stack, usually `usual`."""
        return ChoiceCost(usual, at)

    def answer(self, step: Step, at: int, usual: float) -> float:  # noqa: ARG002 (for guides)
        """Return the cost of an answer, usually `usual`, on a line that is at a place."""
        return usual


class Guide:
    """Gives the same costs for every loop; a guide with knowledge of the loop gives others.

    A guide changes what is tried first, never what is found to be a loop. `takes_turns`: its costs are so low that one
    starting position could keep all others waiting, so they are tried in turns.
    """

    takes_turns = False

    def costs(self, seat: int, names: Mapping[str, str]) -> ChoiceCosts:  # noqa: ARG002 (for guides)
        """Return the costs for the player at a seat from a position whose labels have these `names`, folded."""
        return ChoiceCosts()


NO_GUIDE = Guide()
