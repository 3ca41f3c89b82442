"""Errors for visitors: one page for all of them, or JSON for programs, with the matching HTTP status."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from floorjudge.errors import Conflict, Damaged, FloorjudgeError, Refused
from floorjudge.events.floor.errors import NoSuchCall
from floorjudge.events.service.access.errors import BadLink, NotYours
from floorjudge.events.service.log.errors import UnknownEvent
from floorjudge.extras import PackageNotInstalled
from floorjudge.formats.errors import BrokenFormat, FormatFailed
from floorjudge.magic.errors import NoCardTexts, NoMagicEngine
from floorjudge.store.errors import (
    CannotOpen,
    DatabaseAway,
    DiskFailed,
    DiskFull,
    FileBusy,
    FileGone,
    LostFile,
    ReadOnly,
    UnknownTournament,
)
from floorjudge.web.common.languages import language_of
from floorjudge.web.common.monitoring import pattern_of
from floorjudge.web.common.responses import json_response, page
from floorjudge.web.errors import (
    BadToken,
    CardsBeingPrepared,
    ForeignForm,
    MovedOnSince,
    NoCardsHere,
    NoSuchJob,
    NoSuchPage,
    NoSuchPlayerHere,
    NotAForm,
    NotThisWay,
    OwnQueueFull,
    QueueFull,
    ServerStops,
    StoreAway,
    StoreDamaged,
    StoreFails,
    StoreFull,
    StoreHeld,
    StoreReadOnly,
    TooMuchSent,
    TooOften,
    WentWrong,
)
from floorjudge.web.security import HEADERS

# The database is unavailable now; only the operator learns the exact cause.
UNAVAILABLE = (StoreAway, FileBusy, ReadOnly, DiskFull, CannotOpen, DiskFailed, LostFile, FileGone, DatabaseAway)
# Errors with a more specific status than their family: they concern the caller, not the input.
OWN: Mapping[type[FloorjudgeError], int] = {
    NotYours: 403,
    BadLink: 403,
    BadToken: 401,
    MovedOnSince: 412,
    ForeignForm: 403,
    NotThisWay: 405,
    TooMuchSent: 413,
    TooOften: 429,
    QueueFull: 429,
    OwnQueueFull: 429,
    CardsBeingPrepared: 429,
    PackageNotInstalled: 501,
    ServerStops: 503,
}
_NOT_FOUND = (NoSuchPage, NoSuchJob, UnknownEvent, UnknownTournament, NoSuchPlayerHere, NoSuchCall)


def status_of(error: FloorjudgeError) -> int:
    """Return the HTTP status of an error: by its class if that is more specific than its family."""
    if type(error) in OWN:
        return OWN[type(error)]
    if isinstance(error, UNAVAILABLE):
        return 503
    if isinstance(error, _NOT_FOUND):
        return 404
    if isinstance(error, Refused | Conflict):
        return 409
    return 500 if isinstance(error, Damaged) else 400


_ADVICE: Mapping[int, dict[str, str]] = {
    401: {"www-authenticate": "Bearer"},
    429: {"retry-after": "60"},
    503: {"retry-after": "5"},
}
# Names of files and servers, and causes, go to the log; visitors read what is wrong and what they can do.
SHADED: Mapping[type[FloorjudgeError], Callable[[], FloorjudgeError]] = {
    DiskFull: StoreFull,
    ReadOnly: StoreReadOnly,
    FileBusy: StoreHeld,
    DiskFailed: StoreFails,
}
# Errors that a command fixes: programs get the command, visitors read that the person who runs the server can help.
_OPERATORS = (NoCardTexts, NoMagicEngine)
# The status that proxies log for it.
HUNG_UP = 499
_LOG = logging.getLogger("floorjudge.web")


def wants_json(request: Request) -> bool:
    """Return whether a program sent the request."""
    return request.url.path.startswith("/api/")


def for_visitors(request: Request, error: FloorjudgeError, status: int | None = None) -> FloorjudgeError:
    """Return the error for visitors, without names of files or servers; log the whole error.

    Visitors of a page read no commands that only the operator can type. `status` is that of the answer, by default that
    of the error.
    """
    status = status or status_of(error)
    if isinstance(error, _OPERATORS) and not wants_json(request):
        return NoCardsHere()
    if status not in {500, 503} or isinstance(error, ServerStops):
        return error
    # The pattern of the address, not the address: links are secrets.
    _LOG.error("%s %s: %s", request.method, pattern_of(request.scope), error)
    if isinstance(error, (WentWrong, StoreAway, BrokenFormat, FormatFailed)):
        return error
    return SHADED.get(type(error), StoreDamaged if status == 500 else StoreAway)()


async def error_answer(request: Request, error: FloorjudgeError, status: int | None = None) -> Response:
    """Return an error as a page or as JSON, by default with the matching status."""
    status = status or status_of(error)
    error = for_visitors(request, error, status)
    headers = {**HEADERS, "cache-control": "no-store"} | _ADVICE.get(status, {})
    if wants_json(request):
        value = {"ok": False, "error": error.as_json(language_of(request))}
        return json_response(value, status, headers)
    return page(request, "shared/error.html", status=status, headers=headers, error=error, status_code=status)


def add_error_pages(app: FastAPI) -> None:
    """Make the application answer with these pages for every error."""

    async def ours(request: Request, error: Exception) -> Response:
        return await error_answer(request, error if isinstance(error, FloorjudgeError) else WentWrong())

    async def framework(request: Request, error: Exception) -> Response:
        """Answer an error of FastAPI as the error of ours that means the same."""
        # An error raised while a form is read is wrapped in another.
        if isinstance(error.__cause__, FloorjudgeError):
            return await error_answer(request, error.__cause__)
        status = error.status_code if isinstance(error, HTTPException) else 404
        known = {404: NoSuchPage, 405: NotThisWay}
        return await error_answer(request, known[status]() if status in known else NotAForm(""))

    async def form(request: Request, error: Exception) -> Response:
        places = [place["loc"] for place in error.errors()] if isinstance(error, RequestValidationError) else []
        if any(place[0] == "path" for place in places):
            return await error_answer(request, NoSuchPage())
        return await error_answer(request, NotAForm(str(places[0][-1]) if places else ""))

    async def gone(_request: Request, _error: Exception) -> Response:
        # The sender has hung up during the upload: nothing was done, and no one receives an answer.
        return Response(status_code=HUNG_UP)

    app.add_exception_handler(FloorjudgeError, ours)
    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(HTTPException, framework)
    app.add_exception_handler(RequestValidationError, form)
    app.add_exception_handler(500, ours)
