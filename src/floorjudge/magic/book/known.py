"""The loops of the book as combinations of cards, and which of them a deck holds."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from floorjudge.magic.book.entries import STATES, KnownCombination, State
from floorjudge.magic.book.lookup import installed_book, preference
from floorjudge.magic.cards.deck_list import Deck
from floorjudge.magic.proof.certificates import Evidence
from floorjudge.texts import Text, text


@cache
def combinations_of_the_book() -> tuple[KnownCombination, ...]:
    """Return the loops of the book as combinations, one of each set of cards; a single card is none. Raises DamagedBook."""
    found: dict[tuple[str, ...], KnownCombination] = {}
    for entry in sorted(installed_book().entries, key=preference):
        found.setdefault(tuple(sorted(entry.cards)), entry.combination)
    return tuple(each for cards, each in found.items() if len(cards) > 1)


# Signs that a shell interprets between double quotes. A name without them is put between double quotes, because it may have
# an apostrophe.
_SPECIAL = frozenset('"$`\\!')
STATE_WORDS: Mapping[Evidence, Text] = {
    "certified": text("certified"),
    "extended": text("extended"),
    "observed": text("observed"),
    "undecided": text("undecided"),
}
STATE_MEANS: Mapping[State, Text] = {
    "certified": text("Certified: the engine played iterations at the beginning, at the end and in between."),
    "extended": text("Extended: the engine was tried as far as it goes, and the recurrence that held there is carried on."),
    "undecided": text("Undecided: it was searched, and no loop in which all its cards take part was certified."),
}  # fmt: skip


class InDeck(msgspec.Struct, frozen=True):
    """A combination of which a deck has all cards, or all but the `missing` one."""

    combination: KnownCombination
    missing: str | None = None


class DeckCombinations(msgspec.Struct, frozen=True):
    """The combinations in a deck, each list with the certified ones first; `compared` is how many the deck was compared with.

    `held` are those of which it has all cards, `one_short` those of which it lacks one.
    """

    deck: Deck
    compared: int
    held: tuple[InDeck, ...]
    one_short: tuple[InDeck, ...]


def combinations_in(deck: Deck, combinations: Iterable[KnownCombination]) -> DeckCombinations:
    """Return the combinations that a deck holds, and those that it would hold with one more card."""
    held: list[InDeck] = []
    one_short: list[InDeck] = []
    compared, cards = 0, Counter(deck.cards)
    for each in combinations:
        compared += 1
        # A deck lacks more than one card of most combinations: finding that out first, without counting copies, is faster.
        if len([card for card in each.cards if card not in cards]) > 1:
            continue
        missing = list((Counter(each.cards) - cards).elements())
        if not missing:
            held.append(InDeck(each))
        elif len(missing) == 1 < len(each.cards):
            one_short.append(InDeck(each, missing[0]))
    return DeckCombinations(deck, compared, _in_order(held), _in_order(one_short))


def _in_order(found: Iterable[InDeck]) -> tuple[InDeck, ...]:
    return tuple(
        sorted(
            found,
            key=lambda each: (
                STATES.index(each.combination.state),
                len(each.combination.cards),
                each.combination.cards,
            ),
        )
    )


def search_command(cards: Sequence[str]) -> str:
    """Return the command that searches a combination for its loop."""
    names = (shlex.quote(card) if _SPECIAL & set(card) else f'"{card}"' for card in dict.fromkeys(cards))
    return " ".join(("floorjudge magic find", *names))


def deck_value(found: DeckCombinations, most: int) -> dict[str, Any]:
    """Return what was found as JSON, with at most so many combinations in each list; the counts are of all."""
    return {
        "cards": sum(found.deck.cards.values()),
        "beside": found.deck.beside,
        "unknown": msgspec.to_builtins(found.deck.unknown),
        "compared": found.compared,
        "held_count": len(found.held),
        "held": [_value(each) for each in found.held[:most]],
        "one_short_count": len(found.one_short),
        "one_short": [_value(each) for each in found.one_short[:most]],
    }


def _value(each: InDeck) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.to_builtins(each.combination)
    value["search"] = search_command(each.combination.cards)
    return value if each.missing is None else value | {"missing": each.missing}
