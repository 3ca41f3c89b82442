"""My page, where a player acts: their game's result, other players' reports, a call for a judge.

Every form works as it is. With a script the phone keeps what was typed until it is here, and sends the same form with
`Accept: application/json`; the answer then says whether it counts. A form that comes an hour late is understood by what
stands in it alone: names travel with the numbers, and the number of the stage with both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from floorjudge.errors import Conflict, FloorjudgeError
from floorjudge.events.codec import event_value
from floorjudge.events.service import errors as floor_errors
from floorjudge.events.service.errors import NotYours
from floorjudge.web.answers import PRIVATE, back_to, page
from floorjudge.web.clocks import clock_face
from floorjudge.web.commands import do, new_id
from floorjudge.web.loop_rulings import ruling_words
from floorjudge.web.own_report import own_calls, own_report
from floorjudge.web.pages.desk_frame import Failed, as_it_is_now, failure, typed_fields
from floorjudge.web.pages.refusals import another_players, no_winner_named
from floorjudge.web.player_story import player_story
from floorjudge.web.statuses import status_of
from floorjudge.web.visits import Here, Visit

router = APIRouter()
Fields: TypeAlias = dict[str, Any]
Typed: TypeAlias = Mapping[str, str]
_LONGEST_NUMBER = 9
_MOST_SEATS = 2_000


def my_page(request: Request, at: Visit, failed: Failed | None = None) -> Response:
    """Return the page of the player this phone belongs to, who must be somebody."""
    me = at.me
    if me is None:
        raise NotYours
    venue = at.seen.venue
    return page(
        request,
        "player/me.html",
        status=200 if failed is None else status_of(failed.error),
        at=at,
        face=clock_face(venue.clock, datetime.now(UTC)),
        story=player_story(at.state, venue, me),
        own=own_report(at.state, venue, me.name),
        my_calls=own_calls(at.state, venue, me.name),
        ruling_words=ruling_words,
        failed=failed,
        typed=lambda form, name: failed.typed.get(name, "") if failed is not None and failed.form == form else "",
        new_id=new_id,
    )


@router.post("/e/{event}/me/report")
async def report(request: Request, at: Here) -> Response:
    """Take a player's report of their game."""
    return await _take(request, at, "report", reported)


@router.post("/e/{event}/me/confirm")
async def confirm(request: Request, at: Here) -> Response:
    """Take a player's agreement with what another one said; the form names the statement."""

    def fields(typed: Typed) -> Fields:
        return {"do": "confirm", **_table(typed), "statement": _whole(typed, "statement")}

    return await _take(request, at, "confirm", fields)


@router.post("/e/{event}/me/dispute")
async def dispute(request: Request, at: Here) -> Response:
    """Take a player's word that a report is wrong."""

    def fields(typed: Typed) -> Fields:
        return {"do": "dispute", **_table(typed), "text": typed.get("text", "")}

    return await _take(request, at, "dispute", fields)


@router.post("/e/{event}/me/call")
async def call(request: Request, at: Here) -> Response:
    """Take a player's call for a judge."""

    def fields(typed: Typed) -> Fields:
        table = {"table": _whole(typed, "table")} if typed.get("table") else {}
        return {"do": "call", "about": typed.get("about", ""), **table}

    return await _take(request, at, "call", fields)


def reported(typed: Typed) -> Fields:
    """Return the command that a filled-in report means.

    The fields are, by seat from 1, `name-1` and `influence-1`, or `place-1` in a readmission game; `winner` is a seat; `note`;
    `how` is `drawn` when that button was pressed.
    Raises BadInput when a number is none or nobody won.
    """
    command: Fields = {"do": "propose", **_table(typed)}
    if typed.get("how") == "drawn":
        return command | {"drawn": True}
    names = _names(typed)
    if any(name.startswith("place-") for name in typed):
        placed = [
            (_whole(typed, f"place-{seat}"), name) for seat, name in names.items() if _word(typed, f"place-{seat}")
        ]
        return command | {"qualified": [name for _, name in sorted(placed)]}
    influence = {name: _whole(typed, f"influence-{seat}", name) for seat, name in names.items()}
    winner = names.get(_word(typed, "winner"))
    if winner is None:
        raise no_winner_named()
    note = _word(typed, "note")
    return command | {"winner": winner, "influence": influence} | ({"note": note} if note else {})


def _names(typed: Typed) -> dict[str, str]:
    """Return the players of the form by seat."""
    seats = (str(seat) for seat in range(1, _MOST_SEATS))
    found: dict[str, str] = {}
    for seat in seats:
        if f"name-{seat}" not in typed:
            break
        found[seat] = typed[f"name-{seat}"]
    return found


def _table(typed: Typed) -> Fields:
    return {"table": _whole(typed, "table"), "stage": _whole(typed, "stage")}


def _word(typed: Typed, name: str) -> str:
    return typed.get(name, "").strip().replace("\u2212", "-")


def _whole(typed: Typed, name: str, whose: str | None = None) -> int:
    word = _word(typed, name)
    plain = word.removeprefix("-")
    if not (plain.isascii() and plain.isdecimal() and len(plain) <= _LONGEST_NUMBER):
        raise floor_errors.BadNumber(word[:20], where=name if whose is None else f"influence.{whose}")
    return int(word)


async def _take(request: Request, at: Visit, form: str, read: Callable[[Typed], Fields]) -> Response:
    """Have what a form means done in its player's name, and answer as it was asked: with a page or with JSON."""
    typed = await typed_fields(request)
    try:
        if at.me is None:
            raise NotYours
        if typed.get("me", str(at.me.number)) != str(at.me.number):
            raise another_players()
        fields = read(typed) | {"player": at.me.name}
        answer = await do(at.visitor, at.event, fields, command_id=typed.get("id") or None)
    except FloorjudgeError as error:
        if _is_kept(request):
            return _refused(at, error)
        return my_page(request, await as_it_is_now(at), failure(form, error, typed))
    if _is_kept(request):
        event = event_value(answer.events[0])["event"]
        return JSONResponse({"ok": True, "number": answer.number, "event": event}, headers={"cache-control": PRIVATE})
    return back_to(f"/e/{at.event}/me#own")


def _is_kept(request: Request) -> bool:
    """Say whether a phone is asking that keeps what it sends until it has an answer."""
    return request.headers.get("accept", "").startswith("application/json")


def _refused(at: Visit, error: FloorjudgeError) -> Response:
    """Return an error; `again` says that the same may well be accepted when it is sent again."""
    status = status_of(error)
    value = {
        "ok": False,
        "again": status >= 500 or status == 429 or isinstance(error, Conflict),
        "error": error.as_json(at.language),
    }
    return JSONResponse(value, status, {"cache-control": PRIVATE})
