"""The requirement of a companion for its deck, as far as the printed cards decide it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from floorjudge.formats.magic_decks.cards import CardFacts, without_reminders

_COMPANION = re.compile(r"^companion\s*[—–-]\s*(.+)$", re.IGNORECASE | re.MULTILINE)
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_PERMANENT = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
_AT_LEAST = re.compile(r"at least (\w+) cards more than the minimum deck size")
_TWENTY = 20
_OF_TYPES = re.compile(r"each creature card in your starting deck is an? (.+) card\.")


def asked_by(companion: CardFacts) -> str | None:
    """Return the requirement of a companion, in the words of its card; None if the card is no companion.

    Clauses: CR 702.139
    """
    found = _COMPANION.search(without_reminders(companion.words))
    return found[1] if found else None


def is_met(asked: str, deck: Sequence[CardFacts], cards_beyond: int) -> bool | None:
    """Return whether a deck meets the requirement of a companion; None if the printed cards do not decide it.

    `asked` are the words of the companion, `deck` has each card once for each copy, and `cards_beyond` is the number of
    cards above the minimum size of the deck.
    Clauses: CR 702.139
    """
    words = asked.casefold()
    if more := _AT_LEAST.search(words):
        return cards_beyond >= _TWENTY if more[1] == "twenty" else None
    spells = [card for card in deck if "Land" not in card.types]
    if "nonland card in your starting deck has a different name" in words:
        return max(Counter(card.name for card in spells).values(), default=1) == 1
    if "nonland card in your starting deck shares a card type" in words:
        return not spells or bool(frozenset.intersection(*(frozenset(card.types) for card in spells)))
    if types := _OF_TYPES.search(words):
        wanted = {word.strip() for word in re.split(r",| or ", types[1]) if word.strip()}
        return all(_has_type(card, wanted) for card in deck if "Creature" in card.types)
    return _by_costs(words, deck, spells)


def _by_costs(words: str, deck: Sequence[CardFacts], spells: Sequence[CardFacts]) -> bool | None:
    rules: dict[str, tuple[Sequence[CardFacts], Callable[[int], bool]]] = {
        "your starting deck contains only cards with even mana values.": (deck, lambda value: value % 2 == 0),
        "your starting deck contains only cards with odd mana values and land cards.": (
            spells,
            lambda value: value % 2 == 1,
        ),
        "your starting deck contains only cards with mana value 3 or greater and land cards.": (
            spells,
            lambda value: value >= 3,
        ),
        "each permanent card in your starting deck has mana value 2 or less.": (
            [card for card in deck if _PERMANENT & {*card.types}],
            lambda value: value <= 2,
        ),
    }
    if words == "no card in your starting deck has more than one of the same mana symbol in its mana cost.":
        return _all(None if card.cost is None else _differ(_SYMBOL.findall(card.cost)) for card in deck)
    if words not in rules:
        return None
    cards, holds = rules[words]
    return _all(None if card.mana_value is None else holds(card.mana_value) for card in cards)


def _all(answers: Iterable[bool | None]) -> bool | None:
    """Return False if one answer is no, otherwise None if one is missing, else True."""
    given = set(answers)
    return False if False in given else None if None in given else True


def _differ(symbols: Sequence[str]) -> bool:
    return len(set(symbols)) == len(symbols)


def _has_type(card: CardFacts, wanted: set[str]) -> bool:
    every = any(line.casefold().startswith("changeling") for line in without_reminders(card.words).splitlines())
    return every or bool(wanted & {each.casefold() for each in card.subtypes})
