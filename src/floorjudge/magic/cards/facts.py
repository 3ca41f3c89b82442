"""The ways a card can take part in a loop: its zones, its attachments, its costs, its counters.

All of them come from a face as the engine has read it and from the words on it, never from the card's name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from floorjudge.magic.cards.library import CardLibrary, KnownCard
from floorjudge.magic.engine.readings.faces import Face
from floorjudge.magic.engine.readings.wording import numbers_written

_FROM_GRAVEYARD = re.compile(r"from (your|a) graveyard|in your graveyard|\b(undying|persist)\b", re.IGNORECASE)
# What is chosen as the card enters; any other choice is made when it comes to it.
_DEFAULT_CHOICES = (
    (
        re.compile(
            r"\b(?:as|when) [^.\n]*\benters?\b[^.\n]* choose (a player|another player|an opponent)", re.IGNORECASE
        ),
        "Player 2",
    ),
    (re.compile(r"\b(?:as|when) [^.\n]*\benters?\b[^.\n]* choose a color", re.IGNORECASE), "green"),
)
_UNTAPS_LANDS = re.compile(r"\buntap (all|up to \w+|\w+)( target)? lands?\b", re.IGNORECASE)
_TRANSFORMS = re.compile(r"\btransform", re.IGNORECASE)
ALL_LANDS = 100
_SPELLS = frozenset({"Instant", "Sorcery"})


class CardFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about a card; `card` is its name, `types` its card types and subtypes.

    `on` are the types of permanents that it is attached to, empty if it stands alone. `cost` is its mana cost,
    `abilities` the costs of its abilities, as letters of mana; `comes_with` the counters with which it enters.
    `enters`: something happens when it enters; `from_graveyard`: its text takes something from a graveyard, works there,
    or has undying or persist. `words` is its text; `default_choice` is the choice assumed for it, “green” or
    “Player 2”. `other_costs` are the costs of its keywords, such as Mutate, and `levels` those of the levels of a
    Class, from the second on. `untaps_lands` is how many lands it untaps at once, `ALL_LANDS` for all of them.
    """

    card: str
    types: tuple[str, ...]
    on: tuple[str, ...] = ()
    cost: str = ""
    abilities: str = ""
    comes_with: Mapping[str, int] = {}
    default_choice: str | None = None
    enters: bool = False
    from_graveyard: bool = False
    words: str = ""
    power: int = 0
    toughness: int = 0
    other_costs: Mapping[str, str] = {}
    levels: tuple[str, ...] = ()
    untaps_lands: int = 0

    @property
    def is_instant_or_sorcery(self) -> bool:
        """Return whether it is an instant or a sorcery."""
        return bool(_SPELLS & set(self.types))

    @property
    def is_land(self) -> bool:
        """Return whether it is a land."""
        return "Land" in self.types


def facts_of(name: str, library: CardLibrary) -> CardFacts:
    """Return the facts about a card. Raises BadInput for an unknown card."""
    known = library.card(name)
    return _facts(known, known.front)


def facts_transformed(name: str, library: CardLibrary) -> CardFacts | None:
    """Return the facts about the back of a card that transforms, None for another card. Raises BadInput for an unknown one."""
    known = library.card(name)
    front, *others = known.faces.values()
    return _facts(known, others[0]) if others and _TRANSFORMS.search(front.text) else None


def _facts(known: KnownCard, face: Face) -> CardFacts:
    return CardFacts(
        card=known.name,
        types=(*face.types, *face.subtypes),
        on=face.hosts,
        cost=face.cost,
        abilities=face.ability_costs,
        comes_with=face.enters_with,
        default_choice=next((chosen for pattern, chosen in _DEFAULT_CHOICES if pattern.search(face.text)), None),
        enters=face.triggers_on_entering,
        from_graveyard=_FROM_GRAVEYARD.search(face.text) is not None,
        words=face.text,
        power=face.power,
        toughness=face.toughness,
        other_costs=face.keyword_costs,
        levels=face.levels,
        untaps_lands=_lands_untapped(face.text),
    )


def _lands_untapped(words: str) -> int:
    counts = (match[1].lower() for match in _UNTAPS_LANDS.finditer(words))
    return max((ALL_LANDS if each == "all" else next(numbers_written(each), 1) for each in counts), default=0)
