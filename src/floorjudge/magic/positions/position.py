"""A board of Magic as data: who has what, where, whose turn it is and who may act; and what has to be true of one."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from floorjudge.magic.cards.sides import Side, folded, side_of_text
from floorjudge.magic.errors import (
    BadPosition,
    CopiesWithName,
    NameGivenTwice,
    NoLifeLeft,
    NoSuchPermanent,
    PlayerNamedTwice,
    WhichPermanent,
)
from floorjudge.texts import Text, text

StepName: TypeAlias = Literal[
    "upkeep", "draw", "main", "beginning of combat", "declare attackers", "second main", "end step"
]
STEPS: tuple[StepName, ...] = get_args(StepName)
PlayerCounter: TypeAlias = Literal["poison", "energy", "experience", "rad", "ticket"]
PLAYER_COUNTERS: tuple[PlayerCounter, ...] = get_args(PlayerCounter)
MOST_OBJECTS = 5_000


class CardText(msgspec.Struct, frozen=True):
    """A card, or a token, given as text; `colours` such as "WU" where the mana cost does not say them."""

    name: str
    type: str
    mana_cost: str = ""
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colours: str | None = None

    def side(self) -> Side:
        """Return this text in the form of all card texts."""
        return side_of_text(
            self.name,
            self.type,
            mana_cost=self.mana_cost,
            text=self.text,
            power=self.power,
            toughness=self.toughness,
            loyalty=self.loyalty,
            defense=self.defense,
            colours=self.colours,
        )


class Card(msgspec.Struct, frozen=True):
    """A card in a hand, graveyard, library or in exile, `copies` times; `label` is its own name in this position."""

    card: str
    label: str | None = None
    copies: int = 1


class Permanent(msgspec.Struct, frozen=True):
    """Something on the battlefield.

    `card` is the name of a card or of a token. `token` says that it is a token: a copy of that card, or, with `text`,
    one of those characteristics. `on` is what it is attached to: a label, the name of a permanent, or a player's
    number. `sick` means that its controller has not had it since their turn began. `owner` is a player's number, when
    another player controls it. `counters` are kinds and how many, such as {"+1/+1": 2}; `copies` makes a pile of
    identical ones.
    """

    card: str
    label: str | None = None
    on: str | int | None = None
    tapped: bool = False
    sick: bool = False
    counters: dict[str, int] = {}
    copies: int = 1
    token: bool = False
    text: CardText | None = None
    transformed: bool = False
    damage: int = 0
    owner: int | None = None
    chosen: str | None = None


class Position(msgspec.Struct, frozen=True):
    """A board; every tuple has one entry a player, in the order of seats, which is the order of turns."""

    battlefield: tuple[tuple[Permanent, ...], ...]
    life: tuple[int, ...]
    hand: tuple[tuple[Card, ...], ...]
    graveyard: tuple[tuple[Card, ...], ...]
    exile: tuple[tuple[Card, ...], ...]
    library: tuple[tuple[Card, ...], ...]
    mana: tuple[str, ...]
    counters: tuple[dict[str, int], ...]
    names: tuple[str, ...]
    turn_of: int = 0
    step: StepName = "main"
    priority: int = 0
    lands_played: int = 0
    cards: tuple[CardText, ...] = ()

    @property
    def players(self) -> int:
        """Return how many players there are, 2 to 4."""
        return len(self.life)


ZONES: tuple[Literal["hand", "graveyard", "exile", "library"], ...] = ("hand", "graveyard", "exile", "library")


def empty_position(players: int = 2) -> Position:
    """Return a board with nothing on it, 20 life each and the first player in their main phase; `players` is 2 to 4."""
    nothing: tuple[tuple[Card, ...], ...] = ((),) * players
    return Position(
        battlefield=((),) * players,
        life=(20,) * players,
        hand=nothing,
        graveyard=nothing,
        exile=nothing,
        library=nothing,
        mana=("",) * players,
        counters=tuple({} for _ in range(players)),
        names=tuple(f"Player {seat + 1}" for seat in range(players)),
    )


def checked(position: Position) -> Position:
    """Return the position itself.

    Raises BadInput, with the place, when a label is used twice or for a pile, something is attached to what is not
    there, or there is more than the engine can hold.
    """
    named: set[str] = set()
    for name in position.names:
        if name.casefold() in named:
            raise PlayerNamedTwice(name)
        named.add(name.casefold())
    _check_lives(position)
    taken: set[str] = set()
    objects = 0
    for zone in ("battlefield", *ZONES):
        for seat, things in enumerate(getattr(position, zone)):
            for index, thing in enumerate(things):
                where = f"{zone}[{seat}][{index}]"
                objects += thing.copies
                if thing.label is None:
                    continue
                if thing.copies != 1:
                    raise CopiesWithName(where=f"{where}.as")
                if thing.label in taken:
                    raise NameGivenTwice(thing.label, where=f"{where}.as")
                taken.add(thing.label)
    if objects > MOST_OBJECTS:
        raise BadPosition(text("at most {most} objects", most=MOST_OBJECTS), where="position")
    _check_attachments(position)
    return position


def _check_lives(position: Position) -> None:
    for seat, life in enumerate(position.life):
        if life <= 0:
            raise NoLifeLeft(position.names[seat], where=f"life[{seat}]")


def _check_attachments(position: Position) -> None:
    things = [thing for row in position.battlefield for thing in row]
    for seat, row in enumerate(position.battlefield):
        for index, thing in enumerate(row):
            where = f"battlefield[{seat}][{index}]"
            if thing.owner is not None and thing.owner >= position.players:
                raise BadPosition(_a_player(position), where=f"{where}.owner")
            if isinstance(thing.on, int) and not 0 <= thing.on < position.players:
                raise BadPosition(_a_player(position), where=f"{where}.on")
            if isinstance(thing.on, str) and not any(thing.on == other.label for other in things):
                named = [other for other in things if folded(other.card) == folded(thing.on) and other is not thing]
                if not named:
                    known = tuple(dict.fromkeys(other.label or other.card for other in things if other is not thing))
                    raise NoSuchPermanent(thing.on, known, where=f"{where}.on")
                if sum(other.copies for other in named) > 1:
                    raise WhichPermanent(thing.on, where=f"{where}.on")


def _a_player(position: Position) -> Text:
    return text("a player's number from 0 to {last}", last=position.players - 1)
