"""Positions in words that a judge can type: a line a player, with what they have on the battlefield and elsewhere.

    turn: Ana, main
    Ana 20 life: Intruder Alarm; Grizzly Bears as bear; Presence of Gond on bear | hand: 2 Forest | mana: GG
    Bo 18 life, 2 poison: 3 Forest [tapped]; Elf Warrior [token, 1/1, colors G, Creature — Elf Warrior, sick]

docs/magic.md describes the form. It is read into the JSON form, so that there is one reader that knows what a position is.
"""

from __future__ import annotations

import re
from textwrap import dedent

from floorjudge.errors import BadInput
from floorjudge.magic.cards.sides import CARD_TYPES, SUPERTYPES
from floorjudge.magic.errors import BadPositionText
from floorjudge.magic.positions.position import PLAYER_COUNTERS, ZONES, Position
from floorjudge.magic.positions.reading_json import JsonObject, read_position
from floorjudge.magic.positions.words import name_in, parts, unquoted
from floorjudge.texts import text

RESERVED = ("turn", "card", "battlefield", *ZONES, "mana")
_TYPE_WORDS = {*SUPERTYPES, *CARD_TYPES, "Token"}
_COPIES = re.compile(r"(\d{1,9})\s*x?\s+(.+)", re.DOTALL)
_SIZE = re.compile(r"([\d*+-]+)/([\d*+-]+)")
_COUNTERS = re.compile(r"(\d{1,12}) (.+?)(?: counters?)?")
_LIFE = re.compile(r"(.*?)[\s,]+(-?\d{1,12}) life", re.DOTALL)


