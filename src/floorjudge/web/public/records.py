"""The public records of an event: the log, the draw and its proof, the published deck lists."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.events.drawn_again import DrawnAgain, drawn_again
from floorjudge.events.events import (
    CommandUndone,
    DeckSubmitted,
    OrderDrawn,
    PlayerForgotten,
    PlayerRegistered,
    PlayerRenamed,
)
from floorjudge.events.explain import moves_texts, roster_doubt, seed_doubt
from floorjudge.events.service.access.roles import author_words
from floorjudge.events.service.log.contract import StoredEvent
from floorjudge.events.service.log.draw_history import draw_history
from floorjudge.events.service.log.draw_texts import Teller, list_doubt, namesake_texts, opened_about_when
from floorjudge.events.service.log.marks import find_mark, weak_text
from floorjudge.events.service.log.readings import as_called_now, log_entry, names_kept
from floorjudge.events.service.log.records import Record, book_of, event_of, opened_log
from floorjudge.formats.log import Admitted, TournamentEvent
from floorjudge.formats.players import Player
from floorjudge.store.opening import VenueStore
from floorjudge.texts import Language, Text, Value, text
from floorjudge.web.asking import Here, Number
from floorjudge.web.common.languages import moment, style_of
from floorjudge.web.common.responses import as_file, json_response
from floorjudge.web.errors import NoSuchPage
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.finder.decks import report_on
from floorjudge.web.live.views import places_are_public

router = APIRouter()
LINES_A_PAGE = 100
PLAYERS_A_PAGE = 100


@router.get("/e/{event}/log")
async def log_page(at: Here, before: Annotated[int | None, Query(ge=1)] = None) -> Response:
    """Show the log, newest first, in plain words."""
    end = at.number if before is None else min(before - 1, at.number)
    first = max(1, end - LINES_A_PAGE + 1)
    # Judges' notes about players are for judges, not for the whole staff.
    staff = at.may_see("judge")
    records = at.records(first, end) if staff else as_called_now(at.records(), first, end)
    lines = [log_entry(record) for record in records][::-1]
    shown = [(line, line.staff if staff else line.public) for line in lines]
    return at.page(
        "public/log.html",
        lines=[line for line in shown if line[1] is not None],
        first=first,
        newest=end == at.number,
        staff=staff,
    )


@router.get("/e/{event}/draw")
async def draw_page(at: Here, mark: Annotated[str, Query(max_length=100)] = "") -> Response:
    """Show the promise of the draws, and how every reader can check them; `mark` is compared with the log."""
    history = await to_thread.run_sync(draw_history, at.records())
    told = Teller(partial(moment, style=style_of(at.request, at.language)), partial(_author, language=at.language))
    return at.page(
        "public/draw.html",
        head=at.records(at.number)[-1].hash,
        own_mark=at.mark,
        history=history,
        lists=[list(told.list_texts(each, first=not place)) for place, each in enumerate(history.lists)],
        list_doubt=list_doubt() if history.list_changed else None,
        taken_back=[
            *map(told.grouping_text, history.undone),
            *map(told.order_text, history.orders),
            *told.renewal_texts(history),
        ],
        namesakes=await _namesakes(at),
        mark=mark,
        found=find_mark(at.records(), mark),
        weak=weak_text(),
        seed_doubt=seed_doubt(typed=at.state.typed),
        roster_doubt=roster_doubt(),
        drawn=drawn_players(at.records()),
        moves=list(moves_texts(at.state)),
    )


def _author(by: str | None, language: Language) -> Value:
    return text("a person at the computer") if by is None else author_words(by, language)


async def _stored_now(at: EventSession) -> list[StoredEvent]:
    """Return the stored events, looked up once a second at most, and again for an event that is younger than that."""
    look = partial(to_thread.run_sync, at.application.store.log.tournaments)
    stored: list[StoredEvent] = await at.application.once(("events", int(time.monotonic())), look)
    return stored if any(each.id == at.event for each in stored) else await look()


async def _namesakes(at: EventSession) -> list[Text]:
    """Return the other events with this one's name; each log is read once until it changes."""
    stored = await _stored_now(at)
    names = {
        each.id: await at.application.once(
            (names_kept, each.id, each.records), partial(to_thread.run_sync, names_kept, at.application.store.log, each)
        )
        for each in opened_about_when(stored, at.event)
    }
    return list(namesake_texts(stored, at.event, names))


@router.get("/e/{event}/draw/again")
async def draw_again(at: Here) -> Response:
    """Draw every stage of a finished event again, and show whether the tables are the same."""
    if at.state.seed is None:
        raise NoSuchPage
    work = partial(at.session.work_at_store, stages_again, at.event, at.number)
    again: list[DrawnAgain] = await at.application.once((stages_again, at.event, at.mark), work)
    shown = at.state.rules
    return at.page(
        "public/drawn_again.html",
        stages=[(shown.stage_title(each.stage, each.round), each) for each in again],
        all_right=all(each.right is not False for each in again),
    )


def stages_again(store: VenueStore, event: str, number: int) -> list[DrawnAgain]:
    """Return every stage up to record `number`, drawn again. Reads the whole log: to be called in a process."""
    records = opened_log(store.log.read(event)[:number])
    return list(drawn_again(event_of(record) for record in records))


