"""Every result of the event, and its correction with all consequences shown before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.roles import Role
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Outcome, Qualified, Result, Stage, Table
from floorjudge.web.commands import do
from floorjudge.web.pages.desk_frame import Failed, as_it_is_now, attempt, desk_page, done_at, failure, typed_fields
from floorjudge.web.pages.desk_reports import result_fields
from floorjudge.web.refusals import no_such_page
from floorjudge.web.rows import Seat, seats
from floorjudge.web.visits import Here, Visit

router = APIRouter()
TABLES_A_PAGE = 60
CHANGES_SHOWN = 40
Index = Annotated[int, Path(ge=1, le=10**4)]
Number = Annotated[int, Path(ge=1, le=10**6)]


class Games(msgspec.Struct, frozen=True):
    """The games of one stage; `index` counts the stages from 1, `now`: it is being played."""

    index: int
    round: int
    stage: Stage
    tables: tuple[Table, ...]
    results: Mapping[int, Outcome]
    now: bool


def stages(state: State) -> list[Games]:
    """Return the games of every stage, the first one first."""
    played = [(each.round, each.stage, each.tables, each.results) for each in state.past]
    if state.tables:
        stage = Stage.FINAL if state.stage is Stage.FINISHED else state.stage
        played.append((state.round, stage, state.tables, state.results))
    return [
        Games(index, number, stage, tables, results, now=index == len(played))
        for index, (number, stage, tables, results) in enumerate(played, 1)
    ]


class Row(msgspec.Struct, frozen=True):
    """One game of any stage, with its result when there is one."""

    number: int
    seats: tuple[Seat, ...]
    done: bool
    note: str | None


@router.get("/e/{event}/desk/results")
async def results(
    request: Request,
    at: Here,
    stage: Annotated[int | None, Query(ge=1, le=10**4)] = None,
    first: Annotated[int, Query(ge=1, le=10**6)] = 1,
) -> Response:
    """List the games of a stage, of the newest one when none is named."""
    at.needs(Role.SCOREKEEPER)
    listed = stages(at.state)
    chosen = next((games for games in listed if games.index == stage), listed[-1] if listed else None)
    tables = [] if chosen is None else [table for table in chosen.tables if table.table >= first]
    shown = tables[:TABLES_A_PAGE]
    return desk_page(
        request,
        at,
        "results",
        tab="results",
        listed=listed,
        chosen=chosen,
        rows=[] if chosen is None else [_row(at.state, table, chosen.results.get(table.table)) for table in shown],
        first=first,
        following=tables[TABLES_A_PAGE].table if len(tables) > TABLES_A_PAGE else None,
    )


def _row(state: State, table: Table, outcome: Outcome | None) -> Row:
    note = outcome.note if isinstance(outcome, Result) else None
    return Row(table.table, seats(state, table, outcome), outcome is not None, note)


@router.get("/e/{event}/desk/results/{stage}/{number}")
async def correction_form(request: Request, at: Here, stage: Index, number: Number) -> Response:
    """Show the form that corrects one result."""
    at.needs(Role.SCOREKEEPER)
    return _correction(request, at, stage, number)


@router.post("/e/{event}/desk/results/{stage}/{number}")
async def correct(request: Request, at: Here, stage: Index, number: Number) -> Response:
    """Show what a correction would change, or make it once that was shown."""
    at.needs(Role.SCOREKEEPER)
    games, table = _game(at.state, stage, number)
    typed = await typed_fields(request)
    try:
        fields = {
            "do": "amend",
            "round": games.round,
            "table": number,
            "reason": typed.get("reason", ""),
            **result_fields(table, typed),
        }
        if typed.get("step") != "confirm":
            answer = await do(at.visitor, at.event, fields | {"preview": True})
            return _correction(request, at, stage, number, changes=answer.changes or [], typed_in=typed)
    except FloorjudgeError as error:
        return _correction(request, await as_it_is_now(at), stage, number, failure("correct", error, typed))
    taken = await attempt(at, "correct", fields, typed, with_seen=True)
    if isinstance(taken, Failed):
        return _correction(request, await as_it_is_now(at), stage, number, taken)
    return done_at(at, f"/results?stage={stage}", taken)


def _game(state: State, stage: int, number: int) -> tuple[Games, Table]:
    listed = stages(state)
    games = listed[stage - 1] if stage <= len(listed) else None
    table = None if games is None else next((each for each in games.tables if each.table == number), None)
    if games is None or table is None:
        raise no_such_page()
    return games, table


def _correction(
    request: Request,
    at: Visit,
    stage: int,
    number: int,
    failed: Failed | None = None,
    *,
    changes: list[dict[str, Any]] | None = None,
    typed_in: Mapping[str, str] | None = None,
) -> Response:
    games, table = _game(at.state, stage, number)
    outcome = games.results.get(number)
    fields = failed.typed if failed is not None else typed_in if typed_in is not None else as_fields(table, outcome)
    return desk_page(
        request,
        at,
        "correct",
        tab="results",
        failed=failed,
        games=games,
        table=table,
        row=_row(at.state, table, outcome),
        fields=fields,
        value_of=lambda name: fields.get(name, ""),
        changes=changes,
        changes_shown=CHANGES_SHOWN,
    )


def as_fields(table: Table, outcome: Outcome | None) -> dict[str, str]:
    """Return a result as the fields of the form that would report it."""
    if isinstance(outcome, Qualified):
        return {f"place-{table.players.index(name) + 1}": str(place) for place, name in enumerate(outcome.players, 1)}
    if isinstance(outcome, Result):
        numbers = {f"influence-{seat}": str(influence) for seat, influence in enumerate(outcome.influence, 1)}
        return {**numbers, "winner": str(table.players.index(outcome.winner) + 1), "note": outcome.note or ""}
    return {}
