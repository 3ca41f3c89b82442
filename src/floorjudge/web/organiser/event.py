"""A new event, and the event as a whole: what everybody may see, the clock, a random order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from types import MappingProxyType
from urllib.parse import urlencode

from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service import EventService
from floorjudge.events.service.demonstration import rehearse
from floorjudge.events.service.links import hash_of, make_staff_token
from floorjudge.events.service.roles import Role
from floorjudge.events.tournament.decide import FORMATS
from floorjudge.web.asking import Organiser, Owner
from floorjudge.web.commands import Fields, open_event
from floorjudge.web.common.responses import back_to, with_news
from floorjudge.web.errors import NotAForm, NotSure
from floorjudge.web.forms import Failed, SentForm, failure
from floorjudge.web.organiser.frame import desk_page, take_form
from floorjudge.web.security import COSTLY
from floorjudge.web.sessions import EventSession, Session, keep_opened

router = APIRouter()
_SIMPLE = frozenset({"pause_clock", "resume_clock", "stop_clock"})


@router.get("/e/{event}/desk/event")
async def event(at: Organiser) -> Response:
    """Show the forms for the event as a whole."""
    return await _event(at)


async def _event(at: EventSession, *, failed: Failed | None = None) -> Response:
    owner = at.session.role(None) is Role.OWNER
    return desk_page(at, "event", tab="settings", failed=failed, venue=at.venue, owner=owner)


@router.post("/e/{event}/desk/event/{form}")
async def take(at: Organiser, form: str) -> Response:
    """Take one of the forms of this page."""
    return await take_form(at, form, partial(_fields, form), to="/event", again=_event)


def _fields(form: str, sent: SentForm) -> Fields:
    """Return the command that a form means; raises BadInput when there is no such form, or a number in it is none."""
    if form not in _FORMS:
        raise NotAForm("form")
    return _FORMS[form](sent)


def _described(sent: SentForm) -> Fields:
    said = {name: sent.word(name) or None for name in ("name", "date", "place", "about", "time_over")}
    return {"do": "describe", **said, **{name: sent.number(name) for name in sent.filled("capacity", "minutes")}}


def _order(sent: SentForm) -> Fields:
    items = [line.strip() for line in sent["items"].splitlines() if line.strip()]
    return {"do": "random_order", "items": items, "reason": sent["reason"]}


def _clock(sent: SentForm) -> Fields:
    return {"do": sent["do"]} if sent["do"] in _SIMPLE else {"do": "clock", "minutes": sent.number("minutes")}


_FORMS: Mapping[str, Callable[[SentForm], Fields]] = MappingProxyType(
    {
        "describe": _described,
        "archive": lambda sent: {"do": "archive", "archived": sent["archived"] == "yes"},
        "announce": lambda sent: {"do": "announce", "text": sent["text"].strip() or None},
        "publish": lambda sent: {"do": "publish", "places": sent["places"] == "yes", "decks": sent["decks"] == "yes"},
        "phones": lambda sent: {"do": "share_phones", "allowed": sent["allowed"] == "yes"},
        "order": _order,
        "clock": _clock,
    }
)


@router.post("/e/{event}/desk/rehearsal")
async def rehearsal(at: Organiser) -> Response:
    """Make a copy of the event with invented results, and let this device be its organiser."""
    sent = await at.session.form()
    made, token = await to_thread.run_sync(_rehearsed, at, sent["id"])
    answer = back_to(f"/e/{made}/desk")
    if token is not None:
        keep_opened(answer, at.session, at.session.opened.with_staff(hash_of(token)))
    return answer


def _rehearsed(at: EventSession, form: str) -> tuple[str, str | None]:
    """Return the id of the copy, and the token of a link to it for an organiser who has none yet. Belongs in a thread."""
    store = at.application.store
    service = EventService(store.log, once=True)
    rehearse(service, at.state, at.language, by=at.author, form=form)
    if at.session.role(service.event_id) in (Role.OWNER, Role.ORGANISER):
        return str(service.event_id), None
    label = at.session.label(at.event) or ""
    token, _ = make_staff_token(store.grants, Role.ORGANISER, label, datetime.now(UTC), event=service.event_id)
    return str(service.event_id), token


@router.post("/e/{event}/desk/delete")
async def delete(at: Organiser) -> Response:
    """Delete the event after a backup; the owner may do that, and of a rehearsal its organisers."""
    if not at.venue.rehearsal:
        at.session.needs_owner()
    sent = await at.session.form()
    at.session.count(COSTLY)
    try:
        if sent["sure"] != "yes":
            raise NotSure
        deleted = await to_thread.run_sync(at.application.store.delete, at.event)
    except FloorjudgeError as error:
        return await _event(at, failed=failure("delete", error, sent))
    return with_news(at.request, "/?" + urlencode({"deleted": deleted.backup.name}))


@router.get("/new")
async def new_form(session: Owner) -> Response:
    """Show the form for a new event."""
    return _new(session)


def _new(session: Session, failed: Failed | None = None) -> Response:
    return session.page("organiser/new.html", failed=failed, formats=FORMATS)


@router.post("/new")
async def create(session: Owner) -> Response:
    """Open an event; a form that is sent twice opens one."""
    sent = await session.form()
    given = {"do": "open", "name": sent["name"], "format": sent["format"] or FORMATS[0]}
    given |= {"id": sent["id"]} if sent["id"] else {}
    try:
        _, opened = await open_event(session, given)
    except FloorjudgeError as error:
        return _new(session, failure("new", error, sent))
    return back_to(f"/e/{opened.id}/desk")
