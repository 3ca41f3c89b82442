"""Reads which part of the past the cards of a position may look up, and in doubt all of it.

Only that part is compared between positions, as what no card looks up changes nothing. It reads the engine's own form of
the cards (its names of conditions, amounts and limits) and the words printed on them: the form says which part is meant,
and words without such a form may mean any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from floorjudge.magic.engine.fields import FIELDS_OF_NAMES, FIELDS_OF_TEXT, Json, is_history
from floorjudge.reading import is_whole

Subject: TypeAlias = Literal[
    "uses", "life gained", "life lost", "draws", "spells", "attacks", "arrivals", "bending", "outside"
]
"""What a part of the past is about; `uses` are those of the abilities of each object that have a limit."""

# The records of each subject in the export, in the game and in each player. Uses are compared with each object.
_RECORDS: Mapping[Subject, frozenset[str]] = {
    "uses": frozenset(),
    "life gained": frozenset({"life_gained_this_turn"}),
    "life lost": frozenset({"life_lost_this_turn"}),
    "draws": frozenset({"cards_drawn_this_turn", "first_card_drawn_this_turn", "has_drawn_this_turn", "cards_drawn_this_step"}),
    "spells": frozenset({"spells_cast_this_turn", "spells_cast_this_turn_by_player", "spells_cast_last_turn"}),
    "attacks": frozenset(
        {
            "creatures_attacked_this_turn", "attacking_creatures_this_turn", "attacked_defenders_this_turn", "players_attacked_this_turn",
            "creature_attacked_defenders_this_turn", "attacker_declarations_this_turn", "players_attacked_this_step",
        }
    ),
    "arrivals": frozenset({"battlefield_entries_this_turn", "zone_changes_this_turn"}),
    "bending": frozenset({"bending_types_this_turn"}),
    "outside": frozenset({"outside_game", "deck_pools"}),
}  # fmt: skip
# The records of uses, by the number of the object and the index of the ability, and of triggers by their objects.
ACTIVATED = ("activated_abilities_this_turn", "activated_abilities_this_game")
TRIGGERED = ("triggers_fired_this_turn", "triggers_fired_this_game")
_OF_USES = frozenset({*ACTIVATED, *TRIGGERED})
# The engine's names of amounts, conditions and limits, each with its subject.
_SUBJECTS: Mapping[str, Subject] = {
    "LifeGainedThisTurn": "life gained", "GainedLife": "life gained", "LifeLostThisTurn": "life lost", "LostLife": "life lost",
    "CardsDrawnThisTurn": "draws", "NthDrawThisTurn": "draws", "SpellsCastThisTurn": "spells", "NthSpellThisTurn": "spells",
    "PerTurnCastLimit": "spells", "SpellsCastLastTurn": "spells", "Daybound": "spells", "Nightbound": "spells", "Storm": "spells",
    "AttackedThisTurn": "attacks", "EnteredThisTurn": "arrivals", "BendTypesThisTurn": "bending",
}  # fmt: skip
# Those that ask only whether there was any.
_ASKS_FOR_ANY: Mapping[str, Subject] = {"OpponentLostLife": "life lost", "OpponentGainedLife": "life gained"}
# Limits on the uses of an ability, by the field in which they stand.
_LIMITS = {
    "activation_restrictions": frozenset({"OnlyOnceEachTurn", "OnlyOnce"}),
    "ability_tag": frozenset({"Exhaust"}),
    "constraint": frozenset({"OncePerTurn", "OncePerGame"}),
}
# A permanent that entered this turn, as a condition on it: each object says so itself, and is compared with that.
_OF_THE_OBJECT = {"type": "EnteredThisTurn"}
_CONDITIONS_ON_OBJECTS = frozenset({"properties", "prop"})
# What waits has its source, and what has moved, as they were: a limit of theirs is not asked again.
_SOURCE_AS_IT_WAS = frozenset({"trigger_source", "trigger_source_context", "record"})
# The values of these amounts, which are never negative, can be told apart by a condition only up to the number in it.
_AMOUNTS = frozenset({"LifeGainedThisTurn", "LifeLostThisTurn"})
# The fields of an activated ability that say whether, and at what cost, it may be activated.
_WHETHER = frozenset({"activation_restrictions", "cost", "condition", "ability_tag"})
_ONLY_OF_PLAYERS = frozenset({"type", "player"})
# The first time for everything, not for the object itself: the engine counts the uses of the ability instead.
_FIRST_OF_ANY = re.compile(r"(?<!~ attacks )\bfor the first time\b", re.IGNORECASE)
_OUTSIDE_THE_GAME = re.compile(r"\boutside the game\b", re.IGNORECASE)

# Events of this turn or this game.

# The engine's names of conditions, amounts and limits that read the past.
_FORMS_THAT_LOOK_BACK = re.compile(
    r"(This|Last|Each|Per|OnlyExtra)(Turn|Game|Combat|Step)|PerOpponent|(this|last|each|per)_(turn|game|combat|step)"
    r"|Nth|FirstTime|First[A-Z]\w*Each|ExceptFirst|Once(?![a-z])|OnlyOnce|MaxTimes|TimesResolved|Resolution(s|Count|Number)"
    r"|Descended|Crime|GainedLife|LostLife|Revolt|Morbid|Raid|Void|Celebration|TurnNumber|TurnsTaken|Nominated"
    r"|Attacked|WasDealt|DealtDamageBy|CreatureDied|AlreadyChosen|NotYetChosen|Outside|Sideboard|\bVisited\b"
)
# Its name of a condition on a record of the object itself: the ability that put it there.
_FORMS_OF_NESTED_HISTORY = re.compile(r"PlacedByAbility")
_SAYS_THIS_TURN = re.compile(
    r"\b(this|each|last|that|previous|same) (turn|game|combat|phase)\b|\bonly once\b|\bonce (each|per|a)\b|\b(first|second|third|fourth|fifth) (time|spell|card|creature|land)"
    r"|\boutside the game\b|\bhasn't been chosen\b|\bturns? of the game\b",
    re.IGNORECASE,
)
# Sentences in which “this turn” is only a duration.
_LASTS = re.compile(
    r"(^|: )\s*prevent\b|\bwould (be dealt|deal)\b[^,]*\bthis turn|\b(can't|gains?|gets?|becomes?|loses?|may (play|cast))\b[^,]*\bthis turn$",
    re.IGNORECASE,
)
# Limits on the number of attackers or blockers, and on draws except the first of a draw step: the actions of an iteration in
# such a step are played anew each time, and in no other step do these limits read the past.
_OF_ITS_STEP = frozenset({"MaxAttackersEachCombat", "MaxBlockersEachCombat", "ExceptFirstDrawInDrawStep"})
# Triggers on one event with several things in it (“one or more creatures deal damage”): once for that event, whatever was before.
_OF_ONE_EVENT = frozenset({"DamageDoneOnce", "DamageDoneOnceByController", "DamageDealtOnce"})
# Words by which an event that is still to come is about things to which something has happened already.
_PAST = r"\b(?:this turn|that|which|who|was|were|been|among|exiled|discarded|milled|sacrificed|drawn|dealt|died)\b"
# Words about the state of each object, which is compared anyway, about the future, and about duties in every combat.
_NO_PAST = re.compile(
    r"\b(hasn't|haven't|has|have|was|wasn't) (been )?exerted this turn\b|\bafter this (main |combat )?phase\b"
    rf"|\bthe next time (?:(?!{_PAST})[^,.])* this turn\b"
    rf"|\bwhen you next (?:cast|activate) (?:(?!{_PAST})[^,.])* this turn(?=,)"
    rf"|\bthe next (?:(?!{_PAST})[^,.])*spell (?:you|they) cast this turn\b"
    r"|\bcan (?:attack|block) this turn as though\b"
    r"|\b(attacks?|blocks?|be blocked)( each combat| this combat)?( this turn)? if able\b|\bcan (attack|block)( you)? each combat\b"
    r"|\bexcept the first (?:one|card) (?:you|they) draw in each of (?:your|their) draw steps\b"
    r"|(?:^|: )when(?:ever)? (?:that|target|a|another|an? [a-z]+) (?:creature|artifact|permanent|card)(?: you control)? "
    r"(?:dies|enters|is dealt damage|deals combat damage to a player"
    r"|is put into (?:your|a|an opponent's|its owner's) graveyard(?: from anywhere)?) this turn(?=,)",
    re.IGNORECASE,
)
_LOOKS = re.compile(
    r"\b(if|unless|each|number|whenever|times|as long as|only|once|first|second|third|last|that (died|left))\b",
    re.IGNORECASE,
)
_KEYWORDS = frozenset(
    {
        "Storm", "Gravestorm", "Bloodthirst", "Prowl", "Surge", "Spectacle", "Miracle", "Freerunning", "Boast", "Daybound",
        "Nightbound", "Paradigm", "Exhaust",
    }
)  # fmt: skip
_NOT_ABILITIES = re.compile(r"(_this_turn|_this_game|_last_turn|_this_combat|_this_step)$")


class Past(msgspec.Struct, frozen=True):
    """The part of the past that is looked up: its `subjects`, or `everything`.

    Of those in `up_to`, only amounts up to a number matter: all larger ones answer every condition alike.
    """

    subjects: frozenset[Subject] = frozenset()
    up_to: frozenset[tuple[Subject, int]] = frozenset()
    everything: bool = False

    @property
    def is_nothing(self) -> bool:
        """Return whether nothing is looked up."""
        return self == NOTHING

    def __or__(self, other: Past) -> Past:
        """Return what is looked up by two together."""
        return Past(self.subjects | other.subjects, self.up_to | other.up_to, self.everything or other.everything)

    @property
    def named(self) -> frozenset[Subject]:
        """Return all subjects."""
        return self.subjects | {subject for subject, _ in self.up_to}

    @property
    def most(self) -> Mapping[Subject, int]:
        """Return the largest number that matters of each subject of which not all does."""
        found: dict[Subject, int] = {}
        for subject, most in self.up_to:
            if subject not in self.subjects and not self.everything:
                found[subject] = max(most, found.get(subject, 0))
        return found

    def leaves_out(self, field: str) -> bool:
        """Return whether a field of the export is a record that is not compared."""
        return is_history(field) and not self.everything and not any(field in _RECORDS[each] for each in self.named)

    def may_differ(self, field: str) -> bool:
        """Return whether another value of a record must lead to the same: it is not compared, with any object neither."""
        return self.leaves_out(field) and not ("uses" in self.subjects and field in _OF_USES)

    def compared(self, owner: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return the fields of a player or the game; an amount that matters only up to a number is put into words up to it.

        In words it counts as no amount of the loop, which would have to grow on.
        """
        bounds = {field: most for subject, most in self.most.items() for field in _RECORDS[subject] if field in owner}
        return {**owner, **{field: f"{min(owner[field], most)} of {most}" for field, most in bounds.items()}}

    @property
    def compares_uses(self) -> bool:
        """Return whether it matters how often abilities of each object were used."""
        return "uses" in self.subjects and not self.everything

    def uses_of(self, thing: Mapping[str, Json], game: Mapping[str, Json]) -> str:
        """Return how often the abilities of an object that have a limit were used, as far as that matters."""
        return _uses_of(thing, game) if self.compares_uses else ""


