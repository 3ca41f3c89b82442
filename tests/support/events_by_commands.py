"""Events that tests play by commands as they come in."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service import EventService
from floorjudge.events.state import State
from floorjudge.store import open_log

SEED = "a seed of these tests, which is long enough"


class EventByCommands:
    """An event of a format, opened with options; its players are registered as `p01`, `p02` and so on."""

    def __init__(self, format_id: str, players: int, **options: Any) -> None:
        self.service = EventService(open_log())
        self.send(do="open", name="Friday", format=format_id, options=options or None, seed=SEED)
        for number in range(1, players + 1):
            self.send(do="register", player=f"p{number:02}")

    @property
    def state(self) -> State:
        """Return the event as it stands."""
        return self.service.state

    def send(self, **given: Any) -> Any:
        """Send a command, and return the answer."""
        return self.service.take(given, "en")

    def refused(self, **given: Any) -> FloorjudgeError:
        """Return the error of a command that is refused, and check that it has changed nothing."""
        before, number = self.state, self.service.number
        with pytest.raises(FloorjudgeError) as caught:
            self.send(**given)
        assert (self.state, self.service.number) == (before, number)
        return caught.value
