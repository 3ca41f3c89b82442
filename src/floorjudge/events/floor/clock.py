"""The clock of a round, as arithmetic on a given time, and the extra minutes of single tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import takewhile

from msgspec.structs import replace

from floorjudge.events import commands, events
from floorjudge.events.floor import errors
from floorjudge.events.floor.calls import unclosed_call
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import needs_play, open_table
from floorjudge.events.venue import Clock

MINUTE = timedelta(minutes=1)
MILLISECOND = timedelta(milliseconds=1)
LONGEST_ROUND = 600
LONGEST_EXTENSION = 240


def remaining(clock: Clock, now: datetime, extra_minutes: int = 0) -> int:
    """Return the remaining seconds, negative after the end; during a pause they do not change.

    `now` has a time zone; `extra_minutes` are those of one table, see `Venue.extensions`.
    """
    until = now if clock.paused_at is None else datetime.fromisoformat(clock.paused_at)
    played = until - datetime.fromisoformat(clock.started_at) - clock.paused_ms * MILLISECOND
    return int(((clock.minutes + extra_minutes) * MINUTE - played) // timedelta(seconds=1))


def ends_at(clock: Clock) -> datetime | None:
    """Return the end of the time; None during a pause."""
    if clock.paused_at is not None:
        return None
    started = datetime.fromisoformat(clock.started_at)
    return started + clock.paused_ms * MILLISECOND + clock.minutes * MINUTE


def resumed(clock: Clock, at: str) -> Clock:
    """Return a paused clock as it goes on; if the machine's clock was set back meanwhile, no time is lost."""
    if clock.paused_at is None:
        return clock
    pause = datetime.fromisoformat(at) - datetime.fromisoformat(clock.paused_at)
    return replace(clock, paused_at=None, paused_ms=clock.paused_ms + max(0, pause // MILLISECOND))


def gone_back(clock: Clock | None, times: Iterable[str], now: datetime) -> int:
    """Return by how many minutes the machine's clock has gone back since a clock was started that is not paused; 0 if it has not.

    `times` are those of the records, the newest first.
    """
    if clock is None or clock.paused_at is not None:
        return 0
    since = takewhile(lambda at: at != clock.started_at, times)
    latest = max(map(datetime.fromisoformat, (clock.started_at, *since)))
    return max(0, (latest - now) // MINUTE)


def extend(state: State, command: commands.Extend) -> events.TimeExtended:
    """Return the event of more minutes for one table, in addition to earlier ones."""
    table = open_table(state, command.table)
    if table.table in state.results:
        raise errors.GameIsOver(table.table)
    call = None if command.call is None else unclosed_call(state.venue, command.call).number
    return events.TimeExtended(table.table, _minutes(command.minutes, LONGEST_EXTENSION), call)


def start_clock(state: State, command: commands.StartClock) -> events.ClockStarted:
    """Return the event that starts the clock; a stage has one clock at a time, but a new one may replace one that an undo brought back."""
    needs_play(state)
    if state.venue.clock is not None and not state.venue.clock.brought_back:
        raise errors.ClockIsThere
    return events.ClockStarted(_minutes(command.minutes, LONGEST_ROUND))


def pause_clock(state: State, _: commands.PauseClock) -> events.ClockPaused:
    """Return the event of a pause."""
    if _clock(state).paused_at is not None:
        raise errors.ClockPaused
    return events.ClockPaused()


def resume_clock(state: State, _: commands.ResumeClock) -> events.ClockResumed:
    """Return the event of a pause's end."""
    if _clock(state).paused_at is None:
        raise errors.ClockNotPaused
    return events.ClockResumed()


def stop_clock(state: State, _: commands.StopClock) -> events.ClockStopped:
    """Return the event that removes the clock."""
    _clock(state)
    return events.ClockStopped()


def _clock(state: State) -> Clock:
    if state.venue.clock is None:
        raise errors.NoClock
    return state.venue.clock


def _minutes(given: int, limit: int) -> int:
    if not 1 <= given <= limit:
        raise errors.BadMinutes(limit)
    return given
