"""Going on: the start, a preview of the next grouping, and undoing the last step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

import msgspec
from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events import decide, evolve
from floorjudge.events.codec import read_event
from floorjudge.events.commands import Next, Undo
from floorjudge.events.draw import roster_digest
from floorjudge.events.errors import EventFinishedAlready, SeedIsPublic
from floorjudge.events.events import ClockStarted, Event
from floorjudge.events.explain import event_text
from floorjudge.events.floor.clock import LONGEST_ROUND
from floorjudge.events.floor.errors import BadMinutes, ClockIsThere
from floorjudge.events.service.log.readings import renamed_since, steps_together
from floorjudge.events.standings import PODIUM, standings
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase, Table
from floorjudge.formats.decks import Verdict
from floorjudge.formats.log import Ended, Left, StageMade
from floorjudge.formats.protocol import Format
from floorjudge.texts import Text
from floorjudge.web.asking import Organiser
from floorjudge.web.commands import Fields, ShowAgain, do, do_all
from floorjudge.web.errors import NotAForm
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import Failed, SentForm, failure, number_in
from floorjudge.web.live.views import reasons_view
from floorjudge.web.organiser.frame import desk_page, done_at, take_form

router = APIRouter()
SEE_OTHER = 303


@router.get("/e/{event}/desk/start")
async def start_form(at: Organiser) -> Response:
    """Show what the start will fix: the players, their decks, the public words."""
    return await _start(at)


@router.post("/e/{event}/desk/start/{step}")
async def close_or_reopen(at: Organiser, step: str) -> Response:
    """Close the list of players before the public words are chosen, or open it again."""

    def fields(_: SentForm) -> Fields:
        if step not in {"close", "reopen"}:
            raise NotAForm("step")
        return {"do": f"{step}_roster"}

    return await take_form(at, "start", fields, to="/start", again=_start, with_seen=True)


@router.post("/e/{event}/desk/start")
async def start(at: Organiser) -> Response:
    """Start the event."""
    return await _with_clock(at, "start", lambda sent: {"do": "start"} | sent.filled("public", "reason"), _start)


async def _start(at: EventSession, *, failed: Failed | None = None) -> Response:
    players = at.state.in_event()
    return desk_page(
        at,
        "start",
        tab="desk",
        failed=failed,
        minutes=_minutes(at),
        players=len(players),
        played_so=_options_at(at.state, len(players)),
        roster=roster_digest(player.roster_name for player in players),
        illegal=[player for player in players if player.deck is Verdict.ILLEGAL],
        to_check=[player for player in players if player.deck is Verdict.TO_BE_CHECKED],
        without=sum(player.deck is None for player in players),
    )


def _options_at(state: State, players: int) -> tuple[Text, ...]:
    """Return a sentence for each option at this number of players; nothing if the start would refuse it."""
    try:
        options = state.rules.proposed(state.options, players)
        return (*state.rules.options_words(options), *state.rules.deck_words(options))
    except FloorjudgeError:
        return ()


@router.get("/e/{event}/desk/next")
async def next_preview(at: Organiser) -> Response:
    """Show the next stage, exactly as it will be when it is confirmed."""
    return await _next(at)


@router.post("/e/{event}/desk/next")
async def confirm_next(at: Organiser) -> Response:
    """Go on as previewed; refused if anything has changed since, because then another stage would come."""
    return await _with_clock(at, "next", lambda sent: {"do": "next"} | sent.filled("public"), _next)


async def _with_clock(at: EventSession, form: str, read: Callable[[SentForm], Fields], again: ShowAgain) -> Response:
    """Take a form that groups tables, and start their clock if the form has minutes.

    The minutes are checked first, so that no tables are made without their clock.
    """
    sent = await at.session.form()
    given = sent.word("minutes")
    minutes = number_in(given, 5) if given else None
    if given and minutes not in range(1, LONGEST_ROUND + 1):
        return await again(at, failed=failure(form, BadMinutes(LONGEST_ROUND), sent))
    answer = await take_form(at, form, read, to="", again=again, with_seen=True)
    if answer.status_code == SEE_OTHER and minutes is not None:
        # Sent again, the form finds the clock that it has started.
        with suppress(ClockIsThere, EventFinishedAlready):
            await do(at, {"do": "clock", "minutes": minutes}, command_id=f"{sent['id']}/clock" if sent["id"] else None)
    return answer


def _minutes(at: EventSession) -> str:
    """Return the minutes to offer for a clock: those of the event, or of the last clock; None without any."""
    if at.venue.details.minutes is not None:
        return str(at.venue.details.minutes)
    named = (record for record in reversed(at.records()) if ClockStarted.__name__ in record.event)
    lines = map(read_event, (record.event for record in named))
    return next((str(event.minutes) for event in lines if isinstance(event, ClockStarted)), "")


@router.post("/e/{event}/desk/next/seed")
async def new_seed(at: Organiser) -> Response:
    """Promise a new seed, because the old one is public after an undone end."""
    to, again = ("/start", _start) if at.state.phase is Phase.REGISTRATION else ("/next", _next)
    return await take_form(at, to[1:], lambda _: {"do": "renew_seed"}, to=to, again=again, with_seen=True)


async def _next(at: EventSession, *, failed: Failed | None = None) -> Response:
    shown: Fields = {"parts": [], "sitting_out": (), "note": None, "podium": [], "kind": None, "round": at.state.round}
    try:
        if at.state.awaits_words and not at.state.seed_is_public:
            # These groups are hidden until the public words are chosen: a preview would let an organiser choose the
            # words by them.
            return desk_page(at, "next", tab="desk", failed=failed, minutes=_minutes(at), **{**shown, "kind": "words"})
        event = await to_thread.run_sync(upcoming, at)
    except SeedIsPublic as error:
        failed = failed or failure("next", error)
        shown |= {"kind": "seed"}
    except FloorjudgeError as error:
        failed = failed or failure("next", error)
    else:
        shown |= _shown(at.state, event)
    return desk_page(at, "next", tab="desk", failed=failed, minutes=_minutes(at), **shown)


def upcoming(at: EventSession) -> Event:
    """Return the event that `next` would cause now: the same as later, as long as nothing else happens.

    Reads the store: to be called in a thread. Raises what `next` would raise.
    """
    (event,) = decide(at.state, Next(at.application.store.log.secret(at.event)))
    return event


def _shown(state: State, event: Event) -> dict[str, Any]:
    """Return the page's values for an event that has not happened yet."""
    if isinstance(event, StageMade):
        return {
            "kind": event.stage,
            "title": state.rules.stage_title(event.stage, event.round),
            "parts": parts(state.rules, event.tables),
            "sitting_out": event.sitting_out,
            "note": state.rules.stage_note(evolve(state, event)),
        }
    if isinstance(event, Ended):
        placed = ((row.place, row.player.name) for row in standings(evolve(state, event), with_places=True))
        podium = [(place, name) for place, name in placed if place is not None and place <= PODIUM]
        return {"kind": "finished", "podium": podium}
    return {}


