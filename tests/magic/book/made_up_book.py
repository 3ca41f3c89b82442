"""Entries and books of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from floorjudge.magic import CardLibrary
from floorjudge.magic.book.entries import STATES, Book, Entry, Head, sealed
from floorjudge.magic.book.facts import facts_for_book
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import facts_of
from floorjudge.magic.proof.certifying import certify
from tests.magic.made_up import watched


def entry(name: str, cards: tuple[str, ...], state: str = "certified", facts: Mapping[str, Any] | None = None) -> Entry:
    """Return an entry with some facts, sealed."""
    certificate = msgspec.Raw(msgspec.json.encode(facts or {}))
    known = next(each for each in STATES if each == state)
    return sealed(Entry(id=name, cards=cards, state=known, certificate=certificate))


def book_of(*entries: Entry) -> Book:
    """Return a book of some entries."""
    return Book(Head(entries=len(entries), floorjudge="1", engine="1", origin=""), entries)


def pinger(**more: Any) -> Entry:
    """Return an entry of a made-up card that takes two life of each opponent, as certified; with other facts where they are given."""
    given = watched("{0}: Each opponent loses 2 life.", times="10^100")
    found = certify(read_loop_case(given), CardLibrary.of_texts([]), budget=0.3)
    return entry("own", ("Engine",), found.evidence, {**facts_for_book(facts_of(found)), **more})
