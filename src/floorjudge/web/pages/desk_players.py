"""Players before the start and after: registering, importing, decks, leaving, their links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Path, Query
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events import decide
from floorjudge.events.checks import as_kept
from floorjudge.events.commands import Leave
from floorjudge.events.explain import event_text
from floorjudge.events.service.deck_lists import deck_lists
from floorjudge.events.service.roles import Role, allowing
from floorjudge.events.service.roster import Entry, read_roster
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.decks import check_deck
from floorjudge.formats.on_the_edge.tables import Player
from floorjudge.web.answers import back_to
from floorjudge.web.commands import author
from floorjudge.web.pages.desk_frame import (
    Failed,
    as_it_is_now,
    attempt,
    desk_page,
    done_at,
    failure,
    sent_form,
    typed_fields,
)
from floorjudge.web.pages.desk_links import base_address, join_link, only_here, player_link
from floorjudge.web.pages.refusals import no_deck_list
from floorjudge.web.printing import qr_svg
from floorjudge.web.rates import POSTS
from floorjudge.web.visits import Here, Visit, player_here

router = APIRouter()
PLAYERS_A_PAGE = 100
Number = Annotated[int, Path(ge=1, le=10**6)]


@router.get("/e/{event}/desk/players")
async def players(
    request: Request,
    at: Here,
    find: Annotated[str, Query(max_length=100)] = "",
    first: Annotated[int, Query(ge=1, le=10**6)] = 1,
    added: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    """List the players, with the forms to add some."""
    at.needs(Role.ORGANISER)
    return _players(request, at, find=find, first=first, added=added)


def _players(
    request: Request,
    at: Visit,
    failed: Failed | None = None,
    *,
    find: str = "",
    first: int = 1,
    added: int | None = None,
) -> Response:
    everybody = found_players(at.state, find)
    shown = [player for player in everybody if player.number >= first][:PLAYERS_A_PAGE]
    base = base_address(request)
    return desk_page(
        request,
        at,
        "players",
        tab="players",
        failed=failed,
        shown=shown,
        total=len(everybody),
        find=find,
        first=first,
        following=next((player.number for player in everybody if shown and player.number > shown[-1].number), None),
        added=added,
        join=join_link(base, at),
        code=Markup(qr_svg(join_link(base, at), border=2)),  # noqa: S704 (our own picture)
        unreachable=only_here(base),
    )


def found_players(state: State, find: str) -> list[Player]:
    """Return the players whose name holds what is looked for, whatever its case, in the order of registration."""
    wanted = as_kept(find).casefold()
    return [player for player in state.everybody() if wanted in player.name.casefold()]


@router.post("/e/{event}/desk/players")
async def register(request: Request, at: Here) -> Response:
    """Register one player."""
    at.needs(Role.ORGANISER)
    typed = await typed_fields(request)
    taken = await attempt(at, "register", {"do": "register", "player": typed.get("player", "")}, typed)
    if isinstance(taken, Failed):
        return _players(request, await as_it_is_now(at), taken)
    return done_at(at, "/players", taken)


@router.post("/e/{event}/desk/players/import")
async def import_players(request: Request, at: Here) -> Response:
    """Register everybody who stands in a file or a pasted list and is not registered yet."""
    at.needs(Role.ORGANISER)
    sent = await sent_form(request)
    try:
        entries = read_roster(sent.text("file", "list"))
        added = await _register_all(at, entries, sent.typed.get("id", ""))
    except FloorjudgeError as error:
        return _players(request, await as_it_is_now(at), failure("import", error, sent.typed))
    return back_to(f"/e/{at.event}/desk/players?added={added}")


async def _register_all(at: Visit, entries: Sequence[Entry], form: str) -> int:
    """Register the players of a file, all of them or nobody, and return how many are new. Sent again, it adds nobody.

    Raises what registering raises, with the line.
    """
    house = at.visitor.house
    house.rates.count(POSTS, at.visitor.sender)
    known = {player.name for player in at.state.everybody() if not at.state.has_left(player.name)}
    new = [entry for entry in entries if entry.name not in known]
    answer, seen = await house.desks.take_all(
        at.event,
        [{"do": "register", "player": entry.name} | ({"id": f"{form}/{entry.line}"} if form else {}) for entry in new],
        places=[f"line {entry.line}" for entry in new],
        by=author(at.visitor, at.event),
        allowed=allowing(at.role),
    )
    await to_thread.run_sync(house.store.feed.publish, at.event, seen.number)
    return len(answer.events)


@router.post("/e/{event}/desk/players/self")
async def self_registration(request: Request, at: Here) -> Response:
    """Open or close the page where people register themselves."""
    at.needs(Role.ORGANISER)
    typed = await typed_fields(request)
    taken = await attempt(at, "self", {"do": "self_registration", "open": typed.get("open") == "yes"}, typed)
    if isinstance(taken, Failed):
        return _players(request, await as_it_is_now(at), taken)
    return done_at(at, "/players", taken)


@router.get("/e/{event}/desk/players/{number}")
async def player(request: Request, at: Here, number: Number) -> Response:
    """Show one player with everything the desk can do for them."""
    at.needs(Role.ORGANISER)
    return await _player(request, at, number)


async def _player(request: Request, at: Visit, number: int, failed: Failed | None = None) -> Response:
    shown = player_here(at.state, number)
    base = base_address(request)
    link = await to_thread.run_sync(player_link(base, at), shown)
    listing = deck_lists(at.seen.records()).get(shown.name) if shown.deck is not None else None
    return desk_page(
        request,
        at,
        "player",
        tab="players",
        failed=failed,
        player=shown,
        link=link,
        code=Markup(qr_svg(link, border=2)),  # noqa: S704 (our own picture)
        unreachable=only_here(base),
        listing=listing or "",
        report=None if listing is None else check_deck(listing),
        leaving=_leaving(at.state, shown),
    )


def _leaving(state: State, player: Player) -> object:
    """Return the sentence for what would happen if a player left now, None when they cannot."""
    try:
        (event,) = decide(state, Leave(player.name))
    except FloorjudgeError:
        return None
    return event_text(event)


@router.post("/e/{event}/desk/players/{number}/deck")
async def hand_in(request: Request, at: Here, number: Number) -> Response:
    """Take a player's deck list, pasted or uploaded."""
    at.needs(Role.ORGANISER)
    sent = await sent_form(request)
    name = player_here(at.state, number).name
    try:
        listing = sent.text("file", "list")
        if not listing.strip():
            raise no_deck_list()
    except FloorjudgeError as error:
        return await _player(request, at, number, failure("deck", error, sent.typed))
    return await _after(request, at, number, "deck", {"do": "deck", "player": name, "list": listing}, sent.typed)


@router.post("/e/{event}/desk/players/{number}/leave")
async def leave(request: Request, at: Here, number: Number) -> Response:
    """Take a player out of the event."""
    at.needs(Role.ORGANISER)
    typed = await typed_fields(request)
    name = player_here(at.state, number).name
    return await _after(request, at, number, "leave", {"do": "leave", "player": name}, typed)


async def _after(
    request: Request, at: Visit, number: int, form: str, fields: Mapping[str, Any], typed: Mapping[str, str]
) -> Response:
    taken = await attempt(at, form, fields, typed)
    if isinstance(taken, Failed):
        return await _player(request, await as_it_is_now(at), number, taken)
    return done_at(at, f"/players/{number}", taken)


@router.post("/e/{event}/desk/players/{number}/link")
async def new_link(at: Here, number: Number) -> Response:
    """Make all links of a player worthless and give them a new one."""
    at.needs(Role.ORGANISER)
    found = player_here(at.state, number)
    await to_thread.run_sync(at.visitor.house.player_links.revoke, at.event, found.number)
    return back_to(f"/e/{at.event}/desk/players/{number}")
