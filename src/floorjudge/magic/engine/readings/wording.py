"""Reads facts about the wording of cards that matter to a loop, each only here, and in doubt on the safe side.

It reads the engine's own form of the cards (its names of conditions, amounts and limits) and the words printed on them.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from floorjudge.magic.colours import MANA
from floorjudge.magic.engine.fields import ABILITY_LISTS, FIELDS_OF_NAMES, FIELDS_OF_TEXT, Json
from floorjudge.magic.engine.objects import HIDDEN_ZONES, OPEN_ZONES, description_of
from floorjudge.magic.engine.readings.looking_back import (
    EVERYTHING,
    NOTHING,
    Past,
    has_limit,
    past_of,
    reads_nested_history,
    together,
    without_effects,
)
from floorjudge.reading import is_whole

_ABILITIES = tuple(f"{base}{name}" for base in ("", "base_") for name in (*ABILITY_LISTS, "keywords"))
_NO_ABILITIES = frozenset(
    {"name", "base_name", "owner", "controller", "zone", "token_art", "mana_cost", "base_mana_cost"}
)

# Where the cost of a thing as a spell is, and what brings it back to be cast again.
_OF_SPELL = frozenset({"mana_cost", "base_mana_cost"})
_TO_HAND = re.compile(rb'"Bounce"|"ReturnToHand"|"destination":"Hand"')
_CAST_LIMITS = frozenset({"PerTurnCastLimit", "CantBeCast", "CantCastFrom", "CantCastDuring"})
# Words by which an object may get the activated abilities of another one, or another name.
_LENDS = re.compile(
    r"\bactivated abilit|\bnamed?\b|\btext box|\b(all|of the) abilities\b|\bmutate|\babilities of\b", re.IGNORECASE
)
_DOUBLES_TRIGGERS = "DoubleTriggers"
# The set of the effect's own earlier parts, in what was read; its quotes are escaped in last looks.
_OF_THIS_CHAIN = re.compile(
    r'\\*"id\\*": ?0, ?\\*"type\\*": ?\\*"TrackedSet\\*"|\\*"uses_tracked_set\\*": ?(true|false)'
)
_NOBODY_SEES = "–"
# The number of objects whose facts are cached.
_KEPT = 2_000


Activated: TypeAlias = Callable[[str], bool]
"""Returns whether abilities of an object with this name may be activated."""


class Wording:
    """The wording of the cards of a position; names are in alphabetical order, and reveal no hidden card."""

    def __init__(self, game: Mapping[str, Json], activated: Activated | None = None) -> None:
        """Take a game, and a test for the names of objects whose abilities may be activated; None for all."""
        self._game = game
        self._abilities = list(_abilities_of(game))
        lent = any(facts.lends_abilities for _, facts in self._abilities)
        self._activated = None if lent else activated

    @cached_property
    def past(self) -> Past:
        """Return what the cards may look up of the past, such as spells cast or creatures that died."""
        return together(self._past_of(name, facts) for name, facts in self._abilities)

    def _past_of(self, name: str, facts: _Facts) -> Past:
        """Return what an object may look up, without what it would only look up by abilities that are not activated."""
        is_activated = self._activated is None or self._activated(name)
        return facts.past | facts.past_when_activated if is_activated else facts.past

    @property
    def not_activated(self) -> tuple[str, ...]:
        """Return the cards of which some abilities would look up something, but are not activated."""
        names = (
            name
            for name, facts in self._abilities
            if self._past_of(name, facts) != facts.past | facts.past_when_activated
        )
        return self._open_names(names)

    @property
    def reads_history(self) -> bool:
        """Return whether any card may read the past."""
        return not self.past.is_nothing

    @property
    def history_readers(self) -> Mapping[str, Past]:
        """Return the cards that may read the past, in order of their names, each with what it may look up."""
        found: dict[str, Past] = defaultdict(Past)
        for name, facts in self._abilities:
            found[name] |= self._past_of(name, facts)
        return {name: found[name] for name in self._open_names(found) if not found[name].is_nothing}

    @property
    def counts_draws(self) -> tuple[str, ...]:
        """Return the cards that may read earlier events and mention drawing."""
        return self._open_names(
            name
            for name, facts in self._abilities
            if not self._past_of(name, facts).is_nothing and facts.speaks_of_drawing
        )

    @property
    def reads_nested_history(self) -> bool:
        """Return whether any card may read which ability put an object where it is."""
        return self.past.everything or any(facts.reads_nested_history for _, facts in self._abilities)

    @property
    def reads_graveyard_order(self) -> bool:
        """Return whether any card may read the order of a graveyard."""
        return any(facts.reads_graveyard_order for _, facts in self._abilities)

    @property
    def speaks_of_later(self) -> bool:
        """Return whether any card is about combat, another step, or another turn."""
        return any(facts.speaks_of_later for _, facts in self._abilities)

    @property
    def copies_spells(self) -> bool:
        """Return whether any card copies a spell on the stack."""
        return any(facts.copies_spells for _, facts in self._abilities)

    @property
    def doubles_triggers(self) -> bool:
        """Return whether any card may make an ability trigger an additional time."""
        return any(facts.doubles_triggers for _, facts in self._abilities)

    @property
    def limits_casting(self) -> tuple[tuple[str, str], ...]:
        """Return the cards that prevent spells from being cast, or raise their costs, with their words."""
        found = {
            (str(thing["name"]), description_of(static))
            for thing in self._game["objects"].values()
            if thing["zone"] in OPEN_ZONES
            for static in thing.get("static_definitions") or ()
            if _limits_casting(static.get("mode"))
        }
        return tuple(sorted(found))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers in conditions, in order; with “other”, also those one higher and one lower."""
        return tuple(sorted({number for _, facts in self._abilities for number in facts.numbers}))

    def written_above(self, largest: int) -> Mapping[int, tuple[str, ...]]:
        """Return the numbers in texts above the largest that the engine can hold, with the names of their cards."""
        found: dict[int, set[str]] = defaultdict(set)
        for name, facts in self._abilities:
            for number in facts.numbers_in_texts:
                if number > largest:
                    found[number].add(name)
        return {number: self._open_names(names) for number, names in found.items()}

    @cached_property
    def printed(self) -> Mapping[int, tuple[str, ...]]:
        """Return every printed number, with the names of the cards that it is printed on.

        Numbers in a condition of the engine's form, and current sizes, count as printed.
        """
        found: dict[int, set[str]] = defaultdict(set)
        for name, facts in self._abilities:
            for number in facts.numbers_in_texts | facts.numbers:
                found[number].add(name)
        for thing in self._game["objects"].values():
            for size in filter(None, map(thing.get, _SIZES)):
                found[size].add(str(thing["name"]))
        return {number: self._open_names(names) for number, names in sorted(found.items())}

    @cached_property
    def asks_exactly(self) -> tuple[str, ...]:
        """Return the cards that ask for an exact number, a half, or whether a number is even.

        “Ten or more” changes once, so the ends of a range determine it; these can be true in the middle of a range and
        leave no trace at its ends.
        """
        return self._open_names(name for name, facts in self._abilities if facts.asks_exactly)

    @cached_property
    def compares_amounts(self) -> tuple[str, ...]:
        """Return the cards in open zones with a condition that compares amounts: it might end a loop."""
        found = {
            str(thing["name"])
            for thing in self._game["objects"].values()
            if thing["zone"] in OPEN_ZONES
            and _COMPARES.search(json.dumps([thing.get(field) for field in ABILITY_LISTS]))
        }
        return tuple(sorted(found))

    @property
    def colours_of_costs(self) -> frozenset[frozenset[str]]:
        """Return, for each coloured symbol in costs, the colours of which one pays for it.

        The cost of a spell that is a permanent by now counts only where something returns things to a hand.
        """
        things = list(self._game["objects"].values())
        comes_back = _TO_HAND.search(msgspec.json.encode(things)) is not None
        symbols: set[str] = set()
        for thing in things:
            left_out = () if comes_back or thing["zone"] != "Battlefield" else _OF_SPELL
            paid = {field: value for field, value in thing.items() if field not in left_out}
            symbols |= {str(symbol) for cost in mana_costs(paid) for symbol in cost["shards"]}
        kinds = (frozenset(colour for colour in MANA.values() if colour in symbol) for symbol in symbols)
        return frozenset(kinds) - {frozenset()}

    def _open_names(self, names: Iterable[str]) -> tuple[str, ...]:
        things = self._game["objects"].values()
        hidden = {str(thing["name"]) for thing in things if thing["zone"] in HIDDEN_ZONES}
        seen = {str(thing["name"]) for thing in things if thing["zone"] not in HIDDEN_ZONES}
        return tuple(sorted({*names} - (hidden - seen)))


