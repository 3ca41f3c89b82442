"""Gives a deck check the card texts: the printed facts of a card, and cards with similar names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any

import msgspec

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.names import CardNames
from floorjudge.magic.cards.sides import mana_value
from floorjudge.magic.colours import COLOURS

_SIMILAR = 3
# Both halves of such a card are its front.
_HALVED = frozenset({"split", "aftermath"})


class PrintedCard(msgspec.Struct, frozen=True, kw_only=True):
    """The printed facts of a card, of a double-faced one those of its front.

    `identity` are the letters of its color identity, its back included. `cost` and `mana_value` are those of the whole
    card, and None if the texts have only one half of it; `has_size`: power and toughness are printed on it.
    """

    name: str
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    identity: str
    words: str
    cost: str | None
    mana_value: int | None
    has_size: bool


class DeckCards:
    """The cards of a library, in the form for a deck check."""

    def __init__(self, library: CardLibrary, names: Callable[[], CardNames] | None = None) -> None:
        """Take an open library that has card texts; `names` returns the names of its cards if they are stored already."""
        self._library = library
        self._names = names or (lambda: library.completion)

    def named(self, name: str) -> PrintedCard | None:
        """Return the printed facts of the card with a name, whole or of one side; None if there is none."""
        listed = self._library.sides(name)
        return None if listed is None else _printed(*listed)

    def similar(self, name: str) -> Sequence[str]:
        """Return the whole names of cards with similar names, the likeliest first."""
        return self._names().complete(name, _SIMILAR)


@contextmanager
def installed_cards(
    opened: Callable[[], AbstractContextManager[CardLibrary]] | None = None,
    names: Callable[[], CardNames] | None = None,
) -> Iterator[DeckCards | None]:
    """Yield the cards of this user for a deck check while a block runs; None if there are no card texts.

    `opened` opens the library, by default `CardLibrary.open`; `names` as in `DeckCards`.
    """
    with opened() if opened else closing(CardLibrary.open()) as library:
        yield None if library.is_empty else DeckCards(library, names)


def _printed(name: str, sides: Sequence[Mapping[str, Any]]) -> PrintedCard:
    front = sides[0]
    halves = sides if front.get("layout") in _HALVED else sides[:1]
    missing = front.get("layout") in _HALVED and len(sides) == 1
    cost = None if missing else "".join(str(half.get("manaCost") or "") for half in halves)
    identity = {letter for side in sides for letter in side.get("colorIdentity") or ()}
    return PrintedCard(
        name=name,
        supertypes=tuple(front.get("supertypes") or ()),
        types=tuple(front.get("types") or ()),
        subtypes=tuple(front.get("subtypes") or ()),
        identity="".join(letter for letter in COLOURS if letter in identity),
        words="\n".join(str(half.get("text") or "") for half in halves),
        cost=cost,
        mana_value=None if cost is None else mana_value(cost),
        has_size=front.get("power") is not None,
    )
