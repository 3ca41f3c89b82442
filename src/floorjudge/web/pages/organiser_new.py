"""A new event, and the page where people register themselves."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.floor.access import Role, allowing
from floorjudge.floor.refusals import not_yours
from floorjudge.tournament.checks import as_kept
from floorjudge.tournament.decide import FORMATS
from floorjudge.tournament.state import Stage
from floorjudge.web.answers import back_to, page
from floorjudge.web.commands import author, do, new_id
from floorjudge.web.pages.desk_frame import failure, typed_fields
from floorjudge.web.rates import POSTS
from floorjudge.web.statuses import status_of
from floorjudge.web.visitors import Asking, Visitor
from floorjudge.web.visits import Here, Visit

router = APIRouter()
REMEMBERED = 200


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
    opened = _opened(request)
    lock: asyncio.Lock = opened.setdefault(typed.get("id", ""), _Opening()).lock
    async with lock:
        slot = opened[typed.get("id", "")]
        if slot.event is None or not typed.get("id"):
            try:
                slot.event = await _open(visitor, typed)
            except FloorjudgeError as error:
                return _new(request, failure("new", error, typed).error, typed)
    while len(opened) > REMEMBERED:
        opened.popitem(last=False)
    return back_to(f"/e/{slot.event}/desk")


class _Opening:
    """What one form has come to: the id of the event it opened."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.event: str | None = None


def _opened(request: Request) -> OrderedDict[str, _Opening]:
    state = request.app.state
    found: OrderedDict[str, _Opening] | None = getattr(state, "opened_forms", None)
    if found is None:
        found = state.opened_forms = OrderedDict()
    return found


async def _open(visitor: Visitor, typed: dict[str, str]) -> str:
    house = visitor.house
    house.rates.count(POSTS, visitor.sender)
    given: dict[str, Any] = {"do": "open", "name": typed.get("name", ""), "format": typed.get("format", FORMATS[0])}
    if typed.get("seed", ""):
        given["seed"] = typed["seed"]
    _, seen = await house.desks.open(
        given, visitor.language, by=author(visitor, None), allowed=allowing(visitor.role(None))
    )
    await to_thread.run_sync(house.store.feed.publish, seen.id, seen.number)
    return seen.id


def _needs_owner(visitor: Visitor) -> None:
    if visitor.role(None) is not Role.OWNER:
        raise not_yours()


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
