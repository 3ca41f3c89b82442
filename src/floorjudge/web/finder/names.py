"""Names of cards from the beginnings of their words."""

from __future__ import annotations

from functools import cache

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import folded

MOST = 8


def complete(typed: str) -> list[str]:
    """Return the names that somebody may mean, the likeliest first; nothing where there are no card texts."""
    wanted = folded(typed).split()
    if not wanted:
        return []
    found = [
        (not name.startswith(wanted[0]), len(name), whole)
        for name, whole in _names()
        if all(name.startswith(word) or f" {word}" in name for word in wanted)
    ]
    return [whole for _, _, whole in sorted(found)[:MOST]]


@cache
def _names() -> tuple[tuple[str, str], ...]:
    library = CardLibrary.open()
    try:
        return tuple((folded(name), name) for name in library.names())
    except FloorjudgeError:
        return ()
    finally:
        library.close()
