"""The round's time, who may register themselves, and what everybody sees."""

from __future__ import annotations

from floorjudge.events import decide
from floorjudge.events import errors as tournament_errors
from floorjudge.events.checks import as_kept, needs_play, open_table, words
from floorjudge.events.commands import Register
from floorjudge.events.events import Event
from floorjudge.events.floor import commands, errors, events
from floorjudge.events.floor.calls import unclosed_call
from floorjudge.events.floor.state import Venue
from floorjudge.events.state import State

LONGEST_ROUND = 600
LONGEST_EXTENSION = 240


def extend(state: State, venue: Venue, command: commands.Extend) -> events.TimeExtended:
    """Return the event of more minutes for one table; they add to those it was given before."""
    table = open_table(state, command.table)
    if table.table in state.results:
        raise errors.GameIsOver(table.table)
    call = None if command.call is None else unclosed_call(venue, command.call).number
    return events.TimeExtended(table.table, _minutes(command.minutes, LONGEST_EXTENSION), call)


def start_clock(state: State, venue: Venue, command: commands.StartClock) -> events.ClockStarted:
    """Return the event of a clock's start; a stage has one clock at a time."""
    needs_play(state)
    if venue.clock is not None:
        raise errors.ClockIsThere
    return events.ClockStarted(_minutes(command.minutes, LONGEST_ROUND))


def pause_clock(_: State, venue: Venue, __: commands.PauseClock) -> events.ClockPaused:
    """Return the event of a pause."""
    if venue.clock is None:
        raise errors.NoClock
    if venue.clock.paused_at is not None:
        raise errors.ClockPaused
    return events.ClockPaused()


def resume_clock(_: State, venue: Venue, __: commands.ResumeClock) -> events.ClockResumed:
    """Return the event of a pause's end."""
    if venue.clock is None:
        raise errors.NoClock
    if venue.clock.paused_at is None:
        raise errors.ClockNotPaused
    return events.ClockResumed()


def stop_clock(_: State, venue: Venue, __: commands.StopClock) -> events.ClockStopped:
    """Return the event of a clock's being taken away."""
    if venue.clock is None:
        raise errors.NoClock
    return events.ClockStopped()


def set_self_registration(_: State, __: Venue, command: commands.SetSelfRegistration) -> events.SelfRegistrationSet:
    """Return the event of self registration's being opened or closed."""
    return events.SelfRegistrationSet(command.open)


def join(state: State, venue: Venue, command: commands.Join) -> Event:
    """Return the tournament's event of a registration; who was taken out before is let in by the organiser only."""
    if not venue.self_registration:
        raise errors.SelfRegistrationClosed
    if as_kept(command.player) in state.players:
        raise tournament_errors.NameTaken(as_kept(command.player))
    (event,) = decide(state, Register(command.player))
    return event


def publish(_: State, __: Venue, command: commands.Publish) -> events.Published:
    """Return the event of other things being for everybody to see."""
    return events.Published(command.places, command.decks)


def announce(_: State, __: Venue, command: commands.Announce) -> events.Announced:
    """Return the event of an announcement, or of its end."""
    return events.Announced(None if command.text is None else words("text", command.text))


def _minutes(given: int, limit: int) -> int:
    if not 1 <= given <= limit:
        raise errors.BadMinutes(limit)
    return given
