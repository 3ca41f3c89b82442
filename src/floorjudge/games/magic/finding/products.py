"""What a loop is good for, in players' words: from the change per iteration, and from what happens on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from floorjudge.games.magic.bodies import Body
from floorjudge.games.magic.cards.library import CardLibrary
from floorjudge.games.magic.case_json import LoopCase
from floorjudge.games.magic.certificates import Certificate, Line
from floorjudge.games.magic.naming import player_name
from floorjudge.games.magic.playing import play_body, play_on
from floorjudge.games.magic.setting_up import set_up
from floorjudge.games.magic.table import Table
from floorjudge.texts import Text, text

Kind: TypeAlias = Literal[
    "mana", "tokens", "life", "damage", "mill", "draw", "counters", "poison", "size", "cards",
    "enters", "dies", "leaves", "casts", "turns", "combats",
]  # fmt: skip
_OTHER_STEPS = "PhaseChanged"
_ON_OBJECTS = ("counters", "power", "toughness")


class Product(msgspec.Struct, frozen=True):
    """Something that a loop gives as much of as one likes, or as long as it goes: its kind, and a phrase for people."""

    kind: Kind
    said: Text


def happenings(case: LoopCase, library: CardLibrary) -> Mapping[str, int]:
    """Return what happens in one iteration, by kind of event, counted in the second one."""
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    play_body(table, case.body)
    return happens(table, case.body)


def happens(table: Table, body: Body) -> Mapping[str, int]:
    """Play a body on a table and return what happens in it, by kind of event. Raises what `play_on` does."""
    counts: Counter[str] = Counter()
    for event in play_on(table, body).events:
        about = event.get("data") or {}
        kind = event["type"]
        if kind == "ZoneChanged":
            kind = f"{about.get('from')} > {about.get('to')}"
        elif kind == _OTHER_STEPS:
            kind = f"to {about.get('phase')}"
        counts[kind] += 1
    return counts


def is_worth_something(happened: Mapping[str, int]) -> bool:
    """Say whether anybody would repeat what happens although nothing is left of it."""
    return any(True for _ in _of_events(happened))


def products(certificate: Certificate, happened: Mapping[str, int], seat: int = 0) -> tuple[Product, ...]:
    """Return what a loop is good for to the player at a seat, each thing once."""
    found = [*_of_lines(certificate, seat), *_of_events(happened)]
    return tuple({(each.kind, each.said.message, str(each.said.values)): each for each in found}.values())


def _of_lines(certificate: Certificate, seat: int) -> Iterator[Product]:
    for line in certificate.lines:
        if not line.change or line.part:
            continue
        found = _of_line(line, certificate.players, seat)
        if found is not None:
            yield found


def _of_line(line: Line, players: tuple[str, ...], seat: int) -> Product | None:
    word, _, rest = line.key.partition(".")
    whose, _, what = rest.partition(".")
    rises = line.change[-1] > 0
    if not whose.isdecimal() or word in _ON_OBJECTS:
        return _of_object(word, line.said) if rises else None
    own, player = int(whose) == seat, player_name(players, int(whose))
    if word in ("mana", "tokens"):
        return _many(word, what, player) if rises else None
    if word == "life":
        return _of_life(player) if rises and own else _of_death(player) if not (rises or own) else None
    return _of_cards(word, rises=rises, own=own, player=player)


def _of_object(word: str, said: Text) -> Product | None:
    if word == "counters":
        return Product("counters", text("{what}, as many as you like", what=said))
    return Product("size", text("{what}, as large as you like", what=said)) if word in _ON_OBJECTS else None


def _of_life(player: str) -> Product:
    return Product("life", text("life for {player}, as much as you like", player=player))


def _of_death(player: str) -> Product:
    return Product("damage", text("damage to or loss of life for {player}, until they are dead", player=player))


def _many(word: str, what: str, player: str) -> Product:
    if word == "mana":
        return Product("mana", text("{mana} for {player}, as much as you like", mana=f"{{{what}}}", player=player))
    return Product("tokens", text("tokens {name} for {player}, as many as you like", name=what, player=player))


def _of_cards(word: str, *, rises: bool, own: bool, player: str) -> Product | None:
    if word == "poison" and rises and not own:
        return Product("poison", text("poison for {player}, as much as you like", player=player))
    if word == "library" and not rises:
        return Product("mill", text("the whole library of {player}", player=player))
    if word == "hand" and rises and own:
        return Product("draw", text("cards in the hand of {player}", player=player))
    return None


def _of_events(happened: Mapping[str, int]) -> Iterator[Product]:
    def any_of(*kinds: str) -> bool:
        return any(happened.get(kind) for kind in kinds)

    arrives = sum(count for kind, count in happened.items() if kind.endswith("> Battlefield"))
    leaves = sum(count for kind, count in happened.items() if kind.startswith("Battlefield >"))
    if arrives:
        yield Product("enters", text("permanents entering, as often as you like"))
    if any_of("Battlefield > Graveyard"):
        yield Product("dies", text("permanents dying, as often as you like"))
    elif leaves:
        yield Product("leaves", text("permanents leaving, as often as you like"))
    if any_of("SpellCast"):
        yield Product("casts", text("spells cast, as many as you like"))
    if any_of("CardDrawn"):
        yield Product("draw", text("cards drawn, as many as there are"))
    if any_of("TurnStarted"):
        yield Product("turns", text("turns, as many as you like"))
    elif any_of("to BeginCombat", "to DeclareAttackers"):
        yield Product("combats", text("combats, as many as you like"))
