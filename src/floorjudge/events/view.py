"""The public view of an event, and those of staff and players, as JSON for scripts and pages; and the changes by a correction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.events.floor.clock import ends_at
from floorjudge.events.floor.proposals import missing
from floorjudge.events.standings import standings
from floorjudge.events.state import State
from floorjudge.events.tournament.evolve import evolve_tournament, find_played
from floorjudge.events.tournament.seats import changes_by_moving
from floorjudge.events.venue import Call, Clock, EntryKind, Proposal
from floorjudge.formats.competition import Table
from floorjudge.formats.display import Change, Standing
from floorjudge.formats.log import Amended, SeatsMoved
from floorjudge.formats.players import Block, Player
from floorjudge.formats.protocol import Format
from floorjudge.loops import case_value
from floorjudge.texts import Language, render

JsonObject = dict[str, Any]
# Sizes for some thirty rounds of a thousand players: some megabytes each.
MOST_BLOCKS, MOST_TABLES = 2_000, 20_000


# The view is made after every command, and nearly all players and tables are the same values as before: the cache finds
# their earlier text by the identity of the value. It holds the values, so that their ids stay unique.
_BLOCKS: dict[tuple[int, str], tuple[Block, list[msgspec.Raw]]] = {}
_TABLES: dict[tuple[int, int, Language], tuple[Any, Any, msgspec.Raw]] = {}
# Nearly all tables of a round have the same reason, which is put into words once.
_REASONS: dict[tuple[str, Any, Language], str] = {}


def view(state: State, language: Language) -> JsonObject:
    """Return the whole view: stage, tables, standings, the draw's promise; never the seed before the end.

    The scores are public at any time.
    Clauses: OTE 2.3
    """
    value: JsonObject = msgspec.json.decode(view_json(state, language))
    return value


def view_json(state: State, language: Language, *, with_places: bool = True) -> msgspec.Raw:
    """Return the whole view as JSON text; `with_places` false: without places."""
    tables = [_table_line(state, table, language) for table in state.tables]
    players = _player_lines(state, with_places=with_places)
    return _json(
        {
            "name": state.name,
            **state.rules.view_json(state, tables, players),
            "draw": {
                "commitment": state.commitment,
                "seed": state.seed,
                "public": state.public,
                "typed": state.typed,
                "closed": state.closed,
                "starts": state.lasting.starts,
            },
        }
    )


def _json(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


def _player_lines(state: State, *, with_places: bool) -> list[msgspec.Raw]:
    """Return the line of every player: from the player alone if the format can do that, else from the standings."""
    rules = state.rules
    first = next(iter(state.players.values()), None)
    if first is None or rules.player_json(first, None) is None:
        return [_json(standing_json(state, row)) for row in standings(state, with_places=with_places)]
    placed = state.places() if with_places else {}
    if placed:
        return [_json(rules.player_json(player, placed.get(player.name))) for player in state.all_players()]
    return [line for block in state.players.blocks for line in _lines(block, rules)]


def player_view(state: State, player: Player, place: int | None) -> JsonObject:
    """Return a player's line of the view, with the public place."""
    own = state.rules.player_json(player, place)
    if own is not None:
        return own
    rows = (row for row in standings(state, with_places=False) if row.player.name == player.name)
    return next((standing_json(state, replace(row, place=place)) for row in rows), {"player": player.name})


def standing_json(state: State, row: Standing) -> JsonObject:
    """Return a player's line from the standings."""
    return {
        "player": row.player.name,
        "present": row.player.present,
        "rank": row.rank,
        "place": row.place,
        "standing": state.rules.standing_json(state, row),
    }


def _lines(block: Block, rules: Format) -> list[msgspec.Raw]:
    key = id(block), rules.id
    known = _BLOCKS.get(key)
    if known is None:
        if len(_BLOCKS) >= MOST_BLOCKS:
            _BLOCKS.clear()
        known = _BLOCKS[key] = block, [_json(rules.player_json(player, None)) for player in block]
    return known[1]


