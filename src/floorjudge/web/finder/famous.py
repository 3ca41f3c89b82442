"""The famous loops of examples/magic with what is known of them, made beforehand by `python -m scripts.famous_loops`."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from floorjudge.texts import Text
from floorjudge.web.finder.results import Found

FILE = "famous_loops.jsonl.gz"
JsonObject = dict[str, Any]


class Famous(msgspec.Struct, frozen=True):
    """A famous loop: the name of its file, its title, its kind, and the job that certifies it, with the answer.

    `version` is that of the program that made it.
    """

    name: str
    title: str
    kind: str
    version: str
    question: JsonObject
    answer: JsonObject


class Listed(msgspec.Struct, frozen=True):
    """A famous loop in a list: what it gives, and in a word how that is known."""

    name: str
    title: str
    kind: str
    evidence: str
    gives: tuple[Text, ...]


def famous_loops() -> Iterator[Famous]:
    """Yield all famous loops, in the order of their names."""
    written = gzip.decompress((resources.files(__package__) / FILE).read_bytes())
    decoder = msgspec.json.Decoder(Famous)
    for line in written.splitlines():
        yield decoder.decode(line)


@cache
def listed_loops() -> tuple[Listed, ...]:
    """Return the list of all famous loops."""
    found = []
    for each in famous_loops():
        loop = msgspec.convert(each.answer, Found).loop
        if loop is not None:
            found.append(
                Listed(each.name, each.title, each.kind, loop.evidence if loop.is_sure else "undecided", loop.gives)
            )
    return tuple(found)
