"""The meaning of the fields of an exported game in comparisons of positions; a field not named here is compared unchanged.

So equal positions may count as different, never the other way round. The reason for leaving out a set of fields stands
above it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""A value of the engine's export."""

ITSELF = "~"
"""How the engine writes the name of a card in the card's own words."""

LARGEST_AMOUNT = 2**31 - 1
"""The largest number that the engine can hold."""
LARGEST_STARTING_LIFE = 10**6
"""The most life with which the engine lets a game begin."""

# Fields with words of cards, and with names.
FIELDS_OF_TEXT = frozenset({"description", "target_prompt", "oracle_text"})
FIELDS_OF_NAMES = frozenset({"name", "base_name", "source_name", "printed_name", "face_name", "parse_warnings"})

# The last looks of objects that are gone; a reference to such an object is compared together with them.
LAST_KNOWN = ("lki_by_incarnation", "lki_cache", "lki_copiable_values")

# Lists of the objects to which something happened; that is read with each object, as if it stood there, by this mark.
ROLLS = {"exerted_this_turn": "exerted", "objects_that_dealt_damage": "dealt damage"}

# Lists of entries whose order matters, with objects that wait or refer to others.
LISTS_IN_ORDER = (
    "stack",
    "delayed_triggers",
    "transient_continuous_effects",
    "exile_links",
    "extra_turns",
    "extra_phases",
    "extra_phase_resume",
    "pending_damage_replacements",
)
EFFECTS, DELAYED, ADDED_PHASES = "transient_continuous_effects", "delayed_triggers", "extra_phases"
# How a delayed trigger and its ability refer to their source.
SOURCE = frozenset({"source_id", "trigger_source"})

LEFT_OUT_OF_GAME = frozenset(
    {
        # Read elsewhere: as nodes, as notes on what is gone, or with each object.
        "players", "objects", "stack_trigger_firings", *LISTS_IN_ORDER, *LAST_KNOWN, *ROLLS,
        # Numbers for the next objects and events; no rule reads them.
        "next_object_id", "next_timestamp", "next_pip_id", "next_continuous_effect_id", "next_delayed_trigger_instance",
        "next_delayed_trigger_token", "next_end_effect_group_id", "next_extra_phase_id", "next_logical_zone_change_group_id",
        "next_resolution_cast_offer_id", "next_resolve_all_consent_epoch", "next_return_result_occurrence_id", "next_tracked_set_id",
        # A log of what has been done, for showing and for replaying; no rule reads it.
        "resolved_rules_journal", "zone_change_library_knowledge_stamps",
        # The moves for which a trigger on several at once was put onto the stack already, by their places in the record of the turn:
        # the engine notes them so as not to do it twice, and a later move has a later place.
        "batched_zone_change_trigger_fired",
        # The seed of what chance decides; a loop that uses chance is found out and refused.
        "rng_seed", "rng_word_pos",
        # Notes of the last effect for its own later parts; the next effect overwrites them.
        "last_added_phase_ids", "last_created_token_ids", "last_zone_changed_ids", "last_effect_count", "last_revealed_ids",
        # It follows from the other fields, and the engine works it out anew.
        "attribution", "all_creature_types",
        # The order in which the engine lists permanents is not a place in the game; nothing is first or last there.
        "battlefield", "exile",
    }
)  # fmt: skip

# Notes of the last effect: left out when a player has priority, else compared.
LEFT_OUT_WHILE_NOTHING_IS_CHOSEN = frozenset(
    {"pending_trigger_event_batch", "current_trigger_event", "current_trigger_events", "current_trigger_match_count"}
)

# The objects of earlier effects: left out when nothing that waits refers to a set of objects. What refers to one by its number is read
# with the objects of the set, and what is about the last one with those of the chain's.
CHAIN = "chain_tracked_set_id"
LEFT_OUT_WHILE_SETS_ARE_READ = frozenset({"tracked_object_sets", "tracked_set_member_causes"})
LEFT_OUT_WHILE_NO_SET_IS_MEANT = LEFT_OUT_WHILE_SETS_ARE_READ | {CHAIN}

