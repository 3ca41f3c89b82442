"""The clock of a round, as arithmetic: what time it is comes from outside."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from floorjudge.events.floor.state import Clock, Venue

MINUTE = timedelta(minutes=1)
MILLISECOND = timedelta(milliseconds=1)


def remaining(clock: Clock, now: datetime, extra_minutes: int = 0) -> int:
    """Return the whole seconds that are left, below zero when the time is over; while it is paused they stay the same.

    `now` has a time zone; `extra_minutes` are those of one table, see `table_minutes`.
    """
    until = now if clock.paused_at is None else datetime.fromisoformat(clock.paused_at)
    played = until - datetime.fromisoformat(clock.started_at) - clock.paused_ms * MILLISECOND
    return int(((clock.minutes + extra_minutes) * MINUTE - played) // timedelta(seconds=1))


def ends_at(clock: Clock, extra_minutes: int = 0) -> datetime | None:
    """Return when the time will be over, None while the clock is paused."""
    if clock.paused_at is not None:
        return None
    started = datetime.fromisoformat(clock.started_at)
    return started + clock.paused_ms * MILLISECOND + (clock.minutes + extra_minutes) * MINUTE


def table_minutes(venue: Venue, table: int) -> int:
    """Return how many minutes a table has been given beyond the round's, 0 for none."""
    return venue.extensions.get(table) or 0


def resumed(clock: Clock, at: str) -> Clock:
    """Return a clock that was paused and goes on; a machine's clock that was set back meanwhile takes no time away."""
    if clock.paused_at is None:
        return clock
    pause = datetime.fromisoformat(at) - datetime.fromisoformat(clock.paused_at)
    return replace(clock, paused_at=None, paused_ms=clock.paused_ms + max(0, pause // MILLISECOND))