class Part(msgspec.Struct, frozen=True):
    """The tables of one group: `shared` are the reasons of several of them with their numbers; every other table has its own."""

    group: str
    title: Text | None
    shared: list[tuple[Text, str]]
    tables: list[tuple[Table, Text | None]]


def parts(shown: Format, tables: Iterable[Table]) -> list[Part]:
    """Return tables by group, with the reason for each; one of several tables is listed once."""
    found = []
    for name, listed in groupby(tables, key=shown.group):
        members = list(listed)
        why = reasons_view(shown, members)
        shared = [(reason.sentence, ranges(reason.tables)) for reason in why if len(reason.tables) > 1]
        own = {reason.tables[0]: reason.sentence for reason in why if len(reason.tables) == 1}
        tables_of = [(table, own.get(table.table)) for table in members]
        found.append(Part(name, shown.group_title(name), shared, tables_of))
    return found


def ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as ranges: `1–3, 7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


@router.get("/e/{event}/desk/undo")
async def undo_form(at: Organiser) -> Response:
    """Show the step that would be undone."""
    return await _undo(at)


@router.post("/e/{event}/desk/undo")
async def undo(at: Organiser) -> Response:
    """Undo the last step of the tournament, the one on the page; of players who came or left together, all."""
    sent = await at.session.form()
    try:
        steps = range(await to_thread.run_sync(steps_together, at.records()))
        back = [{"do": "undo", "id": f"{sent['id']}/{step}", "seen": sent.number("seen")} for step in steps]
        answer = await do_all(at, back, ["undo" for _ in steps])
    except FloorjudgeError as error:
        return await _undo(await at.now(), failed=failure("undo", error, sent))
    return done_at(at, f"?steps={len(steps)}" if len(steps) > 1 else "", answer.number)


async def _undo(at: EventSession, *, failed: Failed | None = None) -> Response:
    newest = at.state.newest_event()
    if newest is None and failed is None:
        try:
            decide(at.state, Undo())
        except FloorjudgeError as error:
            failed = failure("undo", error)
    records = at.records()
    renamed = [event for event in await to_thread.run_sync(renamed_since, records) if event.name in at.state.players]
    return desk_page(
        at,
        "undo",
        tab="desk",
        failed=failed,
        newest=None if newest is None else event_text(newest),
        together=await to_thread.run_sync(steps_together, records),
        left=isinstance(newest, Left),
        renamed=[(event.player, at.state.players[event.name].number, event_text(event)) for event in renamed],
    )