NOTHING, EVERYTHING = Past(), Past(everything=True)


def together(parts: Iterable[Past]) -> Past:
    """Return what is looked up by several together."""
    found = NOTHING
    for part in parts:
        found |= part
    return found


def past_of(value: Json, *, waits: bool = False) -> Past:
    """Return what an object, or an effect that `waits`, may look up, in the engine's form."""
    return together(_lookups(value, "", waits=waits))


def without_effects(thing: Mapping[str, Json]) -> tuple[Mapping[str, Json], Past]:
    """Return an object without its activated abilities that look up something only when they resolve, and what that is.

    Abilities for mana stay: the engine may use them to pay. So do those that say by the past whether or at what cost they may be activated.
    """
    kept, found = dict(thing), NOTHING
    for field in ("abilities", "base_abilities"):
        apart = [each for each in thing.get(field) or () if _looks_when_it_resolves(each)]
        if apart:
            kept[field] = [each for each in thing[field] if each not in apart]
            found |= together(map(past_of, apart))
    return kept, found


def _looks_when_it_resolves(ability: Mapping[str, Any]) -> bool:
    if ability.get("kind") != "Activated" or ability.get("is_mana_ability") or past_of(ability).is_nothing:
        return False
    words = [sentence for sentence in _sentences(ability) if sentence.strip().lower().startswith("activate ")]
    whether = {name: inner for name, inner in ability.items() if name in _WHETHER}
    return past_of(whether).is_nothing and past_of({"description": "\n".join(words)}).is_nothing