class _Facts(NamedTuple):
    """The facts about the wording of an object, or of a waiting effect, each for the property of `Wording` of that name."""

    past: Past
    past_when_activated: Past
    lends_abilities: bool
    reads_nested_history: bool
    reads_graveyard_order: bool
    speaks_of_later: bool
    copies_spells: bool
    speaks_of_drawing: bool
    doubles_triggers: bool
    numbers: frozenset[int]
    numbers_in_texts: frozenset[int]
    asks_exactly: bool


@lru_cache(maxsize=_KEPT)
def _facts(written: bytes, *, waits: bool = False) -> _Facts:
    """Return the facts about a value in the engine's form; they are cached, as cards do not change between positions."""
    value = msgspec.json.decode(written)
    texts = tuple(_texts(value))
    kept, past_when_activated = (value, NOTHING) if waits else without_effects(value)
    return _Facts(
        past_of(kept, waits=waits),
        past_when_activated,
        any(map(_LENDS.search, texts)),
        reads_nested_history(value),
        _any_words(value, _GRAVEYARD_ORDER.search),
        _any_words(value, _LATER.search),
        _any_words(value, _COPIES_SPELLS.search),
        any(map(_DRAWS.search, texts)),
        _DOUBLES_TRIGGERS in str(value),
        frozenset((*_numbers_asked_for(value), *(number for words in texts for number in _numbers_in(words)))),
        frozenset(number for words in texts for number in numbers_written(words)),
        any(map(_EXACT.search, texts)) or _has_exact_form(value),
    )


