"""Tells whether the sizes of creatures may matter while steps are played, so that a misread bonus may change something."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.objects import GameObject
from floorjudge.magic.engine.snapshot import Snapshot

# Words that only give a bonus to power and toughness, and no malus, by which something may die.
_ONLY_A_BONUS = re.compile(
    r'(?:as long as [^,.:"]*, )?(?!when|at the )(?:(?!\b(?:has|have|is|are|loses?|becomes?|can(?:no|\')?t?)\b)[^,.:"])*'
    r'\bgets? \+\w+/\+\w+(?:,? (?:for each|as long as|where X is) (?:(?!\b(?:and|until)\b)[^,.:"])*)?\.',
    re.IGNORECASE,
)
# What looks at sizes, lowers them, or makes a creature that may live only by a bonus: words, and the engine's names of keywords and amounts.
_LOOKS_AT_SIZES = re.compile(
    r"\b(?:power|toughness|fights?|bolster|[\dX*]+/0)\b|[-−–](?:\d+|X)/|/[-−–](?:\d+|X)", re.IGNORECASE
)
_IN_FORMS = re.compile(
    r'"(?!Add(?:Power|Toughness)")\w*(?:Power|Toughness|PtComparison|Fight|Crew|Saddle|Station|Evolve|Mentor|Training|Bolster|Skulk'
    r'|Persist|Wither|Infect|LivingWeapon)\w*"'
)
_ABILITIES = ("abilities", "trigger_definitions", "static_definitions", "replacement_definitions", "keywords")


def is_only_a_bonus(words: str) -> bool:
    """Return whether words do nothing but give creatures more power or toughness while their card is in play."""
    return _ONLY_A_BONUS.fullmatch(words) is not None


class Sizes:
    """Watches rounds of steps: `matter` says whether the size of a creature may have mattered so far.

    It may where damage was dealt, a creature attacked, something looks at sizes or lowers them, a creature lives only
    by a bonus, or a creature is not of the same size, tapped or untapped as before, again after a round.
    """

    def __init__(self) -> None:
        self.matter = False
        self._body = -1
        self._before: Mapping[int, tuple[str | None, bool]] = {}

    def begin(self, body: int, position: Snapshot) -> None:
        """Begin a body, or another round of it, in a position."""
        now = {at: (thing.size, thing.tapped) for at, thing in position.objects.items() if thing.in_play and thing.size}
        if body != self._body:
            self.matter = self.matter or may_matter(position)
        elif any(now.get(at, before) != before for at, before in self._before.items()):
            self.matter = True
        self._body, self._before = body, now

    def take(self, events: Iterable[Event]) -> None:
        """Take what has happened."""
        self.matter = self.matter or any(each.deals_damage or each.raw.get("attacker_ids") for each in events)

    def end(self, position: Snapshot, used: Iterable[str]) -> None:
        """End the last body in a position, with the words of the abilities that were used."""
        self.begin(self._body, position)
        self.matter = self.matter or may_matter(position) or any(map(_LOOKS_AT_SIZES.search, used))


def may_matter(position: Snapshot) -> bool:
    """Return whether an object of a position looks at sizes or lowers them, or would have no toughness without a bonus."""
    return any(map(_needs_size, position.objects.values()))


def _needs_size(thing: GameObject) -> bool:
    if "Creature" in thing.types and (thing.own_toughness < 1 or thing.damage or thing.counters.get("M1M1")):
        return True
    written = json.dumps([thing.raw.get(name) for name in _ABILITIES])
    return _IN_FORMS.search(written) is not None or any(map(_LOOKS_AT_SIZES.search, thing.ability_texts))
