"""Links that say who somebody is: staff links, and the player links that stand on slips as QR codes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import Refused
from floorjudge.events.service.grants import Grant
from floorjudge.events.service.links import hash_of, read_staff_token
from floorjudge.events.service.roles import Role
from floorjudge.web.answers import back_to, page
from floorjudge.web.rates import BAD_LINKS
from floorjudge.web.visitors import Asking, Session, Visitor, keep_session

router = APIRouter()
Token = Annotated[str, Path(max_length=600)]


@router.get("/in/{token}")
async def staff_link(request: Request, visitor: Asking, token: Token) -> Response:
    """Say whom a staff link is for and ask before it is taken: what only previews a link must not open it."""
    grant = await _granted(visitor, token)
    return page(request, "public/staff_link.html", grant=grant, token=token)


@router.post("/in/{token}")
async def take_staff_link(request: Request, visitor: Asking, token: Token) -> Response:
    """Let this device be what the link says, and go to where its work is."""
    grant = await _granted(visitor, token)
    answer = back_to(_first_page(grant))
    keep_session(answer, request, visitor.house.key, visitor.session.with_staff(hash_of(token)))
    return answer


@router.get("/p/{signed}")
async def player_link(request: Request, visitor: Asking, signed: Token) -> Response:
    """Let this device be a player's, and go to their page."""
    house = visitor.house
    house.rates.check(BAD_LINKS, visitor.sender)
    try:
        link = await to_thread.run_sync(house.player_links.read, signed)
    except Refused as error:
        if error.code == "bad_link":
            house.rates.count(BAD_LINKS, visitor.sender)
        raise
    answer = back_to(f"/e/{link.event}/me")
    session = visitor.session.with_player(link.event, link.player, link.serial)
    keep_session(answer, request, house.key, session)
    return answer


@router.post("/leave")
async def forget(request: Request, visitor: Asking) -> Response:
    """Forget every link that was opened on this device."""
    answer = back_to("/")
    keep_session(answer, request, visitor.house.key, Session())
    return answer


async def _granted(visitor: Visitor, token: str) -> Grant:
    """Return what a token grants; whoever tries many bad ones has to wait."""
    house = visitor.house
    house.rates.check(BAD_LINKS, visitor.sender)
    try:
        return await to_thread.run_sync(read_staff_token, house.store.grants, token, datetime.now(UTC))
    except Refused as error:
        if error.code == "bad_link":
            house.rates.count(BAD_LINKS, visitor.sender)
        raise


def _first_page(grant: Grant) -> str:
    if grant.event is None:
        return "/"
    return f"/e/{grant.event}/judge" if Role(grant.role) in {Role.JUDGE, Role.HEAD_JUDGE} else f"/e/{grant.event}/desk"
