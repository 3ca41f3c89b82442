"""What somebody may see of the venue, as JSON values: the shape that scripts and pages build on."""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.events.floor.clock import ends_at
from floorjudge.events.floor.proposals import missing
from floorjudge.events.floor.state import Call, Clock, EntryKind, Proposal, Venue, stage_number
from floorjudge.events.state import State
from floorjudge.loops import case_value

JsonObject = dict[str, Any]


def venue_view(venue: Venue, state: State, *, staff: bool, player: str | None = None) -> JsonObject:
    """Return what the staff see; else what everybody sees, with what concerns `player` when that is who asks.

    Everybody sees which tables have a report waiting, not what it says. A player sees the reports and calls of their own
    table, without the judges' notes.
    """
    proposals = [venue.proposals[table] for table in sorted(venue.proposals)]
    calls = venue.all_calls() if staff else [call for call in venue.all_calls() if concerns(call, state, player)]
    return {
        "stage": stage_number(state),
        "clock": None if venue.clock is None else _clock_view(venue.clock),
        "extensions": {str(table): venue.extensions[table] for table in sorted(venue.extensions)},
        "proposals": [
            _proposal_view(proposal, state, told=staff or _sits(state, proposal.table, player))
            for proposal in proposals
        ],
        "calls": [call_view(call, staff=staff) for call in calls],
        "self_registration": venue.self_registration,
        "published": {"places": venue.places_published, "decks": venue.decks_published},
        "announcement": venue.announcement,
    }


def call_view(call: Call, *, staff: bool) -> JsonObject:
    """Return a call with its history; who is not of the staff sees no notes."""
    value: JsonObject = msgspec.to_builtins(msgspec.structs.replace(call, loop_case=None))
    if call.loop_case is not None:
        value["loop_case"] = case_value(call.loop_case)
    if not staff:
        value["history"] = [entry for entry in value["history"] if entry["kind"] != EntryKind.NOTE.value]
    return value


def _proposal_view(proposal: Proposal, state: State, *, told: bool) -> JsonObject:
    value: JsonObject = {"table": proposal.table, "disputed": proposal.disputed}
    if told:
        value["statements"] = msgspec.to_builtins(proposal.statements)
        value["missing"] = list(missing(state, proposal))
        value["call"] = proposal.call
    return value


def _clock_view(clock: Clock) -> JsonObject:
    ends = ends_at(clock)
    value: JsonObject = msgspec.to_builtins(clock)
    return {**value, "ends_at": None if ends is None else ends.isoformat(timespec="milliseconds")}


def concerns(call: Call, state: State, player: str | None) -> bool:
    """Say whether a call is a player's own: they made it, or sit at its table in the stage it was made in."""
    if player is None:
        return False
    here = call.table is not None and call.stage == stage_number(state) and _sits(state, call.table, player)
    asked = () if call.loop_case is None else call.loop_case.turn_order
    return here or player in {call.player, *asked, *(entry.player for entry in call.history)}


def _sits(state: State, number: int, player: str | None) -> bool:
    table = state.table(number)
    return table is not None and player in table.players
