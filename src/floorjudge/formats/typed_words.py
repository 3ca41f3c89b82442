"""The meaning of typed words at a table, in any format: a seat, a number."""

from __future__ import annotations

from floorjudge.formats.competition import Table, as_kept
from floorjudge.formats.errors import NobodyOrSeveral

_LONGEST_NUMBER = len("1000000")


def is_whole(word: str) -> bool:
    """Return whether a word is a whole number of 0 or more, such as that of a table."""
    return word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER


def seat_of(table: Table, word: str) -> str:
    """Return the player of a table by seat, counted from 1, or by the beginning of the name.

    Raises BadInput if it matches no player, or more than one.
    """
    if is_whole(word) and 1 <= int(word) <= len(table.players):
        return table.players[int(word) - 1]
    begin = as_kept(word).casefold()
    meant = [name for name in table.players if any(part.startswith(begin) for part in _beginnings(name))]
    if len(meant) != 1:
        raise NobodyOrSeveral(word, table.players)
    return meant[0]


def _beginnings(name: str) -> tuple[str, ...]:
    """Return the beginnings of a name: from its first word, or from any other."""
    parts = name.casefold().split(" ")
    return tuple(" ".join(parts[index:]) for index in range(len(parts)))