LEFT_OUT_ANYWHERE = frozenset(
    {
        # The order of objects' time stamps matters only where effects depend on each other.
        "timestamp", "entry_timestamp",
        # The identity of an object among others like it; a reference is compared by the object that it refers to.
        "card_id", "pip_id", "base_set", "trigger_base_set_instance", "next_trigger_base_set_instance", "provenance", "instance",
        "grant_instance", "next_grant_instance",
        # The identity of the effect that has made an object a copy; the effect itself is compared, with what it affects.
        "continuous_effect_id",
        # A log, pictures, numbers for what comes next.
        "turn_zone_change_index", "token_image_ref", "token_art", "display_source", "next_draw_sequence_frame_id", "next_discard_frame_id",
        "last_post_replacement_frame_id",
        # Earlier counts; the player's own count is the same, and is compared where a card reads it.
        "nth_in_turn", "nth_in_step",
    }
)  # fmt: skip

# Of an object itself. `incarnation` counts its moves, and references tell whether they mean this one; `attachments` is the
# other side of what the attached object says of itself; the last two follow from other fields.
LEFT_OUT_OF_OBJECT = frozenset({"id", "incarnation", "attachments", "has_mana_ability", "mana_ability_index"})

# The lists of an object's abilities.
ABILITY_LISTS = ("abilities", "trigger_definitions", "static_definitions", "replacement_definitions")

# Replacement effects on an object, and the event that those only about damage replace.
REPLACEMENTS, _OF_DAMAGE = "replacement_definitions", "DamageDone"

# The identity of an entry in a list (a delayed trigger, an effect, an object on the stack) among others like it.
LEFT_OUT_OF_ENTRY = frozenset({"id", "instance", "token", "entry"})
LEFT_OUT_OF_MANA = frozenset({"pip_id", "source_id"})

# The zones of a player, which are read as objects.
ZONES_OF_PLAYER = frozenset({"hand", "library", "graveyard", "mana_pool"})

# Turn history that objects and effects carry within them.
NESTED_HISTORY = frozenset({"entered_via_ability_source"})

# Counts that the rules of the game themselves read: lands a turn, loyalty abilities a turn, taxes on a commander.
_READ_BY_RULES = frozenset(
    {
        "lands_played_this_turn",
        "lands_played_this_turn_by_player",
        "loyalty_activations_this_turn",
        "extra_loyalty_activations_this_turn",
        "commander_cast_count",
        *ROLLS,
    }
)
_HISTORY = re.compile(r"_(this|last)_(turn|game|step|combat)(_|$)|^steps_started_this_turn$")
_MORE_HISTORY = frozenset({"turn_number", "turns_taken", "deck_pools", "crimes_committed_this_turn", "outside_game"})


def is_history(field: str) -> bool:
    """Return whether a field of the game or a player is turn history: it records what happened, and no rule itself reads it.

    Such fields grow with every iteration although nothing in the game has changed. They are left out while no object of
    the position can read any of them.
    """
    return field in _MORE_HISTORY or (field not in _READ_BY_RULES and _HISTORY.search(field) is not None)


def is_temporary(replacement: Mapping[str, Any]) -> bool:
    """Return whether a replacement effect on an object ends by itself: when it is put into a position, the engine forgets it."""
    return bool(replacement.get("expiry"))


def is_shield(replacement: Mapping[str, Any]) -> bool:
    """Return whether a replacement effect on an object is temporary and only about damage.

    Such effects are left out of comparisons; where one meets damage, `magic/doubt` notices it.
    """
    return is_temporary(replacement) and replacement.get("event") == _OF_DAMAGE


def empty_journal() -> dict[str, Json]:
    """Return the engine's log of a game in which nothing has happened; its counters and its entries have to agree."""
    return {
        "entries": [],
        "next_command_ordinal": 0,
        "next_settlement_node_ordinal": 0,
        "nodes": [],
        "produced_mana": [],
        "spent_mana": [],
    }