@router.get("/e/{event}/draw.json")
async def draw_file(at: Here) -> Response:
    """Send the file with which a reader can repeat every draw in another program; see docs/draws.md."""
    # The whole hall may ask at the same time, and at the end all records are read.
    work = partial(at.session.work_at_store, draw_proof, at.event, at.number)
    made = await at.application.once((draw_proof, at.event, at.mark, at.session.asker.rank), work)
    state = at.state
    promise = {
        "event": state.name,
        "commitment": state.commitment,
        "seed": state.seed,
        "public": state.public,
        "roster": state.roster,
        "players": drawn_players(at.records()),
    }
    return json_response(
        promise | {name: msgspec.Raw(value) for name, value in made.items()}, headers=as_file(f"{at.event}-draw.json")
    )


def draw_proof(store: VenueStore, event: str, number: int) -> dict[str, bytes]:
    """Return the proof of an event's draws up to record `number`, as JSON by the name of its field.

    `events` are those behind the draws, without deck lists and judges' notes; `orders` are the draws of each stage once
    the seed is revealed, with the place of the stage in `events`. Reads the whole log: to be called in a process.
    """
    records = opened_log(store.log.read(event)[:number])
    removed = book_of(records).removed
    happened = [(record, event_of(record)) for record in records]
    kept = [
        (place, each if record.sealed is None else _by_numbers(record, each, removed))
        for place, (record, each) in enumerate(happened)
        if isinstance(each, TournamentEvent)
        and not isinstance(each, DeckSubmitted)
        and not _takes_a_deck_back(each)
        and not (record.sealed is not None and isinstance(each, PlayerRenamed | PlayerForgotten))
    ]
    places = {before: now for now, (before, _) in enumerate(kept)}
    orders = [
        {"event": places[stage.event], "label": order.label, "players": order.players}
        for stage in drawn_again(each for _, each in happened)
        for order in stage.orders
    ]
    return {"events": msgspec.json.encode([each for _, each in kept]), "orders": msgspec.json.encode(orders)}


def _by_numbers(record: Record, event: TournamentEvent, removed: frozenset[str]) -> dict[str, Any]:
    """Return an event in its sealed form, but with the things of a random order, which its draw depends on.

    `lost`: something was removed from these things, and they cannot be drawn again.
    """
    value: dict[str, Any] = msgspec.json.decode(str(record.sealed))
    if isinstance(event, PlayerRegistered | Admitted):
        value["player"] = str(event.number)
    if isinstance(event, OrderDrawn):
        lost = not removed.isdisjoint(value["items"])
        value |= {"items": event.items, "order": event.order} | ({"lost": True} if lost else {})
    return value


class DrawnPlayer(msgspec.Struct, frozen=True):
    """A player of an event in its draws: the number; the name, or the seal of a removed one."""

    number: int
    name: str | None
    seal: str
    salt: str | None


def drawn_players(records: Sequence[Record]) -> list[DrawnPlayer]:
    """Return the players of a log with the seal and the salt of their names, in the order of their numbers."""
    newest = {word.player: word for record in records for word in record.words if word.player}
    return [
        DrawnPlayer(number, word.text, word.seal, word.salt)
        for number, word in sorted(newest.items(), key=lambda found: found[0] or 0)
        if number
    ]


def _takes_a_deck_back(event: TournamentEvent) -> bool:
    return isinstance(event, CommandUndone) and event.undone == DeckSubmitted.__name__


@router.get("/e/{event}/decks")
async def decks(at: Here, first: Annotated[int, Query(ge=1, le=10**6)] = 1) -> Response:
    """List the players whose deck lists are public, by place if the places are public, too."""
    _are_public(at)
    listed = _in_order(at)
    return at.page(
        "public/decks.html",
        shown=listed[first - 1 : first - 1 + PLAYERS_A_PAGE],
        first=first,
        following=first + PLAYERS_A_PAGE if len(listed) >= first + PLAYERS_A_PAGE else None,
        total=len(listed),
        placed=bool(listed) and listed[0][1] is not None,
    )


@router.get("/e/{event}/decks/{number}")
async def deck(at: Here, number: Number) -> Response:
    """Show a player's list as handed in, with its verdict.

    Clauses: OTE 1.1
    """
    _are_public(at)
    player = at.numbered_player(number)
    listing = (await to_thread.run_sync(at.snapshot.deck_lists)).get(player.name)
    if listing is None:
        raise NoSuchPage
    report = await to_thread.run_sync(report_on, at.state, listing)
    return at.page("public/deck.html", player=player, listing=listing, report=report)


def _are_public(at: EventSession) -> None:
    """Check that the lists are public; readers with other permissions read them at the desk."""
    if not at.venue.decks_published:
        raise NoSuchPage


def _in_order(at: EventSession) -> list[tuple[Player, int | None]]:
    """Return the players who have handed in a list, with their places if these are public."""
    placed = at.state.places() if places_are_public(at.state) else {}
    listed = [(player, placed.get(player.name)) for player in at.state.all_players() if player.deck is not None]
    return sorted(listed, key=lambda entry: (entry[1] is None, entry[1] or 0, entry[0].number))
