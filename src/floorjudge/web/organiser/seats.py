"""Moving players by hand: the players of a table, a preview of the changes, and the move itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.access.roles import check
from floorjudge.web.asking import Number, Scorekeeper
from floorjudge.web.commands import Fields, do
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import Failed, SentForm, failure, number_in
from floorjudge.web.organiser.frame import desk_page, take_form
from floorjudge.web.organiser.results import played_title

router = APIRouter()
# The number of names to suggest while one is typed.
NAMES_OFFERED = 300


@router.get("/e/{event}/desk/table/{number}/seats")
async def seats_form(at: Scorekeeper, number: Number) -> Response:
    """Show the players of a table in a form; the table after the last one is a new one."""
    return await _seats(at, number=number)


@router.post("/e/{event}/desk/table/{number}/seats")
async def move(at: Scorekeeper, number: Number) -> Response:
    """Show what a move would change, or make it after that."""
    _check_here(at, number)
    again = partial(_seats, number=number)
    fields = partial(_moved, at, number)
    sent = await at.session.form()
    if sent["step"] == "confirm":
        return await take_form(at, "seats", fields, to=f"/table/{number}", again=again, with_seen=True)
    try:
        answer = await do(at, fields(sent) | {"preview": True})
    except FloorjudgeError as error:
        return await again(await at.now(), failed=failure("seats", error, sent))
    return await again(at, changes=answer.changes or [], typed_in=sent.typed)


def _moved(at: EventSession, number: int, sent: SentForm) -> Fields:
    """Return the command in a form: the players of another table if it names one, else the typed players."""
    other = at.state.table(number_in(sent.word("other")) or 0)
    players = list(other.players) if other is not None else [name for name in sent.every("player") if name]
    return {"do": "seat", "table": number, "players": players, "reason": sent["reason"]}


def _check_here(at: EventSession, number: int) -> None:
    """Check that the reader may move players, and that the table exists or would be the next."""
    check(at.role, "seat", {})
    if not at.state.rules.moves_players or not 1 <= number <= len(at.state.tables) + 1 or not at.state.tables:
        raise NoSuchPage


async def _seats(
    at: EventSession,
    *,
    number: int,
    failed: Failed | None = None,
    changes: list[dict[str, Any]] | None = None,
    typed_in: Mapping[str, str] | None = None,
) -> Response:
    _check_here(at, number)
    table = at.state.table(number)
    there = () if table is None else tuple(table.players)
    seats = max(len(each.players) for each in at.state.tables)
    typed = failed.typed if failed is not None else typed_in or {}
    sent = await at.session.form() if typed else SentForm()
    players = sent.every("player") or list(there)
    names = [player.name for player in at.state.in_event()]
    return desk_page(
        at,
        "seats",
        tab="desk",
        failed=failed,
        number=number,
        stage=played_title(at.state, at.state.played(None)),
        is_new=table is None,
        last=len(at.state.tables),
        seats=[*players, *[""] * (seats - len(players))],
        other=typed.get("other", ""),
        reason=typed.get("reason", ""),
        names=names if len(names) <= NAMES_OFFERED else [],
        sitting_out=at.state.sitting_out,
        changes=changes,
    )
