"""What everybody may see of an event: the live page, the log, the draw and its proof, a player."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from floorjudge.events.service.story import told
from floorjudge.web.answers import back_to, page
from floorjudge.web.clocks import clock_face
from floorjudge.web.draw_proof import draw_proof
from floorjudge.web.live import Wish, as_stream
from floorjudge.web.player_story import player_story
from floorjudge.web.visits import Here, player_here

router = APIRouter()
LINES_A_PAGE = 100
MOST_WATCHED = 10
MOST_FOUND = 100


@router.get("/e/{event}")
async def event_page(request: Request, at: Here) -> Response:
    """Show the event live: tables, standings, the way to the final."""
    kept = at.visitor.house.kept_pages
    plain = not request.url.query
    key = (at.event, at.seen.number, at.language, at.visitor.theme, at.role, at.me is None, at.visitor.known)
    if plain and (found := kept.find(key)) is not None:
        return found.answer(request)
    pieces = at.channel.pieces(at.language, at.seen)
    face = clock_face(at.seen.venue.clock, datetime.now(UTC))
    made = page(request, "public/event.html", at=at, pieces=pieces, face=face, exact=True)
    return kept.keep(key, made).answer(request) if plain else made


@router.get("/e/{event}/live")
async def live(
    request: Request,
    at: Here,
    since: Annotated[int | None, Query(ge=0)] = None,
    pieces: Annotated[str | None, Query(max_length=1)] = None,
    watch: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Send what happens as it happens; see `floorjudge.web.live`."""
    last = request.headers.get("last-event-id", "")
    known = int(last) if last.isdecimal() and len(last) < 10 else since
    wish = Wish(at.language, pieces is not None, frozenset(watch.split(",")[:MOST_WATCHED]) if watch else frozenset())
    return as_stream(at.channel.listen(wish, at.seen.number if known is None else known))


@router.get("/e/{event}/log")
async def log_page(request: Request, at: Here, before: Annotated[int | None, Query(ge=1)] = None) -> Response:
    """Tell what happened, newest first, in plain words."""
    end = at.seen.number if before is None else min(before - 1, at.seen.number)
    first = max(1, end - LINES_A_PAGE + 1)
    # What judges write about players is for judges, not for the whole staff.
    staff = at.may_see("judge")
    lines = [told(record) for record in at.seen.records(first, end)][::-1]
    shown = [(line, line.staff if staff else line.public) for line in lines]
    return page(
        request,
        "public/log.html",
        at=at,
        lines=[line for line in shown if line[1] is not None],
        first=first,
        newest=end == at.seen.number,
        staff=staff,
    )


@router.get("/e/{event}/draw")
async def draw_page(request: Request, at: Here) -> Response:
    """Explain what the draws are promised with, and how anybody can check them."""
    return page(request, "public/draw.html", at=at, head=at.seen.records(at.seen.number)[-1].hash)


@router.get("/e/{event}/draw.json")
async def draw_file(at: Here) -> Response:
    """Give what somebody needs to compute every draw again with a program of their own."""
    headers = {"content-disposition": f'attachment; filename="{at.event}-draw.json"', "cache-control": "no-store"}
    return JSONResponse(draw_proof(at.seen), headers=headers)


@router.get("/e/{event}/player/{number}")
async def player_page(request: Request, at: Here, number: Annotated[int, Path(ge=1, le=10**6)]) -> Response:
    """Show one player's table, points, games and next step."""
    player = player_here(at.state, number)
    story = player_story(at.state, at.seen.venue, player)
    return page(request, "public/player.html", at=at, story=story)


@router.get("/e/{event}/find")
async def find(request: Request, at: Here, name: Annotated[str, Query(max_length=100)] = "") -> Response:
    """Find players by a part of their name, for phones without scripts; with one match go there at once."""
    wanted = name.strip().casefold()
    found = [player for player in at.state.everybody() if wanted in player.name.casefold()] if wanted else []
    if len(found) == 1:
        return back_to(f"/e/{at.event}/player/{found[0].number}")
    return page(request, "public/find.html", at=at, name=name, found=found[:MOST_FOUND])
