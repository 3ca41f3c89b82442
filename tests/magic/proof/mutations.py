"""Changes of a certificate, one at a time: a number, a name, a step, a word, an item more or less."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, TypeAlias

from floorjudge.magic.proof.certificates import EVIDENCE, sealed

JsonObject: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[str | int, ...]
VERDICTS = ("advance", "draw", "ends", "refused", "undecided")


def places(value: object, place: Place = ()) -> Iterator[Place]:
    """Yield the places of all numbers, words and truth values in a certificate, of those that are not there, and of lists and fields.

    Lists and fields of the case are left out: it may be told in other words.
    """
    if isinstance(value, (dict, list)) and "case" not in place[:1]:
        yield place
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*place, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*place, index))
    else:
        yield place


def is_digest(place: Place) -> bool:
    """Say whether a place is the hash over all, which is made anew with every other change."""
    return place == ("digest",)


def changed(certificate: JsonObject, place: Place, seed: int, *, again_sealed: bool) -> JsonObject:
    """Return a certificate with something else at one place, and with a new hash over all where it is `again_sealed`."""
    around: JsonObject = {"": copy.deepcopy(certificate)}
    inner: Any = around
    *way, last = ("", *place)
    for part in way:
        inner = inner[part]
    inner[last] = _otherwise(place, inner[last], seed)
    other: JsonObject = around[""]
    return sealed(other) if again_sealed else other


def _otherwise(place: Place, value: object, seed: int) -> object:
    if isinstance(value, (dict, list)):
        return _other_items(place, value, seed)
    if place in (("evidence",), ("verdict",)):
        words = [word for word in (EVIDENCE if place[0] == "evidence" else VERDICTS) if word != value]
        return words[seed % len(words)]
    if isinstance(value, int):
        return not value if isinstance(value, bool) else value + (1, -1, 2, 10)[seed % 4]
    if isinstance(value, str) and value.lstrip("-").isdecimal():
        return str(int(value) + (1, -1, 7, 10**6)[seed % 4])
    if isinstance(value, str):
        return value + "x" if seed % 2 or len(value) < 2 else value[1:]
    return ("1", 0, [], {})[seed % 4]


def _other_items(place: Place, value: JsonObject | list[Any], seed: int) -> object:
    """Return a list or an object with an item more or less."""
    if isinstance(value, list):
        return value[:-1] if value and seed % 2 else [*value, value[-1] if value else 0]
    stated = [name for name in value if not is_digest((*place, name))]
    if not stated or seed % 2:
        return {**value, "more": seed}
    left_out = stated[seed // 2 % len(stated)]
    return {name: each for name, each in value.items() if name != left_out}
