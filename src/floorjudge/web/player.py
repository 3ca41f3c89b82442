"""A player's own pages: the event for this player, the result of the game, calls for a judge, the deck, leaving.

Every form works without a script. With a script the phone stores the typed values until the server has them, and sends
the same form with `Accept: application/json`; the answer then tells whether it counts. A form may arrive an hour late,
so it contains everything needed to understand it: the names beside the numbers, and the number of the stage.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal, TypeAlias

import msgspec
from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import Conflict, FloorjudgeError
from floorjudge.events.codec import event_value
from floorjudge.events.floor.errors import OtherStage
from floorjudge.events.leaving import upon_leaving
from floorjudge.events.service.access.errors import NotYours
from floorjudge.formats.competition import Phase
from floorjudge.formats.errors import BadNumber
from floorjudge.formats.players import Player
from floorjudge.web.asking import Here
from floorjudge.web.commands import Fields, do, submit
from floorjudge.web.common.loop_rulings import ruling_words
from floorjudge.web.common.responses import back_to, json_response
from floorjudge.web.error_pages import for_visitors, status_of
from floorjudge.web.errors import AnotherPlayers
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.finder.decks import report_on
from floorjudge.web.forms import Failed, SentForm, deck_list_in, failure, number_in
from floorjudge.web.given import given_in, is_empty, names_in
from floorjudge.web.live.own import own_view

router = APIRouter()
Act: TypeAlias = Literal["report", "confirm", "dispute", "call"]
_LONGEST_NUMBER = 9


@router.get("/e/{event}/me")
async def me(at: Here) -> Response:
    """Show a player's own page; other readers see how to get one."""
    return at.page("player/nobody.html") if at.me is None else _own_page(at)


def _own_page(at: EventSession, failed: Failed | None = None) -> Response:
    me = _me(at)
    shown = own_view(at.state, me, datetime.now(UTC))
    return at.page("player/me.html", **msgspec.structs.asdict(shown), ruling_words=ruling_words, failed=failed)


def _me(at: EventSession) -> Player:
    """Return the player of this phone; raises Refused (403 on the web) if it belongs to no player."""
    if at.me is None:
        raise NotYours
    return at.me


@router.get("/e/{event}/me/deck")
async def deck(at: Here) -> Response:
    """Show a player their deck list with its report, and, before the start, the form to hand one in."""
    return await _deck(at)


@router.post("/e/{event}/me/deck")
async def hand_in(at: Here) -> Response:
    """Take a player's own deck list; with `how` = `check` only show its report.

    Clauses: OTE 1.1
    """
    sent = await at.session.form()
    me = _me(at)
    try:
        listing = deck_list_in(sent)
        if sent["how"] == "check":
            return await _deck(at, tried=listing)
        await do(at, {"do": "deck", "player": me.name, "list": listing}, command_id=sent["id"])
    except FloorjudgeError as error:
        return await _deck(await at.now(), failed=failure("deck", error, sent))
    return back_to(f"/e/{at.event}/me/deck")


async def _deck(at: EventSession, *, tried: str | None = None, failed: Failed | None = None) -> Response:
    me = _me(at)
    kept = (await to_thread.run_sync(at.snapshot.deck_lists)).get(me.name)
    shown = kept if tried is None else tried
    return at.page(
        "player/deck.html",
        listing=shown or "",
        tried=tried is not None,
        report=None if shown is None else await to_thread.run_sync(report_on, at.state, shown),
        is_open=at.state.phase is Phase.REGISTRATION and me.present,
        failed=failed,
    )


@router.get("/e/{event}/me/leave")
async def leave_form(at: Here) -> Response:
    """Show what would happen if the player left now, and ask for confirmation."""
    return await _leave(at)


@router.post("/e/{event}/me/leave")
async def leave(at: Here) -> Response:
    """Remove the player at their own request."""
    fields = {"do": "leave", "player": _me(at).name}
    return await submit(at, "leave", lambda _: fields, done=lambda _: back_to(f"/e/{at.event}/me"), again=_leave)


async def _leave(at: EventSession, *, failed: Failed | None = None) -> Response:
    return at.page("player/leave.html", leaving=upon_leaving(at.state, _me(at).name), failed=failed)


@router.post("/e/{event}/me/{act}")
async def take(at: Here, act: Act) -> Response:
    """Take a player's report, their answer to another one, or their call for a judge; answer with a page or with JSON."""
    sent = await at.session.form()
    # A phone that stores its form until it has an answer asks for JSON.
    kept = at.request.headers.get("accept", "").startswith("application/json")
    try:
        me = _me(at)
        if sent.typed.get("me", str(me.number)) != str(me.number):
            raise AnotherPlayers
        answer = await do(at, _command(at, act, sent) | {"player": me.name}, command_id=sent["id"])
    except FloorjudgeError as error:
        if kept:
            return _refused(at, error)
        return _own_page(await at.now(), failure(act, error, sent))
    if kept:
        event = event_value(answer.events[0])["event"]
        return json_response({"ok": True, "number": answer.number, "event": event})
    return back_to(f"/e/{at.event}/me#own")


def _refused(at: EventSession, error: FloorjudgeError) -> Response:
    """Return an error; `again` tells that the same form may be accepted later."""
    status = status_of(error)
    error = for_visitors(at.request, error, status)
    again = status >= 500 or status == 429 or isinstance(error, Conflict)
    return json_response({"ok": False, "again": again, "error": error.as_json(at.language)}, status)


def _command(at: EventSession, act: Act, sent: SentForm) -> Fields:
    """Return the command in a form. Raises BadInput for an invalid number, or without a winner."""
    if act == "call":
        table = {"table": _whole(sent, "table")} if sent["table"] else {}
        return {"do": "call", "about": sent["about"], **table}
    game = {"table": _whole(sent, "table"), "stage": _whole(sent, "stage")}
    if act == "confirm":
        return {"do": "confirm", **game, "statement": _whole(sent, "statement")}
    if act == "dispute":
        return {"do": "dispute", **game, "text": sent["text"]}
    return {"do": "propose", **game, **_reported(at, sent, **game)}


def _reported(at: EventSession, sent: SentForm, table: int, stage: int) -> Fields:
    """Return the end of a game: the claim that the format reads from the form.

    A late form may concern a table of a past stage, or of one that was undone: raises Refused `other_stage` then,
    because its seats are not those of the table with this number now.
    """
    rules, seated = at.state.rules, at.state.table_in(stage, table)
    if seated is None:
        raise OtherStage(table)
    form = rules.result_form(at.state, seated)
    if not is_empty(form) and seated.players != names_in(sent.typed):
        raise OtherStage(table)
    return rules.from_form(at.state, seated, given_in(form, sent.typed))


def _whole(sent: SentForm, name: str, where: str | None = None) -> int:
    word = sent.word(name).replace("\N{MINUS SIGN}", "-")
    number = number_in(word.removeprefix("-"), _LONGEST_NUMBER)
    if number is None:
        raise BadNumber(word[:20], where=where or name)
    return -number if word.startswith("-") else number
