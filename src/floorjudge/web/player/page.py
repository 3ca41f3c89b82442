"""A player's own page: what the event is for them, their game's result, other players' reports, their calls for a judge.

Every form works as it is. With a script the phone keeps what was typed until it is here, and sends the same form with
`Accept: application/json`; the answer then says whether it counts. A form that comes an hour late is understood by what
stands in it alone: names travel with the numbers, and the number of the stage with both.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from typing import Any, TypeAlias

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import Conflict, FloorjudgeError
from floorjudge.events.codec import event_value
from floorjudge.events.events import ReachedEight, Won
from floorjudge.events.explain import claim_text
from floorjudge.events.floor.proposals import dispute_call, missing
from floorjudge.events.floor.state import Call, CallState, Entry, EntryKind, Venue
from floorjudge.events.service.errors import BadNumber, NotYours
from floorjudge.events.state import State
from floorjudge.events.view import concerns
from floorjudge.formats.on_the_edge.tables import Outcome, Qualified
from floorjudge.loops import Waiting, rule
from floorjudge.texts import Text
from floorjudge.web.commands import Failed, SentForm, do, failure, new_id, number_in, sent_form, typed_again
from floorjudge.web.common.loop_rulings import ruling_words
from floorjudge.web.common.responses import back_to, json_response, page
from floorjudge.web.error_pages import status_of
from floorjudge.web.errors import AnotherPlayers, NoWinnerNamed
from floorjudge.web.live.player_story import player_story, table_of
from floorjudge.web.live.rows import TableRow, Version, clock_face, table_row, versions_of
from floorjudge.web.sessions import EventSession, Here

router = APIRouter()
CALLS_SHOWN = 5
Fields: TypeAlias = dict[str, Any]
_LONGEST_NUMBER = 9
_MOST_SEATS = 2_000


class OwnReport(msgspec.Struct, frozen=True):
    """A player's table and what is said about its game.

    `progress` is `open` (nobody has said anything), `asked` (others have), `waiting` (I have, others have not), `disputed` or
    `done`. `silent` are those who are still to speak; `call` is the dispute's.
    """

    row: TableRow
    stage: int
    progress: str
    versions: tuple[Version, ...] = ()
    silent: tuple[str, ...] = ()
    call: int | None = None
    outcome: Outcome | None = None

    @property
    def starts_from(self) -> Won | None:
        """What a report that says something else begins with: what I said, else what was said first."""
        mine = sorted(self.versions, key=lambda version: not version.mine)
        return next((version.won for version in mine if version.won is not None), None)

    @property
    def who_reached_eight(self) -> Text | None:
        """The sentence for the result of a readmission game, None for another game's, which has rows."""
        return claim_text(ReachedEight(self.outcome.players)) if isinstance(self.outcome, Qualified) else None


def own_report(state: State, venue: Venue, name: str) -> OwnReport | None:
    """Return a player's game of the stage being played, None when they have none."""
    table = table_of(state, name)
    if table is None:
        return None
    row, stage = table_row(state, venue, table), state.stage_number
    outcome = state.results.get(table.table)
    if outcome is not None:
        return OwnReport(row, stage, "done", outcome=outcome)
    proposal = venue.proposals.get(table.table)
    if proposal is None:
        return OwnReport(row, stage, "open")
    return OwnReport(
        row=row,
        stage=stage,
        progress="disputed" if proposal.disputed else "waiting" if proposal.of(name) else "asked",
        versions=versions_of(proposal, name),
        silent=missing(state, proposal),
        call=dispute_call(venue, stage, table.table),
    )


class OwnCall(msgspec.Struct, frozen=True):
    """A call that concerns a player: its rulings; `asks`: the loop desk has a case, `asked_me`: and waits for this player."""

    call: Call
    rulings: tuple[Entry, ...]
    asks: bool
    asked_me: bool


def own_calls(state: State, venue: Venue, name: str) -> list[OwnCall]:
    """Return the newest calls that concern a player: those that are not closed, and those of the stage being played."""
    stage = state.stage_number
    near = [
        call
        for call in reversed(venue.all_calls())
        if (call.state is not CallState.CLOSED or call.stage == stage) and concerns(call, state, name)
    ]
    return [_own_call(call, name) for call in near[:CALLS_SHOWN]]


def _own_call(call: Call, name: str) -> OwnCall:
    rulings = tuple(entry for entry in call.history if entry.kind in (EntryKind.RULING, EntryKind.APPEAL_RULING))
    asked = call.state is not CallState.CLOSED and asked_about_loop(call) == name
    return OwnCall(call, rulings, call.loop_case is not None, asked)


def asked_about_loop(call: Call) -> str | None:
    """Return the player whose answer the loop desk of a call waits for, None when it waits for nobody."""
    if call.loop_case is None:
        return None
    answer = rule(call.loop_case)
    return answer.player if isinstance(answer, Waiting) else None


@router.get("/e/{event}/me")
async def me(request: Request, at: Here) -> Response:
    """Show a player's own page; everybody else learns how to get one."""
    if at.me is None:
        return page(request, "player/nobody.html", at=at)
    return _own_page(request, at)