def _texts(value: Json) -> Iterator[str]:
    """Yield the words of cards anywhere in a value of the engine."""
    for part in parts_of(value):
        yield from (part[name] for name in FIELDS_OF_TEXT if isinstance(part.get(name), str))


def parts_of(value: Json) -> Iterator[Mapping[str, Any]]:
    """Yield every object of JSON in a value of the engine, the outer ones first."""
    if isinstance(value, list):
        for inner in value:
            yield from parts_of(inner)
    elif isinstance(value, Mapping):
        yield value
        for name, inner in value.items():
            if name not in FIELDS_OF_NAMES:
                yield from parts_of(inner)


def _limits_casting(mode: Json) -> bool:
    if not isinstance(mode, Mapping):
        return mode in _CAST_LIMITS
    return not _CAST_LIMITS.isdisjoint(mode) or (mode.get("ModifyCost") or {}).get("mode") == "Raise"


def mana_costs(value: Json) -> Iterator[Mapping[str, Any]]:
    """Yield the mana costs anywhere in a value of the engine."""
    return (part for part in parts_of(value) if "shards" in part and "generic" in part)


def _abilities_of(game: Mapping[str, Any]) -> Iterator[tuple[str, _Facts]]:
    """Yield the facts about everything that can affect the game, with the name of its source; like objects only once."""
    seen: set[bytes] = set()
    for value in game["objects"].values():
        name = str(value.get("name"))
        known = {field: inner for field, inner in value.items() if field not in _NO_ABILITIES and inner}
        marker = msgspec.json.encode([name, sorted(known), *map(known.get, _ABILITIES)])
        if marker not in seen:
            seen.add(marker)
            values = {field: inner for field, inner in known.items() if isinstance(inner, (list, dict))}
            yield name, _facts(msgspec.json.encode(values))
    for field in ("stack", "delayed_triggers", "transient_continuous_effects", "emblems", "pending_replacement"):
        for value in game.get(field) or []:
            facts = _facts(msgspec.json.encode(value), waits=True)
            source = game["objects"].get(str(value.get("source_id")), {}) if isinstance(value, Mapping) else {}
            if "uses" in facts.past.subjects and not has_limit(source):
                facts = facts._replace(past=EVERYTHING)  # its source is gone, or is something else now
            yield _source_of(value, game), facts


def _source_of(waiting: Json, game: Mapping[str, Any]) -> str:
    """Return the name of the source of a waiting effect; a dash if no player sees the source."""
    number = waiting.get("source_id") if isinstance(waiting, Mapping) else None
    thing = game["objects"].get(str(number), {})
    return _NOBODY_SEES if thing.get("zone", "Library") in HIDDEN_ZONES else str(thing["name"])


def _any_words(value: Json, found: Callable[[str], object]) -> bool:
    if isinstance(value, Mapping):
        return any(_any_words(inner, found) for inner in value.values())
    if isinstance(value, list):
        return any(_any_words(inner, found) for inner in value)
    return isinstance(value, str) and bool(found(value))


def means_tracked_set(read: str) -> Literal["by number", "of this chain", ""]:
    """Return how a waiting effect, as it was read, may refer to a set of objects that the engine tracks.

    All of the engine's forms of that have the word in their name: TrackedSet, FilteredTrackedSetSize, tracked_set_id.
    """
    if "racked" not in read:
        return ""
    return "by number" if "racked" in _OF_THIS_CHAIN.sub("", read) else "of this chain"


# The order of a graveyard.

_GRAVEYARD_ORDER = re.compile(
    r"graveyard order|order of (your|their|a|that player's) graveyard|(top|bottom)[\w ]* card of [\w' ]*graveyard"
    r"|(directly|card) (above|below) |\babove it\b",
    re.IGNORECASE,
)

