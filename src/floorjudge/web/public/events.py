"""The public pages: the list of events; of one event the live page and its players. And the switches on every page: language, light or dark."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import Damaged
from floorjudge.events.service.access.roles import STAFF, Role
from floorjudge.formats import all_formats
from floorjudge.formats.errors import FormatFailed
from floorjudge.texts import Text, text
from floorjudge.web.asking import Asking, Here, Number, still_good
from floorjudge.web.common import languages
from floorjudge.web.common.formats import stage_title
from floorjudge.web.common.languages import plain
from floorjudge.web.common.responses import THEME_COOKIE, THEMES, back_to, is_news, own_address, page
from floorjudge.web.common.restored import restored_sentences
from floorjudge.web.live.channels import Subscription, as_stream, last_known
from floorjudge.web.live.event_cache import EventSnapshot
from floorjudge.web.live.own import player_view
from floorjudge.web.live.views import clock_face, found_players
from floorjudge.web.sessions import Session, keep

router = APIRouter()
MOST_LISTED = 50
MOST_WATCHED = 10
MOST_FOUND = 100


@router.get("/")
async def events(session: Asking, deleted: Annotated[str, Query(max_length=300)] = "") -> Response:
    """List the events, the newest first, each with its progress; `deleted` is the backup of one just deleted."""
    kept = await to_thread.run_sync(session.application.store.log.tournaments)
    newest = kept[::-1][:MOST_LISTED]
    seen = [(item, await _seen(session, item.id)) for item in newest]
    listed = [
        (item, event, tag)
        for item, (event, tag) in seen
        if event is None or session.role(item.id) in STAFF or not event.venue.archived
    ]
    told = deleted if is_news(session.request) else ""
    restored = restored_sentences(session.request)
    more = len(kept) - len(newest)
    return session.page(
        "public/events.html",
        listed=listed,
        more=more,
        deleted=told,
        restored=restored,
        formats=tuple(all_formats().values()) if session.role(None) is Role.OWNER else (),
    )


async def _seen(session: Session, event: str) -> tuple[EventSnapshot | None, Text]:
    """Return the snapshot of an event and its stage; None and the reason if it cannot be shown, so that the others are still listed."""
    try:
        snapshot = await session.application.events.see(event)
        return snapshot, stage_title(snapshot.state)
    except FormatFailed as error:
        return None, error.full_sentence
    except Damaged:
        return None, text("The log of this event is damaged.")


@router.get("/help")
async def help_page(request: Request) -> Response:
    """Show the short guide for players, judges and organisers."""
    return page(request, "public/help.html", formats=tuple(all_formats().values()))


@router.post("/language")
async def choose_language(
    request: Request, language: Annotated[str, Form(max_length=10)] = "", back: Annotated[str, Form()] = "/"
) -> Response:
    """Store the chosen language, and go back to the page."""
    answer = back_to(own_address(back))
    chosen = languages.known(language)
    if chosen is None:
        answer.delete_cookie(languages.COOKIE)
    else:
        keep(answer, request, languages.COOKIE, chosen)
    return answer


@router.post("/theme")
async def choose_theme(
    request: Request, theme: Annotated[str, Form(max_length=10)] = "", back: Annotated[str, Form()] = "/"
) -> Response:
    """Store light or dark, or follow the system again, and go back to the page."""
    answer = back_to(own_address(back))
    if theme in THEMES:
        keep(answer, request, THEME_COOKIE, theme)
    else:
        answer.delete_cookie(THEME_COOKIE)
    return answer


@router.get("/e/{event}")
async def event_page(at: Here) -> Response:
    """Show the event live: tables, standings, the way to the final."""
    cache, request = at.application.page_cache, at.request
    without_query = not request.url.query
    key = at.kept_by
    fragments = await at.channel.fragments(at.language, at.snapshot)
    # Only now: while this request waited for the fragments, another one may have rendered the same page.
    if without_query and (found := cache.find(key)) is not None:
        return found.answer(request)
    face, listed, shown = clock_face(at.state, datetime.now(UTC)), fragments.page.listed, at.state.rules
    made = at.page(
        "public/event.html",
        fragments=fragments,
        face=face,
        exact=True,
        listed=listed,
        podium=listed.podium,
        overtaken=listed.overtaken if listed.placed else None,
        places_why=shown.places_why,
        rank_title=shown.rank_title,
        path_title=None if fragments.page.path is None else shown.path_title,
    )
    return cache.keep(key, made).answer(request) if without_query else made


@router.get("/e/{event}/live")
async def live(
    at: Here,
    since: Annotated[int | None, Query(ge=0)] = None,
    fragments: Annotated[str | None, Query(alias="pieces", max_length=1)] = None,
    watch: Annotated[str, Query(max_length=200)] = "",
    player: Annotated[int | None, Query(ge=1, lt=10**8)] = None,
) -> Response:
    """Send changes as they happen; see `floorjudge.web.live.channels`."""
    names = frozenset(watch.split(",")[:MOST_WATCHED]) if watch else frozenset()
    subscription = Subscription(at.language, fragments is not None, names, player)
    return as_stream(at.channel.listen(subscription, last_known(at.request, since, at.number), still_good(at.session)))


@router.get("/e/{event}/player/{number}")
async def player_page(at: Here, number: Number) -> Response:
    """Show one player's table, points, games and next step."""
    player = at.numbered_player(number)
    return at.page("public/player.html", story=player_view(at.state, player))


@router.get("/e/{event}/find")
async def find(at: Here, name: Annotated[str, Query(max_length=100)] = "") -> Response:
    """Find players by a part of their name, for phones without scripts; with one match go there at once."""
    found = found_players(at.state, name) if plain(name) else []
    if len(found) == 1:
        return back_to(f"/e/{at.event}/player/{found[0].number}")
    return at.page("public/find.html", name=name, found=found[:MOST_FOUND])
