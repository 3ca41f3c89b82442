"""Staff links: each for one person and one role, shown once, revocable at any time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.access.errors import NotYours
from floorjudge.events.service.access.links import Grant, is_good, make_staff_token, may_give, revoke_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.texts import Text, text
from floorjudge.web.asking import Organiser
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import NotAForm
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import Failed, SentForm, failure
from floorjudge.web.links import base_address, only_here, qr_picture
from floorjudge.web.organiser.frame import desk_page

router = APIRouter()
# The roles of links, and the times for which they are valid.
ROLES: Mapping[Role, Text] = {
    Role.SCOREKEEPER: text("enters and corrects results"),
    Role.JUDGE: text("takes calls, rules, gives time, enters results"),
    Role.HEAD_JUDGE: text("also decides appeals, corrects results, sees deck lists"),
    Role.ORGANISER: text("everything at this event"),
}
LASTS: Mapping[str, tuple[Text, timedelta | None]] = {
    "day": (text("One day"), timedelta(days=1)),
    "week": (text("One week"), timedelta(days=7)),
    "always": (text("Until I take it back"), None),
}


@router.get("/e/{event}/desk/staff")
async def staff(at: Organiser) -> Response:
    """List the people with a staff link to this event."""
    return await _staff(at)


async def _staff(
    at: EventSession,
    *,
    failed: Failed | None = None,
    token: str | None = None,
    made: Grant | None = None,
) -> Response:
    now = datetime.now(UTC)
    grants = await to_thread.run_sync(at.application.store.grants.of_event, at.event)
    base = base_address(at.request)
    link = None if token is None else f"{base}/in/{token}"
    return desk_page(
        at,
        "staff",
        tab="staff",
        failed=failed,
        grants=[(grant, is_good(grant, now)) for grant in reversed(grants)],
        roles=ROLES,
        lasting=LASTS,
        link=link,
        made=made,
        code=None if link is None else qr_picture(link),
        unreachable=only_here(base),
    )


@router.post("/e/{event}/desk/staff")
async def make_link(at: Organiser) -> Response:
    """Make a link and show it once."""
    sent = await at.session.form()
    try:
        token, grant = await to_thread.run_sync(_make, at, sent)
    except FloorjudgeError as error:
        return await _staff(at, failed=failure("staff", error, sent))
    return await _staff(at, token=token, made=grant)


def _make(at: EventSession, sent: SentForm) -> tuple[str, Grant]:
    wanted = next((each for each in ROLES if each.value == sent["role"]), None)
    if wanted is None:
        raise NotAForm("role")
    if sent["lasts"] not in LASTS:
        raise NotAForm("lasts")
    if not may_give(at.role, wanted):
        raise NotYours
    _, lasts = LASTS[sent["lasts"]]
    grants = at.application.store.grants
    return make_staff_token(
        grants, wanted, sent["label"], datetime.now(UTC), event=at.event, lasts=lasts, form=sent["id"]
    )


@router.post("/e/{event}/desk/staff/revoke")
async def revoke_link(at: Organiser) -> Response:
    """Revoke a link."""
    sent = await at.session.form()
    grants = at.application.store.grants
    try:
        await to_thread.run_sync(revoke_staff_token, grants, at.event, sent["grant"], datetime.now(UTC))
    except FloorjudgeError as error:
        return await _staff(at, failed=failure("revoke", error, sent))
    at.application.channels.recheck(at.event)
    return back_to(f"/e/{at.event}/desk/staff")
