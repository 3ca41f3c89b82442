"""For whoever keeps the server running: does the process answer, does the database, how busy is it."""

from __future__ import annotations

import ipaddress

from anyio import fail_after, to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from floorjudge.events.service.errors import NotYours
from floorjudge.events.service.roles import Role
from floorjudge.web import metrics
from floorjudge.web.house import House
from floorjudge.web.refusals import store_away
from floorjudge.web.tokens import asking

router = APIRouter()
PATIENCE = 3.0
_NOT_KEPT = {"cache-control": "no-store"}


@router.get("/health")
async def health() -> Response:
    """Say that the process answers."""
    return JSONResponse({"ok": True}, headers=_NOT_KEPT)


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Say whether the database answers: 200, or 503 when it is away or takes longer than some seconds."""
    house: House = request.app.state.house
    try:
        with fail_after(PATIENCE):
            found = await to_thread.run_sync(
                house.store.health, abandon_on_cancel=True, limiter=house.errands_for_the_operator
            )
    except TimeoutError:
        raise store_away() from None
    value = {"ok": True, "database": found.kind, "tables": found.revision, "durable": found.durable}
    return JSONResponse(value, headers=_NOT_KEPT)


@router.get("/metrics")
async def numbers(request: Request) -> Response:
    """Give the counts to this machine itself, and to the owner; a proxy's requests come from elsewhere."""
    if not _from_here(request) and (await asking(request)).role(None) is not Role.OWNER:
        raise NotYours
    return Response(await to_thread.run_sync(metrics.exposition), media_type=metrics.KIND, headers=_NOT_KEPT)


def _from_here(request: Request) -> bool:
    if request.client is None or {"forwarded", "x-forwarded-for"} & set(request.headers):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
