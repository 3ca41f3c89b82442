"""What somebody has written down of a loop, as advice for the search: what is likely done, in which order. It is never the answer."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Doing: TypeAlias = Literal["cast", "activate", "attack", "play", "resolve", "turn"]


class Hint(msgspec.Struct, frozen=True):
    """One thing that is likely done: `attack` is to go on to combat, `turn` to let the turn go on, `resolve` that something happens by itself.

    `source` is the card it is done with, folded as names are (see `naming.fold`), empty when no card is named; `about` are the
    other cards, colours of mana ("Green") and words that the sentence names, folded, which its answers likely choose.
    `responding` says that something waits on the stack meanwhile, `often` that it is done several times in a row.
    """

    do: Doing
    source: str = ""
    about: frozenset[str] = frozenset()
    responding: bool = False
    often: bool = False


class Advice(msgspec.Struct, frozen=True):
    """Hints in the order in which they were written; `repeats_from` is the index at which the loop goes on again."""

    hints: tuple[Hint, ...] = ()
    repeats_from: int = 0
