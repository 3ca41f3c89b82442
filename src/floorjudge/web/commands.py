"""The one way in which pages and the API change an event: the same commands, with who sends them and what they may."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from anyio import to_thread

from floorjudge.events.events import CommandUndone, PlayerRegistered
from floorjudge.events.service import Answer
from floorjudge.events.service.authors import author as author_of
from floorjudge.events.service.roles import Role, allowing
from floorjudge.web.desks import Seen
from floorjudge.web.rates import POSTS
from floorjudge.web.visitors import Visitor
from floorjudge.web.visits import player_of


def new_id() -> str:
    """Return an id for the hidden field `id` of a form, so that sending it twice counts once."""
    return secrets.token_urlsafe(12)


async def do(
    visitor: Visitor,
    event_id: str | None,
    fields: Mapping[str, Any],
    *,
    command_id: str | None = None,
    seen: int | None = None,
) -> Answer:
    """Have a command done for a visitor, and return its answer.

    `event_id` is None for the command that opens an event. `command_id` makes sending it again harmless; `seen` is the
    record that the visitor's page showed, see `Desk.take`.
    Raises what the desk raises; Refused `not_yours` when the visitor may not do it, `too_often` when it is one too many.
    """
    house = visitor.house
    house.rates.count(POSTS, visitor.sender)
    envelope = {"id": command_id or None, "seen": seen}
    given = {**fields, **{name: value for name, value in envelope.items() if value is not None}}
    role = visitor.role(event_id)
    if event_id is None:
        return (await open_event(visitor, given))[0]
    player = await player_name(visitor, event_id)
    answer, at = await house.desks.take(
        event_id, given, visitor.language, by=author(visitor, event_id, player), allowed=allowing(role, player)
    )
    await to_thread.run_sync(house.store.feed.publish, at.id, at.number)
    if _took_back_a_registration(answer) and at.number == answer.number:
        # Whoever registers next is given the same number; a link that was made for it must not be theirs.
        await to_thread.run_sync(house.player_links.revoke, at.id, answer.state.registered + 1)
    return answer


def _took_back_a_registration(answer: Answer) -> bool:
    return any(
        isinstance(event, CommandUndone) and event.undone == PlayerRegistered.__name__ for event in answer.events
    )


async def open_event(visitor: Visitor, given: Mapping[str, Any]) -> tuple[Answer, Seen]:
    """Have an event opened for a visitor, and return the answer and the event.

    Raises what the desk raises; Refused `not_yours` for everybody but the owner.
    """
    house = visitor.house
    allowed = allowing(visitor.role(None))
    answer, at = await house.desks.open(given, visitor.language, by=author(visitor, None), allowed=allowed)
    await to_thread.run_sync(house.store.feed.publish, at.id, at.number)
    return answer, at


async def player_name(visitor: Visitor, event_id: str) -> str | None:
    """Return the name of the player the visitor's device belongs to at an event, None when it is nobody's."""
    number = visitor.player(event_id)
    if number is None:
        return None
    found = player_of((await visitor.house.desks.see(event_id)).state, number)
    return None if found is None else found.name


def author(visitor: Visitor, event_id: str | None, player: str | None = None) -> str:
    """Return who a record will say has done it: `organiser Marie`, `player Ana`, `self-registration`."""
    role = visitor.role(event_id)
    return author_of(role, player if role is Role.PLAYER else visitor.label(event_id))
