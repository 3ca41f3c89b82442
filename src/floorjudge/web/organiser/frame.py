"""What all pages of the organiser share: what was just done, and how a form is taken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import COMMAND_NAMES, read_event
from floorjudge.events.events import CommandUndone, Event, RoundGrouped
from floorjudge.events.explain import public_text, staff_text
from floorjudge.events.service.roles import Role, may
from floorjudge.texts import counted
from floorjudge.web.commands import Failed, SentForm, do, failure, new_id, number_in, sent_form, typed_again
from floorjudge.web.common.responses import is_news, page, with_news
from floorjudge.web.error_pages import status_of
from floorjudge.web.live.rows import clock_face
from floorjudge.web.sessions import EventSession

Fields = dict[str, Any]


class ShowAgain(Protocol):
    """Shows the page of a form again, with why it was refused."""

    def __call__(self, request: Request, at: EventSession, *, failed: Failed) -> Awaitable[Response]:
        """Return the page."""
        ...


def desk_page(
    request: Request,
    at: EventSession,
    template: str,
    *,
    tab: str,
    failed: Failed | None = None,
    **values: Any,  # noqa: ANN401 (whatever the template asks for)
) -> Response:
    """Return a page from a template in `organiser/`.

    `failed` is the form that was refused, if one was: its error decides the status, and what was typed is kept. In the
    address `done` names the record of what was just done, which the page then says; `steps` how many were taken back with it.
    """
    done = None if failed is not None else _done(request, at)
    said = None if done is None else staff_text(done) if at.may_see("judge") else public_text(done)
    if isinstance(done, CommandUndone) and (steps := number_in(request.query_params.get("steps", ""), 4)):
        said = counted("{count} command was taken back.", "{count} commands were taken back.", count=steps)
    return page(
        request,
        f"organiser/{template}.html",
        status=200 if failed is None else status_of(failed.error),
        at=at,
        tab=tab,
        failed=failed,
        typed=partial(typed_again, failed),
        new_id=new_id,
        may=frozenset(name for name in COMMAND_NAMES if may(at.role, name)),
        done=said,
        grouped_now=isinstance(done, RoundGrouped),
        slips_for=Role.ORGANISER,
        done_number=request.query_params.get("done", ""),
        undoable=done is not None and done == at.state.newest_event(),
        face=clock_face(at.venue, datetime.now(UTC)),
        **values,
    )


def _done(request: Request, at: EventSession) -> Event | None:
    """Return the event of the record that the address names, when it was written just now."""
    number = number_in(request.query_params.get("done", ""), 9) if is_news(request) else None
    if number is None or not max(1, at.number - 50) <= number <= at.number:
        return None
    (record,) = at.records(number, number)
    return read_event(record.event)


async def submit(
    request: Request,
    at: EventSession,
    form: str,
    read: Callable[[SentForm], Mapping[str, Any]],
    *,
    to: str,
    again: ShowAgain,
    with_seen: bool = False,
) -> Response:
    """Take a form: have the command done that `read` makes of it, and lead to the page `to` (its address after `/desk`).

    When it is refused, `again` shows the event as it is now with why; `with_seen` refuses what rests on a page that is no
    longer so.
    Raises what is not about the form, see `failure`.
    """
    sent = await sent_form(request)
    try:
        fields = read(sent)
        seen = sent.number("seen") if with_seen else None
        answer = await do(at, fields, command_id=sent["id"], seen=seen)
    except FloorjudgeError as error:
        return await again(request, await at.now(), failed=failure(form, error, sent))
    return done_at(request, at, to, answer.number)


def done_at(request: Request, at: EventSession, tail: str, number: int) -> Response:
    """Return the way to a page that says what the record `number` was; `tail` is its address after `/desk`."""
    mark = "&" if "?" in tail else "?"
    return with_news(request, f"/e/{at.event}/desk{tail}{mark}done={number}")
