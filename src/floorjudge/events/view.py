"""What somebody may see of an event, as JSON values: the shape that scripts and pages build on; and what a correction would change."""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.events.events import Otherwise, ReadmissionAmended, ResultAmended, TournamentEvent
from floorjudge.events.explain import would_have_come
from floorjudge.events.floor.clock import ends_at
from floorjudge.events.floor.proposals import missing
from floorjudge.events.floor.state import Call, Clock, EntryKind, Proposal
from floorjudge.events.players import Block
from floorjudge.events.state import State
from floorjudge.events.tournament.evolve import evolve_tournament, find_played
from floorjudge.formats.on_the_edge.scoring import points, score_as_written, score_text
from floorjudge.formats.on_the_edge.tables import Outcome, Player, Qualified, Table, Why
from floorjudge.formats.on_the_edge.texts import why_text
from floorjudge.loops import case_value
from floorjudge.texts import Language, Text, Value, render, text

JsonObject = dict[str, Any]
# As much is remembered as some thirty rounds of a thousand players need: some megabytes each.
MOST_BLOCKS, MOST_TABLES = 2_000, 20_000
_COMPARED = ("set", "victory_points", "influence", "score", "place")


# The view is made after every command, and nearly every player and table says what it said before: what was said is found
# by the value itself, which never changes. The values are kept, so that no other can have their ids.
_BLOCKS: dict[int, tuple[Block, list[msgspec.Raw]]] = {}
_TABLES: dict[tuple[int, int, Language], tuple[Table, Outcome | None, msgspec.Raw]] = {}
# Nearly all tables of a round sit together for one reason: it is put into words once.
_REASONS: dict[tuple[Why, int, Language], str] = {}


def view(state: State, language: Language) -> JsonObject:
    """Return the whole view: stage, tables, standings, the draw's promise; never the seed before the end.

    Everybody may look at the scores at any time.
    Clauses: OTE 2.3
    """
    value: JsonObject = msgspec.json.decode(view_json(state, language))
    return value


