"""The results of every stage: listed, read from the form of a table, and corrected once all consequences were shown.

The fields of such a form are `influence-1` and so on by seat, `winner` (a seat; empty: the numbers tell), `note`; `stood`, in a
correction, is the winner that the page chose beforehand, and follows the numbers where they are others. For a readmission game
`place-1` and so on: in which order that seat's player qualified, empty for who did not.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.errors import NothingToTakeAway
from floorjudge.events.service.roles import may
from floorjudge.events.service.typed_results import LONGEST_LINE, typed_line
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase, Played
from floorjudge.formats.on_the_edge.tables import Outcome, Qualified, Result, Table, TableSet
from floorjudge.formats.on_the_edge.typed import typed_result
from floorjudge.texts import Text, render, text
from floorjudge.web.asking import Number, Scorekeeper
from floorjudge.web.commands import Fields, do
from floorjudge.web.common.formats import shown_by
from floorjudge.web.common.languages import fits, looked_for
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.forms import Failed, SentForm, failure, number_in
from floorjudge.web.live.views import played_view
from floorjudge.web.organiser.frame import desk_page, take_form
from floorjudge.web.sessions import EventSession

router = APIRouter()
TABLES_A_PAGE = 60
CHANGES_SHOWN = 40
Index = Annotated[int, Path(ge=1, le=10**4)]


def reported_fields(table: Table, sent: SentForm) -> Fields:
    """Return the command that a filled-in form means: `report`, or `drawn` when that button was pressed.

    Raises BadInput as `typed_result` does.
    """
    if sent["how"] == "drawn":
        return {"do": "drawn", "table": table.table}
    return {"do": "report", "table": table.table, **result_fields(table, sent)}


def result_fields(table: Table, sent: SentForm) -> Fields:
    """Return winner, influence and note, or who qualified, of a filled-in form; raises BadInput as `typed_result` does."""
    if table.set is TableSet.READMISSION:
        placed = [(sent.word(f"place-{seat}"), name) for seat, name in enumerate(table.players, 1)]
        numbered = [(number_in(place, 7) or 0, name) for place, name in placed if place]
        return {"qualified": [name for _, name in sorted(numbered, key=lambda entry: entry[0])]}
    words = [sent.word(f"influence-{seat}").replace("\N{MINUS SIGN}", "-") for seat in range(1, len(table.players) + 1)]
    seat = number_in(sent["winner"], 7) or 0
    fields = typed_result(table, words, table.players[seat - 1] if 1 <= seat <= len(table.players) else None, ())
    return fields | sent.filled("note")


def as_fields(table: Table, outcome: Outcome | None) -> dict[str, str]:
    """Return a result as the fields of the form that would report it; the winner is named where the numbers do not tell."""
    if isinstance(outcome, Qualified):
        return {f"place-{table.players.index(name) + 1}": str(place) for place, name in enumerate(outcome.players, 1)}
    if isinstance(outcome, Result):
        numbers = {f"influence-{seat}": str(influence) for seat, influence in enumerate(outcome.influence, 1)}
        reached = [
            name for name, number in zip(table.players, outcome.influence, strict=True) if number >= table.target
        ]
        winner = "" if reached == [outcome.winner] else str(table.players.index(outcome.winner) + 1)
        return {**numbers, "winner": winner, "note": outcome.note or ""}
    return {}


def _following_numbers(table: Table, outcome: Outcome | None, sent: SentForm) -> SentForm:
    """Return a correction without the winner that nobody chose: the page did, and the numbers are others by now."""
    before, typed = as_fields(table, outcome), sent.typed
    stood = typed.pop("stood", None)
    numbers = [name for name in before if name.startswith("influence-")]
    if stood is not None and typed.get("winner") == stood and any(sent.word(name) != before[name] for name in numbers):
        typed["winner"] = ""
    return SentForm(tuple(typed.items()))


@router.get("/e/{event}/desk/results")
async def results(
    at: Scorekeeper,
    stage: Annotated[int | None, Query(ge=1, le=10**4)] = None,
    first: Annotated[int, Query(ge=1, le=10**6)] = 1,
    find: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """List the games of a stage, of the newest one when none is named; with `find` those of whose name holds that."""
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
        titles=[played_title(at.state.format, played) for played in listed],
        index=index,
        playing=index == at.state.stage_number,
        rows=[] if chosen is None else [played_view(at.state, chosen, table) for table in shown],
        total=len(everywhere),
        find=find,
        first=first,
        following=tables[TABLES_A_PAGE].table if len(tables) > TABLES_A_PAGE else None,
    )


def played_title(format_id: str, played: Played) -> Text:
    """Return the name of a stage whose tables there are, as a heading."""
    return shown_by(format_id).stage_title(played.kind, played.round)


def _typed_outcome(state: State, line: str) -> tuple[Table, Outcome] | None:
    """Return the table and the result that a typed line means, None when it means none."""
    try:
        meant = typed_line(state, line)
    except FloorjudgeError:
        return None
    table = state.tables[meant["table"] - 1]
    if "qualified" in meant:
        return table, Qualified(tuple(meant["qualified"]))
    if meant["do"] == "drawn":
        return None
    influence = tuple(meant["influence"].get(name, 0) for name in table.players)
    return table, Result(meant["winner"], influence, meant.get("note"))


def stage_to_correct(state: State, line: str) -> str | None:
    """Return the address of a result that a typed line would change, after `results/`; None when it changes none."""
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
    """Show the form that corrects one result; with a typed `line` at once what that would change.

    A game that has no result yet has nothing to correct: there is the form that takes its result.
    """
    if number not in _game(at.state, stage, number)[0].results:
        return back_to(f"/e/{at.event}/desk/table/{number}")
    again = partial(_correction, stage=stage, number=number)
    played, table = _game(at.state, stage, number)
    typed = _typed_outcome(at.state, line) if line and stage == at.state.stage_number else None
    if typed is None or typed[0] != table:
        return await again(at)
    reason = render(text("It was mistyped at the desk."), at.language)
    sent = SentForm((*as_fields(*typed).items(), ("reason", reason), ("back", "desk")))
    return await _preview(at, _amended(played, table), sent, again)


@router.post("/e/{event}/desk/results/{stage}/{number}")
async def correct(at: Scorekeeper, stage: Index, number: Number) -> Response:
    """Show what a correction would change, or make it once that was shown."""
    played, table = _game(at.state, stage, number)
    fields = _amended(played, table)
    again = partial(_correction, stage=stage, number=number)
    sent = await at.session.form()
    if sent["step"] == "confirm":
        to = "" if sent["back"] == "desk" else f"/results?stage={stage}"
        return await take_form(at, "correct", fields, to=to, again=again, with_seen=True)
    return await _preview(at, fields, _following_numbers(table, played.results.get(number), sent), again)


@router.post("/e/{event}/desk/results/{stage}/{number}/away")
async def take_away(at: Scorekeeper, stage: Index, number: Number) -> Response:
    """Take a result away that has decided nothing yet; the table is open as before."""
    _game(at.state, stage, number)

    def fields(sent: SentForm) -> Fields:
        if stage != at.state.stage_number:
            raise NothingToTakeAway(number)
        return {"do": "unreport", "table": number, "reason": sent["reason"]}

    again = partial(_correction, stage=stage, number=number)
    return await take_form(at, "away", fields, to="", again=again, with_seen=True)


def _amended(played: Played, table: Table) -> Callable[[SentForm], Fields]:
    """Return what reads the correction of a table from its form."""

    def fields(sent: SentForm) -> Fields:
        amended = {"do": "amend", "round": played.round, "table": table.table, "reason": sent["reason"]}
        return amended | result_fields(table, sent)

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
    fields = as_fields(table, outcome)
    first_shown = typed_in is None and (failed is None or failed.form == "away")
    if failed is not None and failed.form == "correct":
        fields = dict(failed.typed)
    elif typed_in is not None:
        fields = dict(typed_in)
    return desk_page(
        at,
        "correct",
        tab="results",
        failed=failed,
        index=stage,
        stage=played_title(at.state.format, played),
        playing=stage == at.state.stage_number,
        table=table,
        row=played_view(at.state, played, table),
        fields=fields,
        value_of=lambda name: fields.get(name, ""),
        stood=fields.get("winner") if first_shown else None,
        may_take_away=may(at.role, "unreport")
        and stage == at.state.stage_number
        and at.state.phase is not Phase.FINISHED,
        changes=changes,
        changes_shown=CHANGES_SHOWN,
    )
