"""Players before and after the start: registration, import, decks, leaving, their links."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from anyio import to_thread
from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.errors import NamesAreDrawn
from floorjudge.events.leaving import upon_leaving, upon_leaving_together, upon_returning
from floorjudge.events.service.access.roles import check
from floorjudge.events.service.log.forgetting import texts_with
from floorjudge.events.tournament.names import removed_name
from floorjudge.formats.competition import Phase
from floorjudge.web.asking import Number, Organiser
from floorjudge.web.commands import Fields, do_all
from floorjudge.web.common.responses import back_to, is_news, with_news
from floorjudge.web.errors import NobodyTicked
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.finder.decks import report_on
from floorjudge.web.forms import Failed, SentForm, deck_list_in, failure
from floorjudge.web.links import base_address, join_link, only_here, player_link, qr_picture
from floorjudge.web.live.views import found_players
from floorjudge.web.organiser.frame import desk_page, take_form

router = APIRouter()
PLAYERS_A_PAGE = 250


@router.get("/e/{event}/desk/players")
async def players(
    at: Organiser,
    find: Annotated[str, Query(max_length=100)] = "",
    first: Annotated[int, Query(ge=1, le=10**6)] = 1,
    added: Annotated[int | None, Query(ge=0, le=10**6)] = None,
    there: Annotated[int, Query(ge=0, le=10**6)] = 0,
    gone: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> Response:
    """List the players, with the forms to add some."""
    fresh = is_news(at.request)
    return await show_players(
        at, find=find, first=first, added=added if fresh else None, there=there, gone=gone if fresh else 0
    )


async def show_players(
    at: EventSession,
    *,
    failed: Failed | None = None,
    find: str = "",
    first: int = 1,
    added: int | None = None,
    there: int = 0,
    gone: int = 0,
) -> Response:
    """Show the players, and why a form was refused."""
    matching = found_players(at.state, find)
    shown = [player for player in matching if player.number >= first][:PLAYERS_A_PAGE]
    base = base_address(at.request)
    return desk_page(
        at,
        "players",
        tab="players",
        failed=failed,
        shown=shown,
        present=sum(not at.state.has_left(player.name) for player in matching),
        find=find,
        first=first,
        following=next((player.number for player in matching if shown and player.number > shown[-1].number), None),
        added=added,
        there=there,
        gone=gone,
        join=join_link(base, at),
        code=qr_picture(join_link(base, at)),
        unreachable=only_here(base),
        late_help=at.state.rules.late_help(at.state) if at.state.phase is Phase.PLAYING else None,
        badges=partial(at.state.rules.player_badges, at.state),
    )


@router.post("/e/{event}/desk/players")
async def register(at: Organiser) -> Response:
    """Register one player, or admit one late."""

    def fields(sent: SentForm) -> Fields:
        """Return the command that the form means."""
        late = {"late": True} if sent["late"] == "yes" else {}
        return {"do": "register", "player": sent["player"]} | _alike(sent) | late

    return await take_form(at, "register", fields, to="/players", again=show_players)


@router.post("/e/{event}/desk/players/leave")
async def leave_together(at: Organiser) -> Response:
    """Remove all ticked players, or none of them, after a preview; one undo brings them back."""
    sent = await at.session.form()
    typed = sent.typed
    ticked = [player for player in at.state.all_players() if typed.get(f"p{player.number}") == "yes"]
    try:
        if not ticked:
            raise NobodyTicked
        if sent["sure"] != "yes":
            changes = upon_leaving_together(at.state, [player.name for player in ticked])
            return desk_page(at, "leaving", tab="players", ticked=ticked, leaving=changes, sent_id=sent["id"])
        leaving = [{"do": "leave", "player": player.name, "id": f"{sent['id']}/{player.number}"} for player in ticked]
        answer = await do_all(at, leaving, [player.name for player in ticked])
    except FloorjudgeError as error:
        return await show_players(await at.now(), failed=failure("leave", error, sent))
    return with_news(at.request, f"/e/{at.event}/desk/players?gone={answer.count}")


def _alike(sent: SentForm) -> Fields:
    return {"alike": True} if sent["alike"] == "yes" else {}


@router.post("/e/{event}/desk/players/self")
async def self_registration(at: Organiser) -> Response:
    """Open or close the page where people register themselves."""

    def fields(sent: SentForm) -> Fields:
        """Return the command that the form means."""
        return {"do": "self_registration", "open": sent["open"] == "yes"}

    return await take_form(at, "self", fields, to="/players", again=show_players)


@router.get("/e/{event}/desk/players/{number}")
async def player(at: Organiser, number: Number) -> Response:
    """Show one player with all forms for the organiser."""
    return await _player(at, number=number)


async def _player(at: EventSession, *, number: int, failed: Failed | None = None) -> Response:
    shown = at.numbered_player(number)
    base = base_address(at.request)
    links = await to_thread.run_sync(at.application.player_links.of_event, at.event)
    link = player_link(base, links, shown)
    lists = await to_thread.run_sync(at.snapshot.deck_lists) if shown.deck is not None else {}
    listing = lists.get(shown.name)
    return desk_page(
        at,
        "player",
        tab="players",
        failed=failed,
        player=shown,
        words=at.state.rules.player_words(at.state, shown),
        link=link,
        code=qr_picture(link),
        unreachable=only_here(base),
        listing=listing or "",
        report=None if listing is None else await to_thread.run_sync(report_on, at.state, listing),
        leaving=upon_leaving(at.state, shown.name),
        returning=upon_returning(at.state, shown.name),
        penalties=[each for each in at.venue.penalties if each.player == shown.name][::-1],
    )


@router.get("/e/{event}/desk/players/{number}/forget")
async def forgetting(at: Organiser, number: Number) -> Response:
    """Show what removing a player's name does, what stays, and the form for it."""
    check(at.role, "forget", {})
    return await _forgetting(at, number=number)


