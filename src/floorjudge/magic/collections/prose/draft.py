"""A draft position: what is where, while the sentences of a combination are read one after the other."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from floorjudge.magic.cards.facts import CardFacts
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.positions.position import CardText, StepName

Zone: TypeAlias = Literal["battlefield", "hand", "graveyard", "exile", "library"]
LIFE = 40


@dataclass
class DraftCard:
    """Cards that are alike, in one place.

    `facts` are those of a card of the combination, None for a helper; `text` is that of an invented card. `on` is what
    it is attached to, or a player's number. `seat` is who has it; `added` cards belong to the combination without being
    listed, `borrowed` ones are owned by the other player. `ready` ones are said not to have summoning sickness; `to_play`
    ones begin in the hand only because their state cannot be set up. No sentence asks for `unasked` ones: they are added
    because they may help.
    """

    card: str
    zone: Zone = "battlefield"
    facts: CardFacts | None = None
    text: CardText | None = None
    copies: int = 1
    seat: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    on: DraftCard | int | None = None
    tapped: bool = False
    token: bool = False
    transformed: bool = False
    chosen: str | None = None
    added: bool = False
    borrowed: bool = False
    ready: bool = False
    to_play: bool = False
    unasked: bool = False

    @property
    def types(self) -> tuple[str, ...]:
        """Return its card types and subtypes."""
        if self.facts is not None:
            return self.facts.types
        return tuple((self.text.type if self.text else "").replace("—", " ").split())

    @property
    def is_creature(self) -> bool:
        """Say whether it is a creature."""
        return "Creature" in self.types


Change: TypeAlias = Callable[["DraftPosition"], object]
"""One way to go on, which changes a draft position."""


@dataclass
class DraftPosition:
    """All that is known of where a combination begins.

    `cards` are those of the combination, in its order, and then those that its sentences name besides; sentences speak
    of them by their number. `helpers` are invented cards. `stated_mana` is the mana that is said to be needed, None
    when nothing is said; `pool` is mana in the pool, `each_turn` mana that comes again each turn. `their_hand` is how
    many cards the other player has in hand. `alternatives` are choices between several ways to go on, the likeliest
    first.
    """

    library: CardLibrary
    cards: list[DraftCard] = field(default_factory=list)
    helpers: list[DraftCard] = field(default_factory=list)
    life: list[int] = field(default_factory=lambda: [LIFE, LIFE])
    stated_mana: str | None = None
    pool: str = ""
    each_turn: str = ""
    counters: dict[str, int] = field(default_factory=dict)
    turn_of: int = 0
    step: StepName = "main"
    players: int = 2
    their_hand: int = 0
    alternatives: list[tuple[Change, ...]] = field(default_factory=list)

    def copy(self) -> DraftPosition:
        """Return a draft of its own, with the same cards in it."""
        return copy.deepcopy(self, {id(shared): shared for shared in (self.library, self.alternatives)})

    def everything(self) -> list[DraftCard]:
        """Return the cards of the combination and the helpers."""
        return [*self.cards, *self.helpers]

    def add(
        self, text: CardText, copies: int = 1, *, zone: Zone = "battlefield", seat: int = 0, unasked: bool = False
    ) -> DraftCard:
        """Add invented cards, and return them."""
        added = DraftCard(text.name, zone, text=text, copies=copies, seat=seat, unasked=unasked)
        self.helpers.append(added)
        return added
