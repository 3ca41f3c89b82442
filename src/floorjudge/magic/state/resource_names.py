"""What the amounts of a position are called: for programs (`tokens.0.Elf Warrior`) and for people.

Objects are counted by player, zone and name; where piles of one name differ (some tapped, some not), each pile has a line of
its own below the sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from floorjudge.magic.playing.iterating import Moment
from floorjudge.magic.state.abstraction import COUNT, Resource
from floorjudge.magic.state.turn_history import Json
from floorjudge.texts import Text, text

_LETTERS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C"}
_COUNTERS = {"P1P1": "+1/+1", "M1M1": "-1/-1"}
_OF_PLAYER = {"life": "life", "poison_counters": "poison", "energy": "energy"}
_ON_OBJECT = {
    "damage_marked": "damage",
    "power": "power",
    "toughness": "toughness",
    "loyalty": "loyalty",
    "defense": "defense",
}


class Named(msgspec.Struct, frozen=True):
    """One line: the name for programs, the words for people, and the amounts that are added up in it.

    `part` marks a line that tells apart what the line above it counts together. `quiet` marks what is worth a line only
    when it changes.
    """

    key: str
    said: Text
    resources: tuple[Resource, ...]
    part: bool = False
    quiet: bool = False


def names_of(moment: Moment, players: tuple[str, ...]) -> tuple[Named, ...]:
    """Return the lines of a position, those of the players first; what nobody would name is in none of them."""
    return (*_of_players(moment, players), *_of_zones(moment, players), *_of_objects(moment))


def _of_players(moment: Moment, players: tuple[str, ...]) -> Iterator[Named]:
    for seat, player in enumerate(players):
        for field, word in _OF_PLAYER.items():
            resource: Resource = ("player", seat, field)
            if resource in moment.split.resources:
                yield Named(f"{word}.{seat}", _said_of_player(word, player), (resource,), quiet=word != "life")
        for resource in moment.split.resources:
            if resource[:3] == ("player", seat, "player_counters"):
                kind = str(resource[-1]).lower()
                said = text("{kind} counters of {player}", kind=kind, player=player)
                yield Named(f"{kind}.{seat}", said, (resource,))
        runs = tuple(name for name in moment.split.resources if name[:2] == ("library", seat))
        if runs:
            yield Named(f"library.{seat}", text("cards in the library of {player}", player=player), runs)


def _said_of_player(word: str, player: str) -> Text:
    if word == "life":
        return text("life of {player}", player=player)
    if word == "poison":
        return text("poison counters of {player}", player=player)
    return text("energy of {player}", player=player)


def _of_zones(moment: Moment, players: tuple[str, ...]) -> Iterator[Named]:
    """Yield the piles: mana first, then tokens and other permanents, then the other zones."""
    grouped: dict[str, list[tuple[int, Text]]] = defaultdict(list)
    for index, pile in enumerate(moment.split.piles):
        node = moment.split.nodes[pile.members[0]]
        if node.place[:1] == ("players",):
            unit = _at(moment.state["state"], node.place)
            letter = _LETTERS.get(unit["color"], str(unit["color"]))
            player = players[int(node.place[1])]
            grouped[f"mana.{node.place[1]}.{letter}"].append(
                (index, text("{mana} mana of {player}", mana=f"{{{letter}}}", player=player))
            )
        elif node.place[:1] == ("objects",):
            named = _zone_of(moment.state["state"]["objects"][node.place[1]], players)
            if named is not None:
                grouped[named[0]].append((index, named[1]))
    for key in sorted(grouped, key=_in_order):
        yield from _lines(moment, key, grouped[key])


def _in_order(key: str) -> tuple[int, str]:
    kinds = ("mana", "tokens", "battlefield", "hand", "graveyard", "exile", "stack", "command")
    return kinds.index(key.split(".", maxsplit=1)[0]), key


def _zone_of(thing: Mapping[str, Any], players: tuple[str, ...]) -> tuple[str, Text] | None:
    zone, name = str(thing["zone"]), str(thing["name"])
    seat = int(thing["controller" if zone in ("Battlefield", "Stack") else "owner"])
    if zone == "Battlefield" and thing.get("is_token"):
        zone = "Tokens"
    said = _said_of_zone(zone, name, players[seat])
    return None if said is None else (f"{zone.lower()}.{seat}.{name}", said)


def _said_of_zone(zone: str, name: str, player: str) -> Text | None:
    said = {
        "Tokens": text("tokens {name} of {player}", name=name, player=player),
        "Battlefield": text("{name} of {player} on the battlefield", name=name, player=player),
        "Stack": text("{name} of {player} on the stack", name=name, player=player),
        "Hand": text("{name} in the hand of {player}", name=name, player=player),
        "Graveyard": text("{name} in the graveyard of {player}", name=name, player=player),
        "Exile": text("{name} of {player} in exile", name=name, player=player),
    }
    return said.get(zone)


def _lines(moment: Moment, key: str, piles: list[tuple[int, Text]]) -> Iterator[Named]:
    said = piles[0][1]
    yield Named(key, said, tuple(("pile", index, COUNT) for index, _ in piles))
    if len(piles) == 1 or key.startswith("mana"):
        return
    marks = _told_apart([_marks(moment, index) for index, _ in piles])
    for (index, _), (words, detail) in zip(piles, marks, strict=True):
        line = text("of these: {detail}", detail=detail)
        yield Named(f"{key} ({words})", line, (("pile", index, COUNT),), part=True)


def _told_apart(marks: list[list[tuple[str, Text]]]) -> list[tuple[str, Text]]:
    """Return for each pile the marks that not all piles have; a number where that does not tell it from another."""
    common = set.intersection(*({word for word, _ in each} for each in marks))
    kept = [[mark for mark in each if mark[0] not in common] for each in marks]
    found: list[tuple[str, Text]] = []
    for number, own in enumerate(kept, 1):
        alike = sum(1 for other in kept if [word for word, _ in other] == [word for word, _ in own])
        if alike > 1 or not own:
            own = [*own, (f"#{number}", text("pile {number}", number=number))]  # noqa: PLW2901
        said = own[0][1]
        for _, more in own[1:]:
            said = text("{first}, {second}", first=said, second=more)
        found.append((", ".join(word for word, _ in own), said))
    return found


def _marks(moment: Moment, index: int) -> list[tuple[str, Text]]:
    """Return what can be seen of the objects of a pile beside their name."""
    pile = moment.split.piles[index]
    node = moment.split.nodes[pile.members[0]]
    thing = _at(moment.state["state"], node.place)
    marks = [("tapped", text("tapped")) if thing.get("tapped") else ("untapped", text("untapped"))]
    if thing.get("summoning_sick"):
        marks.append(("new", text("under this control since this turn")))
    labels = sorted(label for label, number in moment.labels.items() if number == node.number)
    marks += [(label, text("“{label}”", label=label)) for label in labels]
    if thing.get("power") is not None and thing["zone"] == "Battlefield":
        marks.append(
            (f"{thing['power']}/{thing['toughness']}", text("{size}", size=f"{thing['power']}/{thing['toughness']}"))
        )
    for number in thing.get("attachments", ()):
        name = str(moment.state["state"]["objects"].get(str(number), {}).get("name", number))
        marks.append((f"with {name}", text("with {name}", name=name)))
    return marks


def _of_objects(moment: Moment) -> Iterator[Named]:
    """Yield the amounts on permanents: counters, damage, size."""
    names: dict[str, int] = defaultdict(int)
    for index, pile in enumerate(moment.split.piles):
        node = moment.split.nodes[pile.members[0]]
        if node.place[:1] != ("objects",):
            continue
        thing = moment.state["state"]["objects"][node.place[1]]
        if thing["zone"] != "Battlefield":
            continue
        name = _called(moment, index, str(thing["name"]))
        found = list(_amounts_on(index, pile.amounts, name))
        if found:
            names[name] += 1
            twice = f" #{names[name]}" if names[name] > 1 else ""
            yield from (msgspec.structs.replace(line, key=line.key + twice) for line in found)


def _called(moment: Moment, index: int, name: str) -> str:
    if len(moment.split.piles[index].members) > 1:
        return name
    number = moment.split.nodes[moment.split.piles[index].members[0]].number
    return next((label for label in sorted(moment.labels) if moment.labels[label] == number), name)


def _amounts_on(index: int, amounts: tuple[tuple[Any, int], ...], name: str) -> Iterator[Named]:
    for path, _ in amounts:
        resource: Resource = ("pile", index, *path)
        if path[0] == "counters":
            kind = _COUNTERS.get(str(path[1]), str(path[1]))
            said = text("{kind} counters on {name}", kind=kind, name=name)
            yield Named(f"counters.{kind}.{name}", said, (resource,))
        elif len(path) == 1 and path[0] in _ON_OBJECT:
            word = _ON_OBJECT[str(path[0])]
            yield Named(f"{word}.{name}", _said_on_object(word, name), (resource,), quiet=True)


def _said_on_object(word: str, name: str) -> Text:
    if word == "damage":
        return text("damage on {name}", name=name)
    if word == "power":
        return text("power of {name}", name=name)
    if word == "toughness":
        return text("toughness of {name}", name=name)
    if word == "loyalty":
        return text("loyalty of {name}", name=name)
    return text("defense of {name}", name=name)


def _at(value: Json, path: tuple[str | int, ...]) -> Json:
    for part in path:
        value = value[part]
    return value
