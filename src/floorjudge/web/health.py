"""Health checks for the operator: whether the process answers, whether the database answers, the load."""

from __future__ import annotations

import ipaddress

from anyio import fail_after, to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.events.service.access.errors import NotYours
from floorjudge.events.service.access.roles import Role
from floorjudge.web.asking import asking
from floorjudge.web.common import monitoring
from floorjudge.web.common.responses import PRIVATE, json_response
from floorjudge.web.errors import StoreAway
from floorjudge.web.shared import Application

router = APIRouter()
PATIENCE = 3.0


@router.get("/health")
async def health() -> Response:
    """Answer that the process runs."""
    return json_response({"ok": True})


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Answer whether the database answers: 200, or 503 if it is away or takes longer than some seconds."""
    application: Application = request.app.state.application
    try:
        with fail_after(PATIENCE):
            found = await to_thread.run_sync(
                application.store.health, abandon_on_cancel=True, limiter=application.operator_threads
            )
    except TimeoutError:
        raise StoreAway from None
    value = {"ok": True, "database": found.kind, "tables": found.revision, "durable": found.durable}
    return json_response(value)


@router.get("/metrics")
async def numbers(request: Request) -> Response:
    """Return the counts, to this machine itself and to the owner; a proxy's requests come from elsewhere."""
    if not _from_here(request) and (await asking(request)).role(None) is not Role.OWNER:
        raise NotYours
    return Response(
        await to_thread.run_sync(monitoring.exposition), media_type=monitoring.KIND, headers={"cache-control": PRIVATE}
    )


def _from_here(request: Request) -> bool:
    if request.client is None or {"forwarded", "x-forwarded-for"} & set(request.headers):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
