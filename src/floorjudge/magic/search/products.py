"""What a loop is good for, in players' words: from the change per iteration, and from what happens on the way.

Every term names the player. What a loop costs those who do it, and how the game ends, are told as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.counter_names import PARTLY_RESTRICTED_MANA, RESTRICTED_MANA, main_amounts
from floorjudge.magic.playing.playing import play_body, play_on
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certificates import Certificate, Line
from floorjudge.magic.search.fingerprint import HARMFUL
from floorjudge.magic.type_words import token_name
from floorjudge.texts import Text, text

Kind: TypeAlias = Literal[
    "mana", "tokens", "life", "damage", "mill", "draw", "counters", "poison", "size", "cards",
    "enters", "dies", "leaves", "casts", "copies", "turns", "combats", "cost", "result",
]  # fmt: skip


# What happened, and the seat of whom it is about.
Happened: TypeAlias = "Mapping[tuple[str, int | None], int]"


class Product(msgspec.Struct, frozen=True):
    """A product of a loop: what an iteration gives, what it costs its player, or how the game ends; its kind, and a phrase."""

    kind: Kind
    label: Text

    @property
    def is_gain(self) -> bool:
        """Return whether it is something that the loop gives."""
        return self.kind not in ("cost", "result")


def happenings(case: LoopCase, library: CardLibrary) -> Happened:
    """Return what happens in one iteration, by kind of event and player; the first one is played uncounted."""
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    play_body(table, case.body)
    return happens(table, case.body)


def happens(table: Table, body: Body) -> Happened:
    """Play a body on a table and return what happens in it, by kind of event and player. Raises what `play_on` does."""
    return Counter((_kind(event), event.seat) for event in play_on(table, body).events)


def _kind(event: Event) -> str:
    if event.moved is not None:
        left, came = event.moved
        return "dies" if (left, came) == ("Battlefield", "Graveyard") and event.of_creature else f"{left} > {came}"
    return event.kind if event.phase is None else f"to {event.phase}"


def is_worth_something(happened: Happened) -> bool:
    """Return whether what happens is worth repeating although it leaves nothing behind."""
    return bool(happened) and any(each.is_gain for each in _of_events(happened, _SOMEBODY))


def products_of(case: LoopCase, certificate: Certificate, library: CardLibrary) -> tuple[Product, ...]:
    """Return what a certified loop is good for to whoever does it, each thing once. Raises what `play_body` does."""
    return products_with(certificate, case.position.priority, happenings(case, library))


def products_with(certificate: Certificate, seat: int, happened: Happened) -> tuple[Product, ...]:
    """Return what a certified loop in an iteration of which this `happened` is good for to the player in a seat, each thing once."""
    gains = _gains(certificate.lines, certificate.players, seat, happened)
    return _once((*gains, *_costs(certificate, seat), *_results(certificate)))


class Afterwards(msgspec.Struct, frozen=True):
    """The iterations after the last break of a loop: what they change, and what happens in them."""

    lines: tuple[Line, ...]
    happened: Happened

    def products(self, players: tuple[str, ...], seat: int) -> tuple[Product, ...]:
        """Return what they give to the player in a seat, each thing once."""
        return _once(_gains(self.lines, players, seat, self.happened))


def afterwards(case: LoopCase, certificate: Certificate, library: CardLibrary) -> Afterwards | None:
    """Return what comes after the last break of a loop; None without one, if it is not known, or too far away to be played.

    Raises what `play_body` does.
    """
    last = next(reversed(certificate.segments), None)
    at = 0 if last is None else max(last.begins, last.after + 2)
    if last is None or last.is_done or at + last.period > min(_MOST_PLAYED, certificate.iterations or _MOST_PLAYED):
        return None
    table = set_up(case.position, library)
    play_body(table, case.before, "before")
    for _ in range(at - 1):
        play_body(table, case.body)
    before = main_amounts(table.snapshot(), table.names)
    happened = happens(table, case.body * last.period)
    now = main_amounts(table.snapshot(), table.names)
    changes = {key: amount - before.get(key, (label, 0))[1] for key, (label, amount) in now.items()}
    return Afterwards(tuple(Line(key, now[key][0], (change,)) for key, change in changes.items() if change), happened)


_MANA = text("{mana} for {player}")
RESTRICTED_GAIN = text("{mana} for {player}, to be spent only on some things")
PARTLY_RESTRICTED_GAIN = text("{mana} for {player}, some of it to be spent only on some things")
# By the name of an amount of mana; any other one is gained without a restriction.
_GAINS_OF_MANA = {RESTRICTED_MANA.message: RESTRICTED_GAIN, PARTLY_RESTRICTED_MANA.message: PARTLY_RESTRICTED_GAIN}


def _once(products: Iterable[Product]) -> tuple[Product, ...]:
    return tuple({(each.kind, each.label.message, str(each.label.values)): each for each in products}.values())


def _gains(lines: Iterable[Line], players: tuple[str, ...], seat: int, happened: Happened) -> Iterator[Product]:
    for line in lines:
        if line.change and not line.part:
            found = _of_line(line, players, seat, happened)
            if found is not None:
                yield found
    yield from _of_events(happened, players)


# What an amount is that no player has, by its key or the first word of it.
_OF_ITSELF: dict[str, Kind] = {"counters": "counters", "power": "size", "toughness": "size", "phases.combat": "combats"}


def _of_line(line: Line, players: tuple[str, ...], seat: int, happened: Happened) -> Product | None:
    word, _, rest = line.key.partition(".")
    whose, _, what = rest.partition(".")
    rises = line.change[-1] > 0
    always = _OF_ITSELF.get(line.key) or _OF_ITSELF.get(word)
    if always is not None:
        return Product(always, line.label) if rises else None
    if not whose.isdecimal():
        return None
    player = players[int(whose)]
    kind: Kind
    match word, rises, int(whose) == seat:
        case "mana", True, _:
            pattern = _GAINS_OF_MANA.get(line.label.message, _MANA)
            kind, label = "mana", Text(pattern.message, {"mana": f"{{{what}}}", "player": player})
        case "tokens", True, _:
            kind, label = "tokens", text("{token} tokens for {player}", token=token_name(what), player=player)
        case "life", True, _:
            kind, label = "life", text("life for {player}", player=player)
        case "life", False, False:
            kind, label = "damage", text("damage to or loss of life for {player}", player=player)
        case "poison", True, False:
            kind, label = "poison", text("poison for {player}", player=player)
        case _, True, mine if counter_of_player(line.key) is not None and mine != (word in HARMFUL):
            kind, label = "counters", line.label
        case "library", False, _ if not any(happened.get((each, int(whose))) for each in (_DRAWN, _MILLED)):
            kind, label = "cards", text("cards from the library of {player}", player=player)
        case _:
            return None
    return Product(kind, label)


def counter_of_player(key: str) -> tuple[str, int] | None:
    """Return the kind and the seat if an amount counts a player's counters other than poison, None for any other amount."""
    word, _, whose = key.partition(".")
    return (word, int(whose)) if whose.isdecimal() and word not in _NO_COUNTERS else None