def read_position_text(written: str) -> Position:
    """Return the position that is written in words.

    Raises BadInput, with the line and what would be right there, for anything that is not a position.
    """
    reader = _Reader()
    for number, line in enumerate(dedent(written.replace("\r\n", "\n")).split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.where = f"line {number}"
            if line[0].isspace() and reader.seats:
                reader.zones(line.strip())
            else:
                reader.line(line.strip())
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

    def line(self, line: str) -> None:
        head, colon, rest = line.partition(":")
        word = head.strip().casefold()
        if line.startswith('"') or (colon and word not in RESERVED):
            self._player(line)
        elif not colon:
            raise BadPositionText(
                text("a line such as “Ana 20 life: Grizzly Bears; 2 Forest [tapped]”"), where=self.where
            )
        elif word == "turn":
            self.turn, self.turn_at = rest, self.where
        elif word == "card":
            self._card_text(rest)
        elif not self.seats:
            raise BadPositionText(text("a player's line first, such as “Ana 20 life:”"), where=self.where)
        else:
            self.zones(line)

    def zones(self, line: str) -> None:
        """Read a line below a player's, with more of what is theirs."""
        word = line.partition(":")[0].strip().casefold()
        if word in ("turn", "card"):
            self.line(line)
            return
        for part in parts(line, "|"):
            self._zone(part)

    def position(self) -> Position:
        if len(self.seats) < 2:
            raise BadPositionText(text("a line for each of 2 to 4 players"), where=self.where)
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
        seat = re.match(r"\w+\[(\d+)\]", where)
        if seat and int(seat[1]) < len(self.lines) and not where.startswith("cards"):
            return f"{self.lines[int(seat[1])]}, {where}"
        return where

    def _turn(self, written: str, value: JsonObject) -> None:
        player, *others = (part.strip() for part in parts(written, ","))
        value["turn_of"] = value["priority"] = self._seat(player)
        for part in others:
            played = re.fullmatch(r"(\d{1,9}) lands? played", part)
            if part.casefold().startswith("priority "):
                value["priority"] = self._seat(part[len("priority ") :])
            elif played:
                value["lands_played"] = int(played[1])
            else:
                value["step"] = part

    def _player(self, line: str) -> None:
        head, *rest = parts(line, ":")
        if not rest:
            raise BadPositionText(
                text("a line such as “Ana 20 life: Grizzly Bears; 2 Forest [tapped]”"), where=self.where
            )
        first, *counters = (part.strip() for part in parts(head, ","))
        life = _LIFE.fullmatch(first)
        amount = 20
        name = first if life is None else life[1]
        if life is not None:
            amount = int(life[2])
        elif counters and (given := re.fullmatch(r"(-?\d{1,12}) life", counters[0])):
            amount, counters = int(given[1]), counters[1:]
        self.names.append(name_in(name))
        self.lines.append(self.where)
        seat: JsonObject = {
            "life": amount,
            "mana": "",
            "counters": {},
            "battlefield": [],
            **{zone: [] for zone in ZONES},
        }
        for part in counters:
            found = _COUNTERS.fullmatch(part)
            if found is None or found[2] not in PLAYER_COUNTERS:
                raise BadPositionText(
                    text("after the life only counters such as “2 poison”: {kinds}", kinds=PLAYER_COUNTERS),
                    where=self.where,
                )
            seat["counters"][found[2]] = int(found[1])
        self.seats.append(seat)
        board, *zones = parts(":".join(rest), "|")
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
            raise BadPositionText(
                text(
                    "after “|”, or in an indented line, one of {zones} and a colon",
                    zones=("battlefield", *ZONES, "mana"),
                ),
                where=self.where,
            )

    def _things(self, written: str, zone: str) -> None:
        for part in parts(written, ";"):
            if part.strip():
                thing = self._permanent(part.strip()) if zone == "battlefield" else self._named(part.strip())
                self.seats[-1][zone].append(thing)

    def _named(self, written: str) -> JsonObject:
        """Return the name of a thing, how many there are, and its own name."""
        copies = None if written.startswith('"') else _COPIES.fullmatch(written)
        name, *label = parts(written if copies is None else copies[2], " as ")
        thing: JsonObject = {"card": name_in(name)}
        if copies is not None:
            thing["copies"] = int(copies[1])
        if label:
            thing["as"] = name_in(" as ".join(label))
        return thing

    def _permanent(self, written: str) -> JsonObject:
        before, *details = parts(written, "[")
        thing_and_host = parts(before.rstrip(), " on ")
        thing = self._named(thing_and_host[0].strip())
        if len(thing_and_host) > 1:
            host = " on ".join(thing_and_host[1:]).strip()
            if host.casefold().startswith("player "):
                self.hosts.append((thing, "on", host[len("player ") :], self.where))
            else:
                thing["on"] = name_in(host)
        if details:
            inside, closed, after = "[".join(details).rpartition("]")
            if not closed or after.strip():
                raise BadPositionText(
                    text("“]” at the end of what is said of {name}", name=thing["card"]), where=self.where
                )
            for part in parts(inside, ","):
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
            self._count(thing, counters[2], int(counters[1]))
        elif size:
            thing["power"], thing["toughness"] = size.groups()
        elif word == "owner" and rest:
            self.hosts.append((thing, "owner", rest, self.where))
        else:
            self._characteristic(thing, detail)

    def _count(self, thing: JsonObject, kind: str, count: int) -> None:
        if kind == "damage":
            thing["damage"] = count
        else:
            thing.setdefault("counters", {})[name_in(kind)] = count

    def _characteristic(self, thing: JsonObject, detail: str) -> None:
        word, _, rest = detail.partition(" ")
        if word in {"text", "cost", "loyalty", "defense", "chosen"} and rest:
            thing["mana_cost" if word == "cost" else word] = _said(rest)
        elif word == "colors":
            thing["colors"] = rest.replace("none", "")
        elif word in _TYPE_WORDS:
            thing["type"] = detail
        else:
            raise BadPositionText(
                text(
                    "instead of “{detail}” one of: tapped, sick, transformed, token, token copy, 2 damage, 3 +1/+1, owner and "
                    "a player, chosen and a word, or of a token its size, colors, type line and text",
                    detail=detail,
                ),
                where=self.where,
            )

    def _card_text(self, written: str) -> None:
        name, *rest = (part.strip() for part in parts(written, "|"))
        card: JsonObject = {"name": name_in(name)}
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
                lines.append(_said(part))
        card["text"] = "\n".join(lines)
        self.cards.append(card)

    def _seat(self, name: str) -> int:
        wanted = name_in(name).casefold()
        found = [seat for seat, known in enumerate(self.names) if known.casefold() == wanted]
        if not found:
            raise BadPositionText(
                text("a player; “{name}” is none of {players}", name=name_in(name), players=tuple(self.names)),
                where=self.where,
            )
        return found[0]


def _said(word: str) -> str:
    plain = unquoted(word)
    return word.strip() if plain is None else plain
