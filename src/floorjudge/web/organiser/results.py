"""The results of every stage: the list, the form of a table, and corrections after a preview."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Annotated, Any, TypeAlias, cast

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import read_command
from floorjudge.events.commands import ProposeResult, Report
from floorjudge.events.errors import NothingToTakeAway
from floorjudge.events.service.access.roles import may
from floorjudge.events.service.typed_results import LONGEST_LINE, typed_line
from floorjudge.events.state import State
from floorjudge.formats.claims import Claim
from floorjudge.formats.competition import Phase, Played
from floorjudge.formats.display import Given
from floorjudge.texts import Text, render, text
from floorjudge.web.asking import Number, Scorekeeper
from floorjudge.web.commands import Fields, do
from floorjudge.web.common.formats import result_form
from floorjudge.web.common.languages import fits, looked_for
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import Failed, SentForm, failure
from floorjudge.web.given import QUICK, given_in, value_of
from floorjudge.web.live.views import table_view
from floorjudge.web.organiser.frame import desk_page, take_form

router = APIRouter()
TABLES_A_PAGE = 60
CHANGES_SHOWN = 40
Index = Annotated[int, Path(ge=1, le=10**4)]
# A table is a struct of the format.
Table: TypeAlias = Any


def claimed(state: State, table: Table, given: Given) -> Fields:
    """Return the fields of the claim in a filled-in form; raises the format's error if it means none."""
    return state.rules.from_form(state, table, given_in(state.rules.result_form(state, table), given))


def reported_fields(state: State, table: Table, given: Given) -> Fields:
    """Return the command in a filled-in form: a report, or the command of the format's claim.

    Raises BadInput as `claimed` does.
    """
    return {**claim_in(state, table, claimed(state, table, given)).as_report(), "table": table.table}


def claim_in(state: State, table: Table, fields: Fields) -> Claim:
    """Return the claim that these fields mean for a table."""
    said = read_command({"do": "propose", "player": "", "table": table.table, **fields}, state.rules)
    claim: Claim = cast("ProposeResult", said).claim
    return claim


def as_fields(state: State, table: Table, outcome: Any) -> Given:  # noqa: ANN401 (the format's own)
    """Return a result as the fields of its form; none without a result."""
    claim = None if outcome is None else state.rules.outcome_claim(table, outcome)
    return {} if claim is None else state.rules.as_given(table, claim)


