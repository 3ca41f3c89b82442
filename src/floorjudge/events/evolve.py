"""The state of an event after each event of its log. Events are facts: nothing is refused or decided here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from floorjudge.events.events import Event, EventDescribed
from floorjudge.events.floor.evolve import evolve_venue
from floorjudge.events.state import State
from floorjudge.events.tournament.evolve import evolve_tournament
from floorjudge.events.venue import Moment, Venue
from floorjudge.formats.log import TournamentEvent

UNKNOWN = Moment("")


def evolve(state: State | None, event: Event, moment: Moment = UNKNOWN) -> State:
    """Return the state after an event; `state` is None before the first one, which opens the tournament.

    `moment` is the time and the author in the record around the event; without it, the time left and the authors are
    unknown.
    """
    after = evolve_tournament(state, event) if isinstance(event, TournamentEvent) else state
    if after is None:
        raise ValueError("a log begins with EventOpened")
    if isinstance(event, EventDescribed):
        after = replace(after, name=event.name)
    venue = evolve_venue(Venue() if state is None else state.venue, event, moment, after)
    return after if venue is after.venue else replace(after, venue=venue)


def replay(log: Iterable[Event]) -> State:
    """Return the state after a whole log, which begins with EventOpened."""
    state = reduce(evolve, log, None)
    if state is None:
        raise ValueError("a log has at least the event that opens it")
    return state
