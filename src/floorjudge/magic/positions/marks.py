"""Describes the state of a permanent in a position, in short phrases: tapped, with counters, attached to another object."""

from __future__ import annotations

from collections.abc import Iterator

from floorjudge.magic.playing.questions import choice_name
from floorjudge.magic.positions.position import Permanent, Position
from floorjudge.magic.type_words import counter_word
from floorjudge.texts import Text, counted, text


def marks_of(thing: Permanent, position: Position, host: str | None = None) -> Iterator[Text]:
    """Yield a phrase for each unusual part of a permanent's state; `host` is the name of the object that it is attached to."""
    if thing.token:
        yield text("token")
    if thing.tapped:
        yield text("tapped")
    if thing.sick:
        yield text("came this turn")
    if thing.transformed:
        yield text("transformed")
    for kind, count in thing.counters.items():
        yield counted("{count} {kind} counter", "{count} {kind} counters", count=count, kind=counter_word(kind))
    if thing.damage:
        yield text("{damage} damage", damage=thing.damage)
    if thing.on is not None:
        yield text("on {host}", host=position.names[thing.on] if isinstance(thing.on, int) else host or thing.on)
    if thing.owner is not None:
        yield text("owned by {player}", player=position.names[thing.owner])
    if thing.chosen is not None:
        yield text("chosen: {word}", word=choice_name(thing.chosen))