def has_limit(thing: Mapping[str, Json]) -> bool:
    """Return whether an object has an ability with a limit on its uses."""
    return any(_is_limited(each) for _, each in (*_listed(thing, "abilities"), *_listed(thing, "trigger_definitions")))


def _lookups(value: Json, within: str, *, waits: bool) -> Iterator[Past]:
    """Yield what each name and sentence in a value looks up; `within` is the field in which it stands."""
    if isinstance(value, list):
        for inner in value:
            yield from _lookups(inner, within, waits=waits)
    elif isinstance(value, Mapping):
        known = _amount_compared(value)
        found = [known] if known is not None else list(_in_fields(value, within, waits=waits))
        yield from found
        looking = [sentence for sentence in _sentences(value) if sentence_looks_back(sentence)]
        unread = [sentence for sentence in looking if sentence_looks_back(_OUTSIDE_THE_GAME.sub("", sentence))]
        if len(unread) < len(looking):
            yield Past(frozenset({"outside"}))
        if len(unread) > len(found) or any(map(_FIRST_OF_ANY.search, unread)):
            yield EVERYTHING
    elif isinstance(value, str) and (_form_looks_back(value) or value in _KEYWORDS):
        yield _of_form(value, within, waits=waits)


def _in_fields(value: Mapping[str, Json], within: str, *, waits: bool) -> Iterator[Past]:
    for name, inner in value.items():
        if inner is None or inner is False or inner in ([], {}) or name in FIELDS_OF_NAMES:
            continue
        if name in FIELDS_OF_TEXT and isinstance(inner, str):
            continue
        if name == "type" and isinstance(inner, str):
            of_the_object = value == _OF_THE_OBJECT and within in _CONDITIONS_ON_OBJECTS
            yield from [NOTHING] if of_the_object else _lookups(inner, within, waits=waits)
            continue
        if (_form_looks_back(name) and _NOT_ABILITIES.search(name) is None) or name in _KEYWORDS:
            yield _of_form(name, within, waits=waits)
        yield from _lookups(inner, name, waits=waits and name not in _SOURCE_AS_IT_WAS)


