"""What the key of a position leaves out, each with its reason; everything that is not named here is part of the key.

A field of the engine that nobody has thought of is therefore compared as it is: two positions may be held for different
that are not, never the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping

from floorjudge.magic.state.turn_history import ROLLS
from floorjudge.texts import Text, text

_NUMBERS = text("It numbers what comes next, so that it can be told apart; no rule reads the number.")
_IDENTITY = text(
    "It tells one object from another one like it; what refers to the object is compared by what it refers to."
)
_JOURNAL = text("It is a diary of what has been done, for showing and for replaying; no rule reads it.")
_LATEST = text(
    "It notes what the effect that resolved last has done, for the rest of that effect; the next one writes it anew."
)
_DERIVED = text("It follows from the other fields, and the engine works it out anew.")
_WITH_OBJECTS = text("It lists objects; whether an object is on the list is compared with the object.")
_CHANCE = text("It is the seed of what chance decides; a loop that uses chance is found out and refused.")
_GONE = text(
    "It notes how objects looked that are no longer there; what refers to such an object is compared together with the note."
)
_SETS = text("It notes which objects earlier effects were about, and nothing that is still to happen means them.")
_PICTURE = text("It says which picture is shown.")
_MIRROR = text("It is the other side of what the attached object says of itself.")
_BATTLEFIELD = text(
    "The order in which the engine lists permanents is not a place in the game; nothing is first or last there."
)
_ORDER_OF_ARRIVAL = text(
    "The order in which objects came to have their present time stamps matters only where effects depend on each other."
)

_COUNTED_ELSEWHERE = text(
    "It says how many there had been before; the player's own count says the same, and is compared where a card reads it."
)

LAST_KNOWN = ("lki_by_incarnation", "lki_cache", "lki_copiable_values")

LEFT_OUT_OF_GAME: Mapping[str, Text] = {
    **dict.fromkeys(LAST_KNOWN, _GONE),
    "next_object_id": _NUMBERS,
    "next_timestamp": _NUMBERS,
    "next_pip_id": _NUMBERS,
    "next_continuous_effect_id": _NUMBERS,
    "next_delayed_trigger_instance": _NUMBERS,
    "next_delayed_trigger_token": _NUMBERS,
    "next_end_effect_group_id": _NUMBERS,
    "next_extra_phase_id": _NUMBERS,
    "next_logical_zone_change_group_id": _NUMBERS,
    "next_resolution_cast_offer_id": _NUMBERS,
    "next_resolve_all_consent_epoch": _NUMBERS,
    "next_return_result_occurrence_id": _NUMBERS,
    "next_tracked_set_id": _NUMBERS,
    "resolved_rules_journal": _JOURNAL,
    "rng_seed": _CHANCE,
    "rng_word_pos": _CHANCE,
    **dict.fromkeys(ROLLS, _WITH_OBJECTS),
    "last_added_phase_ids": _LATEST,
    "attribution": _DERIVED,
    "all_creature_types": _DERIVED,
    "battlefield": _BATTLEFIELD,
    "exile": _BATTLEFIELD,
    "last_created_token_ids": _LATEST,
    "last_zone_changed_ids": _LATEST,
    "last_effect_count": _LATEST,
    "last_revealed_ids": _LATEST,
    "zone_change_library_knowledge_stamps": _JOURNAL,
}
"""Fields of the whole game."""

LEFT_OUT_WHILE_NOTHING_IS_CHOSEN: Mapping[str, Text] = {
    "pending_trigger_event_batch": _LATEST,
    "current_trigger_event": _LATEST,
    "current_trigger_events": _LATEST,
    "current_trigger_match_count": _LATEST,
}
"""Fields of the whole game that are left out when a player has priority, and compared in the middle of anything else."""

LEFT_OUT_WHILE_NO_SET_IS_MEANT: Mapping[str, Text] = {
    "tracked_object_sets": _SETS,
    "chain_tracked_set_id": _SETS,
    "tracked_set_member_causes": _SETS,
}
"""Fields of the whole game that are left out when nothing that waits to happen means a set of objects by its number."""

LEFT_OUT_ANYWHERE: Mapping[str, Text] = {
    "timestamp": _ORDER_OF_ARRIVAL,
    "card_id": _IDENTITY,
    "pip_id": _IDENTITY,
    "base_set": _IDENTITY,
    "trigger_base_set_instance": _IDENTITY,
    "next_trigger_base_set_instance": _IDENTITY,
    "provenance": _IDENTITY,
    "entry_timestamp": _ORDER_OF_ARRIVAL,
    "turn_zone_change_index": _JOURNAL,
    "token_image_ref": _PICTURE,
    "token_art": _PICTURE,
    "display_source": _PICTURE,
    "instance": _IDENTITY,
    "grant_instance": _IDENTITY,
    "next_grant_instance": _IDENTITY,
    "nth_in_turn": _COUNTED_ELSEWHERE,
    "nth_in_step": _COUNTED_ELSEWHERE,
    "next_draw_sequence_frame_id": _NUMBERS,
    "next_discard_frame_id": _NUMBERS,
    "last_post_replacement_frame_id": _NUMBERS,
}
"""Fields of any object, ability or effect, however deep."""

LEFT_OUT_OF_OBJECT: Mapping[str, Text] = {
    "id": _IDENTITY,
    "incarnation": _IDENTITY,
    "attachments": _MIRROR,
    "has_mana_ability": _DERIVED,
    "mana_ability_index": _DERIVED,
}
"""Fields of an object itself; `incarnation` counts its moves, and references tell whether they mean this one."""

LEFT_OUT_OF_ENTRY: Mapping[str, Text] = {
    "id": _IDENTITY,
    "instance": _IDENTITY,
    "token": _IDENTITY,
    "entry": _IDENTITY,
}
"""Fields of an entry of a list: a delayed trigger, an effect, something on the stack."""
