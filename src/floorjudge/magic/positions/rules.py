"""What has to be true of a position, however it was typed: names of its own for one object each, attachments that exist."""

from __future__ import annotations

from floorjudge.magic.cards.sides import folded
from floorjudge.magic.errors import (
    BadPosition,
    NameGivenTwice,
    NoLifeLeft,
    NoSuchPermanent,
    PileWithName,
    PlayerNamedTwice,
    WhichPermanent,
)
from floorjudge.magic.positions.position import MOST_OBJECTS, ZONES, Position
from floorjudge.texts import Text, text


def checked(position: Position) -> Position:
    """Return the position itself.

    Raises BadInput, with the place, when a label is used twice or for a pile, something is attached to what is not
    there, or there is more than the engine can hold.
    """
    named: set[str] = set()
    for name in position.names:
        if name.casefold() in named:
            raise PlayerNamedTwice(name)
        named.add(name.casefold())
    _check_lives(position)
    taken: set[str] = set()
    objects = 0
    for zone in ("battlefield", *ZONES):
        for seat, things in enumerate(getattr(position, zone)):
            for index, thing in enumerate(things):
                where = f"{zone}[{seat}][{index}]"
                objects += thing.copies
                if thing.label is None:
                    continue
                if thing.copies != 1:
                    raise PileWithName(where=f"{where}.as")
                if thing.label in taken:
                    raise NameGivenTwice(thing.label, where=f"{where}.as")
                taken.add(thing.label)
    if objects > MOST_OBJECTS:
        raise BadPosition(text("at most {most} objects", most=MOST_OBJECTS), where="position")
    _check_attachments(position)
    return position


def _check_lives(position: Position) -> None:
    for seat, life in enumerate(position.life):
        if life <= 0:
            raise NoLifeLeft(position.names[seat], where=f"life[{seat}]")


def _check_attachments(position: Position) -> None:
    things = [thing for row in position.battlefield for thing in row]
    for seat, row in enumerate(position.battlefield):
        for index, thing in enumerate(row):
            where = f"battlefield[{seat}][{index}]"
            if thing.owner is not None and thing.owner >= position.players:
                raise BadPosition(_a_player(position), where=f"{where}.owner")
            if isinstance(thing.on, int) and not 0 <= thing.on < position.players:
                raise BadPosition(_a_player(position), where=f"{where}.on")
            if isinstance(thing.on, str) and not any(thing.on == other.label for other in things):
                named = [other for other in things if folded(other.card) == folded(thing.on) and other is not thing]
                if not named:
                    known = tuple(dict.fromkeys(other.label or other.card for other in things if other is not thing))
                    raise NoSuchPermanent(thing.on, known, where=f"{where}.on")
                if sum(other.copies for other in named) > 1:
                    raise WhichPermanent(thing.on, where=f"{where}.on")


def _a_player(position: Position) -> Text:
    return text("a player's number from 0 to {last}", last=position.players - 1)
