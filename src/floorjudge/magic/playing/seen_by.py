"""Describes a table in sentences, as one player sees it: their own hand, all boards, and otherwise only numbers.

Every sentence to a player about a position comes from here, so that it cannot reveal what the player does not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from floorjudge.magic.engine.objects import GameObject
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.steps import step_name, turn_step_words
from floorjudge.texts import Text, counted, text


def seen_by(table: Table, viewer: int | None) -> tuple[Text, ...]:
    """Return the table as the player at a seat sees it: the turn, then player by player, then the stack.

    With None it is the view of a judge, who sees every hand. No one sees the order of a library, judges included.
    """
    names = Names(table)
    active = names.player(table.snapshot().active)
    lines = [
        text(
            "Turn {turn}, {active}: {step}.",
            turn=table.turn,
            active=active,
            step=turn_step_words(step_name(table.phase)),
        )
    ]
    for seat in range(len(names.players())):
        lines += _player(table, names, seat, viewer)
    if stack := names.stack():
        lines.append(text("Stack, in the order in which it resolves: {stack}", stack=stack))
    return tuple(lines)


def _player(table: Table, names: Names, seat: int, viewer: int | None) -> Iterator[Text]:
    player, hand = table.player(seat), table.hand(seat)
    yield text(
        "{player}: {life} life, {hand} in hand, {library} in the library.",
        player=names.player(seat),
        life=player.life,
        hand=_cards(len(hand)),
        library=_cards(len(player.library)),
    )
    knows_all = viewer in (None, seat)
    battlefield = Counter(
        _permanent(thing, names, knows_all=knows_all) for thing in table.battlefield() if thing.controller == seat
    )
    if battlefield:
        yield text(
            "  Battlefield: {cards}",
            cards=tuple(_alike(permanent, copies) for permanent, copies in battlefield.items()),
        )
    if hand and knows_all:
        yield text("  Hand: {cards}", cards=tuple(sorted(names.called(card.number) for card in hand)))
    if graveyard := table.graveyard(seat):
        yield text("  Graveyard: {cards}", cards=tuple(names.called(card.number) for card in graveyard))
    if exile := [card for card in table.exile() if card.owner == seat]:
        yield text("  Exile: {cards}", cards=tuple(_name(card, names, knows_all=knows_all) for card in exile))
    if player.mana:
        yield text("  Mana: {mana}", mana=player.mana)


def _cards(count: int) -> Text:
    return counted("{count} card", "{count} cards", count=count)


def _permanent(thing: GameObject, names: Names, *, knows_all: bool) -> tuple[str, bool]:
    """Return a permanent in words, and whether it is tapped."""
    marks = names.marks(thing.number)[1:]
    name = _name(thing, names, knows_all=knows_all)
    return f"{name} ({', '.join(marks)})" if marks else name, thing.tapped


def _alike(permanent: tuple[str, bool], copies: int) -> str:
    """Return equal permanents as one entry of a list: `3 × Forest`, in square brackets if they are tapped."""
    words, tapped = permanent
    entry = f"{copies} × {words}" if copies > 1 else words
    return f"[{entry}]" if tapped else entry


def _name(thing: GameObject, names: Names, *, knows_all: bool) -> str:
    """Return the name of an object; a question mark for a face-down one, unless the viewer knows its owner's cards."""
    return "?" if thing.face_down and not knows_all else names.called(thing.number)
