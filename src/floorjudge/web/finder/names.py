"""Completing the names of cards for pages and programs."""

from __future__ import annotations

from functools import cache

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.names import CardNames

MOST = 8


def complete(typed: str) -> list[str]:
    """Return the names that somebody may mean, the likeliest first; nothing where there are no card texts."""
    return _names().complete(typed, MOST)


@cache
def _names() -> CardNames:
    library = CardLibrary.open()
    try:
        return library.completion
    except FloorjudgeError:
        return CardNames(())
    finally:
        library.close()
