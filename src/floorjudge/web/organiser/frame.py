"""The common parts of the organiser's pages: the message about the last command, and taking a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from starlette.responses import Response

from floorjudge.events.codec import COMMAND_NAMES, kind_of_event
from floorjudge.events.events import LASTING, CommandUndone, Event, PlayerRenamed
from floorjudge.events.explain import public_text, staff_text
from floorjudge.events.service.access.roles import Role, may
from floorjudge.events.service.log.records import event_of
from floorjudge.formats.log import StageMade, TournamentEvent
from floorjudge.texts import counted, text
from floorjudge.web.commands import ShowAgain, submit
from floorjudge.web.common.responses import is_news, with_news
from floorjudge.web.common.restored import restored_sentences
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.forms import Failed, SentForm, number_in
from floorjudge.web.live.views import clock_face


def desk_page(
    at: EventSession,
    template: str,
    *,
    tab: str,
    failed: Failed | None = None,
    **values: Any,  # noqa: ANN401 (whatever the template asks for)
) -> Response:
    """Return a page from a template in `organiser/`.

    `failed` is the refused form, if there is one; see `Session.page`. In the address `done` names the record of the
    last command, which the page then describes; `steps` is the number of steps that were undone with it.
    """
    done = None if failed is not None else _done(at)
    sentence = None if done is None else staff_text(done) if at.may_see("judge") else public_text(done)
    if done is not None and _is_taken_back(at, done):
        done, sentence = None, text("This was sent before, and has been taken back since. Nothing was done now.")
    if isinstance(done, CommandUndone) and (steps := number_in(at.request.query_params.get("steps", ""), 4)):
        sentence = counted("{count} command was taken back.", "{count} commands were taken back.", count=steps)
    return at.page(
        f"organiser/{template}.html",
        tab=tab,
        failed=failed,
        may=frozenset(name for name in COMMAND_NAMES if may(at.role, name)),
        done=sentence,
        restored=restored_sentences(at.request) if failed is None else [],
        grouped_now=isinstance(done, StageMade),
        slips_for=Role.ORGANISER,
        done_number=at.request.query_params.get("done", ""),
        undoable=isinstance(done, PlayerRenamed) or (done is not None and done == at.state.newest_event()),
        face=clock_face(at.state, datetime.now(UTC)),
        **values,
    )


def _done(at: EventSession) -> Event | None:
    """Return the event of the record that the address names, if it was written just now."""
    number = number_in(at.request.query_params.get("done", ""), 9) if is_news(at.request) else None
    if number is None or not max(1, at.number - 50) <= number <= at.number:
        return None
    (record,) = at.records(number, number)
    return event_of(record)


def _is_taken_back(at: EventSession, done: Event) -> bool:
    """Return whether the command was undone since: a form that is sent again is answered as the first time."""
    if not isinstance(done, TournamentEvent) or isinstance(done, (CommandUndone, *LASTING)):
        return False
    later = 0
    number = number_in(at.request.query_params.get("done", ""), 9) or at.number
    for record in at.records(number + 1):
        kind = kind_of_event(record.event)
        if kind is CommandUndone:
            if later == 0:
                return True
            later -= 1
        elif issubclass(kind, TournamentEvent) and not issubclass(kind, LASTING):
            later += 1
    return False


async def take_form(
    at: EventSession,
    form: str,
    read: Callable[[SentForm], Mapping[str, Any]],
    *,
    to: str,
    again: ShowAgain,
    with_seen: bool = False,
) -> Response:
    """Take a form and lead to the page `to`, its address after `/desk`, with a message about the command; see `submit`."""
    return await submit(
        at, form, read, done=lambda answer: done_at(at, to, answer.number), again=again, with_seen=with_seen
    )


def done_at(at: EventSession, tail: str, number: int) -> Response:
    """Return the address of a page with a message about the record `number`; `tail` is its address after `/desk`."""
    mark = "&" if "?" in tail else "?"
    return with_news(at.request, f"/e/{at.event}/desk{tail}{mark}done={number}")
