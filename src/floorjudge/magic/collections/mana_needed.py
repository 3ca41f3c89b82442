"""The mana that a combination says it needs, in its own words: an amount, and when it is needed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from floorjudge.magic.cards.helper_cards import letters

_SYMBOLS = re.compile(r"(?:\{[^}]+\})+")
_TAX = re.compile(r"command(?:er)? tax", re.IGNORECASE)
_AGAIN = re.compile(r"each (?:other |extra )?turn|every turn|each of your turns|from creature sources", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\botherwise\b|\bthe first turn\b|your first turn\b", re.IGNORECASE)
_EACH_THING = re.compile(r"additional spell|additional instant|additional sorcery|creature card in hand", re.IGNORECASE)
_FOR_THE_HAND = re.compile(r"extra turn spell|to cast (?!the (?:additional|creature))", re.IGNORECASE)
_TAXED, _FOR_A_SPELL = "CC", "C"


@dataclass(frozen=True)
class Needed:
    """Mana in letters; `again` says that it is needed each turn, so that a pool, which empties, is not enough.

    `hand` says that the costs of the cards in the hand come in addition.
    """

    mana: str
    again: bool
    hand: bool = False


def needed(said: str | None) -> Needed | None:
    """Return what is meant by the words, None when there are none or no amount is in them.

    Where several amounts are said, those that come in addition are added, and of alternatives the largest is taken.
    """
    if said is None:
        return None
    amounts = [letters(found) for found in _SYMBOLS.findall(said)]
    if not amounts:
        return None
    mana = max(amounts, key=len) if _ALTERNATIVE.search(said) else "".join(amounts)
    mana += _TAXED if _TAX.search(said) else ""
    mana += _FOR_A_SPELL if _EACH_THING.search(said) else ""
    return Needed(mana, _AGAIN.search(said) is not None, _FOR_THE_HAND.search(said) is not None)