def _own_page(request: Request, at: EventSession, failed: Failed | None = None) -> Response:
    """Return the page of the player this phone belongs to, who must be somebody."""
    me = at.me
    if me is None:
        raise NotYours
    return page(
        request,
        "player/me.html",
        status=200 if failed is None else status_of(failed.error),
        at=at,
        face=clock_face(at.venue, datetime.now(UTC)),
        story=player_story(at.state, at.venue, me),
        own=own_report(at.state, at.venue, me.name),
        my_calls=own_calls(at.state, at.venue, me.name),
        ruling_words=ruling_words,
        failed=failed,
        typed=partial(typed_again, failed),
        new_id=new_id,
    )


@router.post("/e/{event}/me/report")
async def report(request: Request, at: Here) -> Response:
    """Take a player's report of their game."""
    return await _take(request, at, "report", reported)


@router.post("/e/{event}/me/confirm")
async def confirm(request: Request, at: Here) -> Response:
    """Take a player's agreement with what another one said; the form names the statement."""

    def fields(sent: SentForm) -> Fields:
        return {"do": "confirm", **_table(sent), "statement": _whole(sent, "statement")}

    return await _take(request, at, "confirm", fields)


@router.post("/e/{event}/me/dispute")
async def dispute(request: Request, at: Here) -> Response:
    """Take a player's word that a report is wrong."""

    def fields(sent: SentForm) -> Fields:
        return {"do": "dispute", **_table(sent), "text": sent["text"]}

    return await _take(request, at, "dispute", fields)


@router.post("/e/{event}/me/call")
async def call(request: Request, at: Here) -> Response:
    """Take a player's call for a judge."""

    def fields(sent: SentForm) -> Fields:
        table = {"table": _whole(sent, "table")} if sent["table"] else {}
        return {"do": "call", "about": sent["about"], **table}

    return await _take(request, at, "call", fields)


def reported(sent: SentForm) -> Fields:
    """Return the command that a filled-in report means.

    The fields are, by seat from 1, `name-1` and `influence-1`, or `place-1` in a readmission game; `winner` is a seat; `note`;
    `how` is `drawn` when that button was pressed.
    Raises BadInput when a number is none or nobody won.
    """
    command: Fields = {"do": "propose", **_table(sent)}
    if sent["how"] == "drawn":
        return command | {"drawn": True}
    seats = takewhile(lambda seat: f"name-{seat}" in sent.typed, map(str, range(1, _MOST_SEATS)))
    names = {seat: sent[f"name-{seat}"] for seat in seats}
    if any(name.startswith("place-") for name in sent.typed):
        placed = [(_whole(sent, f"place-{seat}"), name) for seat, name in names.items() if _word(sent, f"place-{seat}")]
        return command | {"qualified": [name for _, name in sorted(placed)]}
    influence = {name: _whole(sent, f"influence-{seat}", f"influence.{name}") for seat, name in names.items()}
    winner = names.get(_word(sent, "winner"))
    if winner is None:
        raise NoWinnerNamed
    note = _word(sent, "note")
    return command | {"winner": winner, "influence": influence} | ({"note": note} if note else {})


def _table(sent: SentForm) -> Fields:
    return {"table": _whole(sent, "table"), "stage": _whole(sent, "stage")}


def _word(sent: SentForm, name: str) -> str:
    return sent[name].strip().replace("\u2212", "-")


def _whole(sent: SentForm, name: str, where: str | None = None) -> int:
    word = _word(sent, name)
    number = number_in(word.removeprefix("-"), _LONGEST_NUMBER)
    if number is None:
        raise BadNumber(word[:20], where=where or name)
    return -number if word.startswith("-") else number


async def _take(request: Request, at: EventSession, form: str, read: Callable[[SentForm], Fields]) -> Response:
    """Have what a form means done in its player's name, and answer as it was asked: with a page or with JSON."""
    sent = await sent_form(request)
    # A phone that keeps what it sends until it has an answer asks for JSON.
    kept = request.headers.get("accept", "").startswith("application/json")
    try:
        if at.me is None:
            raise NotYours
        if sent.typed.get("me", str(at.me.number)) != str(at.me.number):
            raise AnotherPlayers
        answer = await do(at, read(sent) | {"player": at.me.name}, command_id=sent["id"])
    except FloorjudgeError as error:
        if kept:
            return _refused(at, error)
        return _own_page(request, await at.now(), failure(form, error, sent))
    if kept:
        event = event_value(answer.events[0])["event"]
        return json_response({"ok": True, "number": answer.number, "event": event})
    return back_to(f"/e/{at.event}/me#own")


def _refused(at: EventSession, error: FloorjudgeError) -> Response:
    """Return an error; `again` says that the same may well be accepted when it is sent again."""
    status = status_of(error)
    value = {
        "ok": False,
        "again": status >= 500 or status == 429 or isinstance(error, Conflict),
        "error": error.as_json(at.language),
    }
    return json_response(value, status)
