"""The event as a whole: its public parts, the clock, a random order."""

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
from floorjudge.events.service.access.links import hash_of, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.demonstration import rehearse
from floorjudge.store.opening import VenueStore
from floorjudge.texts import Language
from floorjudge.web.asking import Organiser
from floorjudge.web.commands import Fields
from floorjudge.web.common.responses import back_to, with_news
from floorjudge.web.errors import NotAForm, NotSure
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import Failed, SentForm, failure
from floorjudge.web.organiser.frame import desk_page, take_form
from floorjudge.web.sessions import keep_opened

router = APIRouter()
_SIMPLE = frozenset({"pause_clock", "resume_clock", "stop_clock"})


@router.get("/e/{event}/desk/event")
async def event(at: Organiser) -> Response:
    """Show the forms for the event as a whole."""
    return await _event(at)


async def _event(at: EventSession, *, failed: Failed | None = None) -> Response:
    owner = at.session.role(None) is Role.OWNER
    return desk_page(
        at, "event", tab="settings", failed=failed, venue=at.venue, owner=owner, order_help=at.state.rules.order_help
    )


@router.post("/e/{event}/desk/event/{form}")
async def take(at: Organiser, form: str) -> Response:
    """Take one of the forms of this page; the desk publishes places, too, and is shown again then."""
    to = "" if (await at.session.form())["back"] == "desk" else "/event"
    return await take_form(at, form, partial(_fields, form), to=to, again=_event)


def _fields(form: str, sent: SentForm) -> Fields:
    """Return the command that a form means; raises BadInput for an unknown form, or an invalid number."""
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
        "announce": lambda sent: {
            "do": "announce",
            "text": sent["text"].strip() or None,
            "kept": sent["kept"] == "yes",
        },
        "publish": lambda sent: {"do": "publish", "places": sent["places"] == "yes", "decks": sent["decks"] == "yes"},
        "phones": lambda sent: {"do": "share_phones", "allowed": sent["allowed"] == "yes"},
        "order": _order,
        "clock": _clock,
    }
)


@router.post("/e/{event}/desk/rehearsal")
async def rehearsal(at: Organiser) -> Response:
    """Make a copy of the event with invented results, and make this device its organiser's."""
    sent = await at.session.form()
    made = await at.session.work_at_store(rehearsed, at.event, at.language, at.author, sent["id"])
    answer = back_to(f"/e/{made}/desk")
    if at.session.role(made) not in (Role.OWNER, Role.ORGANISER):
        grants, label = at.application.store.grants, at.session.label(at.event) or ""
        given = partial(make_staff_token, grants, Role.ORGANISER, label, datetime.now(UTC), event=made)
        token, _ = await to_thread.run_sync(given)
        keep_opened(answer, at.session, at.session.opened.with_staff(hash_of(token)))
    return answer


def rehearsed(store: VenueStore, event: str, language: Language, author: str, form: str) -> str:
    """Make a copy of an event for practice, and return its id. Reads and writes: to be called in a process."""
    service = EventService(store.log, once=True)
    rehearse(service, EventService(store.log, event).state, language, by=author, form=form)
    return str(service.event_id)


@router.post("/e/{event}/desk/delete")
async def delete(at: Organiser) -> Response:
    """Delete the event after a backup; the owner may do that, and the organisers of a rehearsal."""
    if not at.venue.rehearsal:
        at.session.needs_owner()
    sent = await at.session.form()
    try:
        if sent["sure"] != "yes":
            raise NotSure
        deleted = await at.session.work_at_store(VenueStore.delete, at.event)
        await to_thread.run_sync(at.application.store.feed.publish, deleted.id, deleted.records + 1)
    except FloorjudgeError as error:
        return await _event(at, failed=failure("delete", error, sent))
    return with_news(at.request, "/?" + urlencode({"deleted": deleted.backup.name}))
