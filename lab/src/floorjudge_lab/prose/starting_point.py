"""Makes the start of a search from a combination: positions, hints, and the sentences that were not understood.

Its cards go into the zones of their letters; its sentences are read one by one and change the draft position; the
unread ones are listed, and the positions are made without them. Prose is no evidence: a position is only a place to
begin the search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import msgspec

from floorjudge.magic.cards.facts import facts_of
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.engine.readings.faces import understanding_of
from floorjudge.magic.search.drafts import Change, DraftCard, DraftPosition, Layout, Zone
from floorjudge_lab.combinations import Combination, Use
from floorjudge_lab.prose.hint_cost import Advice
from floorjudge_lab.prose.hints import advice_of
from floorjudge_lab.prose.names import CardNumbers, unlisted
from floorjudge_lab.prose.one_shot_effects import read_one_shot_effect
from floorjudge_lab.prose.positions import mana_needed, positions_of
from floorjudge_lab.prose.requirements import read_requirement
from floorjudge_lab.prose.states import read_state
from floorjudge_lab.rows import Unread

_BANNER = CardText("Plain Banner", "Enchantment", "{2}", "Creatures you control have haste.")
# A commander is cast from the hand: no board here has a command zone.
_ZONES: dict[str, Zone] = {
    "B": "battlefield", "H": "hand", "G": "graveyard", "E": "exile", "L": "library", "C": "hand",
}  # fmt: skip


class StartingPoint(msgspec.Struct, frozen=True):
    """The start of a search for the loop of a combination.

    `layouts` are positions, the likeliest first; `advice` the order in the prose; `unread` the sentences that were not
    understood; `gaps` the cards that the engine does not understand fully.
    """

    layouts: tuple[Layout, ...]
    advice: Advice
    unread: tuple[Unread, ...] = ()
    gaps: tuple[str, ...] = ()


def starting_point(combination: Combination, library: CardLibrary) -> StartingPoint:
    """Return the starting point of a combination. Raises UnknownCard for a card without a text."""
    draft = _drafted(combination, library)
    numbers = CardNumbers([library.card(card.card) for card in draft.cards])
    mana = mana_needed(combination.mana_needed)
    draft.stated_mana = None if mana is None else mana.mana
    unread = tuple(_read(draft, combination, numbers))
    if combination.mana_needed is not None and mana is None:
        unread += (Unread("manaNeeded", combination.mana_needed),)
    if any(card.to_play and card.ready and card.is_creature for card in draft.cards):
        # A creature that has to be played first, without summoning sickness, gets haste.
        draft.add(_BANNER)
    _read_first_step(draft, combination, numbers)
    gaps = tuple(card.card for card in draft.cards if understanding_of(library.card(card.card).faces).level != "fully")
    layouts = positions_of(draft, combination, mana, understood=not unread)
    return StartingPoint(layouts, advice_of(combination), unread, gaps)


def _drafted(combination: Combination, library: CardLibrary) -> DraftPosition:
    """Return a draft position with a combination's cards in the zones of their letters, and those that it only mentions."""
    draft = DraftPosition(library)
    for index, use in enumerate(combination.uses):
        zones = _zones(use)
        card = _card(use.name, zones[0], library)
        draft.cards.append(card)
        if len(zones) > 1:
            draft.alternatives.append(tuple(_moving(index, zone) for zone in zones))
    # An id that is made of card numbers gives the number of cards.
    numbers = combination.id.split("-")
    many = len(numbers) - len(combination.uses)
    if many > 0 and "".join(numbers).isdecimal():
        for name in unlisted(combination.cards, many, (*combination.prerequisites, *combination.steps), library):
            zone: Zone = "hand" if _is_cast_first(name, combination.steps) else "battlefield"
            card = _card(name, zone, library)
            card.added = True
            draft.cards.append(card)
    return draft


def _card(name: str, zone: Zone, library: CardLibrary) -> DraftCard:
    """Return a card in a zone; instants and sorceries listed on the battlefield begin in the hand."""
    facts = facts_of(name, library)
    if facts.is_instant_or_sorcery and zone == "battlefield":
        zone = "hand"
    counters = dict(facts.comes_with) if zone == "battlefield" else {}
    return DraftCard(facts.card, zone, facts=facts, counters=counters, chosen=facts.default_choice)


def _zones(use: Use) -> tuple[Zone, ...]:
    zones = tuple(dict.fromkeys(_ZONES[letter] for letter in use.zone_locations if letter in _ZONES))
    return zones or ("battlefield",)


def _moving(index: int, zone: Zone) -> Change:
    def move(draft: DraftPosition) -> None:
        draft.cards[index].zone = zone

    return move


def _is_cast_first(name: str, steps: tuple[str, ...]) -> bool:
    """Return whether the first step that mentions a card casts or plays it."""
    begun = re.split(r" // |,", name, maxsplit=1)[0]
    first = next((step for step in steps if begun in step), "")
    return re.search(rf"\b(?:[Cc]ast|[Pp]lay)(?:ing)? (?:the |a )?{re.escape(begun)}", first) is not None


def _read(draft: DraftPosition, combination: Combination, numbers: CardNumbers) -> Iterator[Unread]:
    """Read all prose into the draft, and yield the sentences that were not understood."""
    for index, use in enumerate(combination.uses):
        card = draft.cards[index]
        state = numbers.written(use.card_state).strip(" .")
        if state and not read_state(draft, card, state):
            yield Unread(f"uses[{index}].cardState", use.card_state)
    for index, prose in enumerate(combination.prerequisites):
        for sentence in numbers.sentences(prose):
            if not read_requirement(draft, sentence):
                yield Unread(f"prerequisites[{index}]", numbers.with_names(sentence))


def _read_first_step(draft: DraftPosition, combination: Combination, numbers: CardNumbers) -> None:
    """Add what the first step does without a card, such as “Gain life.”, unless a prerequisite added it."""
    if combination.steps and not any(each.zone == "hand" for each in draft.helpers):
        for sentence in islice(numbers.sentences(combination.steps[0]), 1):
            read_one_shot_effect(draft, f"you have a way to {sentence[:1].lower()}{sentence[1:]}")
