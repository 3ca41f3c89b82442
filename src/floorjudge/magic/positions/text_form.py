"""Positions in words that a judge can type: a line a player, with what they have on the battlefield and elsewhere.

    turn: Ana, main
    Ana 20 life: Intruder Alarm; Grizzly Bears as bear; Presence of Gond on bear | hand: 2 Forest | mana: GG
    Bo 18 life, 2 poison: 3 Forest [tapped]; Elf Warrior [token, 1/1, colors G, Creature — Elf Warrior, sick]

docs/magic.md describes the form. It is read into the JSON form, so that there is one reader that knows what a position
is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent

from floorjudge.errors import BadInput
from floorjudge.magic.cards.sides import CARD_TYPES, SUPERTYPES, CardText
from floorjudge.magic.errors import BadPositionText
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.position import PLAYER_COUNTERS, STARTING_LIFE, STEPS, ZONES, Card, Permanent, Position
from floorjudge.reading import JsonObject
from floorjudge.texts import Text, text

_RESERVED = ("turn", "card", "battlefield", *ZONES, "mana")
_TYPE_WORDS = {*SUPERTYPES, *CARD_TYPES, "Token"}
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_COPIES = re.compile(r"(\d{1,9})\s*x?\s+(.+)", re.DOTALL)
_SIZE = re.compile(r"([\d*+-]+)/([\d*+-]+)")
_COUNTERS = re.compile(r"(\d{1,12}) (.+?)(?: counters?)?")
_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[ ',.!?/&+()-])*")
_MISREAD = re.compile(r"\b(as|on|player|owner)\b|//.*//|\s$", re.IGNORECASE)
_LIFE = re.compile(r"(.*?)[\s,]+(-?\d{1,12}) life", re.DOTALL)
# The fields of the JSON form whose numbers the line of the turn gives.
_OF_TURN = frozenset({"lands_played", "starting_life"})


def read_position_text(written: str) -> Position:
    """Return the position in these words.

    Raises BadInput, with the line and the form expected there, for any text that is not a position.
    """
    reader = _Reader()
    for number, line in enumerate(dedent(written.replace("\r\n", "\n")).split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.where = f"line {number}"
            reader.line(line.strip(), indented=line[0].isspace())
    return reader.position()


class _Reader:
    """Collects the lines of a position into its JSON form."""

    def __init__(self) -> None:
        self.where = "line 1"
        self.names: list[str] = []
        self.seats: list[JsonObject] = []
        self.lines: list[str] = []
        self.cards: list[JsonObject] = []
        self.turn: str | None = None
        self.turn_at = ""
        self.hosts: list[tuple[JsonObject, str, str, str]] = []

    def _wrong(self, expected: Text) -> BadInput:
        return BadPositionText(expected, where=self.where)

    def line(self, line: str, *, indented: bool) -> None:
        """Read one line; an indented one continues the player's above. Raises BadInput if no position has such a line."""
        head, colon, rest = line.partition(":")
        word = head.strip().casefold() if colon else ""
        if word == "turn":
            self.turn, self.turn_at = rest, self.where
        elif word == "card":
            self._card_text(rest)
        elif self.seats and (indented or word in _RESERVED):
            for part in _parts(line, "|"):
                self._zone(part)
        elif word in _RESERVED:
            raise self._wrong(text("a player's line first, such as “Ana 20 life:”"))
        else:
            self._player(line)

    def position(self) -> Position:
        """Return the position of all lines; raise BadInput if a part is missing or impossible."""
        if len(self.seats) < 2:
            raise self._wrong(text("a line for each of 2 to 4 players"))
        for thing, key, name, where in self.hosts:
            self.where = where
            thing[key] = self._seat(name)
        value: JsonObject = {"players": len(self.seats), "names": self.names, "cards": self.cards}
        for field in ("life", "battlefield", *ZONES, "mana", "counters"):
            value[field] = [seat[field] for seat in self.seats]
        if self.turn is not None:
            self.where = self.turn_at
            self._turn(self.turn, value)
        try:
            return read_position(value)
        except BadInput as error:
            raise error.at(self._place(error.where or "")) from None

    def _place(self, where: str) -> str:
        """Return the line that a place in the JSON form comes from, with the place itself."""
        if where in _OF_TURN:
            return f"{self.turn_at}, {where}"
        seat = re.match(r"\w+\[(\d+)\]", where)
        if seat and int(seat[1]) < len(self.lines) and not where.startswith("cards"):
            return f"{self.lines[int(seat[1])]}, {where}"
        return where

    def _turn(self, written: str, value: JsonObject) -> None:
        player, *others = (part.strip() for part in _parts(written, ","))
        value["turn_of"] = value["priority"] = self._seat(player)
        for part in others:
            played = re.fullmatch(r"(?i)(\d{1,12}) lands? played", part)
            began = re.fullmatch(r"(?i)(\d{1,12}) starting life", part)
            if part.casefold().startswith("priority "):
                value["priority"] = self._seat(part[len("priority ") :])
            elif played:
                value["lands_played"] = int(played[1])
            elif began:
                value["starting_life"] = int(began[1])
            elif part.casefold() in STEPS:
                value["step"] = part
            else:
                expected = text("one of {steps}, or “priority Bo”, “1 lands played” or “40 starting life”", steps=STEPS)
                raise self._wrong(expected)

    def _player(self, line: str) -> None:
        head, *rest = _parts(line, ":")
        if not rest:
            raise self._wrong(text("a line such as “Ana 20 life: Grizzly Bears; 2 Forest [tapped]”"))
        first, *counters = (part.strip() for part in _parts(head, ","))
        life = _LIFE.fullmatch(first)
        amount = STARTING_LIFE
        name = first if life is None else life[1]
        if life is not None:
            amount = int(life[2])
        elif counters and (given := re.fullmatch(r"(-?\d{1,12}) life", counters[0])):
            amount, counters = int(given[1]), counters[1:]
        self.names.append(_name_in(name))
        self.lines.append(self.where)
        seat: JsonObject = {
            "life": amount,
            "mana": "",
            "counters": {},
            "battlefield": [],
            **{zone: [] for zone in ZONES},
        }
        for part in counters:
            counter = _COUNTERS.fullmatch(part)
            if counter is None or counter[2] not in PLAYER_COUNTERS:
                raise self._wrong(
                    text("after the life only counters such as “2 poison”: {kinds}", kinds=PLAYER_COUNTERS)
                )
            seat["counters"][counter[2]] = int(counter[1])
        self.seats.append(seat)
        board, *zones = _parts(":".join(rest), "|")
        self._things(board, "battlefield")
        for part in zones:
            self._zone(part)

    def _zone(self, written: str) -> None:
        head, _, rest = written.partition(":")
        zone = head.strip().casefold()
        if zone == "mana":
            self.seats[-1]["mana"] = rest.strip()
        elif zone in {"battlefield", *ZONES}:
            self._things(rest, zone)
        else:
            raise self._wrong(
                text(
                    "after “|”, or in an indented line, one of {zones} and a colon",
                    zones=("battlefield", *ZONES, "mana"),
                )
            )

    def _things(self, written: str, zone: str) -> None:
        for part in _parts(written, ";"):
            if part.strip():
                thing = self._permanent(part.strip()) if zone == "battlefield" else self._named(part.strip())
                self.seats[-1][zone].append(thing)

    def _named(self, written: str) -> JsonObject:
        """Return the name of an object, the number of copies, and its label."""
        copies = None if written.startswith('"') else _COPIES.fullmatch(written)
        name, *label = _parts(written if copies is None else copies[2], " as ")
        thing: JsonObject = {"card": _name_in(name)}
        if copies is not None:
            thing["copies"] = int(copies[1])
        if label:
            thing["as"] = _name_in(" as ".join(label))
        return thing

    def _permanent(self, written: str) -> JsonObject:
        before, *details = _parts(written, "[")
        thing_and_host = _parts(before.rstrip(), " on ")
        thing = self._named(thing_and_host[0].strip())
        if len(thing_and_host) > 1:
            host = " on ".join(thing_and_host[1:]).strip()
            if host.casefold().startswith("player "):
                self.hosts.append((thing, "on", host[len("player ") :], self.where))
            else:
                thing["on"] = _name_in(host)
        if details:
            inside, closed, after = "[".join(details).rpartition("]")
            if not closed or after.strip():
                raise self._wrong(text("“]” after the description of {name}", name=thing["card"]))
            for part in _parts(inside, ","):
                if part.strip():
                    self._detail(thing, part.strip())
        return thing

    def _detail(self, thing: JsonObject, detail: str) -> None:
        word, _, rest = detail.partition(" ")
        size = _SIZE.fullmatch(detail)
        if detail in {"tapped", "sick", "transformed"}:
            thing[detail] = True
        elif detail == "token":
            thing["token"] = thing.pop("card")
        elif detail == "token copy":
            thing["token"] = True
        elif counters := _COUNTERS.fullmatch(detail):
            count, kind = int(counters[1]), counters[2]
            if kind == "damage":
                thing["damage"] = count
            else:
                thing.setdefault("counters", {})[_name_in(kind)] = count
        elif size:
            thing["power"], thing["toughness"] = size.groups()
        elif word == "owner" and rest:
            self.hosts.append((thing, "owner", rest, self.where))
        else:
            self._characteristic(thing, detail)

    def _characteristic(self, thing: JsonObject, detail: str) -> None:
        word, _, rest = detail.partition(" ")
        if word in {"text", "cost", "loyalty", "defense", "chosen"} and rest:
            thing["mana_cost" if word == "cost" else word] = _without_marks(rest)
        elif word == "colors":
            thing["colors"] = rest.replace("none", "")
        elif word in _TYPE_WORDS:
            thing["type"] = detail
        else:
            raise self._wrong(
                text(
                    "instead of “{detail}” one of: tapped, sick, transformed, token, token copy, 2 damage, 3 +1/+1, owner and "
                    "a player, chosen and a word, or of a token its size, colors, type line and text",
                    detail=detail,
                )
            )

    def _card_text(self, written: str) -> None:
        name, *rest = (part.strip() for part in _parts(written, "|"))
        card: JsonObject = {"name": _name_in(name)}
        lines: list[str] = []
        for part in rest:
            size = _SIZE.fullmatch(part)
            word, _, after = part.partition(" ")
            if "type" not in card and re.fullmatch(r"(\{[^{}]+\})+", part):
                card["mana_cost"] = part
            elif "type" not in card and word in _TYPE_WORDS:
                card["type"] = part
            elif size and not lines:
                card["power"], card["toughness"] = size.groups()
            elif word in {"loyalty", "defense", "colors"} and not lines and len(part.split()) == 2:
                card[word] = after.replace("none", "")
            else:
                lines.append(_without_marks(part))
        card["text"] = "\n".join(lines)
        self.cards.append(card)

    def _seat(self, name: str) -> int:
        wanted = _name_in(name).casefold()
        seats = [seat for seat, known in enumerate(self.names) if known.casefold() == wanted]
        if not seats:
            raise self._wrong(
                text("a player; “{name}” is none of {players}", name=_name_in(name), players=tuple(self.names))
            )
        return seats[0]


