"""What a loop is good for, in players' words: from the change per iteration, and from what happens on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.certificates import Certificate, Line
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.naming import player_name
from floorjudge.magic.playing.playing import play_body, play_on
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.texts import Text, text

Kind: TypeAlias = Literal[
    "mana", "tokens", "life", "damage", "mill", "draw", "counters", "poison", "size", "cards",
    "enters", "dies", "leaves", "casts", "turns", "combats",
]  # fmt: skip


class Product(msgspec.Struct, frozen=True):
    """Something that a loop gives each time round: its kind, and a phrase for people."""

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
        if event.moved is not None:
            counts[" > ".join(map(str, event.moved))] += 1
        else:
            counts[event.kind if event.phase is None else f"to {event.phase}"] += 1
    return counts


def is_worth_something(happened: Mapping[str, int]) -> bool:
    """Say whether anybody would repeat what happens although nothing is left of it."""
    return any(True for _ in _of_events(happened))


def products_of(case: LoopCase, certificate: Certificate, library: CardLibrary) -> tuple[Product, ...]:
    """Return what a loop with a certificate is good for to whoever does it, each thing once. Raises what `play_body` does."""
    found = [*_of_lines(certificate, case.position.priority), *_of_events(happenings(case, library))]
    return tuple({(each.kind, each.said.message, str(each.said.values)): each for each in found}.values())


def how_often(certificate: Certificate) -> Text:
    """Return the words before what a loop gives: as often as its players like, a number of times, or on the way to a draw."""
    if certificate.draw:
        return text("The game is a draw unless somebody ends the loop. On the way it gives:")
    if certificate.verdict == "ends" and certificate.iterations is not None:
        times = certificate.iterations
        if times == 1:
            return text("It gives, once, before it ends:")
        return text("It gives, {times} times before it ends:", times=digits(times))
    return text("It gives, as often as you like:")


def _of_lines(certificate: Certificate, seat: int) -> Iterator[Product]:
    drawn = any(line.key.startswith(f"hand.{seat}.") and line.change[-1:] > (0,) for line in certificate.lines)
    for line in certificate.lines:
        if not line.change or line.part:
            continue
        if drawn and line.key == f"library.{seat}":
            # Cards that go from the library to the hand are drawn, or found; they are not lost.
            continue
        found = _of_line(line, certificate.players, seat)
        if found is not None:
            yield found


def _of_line(line: Line, players: tuple[str, ...], seat: int) -> Product | None:
    word, _, rest = line.key.partition(".")
    whose, _, what = rest.partition(".")
    rises = line.change[-1] > 0
    if word in ("counters", "power", "toughness"):
        return Product("counters" if word == "counters" else "size", line.said) if rises else None
    if not whose.isdecimal():
        return None
    player = player_name(players, int(whose))
    kind: Kind
    match word, rises, int(whose) == seat:
        case "mana", True, _:
            kind, said = "mana", text("{mana} for {player}", mana=f"{{{what}}}", player=player)
        case "tokens", True, _:
            kind, said = "tokens", text("tokens {name} for {player}", name=what, player=player)
        case "life", True, True:
            kind, said = "life", text("life for {player}", player=player)
        case "life", False, False:
            kind, said = "damage", text("damage to or loss of life for {player}", player=player)
        case "poison", True, False:
            kind, said = "poison", text("poison for {player}", player=player)
        case "library", False, _:
            kind, said = "mill", text("cards from the library of {player}", player=player)
        case "hand", True, True:
            kind, said = "draw", text("cards in the hand of {player}", player=player)
        case _:
            return None
    return Product(kind, said)


def _of_events(happened: Mapping[str, int]) -> Iterator[Product]:
    def any_of(*kinds: str) -> bool:
        return any(happened.get(kind) for kind in kinds)

    arrives = sum(count for kind, count in happened.items() if kind.endswith("> Battlefield"))
    leaves = sum(count for kind, count in happened.items() if kind.startswith("Battlefield >"))
    if arrives:
        yield Product("enters", text("permanents entering"))
    if any_of("Battlefield > Graveyard"):
        yield Product("dies", text("permanents dying"))
    elif leaves:
        yield Product("leaves", text("permanents leaving"))
    if any_of("SpellCast"):
        yield Product("casts", text("spells cast"))
    if any_of("CardDrawn"):
        yield Product("draw", text("cards drawn"))
    if any_of("TurnStarted"):
        yield Product("turns", text("turns"))
    elif any_of("to BeginCombat", "to DeclareAttackers"):
        yield Product("combats", text("combats"))
