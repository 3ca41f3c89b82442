"""Ledgers: what the engine writes down about this turn or this game, and whether a card could look it up.

They grow with every iteration although nothing in the game has changed. They are left out of the key only while no
object of the position can read any of them: a single card that counts spells or says “once each turn” keeps them all in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from floorjudge.texts import Text, text

Json: TypeAlias = Any
"""A value of the engine's export."""

REASON: Text = text("It records what happened in this turn or game, and no object of this position reads such records.")

NESTED_RECORDS = frozenset({"entered_via_ability_source"})
"""Records that objects and effects carry within them, left out together with the ledgers."""

ROLLS: Mapping[str, str] = {"exerted_this_turn": "exerted", "objects_that_dealt_damage": "dealt damage"}
"""Lists of the objects to which something happened; that is read with each object, as if it stood there, by this mark."""

# What the rules of the game themselves read: lands a turn, loyalty abilities a turn, taxes on a commander.
_ALWAYS_IN = frozenset(
    {
        "lands_played_this_turn",
        "lands_played_this_turn_by_player",
        "loyalty_activations_this_turn",
        "extra_loyalty_activations_this_turn",
        "commander_cast_count",
        *ROLLS,
    }
)
_LEDGER = re.compile(r"_(this|last)_(turn|game|step|combat)(_|$)|^steps_started_this_turn$")
_OTHERS = frozenset({"turn_number", "turns_taken", "deck_pools", "crimes_committed_this_turn", "outside_game"})

# How the engine's own form of a card says that it looks something up: names of conditions, amounts and limits.
_READS = re.compile(
    r"(This|Last|Each|Per|OnlyExtra)(Turn|Game|Combat|Step)|PerOpponent|(this|last|each|per)_(turn|game|combat|step)"
    r"|Nth|FirstTime|First[A-Z]\w*Each|ExceptFirst|Once(?![a-z])|OnlyOnce|MaxTimes|TimesResolved|Resolution(s|Count|Number)"
    r"|Descended|Crime|GainedLife|LostLife|Revolt|Morbid|Raid|Void|Celebration|TurnNumber|TurnsTaken|Nominated"
    r"|Attacked|WasDealt|DealtDamageBy|CreatureDied|AlreadyChosen|NotYetChosen|Outside|Sideboard|\bVisited\b"
)
# How it says that it looks up one of the records that an object itself carries: by which ability it was put there.
_READS_NESTED = re.compile(r"PlacedByAbility")
_WORDS = re.compile(
    r"\b(this|each|last|that|previous|same) (turn|game|combat|phase)\b|\bonly once\b|\bonce (each|per|a)\b|\b(first|second|third|fourth|fifth) (time|spell|card|creature|land)"
    r"|\boutside the game\b|\bhasn't been chosen\b|\bturns? of the game\b",
    re.IGNORECASE,
)
# Sentences in which “this turn” only says how long something lasts.
_LASTS = re.compile(
    r"(^|: )\s*prevent\b|\bwould (be dealt|deal)\b[^,]*\bthis turn|\b(can't|gains?|gets?|becomes?|loses?|may (play|cast))\b[^,]*\bthis turn$",
    re.IGNORECASE,
)
# Words by which an event that is still to come is about things to which something has happened already.
_PAST = r"\b(?:this turn|that|which|who|was|were|been|among|exiled|discarded|milled|sacrificed|drawn|dealt|died)\b"
# What is compared with each object anyway, a moment or an event that is still to come, and what has to be done in every combat.
_NO_PAST = re.compile(
    r"\b(hasn't|haven't|has|have|was|wasn't) (been )?exerted this turn\b|\bafter this (main |combat )?phase\b"
    rf"|\bthe next time (?:(?!{_PAST})[^,.])* this turn\b"
    rf"|\bwhen you next (?:cast|activate) (?:(?!{_PAST})[^,.])* this turn(?=,)"
    r"|\b(attacks?|blocks?|be blocked)( each combat| this combat)?( this turn)? if able\b"
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


def is_ledger(field: str) -> bool:
    """Say whether a field of the game or of a player records what happened, and is nothing that the rules themselves read."""
    return field in _OTHERS or (field not in _ALWAYS_IN and _LEDGER.search(field) is not None)


def reads_ledgers(value: Json) -> bool:
    """Say whether an object or effect, in the engine's form, may look up what happened before; in doubt it may."""
    if isinstance(value, Mapping):
        return any(_field_reads(name, inner) for name, inner in value.items())
    if isinstance(value, list):
        return any(map(reads_ledgers, value))
    return isinstance(value, str) and (_READS.search(value) is not None or value in _KEYWORDS)


def reads_nested_records(value: Json) -> bool:
    """Say whether an object or effect, in the engine's form, may look up one of the `NESTED_RECORDS`."""
    return _READS_NESTED.search(str(value)) is not None


def _field_reads(name: str, value: Json) -> bool:
    if value is None or value is False or value in ([], {}):
        return False
    if name in ("name", "base_name", "source_name", "printed_name", "parse_warnings"):
        return False
    if name in ("description", "target_prompt", "oracle_text") and isinstance(value, str):
        return any(map(_sentence_reads, re.split(r"[.\n]", value)))
    if _READS.search(name) and not _NOT_ABILITIES.search(name):
        return True
    return name in _KEYWORDS or reads_ledgers(value)


def _sentence_reads(sentence: str) -> bool:
    sentence = _NO_PAST.sub("", sentence)
    if _WORDS.search(sentence) is None:
        return False
    return _LASTS.search(sentence) is None or _LOOKS.search(sentence) is not None