def _without_marks(word: str) -> str:
    plain = _unquoted(word)
    return word.strip() if plain is None else plain


def position_text(position: Position) -> str:
    """Return a position in words, one paragraph for each player; reading it gives the same position."""
    # A comma ends a player's name before a list of counters.
    names = [_quoted(name) if "," in name else _written(name, never=_RESERVED) for name in position.names]
    turn = [names[position.turn_of], position.step]
    if position.priority != position.turn_of:
        turn.append(f"priority {names[position.priority]}")
    if position.lands_played:
        turn.append(f"{position.lands_played} lands played")
    if position.starting_life != STARTING_LIFE:
        turn.append(f"{position.starting_life} starting life")
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
    label = "" if card.label is None else f" as {_written(card.label)}"
    return f"{copies}{_written(card.card)}{label}"


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
        details.append(f"chosen {_quoted(thing.chosen)}")
    host = ""
    if isinstance(thing.on, int):
        host = f" on player {names[thing.on]}"
    elif thing.on is not None:
        host = f" on {_written(thing.on)}"
    brackets = f" [{', '.join(details)}]" if details else ""
    return f"{_card(thing)}{host}{brackets}"


def _kind(kind: str) -> str:
    return kind if kind in {"+1/+1", "-1/-1"} or kind.isalpha() else _quoted(kind)


