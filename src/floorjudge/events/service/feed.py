"""What the application asks of a place that tells when an event has changed; `floorjudge.store` implements it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

# What is called with an event's id and the number of its newest record.
Listener: TypeAlias = Callable[[str, int], None]


class Feed(Protocol):
    """Tells which event has reached which record, whoever wrote it: this process, another one, another machine.

    A listener is told numbers that only grow, and not always every one of them: read the log from where you are. It is
    called from a thread of the feed or of whoever publishes, must return at once and must not raise.
    """

    def publish(self, event: str, number: int) -> None:
        """Tell at once that an event has reached this record; who has appended it calls this, and repeating is harmless.

        Everybody hears of it without this call, too, but perhaps later.
        """
        ...

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a function for every change from now on; call what is returned to end that."""
        ...
