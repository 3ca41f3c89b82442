"""What comes in and what goes out: bodies as JSON objects, entity tags that are numbers of records."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.events.codec import read_object
from floorjudge.web.common.responses import json_response
from floorjudge.web.errors import MovedOnSince
from floorjudge.web.sessions import EventSession

JsonObject: TypeAlias = dict[str, Any]
PRIVATE = {"cache-control": "private, no-cache", "vary": "authorization, cookie, accept-language"}
_TAG = re.compile(r'(?:W/)?"(\d{1,12})"')


async def object_in(request: Request) -> JsonObject:
    """Return the JSON object that was sent.

    Raises BadInput when it is anything else.
    """
    return await run_in_threadpool(read_object, await request.body())


def answer(value: JsonObject, number: int | None = None, status: int = 200, **headers: str) -> Response:
    """Return a JSON value; `number` is the record that it is true at, and its entity tag."""
    tag = {} if number is None else {"etag": f'"{number}"'}
    return json_response(value, status, PRIVATE | tag | headers)


def prefers_minimal(request: Request) -> bool:
    """Say whether who asks does without the view of the event in the answer (`Prefer: return=minimal`)."""
    wishes = request.headers.get("prefer", "")[:1_000].lower().replace(";", ",").split(",")
    return "return=minimal" in (wish.strip().replace(" ", "").replace('"', "") for wish in wishes)


def unchanged(request: Request, number: int) -> Response | None:
    """Return the answer that nothing is new, when who asks knows record `number` (`If-None-Match`); else None."""
    known = request.headers.get("if-none-match", "")
    if known.strip() == "*" or number in _numbers(known):
        return Response(status_code=304, headers=PRIVATE | {"etag": f'"{number}"'})
    return None


def check_match(request: Request, at: EventSession) -> None:
    """Check that the event stands where who asks says (`If-Match`).

    Raises Conflict `moved_on_since` (412 on the web) when it does not.
    """
    wanted = request.headers.get("if-match", "").strip()
    if wanted and wanted != "*" and at.number not in _numbers(wanted):
        raise MovedOnSince(at.number)


def known_number(request: Request) -> int | None:
    """Return the one record that `If-Match` names, None when it names none or several."""
    numbers = _numbers(request.headers.get("if-match", ""))
    return numbers[0] if len(numbers) == 1 else None


def _numbers(tags: str) -> list[int]:
    return [int(number) for number in _TAG.findall(tags[:1_000])]