def _characteristics(card: CardText) -> list[str]:
    """Return a token's characteristics, in brackets."""
    cost = [f"cost {_quoted(card.mana_cost)}"] if card.mana_cost else []
    return [*_printed(card), *cost, *([f"text {_quoted(card.text)}"] if card.text else [])]


def _card_line(card: CardText) -> str:
    cost = [card.mana_cost] if card.mana_cost else []
    lines = map(_quoted, card.text.split("\n")) if card.text else ()
    return " | ".join((_written(card.name), *cost, *_printed(card), *lines))


def _printed(card: CardText) -> list[str]:
    parts = [card.type]
    if card.power is not None or card.toughness is not None:
        parts.append(f"{card.power or 0}/{card.toughness or 0}")
    parts += [f"{word} {getattr(card, word)}" for word in ("loyalty", "defense") if getattr(card, word) is not None]
    return parts if card.colours is None else [*parts, f"colors {card.colours or 'none'}"]


def _quoted(name: str) -> str:
    """Return a name in quotation marks, which allow any text."""
    escaped = (
        name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    )
    return f'"{escaped}"'


def _written(name: str, *, never: tuple[str, ...] = ()) -> str:
    """Return a name in the form to write: plain if it cannot be misread, else in quotation marks.

    `never` are words with another meaning in this place.
    """
    plain = _PLAIN.fullmatch(name) and not _MISREAD.search(name) and name.casefold() not in never
    return name if plain else _quoted(name)


