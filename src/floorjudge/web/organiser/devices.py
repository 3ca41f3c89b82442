"""The owner's devices and programs: adding one, the list with the latest uses, signing out, revoking."""

from __future__ import annotations

from datetime import UTC, datetime

from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.access.links import (
    ONCE,
    PROGRAM,
    Grant,
    is_good,
    make_device_link,
    make_program_token,
    revoke_staff_token,
)
from floorjudge.web.asking import Owner
from floorjudge.web.common.responses import back_to
from floorjudge.web.errors import NotAForm
from floorjudge.web.forms import Failed, failure
from floorjudge.web.links import base_address, only_here, qr_picture
from floorjudge.web.sessions import Session

router = APIRouter(prefix="/owner")
MAKERS = {"device": make_device_link, "program": make_program_token}


@router.get("")
async def devices(session: Owner) -> Response:
    """List the devices and programs with the owner's permissions."""
    return await _devices(session)


async def _devices(
    session: Session, *, failed: Failed | None = None, token: str = "", made: Grant | None = None
) -> Response:
    now = datetime.now(UTC)
    grants = await to_thread.run_sync(session.application.store.grants.of_event, None)
    good = [grant for grant in reversed(grants) if is_good(grant, now)]
    base = base_address(session.request)
    is_program = made is not None and made.id.startswith(PROGRAM)
    link = f"{base}/in/{token}" if made is not None and not is_program else None
    return session.page(
        "organiser/devices.html",
        failed=failed,
        devices=[grant for grant in good if not grant.id.startswith((ONCE, PROGRAM))],
        programs=[grant for grant in good if grant.id.startswith(PROGRAM)],
        waiting=[grant for grant in good if grant.id.startswith(ONCE)],
        ended=[grant for grant in reversed(grants) if grant not in good and not grant.id.startswith(ONCE)],
        own={grant.id for grant in session.grants},
        made=made,
        token=token if is_program else None,
        link=link,
        base=base,
        code=None if link is None else qr_picture(link),
        unreachable=only_here(base),
    )


@router.post("")
async def let_in(session: Owner) -> Response:
    """Make a link for a further device, or a token for a program, and show it once."""
    sent = await session.form()
    grants = session.application.store.grants
    try:
        make = MAKERS.get(sent["kind"])
        if make is None:
            raise NotAForm("kind")
        now = datetime.now(UTC)
        token, made = await to_thread.run_sync(lambda: make(grants, sent["label"], now, form=sent["id"]))
    except FloorjudgeError as error:
        return await _devices(session, failed=failure("owner", error, sent))
    return await _devices(session, token=token, made=made)


@router.post("/revoke")
async def revoke(session: Owner) -> Response:
    """Sign a device out, or revoke a program's token."""
    sent = await session.form()
    grants = session.application.store.grants
    try:
        await to_thread.run_sync(revoke_staff_token, grants, None, sent["grant"], datetime.now(UTC))
    except FloorjudgeError as error:
        return await _devices(session, failed=failure("revoke", error, sent))
    session.application.channels.recheck(None)
    signed_out = {grant.id for grant in session.grants} == {sent["grant"]}
    return back_to("/" if signed_out else "/owner")