# Words about later in a turn, or after it.

_LATER = re.compile(r"\b(attack|block|combat|upkeep|(draw|end) step|phase|(extra|next) turn)", re.IGNORECASE)

_COPIES_SPELLS = re.compile(r"\bcop(?:y|ies) (?:target|that|it|those)\b[^.]*\bspell", re.IGNORECASE)

_DRAWS = re.compile(r"\b(draws?|drew|drawn)\b", re.IGNORECASE)

# Conditions on amounts.

_COMPARES = re.compile(
    r'"(comparator|threshold|minimum|at_least|AtLeast)"|(LE|GE|GT|LT|EQ)"|LifeTotal|ControlCount|QuantityCheck'
)
_NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_TENS = ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORTH = (
    {word: number for number, word in enumerate(_NUMBER_WORDS)}
    | {word: 10 * tens for tens, word in enumerate(_TENS, 3)}
    | {"dozen": 12}
)
_FACTORS = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WORD = "|".join((*_WORTH, *_FACTORS))
_NUMBER = re.compile(rf"\b(\d{{1,3}}(?:,\d{{3}})+|\d+|(?:{_WORD})(?:(?:-| and | )(?:{_WORD}))*)\b", re.IGNORECASE)
# A rule that the engine cites in the words of an ability.
_RULE_CITED = re.compile(r"\bCR \d+(\.\d+)?[a-z]*")
_SIZES = ("power", "toughness", "base_power", "base_toughness", "loyalty", "defense")
_CONDITION = re.compile(
    r"\b(if|unless|as long as|while|when|whenever|exactly|equal|only|or (more|less|fewer|greater)|(more|less|fewer|greater) than"
    r"|at (least|most)|no more|can't have)\b",
    re.IGNORECASE,
)
_EXACT = re.compile(
    r"\bexactly\b|\b(is|are|isn't|aren't) (equal|not equal)\b|\bequal in\b|\b(even|odd)\b|\bdivi(ded|sible)\b|\bmultiple of\b"
    r"|\bhalf\b|\bthe same (number|amount|total)\b|\b(prime|remainder)\b|\bhas (a|an) [\w ]*ending\b|\bbetween \w+ and\b",
    re.IGNORECASE,
)
_EXACT_FORMS = frozenset({"EQ", "NE", "Equal", "NotEqual", "Exactly", "Even", "Odd", "DivisibleBy", "Modulo"})
_FIELDS_OF_CONDITIONS = re.compile(
    r"condition|constraint|comparator|threshold|restriction|limit|filter|minimum|maximum"
)


def _numbers_asked_for(value: Json, *, in_condition: bool = False) -> Iterator[int]:
    if is_whole(value) and in_condition:
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers_asked_for(inner, in_condition=in_condition)
    elif isinstance(value, Mapping):
        here = in_condition or "comparator" in value
        for name, inner in value.items():
            if name not in FIELDS_OF_NAMES:
                asked = here or _FIELDS_OF_CONDITIONS.search(name) is not None
                yield from _numbers_asked_for(inner, in_condition=asked)


def _numbers_in(words: str) -> Iterator[int]:
    for sentence in re.split(r"[.\n]", words):
        if _CONDITION.search(sentence) is None:
            continue
        other = re.search(r"\b(other|another)\b", sentence, re.IGNORECASE) is not None
        for number in numbers_written(sentence):
            yield number
            if other:
                yield number + 1


def numbers_written(sentence: str) -> Iterator[int]:
    """Yield the numbers in a sentence, in digits or in words such as “one thousand two hundred”, in order."""
    for found in _NUMBER.findall(_RULE_CITED.sub("", sentence)):
        digits = found.replace(",", "")
        if digits.isdecimal():
            yield int(digits)
            continue
        words = re.split(r"-| and | ", found.lower())
        # “two and three” may be one number or two.
        yield from dict.fromkeys((_worth(words), *map(_worth, zip(words))))


def _worth(words: Sequence[str]) -> int:
    whole = part = 0
    for word in words:
        if word not in _FACTORS:
            part += _WORTH[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        else:
            whole, part = whole + max(part, 1) * _FACTORS[word], 0
    return whole + part


def _has_exact_form(value: Json) -> bool:
    if isinstance(value, Mapping):
        # The number of an object's colours does not grow: “colorless” asks for nothing that an iteration reaches.
        return value.get("type") != "ColorCount" and any(
            name in _EXACT_FORMS or _has_exact_form(inner)
            for name, inner in value.items()
            if name not in FIELDS_OF_NAMES
        )
    if isinstance(value, list):
        return any(map(_has_exact_form, value))
    return isinstance(value, str) and value in _EXACT_FORMS
