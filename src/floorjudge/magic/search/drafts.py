"""A draft position: what is where, while it is not yet settled; and the position that is made of it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.cards.facts import CardFacts
from floorjudge.magic.cards.helper_cards import PAGE, host_for, is_named_token, source_of
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import CardText, folded
from floorjudge.magic.positions.position import Card, Permanent, Position, StepName, empty_position

Zone: TypeAlias = Literal["battlefield", "hand", "graveyard", "exile", "library"]
MUCH_LIFE = 40
_OWN_LIBRARY, _OTHER_LIBRARY, _DEEP_LIBRARY = 6, 3, 60
# How much is there where no card is about libraries: every card makes a search slower.
_UNUSED_LIBRARY = 1
_USES_LIBRARIES = re.compile(
    r"(?i)\b(?:draws?\b|librar|mills?\b|scry|surveil|explores?|investigate|connives?|cascade|discover|manifest|cloak|cycl|clue|extra turn)"
)


class DraftCard(msgspec.Struct):
    """Cards that are alike, in one place.

    `facts` are those of a card of the combination, None for a helper; `text` is that of an invented card. `on` is what
    it is attached to, or a player's number. `seat` is its player; `added` cards belong to the combination without being
    listed. `ready` ones have no summoning sickness; `to_play` ones begin in the hand only because their state cannot be
    set up. No sentence asks for `unasked` ones: they are added because they may help.
    """

    card: str
    zone: Zone = "battlefield"
    facts: CardFacts | None = None
    text: CardText | None = None
    copies: int = 1
    seat: int = 0
    counters: dict[str, int] = {}
    on: DraftCard | int | None = None
    tapped: bool = False
    token: bool = False
    transformed: bool = False
    chosen: str | None = None
    added: bool = False
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
        """Return whether it is a creature."""
        return "Creature" in self.types


Change: TypeAlias = Callable[["DraftPosition"], object]
"""One way to go on, which changes a draft position."""


class DraftPosition(msgspec.Struct):
    """A position in the making: the cards of a combination and what else it begins with.

    `cards` are those of the combination, in its order, and then those that its sentences name besides; sentences speak
    of them by their number. `helpers` are invented cards. `stated_mana` is the mana that the prose asks for, None
    when it asks for none; `pool` is mana in the pool, `each_turn` mana that comes again each turn. `their_hand` is how
    many cards the other player has in hand. `alternatives` are choices between several ways to go on, the likeliest
    first.
    """

    library: CardLibrary
    cards: list[DraftCard] = []
    helpers: list[DraftCard] = []
    life: list[int] = msgspec.field(default_factory=lambda: [MUCH_LIFE, MUCH_LIFE])
    stated_mana: str | None = None
    pool: str = ""
    each_turn: str = ""
    step: StepName = "main"
    their_hand: int = 0
    alternatives: list[tuple[Change, ...]] = []

    def copy(self) -> DraftPosition:
        """Return a copy that can be changed alone."""
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


class Granted(msgspec.Struct, frozen=True):
    """What was asked for: how many of each thing of a seat, by `thing_key`, and the first player's mana in letters.

    `places` is the same zone by zone, and empty where the zones are free. `counters` are those on each thing by name and kind, None where
    all were asked for.
    """

    things: Mapping[tuple[int, str], int]
    mana: str = ""
    places: Mapping[tuple[int, str, str], int] = {}
    counters: Mapping[tuple[str, str], int] | None = None


class Layout(msgspec.Struct, frozen=True):
    """A position to begin from; `penalty` is what it costs, in choices, not to be the plainest.

    `deeper` is the same with larger libraries, for loops that empty one: the smaller they are, the quicker the search.
    `granted` is the part that was asked for, None for all of it: the rest only may help. `lent` names what is there
    because the cards mention it.
    """

    position: Position
    penalty: float
    deeper: Position | None = None
    granted: Granted | None = None
    lent: tuple[str, ...] = ()


def thing_key(name: str, text: CardText | None) -> str:
    """Return what is the same for the same things: the name of a card, or all of a helper's text but its name."""
    return folded(name) if text is None else repr(msgspec.structs.replace(text, name=""))


def attach(draft: DraftPosition) -> None:
    """Attach what can be attached to something it fits; a helper is added where nothing does."""
    for card in draft.cards:
        wanted = card.facts.on if card.facts is not None else ()
        if wanted and card.zone == "battlefield" and card.on is None:
            fitting = (each for each in draft.everything() if each is not card and fits(each, wanted))
            card.on = next(fitting, None) or draft.add(host_for(wanted), unasked=True)


