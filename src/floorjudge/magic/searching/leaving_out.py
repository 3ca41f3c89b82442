"""A position without some of its cards: they are in no zone any more, and what lay on them lies on something else, or on nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.naming import fold
from floorjudge.magic.positions.position import Card, Permanent, Position
from floorjudge.magic.searching.pieces import piece_of

_MOST_HOSTS = 3
_Thing = TypeVar("_Thing", Card, Permanent)


def meant_by(names: Sequence[str], position: Position, library: CardLibrary) -> frozenset[str]:
    """Return all words, folded, by which a position or the steps played from it may mean some cards: names, sides, labels."""
    known = {known_as(name, library) for name in names} | {fold(name) for name in names}
    labels = {
        fold(thing.label)
        for thing in _things(position)
        if thing.label is not None and (fold(thing.card) in known or known_as(thing.card, library) in known)
    }
    cards = {fold(thing.card) for thing in _things(position) if known_as(thing.card, library) in known}
    return frozenset(known | cards | labels)


def known_as(name: str, library: CardLibrary) -> str:
    """Return the whole name of a card, folded; of something that is no card, what it is called."""
    try:
        return fold(library.card(name).name)
    except BadInput:
        return fold(name)


def left_out(gone: frozenset[str], position: Position, library: CardLibrary) -> Iterator[Position]:
    """Yield a position without everything that some folded words mean.

    What lay on such a thing lies on something else that it fits, a position for each of the first few, and last on nothing: an
    Aura is gone then. Tokens that copy such a card are gone with it.
    """

    def kept(zone: tuple[tuple[_Thing, ...], ...]) -> tuple[tuple[_Thing, ...], ...]:
        return tuple(tuple(thing for thing in things if fold(thing.card) not in gone) for things in zone)

    def is_loose(thing: Permanent) -> bool:
        return isinstance(thing.on, str) and fold(thing.on) in gone

    bare = msgspec.structs.replace(
        position,
        hand=kept(position.hand),
        graveyard=kept(position.graveyard),
        exile=kept(position.exile),
        library=kept(position.library),
    )
    battlefield = kept(position.battlefield)
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


def _things(position: Position) -> Iterator[Card | Permanent]:
    for things in position.battlefield:
        yield from things
    for zone in (position.hand, position.graveyard, position.exile, position.library):
        for cards in zone:
            yield from cards


def _fits(host: Permanent, thing: Permanent, library: CardLibrary) -> bool:
    """Say whether something may lie on another thing, as far as its types tell."""
    try:
        on = piece_of(thing.card, library, named=False).on
        types = host.text.type.split() if host.text else piece_of(host.card, library, named=False).types
    except BadInput:
        return False
    return host.on is None and ("Permanent" in on or any(kind in types for kind in on))


def _moved(thing: Permanent, host: Permanent | None, library: CardLibrary) -> Permanent | None:
    """Return a thing on another host; on none, only what can be without one stays."""
    if host is not None:
        return msgspec.structs.replace(thing, on=host.label or host.card)
    try:
        stays = "Aura" not in piece_of(thing.card, library, named=False).types
    except BadInput:
        stays = False
    return msgspec.structs.replace(thing, on=None) if stays else None
