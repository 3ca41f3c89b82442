"""The famous loops with all that is known of them, which need not be worked out: for the gallery."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from floorjudge.magic.collections.known import KnownCombination, famous_lines
from floorjudge.texts import Text
from floorjudge.web.finder.results import Found

JsonObject = dict[str, Any]


class Famous(KnownCombination, frozen=True, kw_only=True):
    """A famous loop: its kind, and the job that certifies it with the answer; `version` is that of the program then."""

    kind: str
    version: str
    question: JsonObject
    answer: JsonObject


class _Id(msgspec.Struct):
    id: str


class Listed(msgspec.Struct, frozen=True):
    """A famous loop in a list: its cards, what it gives, and in a word how that is known."""

    id: str
    cards: tuple[str, ...]
    kind: str
    evidence: str
    gives: tuple[Text, ...]


def famous_loop(name: str) -> Famous | None:
    """Return the famous loop of this name."""
    line = _lines_by_id().get(name)
    return None if line is None else msgspec.json.decode(line, type=Famous)


@cache
def _lines_by_id() -> dict[str, bytes]:
    return {msgspec.json.decode(line, type=_Id).id: line for line in famous_lines()}


@cache
def listed_loops() -> tuple[Listed, ...]:
    """Return the list of all famous loops."""
    found = []
    for line in famous_lines():
        each = msgspec.json.decode(line, type=Famous)
        loop = msgspec.convert(each.answer, Found).loop
        if loop is not None:
            evidence = loop.evidence if loop.is_sure else "undecided"
            found.append(Listed(each.id, each.cards, each.kind, evidence, loop.gives))
    return tuple(found)
