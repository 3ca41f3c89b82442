"""Programs say who they are with a bearer token: the secret of a staff link, or a player's signed link.

Whoever sends a token is what it says and nothing else: a cookie that comes along is not looked at.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from anyio import to_thread
from fastapi import Depends, Path
from starlette.requests import Request

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.links import read_staff_token
from floorjudge.web.house import House
from floorjudge.web.languages import language_of
from floorjudge.web.rates import BAD_LINKS, api_calls
from floorjudge.web.refusals import bad_token
from floorjudge.web.statuses import AWAY
from floorjudge.web.visitors import Visitor, visitor_of
from floorjudge.web.visits import Visit

_BETWEEN_PARTS = "."


async def asking(request: Request) -> Visitor:
    """Return who asks: what the token says, else what the cookie says, else nobody.

    Raises Refused `bad_token` (401 on the web) when there is a token and it is no good.
    """
    given = request.headers.get("authorization")
    if given is None:
        return await visitor_of(request)
    house: House = request.app.state.house
    sender = request.client.host if request.client else ""
    house.rates.check(BAD_LINKS, sender)
    kind, _, token = given.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise bad_token()
    try:
        found = await to_thread.run_sync(_bearer, house, request, token.strip())
    except FloorjudgeError as error:
        if error.code in AWAY:
            raise
        house.rates.count(BAD_LINKS, sender)
        raise bad_token() from None
    request.state.visitor = found
    return found


def _bearer(house: House, request: Request, token: str) -> Visitor:
    """Return whose token it is. Reads the store: belongs in a thread."""
    language = language_of(request)
    if _BETWEEN_PARTS in token:
        link = house.player_links.read(token)
        sender = f"player {link.event} {link.player}"
        return Visitor(house=house, language=language, theme=None, sender=sender, players={link.event: link.player})
    grant = read_staff_token(house.store.grants, token, datetime.now(UTC))
    return Visitor(house=house, language=language, theme=None, sender=f"grant {grant.id}", grants=(grant,))


async def _program(request: Request) -> Visitor:
    """Return who asks the API, counted."""
    visitor = await asking(request)
    visitor.house.rates.count(api_calls(visitor.house.settings.calls), visitor.sender)
    return visitor


Program = Annotated[Visitor, Depends(_program)]


async def _program_at(visitor: Program, event: Annotated[str, Path(max_length=100)]) -> Visit:
    seen = await visitor.house.desks.see(event, fresh=visitor.known)
    return Visit(visitor, seen)


At = Annotated[Visit, Depends(_program_at)]