@router.get("/e/{event}/desk/results")
async def results(
    at: Scorekeeper,
    stage: Annotated[int | None, Query(ge=1, le=10**4)] = None,
    first: Annotated[int, Query(ge=1, le=10**6)] = 1,
    find: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """List the games of a stage, by default the newest; `find` selects players by a part of their name."""
    listed = at.state.stages()
    index = stage if stage is not None and stage <= len(listed) else len(listed)
    chosen = listed[index - 1] if listed else None
    everywhere = () if chosen is None else chosen.tables
    wanted = looked_for(find)
    found = [table for table in everywhere if any(fits(name, wanted) for name in table.players)]
    tables = [table for table in found if table.table >= first]
    shown = tables[:TABLES_A_PAGE]
    return desk_page(
        at,
        "results",
        tab="results",
        titles=[played_title(at.state, played) for played in listed],
        index=index,
        playing=index == at.state.stage_number,
        rows=[] if chosen is None else [table_view(at.state, table, chosen) for table in shown],
        total=len(everywhere),
        find=find,
        first=first,
        following=tables[TABLES_A_PAGE].table if len(tables) > TABLES_A_PAGE else None,
    )


def played_title(state: State, played: Played) -> Text:
    """Return the name of a past or present stage, as a heading."""
    return state.rules.stage_title(played.kind, played.round)


def _typed_outcome(state: State, line: str) -> tuple[Table, Any] | None:
    """Return the table and the result of a typed line; None if it means none."""
    try:
        meant = typed_line(state, line)
        table = state.tables[meant["table"] - 1]
        claim = cast("Report", read_command(meant, state.rules)).claim if meant["do"] == "report" else None
    except FloorjudgeError:
        return None
    outcome = None if claim is None else state.rules.outcome(state, table, claim)
    return None if outcome is None else (table, outcome)


def stage_to_correct(state: State, line: str) -> str | None:
    """Return the address, after `results/`, for correcting a result by a typed line; None if the line changes none."""
    typed = _typed_outcome(state, line)
    if typed is None:
        return None
    table, outcome = typed
    there = state.results.get(table.table)
    return None if there is None or there == outcome else f"{state.stage_number}/{table.table}"


@router.get("/e/{event}/desk/results/{stage}/{number}")
async def correction_form(
    at: Scorekeeper,
    stage: Index,
    number: Number,
    line: Annotated[str, Query(max_length=LONGEST_LINE)] = "",
) -> Response:
    """Show the form that corrects one result; with a typed `line` also what that would change.

    For a game without a result, show the form for its result.
    """
    if number not in _game(at.state, stage, number)[0].results:
        return back_to(f"/e/{at.event}/desk/table/{number}")
    again = partial(_correction, stage=stage, number=number)
    played, table = _game(at.state, stage, number)
    typed = _typed_outcome(at.state, line) if line and stage == at.state.stage_number else None
    if typed is None or typed[0] != table:
        return await again(at)
    reason = render(text("It was mistyped at the desk."), at.language)
    fields = as_fields(at.state, *typed)
    form = result_form(at.state, table, stage)
    quick = ((QUICK, chosen),) if (chosen := value_of(form, fields)(QUICK)) else ()
    sent = SentForm((*fields.items(), *quick, ("reason", reason), ("back", "desk")))
    return await _preview(at, _amended(at.state, played, table), sent, again)


@router.post("/e/{event}/desk/results/{stage}/{number}")
async def correct(at: Scorekeeper, stage: Index, number: Number) -> Response:
    """Show what a correction would change, or make it after that."""
    played, table = _game(at.state, stage, number)
    fields = _amended(at.state, played, table)
    again = partial(_correction, stage=stage, number=number)
    sent = await at.session.form()
    if sent["step"] == "confirm":
        to = "" if sent["back"] == "desk" else f"/results?stage={stage}"
        return await take_form(at, "correct", fields, to=to, again=again, with_seen=True)
    before = as_fields(at.state, table, played.results.get(number))
    given = at.state.rules.as_corrected(before, sent.typed)
    return await _preview(at, fields, SentForm(tuple(given.items())), again)


@router.post("/e/{event}/desk/results/{stage}/{number}/away")
async def take_away(at: Scorekeeper, stage: Index, number: Number) -> Response:
    """Remove a result that has decided nothing yet; the table is open again."""
    _game(at.state, stage, number)

    def fields(sent: SentForm) -> Fields:
        if stage != at.state.stage_number:
            raise NothingToTakeAway(number)
        return {"do": "unreport", "table": number, "reason": sent["reason"]}

    again = partial(_correction, stage=stage, number=number)
    return await take_form(at, "away", fields, to="", again=again, with_seen=True)


def _amended(state: State, played: Played, table: Table) -> Callable[[SentForm], Fields]:
    """Return a function that reads the correction of a table from its form."""

    def fields(sent: SentForm) -> Fields:
        amended = {"do": "amend", "round": played.round, "table": table.table, "reason": sent["reason"]}
        return amended | claimed(state, table, sent.typed)

    return fields


async def _preview(
    at: EventSession,
    fields: Callable[[SentForm], Fields],
    sent: SentForm,
    again: Callable[..., Awaitable[Response]],
) -> Response:
    """Show what a correction would change."""
    try:
        answer = await do(at, fields(sent) | {"preview": True})
    except FloorjudgeError as error:
        return await again(await at.now(), failed=failure("correct", error, sent))
    return await again(at, changes=answer.changes or [], typed_in=sent.typed)


def _game(state: State, stage: int, number: int) -> tuple[Played, Table]:
    table = state.table_in(stage, number)
    if table is None:
        raise NoSuchPage
    return state.stages()[stage - 1], table


def _typed(given: Given, name: str) -> str:
    return given.get(name, "")


async def _correction(
    at: EventSession,
    *,
    stage: int,
    number: int,
    failed: Failed | None = None,
    changes: list[dict[str, Any]] | None = None,
    typed_in: Mapping[str, str] | None = None,
) -> Response:
    played, table = _game(at.state, stage, number)
    outcome = played.results.get(number)
    form = result_form(at.state, table, stage)
    fields = as_fields(at.state, table, outcome)
    values = value_of(form, fields)
    first_shown = typed_in is None and (failed is None or failed.form == "away")
    if failed is not None and failed.form == "correct":
        fields, values = failed.typed, partial(_typed, failed.typed)
    elif typed_in is not None:
        fields, values = typed_in, partial(_typed, typed_in)
    return desk_page(
        at,
        "correct",
        tab="results",
        failed=failed,
        index=stage,
        stage=played_title(at.state, played),
        playing=stage == at.state.stage_number,
        table=table,
        row=table_view(at.state, table, played),
        fields=fields,
        form=form,
        value_of=values,
        stood=fields.get("winner") if first_shown else None,
        may_take_away=may(at.role, "unreport")
        and stage == at.state.stage_number
        and at.state.phase is not Phase.FINISHED,
        changes=changes,
        changes_shown=CHANGES_SHOWN,
    )
