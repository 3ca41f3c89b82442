"""A new event, and the page where people register themselves."""

from __future__ import annotations

import hashlib
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.checks import as_kept
from floorjudge.events.decide import FORMATS
from floorjudge.events.service.errors import NotYours
from floorjudge.events.service.roles import Role
from floorjudge.formats.on_the_edge.tables import Stage
from floorjudge.web.answers import back_to, page
from floorjudge.web.commands import do, new_id, open_event
from floorjudge.web.pages.desk_frame import failure, typed_fields
from floorjudge.web.rates import POSTS
from floorjudge.web.statuses import status_of
from floorjudge.web.visitors import Asking, Visitor
from floorjudge.web.visits import Here, Visit

router = APIRouter()


@router.get("/new")
async def new_form(request: Request, visitor: Asking) -> Response:
    """Show the form for a new event."""
    _needs_owner(visitor)
    return _new(request)


def _new(request: Request, error: FloorjudgeError | None = None, typed: dict[str, str] | None = None) -> Response:
    status = 200 if error is None else status_of(error)
    return page(
        request, "organiser/new.html", status=status, error=error, typed=typed or {}, formats=FORMATS, new_id=new_id
    )


@router.post("/new")
async def create(request: Request, visitor: Asking) -> Response:
    """Open an event; a form that is sent twice opens one."""
    _needs_owner(visitor)
    typed = await typed_fields(request)
    visitor.house.rates.count(POSTS, visitor.sender)
    given = {"do": "open", "name": typed.get("name", ""), "format": typed.get("format", FORMATS[0])}
    given |= {name: typed[name] for name in ("seed", "id") if typed.get(name)}
    try:
        _, opened = await open_event(visitor, given)
    except FloorjudgeError as error:
        return _new(request, failure("new", error, typed).error, typed)
    return back_to(f"/e/{opened.id}/desk")


def _needs_owner(visitor: Visitor) -> None:
    if visitor.role(None) is not Role.OWNER:
        raise NotYours


@router.get("/join/{event}")
async def join_form(request: Request, at: Here, done: Annotated[str, Query(max_length=20)] = "") -> Response:
    """Show the form for people who register themselves, or that it is closed."""
    return _join(request, at, registered=done == "yes")


def _join(
    request: Request, at: Visit, error: FloorjudgeError | None = None, name: str = "", *, registered: bool = False
) -> Response:
    is_open = at.seen.venue.self_registration and at.state.stage is Stage.REGISTRATION
    status = 200 if error is None else status_of(error)
    return page(
        request,
        "organiser/join.html",
        status=status,
        at=at,
        is_open=is_open,
        error=error,
        name=name,
        registered=registered,
        new_id=new_id,
    )


def _own_id(typed: dict[str, str]) -> str | None:
    """Return the id under which a registration goes into the log: not the form's own.

    Whoever sends that again is given the player's link, as somebody who lost the answer must be. Logs are exported, and
    from what stands there nobody can tell what the form had.
    """
    form = typed.get("id")
    return hashlib.sha256(f"join {form}".encode()).hexdigest() if form else None


@router.post("/join/{event}")
async def join(request: Request, at: Here) -> Response:
    """Register somebody by themselves, and let this device be theirs."""
    typed = await typed_fields(request)
    given = typed.get("player", "")
    try:
        answer = await do(at.visitor, at.event, {"do": "join", "player": given}, command_id=_own_id(typed))
    except FloorjudgeError as error:
        return _join(request, at, failure("join", error, typed).error, given)
    if at.role is not Role.ANYBODY:
        # A phone of the desk that is passed round belongs to nobody who registers on it.
        return back_to(f"/join/{at.event}?done=yes")
    player = answer.state.players[as_kept(given)]
    signed = await to_thread.run_sync(at.visitor.house.player_links.make, at.event, player.number)
    return back_to(f"/p/{signed}")