def fits(card: DraftCard, wanted: tuple[str, ...]) -> bool:
    """Return whether something of one of some types can be attached to a card."""
    if card.zone != "battlefield" or card.seat or (card.facts is not None and card.facts.on):
        return False
    return ("Permanent" in wanted and "Aura" not in card.types) or any(kind in card.types for kind in wanted)


def layout_of(draft: DraftPosition, penalty: float, granted: Granted) -> Layout:
    """Return the position of a draft, with larger libraries as well; `penalty` and `granted` are kept beside it."""
    position = _position(draft)
    own = (*_cards(draft, "library"), Card(PAGE.name, copies=_DEEP_LIBRARY))
    theirs = (Card(PAGE.name, copies=_DEEP_LIBRARY),)
    return Layout(position, penalty, msgspec.structs.replace(position, library=(own, theirs)), granted)


def _position(draft: DraftPosition) -> Position:
    if draft.each_turn:
        draft = draft.copy()
        draft.add(source_of(draft.each_turn))
    texts: dict[str, CardText] = {PAGE.name: PAGE}
    labels = _labels(draft)
    for card in draft.everything():
        if card.text is not None and not card.token:
            card.card = _name_of(card.text, texts)
    their_hand = (Card(PAGE.name, copies=draft.their_hand),) if draft.their_hand else ()
    uses = any(_USES_LIBRARIES.search(_words(each)) for each in draft.everything())
    own, theirs = (_OWN_LIBRARY, _OTHER_LIBRARY) if uses else (_UNUSED_LIBRARY, _UNUSED_LIBRARY)
    return msgspec.structs.replace(
        empty_position(),
        battlefield=(_permanents(draft, 0, labels), _permanents(draft, 1, labels)),
        life=tuple(draft.life),
        hand=(_cards(draft, "hand"), their_hand),
        graveyard=(_cards(draft, "graveyard"), ()),
        exile=(_cards(draft, "exile"), ()),
        library=((*_cards(draft, "library"), Card(PAGE.name, copies=own)), (Card(PAGE.name, copies=theirs),)),
        mana=(draft.pool, ""),
        step=draft.step,
        cards=tuple(texts.values()),
    )


def _words(card: DraftCard) -> str:
    return card.facts.words if card.facts is not None else card.text.text if card.text is not None else ""


def _name_of(text: CardText, texts: dict[str, CardText]) -> str:
    """Return the name under which a text is known, another one where different texts would have one name."""
    name, number = text.name, 1
    while name in texts and msgspec.structs.replace(texts[name], name=text.name) != text:
        number += 1
        name = f"{text.name} {number}"
    texts.setdefault(name, msgspec.structs.replace(text, name=name))
    return name


def _cards(draft: DraftPosition, zone: Zone) -> tuple[Card, ...]:
    return tuple(
        Card(each.card, copies=each.copies) for each in draft.everything() if each.zone == zone and not each.seat
    )


def _labels(draft: DraftPosition) -> dict[int, str]:
    """Return the labels of hosts, by their identity."""
    hosts = {id(each.on) for each in draft.everything() if isinstance(each.on, DraftCard)}
    labels: dict[int, str] = {}
    for each in draft.everything():
        if id(each) in hosts:
            word = each.card.split()[0].strip(",").lower() if each.facts is not None else "host"
            labels[id(each)] = word if word not in labels.values() else f"{word} {len(labels) + 1}"
    return labels


def _permanents(draft: DraftPosition, seat: int, labels: dict[int, str]) -> tuple[Permanent, ...]:
    # What is attached has to come after its host.
    cards = sorted(
        (each for each in draft.everything() if each.zone == "battlefield" and each.seat == seat),
        key=lambda each: each.on is not None,
    )
    return tuple(permanent for each in cards for permanent in _copies(each, labels))


def text_of(card: DraftCard) -> CardText | None:
    """Return the text that a helper has on the table; a predefined token is what the rules say of its name."""
    subtype = next((word for word in card.text.type.split() if is_named_token(word)), None) if card.text else None
    return CardText(subtype, f"Token Artifact — {subtype}") if card.token and subtype else card.text


def _copies(card: DraftCard, labels: dict[int, str]) -> Iterator[Permanent]:
    text = text_of(card) if card.token else None
    one = Permanent(
        text.name if text else card.card,
        on=labels[id(card.on)] if isinstance(card.on, DraftCard) else card.on,
        tapped=card.tapped,
        counters={kind: many for kind, many in card.counters.items() if many > 0},
        transformed=card.transformed,
        chosen=card.chosen,
        token=card.token,
        text=text,
    )
    host = labels.get(id(card))
    if host is not None:
        yield msgspec.structs.replace(one, label=host)
    if host is None or card.copies > 1:
        yield msgspec.structs.replace(one, copies=card.copies - (host is not None))
