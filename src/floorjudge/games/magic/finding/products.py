"""What a loop is good for, in players' words: from the change per iteration, and from what happens on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from floorjudge.games.magic.cards.library import CardLibrary
from floorjudge.games.magic.case_json import LoopCase
from floorjudge.games.magic.certificates import Certificate, Line
from floorjudge.games.magic.naming import player_name
from floorjudge.games.magic.playing import play_body
from floorjudge.games.magic.setting_up import set_up
from floorjudge.texts import Text, text

Kind: TypeAlias = Literal[
    "mana", "tokens", "life", "damage", "mill", "draw", "counters", "poison", "size", "cards",
    "enters", "dies", "leaves", "casts", "turns", "combats",
]  # fmt: skip
_OTHER_STEPS = "PhaseChanged"


class Product(msgspec.Struct, frozen=True):
    """Something that a loop gives as much of as one likes, or as long as it goes: its kind, and a phrase for people."""

    kind: Kind
    said: Text


def happenings(case: LoopCase, library: CardLibrary) -> Mapping[str, int]:
    """Return what happens in one iteration, by kind of event, counted in the second one."""
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    play_body(table, case.body)
    counts: Counter[str] = Counter()
    for event in play_body(table, case.body).events:
        about = event.get("data") or {}
        kind = event["type"]
        if kind == "ZoneChanged":
            kind = f"{about.get('from')} > {about.get('to')}"
        elif kind == _OTHER_STEPS:
            kind = f"to {about.get('phase')}"
        counts[kind] += 1
    return counts


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
    if word == "counters":
        return Product("counters", text("{what}, as many as you like", what=line.said)) if rises else None
    if word in ("power", "toughness"):
        return Product("size", text("{what}, as large as you like", what=line.said)) if rises else None
    if not whose.isdecimal():
        return None
    own, player = int(whose) == seat, player_name(players, int(whose))
    if word in ("mana", "tokens") and rises:
        return _many(word, what, player)
    if word == "life" and rises and own:
        return Product("life", text("life for {player}, as much as you like", player=player))
    if word == "life" and not rises and not own:
        return Product("damage", text("damage to or loss of life for {player}, until they are dead", player=player))
    return _of_cards(word, rises, own, player)


def _many(word: str, what: str, player: str) -> Product:
    if word == "mana":
        return Product("mana", text("{mana} for {player}, as much as you like", mana=f"{{{what}}}", player=player))
    return Product("tokens", text("tokens {name} for {player}, as many as you like", name=what, player=player))


def _of_cards(word: str, rises: bool, own: bool, player: str) -> Product | None:  # noqa: FBT001 (two facts about a line)
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
