"""The topics of a change of an event: the names under which pages watch it.

`stage`: the description of the event, its progress, the seats; `draws`: promises and draws; `notice`: the announcement;
`clock`; `t-3`: the public view of table 3; `said-3`: the statements of its players, `said`: those of any table;
`call-7`: call 7, `calls`: any call; `me-12`: the own page of the player with the number 12, without the parts that
other games change, see `own.PlayerNow`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from floorjudge.events.state import State
from floorjudge.events.venue import Call, Venue
from floorjudge.formats.competition import Played, Player, Table


def topics(before: State, after: State) -> frozenset[str]:
    """Return the topics of a change. `stage` covers all tables and players, which are then not named."""
    found = {topic for topic, part in _PARTS.items() if part(before) != part(after)}
    found |= _around_tables(before.venue, after.venue)
    if "stage" not in found:
        tables = _tables(before, after)
        found |= {f"t-{table}" for table in tables}
        # A result answers calls of its table.
        calls = [call.number for table in tables for call in after.venue.unclosed_at(after.stage_number, table)]
        found |= {"calls", *(f"call-{number}" for number in calls)} if calls else set()
        found |= {f"me-{after.players[name].number}" for name in _concerned(before, after) if name in after.players}
    return frozenset(found)


def _stage(state: State) -> tuple[object, ...]:
    venue = state.venue
    shown = venue.details, venue.places_published, venue.decks_published, venue.rehearsal, state.may_join
    return state.name, state.phase, state.stage_kind, state.round, state.tables, state.sitting_out, *shown


def _draws(state: State) -> tuple[object, ...]:
    lasting = state.lasting.starts, state.lasting.revealed, state.lasting.orders
    return state.commitment, state.closed, state.public, state.roster, state.orders, lasting, state.seed, state.tables


_PARTS: Mapping[str, Callable[[State], object]] = {
    "stage": _stage,
    "draws": _draws,
    "notice": lambda state: state.venue.announcement,
    "clock": lambda state: state.venue.clock,
}


def _around_tables(before: Venue, after: Venue) -> set[str]:
    """Return the topics of statements at tables and of calls."""
    tables, calls = {*_differing(before.proposals, after.proposals)}, _calls(before, after)
    found = {f"said-{table}" for table in tables} | {f"call-{call.number}" for call in calls}
    return found | ({"said"} if tables else set()) | ({"calls"} if calls else set())


def _differing(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> Iterator[Any]:
    """Yield the keys whose values differ in two mappings."""
    if before is not after:
        yield from (key for key in {*before, *after} if before.get(key) != after.get(key))


def _calls(before: Venue, after: Venue) -> list[Call]:
    return [after.calls.get(number) or before.calls[number] for number in _differing(before.calls, after.calls)]


def _tables(before: State, after: State) -> set[int]:
    """Return the tables of the stage being played that have changed."""
    then, now = before.venue, after.venue
    found = {*_differing(before.results, after.results)}
    found |= {*_differing(then.proposals, now.proposals), *_differing(then.extensions, now.extensions)}
    found |= {call.table for call in _calls(then, now) if call.table is not None and call.stage == after.stage_number}
    moved = _came_or_went(before, after)
    return found | {table.table for table in after.tables if moved.intersection(table.players)}


def _came_or_went(before: State, after: State) -> set[str]:
    """Return the players who are new, have left or have come back."""
    return {
        player.name
        for player in _players(before, after)
        if player.name not in before.players or before.has_left(player.name) == player.present
    }


def _players(before: State, after: State) -> list[Player]:
    """Return the players who have changed, or are new under their name."""
    if before.players is after.players:
        return []
    return [player for player in after.all_players() if before.players.get(player.name) != player]


def _concerned(before: State, after: State) -> set[str]:
    """Return the players whose own page changes."""
    found = {player.name for player in _players(before, after)}
    found |= {name for table in _tables(before, after) for name in _at(after.table(table))}
    found |= {each.player for each in {*before.venue.penalties} ^ {*after.venue.penalties}}
    for call in _calls(before.venue, after.venue):
        found |= {call.player or "", *(entry.player or "" for entry in call.history)}
        # A new loop may be another player's.
        cases = [each.loop_case for each in (before.venue.calls.get(call.number), call) if each is not None]
        found |= {name for case in cases if case is not None for name in case.turn_order}
    # Beside a finished game are those of its players who have left.
    if moved := _came_or_went(before, after):
        found |= {
            name
            for stage in after.past
            for table in stage.tables
            if moved.intersection(table.players)
            for name in table.players
        }
    for then, now in zip(before.past, after.past, strict=False):
        found |= {name for table in _corrected(then, now) for name in table.players}
    return found


def _at(table: Table | None) -> Iterable[str]:
    return () if table is None else table.players


def _corrected(then: Played, now: Played) -> list[Any]:
    """Return the tables of a past stage whose result has changed."""
    changed = {*_differing(then.results, now.results)}
    return [table for table in now.tables if table.table in changed or then.tables is not now.tables]
