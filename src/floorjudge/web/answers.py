"""Answers: a page from a template, or the way to another page after a form was sent."""

from __future__ import annotations

import time
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from floorjudge.web.languages import language_of
from floorjudge.web.templating import templates
from floorjudge.web.visitors import THEME_COOKIE, THEMES, Visitor

PRIVATE = "no-store"


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    headers: dict[str, str] | None = None,
    **values: Any,  # noqa: ANN401 (whatever the template asks for)
) -> HTMLResponse:
    """Return a page; every template has `language`, `theme`, `visitor` (None on some error pages), `here` and `now`.

    `values` are what this template asks for besides.
    """
    visitor = getattr(request.state, "visitor", None)
    theme = request.cookies.get(THEME_COOKIE)
    content = (
        templates()
        .get_template(template)
        .render(
            language=language_of(request),
            theme=theme if theme in THEMES else None,
            visitor=visitor if isinstance(visitor, Visitor) else None,
            here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
            now=int(time.time() * 1000),
            **values,
        )
    )
    sent = {"cache-control": PRIVATE, "vary": "cookie, accept-language"} | (headers or {})
    return HTMLResponse(content, status, sent)


def back_to(address: str) -> RedirectResponse:
    """Return the way to a page after a form was sent, so that loading it again sends nothing."""
    return RedirectResponse(address, 303, {"cache-control": PRIVATE})


def own_address(wanted: str, otherwise: str = "/") -> str:
    """Return an address of ours that a form names, or `otherwise` when it leads anywhere else."""
    plain = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted
    return wanted if plain and wanted.isprintable() and len(wanted) < 1_000 else otherwise
