"""Entries and books of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from floorjudge.magic import CardLibrary
from floorjudge.magic.book.entries import STATES, Book, Entry, Head, sealed
from floorjudge.magic.book.facts import afterwards_value, facts_for_book, happened_value
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.search.products import afterwards, happenings
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
    found = certified(watched("{0}: Each opponent loses 2 life."))
    return entry("own", ("Engine",), found.evidence, {**facts_for_book(found), **more})


def certified(given: Mapping[str, Any]) -> Certificate:
    """Return the certificate of a case of made-up cards."""
    return certify(read_loop_case({**given, "times": "10^100"}), CardLibrary.of_texts([]), budget=0.3)


def with_what_happens(found: Certificate) -> Entry:
    """Return an entry with all that the second form of the book keeps of a loop."""
    library = CardLibrary.of_texts([])
    played = {
        "happens": happened_value(happenings(found.case, library)),
        "afterwards": afterwards_value(afterwards(found.case, found, library)),
    }
    return entry("own", ("Engine",), found.evidence, facts_for_book(found) | played)
