"""Events: which there are, a new one, one as it stands, its players, its calls."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.events.floor import search_calls
from floorjudge.events.floor.view import call_view
from floorjudge.web.api import shapes
from floorjudge.web.api.bodies import answer, unchanged
from floorjudge.web.api.failing import ALWAYS, OF_A_QUERY, OF_AN_EVENT, Responses, answering
from floorjudge.web.api.views import event_view, may_see_call, player_page
from floorjudge.web.refusals import no_such_page, unknown_player_here
from floorjudge.web.tokens import At, Program
from floorjudge.web.visits import player_here

router = APIRouter(prefix="/api/v1", tags=["Events"])
UNCHANGED: Responses = {304: {"description": "Nothing is new since the record that `If-None-Match` names."}}


@router.get(
    "/events",
    summary="Which events there are",
    responses=answering({200: {"model": shapes.Events}}, *ALWAYS, *OF_A_QUERY),
)
async def listed(
    visitor: Program,
    limit: Annotated[int, Query(ge=1, le=200, description="At most so many.")] = 50,
    after: Annotated[int, Query(ge=0, le=10**9, description="So many of the newest are left out.")] = 0,
) -> Response:
    """List the events, the newest first."""
    kept = (await to_thread.run_sync(visitor.house.store.log.tournaments))[::-1]
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
async def one(request: Request, at: At) -> Response:
    """Give the tournament and the floor, as much as who asks may see."""
    return unchanged(request, at.seen.number) or answer(event_view(at), at.seen.number)


@router.get(
    "/events/{event}/players/{number}",
    summary="One player",
    responses=answering({200: {"model": shapes.PlayerPage}, **UNCHANGED}, *OF_AN_EVENT, unknown_player_here("99")),
)
async def player(
    request: Request, at: At, number: Annotated[int, Path(ge=1, le=10**6, description="The registration's number.")]
) -> Response:
    """Give where a player stands, what comes next for them, their table and their games."""
    found = player_here(at.state, number)
    return unchanged(request, at.seen.number) or answer(player_page(at, found), at.seen.number)


@router.get(
    "/events/{event}/calls",
    summary="Calls for a judge",
    responses=answering({200: {"model": shapes.Calls}, **UNCHANGED}, *OF_AN_EVENT, *OF_A_QUERY),
)
async def calls(
    request: Request,
    at: At,
    words: Annotated[str, Query(max_length=200, description="Only calls in which all these words stand.")] = "",
) -> Response:
    """List the calls that who asks may see, the newest first."""
    notes = at.may_see("judge")
    mine = [call for call in search_calls(at.seen.venue, "") if may_see_call(at, call)]
    if words.strip():
        # Looked through is only what may be read: a note would tell what is in it by whether the call is found.
        wanted = words.casefold().split()
        mine = [call for call in mine if all(word in str(call_view(call, staff=notes)).casefold() for word in wanted)]
    value = {"calls": [call_view(call, staff=notes) for call in mine]}
    return unchanged(request, at.seen.number) or answer(value, at.seen.number)


@router.get(
    "/events/{event}/calls/{number}",
    summary="One call",
    responses=answering({200: {"model": shapes.Call}, **UNCHANGED}, *OF_AN_EVENT),
)
async def call(request: Request, at: At, number: Annotated[int, Path(ge=1, le=10**6)]) -> Response:
    """Give one call; one that may not be seen is answered like one that is not there."""
    found = next((call for call in at.seen.venue.all_calls() if call.number == number), None)
    if found is None or not may_see_call(at, found):
        raise no_such_page()
    value = call_view(found, staff=at.may_see("judge"))
    return unchanged(request, at.seen.number) or answer(value, at.seen.number)
