"""A scene: what is where, while the sentences of a combination are read one after the other. It becomes a position."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.positions.position import CardText, StepName
from floorjudge.magic.searching.pieces import Piece

Zone: TypeAlias = Literal["battlefield", "hand", "graveyard", "exile", "library"]
LIFE = 40


@dataclass
class Thing:
    """Cards that are alike, in one place.

    `piece` is what a card of the combination needs, None for what only helps; `text` is that of an invented card. `on` is the thing
    it lies on, or a player's number; `loose` says that it lies on nothing although it could. `seat` is who has it; `added` cards
    belong to the combination without being listed, `borrowed` ones are the other player's.
    `ready` ones are said not to have summoning sickness; `moved` ones begin in the hand only because their state cannot be set up.
    """

    card: str
    zone: Zone = "battlefield"
    piece: Piece | None = None
    text: CardText | None = None
    copies: int = 1
    seat: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    on: Thing | int | None = None
    loose: bool = False
    tapped: bool = False
    token: bool = False
    transformed: bool = False
    chosen: str | None = None
    added: bool = False
    borrowed: bool = False
    ready: bool = False
    moved: bool = False

    @property
    def types(self) -> tuple[str, ...]:
        """Return its card types and subtypes."""
        if self.piece is not None:
            return self.piece.types
        return tuple((self.text.type if self.text else "").replace("—", " ").split())

    @property
    def is_creature(self) -> bool:
        """Say whether it is a creature."""
        return "Creature" in self.types


Change: TypeAlias = Callable[["Scene"], None]


@dataclass
class Scene:
    """All that is known of where a combination begins.

    `cards` are those of the combination, in its order, and then those that its sentences name besides; sentences speak of them by
    their number. `said` is the mana that is said to be needed, None when
    nothing is said; `floating` is mana in the pool, `lasting` mana that comes again each turn. `forks` are places where there are
    several ways to go on, the likeliest first.
    """

    library: CardLibrary
    cards: list[Thing] = field(default_factory=list)
    helpers: list[Thing] = field(default_factory=list)
    life: list[int] = field(default_factory=lambda: [LIFE, LIFE])
    said: str | None = None
    floating: str = ""
    lasting: str = ""
    counters: dict[str, int] = field(default_factory=dict)
    turn_of: int = 0
    step: StepName = "main"
    players: int = 2
    stocked: int = 0
    forks: list[tuple[Change, ...]] = field(default_factory=list)

    def copy(self) -> Scene:
        """Return a scene of its own, with the same things in it."""
        memo = {id(self.library): self.library, id(self.forks): self.forks}
        return copy.deepcopy(self, memo)

    def things(self) -> list[Thing]:
        """Return everything there is."""
        return [*self.cards, *self.helpers]

    def add(self, text: CardText, copies: int = 1, *, zone: Zone = "battlefield", seat: int = 0) -> Thing:
        """Add invented cards, and return them."""
        thing = Thing(text.name, zone, text=text, copies=copies, seat=seat)
        self.helpers.append(thing)
        return thing