async def _forgetting(at: EventSession, *, number: int, failed: Failed | None = None) -> Response:
    shown = at.numbered_player(number)
    return desk_page(
        at,
        "forget",
        tab="players",
        failed=failed,
        player=shown,
        sign=removed_name(shown.number),
        too_old=NamesAreDrawn().full_sentence,
        found=await to_thread.run_sync(texts_with, at.records(), shown.name),
    )


@router.post("/e/{event}/desk/players/{number}/forget")
async def forget(at: Organiser, number: Number) -> Response:
    """Remove a player's name from everything stored, for the owner."""
    name = at.numbered_player(number).name

    def fields(sent: SentForm) -> Fields:
        """Return the command that the form means."""
        also = [line.strip() for line in sent["also"].splitlines() if line.strip()]
        return {"do": "forget", "player": name, "also": also, "former": sent["former"] == "yes"}

    return await take_form(at, "forget", fields, to=f"/players/{number}", again=partial(_forgetting, number=number))


@router.post("/e/{event}/desk/players/{number}/link")
async def new_link(at: Organiser, number: Number) -> Response:
    """Invalidate all links of a player and make a new one."""
    found = at.numbered_player(number)
    await to_thread.run_sync(at.application.player_links.revoke, at.event, found.number)
    at.application.channels.recheck(at.event)
    return back_to(f"/e/{at.event}/desk/players/{number}")


@router.post("/e/{event}/desk/players/{number}/{form}")
async def take(at: Organiser, number: Number, form: Literal["deck", "leave", "rename", "come_back"]) -> Response:
    """Take a player's deck list, remove or rename the player, or bring them back."""
    name = at.numbered_player(number).name

    def fields(sent: SentForm) -> Fields:
        """Return the command that the form means."""
        if form == "deck":
            return {"do": "deck", "player": name, "list": deck_list_in(sent)}
        if form == "leave":
            return {"do": "leave", "player": name}
        renamed = {"name": sent["name"]} if form == "rename" else {}
        return {"do": form, "player": name} | renamed | _alike(sent)

    return await take_form(at, form, fields, to=f"/players/{number}", again=partial(_player, number=number))
