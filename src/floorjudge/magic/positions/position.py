"""A board of Magic as data: the objects of each player, the turn and priority; and the conditions for a valid one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import msgspec

from floorjudge.magic.cards.sides import CardText, folded
from floorjudge.magic.errors import (
    BadPosition,
    CopiesWithName,
    NameGivenTwice,
    NoLifeLeft,
    NoSuchPermanent,
    PlayerNamedTwice,
    WhichPermanent,
)
from floorjudge.texts import text

if TYPE_CHECKING:
    from floorjudge.magic.cards.library import CardLibrary

StepName: TypeAlias = Literal[
    "upkeep", "draw", "main", "beginning of combat", "declare attackers", "second main", "end step"
]
STEPS: tuple[StepName, ...] = get_args(StepName)
PlayerCounter: TypeAlias = Literal["poison", "energy", "experience", "rad", "ticket"]
PLAYER_COUNTERS: tuple[PlayerCounter, ...] = get_args(PlayerCounter)
Zone: TypeAlias = Literal["hand", "graveyard", "exile", "library"]
ZONES: tuple[Zone, ...] = get_args(Zone)
_MOST_OBJECTS = 5_000
# In most formats.
STARTING_LIFE = 20


class Card(msgspec.Struct, frozen=True, omit_defaults=True, rename={"label": "as"}):
    """A card in a hand, graveyard, library or in exile, `copies` times; `label` is its own name in this position."""

    card: str
    label: str | None = None
    copies: int = 1


class Permanent(msgspec.Struct, frozen=True, omit_defaults=True, rename={"label": "as"}):
    """An object on the battlefield.

    `card` is the name of a card or of a token. `token`: it is a token, a copy of that card or, with `text`, a
    token with those characteristics. `on` is the object or player it is attached to: a label, the name of a permanent, or a
    player's number. `sick`: its controller has not had it since their turn began. `owner` is a player's number, if
    another player controls it. `counters` are kinds and numbers, such as {"+1/+1": 2}; `copies` makes a pile of
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


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A board; every tuple but `cards` has one entry for each player, in the order of seats, which is the order of turns.

    `cards` are the texts of cards that only this position has. `starting_life` is the life with which each player began the game,
    which some cards look at.
    """

    names: tuple[str, ...]
    life: tuple[int, ...]
    turn_of: int = 0
    step: StepName = "main"
    priority: int = 0
    lands_played: int = 0
    battlefield: tuple[tuple[Permanent, ...], ...]
    hand: tuple[tuple[Card, ...], ...]
    graveyard: tuple[tuple[Card, ...], ...]
    exile: tuple[tuple[Card, ...], ...]
    library: tuple[tuple[Card, ...], ...]
    mana: tuple[str, ...]
    counters: tuple[dict[str, int], ...]
    cards: tuple[CardText, ...] = ()
    starting_life: int = STARTING_LIFE

    @property
    def players(self) -> int:
        """Return the number of players, 2 to 4."""
        return len(self.life)

    def permanents(self) -> Iterator[tuple[str, int, Permanent]]:
        """Yield each permanent with its place, such as `battlefield[0][2]`, and its controller's seat."""
        for seat, row in enumerate(self.battlefield):
            for index, permanent in enumerate(row):
                yield f"battlefield[{seat}][{index}]", seat, permanent

    def cards_in(self, zone: Zone) -> Iterator[tuple[str, int, Card]]:
        """Yield each card of a zone with its place, such as `hand[0][2]`, and its owner's seat."""
        rows: tuple[tuple[Card, ...], ...] = getattr(self, zone)
        for seat, row in enumerate(rows):
            for index, card in enumerate(row):
                yield f"{zone}[{seat}][{index}]", seat, card

    def things(self) -> Iterator[tuple[str, int, Card | Permanent]]:
        """Yield each permanent and each card in another zone, with its place and its seat."""
        yield from self.permanents()
        for zone in ZONES:
            yield from self.cards_in(zone)

    def with_own_cards(self, library: CardLibrary) -> CardLibrary:
        """Return a library that also knows the cards whose text is part of this position."""
        return library.with_texts([card.side() for card in self.cards])


def empty_position(players: int = 2) -> Position:
    """Return an empty board for 2 to 4 `players`, with 20 life each and the first player in their main phase."""
    nothing: tuple[tuple[Card, ...], ...] = ((),) * players
    return Position(
        battlefield=((),) * players,
        life=(STARTING_LIFE,) * players,
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

    Raises BadInput, with the place, if a name is used twice or a label for a pile, a player has no life left, something
    is attached to a missing object, or there is more than the engine can hold.
    """
    _check_players(position)
    things = list(position.things())
    labels: set[str] = set()
    for where, _, thing in things:
        if thing.label is None:
            continue
        if thing.copies != 1:
            raise CopiesWithName(where=f"{where}.as")
        if thing.label in labels:
            raise NameGivenTwice(thing.label, where=f"{where}.as")
        labels.add(thing.label)
    if sum(thing.copies for _, _, thing in things) > _MOST_OBJECTS:
        raise BadPosition(text("at most {most} objects", most=_MOST_OBJECTS), where="position")
    _check_attachments(position)
    return position


def _check_players(position: Position) -> None:
    known: set[str] = set()
    for name in position.names:
        if name.casefold() in known:
            raise PlayerNamedTwice(name)
        known.add(name.casefold())
    for seat, life in enumerate(position.life):
        if life <= 0:
            raise NoLifeLeft(position.names[seat], where=f"life[{seat}]")


def _check_attachments(position: Position) -> None:
    for where, _, permanent in position.permanents():
        for field in ("owner", "on"):
            seat = getattr(permanent, field)
            if isinstance(seat, int) and not 0 <= seat < position.players:
                expected = text("a player's number from 0 to {last}", last=position.players - 1)
                raise BadPosition(expected, where=f"{where}.{field}")
        if isinstance(permanent.on, str):
            host_of(permanent, permanent.on, position, where)


def host_of(attached: Permanent, on: str, position: Position, where: str) -> str:
    """Return the place of the permanent that another one, at `where`, is attached to by its label or name.

    Raises BadInput if there is none, or several.
    """
    others = [(place, other) for place, _, other in position.permanents() if other is not attached]
    for place, other in others:
        if other.label == on:
            return place
    named = [(place, other) for place, other in others if folded(other.card) == folded(on)]
    if not named:
        known = tuple(dict.fromkeys(other.label or other.card for _, other in others))
        raise NoSuchPermanent(on, known, where=f"{where}.on")
    if sum(other.copies for _, other in named) > 1:
        raise WhichPermanent(on, where=f"{where}.on")
    return named[0][0]
