"""The one way in which pages and the API change an event: the same commands, and the end of the form behind one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service import Answer, EventService
from floorjudge.events.service.access.roles import Role, allowing
from floorjudge.events.service.access.roles import author as author_of
from floorjudge.store.opening import VenueStore
from floorjudge.web.errors import SamePhone
from floorjudge.web.event_sessions import EventSession
from floorjudge.web.finder.decks import installed_texts
from floorjudge.web.forms import Failed, SentForm, failure
from floorjudge.web.live.event_cache import EventSnapshot, counting
from floorjudge.web.sessions import Session

# The fields of a command.
Fields: TypeAlias = dict[str, Any]
_SAID_AT_A_TABLE = frozenset({"propose", "confirm"})
# This many commands take the serving process some milliseconds.
AT_ONCE = 20


class ShowAgain(Protocol):
    """Shows the page of a form again, with the error of the refusal."""

    def __call__(self, at: EventSession, *, failed: Failed) -> Awaitable[Response]:
        """Return the page."""
        ...


async def submit(
    at: EventSession,
    form: str,
    read: Callable[[SentForm], Mapping[str, Any]],
    *,
    done: Callable[[Answer], Response],
    again: ShowAgain,
    with_seen: bool = False,
    sent: SentForm | None = None,
) -> Response:
    """Take a form: `read` makes a command of it, and `done` makes the response of the answer to that command.

    After a refusal, `again` shows the present event with the error; `with_seen` refuses a command that conflicts with
    changes since the page was made. `sent` is the form if it has been read.
    Raises errors that do not concern the form, see `failure`.
    """
    sent = sent or await at.session.form()
    try:
        fields = read(sent)
        seen = sent.number("seen") if with_seen else None
        answer = await do(at, fields, command_id=sent["id"], seen=seen)
    except FloorjudgeError as error:
        return await again(await at.now(), failed=failure(form, error, sent))
    return done(answer)


async def do(
    at: EventSession, fields: Mapping[str, Any], *, command_id: str | None = None, seen: int | None = None
) -> Answer:
    """Do a command for the caller, and return its answer.

    `command_id` makes it safe to send it again; `seen` is the record on the sender's page, see `EventService.take`.
    Raises what `take` raises; Refused `not_yours` if the sender may not do it, `too_often` after too many.
    """
    envelope = {"id": command_id or None, "seen": seen}
    given = {**fields, **{name: value for name, value in envelope.items() if value is not None}}
    now = await at.now()
    player = None if now.me is None else now.me.name
    if now.role is Role.PLAYER and given.get("do") in _SAID_AT_A_TABLE:
        _check_phone(now, given.get("table"))
    allowed = allowing(at.role, player)
    return await at.application.events.take(at.event, given, at.language, by=now.author, allowed=allowed)


def _check_phone(at: EventSession, table: object) -> None:
    """Check that a phone that was another player's before does not confirm its own statement.

    Raises Refused if it does, unless the staff allow that.
    """
    proposal = at.venue.proposals.get(table) if isinstance(table, int) else None
    if proposal is None or at.venue.phones_shared:
        return
    former = {number for event, number in at.session.opened.former if event == at.event}
    spoken = [statement.player for statement in proposal.statements if statement.player != (at.me and at.me.name)]
    mine = next((name for name in spoken if at.state.players[name].number in former), None)
    if mine is not None:
        raise SamePhone(mine)


class Together(msgspec.Struct, frozen=True):
    """The result of several commands: the number done now, and the number of the newest record."""

    count: int
    number: int


async def do_all(at: EventSession, given: Sequence[Mapping[str, Any]], places: Sequence[str]) -> Together:
    """Do several commands of the staff, all or none; `places` are their names in errors.

    Many run in another process, because each takes some time.
    Raises what `EventService.take_all` raises; what `Session.work_out` raises.
    """
    if len(given) > AT_ONCE:
        with counting(given):
            together: Together = await written(at, all_taken, list(given), list(places))
        return together
    allowed = allowing(at.role)
    answer = await at.application.events.take_all(at.event, given, places=places, by=at.author, allowed=allowed)
    return Together(len(answer.events), answer.number)


async def written(
    at: EventSession,
    work: Callable[..., Any],
    *arguments: Any,  # noqa: ANN401 (whatever `work` takes)
) -> Any:  # noqa: ANN401 (whatever `work` returns)
    """Return the result of a function that writes to an event in another process: it takes the store, the event, role, author, arguments.

    Whether it succeeds or fails, this process then reads the event again.
    """
    try:
        return await at.session.work_at_store(work, at.event, at.role, at.author, *arguments)
    finally:
        await at.application.events.written_elsewhere(at.event)


def all_taken(
    store: VenueStore, event: str, role: Role, author: str, given: Sequence[Fields], places: Sequence[str]
) -> Together:
    """Do several commands for a person with a role. Reads and writes: to be called in a process.

    Raises what `EventService.take_all` raises.
    """
    answer = EventService(store.log, event, card_texts=installed_texts).take_all(
        given, places=places, by=author, allowed=allowing(role)
    )
    return Together(len(answer.events), answer.number)


async def open_event(session: Session, given: Mapping[str, Any]) -> tuple[Answer, EventSnapshot]:
    """Open an event, and return the answer and the event.

    Raises what `EventService.take` raises; Refused `not_yours` for all but the owner.
    """
    role = session.role(None)
    author = author_of(role, session.label(None))
    return await session.application.events.open(given, session.language, by=author, allowed=allowing(role))
