"""What comes out of a case: a ruling that names its clauses, or the question that is still open."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from floorjudge.loops.mtr.cases import JudgesWord, Point
from floorjudge.texts import Text

Paragraph: TypeAlias = Literal["MTR 4.4.2", "MTR 4.4.3", "MTR 4.4.4", "MTR 4.4.5"]
Outcome: TypeAlias = Literal["advance", "draw", "refused", "judge"]
Sayable: TypeAlias = Literal["agree", "indefinitely", "none", "number"]
Then: TypeAlias = Literal["acts", "chooses", "priority"]


def paragraph_for(maintainers: int, *, across_turns: bool) -> Paragraph:
    """Return the paragraph that settles a loop: it hangs on how many players maintain it, and across what.

    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5
    """
    if maintainers < 2:
        return "MTR 4.4.3" if maintainers else "MTR 4.4.2"
    return "MTR 4.4.5" if across_turns else "MTR 4.4.4"


class Ruling(msgspec.Struct, frozen=True):
    """What the rules make of a loop.

    `advance`: the game moves to `stop`, where `player` has priority, must act, or must choose differently (`then`).
    `draw`: the game is one. `refused`: this is not a loop that may be shortcut. `judge`: no paragraph covers it.
    `stop`, `player` and `then` are None unless the game advances. `clauses` are those that decided it, `sentences` say it
    to the players. `flags` are suspicions that were handed on, never decided; `overruled` is the judge's word, if there
    was one.
    """

    outcome: Outcome
    clauses: tuple[str, ...]
    sentences: tuple[Text, ...]
    stop: Point | None = None
    player: str | None = None
    then: Then | None = None
    judge_needed: bool = False
    flags: tuple[str, ...] = ()
    overruled: JudgesWord | None = None


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody has not answered yet: who is asked, and what they may say.

    `below` is the point before which a stopping point must lie, where there is such a limit; `standing` is the lowest
    stopping point so far.
    """

    player: str
    may_say: tuple[Sayable, ...]
    below: Point | None = None
    standing: Point | None = None
