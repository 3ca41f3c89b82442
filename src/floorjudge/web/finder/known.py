"""What is known without a search: the names of cards, the combinations in a deck list, the famous loops."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from typing import Any

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.book.entries import KnownCombination
from floorjudge.magic.book.known import DeckCombinations, combinations_in, famous_lines, known_combinations
from floorjudge.magic.cards.deck_list import read_deck
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.names import CardNames
from floorjudge.texts import Text
from floorjudge.web.finder.results import Found

JsonObject = dict[str, Any]
# So many combinations of each kind are shown.
MOST_COMBINATIONS = 50


@cache
def card_names() -> CardNames:
    """Return the names of all cards ready to be completed, none where there are no card texts; kept by this process."""
    with closing(CardLibrary.open()) as library:
        try:
            return library.completion
        except FloorjudgeError:
            return CardNames(())


def looked_through(listing: str) -> DeckCombinations:
    """Return the combinations in a deck list. Raises what `read_deck` and `known_combinations` raise."""
    with closing(CardLibrary.open()) as library:
        return combinations_in(read_deck(listing, library), known_combinations())


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
            answer = loop.answer
            evidence = answer.evidence if answer.is_sure else "undecided"
            found.append(Listed(each.id, each.cards, each.kind, evidence, answer.gives))
    return tuple(found)
