"""Errors as people meet them: one page for all of them, or JSON for programs, with the HTTP status that fits."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from floorjudge.errors import FloorjudgeError
from floorjudge.web.answers import page
from floorjudge.web.languages import language_of
from floorjudge.web.logs import pattern_of
from floorjudge.web.refusals import no_such_page, not_a_form, not_this_way, store_away, store_damaged, went_wrong
from floorjudge.web.security_headers import HEADERS
from floorjudge.web.statuses import status_of

_ADVICE: Mapping[int, dict[str, str]] = {
    401: {"www-authenticate": "Bearer"},
    429: {"retry-after": "60"},
    503: {"retry-after": "5"},
}
# What a file or a server is called, and how it failed, is for the log; visitors learn what they can do.
SHADED: Mapping[int, Callable[[], FloorjudgeError]] = {500: store_damaged, 503: store_away}
# What proxies write into their logs for it.
HUNG_UP = 499
_LOG = logging.getLogger("floorjudge.web")


def wants_json(request: Request) -> bool:
    """Say whether a program is asking."""
    return request.url.path.startswith("/api/")


async def error_answer(request: Request, error: FloorjudgeError) -> Response:
    """Return an error as a page or as JSON."""
    status = status_of(error)
    if status in SHADED:
        # The pattern of the address, not the address: links are secrets.
        _LOG.error("%s %s: %s", request.method, pattern_of(request.scope), error)
        error = error if error.code == "went_wrong" else SHADED[status]()
    headers = {**HEADERS, "cache-control": "no-store"} | _ADVICE.get(status, {})
    if wants_json(request):
        value = {"ok": False, "error": error.as_json(language_of(request))}
        return JSONResponse(value, status, headers)
    return page(request, "error.html", status=status, headers=headers, error=error, status_code=status)


def add_error_pages(app: FastAPI) -> None:
    """Have the application answer with these pages whatever goes wrong."""

    async def ours(request: Request, error: Exception) -> Response:
        return await error_answer(request, error if isinstance(error, FloorjudgeError) else went_wrong())

    async def framework(request: Request, error: Exception) -> Response:
        # What is raised while a form is read comes wrapped.
        if isinstance(error.__cause__, FloorjudgeError):
            return await error_answer(request, error.__cause__)
        status = error.status_code if isinstance(error, HTTPException) else 404
        known = {404: no_such_page, 405: not_this_way}
        return await error_answer(request, known[status]() if status in known else not_a_form(""))

    async def form(request: Request, error: Exception) -> Response:
        places = [place["loc"] for place in error.errors()] if isinstance(error, RequestValidationError) else []
        if any(place[0] == "path" for place in places):
            return await error_answer(request, no_such_page())
        return await error_answer(request, not_a_form(str(places[0][-1]) if places else ""))

    async def gone(_request: Request, _error: Exception) -> Response:
        # Whoever sent this has hung up in the middle of it: nothing was done, and nobody is there to be told.
        return Response(status_code=HUNG_UP)

    app.add_exception_handler(FloorjudgeError, ours)
    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(HTTPException, framework)
    app.add_exception_handler(RequestValidationError, form)
    app.add_exception_handler(500, ours)
