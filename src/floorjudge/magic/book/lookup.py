"""What the book knows of some cards: the loops of exactly these, of some of them, of all with one more, of one card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources

import msgspec

from floorjudge.magic.book.entries import STATES, Book, Entry, unpacked

FILE = "book.jsonl.gz"


class WithOneMore(msgspec.Struct, frozen=True):
    """A loop of all the cards that were asked for and of this `card`."""

    card: str
    entry: Entry


class Known(msgspec.Struct, frozen=True):
    """The certified loops that the book knows of some cards.

    `exact` are of these cards and no other, the surest first; of the others there is one of each set of cards: `within` of some of them; `with_one_more` of all of them and
    one other, by its name. `of_card` are, where a single card was asked for, all in which it takes part with others.
    """

    exact: tuple[Entry, ...] = ()
    within: tuple[Entry, ...] = ()
    with_one_more: tuple[WithOneMore, ...] = ()
    of_card: tuple[Entry, ...] = ()

    @property
    def best(self) -> Entry | None:
        """Return the loop that answers the question, None where there is none."""
        return next(iter(self.exact), None)


@cache
def installed_book() -> Book:
    """Return the book that is installed, read once by each process. Raises DamagedBook."""
    return unpacked(resources.files(__package__).joinpath(FILE).read_bytes())


def lookup(cards: Iterable[str], book: Book | None = None) -> Known:
    """Return what the book knows of cards by their whole names; how often a card is named makes no difference."""
    asked = frozenset(cards)
    by_card = (book or installed_book()).by_card
    near = {entry.digest: entry for card in asked for entry in by_card.get(card, ())}
    by_cards: dict[frozenset[str], list[Entry]] = {}
    for entry in sorted(near.values(), key=preference):
        by_cards.setdefault(frozenset(entry.cards), []).append(entry)
    exact = tuple(by_cards.pop(asked, ()))
    others = [(own, entries[0]) for own, entries in by_cards.items()]
    larger = [(own - asked, entry) for own, entry in others if asked < own]
    more = (WithOneMore(next(iter(missing)), entry) for missing, entry in larger if len(missing) == 1)
    return Known(
        exact,
        tuple(entry for own, entry in others if own < asked),
        tuple(sorted(more, key=lambda each: each.card)),
        tuple(entry for _, entry in others) if len(asked) == 1 else (),
    )


def preference(entry: Entry) -> tuple[int, int, bool, str]:
    """Return the place of an entry: the surest first, and those that a search found before the famous ones, as its steps are finer."""
    return STATES.index(entry.state), len(entry.cards), bool(entry.kind), entry.id
