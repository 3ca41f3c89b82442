"""What the organiser says of an event: name, day, place, how many have room, how long a round is."""

from __future__ import annotations

from datetime import date

from floorjudge.events import commands, events
from floorjudge.events.floor import errors
from floorjudge.events.floor.clock import LONGEST_ROUND
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import new_name, words

LARGEST_CAPACITY = 100_000


def describe(state: State, command: commands.Describe) -> events.EventDescribed:
    """Return the event of other details.

    Raises BadInput for a name, day or number that cannot be meant.
    """
    return events.EventDescribed(
        name=state.name if command.name is None else new_name("name", command.name),
        date=_day(command.date),
        place=_said("place", command.place),
        about=_said("about", command.about),
        capacity=_within("capacity", command.capacity, LARGEST_CAPACITY),
        minutes=_within("minutes", command.minutes, LONGEST_ROUND),
        time_over=_said("time_over", command.time_over),
    )


def _day(given: str | None) -> str | None:
    if given is None:
        return None
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError:
        raise errors.BadDay(given) from None


def _said(where: str, given: str | None) -> str | None:
    return None if given is None else words(where, given)


def _within(where: str, given: int | None, most: int) -> int | None:
    if given is not None and not 1 <= given <= most:
        raise errors.BadCount(most, where=where)
    return given