def _of_events(happened: Happened, players: tuple[str, ...]) -> Iterator[Product]:
    for (kind, seat), _ in sorted(happened.items(), key=lambda each: (each[0][1] is None, each[0][1] or 0, each[0][0])):
        player = "" if seat is None or seat >= len(players) else players[seat]
        if kind.endswith("> Battlefield"):
            yield Product("enters", text("permanents of {player} enter", player=player))
        elif kind.startswith("Battlefield >"):
            yield Product("leaves", text("permanents of {player} leave the battlefield", player=player))
        elif kind in _OF_EVENTS:
            gained, label = _OF_EVENTS[kind]
            yield Product(gained, msgspec.structs.replace(label, values={"player": player}))
    kinds = {kind for kind, _ in happened}
    if "TurnStarted" in kinds:
        yield Product("turns", text("turns"))
    elif kinds & {"to BeginCombat", "to DeclareAttackers"}:
        yield Product("combats", text("combats"))


def _costs(certificate: Certificate, seat: int) -> Iterator[Product]:
    """Yield what each iteration costs its player."""
    player = certificate.players[seat]
    for line in certificate.lines:
        if line.change and line.change[-1] < 0 and not line.part and line.key == f"life.{seat}":
            yield Product("cost", text("{player} loses life", player=player))


def _results(certificate: Certificate) -> Iterator[Product]:
    """Yield the end of the game, if the engine came to it."""
    for stop in (certificate.stopped_by, certificate.left_on_stack):
        if stop is not None and stop.over:
            yield Product("result", stop.sentence)


_NO_COUNTERS = frozenset({"life", "life_gained", "life_lost", "library", "poison"})
# An iteration that comes later than this is not played.
_MOST_PLAYED = 100
_DRAWN, _MILLED = "CardDrawn", "Milled"
_OF_EVENTS: Mapping[str, tuple[Kind, Text]] = {
    "dies": ("dies", text("creatures of {player} die")),
    "SpellCast": ("casts", text("{player} casts spells")),
    "SpellCopied": ("copies", text("{player} copies spells")),
    _DRAWN: ("draw", text("{player} draws cards")),
    _MILLED: ("mill", text("{player} mills cards")),
}
# Whether anything is worth something does not depend on the players' names.
_SOMEBODY: tuple[str, ...] = ()
