"""The combinations that a deck holds, and those of which it lacks one card."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from floorjudge.magic.cards.deck_list import Deck
from floorjudge.magic.collections.known import STATES, KnownCombination, State
from floorjudge.texts import Text, text

# What a shell reads between double quotes, which suit apostrophes better.
_SPECIAL = frozenset('"$`\\!')
STATE_WORDS: Mapping[State, Text] = {
    "certified": text("certified"),
    "extended": text("extended"),
    "observed": text("observed"),
    "undecided": text("undecided"),
    "unchecked": text("unchecked"),
}
STATE_MEANS: Mapping[State, Text] = {
    "certified": text("Certified: the engine itself was tried at both ends of the repetition and in between."),
    "extended": text("Extended: the engine was tried as far as it goes, and the recurrence that held there is carried on."),
    "observed": text("Observed: the engine played it until the game was won; nothing is claimed beyond that."),
    "undecided": text("Undecided: it was searched, and no loop in which all its cards take part was certified."),
    "unchecked": text("Unchecked: somebody wrote it down, and nobody has searched it yet."),
}  # fmt: skip


class InDeck(msgspec.Struct, frozen=True):
    """A combination of which a deck has all cards, or all but the `missing` one."""

    combination: KnownCombination
    missing: str | None = None


class DeckCombinations(msgspec.Struct, frozen=True):
    """The combinations in a deck, what is known best first; of how many combinations."""

    deck: Deck
    compared: int
    held: tuple[InDeck, ...]
    one_short: tuple[InDeck, ...]


def combinations_in(deck: Deck, combinations: Iterable[KnownCombination]) -> DeckCombinations:
    """Return which of the combinations a deck holds, and which it would hold with one card more."""
    held: list[InDeck] = []
    one_short: list[InDeck] = []
    compared, cards = 0, Counter(deck.cards)
    for each in combinations:
        compared += 1
        # Most lack more than one card, which is seen sooner than how many copies of which.
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
