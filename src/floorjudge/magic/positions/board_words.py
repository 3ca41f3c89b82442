"""A board in words for judges: its objects, their current characteristics, and their state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from floorjudge.magic.engine.objects import GameObject
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.questions import choice_name
from floorjudge.magic.playing.steps import turn_step_words
from floorjudge.magic.positions.position import ZONES, Card, Permanent, Position
from floorjudge.texts import Text, counted, text


class Line(NamedTuple):
    """One permanent, or a pile of identical ones: its name, its characteristics, and its state."""

    name: str
    kind: str
    state: tuple[Text, ...]


def turn_words(position: Position) -> Text:
    """Return the turn, the step, and the player with priority."""
    return text(
        "Turn of {player}: {step}. Priority: {priority}.",
        player=position.names[position.turn_of],
        step=turn_step_words(position.step),
        priority=position.names[position.priority],
    )


def heading(position: Position, seat: int) -> Text:
    """Return a player's name and life."""
    return text("{player}: {life} life", player=position.names[seat], life=position.life[seat])


def elsewhere(position: Position, seat: int) -> Iterator[Text]:
    """Return a player's objects that are not on the battlefield."""
    counters = position.counters[seat]
    if counters:
        yield text("Counters: {counters}", counters=tuple(f"{count} {kind}" for kind, count in counters.items()))
    shown = {zone: tuple(_card(card) for card in getattr(position, zone)[seat]) for zone in ZONES}
    if shown["hand"]:
        yield text("Hand: {cards}", cards=shown["hand"])
    if shown["graveyard"]:
        yield text("Graveyard: {cards}", cards=shown["graveyard"])
    if shown["exile"]:
        yield text("Exile: {cards}", cards=shown["exile"])
    if shown["library"]:
        yield text("Library, from the top: {cards}", cards=shown["library"])
    if position.mana[seat]:
        yield text("Mana: {mana}", mana=position.mana[seat])


def board_of(position: Position, table: Table, seat: int) -> Iterator[Line]:
    """Return the permanents of a player, in the order of the position; the engine computes their characteristics."""
    objects = {thing.number: thing for thing in table.battlefield()}
    for permanent, numbers in zip(position.battlefield[seat], table.board[seat], strict=True):
        thing = objects[numbers[0]]
        yield Line(_name(permanent, thing), _kind(thing), tuple(_state(permanent, thing, position)))


def _name(permanent: Permanent, thing: GameObject) -> str:
    copies = f"{permanent.copies} × " if permanent.copies != 1 else ""
    label = f" ({permanent.label})" if permanent.label is not None else ""
    return f"{copies}{thing.name}{label}"


def _kind(thing: GameObject) -> str:
    line = " ".join([*thing.supertypes, *thing.types])
    if thing.subtypes:
        line += f" — {' '.join(thing.subtypes)}"
    return f"{line} {thing.size}" if "Creature" in thing.types else line


def _state(permanent: Permanent, thing: GameObject, position: Position) -> Iterator[Text]:
    if permanent.token:
        yield text("token")
    if permanent.tapped:
        yield text("tapped")
    if permanent.sick:
        yield text("came this turn")
    if thing.transformed:
        yield text("transformed")
    for kind, count in permanent.counters.items():
        yield counted("{count} {kind} counter", "{count} {kind} counters", count=count, kind=kind)
    if permanent.damage:
        yield text("{damage} damage", damage=permanent.damage)
    if permanent.on is not None:
        host = permanent.on if isinstance(permanent.on, str) else position.names[permanent.on]
        yield text("on {host}", host=host)
    if permanent.owner is not None:
        yield text("owned by {player}", player=position.names[permanent.owner])
    if permanent.chosen is not None:
        yield text("chosen: {word}", word=choice_name(permanent.chosen))


def _card(card: Card) -> str:
    return f"{card.copies} {card.card}" if card.copies != 1 else card.card
