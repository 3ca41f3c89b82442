"""Misread words that change nothing while no damage is dealt, or no size of a creature matters; and whether that is so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Literal

from floorjudge.magic.engine.actions import Event
from floorjudge.magic.engine.fields import ABILITY_LISTS
from floorjudge.magic.engine.objects import GameObject
from floorjudge.magic.engine.snapshot import Snapshot

# Words that only give a bonus to power and toughness, and no malus, by which something may die.
_ONLY_A_BONUS = re.compile(
    r'(?:as long as [^,.:"]*, )?(?!when|at the )(?:(?!\b(?:has|have|is|are|loses?|becomes?|can(?:no|\')?t?)\b)[^,.:"])*'
    r'\bgets? \+\w+/\+\w+(?:,? (?:for each|as long as|where X is) (?:(?!\b(?:and|until)\b)[^,.:"])*)?\.',
    re.IGNORECASE,
)
# A sentence that only prevents or replaces damage, or says who may activate it and when.
_OF_DAMAGE = (
    r'(?:(?:until end of turn, |this turn, )?(?:prevent (?:all|the next|up to)\b[^.:"]*\bdamage that would be dealt\b[^.:"]*'
    r'|(?:all|the next)\b[^.:"]*\bdamage that would be dealt\b[^.:"]* is dealt [^.:"]*\binstead'
    r'|the next time [^.,:"]* would deal [^.,:"]*\bdamage\b[^.:"]* instead'
    r'|if [^.,:"]*\bdamage (?:would be dealt\b|is prevented this way,)[^.:"]*|only [^.:"]* may activate this ability)\.)'
)
_ONLY_OF_DAMAGE = re.compile(rf'(?:[^:"]*: )?{_OF_DAMAGE}(?: {_OF_DAMAGE})*', re.IGNORECASE)
_DEALS_DAMAGE = re.compile(r"\bdeals?\b[^.]*\bdamage\b", re.IGNORECASE)
# What looks at sizes, lowers them, or makes a creature that may live only by a bonus: words, and the engine's names of keywords and amounts.
_LOOKS_AT_SIZES = re.compile(
    r"\b(?:power|toughness|fights?|bolster|[\dX*]+/0)\b|[-−–](?:\d+|X)/|/[-−–](?:\d+|X)", re.IGNORECASE
)
_IN_FORMS = re.compile(
    r'"(?!Add(?:Power|Toughness)")\w*(?:Power|Toughness|PtComparison|Fight|Crew|Saddle|Station|Evolve|Mentor|Training|Bolster|Skulk'
    r'|Persist|Wither|Infect|LivingWeapon)\w*"'
)


def matters_with(words: str) -> Literal["sizes", "damage"] | None:
    """Return with what alone words matter that give creatures more power or toughness, or that are only about damage."""
    if _ONLY_A_BONUS.fullmatch(words) is not None:
        return "sizes"
    return "damage" if _is_of_damage(words) else None


class Harm:
    """Watches rounds of steps, and has `noted` “damage” if some was or may have been dealt, “sizes” if these may have mattered.

    Sizes may where damage may have been dealt, something attacks, looks at sizes or lowers them, a creature lives only
    by a bonus, or a creature is not of the same size, tapped or untapped as before, again after a round.
    """

    def __init__(self) -> None:
        self.noted: set[str] = set()
        self._body = -1
        self._before: Mapping[int, tuple[str | None, bool]] = {}

    def begin(self, body: int, position: Snapshot) -> None:
        """Begin a body, or another round of it, in a position."""
        now = {at: (thing.size, thing.tapped) for at, thing in position.objects.items() if thing.in_play and thing.size}
        differs = any(now.get(at, before) != before for at, before in self._before.items())
        if differs if body == self._body else _may_matter(position):
            self.noted.add("sizes")
        self._body, self._before = body, now

    def take(self, events: Iterable[Event], used: Iterable[str]) -> None:
        """Take what has happened, and the words of the abilities and spells that were put onto the stack."""
        happened, words = list(events), [each for each in used if not _is_of_damage(each)]
        if any("Damage" in each.kind for each in happened) or any(map(_DEALS_DAMAGE.search, words)):
            self.noted |= {"damage", "sizes"}
        if any(each.raw.get("attacker_ids") for each in happened) or any(map(_LOOKS_AT_SIZES.search, words)):
            self.noted.add("sizes")

    def end(self, position: Snapshot) -> None:
        """End the last body in a position."""
        self.begin(self._body, position)
        if _may_matter(position):
            self.noted.add("sizes")


def _is_of_damage(words: str) -> bool:
    """Return whether words are only about damage; the engine leaves out the last stop of what it has not read."""
    return _ONLY_OF_DAMAGE.fullmatch(words.rstrip(".") + ".") is not None


def _may_matter(position: Snapshot) -> bool:
    """Return whether an object of a position looks at sizes or lowers them, or would have no toughness without a bonus."""
    return any(map(_needs_size, position.objects.values()))


def _needs_size(thing: GameObject) -> bool:
    if "Creature" in thing.types and (thing.own_toughness < 1 or thing.damage or thing.counters.get("M1M1")):
        return True
    written = json.dumps([thing.raw.get(name) for name in (*ABILITY_LISTS, "keywords")])
    return _IN_FORMS.search(written) is not None or any(map(_LOOKS_AT_SIZES.search, thing.ability_texts))
