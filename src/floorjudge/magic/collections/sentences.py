"""Prose in pieces: sentences, in which cards are numbers and counting words are digits, so that one pattern fits many of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from floorjudge.magic.cards.library import KnownCard

_NUMBERS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_COUNTING = re.compile(rf"\b({'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_END = re.compile(r"\n+|(?<=[^.])\.(?:\s*(?=[A-Z#\"])|$)")
_SAME = (
    ("’", "'"),
    ("“", '"'),
    ("”", '"'),
    ("can not", "cannot"),
    ("can't", "cannot"),
    ("n't", " not"),
    ("'ve ", " have "),
    ("'re ", " are "),
    ("there's", "there is"),
    ("There's", "There is"),
    ("and/or", "or"),
)
_SHORTEST = 3


def short_names(card: KnownCard, written: str) -> tuple[str, ...]:
    """Return what a card is called in prose, the longest first: its whole name, its sides, and short names where it is a legend."""
    names = {written, card.name}
    for side in card.name.split(" // "):
        names |= {side, side.split(",")[0]}
    for face in card.faces.values():
        if "Legendary" in face["card_type"].get("supertypes", ()):
            whole = str(face["name"]).split(",")[0]
            names |= {whole, re.split(r" (?:of|the|and|&) ", whole)[0], whole.split()[0], whole.split()[-1]}
    proper = (name for name in names if len(name) > _SHORTEST and name[:1].isupper())
    return tuple(sorted(proper, key=len, reverse=True))


def naming(cards: Sequence[tuple[str, ...]]) -> re.Pattern[str]:
    """Return a pattern that finds cards by any of their names, each in a group `c` with its number."""
    every = [(name, number) for number, names in enumerate(cards) for name in names]
    first: dict[str, int] = {}
    for name, number in every:
        first.setdefault(name, number)
    ordered = sorted(first, key=len, reverse=True)
    parts = "|".join(re.escape(name) for name in ordered) or r"(?!)"
    return re.compile(rf"(?<![\w#])(?:the |The )?({parts})(?!\w)")


def with_numbers(prose: str, cards: Sequence[tuple[str, ...]]) -> str:
    """Return prose in which cards stand as `#0`, `#1`, ... and what is written in several ways is written in one."""
    for written, same in _SAME:
        prose = prose.replace(written, same)
    numbers = {name: number for number, names in reversed(list(enumerate(cards))) for name in names}
    prose = naming(cards).sub(lambda found: f"#{numbers[found[1]]}", prose)
    return _COUNTING.sub(lambda found: str(_NUMBERS.index(found[1].lower()) + 1), prose)


def sentences(prose: str) -> Iterator[str]:
    """Yield the sentences of prose without their full stops; nothing is done inside of quotes or symbols of mana."""
    for part in _END.split(prose):
        whole = " ".join(part.split()).strip(" .,;")
        if whole:
            yield whole
