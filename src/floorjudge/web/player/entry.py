"""What a player does about their own entry, from their own phone: hand in a deck list, leave the event."""

from __future__ import annotations

from functools import partial

from anyio import to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.errors import NotYours
from floorjudge.events.service.log import deck_lists
from floorjudge.formats.on_the_edge.decks import DeckReport, check_deck
from floorjudge.formats.on_the_edge.tables import Player, PlayerSet, Stage
from floorjudge.web.commands import Failed, SentForm, do, failure, new_id, sent_form, typed_again
from floorjudge.web.common.responses import back_to, page
from floorjudge.web.error_pages import status_of
from floorjudge.web.errors import NoDeckList
from floorjudge.web.live.player_story import upon_leaving
from floorjudge.web.sessions import EventSession, Here

router = APIRouter()


@router.get("/e/{event}/me/deck")
async def deck(request: Request, at: Here) -> Response:
    """Show a player their deck list with what was found in it, and, before the start, the form to hand one in."""
    return await _deck(request, at)


@router.post("/e/{event}/me/deck")
async def hand_in(request: Request, at: Here) -> Response:
    """Take a player's own deck list; with `how` = `check` only say what would be found in it.

    Clauses: OTE 1.1
    """
    sent = await sent_form(request)
    me = _me(at)
    try:
        listing = sent.text("file", "list")
        if not listing.strip():
            raise NoDeckList
        if sent["how"] == "check":
            return await _deck(request, at, tried=listing)
        await do(at, {"do": "deck", "player": me.name, "list": listing}, command_id=sent["id"])
    except FloorjudgeError as error:
        return await _deck(request, await at.now(), failed=failure("deck", error, sent))
    return back_to(f"/e/{at.event}/me/deck")


async def _deck(
    request: Request, at: EventSession, *, tried: str | None = None, failed: Failed | None = None
) -> Response:
    me = _me(at)
    kept = (await to_thread.run_sync(deck_lists, at.records())).get(me.name)
    shown = kept if tried is None else tried
    report: DeckReport | None = None if shown is None else await to_thread.run_sync(check_deck, shown)
    return page(
        request,
        "player/deck.html",
        status=200 if failed is None else status_of(failed.error),
        at=at,
        listing=shown or "",
        tried=tried is not None,
        report=report,
        is_open=at.state.stage is Stage.REGISTRATION and me.set is not PlayerSet.LEFT,
        failed=failed,
        typed=partial(typed_again, failed),
        new_id=new_id,
    )


@router.get("/e/{event}/me/leave")
async def leave_form(request: Request, at: Here) -> Response:
    """Say what would happen if the player left now, and ask."""
    return _leave(request, at)


@router.post("/e/{event}/me/leave")
async def leave(request: Request, at: Here) -> Response:
    """Take the player out of the event at their own wish."""
    sent: SentForm = await sent_form(request)
    try:
        await do(at, {"do": "leave", "player": _me(at).name}, command_id=sent["id"])
    except FloorjudgeError as error:
        return _leave(request, await at.now(), failure("leave", error, sent))
    return back_to(f"/e/{at.event}/me")


def _leave(request: Request, at: EventSession, failed: Failed | None = None) -> Response:
    return page(
        request,
        "player/leave.html",
        status=200 if failed is None else status_of(failed.error),
        at=at,
        leaving=upon_leaving(at.state, _me(at)),
        failed=failed,
        new_id=new_id,
    )


def _me(at: EventSession) -> Player:
    """Return whose phone this is; raises Refused (403 on the web) when it is nobody's."""
    if at.me is None:
        raise NotYours
    return at.me
