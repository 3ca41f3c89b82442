"""A table as one player sees it: their own hand, everybody's board, and of the rest only how much there is.

Whatever is said to a player about a position is made from this, so that it cannot depend on what they do not see.
"""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.prompts import asked
from floorjudge.magic.playing.recording import Option, options
from floorjudge.magic.playing.steps import step_name
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
    names, game = Names(table), table.game
    things: dict[int, list[dict[str, Any]]] = {}
    for thing in game.battlefield():
        things.setdefault(int(thing["controller"]), []).append(thing)
    _, to_act = asked(table)
    active = table.state()["state"]["active_player"]
    return Seen(
        turn=int(game.turn),
        active=names.player(active),
        step=step_name(game.phase),
        to_act=None if to_act < 0 else names.player(to_act),
        stack=tuple(_on_stack(entry, names) for entry in reversed(game.stack())),
        players=tuple(_player(table, names, each, seat, things.get(each, [])) for each in range(len(names.players()))),
    )


def offered_to(table: Table, seat: int | None) -> tuple[Option, ...]:
    """Return what the player at a seat may do now; nothing while another is to act. None is a judge, who sees either."""
    return options(table) if seat in (None, asked(table)[1]) else ()


def seen_lines(seen: Seen) -> tuple[Text, ...]:
    """Return what is seen as sentences, the turn first, then player by player, then the stack."""
    lines = [text("Turn {turn}, {active}: {step}.", turn=seen.turn, active=seen.active, step=seen.step)]
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


def _player(table: Table, names: Names, seat: int, viewer: int | None, things: list[dict[str, Any]]) -> SeenPlayer:
    player = table.game.player(seat)
    hand = table.game.hand(seat)
    sees_hand = viewer in (None, seat)
    return SeenPlayer(
        name=names.player(seat),
        life=int(player["life"]),
        hand=tuple(sorted(names.called(card["id"]) for card in hand)) if sees_hand else None,
        hand_size=len(hand),
        library_size=len(player["library"]),
        graveyard=tuple(names.called(card["id"]) for card in table.game.graveyard(seat)),
        exile=tuple(_name(card, names, seat, viewer) for card in table.game.exile() if int(card["owner"]) == seat),
        mana=tuple(str(unit["color"]) for unit in player["mana_pool"]["mana"]),
        battlefield=_in_piles([_thing(thing, names, seat, viewer) for thing in things]),
    )


def _thing(thing: dict[str, Any], names: Names, seat: int, viewer: int | None) -> SeenThing:
    hidden = _is_hidden(thing, seat, viewer)
    return SeenThing(
        name=None if hidden else names.called(thing["id"]),
        tapped=bool(thing["tapped"]),
        power=thing["power"],
        toughness=thing["toughness"],
        counters=tuple(sorted((str(kind), int(count)) for kind, count in thing["counters"].items())),
        attached=tuple(names.called(each) for each in thing["attachments"]),
    )


def _in_piles(things: list[SeenThing]) -> tuple[SeenThing, ...]:
    piles: dict[SeenThing, int] = {}
    for thing in things:
        piles[thing] = piles.get(thing, 0) + 1
    return tuple(msgspec.structs.replace(thing, many=many) for thing, many in piles.items())


def _name(card: dict[str, Any], names: Names, seat: int, viewer: int | None) -> str | None:
    return None if _is_hidden(card, seat, viewer) else names.called(card["id"])


def _is_hidden(thing: dict[str, Any], seat: int, viewer: int | None) -> bool:
    return bool(thing["face_down"]) and viewer not in (None, seat)


def _on_stack(entry: dict[str, Any], names: Names) -> str:
    source = entry.get("source_id", entry.get("id"))
    return names.called(int(source)) if isinstance(source, int) else "?"


def _thing_words(thing: SeenThing) -> str:
    marks = [f"{thing.power}/{thing.toughness}"] if thing.power is not None else []
    marks += [f"{count} {kind}" for kind, count in thing.counters]
    marks += [*thing.attached]
    name = thing.name or "?"
    many = f"{thing.many} × " if thing.many > 1 else ""
    said = f"{many}{name} ({', '.join(marks)})" if marks else f"{many}{name}"
    return f"[{said}]" if thing.tapped else said
