"""What commands would lead to, before anything is written: the records they would add, and the event after them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from floorjudge.events import codec, decide, evolve
from floorjudge.events.commands import Command
from floorjudge.events.errors import NotOpen
from floorjudge.events.events import Event
from floorjudge.events.floor import Moment, Venue, VenueCommand, VenueEvent, decide_venue, evolve_venue
from floorjudge.events.service.envelope import Envelope
from floorjudge.events.service.records import Record, seal
from floorjudge.events.state import State

Clock: TypeAlias = Callable[[], datetime]


class Draft:
    """Records that follow the newest one of a log, in the order in which their commands were added."""

    def __init__(self, state: State | None, venue: Venue, newest: Record | None, clock: Clock) -> None:
        """Begin with an event as it stands; `state` and `newest` are None before it is opened."""
        self._state = state
        self._venue = venue
        self._newest = newest
        self._clock = clock
        # The last event is let happen only when another one is to follow it.
        self._latest: tuple[Event | VenueEvent, Moment] | None = None
        self._by_command: dict[str, Record] = {}
        self.added: list[tuple[Record, Event | VenueEvent]] = []

    @property
    def events(self) -> tuple[Event | VenueEvent, ...]:
        """What the commands give, in order."""
        return tuple(event for _, event in self.added)

    def find(self, command_id: str) -> Record | None:
        """Return the record of the command with this id, None when none was added."""
        return self._by_command.get(command_id)

    def add(self, asked: Envelope, command: Command | VenueCommand, by: str | None) -> None:
        """Add what a command gives after those before it; `command` is what was read from `asked`.

        Raises what deciding it raises; then nothing was added.
        """
        if self._latest is not None:
            self._state, self._venue = after_event(self._state, self._venue, *self._latest)
            self._latest = None
        event = self._decided(command)
        at = self._clock().isoformat(timespec="milliseconds")
        line = codec.event_json(event)
        self._newest = seal(
            self._newest, at=at, event=line, command_id=asked.command_id, fingerprint=asked.fingerprint(), by=by
        )
        self._latest = event, Moment(at, by)
        self.added.append((self._newest, event))
        if asked.command_id is not None:
            self._by_command[asked.command_id] = self._newest

    def _decided(self, command: Command | VenueCommand) -> Event | VenueEvent:
        if not isinstance(command, VenueCommand):
            (event,) = decide(self._state, command)
            return event
        if self._state is None:
            raise NotOpen
        return decide_venue(self._state, self._venue, command)


def after_event(state: State | None, venue: Venue, event: Event | VenueEvent, moment: Moment) -> tuple[State, Venue]:
    """Return the tournament and the venue after an event of either kind; `state` is None before the first one.

    Raises Refused when the floor's events begin before the event is opened.
    """
    if isinstance(event, Event):
        state = evolve(state, event)
    if state is None:
        raise NotOpen
    return state, evolve_venue(venue, event, moment, state)
