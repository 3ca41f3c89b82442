"""A position in the words that `read_position_text` reads."""

from __future__ import annotations

from floorjudge.magic.positions.position import ZONES, Card, CardText, Permanent, Position
from floorjudge.magic.positions.reading_words import RESERVED
from floorjudge.magic.positions.words import quoted, written


def position_text(position: Position) -> str:
    """Return a position in words, one paragraph a player; reading it gives the same position."""
    # A comma ends a player's name, which stands before a list of counters.
    names = [quoted(name) if "," in name else written(name, never=RESERVED) for name in position.names]
    turn = [names[position.turn_of], position.step]
    if position.priority != position.turn_of:
        turn.append(f"priority {names[position.priority]}")
    if position.lands_played:
        turn.append(f"{position.lands_played} lands played")
    lines = [f"card: {_card_line(card)}" for card in position.cards]
    lines.append(f"turn: {', '.join(turn)}")
    for seat, name in enumerate(names):
        counters = "".join(f", {count} {kind}" for kind, count in position.counters[seat].items())
        board = "; ".join(_permanent(thing, names) for thing in position.battlefield[seat])
        lines.append(f"{name} {position.life[seat]} life{counters}: {board}".rstrip())
        for zone in ZONES:
            cards = getattr(position, zone)[seat]
            if cards:
                lines.append(f"  {zone}: {'; '.join(map(_card, cards))}")
        if position.mana[seat]:
            lines.append(f"  mana: {position.mana[seat]}")
    return "\n".join(lines) + "\n"


def _card(card: Card | Permanent) -> str:
    copies = f"{card.copies} " if card.copies != 1 else ""
    label = "" if card.label is None else f" as {written(card.label)}"
    return f"{copies}{written(card.card)}{label}"


def _permanent(thing: Permanent, names: list[str]) -> str:
    details: list[str] = []
    if thing.text is not None:
        details += ["token", *_characteristics(thing.text)]
    elif thing.token:
        details.append("token copy")
    details += [word for word in ("tapped", "sick", "transformed") if getattr(thing, word)]
    if thing.damage:
        details.append(f"{thing.damage} damage")
    details += [f"{count} {_kind(kind)} counters" for kind, count in thing.counters.items()]
    if thing.owner is not None:
        details.append(f"owner {names[thing.owner]}")
    if thing.chosen is not None:
        details.append(f"chosen {quoted(thing.chosen)}")
    host = ""
    if isinstance(thing.on, int):
        host = f" on player {names[thing.on]}"
    elif thing.on is not None:
        host = f" on {written(thing.on)}"
    said = f" [{', '.join(details)}]" if details else ""
    return f"{_card(thing)}{host}{said}"


def _kind(kind: str) -> str:
    return kind if kind in {"+1/+1", "-1/-1"} or kind.isalpha() else quoted(kind)


def _characteristics(card: CardText) -> list[str]:
    details = [card.type]
    if card.power is not None or card.toughness is not None:
        details.append(f"{card.power or 0}/{card.toughness or 0}")
    if card.colours is not None:
        details.append(f"colors {card.colours or 'none'}")
    if card.mana_cost:
        details.append(f"cost {quoted(card.mana_cost)}")
    details += [f"{word} {getattr(card, word)}" for word in ("loyalty", "defense") if getattr(card, word) is not None]
    if card.text:
        details.append(f"text {quoted(card.text)}")
    return details


def _card_line(card: CardText) -> str:
    parts = [written(card.name)]
    if card.mana_cost:
        parts.append(card.mana_cost)
    parts.append(card.type)
    if card.power is not None or card.toughness is not None:
        parts.append(f"{card.power or 0}/{card.toughness or 0}")
    parts += [f"{word} {getattr(card, word)}" for word in ("loyalty", "defense") if getattr(card, word) is not None]
    if card.colours is not None:
        parts.append(f"colors {card.colours or 'none'}")
    parts += [quoted(line) for line in card.text.split("\n") if card.text]
    return " | ".join(parts)
