"""What all pages of an event's desk share: the tabs, what was just done, and how a form ends well or badly."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import Conflict, Damaged, FloorjudgeError
from floorjudge.events.events import Event
from floorjudge.events.floor import VenueEvent
from floorjudge.events.floor.codec import ALL_COMMAND_NAMES, read_any_event
from floorjudge.events.service.roles import Role, may
from floorjudge.events.service.story import public_text, staff_text
from floorjudge.formats.on_the_edge.decks import decode_list
from floorjudge.texts import Text, text
from floorjudge.web.answers import back_to, page
from floorjudge.web.clocks import clock_face
from floorjudge.web.commands import do, new_id
from floorjudge.web.refusals import not_a_form
from floorjudge.web.statuses import AWAY, OWN, status_of
from floorjudge.web.visits import Visit

# Errors that are about who asks or about the whole server, not about what was typed.
_ELSEWHERE = AWAY | OWN.keys()


class Tab(msgspec.Struct, frozen=True):
    """A page of the desk, as its tab shows it; `key` names it in the code."""

    key: str
    address: str
    said: Text


class Failed(msgspec.Struct, frozen=True):
    """A form that was refused: which one it was, why, and what had been typed into it."""

    form: str
    error: FloorjudgeError
    typed: Mapping[str, str]

    @property
    def is_conflict(self) -> bool:
        """Whether somebody else was faster, so that the page shows what they did."""
        return isinstance(self.error, Conflict)


def tabs(at: Visit) -> list[Tab]:
    """Return the pages of the desk that a visitor may open."""
    address = f"/e/{at.event}/desk"
    found = [
        Tab("desk", address, text("Desk")),
        Tab("results", f"{address}/results", text("Results")),
    ]
    if at.at_least(Role.ORGANISER):
        found += [
            Tab("players", f"{address}/players", text("Players")),
            Tab("staff", f"{address}/staff", text("Staff")),
            Tab("event", f"{address}/event", text("Event")),
        ]
    if at.at_least(Role.HEAD_JUDGE):
        found.insert(-2 if at.at_least(Role.ORGANISER) else 2, Tab("print", f"{address}/print", text("Print")))
    return found


def desk_page(
    request: Request,
    at: Visit,
    template: str,
    *,
    tab: str,
    failed: Failed | None = None,
    **values: Any,  # noqa: ANN401 (whatever the template asks for)
) -> Response:
    """Return a page of the desk from a template in `organiser/`.

    `failed` is the form that was refused, if one was: its error decides the status, and what was typed is kept. In the
    address `done` names the record of what was just done, which the page then says.
    """
    done = None if failed is not None else _done(request, at)
    return page(
        request,
        f"organiser/{template}.html",
        status=200 if failed is None else status_of(failed.error),
        at=at,
        tabs=tabs(at),
        tab=tab,
        failed=failed,
        typed=(lambda form, name, otherwise="": _typed(failed, form, name, otherwise)),
        new_id=new_id,
        may=frozenset(name for name in ALL_COMMAND_NAMES if may(at.role, name)),
        done=None if done is None else staff_text(done) if at.may_see("judge") else public_text(done),
        undoable=done is not None and done == at.state.newest_event(),
        face=clock_face(at.seen.venue.clock, datetime.now(UTC)),
        **values,
    )


def _typed(failed: Failed | None, form: str, name: str, otherwise: str) -> str:
    return failed.typed.get(name, "") if failed is not None and failed.form == form else otherwise


def _done(request: Request, at: Visit) -> Event | VenueEvent | None:
    """Return the event of the record that the address names, when it was written just now."""
    given = request.query_params.get("done", "")
    if not given.isdecimal() or len(given) > len("100000000"):
        return None
    number = int(given)
    if not max(1, at.seen.number - 50) <= number <= at.seen.number:
        return None
    (record,) = at.seen.records(number, number)
    return read_any_event(record.event)


async def attempt(
    at: Visit, form: str, fields: Mapping[str, Any], typed: Mapping[str, str], *, with_seen: bool = False
) -> Failed | int:
    """Have a command done; return the number of its record, or why it was refused.

    `typed` are the fields of the form as they were sent, with its hidden `id` and `seen`; `with_seen` refuses what rests on
    a page that is no longer so.
    Raises what is not about the form: no right to do it, too much sent, the database away, damage.
    """
    try:
        seen = _seen(typed) if with_seen else None
        answer = await do(at.visitor, at.event, fields, command_id=typed.get("id") or None, seen=seen)
    except FloorjudgeError as error:
        return failure(form, error, typed)
    return answer.number


def _seen(typed: Mapping[str, str]) -> int:
    given = typed.get("seen", "")
    if not given.isdecimal() or len(given) > len("100000000"):
        raise not_a_form("seen")
    return int(given)


def failure(form: str, error: FloorjudgeError, typed: Mapping[str, str]) -> Failed:
    """Return what a page shows of an error in a form; raises the error again when it is not about the form."""
    if isinstance(error, Damaged) or error.code in _ELSEWHERE:
        raise error
    return Failed(form, error, typed)


class Sent(msgspec.Struct, frozen=True):
    """A form as it was sent: its text fields, of a name that came twice the last, and the bytes of its files."""

    typed: dict[str, str]
    files: dict[str, bytes]

    def text(self, file: str, otherwise: str) -> str:
        """Return the text of a file, or else of the field `otherwise` when no file was chosen.

        Raises BadInput when the file is not a text.
        """
        content = self.files.get(file)
        return decode_list(content) if content else self.typed.get(otherwise, "")


async def sent_form(request: Request) -> Sent:
    """Return the form that was sent."""
    typed: dict[str, str] = {}
    files: dict[str, bytes] = {}
    async with request.form(max_files=2, max_fields=500) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = await value.read()
            else:
                typed[name] = value
    return Sent(typed, files)


async def typed_fields(request: Request) -> dict[str, str]:
    """Return the text fields of a form as they were sent."""
    return (await sent_form(request)).typed


async def as_it_is_now(at: Visit) -> Visit:
    """Return the visit with the event as it stands after a form was taken or refused."""
    return Visit(at.visitor, await at.visitor.house.desks.see(at.event))


def done_at(at: Visit, tail: str, number: int) -> Response:
    """Return the way to a page of the desk that says what the record `number` was; `tail` is its address after `desk`."""
    mark = "&" if "?" in tail else "?"
    return back_to(f"/e/{at.event}/desk{tail}{mark}done={number}")


def seed_of(at: Visit) -> str | None:
    """Return the seed of the event's draws for a preview. Reads the store: to be called in a thread."""
    return at.visitor.house.store.log.secret(at.event)
