"""The clock of the round as a page shows it: how much is left now, and what a script needs to count on."""

from __future__ import annotations

from datetime import datetime

import msgspec

from floorjudge.events.floor import remaining
from floorjudge.events.floor.clock import ends_at
from floorjudge.events.floor.state import Clock


class ClockFace(msgspec.Struct, frozen=True):
    """`seconds` are left (below zero: over); `ends` is when that is, ISO 8601, None while the clock is paused."""

    minutes: int
    seconds: int
    ends: str | None

    @property
    def ends_ms(self) -> int | None:
        """When the time is over, in milliseconds since 1970."""
        return None if self.ends is None else int(datetime.fromisoformat(self.ends).timestamp() * 1000)

    @property
    def digits(self) -> str:
        """What is left as minutes and seconds: `49:05`, `−0:12`."""
        minutes, seconds = divmod(abs(self.seconds), 60)
        return f"{'−' if self.seconds < 0 else ''}{minutes}:{seconds:02}"


def clock_face(clock: Clock | None, now: datetime) -> ClockFace | None:
    """Return the clock at a moment, None when there is none."""
    if clock is None:
        return None
    ends = ends_at(clock)
    return ClockFace(clock.minutes, remaining(clock, now), None if ends is None else ends.isoformat())
