"""Finds the cards that a loop needs: takes each out of the position, and plays the rest again.

A loop that goes on without a card, and gives as much in each iteration, is not a loop of that card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.cards.facts import facts_of
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.naming import fold
from floorjudge.magic.positions.position import ZONES, Card, Permanent, Position
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.search.confirming import Tried, confirmed, goes_on
from floorjudge.magic.search.products import products_of
from floorjudge.magic.search.replaying import replayed

# How much each certificate without a card may try, in seconds of a usual machine.
CERTIFYING = 1.0
_Thing = TypeVar("_Thing", Card, Permanent)


def unneeded(tried: Tried, cards: Sequence[str], library: CardLibrary) -> tuple[str, ...]:
    """Return those of some cards that a loop does not need.

    Each in turn is taken out of the position, in every zone and with its copies, and the loop is played without the
    steps about that card. If it goes on, has a certificate, and changes and gives at least as much in each iteration,
    the card is not needed, and stays out while the next ones are tried. A card for which that cannot be shown takes
    part. Raises BadInput or Refused if the loop itself cannot be set up or played.
    """
    gives = _gives(tried, library)
    out: tuple[str, ...] = ()
    for name in dict.fromkeys(cards):
        loop = _without(tried, (*out, name), library)
        if loop and changes_as_much(tried.certificate, loop.certificate) and gives <= _gives(loop, library):
            out = (*out, name)
    return out


def _without(tried: Tried, names: Sequence[str], library: CardLibrary) -> Tried | None:
    """Return the certified loop in the position without some cards, None if there is none."""
    known = tried.case.position.with_own_cards(library)
    gone = _meant_by(names, tried.case.position, known)
    position = _left_out(gone, tried.case.position, known)
    candidate = replayed(tried, position, gone, library)
    if candidate is None or not goes_on(candidate, position.priority):
        return None
    loop = confirmed(candidate, position, library, CERTIFYING)
    return loop if loop is not None and loop.holds else None


def _gives(tried: Tried, library: CardLibrary) -> frozenset[str]:
    """Return the kinds of product that a loop gives its player."""
    return frozenset(each.kind for each in products_of(tried.case, tried.certificate, library) if each.is_gain)


def changes_as_much(whole: Certificate, without: Certificate) -> bool:
    """Return whether another loop changes every amount at least as much in each iteration, in the same direction."""
    there = {line.key: line.change for line in without.lines}
    for line in whole.lines:
        others = there.get(line.key, ())
        for index, change in enumerate(() if line.part else line.change):
            other = others[min(index, len(others) - 1)] if others else 0
            if abs(other) < abs(change) or other * change < 0:
                return False
    return True


def _meant_by(names: Sequence[str], position: Position, library: CardLibrary) -> frozenset[str]:
    """Return all words, folded, by which a position or its steps may call some cards: names, sides, labels."""
    known = {_whole_name(name, library) for name in names} | {fold(name) for name in names}
    meant = [
        thing
        for _, _, thing in position.things()
        if not known.isdisjoint((fold(thing.card), _whole_name(thing.card, library)))
    ]
    labels = {fold(thing.label) for thing in meant if thing.label is not None}
    return frozenset(
        known | labels | {fold(thing.card) for thing in meant if _whole_name(thing.card, library) in known}
    )


def _whole_name(name: str, library: CardLibrary) -> str:
    """Return the full name of a card, folded; other words unchanged."""
    card = library.find(name)
    return fold(name if card is None else card.name)


def _left_out(gone: frozenset[str], position: Position, library: CardLibrary) -> Position:
    """Return the position without the objects that some folded words mean.

    Tokens that copy such a card are gone with it, and so are the Auras on it; other attachments stay, on nothing.
    """

    def remaining(things: Iterable[_Thing]) -> tuple[_Thing, ...]:
        return tuple(thing for thing in things if fold(thing.card) not in gone)

    def standing(things: Iterable[Permanent]) -> Iterator[Permanent]:
        for thing in remaining(things):
            if not isinstance(thing.on, str) or fold(thing.on) not in gone:
                yield thing
            elif not _is_aura(thing, library):
                yield msgspec.structs.replace(thing, on=None)

    zones = {zone: tuple(map(remaining, getattr(position, zone))) for zone in ZONES}
    battlefield = tuple(tuple(standing(things)) for things in position.battlefield)
    return msgspec.structs.replace(position, **(zones | {"battlefield": battlefield}))


def _is_aura(thing: Permanent, library: CardLibrary) -> bool:
    try:
        return "Aura" in facts_of(thing.card, library).types
    except BadInput:
        return False
