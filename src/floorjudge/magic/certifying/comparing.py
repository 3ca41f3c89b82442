"""What the cards of a position compare amounts with: the numbers in their conditions, and whether they ask for an exact one.

A condition such as “ten or more” changes once, so the ends of a range tell; “exactly ten” or “an even number” can come true in
the middle of it and leave no trace at the ends. Both are looked for in the words of the cards and in the engine's form of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from floorjudge.magic.state.reading_past import abilities_of
from floorjudge.magic.state.turn_history import Json

_NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_WORTH = {word: number for number, word in enumerate(_NUMBER_WORDS)} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "hundred": 100,
}
_NUMBER = re.compile(rf"\b(\d+|{'|'.join(_WORTH)})\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(if|unless|as long as|while|when|whenever|exactly|equal|only|or (more|less|fewer|greater)|(more|less|fewer|greater) than"
    r"|at (least|most)|no more|can't have)\b",
    re.IGNORECASE,
)
_EXACT = re.compile(
    r"\bexactly\b|\b(is|are|isn't|aren't) (equal|not equal)\b|\bequal in\b|\b(even|odd)\b|\bdivi(ded|sible)\b|\bmultiple of\b"
    r"|\bhalf\b|\bthe same (number|amount|total)\b|\b(prime|remainder)\b|\bhas (a|an) [\w ]*ending\b|\bbetween \w+ and\b",
    re.IGNORECASE,
)
_EXACT_FORMS = frozenset({"EQ", "NE", "Equal", "NotEqual", "Exactly", "Even", "Odd", "DivisibleBy", "Modulo"})
_FIELDS_OF_TEXT = frozenset({"description", "target_prompt", "oracle_text"})
_FIELDS_OF_NAMES = frozenset({"name", "base_name", "source_name", "printed_name", "parse_warnings"})
_FIELDS_OF_CONDITIONS = re.compile(
    r"condition|constraint|comparator|threshold|restriction|limit|filter|minimum|maximum"
)


class Compared(NamedTuple):
    """The numbers in conditions, in order; and the cards that ask for an exact number, or whether one is even."""

    numbers: tuple[int, ...]
    exact: tuple[str, ...]


def compared_in(game: Mapping[str, Any]) -> Compared:
    """Return what the cards of an exported game compare amounts with; no hidden card is named.

    A condition that says “other” is about one more or one less: those numbers are there too.
    """
    numbers: set[int] = set()
    exact: set[str] = set()
    hidden = {str(thing["name"]) for thing in game["objects"].values() if thing["zone"] in ("Hand", "Library")}
    seen = {str(thing["name"]) for thing in game["objects"].values() if thing["zone"] not in ("Hand", "Library")}
    for name, value in abilities_of(game):
        numbers.update(_numbers(value, asked=False))
        if _asks_exactly(value) and name not in hidden - seen:
            exact.add(name)
    return Compared(tuple(sorted(numbers)), tuple(sorted(exact)))


def _numbers(value: Json, *, asked: bool) -> Iterator[int]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        if asked:
            yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner, asked=asked)
    elif isinstance(value, Mapping):
        asked = asked or "comparator" in value
        for name, inner in value.items():
            if name in _FIELDS_OF_TEXT and isinstance(inner, str):
                yield from _numbers_said(inner)
            elif name not in _FIELDS_OF_NAMES:
                yield from _numbers(inner, asked=asked or _FIELDS_OF_CONDITIONS.search(name) is not None)


def _numbers_said(said: str) -> Iterator[int]:
    for sentence in re.split(r"[.\n]", said):
        if _CONDITION.search(sentence) is None:
            continue
        other = re.search(r"\b(other|another)\b", sentence, re.IGNORECASE) is not None
        for found in _NUMBER.findall(sentence):
            number = int(found) if found.isdecimal() else _WORTH[found.lower()]
            yield number
            if other:
                yield number + 1


def _asks_exactly(value: Json) -> bool:
    if isinstance(value, Mapping):
        return any(_field_asks_exactly(name, inner) for name, inner in value.items())
    if isinstance(value, list):
        return any(map(_asks_exactly, value))
    return isinstance(value, str) and value in _EXACT_FORMS


def _field_asks_exactly(name: str, value: Json) -> bool:
    if name in _FIELDS_OF_NAMES:
        return False
    if name in _FIELDS_OF_TEXT and isinstance(value, str):
        return _EXACT.search(value) is not None
    return name in _EXACT_FORMS or _asks_exactly(value)
