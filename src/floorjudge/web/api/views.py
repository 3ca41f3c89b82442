"""Input and output of the API: bodies as JSON objects, entity tags, the caller's view of an event as JSON values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from anyio import to_thread
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.events.codec import event_value, read_object
from floorjudge.events.service.access.roles import STAFF, Role
from floorjudge.events.service.log.readings import as_called_now, log_entry
from floorjudge.events.service.log.records import Record, event_of
from floorjudge.events.state import State
from floorjudge.events.venue import Call
from floorjudge.events.view import call_view, concerns, player_view, table_view, venue_view, view_json
from floorjudge.formats.players import Player
from floorjudge.texts import render
from floorjudge.web.common.responses import json_response
from floorjudge.web.errors import MovedOnSince
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.live.own import player_now
from floorjudge.web.live.views import places_are_public
from floorjudge.web.sessions import Session

JsonObject: TypeAlias = dict[str, Any]
PRIVATE = {"cache-control": "private, no-cache", "vary": "authorization, cookie, accept-language"}
_TAG = re.compile(r'(?:W/)?"(\d{1,12})"')


async def object_in(session: Session) -> JsonObject:
    """Return the JSON object in the request's body.

    Raises BadInput if it is anything else.
    """
    return await run_in_threadpool(read_object, await session.body())


def answer(value: JsonObject, number: int | None = None, status: int = 200, **headers: str) -> Response:
    """Return a JSON value; `number` is the record that it reflects, and its entity tag."""
    tag = {} if number is None else {"etag": f'"{number}"'}
    return json_response(value, status, PRIVATE | tag | headers)


def prefers_minimal(request: Request) -> bool:
    """Return whether the caller wants no view of the event in the answer (`Prefer: return=minimal`)."""
    wishes = request.headers.get("prefer", "")[:1_000].lower().replace(";", ",").split(",")
    return "return=minimal" in (wish.strip().replace(" ", "").replace('"', "") for wish in wishes)


def answer_at(at: EventSession, made: Callable[[], JsonObject]) -> Response:
    """Return the value at the current record, or 304 if the caller knows this record already (`If-None-Match`)."""
    known = at.request.headers.get("if-none-match", "")
    if known.strip() == "*" or at.number in _numbers(known):
        return Response(status_code=304, headers=PRIVATE | {"etag": f'"{at.number}"'})
    return answer(made(), at.number)


def check_match(at: EventSession) -> None:
    """Check that the event is at the caller's record (`If-Match`).

    Raises Conflict `moved_on_since` (412 on the web) if it is not.
    """
    wanted = at.request.headers.get("if-match", "").strip()
    if wanted and wanted != "*" and at.number not in _numbers(wanted):
        raise MovedOnSince(at.number)


def known_number(request: Request) -> int | None:
    """Return the one record that `If-Match` names, None if it names none or several."""
    numbers = _numbers(request.headers.get("if-match", ""))
    return numbers[0] if len(numbers) == 1 else None


def _numbers(tags: str) -> list[int]:
    return [int(number) for number in _TAG.findall(tags[:1_000])]


def event_view(at: EventSession) -> JsonObject:
    """Return the current state of an event, for this caller."""
    me = at.me
    return {
        "event": at.event,
        "number": at.number,
        "role": at.role.value,
        "player": None if me is None else me.name,
        "view": view_json(at.state, at.language, with_places=sees_places(at)),
        "venue": floor_view(at),
    }


def sees_places(at: EventSession) -> bool:
    """Return whether the caller may see the places by now."""
    return at.role in STAFF or places_are_public(at.state)


def floor_view(at: EventSession) -> JsonObject:
    """Return the floor; calls with judges' notes only for callers with access to the judges' room."""
    me = None if at.me is None else at.me.name
    value = venue_view(at.state, staff=at.role in STAFF, player=me)
    if at.role in STAFF and not at.may_see("judge"):
        value["calls"] = [call_view(call, staff=False) for call in at.venue.all_calls()]
    return value


def may_see_call(at: EventSession, call: Call) -> bool:
    """Return whether the caller may see a call: the staff, and the players it concerns."""
    return at.role in STAFF or (at.me is not None and concerns(call, at.state, at.me.name))


async def player_page(at: EventSession, player: Player) -> JsonObject:
    """Return the event for one player; the deck list only for this player and head judges, or once it is published."""
    now = player_now(at.state, player)
    mine = at.state.table_of(player.name)
    own = at.me is not None and at.me.name == player.name
    listed = own or at.at_least(Role.HEAD_JUDGE) or at.venue.decks_published
    return {
        "number": player.number,
        "player": player_view(at.state, player, now.place),
        "next": [render(step, at.language) for step in now.next_steps],
        "table": None if mine is None else table_view(at.state, mine, at.language),
        "games": _games(at.state, player.name),
        "deck_list": (await to_thread.run_sync(at.snapshot.deck_lists)).get(player.name) if listed else None,
    }


def _games(state: State, name: str) -> list[JsonObject]:
    """Return the games that a player has played, oldest first."""
    return [
        {
            "round": played.round,
            "stage": played.kind,
            **state.rules.past_json(state, table, played.results[table.table]),
        }
        for played, table in state.games_of(name)
    ]


def record_view(at: EventSession, record: Record) -> JsonObject:
    """Return a record as a sentence, as far as the caller may read it; for organisers with the event and its hash."""
    staff = at.may_see("judge")
    if not staff:
        (record,) = as_called_now(at.records(), record.number, record.number)
    words = log_entry(record)
    sentence = words.staff if staff else words.public
    value = {
        "number": record.number,
        "at": record.at,
        "by": record.by,
        "said": None if sentence is None else render(sentence, at.language),
    }
    if at.at_least(Role.ORGANISER):
        value |= {"event": event_value(event_of(record)), "hash": record.hash}
    return value