def view_json(state: State, language: Language, *, with_places: bool = True) -> msgspec.Raw:
    """Return the whole view as JSON text; `with_places` false: nobody has a place in it."""
    placed = state.places() if with_places else {}
    if placed:
        players = [_json(player_view(player, placed.get(player.name))) for player in state.everybody()]
    else:
        players = [line for block in state.players.blocks for line in _lines(block)]
    return _json(
        {
            "name": state.name,
            "stage": state.stage.value,
            "round": state.round,
            "tables": [_table_line(state, table, language) for table in state.tables],
            "sitting_out": state.sitting_out,
            "players": players,
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


def _lines(block: Block) -> list[msgspec.Raw]:
    known = _BLOCKS.get(id(block))
    if known is None:
        if len(_BLOCKS) >= MOST_BLOCKS:
            _BLOCKS.clear()
        known = _BLOCKS[id(block)] = block, [_json(player_view(player, None)) for player in block]
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
    """Return one table of the stage being played, with its result when there is one."""
    outcome = state.results.get(table.table)
    return {
        "table": table.table,
        "set": table.set.value,
        "players": list(table.players),
        "target": table.target,
        "off_numbered": table.off_numbered,
        "why": _reason(table, language),
        "result": None if outcome is None else _result_view(table, outcome),
    }


def _reason(table: Table, language: Language) -> str:
    key = (table.why, len(table.players), language)
    said = _REASONS.get(key)
    if said is None:
        if len(_REASONS) >= MOST_TABLES:
            _REASONS.clear()
        said = _REASONS[key] = render(why_text(table), language)
    return said


def _result_view(table: Table, outcome: Outcome) -> JsonObject:
    if isinstance(outcome, Qualified):
        return {"qualified": list(outcome.players)}
    return {
        "winner": outcome.winner,
        "influence": dict(zip(table.players, outcome.influence, strict=True)),
        "points": dict(zip(table.players, points(table, outcome), strict=True)),
        "note": outcome.note,
    }


def player_view(player: Player, place: int | None) -> JsonObject:
    """Return one player's line of the score sheet."""
    return {
        "player": player.name,
        "set": player.set.value,
        "victory_points": player.victory_points,
        "influence": player.influence,
        "score": score_text(player),
        "off_numbered_games": player.off_numbered_games,
        "place": place,
        "deck": None if player.deck is None else player.deck.value,
    }


def changes(state: State, event: TournamentEvent, language: Language) -> list[JsonObject]:
    """Return what an event would change: a list of `{"what", "player", "from", "to", "text"}`.

    `what` is one of winner or qualified (who is no `player`: a list of names where several are meant), which stands first,
    set, victory_points, influence, score, place; and for what now stands but would have been different had it been known in
    time: would_be_set, would_be_stage, would_be_group (`to` is then a list of players).
    """
    after = evolve_tournament(state, event)
    placed_before, placed_after = state.places(), after.places()
    found = _who_won(state, event, language)
    for player in state.everybody():
        was = player_view(player, placed_before.get(player.name))
        now = player_view(after.players[player.name], placed_after.get(player.name))
        found += [_change(what, player, was[what], now[what], language) for what in _COMPARED if was[what] != now[what]]
    if isinstance(event, ResultAmended | ReadmissionAmended) and event.otherwise is not None:
        found += _would_have_been(event.otherwise, language)
    return found


def _who_won(state: State, event: TournamentEvent, language: Language) -> list[JsonObject]:
    """Return the change of who won the game, or who qualified in it, that a correction would make."""
    if not isinstance(event, ResultAmended | ReadmissionAmended):
        return []
    readmission = isinstance(event, ReadmissionAmended)
    outcome = state.played(find_played(state, event.round, event.table, readmission=readmission)).results[event.table]
    was = list(outcome.players) if isinstance(outcome, Qualified) else outcome.winner
    now = list(event.qualified) if isinstance(event, ReadmissionAmended) else event.winner
    if was == now:
        return []
    said = (
        text("Qualified: {was} → {now}", was=tuple(was), now=tuple(now))
        if readmission
        else text("Winner: {was} → {now}", was=str(was), now=str(now))
    )
    what = "qualified" if readmission else "winner"
    return [{"what": what, "player": None, "from": was, "to": now, "text": render(said, language)}]


def _change(what: str, player: Player, was: object, now: object, language: Language) -> JsonObject:
    values: dict[str, Value] = {"player": player.name, "was": _shown(was), "now": _shown(now)}
    sentences: dict[str, Text] = {
        "set": text("{player} moves from the inactive set to the active set.", player=player.name)
        if now == "active"
        else text("{player} moves from the active set to the inactive set.", player=player.name),
        "victory_points": text("{player}: victory points {was} become {now}.", **values),
        "influence": text("{player}: influence points {was} become {now}.", **values),
        "score": text(
            "{player}: tournament score {was} becomes {now}.",
            player=player.name,
            was=score_as_written(str(was)),
            now=score_as_written(str(now)),
        ),
        "place": text("{player}: place {was} becomes {now}.", **values),
    }
    return {"what": what, "player": player.name, "from": was, "to": now, "text": render(sentences[what], language)}


def _shown(value: object) -> str:
    return "–" if value is None else str(value)


def _would_have_been(otherwise: Otherwise, language: Language) -> list[JsonObject]:
    found: list[tuple[str, str | None, object, Text]] = []
    for name in otherwise.active:
        said = text("{player} would have been active in the next round.", player=name)
        found.append(("would_be_set", name, "active", said))
    for name in otherwise.inactive:
        said = text("{player} would have been inactive in the next round.", player=name)
        found.append(("would_be_set", name, "inactive", said))
    if otherwise.stage:
        said = would_have_come(otherwise.stage)
        found.append(("would_be_stage", None, otherwise.stage, said))
    for group in otherwise.groups:
        said = text("This group would have played and did not: {players}.", players=group)
        found.append(("would_be_group", None, list(group), said))
    return [
        {"what": what, "player": player, "from": None, "to": to, "text": render(said, language)}
        for what, player, to, said in found
    ]


def venue_view(state: State, *, staff: bool, player: str | None = None) -> JsonObject:
    """Return what the staff see; else what everybody sees, with what concerns `player` when that is who asks.

    Everybody sees which tables have a report waiting, not what it says. A player sees the reports and calls of their own
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
    here = call.table is not None and call.stage == state.stage_number and _sits(state, call.table, player)
    asked = () if call.loop_case is None else call.loop_case.turn_order
    return here or player in {call.player, *asked, *(entry.player for entry in call.history)}


def _sits(state: State, number: int, player: str | None) -> bool:
    table = state.table(number)
    return table is not None and player in table.players