def _table_line(state: State, table: Table, language: Language) -> msgspec.Raw:
    outcome = state.results.get(table.table)
    key = (id(table), id(outcome), language)
    known = _TABLES.get(key)
    if known is None:
        if len(_TABLES) >= MOST_TABLES:
            _TABLES.clear()
        known = _TABLES[key] = table, outcome, _json(table_view(state, table, language))
    return known[2]


def table_view(state: State, table: Table, language: Language) -> JsonObject:
    """Return a table of the stage being played, with its result if it has one."""
    outcome, rules = state.results.get(table.table), state.rules
    return {
        **rules.table_json(state, table),
        "why": _reason(rules, table, language),
        "result": None if outcome is None else rules.result_json(state, table, outcome),
    }


def _reason(rules: Format, table: Table, language: Language) -> str:
    key = (rules.id, rules.why_key(table), language)
    said = _REASONS.get(key)
    if said is None:
        if len(_REASONS) >= MOST_TABLES:
            _REASONS.clear()
        said = _REASONS[key] = render(rules.why(table), language)
    return said


def changes(state: State, event: Amended | SeatsMoved, language: Language) -> list[JsonObject]:
    """Return what a correction, or a move by hand, would change: a list of `{"what", "player", "from", "to", "text"}`.

    `what` is a word of the format: the winner, a column of the standings; or `would_be_…` for what stands now but would
    have been different had it been known in time. A move has `seat` for each player, from which table to which, and
    `table` for a badge or note that a table then has.
    """
    after = evolve_tournament(state, event)
    return [
        {
            "what": change.what,
            "player": change.player,
            "from": change.was,
            "to": change.now,
            "text": render(change.sentence, language),
        }
        for change in _changes(state, after, event)
    ]


def _changes(state: State, after: State, event: Amended | SeatsMoved) -> Iterable[Change]:
    if isinstance(event, SeatsMoved):
        return changes_by_moving(state, after, event)
    played = state.played(find_played(state, event.round, event.table, event.claim))
    game = played.tables[event.table - 1], played.results[event.table]
    return state.rules.changes(state, after, game, event)


def venue_view(state: State, *, staff: bool, player: str | None = None) -> JsonObject:
    """Return the staff's view of the floor; else the public one, with what concerns `player`.

    It is public which tables have a report waiting, not its contents. A player sees the reports and calls of their own
    table, without the judges' notes.
    """
    venue = state.venue
    proposals = [venue.proposals[table] for table in sorted(venue.proposals)]
    calls = venue.all_calls() if staff else [call for call in venue.all_calls() if concerns(call, state, player)]
    return {
        "stage": state.stage_number,
        "clock": None if venue.clock is None else _clock_view(venue.clock),
        "extensions": {str(table): venue.extensions[table] for table in sorted(venue.extensions)},
        "proposals": [
            _proposal_view(proposal, state, told=staff or _sits(state, proposal.table, player))
            for proposal in proposals
        ],
        "calls": [call_view(call, staff=staff) for call in calls],
        "self_registration": venue.self_registration,
        "phones_shared": venue.phones_shared,
        "published": {"places": venue.places_published, "decks": venue.decks_published},
        "announcement": venue.announcement,
        "details": msgspec.to_builtins(venue.details),
    }


def call_view(call: Call, *, staff: bool) -> JsonObject:
    """Return a call with its history; readers outside the staff see no notes."""
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
    """Return whether a call is a player's own: they made it, or sit at its table in its stage."""
    if player is None:
        return False
    here = call.table is not None and call.stage == state.stage_number and _sits(state, call.table, player)
    asked = () if call.loop_case is None else call.loop_case.turn_order
    return here or player in {call.player, *asked, *(entry.player for entry in call.history)}


def _sits(state: State, number: int, player: str | None) -> bool:
    table = state.table(number)
    return table is not None and player in table.players
