"""Changes of a certificate, one at a time: a number, a name, a step, a word, an item more or less."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, TypeAlias

from floorjudge.magic.checking.documents import EVIDENCE, sealed

JsonObject: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[str | int, ...]
VERDICTS = ("advance", "draw", "ends", "refused", "undecided")
# What is written in words for people: nothing but the hash over all tells that somebody changed it.
PROSE = ("text", "assumes", "digest", "second")


def places(value: object, place: Place = ()) -> Iterator[Place]:
    """Yield the places of all numbers, words and truth values in a certificate, and of those that are not there."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*place, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*place, index))
    else:
        yield place


def is_prose(place: Place) -> bool:
    """Say whether a place is one of words for people, or of the hash."""
    return place[0] in PROSE or place[-1] == "text"


def changed(certificate: JsonObject, place: Place, seed: int, *, again_sealed: bool) -> JsonObject:
    """Return a certificate with something else at one place, and with a new hash over all where it is `again_sealed`."""
    other = copy.deepcopy(certificate)
    inner: Any = other
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = _otherwise(place, inner[place[-1]], seed)
    return sealed(other) if again_sealed else other


def _otherwise(place: Place, value: object, seed: int) -> object:
    if place[0] == "evidence" or place[0] == "verdict":
        words = [word for word in (EVIDENCE if place[0] == "evidence" else VERDICTS) if word != value]
        return words[seed % len(words)]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + (1, -1, 2, 10)[seed % 4]
    if isinstance(value, str) and value.lstrip("-").isdecimal():
        return str(int(value) + (1, -1, 7, 10**6)[seed % 4])
    if isinstance(value, str):
        return value + "x" if seed % 2 or len(value) < 2 else value[1:]
    return ("1", 0, [], {})[seed % 4]
