"""The one way in which pages and the API change an event: the same commands, with who sends them and what they may."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from anyio import to_thread

from floorjudge.events.events import CommandUndone, PlayerRegistered
from floorjudge.events.service import Answer
from floorjudge.events.service.roles import Role, allowing
from floorjudge.events.service.roles import author as author_of
from floorjudge.web.common.limits import POSTS
from floorjudge.web.live.event_cache import EventSnapshot
from floorjudge.web.sessions import EventSession, Session


def new_id() -> str:
    """Return an id for the hidden field `id` of a form, so that sending it twice counts once."""
    return secrets.token_urlsafe(12)


async def do(
    at: EventSession, fields: Mapping[str, Any], *, command_id: str | None = None, seen: int | None = None
) -> Answer:
    """Have a command done for who is asking, and return its answer.

    `command_id` makes sending it again harmless; `seen` is the record that the sender's page showed, see
    `EventService.take`.
    Raises what `take` raises; Refused `not_yours` when the sender may not do it, `too_often` when it is one too many.
    """
    application = at.application
    application.rates.count(POSTS, at.session.sender)
    envelope = {"id": command_id or None, "seen": seen}
    given = {**fields, **{name: value for name, value in envelope.items() if value is not None}}
    me = (await at.now()).me
    player = None if me is None else me.name
    answer, after = await application.events.take(
        at.event, given, at.language, by=_author(at, player), allowed=allowing(at.role, player)
    )
    await to_thread.run_sync(application.store.feed.publish, after.id, after.number)
    if _took_back_a_registration(answer) and after.number == answer.number:
        # Whoever registers next is given the same number; a link that was made for it must not be theirs.
        await to_thread.run_sync(application.player_links.revoke, after.id, answer.state.registered + 1)
    return answer


async def do_all(at: EventSession, given: Sequence[Mapping[str, Any]], places: Sequence[str]) -> Answer:
    """Have several commands of the staff done, all or none; `places` are what each is called in an error.

    Raises what `EventService.take_all` raises.
    """
    application = at.application
    application.rates.count(POSTS, at.session.sender)
    answer, after = await application.events.take_all(
        at.event, given, places=places, by=_author(at, None), allowed=allowing(at.role)
    )
    await to_thread.run_sync(application.store.feed.publish, after.id, after.number)
    return answer


async def open_event(session: Session, given: Mapping[str, Any]) -> tuple[Answer, EventSnapshot]:
    """Have an event opened, and return the answer and the event.

    Raises what `EventService.take` raises; Refused `not_yours` for everybody but the owner.
    """
    application = session.application
    role = session.role(None)
    answer, opened = await application.events.open(
        given, session.language, by=author_of(role, session.label(None)), allowed=allowing(role)
    )
    await to_thread.run_sync(application.store.feed.publish, opened.id, opened.number)
    return answer, opened


def _took_back_a_registration(answer: Answer) -> bool:
    return any(
        isinstance(event, CommandUndone) and event.undone == PlayerRegistered.__name__ for event in answer.events
    )


def _author(at: EventSession, player: str | None) -> str:
    """Return who a record will say has done it: `organiser Marie`, `player Ana`, `self-registration`."""
    return author_of(at.role, player if at.role is Role.PLAYER else at.session.label(at.event))