def _of_form(form: str, within: str, *, waits: bool) -> Past:
    """Return what one of the engine's names looks up."""
    if form in _LIMITS.get(within, ()):
        return EVERYTHING if waits else Past(frozenset({"uses"}))
    if form in _ASKS_FOR_ANY:
        return Past(up_to=frozenset({(_ASKS_FOR_ANY[form], 1)}))
    return Past(frozenset({_SUBJECTS[form]})) if form in _SUBJECTS else EVERYTHING


def _amount_compared(value: Mapping[str, Json]) -> Past | None:
    """Return what a condition looks up that compares an amount with a number; None for any other value."""
    amount, number = (value.get("lhs") or {}), (value.get("rhs") or {})
    if "comparator" not in value or amount.get("type") != "Ref" or number.get("type") != "Fixed":
        return None
    counted = amount.get("qty") or {}
    form, most = counted.get("type"), number.get("value")
    if form not in _AMOUNTS or not counted.keys() <= _ONLY_OF_PLAYERS or not is_whole(most):
        return None
    return Past(up_to=frozenset({(_SUBJECTS[form], max(most, 0) + 1)}))


def _sentences(value: Mapping[str, Json]) -> Iterator[str]:
    for name in FIELDS_OF_TEXT & value.keys():
        if isinstance(value[name], str):
            yield from re.split(r"[.\n]", value[name])


# The uses of abilities that have a limit.


def _listed(thing: Mapping[str, Json], name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the abilities of an object with their indices: now, without effects, and on its other side."""
    for owner, field in ((thing, name), (thing, f"base_{name}"), (thing.get("back_face") or {}, name)):
        for index, each in enumerate(owner.get(field) or ()):
            yield index, each.get("definition") or each


def _is_limited(ability: Mapping[str, Any]) -> bool:
    return any("uses" in part.subjects for part in _lookups(ability, "", waits=False))


def _uses_of(thing: Mapping[str, Any], game: Mapping[str, Any]) -> str:
    number, move = thing["id"], thing.get("incarnation", 0)
    limited = {index for index, each in _listed(thing, "abilities") if _is_limited(each)}
    used = [
        (name, index, (game.get(name) or {}).get(f"{number}_{index}", 0))
        for name in ACTIVATED
        for index in sorted(limited)
    ]
    now = [each.get("occurrence") for each in thing.get("trigger_definitions") or ()]
    for name in TRIGGERED:
        for fired in game.get(name) or ():
            source, occurrence = fired["source"], fired["occurrence"]
            if (source["object_id"], source["incarnation"]) == (number, move):
                known = occurrence in now
                used.append((name, now.index(occurrence) if known else -1, 1 if known else str(occurrence)))
    counted = sorted(each for each in used if each[2])
    return str(counted) if counted else ""


def reads_nested_history(value: Json) -> bool:
    """Return whether an object or effect, in the engine's form, may read the past that objects carry within them."""
    return _FORMS_OF_NESTED_HISTORY.search(str(value)) is not None


def _form_looks_back(form: str) -> bool:
    return _FORMS_THAT_LOOK_BACK.search(form) is not None and form not in _OF_ITS_STEP | _OF_ONE_EVENT


def sentence_looks_back(sentence: str) -> bool:
    """Return whether a sentence of a card may look up what happened before."""
    sentence = _NO_PAST.sub("", sentence)
    if _SAYS_THIS_TURN.search(sentence) is None:
        return False
    return _LASTS.search(sentence) is None or _LOOKS.search(sentence) is not None
