"""Events: the list, one event's current state, its players, its calls, its log in sentences, its growing log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from floorjudge.events.floor.call_history import search_calls
from floorjudge.events.view import call_view
from floorjudge.web.api import shapes
from floorjudge.web.api.shapes import ALWAYS, OF_A_QUERY, OF_AN_EVENT, Responses, answering
from floorjudge.web.api.views import JsonObject, answer, answer_at, event_view, may_see_call, player_page, record_view
from floorjudge.web.asking import Program, ProgramAt, still_good
from floorjudge.web.errors import NoSuchPage, NoSuchPlayerHere
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.live.channels import ALIVE, RETRY, as_stream, last_known

router = APIRouter(prefix="/api/v1", tags=["Events"])
UNCHANGED: Responses = {304: {"description": "Nothing is new since the record that `If-None-Match` names."}}


@router.get(
    "/events",
    summary="Which events there are",
    responses=answering({200: {"model": shapes.Events}}, *ALWAYS, *OF_A_QUERY),
)
async def listed(
    session: Program,
    limit: Annotated[int, Query(ge=1, le=200, description="At most so many.")] = 50,
    after: Annotated[int, Query(ge=0, le=10**9, description="So many of the newest are left out.")] = 0,
) -> Response:
    """List the events, the newest first."""
    kept = (await to_thread.run_sync(session.application.store.log.tournaments))[::-1]
    shown = kept[after : after + limit]
    end = after + len(shown)
    events = [
        {"event": item.id, "name": item.name, "opened_at": item.opened_at, "records": item.records} for item in shown
    ]
    return answer({"events": events, "next": end if shown and end < len(kept) else None})


@router.get(
    "/events/{event}",
    summary="An event as it stands",
    responses=answering({200: {"model": shapes.Event}, **UNCHANGED}, *OF_AN_EVENT),
)
async def one(at: ProgramAt) -> Response:
    """Return the tournament and the floor, as far as the caller may see them."""
    return answer_at(at, lambda: event_view(at))


@router.get(
    "/events/{event}/players/{number}",
    summary="One player",
    responses=answering({200: {"model": shapes.PlayerPage}, **UNCHANGED}, *OF_AN_EVENT, NoSuchPlayerHere(99)),
)
async def player(
    at: ProgramAt, number: Annotated[int, Path(ge=1, le=10**6, description="The registration's number.")]
) -> Response:
    """Return a player's standing, next step, table and games."""
    found = at.numbered_player(number)
    value = await player_page(at, found)
    return answer_at(at, lambda: value)


@router.get(
    "/events/{event}/calls",
    summary="Calls for a judge",
    responses=answering({200: {"model": shapes.Calls}, **UNCHANGED}, *OF_AN_EVENT, *OF_A_QUERY),
)
async def calls(
    at: ProgramAt,
    words: Annotated[str, Query(max_length=200, description="Only calls in which all these words stand.")] = "",
) -> Response:
    """List the calls that the caller may see, the newest first."""
    notes = at.may_see("judge")
    mine = [call for call in search_calls(at.venue, "") if may_see_call(at, call)]
    if words.strip():
        # Only the readable part is searched: a match in a hidden note would reveal its words.
        wanted = words.casefold().split()
        mine = [call for call in mine if all(word in str(call_view(call, staff=notes)).casefold() for word in wanted)]
    return answer_at(at, lambda: {"calls": [call_view(call, staff=notes) for call in mine]})


@router.get(
    "/events/{event}/calls/{number}",
    summary="One call",
    responses=answering({200: {"model": shapes.Call}, **UNCHANGED}, *OF_AN_EVENT),
)
async def call(at: ProgramAt, number: Annotated[int, Path(ge=1, le=10**6)]) -> Response:
    """Return one call; a hidden call gets the same answer as a missing one."""
    found = next((call for call in at.venue.all_calls() if call.number == number), None)
    if found is None or not may_see_call(at, found):
        raise NoSuchPage
    return answer_at(at, lambda: call_view(found, staff=at.may_see("judge")))


AT_ONCE = 100
Since = Annotated[int | None, Query(ge=0, le=10**12, description="The last record that is known.")]
EXAMPLE = 'id: 17\nevent: record\ndata: {"number": 17, "at": "...", "by": "organiser Marie", "said": "..."}\n\n'
STREAM = {
    "description": "Server-sent events without an end; a comment every 15 seconds.",
    "content": {"text/event-stream": {"schema": {"type": "string"}, "example": EXAMPLE}},
}


@router.get(
    "/events/{event}/log",
    summary="The log in plain words",
    responses=answering({200: {"model": shapes.Log}, **UNCHANGED}, *OF_AN_EVENT, *OF_A_QUERY),
)
async def log(
    at: ProgramAt,
    after: Annotated[int, Query(ge=0, le=10**12, description="Only records with higher numbers.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500, description="At most so many.")] = 100,
) -> Response:
    """List records in order."""
    found = at.records(after + 1, after + limit) if after < at.number else ()
    return answer_at(at, lambda: {"records": [record_view(at, record) for record in found], "newest": at.number})


@router.get(
    "/events/{event}/live",
    summary="The log as it grows",
    responses=answering({200: STREAM}, *OF_AN_EVENT, *OF_A_QUERY),
)
async def live(at: ProgramAt, since: Since = None) -> Response:
    """Send every record from now on, or from the one after `Last-Event-ID` or `since`; none is left out.

    `id` is the number of the record, so that a client that reconnects continues where it was.
    """
    return as_stream(_records(at, last_known(at.request, since, at.number)))


async def _records(at: EventSession, since: int) -> AsyncIterator[bytes]:
    yield RETRY
    async with aclosing(at.channel.moments(since, still_good(at.session))) as moments:
        async for seen in moments:
            if seen is None:
                yield ALIVE
                continue
            now = EventSession(at.session, seen)
            while since < seen.number:
                part = seen.records(since + 1, min(since + AT_ONCE, seen.number))
                yield b"".join(_line(record_view(now, record)) for record in part)
                since += len(part)


def _line(value: JsonObject) -> bytes:
    return b"id: %d\nevent: record\ndata: %b\n\n" % (value["number"], msgspec.json.encode(value))
