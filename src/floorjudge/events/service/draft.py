"""What commands would lead to, before anything is written: the records they would add, and the event after them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from floorjudge.events.codec import event_json
from floorjudge.events.commands import Command
from floorjudge.events.decide import decide
from floorjudge.events.events import Event
from floorjudge.events.evolve import evolve
from floorjudge.events.floor.state import Moment
from floorjudge.events.service.envelope import Envelope
from floorjudge.events.service.log import Record, seal
from floorjudge.events.state import State

Clock: TypeAlias = Callable[[], datetime]


class Draft:
    """Records that follow the newest one of a log, in the order in which their commands were added."""

    def __init__(self, state: State | None, newest: Record | None, clock: Clock) -> None:
        """Begin with an event as it stands; both are None before it is opened."""
        self._state = state
        self._newest = newest
        self._clock = clock
        # The last event is let happen only when another one is to follow it.
        self._latest: tuple[Event, Moment] | None = None
        self._by_command: dict[str, Record] = {}
        self.added: list[tuple[Record, Event]] = []

    def find(self, command_id: str) -> Record | None:
        """Return the record of the command with this id, None when none was added."""
        return self._by_command.get(command_id)

    def add(self, asked: Envelope, command: Command, by: str | None) -> None:
        """Add what a command gives after those before it; `command` is what was read from `asked`.

        Raises what deciding it raises; then nothing was added.
        """
        if self._latest is not None:
            self._state = evolve(self._state, *self._latest)
            self._latest = None
        (event,) = decide(self._state, command)
        at = self._clock().isoformat(timespec="milliseconds")
        self._newest = seal(
            self._newest,
            at=at,
            event=event_json(event),
            command_id=asked.command_id,
            fingerprint=asked.fingerprint(),
            by=by,
        )
        self._latest = event, Moment(at, by)
        self.added.append((self._newest, event))
        if asked.command_id is not None:
            self._by_command[asked.command_id] = self._newest
