"""A visit: somebody at a page of an event, with the event as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from fastapi import Depends, Path
from starlette.requests import Request

from floorjudge.events.service.errors import NotYours
from floorjudge.events.service.roles import Role
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Player
from floorjudge.texts import Language
from floorjudge.web.desks import Seen
from floorjudge.web.live import Channel
from floorjudge.web.refusals import unknown_player_here
from floorjudge.web.visitors import RANKS, Visitor, visitor_of

# Who works where; the pages of a room check it, and the tabs show only what opens.
ROOMS: Mapping[str, frozenset[Role]] = {
    "judge": frozenset({Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE}),
    "desk": frozenset({Role.OWNER, Role.ORGANISER, Role.HEAD_JUDGE, Role.SCOREKEEPER}),
}


class Visit(msgspec.Struct, frozen=True):
    """Who is asking, and the event they ask about."""

    visitor: Visitor
    seen: Seen

    @property
    def event(self) -> str:
        """The id of the event."""
        return self.seen.id

    @property
    def state(self) -> State:
        """The state of the tournament."""
        return self.seen.state

    @property
    def language(self) -> Language:
        """The language of the visitor."""
        return self.visitor.language

    @property
    def role(self) -> Role:
        """The visitor's role at this event."""
        return self.visitor.role(self.event)

    @property
    def me(self) -> Player | None:
        """The player this device belongs to, None when it is nobody's."""
        number = self.visitor.player(self.event)
        return None if number is None else player_of(self.state, number)

    @property
    def channel(self) -> Channel:
        """The live channel of the event."""
        return self.visitor.house.channels.of(self.seen)

    def at_least(self, role: Role) -> bool:
        """Say whether the visitor's role is `role` or above it (a head judge is above a judge, an organiser above both)."""
        return RANKS.index(self.role) >= RANKS.index(role)

    def may_see(self, room: str) -> bool:
        """Say whether the visitor has business in a room of the staff: `judge` or `desk`."""
        return self.role in ROOMS[room]

    def needs(self, role: Role) -> None:
        """Go on only for a visitor whose role is `role` or above it.

        Raises Refused (403 on the web) for everybody else.
        """
        if not self.at_least(role):
            raise NotYours


async def _visit(request: Request, event: Annotated[str, Path(max_length=100)]) -> Visit:
    visitor = await visitor_of(request)
    # Who may write sees what others have written, whichever process took it; everybody else hears of it from the feed.
    seen = await visitor.house.desks.see(event, fresh=visitor.known)
    return Visit(visitor, seen)


Here = Annotated[Visit, Depends(_visit)]


def player_of(state: State, number: int) -> Player | None:
    """Return the player of a registration number, None when there is none."""
    if not 1 <= number <= state.registered:
        return None
    return next((player for player in state.everybody() if player.number == number), None)


def player_here(state: State, number: int) -> Player:
    """Return the player of a registration number; raises BadInput (404 on the web) when there is none."""
    player = player_of(state, number)
    if player is None:
        raise unknown_player_here(str(number))
    return player