def _unquoted(word: str) -> str | None:
    """Return the text of a word in quotation marks; None if it has none."""
    quotation = _QUOTED.fullmatch(word.strip())
    if quotation is None:
        return None
    return re.sub(r"\\(.)", lambda escape: _ESCAPES.get(escape[1], escape[1]), quotation[1], flags=re.DOTALL)


def _name_in(word: str) -> str:
    """Return the name in a word, with or without quotation marks; empty if there is none."""
    plain = _unquoted(word)
    return " ".join((word if plain is None else plain).split())


def _parts(line: str, at: str) -> list[str]:
    """Return the parts of a line between separators such as `;`, except for those in quotation marks and brackets."""
    parts, start = [], 0
    for place in _outside(line):
        if line.startswith(at, place) and place >= start:
            parts.append(line[start:place])
            start = place + len(at)
    parts.append(line[start:])
    return parts


def _outside(line: str) -> Iterator[int]:
    """Return the indexes of a line that are neither inside quotation marks nor inside brackets."""
    depth, place = 0, 0
    while place < len(line):
        quotation = _QUOTED.match(line, place)
        if quotation is not None:
            place = quotation.end()
            continue
        if line[place] == "]":
            depth = max(0, depth - 1)
        if depth == 0:
            yield place
        if line[place] == "[":
            depth += 1
        place += 1
