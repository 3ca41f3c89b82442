"""The first page: which events there are. And the switches that every page has: language, light or dark."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.web.common import languages
from floorjudge.web.common.responses import THEME_COOKIE, THEMES, back_to, own_address, page
from floorjudge.web.sessions import Asking, keep

router = APIRouter()


@router.get("/")
async def events(request: Request, session: Asking) -> Response:
    """List the events, the newest first, each with how far it has come."""
    kept = await to_thread.run_sync(session.application.store.log.tournaments)
    newest = kept[::-1][:50]
    listed = [(item, await session.application.events.see(item.id)) for item in newest]
    return page(request, "public/events.html", listed=listed, more=len(kept) - len(newest))


@router.post("/language")
async def choose_language(
    request: Request, language: Annotated[str, Form(max_length=10)] = "", back: Annotated[str, Form()] = "/"
) -> Response:
    """Keep the language that was chosen, and go back to the page."""
    answer = back_to(own_address(back))
    chosen = languages.known(language)
    if chosen is None:
        answer.delete_cookie(languages.COOKIE)
    else:
        keep(answer, request, languages.COOKIE, chosen)
    return answer


@router.post("/theme")
async def choose_theme(
    request: Request, theme: Annotated[str, Form(max_length=10)] = "", back: Annotated[str, Form()] = "/"
) -> Response:
    """Keep light or dark, or go by the system again, and go back to the page."""
    answer = back_to(own_address(back))
    if theme in THEMES:
        keep(answer, request, THEME_COOKIE, theme)
    else:
        answer.delete_cookie(THEME_COOKIE)
    return answer
