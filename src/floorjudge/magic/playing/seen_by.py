"""A table as one player sees it: their own hand, everybody's board, and of the rest only how much there is.

Whatever is said to a player about a position is made from this, so that it cannot depend on what they do not see.
"""

from __future__ import annotations

import msgspec

from floorjudge.magic.phase.objects import GameObject
from floorjudge.magic.phase.prompts import asked
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.steps import said_step, step_name
from floorjudge.texts import Text, counted, text


class SeenThing(msgspec.Struct, frozen=True):
    """A permanent; without a name where it lies face down and is somebody else's."""

    name: str | None
    tapped: bool
    power: int | None
    toughness: int | None
    counters: tuple[tuple[str, int], ...] = ()
    attached: tuple[str, ...] = ()
    many: int = 1


class SeenPlayer(msgspec.Struct, frozen=True):
    """A player; `hand` is None where only its size is seen."""

    name: str
    life: int
    hand: tuple[str, ...] | None
    hand_size: int
    library_size: int
    graveyard: tuple[str, ...]
    exile: tuple[str | None, ...]
    mana: tuple[str, ...]
    battlefield: tuple[SeenThing, ...]


class Seen(msgspec.Struct, frozen=True):
    """What somebody sees of a table; `stack` begins with what resolves first."""

    turn: int
    active: str
    step: str
    to_act: str | None
    stack: tuple[str, ...]
    players: tuple[SeenPlayer, ...]


def seen_by(table: Table, seat: int | None) -> Seen:
    """Return what the player at a seat sees; with None what a judge sees, who may look at every hand.

    Nobody sees the order of a library, judges included.
    """
    names = Names(table)
    things: dict[int, list[GameObject]] = {}
    for thing in table.battlefield():
        things.setdefault(thing.controller, []).append(thing)
    _, to_act = asked(table)
    return Seen(
        turn=table.turn,
        active=names.player(table.snapshot().active),
        step=step_name(table.phase),
        to_act=None if to_act < 0 else names.player(to_act),
        stack=tuple("?" if entry.source is None else names.called(entry.source) for entry in reversed(table.stack())),
        players=tuple(_player(table, names, each, seat, things.get(each, [])) for each in range(len(names.players()))),
    )


def seen_lines(seen: Seen) -> tuple[Text, ...]:
    """Return what is seen as sentences, the turn first, then player by player, then the stack."""
    lines = [text("Turn {turn}, {active}: {step}.", turn=seen.turn, active=seen.active, step=said_step(seen.step))]
    for player in seen.players:
        lines.append(
            text(
                "{player}: {life} life, {hand} in hand, {library} in the library.",
                player=player.name,
                life=player.life,
                hand=_cards(player.hand_size),
                library=_cards(player.library_size),
            )
        )
        shown = (
            (
                player.battlefield,
                text("  Battlefield: {cards}", cards=tuple(_thing_words(each) for each in player.battlefield)),
            ),
            (player.hand, text("  Hand: {cards}", cards=player.hand or ())),
            (player.graveyard, text("  Graveyard: {cards}", cards=player.graveyard)),
            (player.exile, text("  Exile: {cards}", cards=tuple(each or "?" for each in player.exile))),
            (player.mana, text("  Mana: {mana}", mana=player.mana)),
        )
        lines += [line for what, line in shown if what]
    if seen.stack:
        lines.append(text("Stack, in the order in which it resolves: {stack}", stack=seen.stack))
    return tuple(lines)


def _cards(count: int) -> Text:
    return counted("{count} card", "{count} cards", count=count)


def _player(table: Table, names: Names, seat: int, viewer: int | None, things: list[GameObject]) -> SeenPlayer:
    player = table.player(seat)
    hand = table.hand(seat)
    return SeenPlayer(
        name=names.player(seat),
        life=player.life,
        hand=tuple(sorted(names.called(card.number) for card in hand)) if viewer in (None, seat) else None,
        hand_size=len(hand),
        library_size=len(player.library),
        graveyard=tuple(names.called(card.number) for card in table.graveyard(seat)),
        exile=tuple(_name(card, names, seat, viewer) for card in table.exile() if card.owner == seat),
        mana=player.mana,
        battlefield=_in_piles([_thing(thing, names, seat, viewer) for thing in things]),
    )


def _thing(thing: GameObject, names: Names, seat: int, viewer: int | None) -> SeenThing:
    return SeenThing(
        name=_name(thing, names, seat, viewer),
        tapped=thing.tapped,
        power=thing.power,
        toughness=thing.toughness,
        counters=tuple(sorted(thing.counters.items())),
        attached=tuple(names.called(each) for each in thing.attachments),
    )


def _in_piles(things: list[SeenThing]) -> tuple[SeenThing, ...]:
    piles: dict[SeenThing, int] = {}
    for thing in things:
        piles[thing] = piles.get(thing, 0) + 1
    return tuple(msgspec.structs.replace(thing, many=many) for thing, many in piles.items())


def _name(thing: GameObject, names: Names, seat: int, viewer: int | None) -> str | None:
    """Return the name of a thing of the player at `seat`; None for a viewer from whom it is hidden."""
    return None if thing.face_down and viewer not in (None, seat) else names.called(thing.number)


def _thing_words(thing: SeenThing) -> str:
    marks = [f"{thing.power}/{thing.toughness}"] if thing.power is not None else []
    marks += [f"{count} {kind}" for kind, count in thing.counters]
    marks += [*thing.attached]
    name = thing.name or "?"
    many = f"{thing.many} × " if thing.many > 1 else ""
    said = f"{many}{name} ({', '.join(marks)})" if marks else f"{many}{name}"
    return f"[{said}]" if thing.tapped else said
