"""My page: what the event is for the player this phone belongs to."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.web.answers import page
from floorjudge.web.pages.reporting import my_page
from floorjudge.web.visits import Here

router = APIRouter()


@router.get("/e/{event}/me")
async def me(request: Request, at: Here) -> Response:
    """Show a player's own page; everybody else learns how to get one."""
    if at.me is None:
        return page(request, "public/nobody.html", at=at)
    return my_page(request, at)
