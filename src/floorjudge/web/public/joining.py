"""Signing in a device: staff links, player links (the QR codes on slips), and registering oneself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, TypeVar

from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.errors import LooksAlike
from floorjudge.events.service.access.errors import BadLink
from floorjudge.events.service.access.links import Grant, PlayerLink, read_staff_link, revoke_staff_token, take_once
from floorjudge.events.service.access.roles import Role, is_unnamed
from floorjudge.formats.competition import as_kept
from floorjudge.formats.players import Player
from floorjudge.web.asking import Asking, Entering, Here
from floorjudge.web.commands import do
from floorjudge.web.common.responses import back_to, is_news, with_news
from floorjudge.web.event_sessions import EventSession, player_of
from floorjudge.web.forms import Failed, failure
from floorjudge.web.security import BAD_LINKS
from floorjudge.web.sessions import OpenedLinks, Session, keep_opened

router = APIRouter()
Link = TypeVar("Link")
Token = Annotated[str, Path(max_length=600)]


@router.get("/in/{token}")
async def staff_link(session: Asking, token: Token) -> Response:
    """Show the label of a staff link and ask for confirmation: a link preview must not open it."""
    grants = session.application.store.grants
    grant = await _read(session, lambda given: read_staff_link(grants, given, datetime.now(UTC)), token)
    name = "" if is_unnamed(Role(grant.role), grant.label) else grant.label
    return session.page("public/staff_link.html", grant=grant, name=name, token=token)


@router.post("/in/{token}")
async def take_staff_link(session: Entering, token: Token) -> Response:
    """Open a staff link on this device and redirect to the staff's page; a link that works once is used up."""
    form = (await session.form())["id"]
    grants = session.application.store.grants
    hashed, grant = await _read(session, lambda given: take_once(grants, given, datetime.now(UTC), form), token)
    answer = back_to(_first_page(grant))
    keep_opened(answer, session, session.opened.with_staff(hashed, session.owner))
    return answer


@router.get("/p/{signed}")
async def player_link(session: Asking, signed: Token) -> Response:
    """Open a player's link on this device and redirect to their page; ask first if another player is signed in."""
    link, player = await _player(session, signed)
    before = session.players.get(link.event)
    if before in {None, link.player}:
        return _theirs(session, link)
    state = (await session.application.events.see(link.event)).state
    own = player_of(state, before or 0)
    return session.page("public/player_link.html", signed=signed, event=state.name, player=player, own=own)


@router.post("/p/{signed}")
async def take_player_link(session: Entering, signed: Token) -> Response:
    """Open the other player's link on this device, after confirmation."""
    link, _ = await _player(session, signed)
    return _theirs(session, link)


async def _player(session: Session, signed: str) -> tuple[PlayerLink, Player]:
    """Return the player of a link; a cancelled registration has none any more."""
    link = await _read(session, session.application.player_links.read, signed)
    events = session.application.events
    found = player_of((await events.see(link.event)).state, link.player)
    if found is None:
        # Another process may have registered them since.
        found = player_of((await events.see(link.event, fresh=True)).state, link.player)
    if found is None:
        raise BadLink
    return link, found


def _theirs(session: Session, link: PlayerLink) -> Response:
    answer = back_to(f"/e/{link.event}/me")
    opened = session.opened.with_player(link.event, link.player, link.serial)
    keep_opened(answer, session, opened)
    return answer


@router.post("/leave")
async def forget(session: Asking) -> Response:
    """Remove every link from this device; revoke an owner's link, so that copies of the cookie are useless too."""
    for grant in session.grants:
        if grant.event is None:
            await to_thread.run_sync(
                revoke_staff_token, session.application.store.grants, None, grant.id, datetime.now(UTC)
            )
    answer = back_to("/")
    keep_opened(answer, session, OpenedLinks())
    return answer


async def _read(session: Session, read: Callable[[str], Link], token: str) -> Link:
    """Return what a token gives access to, looked up in a thread; a visitor who tries many bad ones has to wait.

    A good token is never refused because of others who share the address.
    """
    try:
        return await to_thread.run_sync(read, token)
    except BadLink:
        session.application.rates.count(BAD_LINKS, session.sender)
        raise


def _first_page(grant: Grant) -> str:
    if grant.event is None:
        return "/"
    return f"/e/{grant.event}/judge" if Role(grant.role) in {Role.JUDGE, Role.HEAD_JUDGE} else f"/e/{grant.event}/desk"


@router.get("/join/{event}")
async def join_form(at: Here, done: Annotated[str, Query(max_length=20)] = "") -> Response:
    """Show the registration form for players, or that it is closed."""
    return _join(at, registered=done == "yes" and is_news(at.request))


def _join(at: EventSession, *, failed: Failed | None = None, registered: bool = False) -> Response:
    return at.page(
        "public/join.html",
        is_open=at.state.may_join,
        failed=failed,
        theirs=_unclaimed(at, failed),
        registered=registered,
    )


def _unclaimed(at: EventSession, failed: Failed | None) -> str | None:
    """Return the listed name that matches the typed one, exactly or not, if no device has taken it yet."""
    if failed is None:
        return None
    looked_like = failed.error.other if isinstance(failed.error, LooksAlike) else ""
    player = at.state.players.get(looked_like or as_kept(failed.typed.get("player", "")))
    if player is None or at.state.has_left(player.name) or player.number in at.venue.claimed:
        return None
    return player.name if at.venue.self_registration else None


@router.post("/join/{event}")
async def join(at: Here) -> Response:
    """Register a new player, or sign in as a listed one, and open their link on this device."""
    sent = await at.session.form()
    given = sent["player"]
    what = "claim" if sent["mine"] == "yes" else "join"
    try:
        answer = await do(at, {"do": what, "player": given}, command_id=_own_id(sent["id"]))
    except FloorjudgeError as error:
        return _join(at, failed=failure("join", error, sent))
    if at.role is not Role.ANYBODY:
        # Players who register on the desk's shared phone are not signed in on it.
        return with_news(at.request, f"/join/{at.event}?done=yes")
    player = answer.state.players[as_kept(given)]
    signed = await to_thread.run_sync(at.application.player_links.make, at.event, player.number)
    return back_to(f"/p/{signed}")


def _own_id(form: str) -> str | None:
    """Return the id of a registration in the log, derived from the form's own id.

    Sending the form's id again returns the player's link, which a player who lost the answer needs. Logs are exported,
    and the id in the log does not reveal the form's.
    """
    return hashlib.sha256(f"join {form}".encode()).hexdigest() if form else None
