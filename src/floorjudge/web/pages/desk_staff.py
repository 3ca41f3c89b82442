"""Staff links: made for one person and one role, shown once, taken back at any time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from anyio import to_thread
from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.errors import NotYours
from floorjudge.events.service.grants import Grant
from floorjudge.events.service.links import is_good, make_staff_token, may_give, revoke_staff_token
from floorjudge.events.service.roles import Role
from floorjudge.web.answers import back_to
from floorjudge.web.pages.desk_frame import Failed, desk_page, failure, typed_fields
from floorjudge.web.pages.desk_links import base_address, only_here
from floorjudge.web.printing import qr_svg
from floorjudge.web.rates import POSTS
from floorjudge.web.refusals import not_a_form
from floorjudge.web.visits import Here, Visit

router = APIRouter()
OF_AN_EVENT = (Role.SCOREKEEPER, Role.JUDGE, Role.HEAD_JUDGE, Role.ORGANISER)
STAYS = {"day": timedelta(days=1), "week": timedelta(days=7), "always": None}


@router.get("/e/{event}/desk/staff")
async def staff(request: Request, at: Here) -> Response:
    """List who has a link to this event's desk."""
    at.needs(Role.ORGANISER)
    return await _staff(request, at)


async def _staff(
    request: Request, at: Visit, failed: Failed | None = None, *, token: str | None = None, made: Grant | None = None
) -> Response:
    now = datetime.now(UTC)
    grants = await to_thread.run_sync(at.visitor.house.store.grants.of_event, at.event)
    base = base_address(request)
    link = None if token is None else f"{base}/in/{token}"
    return desk_page(
        request,
        at,
        "staff",
        tab="staff",
        failed=failed,
        grants=[(grant, is_good(grant, now)) for grant in reversed(grants)],
        roles=OF_AN_EVENT,
        link=link,
        made=made,
        code=None if link is None else Markup(qr_svg(link, border=2)),  # noqa: S704 (our own picture)
        unreachable=only_here(base),
    )


@router.post("/e/{event}/desk/staff")
async def make_link(request: Request, at: Here) -> Response:
    """Make a link and show it, this once."""
    at.needs(Role.ORGANISER)
    typed = await typed_fields(request)
    at.visitor.house.rates.count(POSTS, at.visitor.sender)
    try:
        token, grant = await to_thread.run_sync(
            _make, at, typed.get("role", ""), typed.get("label", ""), typed.get("lasts", ""), typed.get("id", "")
        )
    except FloorjudgeError as error:
        return await _staff(request, at, failure("staff", error, typed))
    return await _staff(request, at, token=token, made=grant)


def _make(at: Visit, role: str, label: str, lasts: str, form: str) -> tuple[str, Grant]:
    wanted = next((each for each in OF_AN_EVENT if each.value == role), None)
    if wanted is None or lasts not in STAYS:
        raise not_a_form("role" if wanted is None else "lasts")
    if not may_give(at.role, wanted):
        raise NotYours
    grants = at.visitor.house.store.grants
    return make_staff_token(grants, wanted, label, datetime.now(UTC), event=at.event, lasts=STAYS[lasts], form=form)


@router.post("/e/{event}/desk/staff/revoke")
async def revoke_link(request: Request, at: Here) -> Response:
    """Take a link back for good."""
    at.needs(Role.ORGANISER)
    typed = await typed_fields(request)
    try:
        await to_thread.run_sync(
            revoke_staff_token, at.visitor.house.store.grants, at.event, typed.get("grant", ""), datetime.now(UTC)
        )
    except FloorjudgeError as error:
        return await _staff(request, at, failure("revoke", error, typed))
    return back_to(f"/e/{at.event}/desk/staff")
