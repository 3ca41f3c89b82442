"""Finds the cards that a loop needs: takes each out of the position, and plays the rest again.

A loop that goes on without a card, and gives as much in each iteration, is not a loop of that card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
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
_MOST_HOSTS = 3
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
        loops = _without(tried, (*out, name), library)
        if any(
            changes_as_much(tried.certificate, each.certificate) and gives <= _gives(each, library) for each in loops
        ):
            out = (*out, name)
    return out


def _without(tried: Tried, names: Sequence[str], library: CardLibrary) -> Iterator[Tried]:
    """Yield the certified loops in the positions without some cards."""
    known = tried.case.position.with_own_cards(library)
    gone = _meant_by(names, tried.case.position, known)
    for position in _left_out(gone, tried.case.position, known):
        candidate = replayed(tried, position, gone, library)
        if candidate is not None and goes_on(candidate, position.priority):
            loop = confirmed(candidate, position, library, CERTIFYING)
            if loop is not None and loop.holds:
                yield loop


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


def _left_out(gone: frozenset[str], position: Position, library: CardLibrary) -> Iterator[Position]:
    """Yield the positions without the objects that some folded words mean.

    An attachment of such an object moves to another host that it fits, one position for each of the first few hosts,
    and in the last position to none: an Aura is gone then. Tokens that copy such a card are gone with it.
    """

    def remaining(zone: tuple[tuple[_Thing, ...], ...]) -> tuple[tuple[_Thing, ...], ...]:
        return tuple(tuple(thing for thing in things if fold(thing.card) not in gone) for things in zone)

    def is_loose(thing: Permanent) -> bool:
        return isinstance(thing.on, str) and fold(thing.on) in gone

    bare = msgspec.structs.replace(position, **{zone: remaining(getattr(position, zone)) for zone in ZONES})
    battlefield = remaining(position.battlefield)
    loose = [thing for things in battlefield for thing in things if is_loose(thing)]
    standing = [thing for things in battlefield for thing in things if not is_loose(thing)]
    hosts = (host for host in standing if all(_fits(host, thing, library) for thing in loose)) if loose else ()
    for host in (*islice(hosts, _MOST_HOSTS), None):
        yield msgspec.structs.replace(
            bare,
            battlefield=tuple(
                tuple(
                    new for old in things if (new := _moved(old, host, library) if is_loose(old) else old) is not None
                )
                for things in battlefield
            ),
        )


def _fits(host: Permanent, thing: Permanent, library: CardLibrary) -> bool:
    """Return whether a thing may be attached to a host, by its types."""
    try:
        on = facts_of(thing.card, library).on
        types = host.text.type.split() if host.text else facts_of(host.card, library).types
    except BadInput:
        return False
    return host.on is None and ("Permanent" in on or any(kind in types for kind in on))


def _moved(thing: Permanent, host: Permanent | None, library: CardLibrary) -> Permanent | None:
    """Return a thing on another host; without a host an Aura is None."""
    if host is not None:
        return msgspec.structs.replace(thing, on=host.label or host.card)
    try:
        stays = "Aura" not in facts_of(thing.card, library).types
    except BadInput:
        stays = False
    return msgspec.structs.replace(thing, on=None) if stays else None
