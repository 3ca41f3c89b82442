"""Draw or not: what follows when a body repeats, and why.

Two different things are both a repetition: the position comes back exactly, or the same events happen for ever while
amounts change and no comparison ever comes out differently (life going up for ever). With mandatory choices only, either is a
draw. A loop that ends by itself is not one: it is run to that point.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from floorjudge.exact import digits
from floorjudge.loops.mtr.rulings import paragraph_for
from floorjudge.texts import Text, text


class Verdict(Enum):
    """What becomes of a loop."""

    DRAW = "draw"
    ENDS = "ends"
    MAY_BE_SHORTCUT = "may_be_shortcut"
    UNDECIDED = "undecided"


class Repetition(msgspec.Struct, frozen=True):
    """What is known of a body that has come round once.

    `maintained_by` keep it going by choices that they could leave out; `could_act` only pass but could do something else.
    `ends_at` is the iteration, from 0, in which it ends by itself, None when it never does; `undecided` says why that is not
    known.
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


def draw_or_not(repetition: Repetition) -> Finding:
    """Say whether a loop is a draw, ends by itself, may be shortcut, or cannot be decided by us.

    Clauses: CR shortcuts.4, MTR 4.4.2
    """
    if repetition.undecided is not None:
        said = text("Whether it ever ends by itself is not known. {why} A judge decides.", why=repetition.undecided)
        return Finding(Verdict.UNDECIDED, said, ("MTR 4.4.9",))
    ends_at = repetition.ends_at
    if ends_at is not None:
        said = text("It ends by itself in iteration {iteration}; it is played to there.", iteration=digits(ends_at + 1))
        return Finding(Verdict.ENDS, said, ("CR shortcuts.4",), ends_at)
    if repetition.maintained_by:
        said = text("It could be stopped by: {players}. A number of times is named.", players=repetition.maintained_by)
        return Finding(
            Verdict.MAY_BE_SHORTCUT,
            said,
            (paragraph_for(len(repetition.maintained_by), across_turns=repetition.across_turns),),
        )
    if repetition.could_act:
        said = text(
            "Nobody keeps it going, but these could act: {players}. Everybody is asked after how many times they will, or not at all.",
            players=repetition.could_act,
        )
        return Finding(Verdict.MAY_BE_SHORTCUT, said, ("MTR 4.4.2",))
    said = (
        text("Everything in it is mandatory, and the position comes back exactly: the game is a draw.")
        if repetition.position_comes_back
        else text("Everything in it is mandatory, and nothing that it changes ever ends it: the game is a draw.")
    )
    return Finding(Verdict.DRAW, said, ("CR shortcuts.4",))
