"""The organiser's description of an event: name, day, place, capacity, length of a round; and players who claim their names."""

from __future__ import annotations

from datetime import date

from floorjudge.events import commands, events
from floorjudge.events.errors import AlreadyStarted, HasLeft, SelfRegistrationClosed
from floorjudge.events.floor import errors
from floorjudge.events.floor.clock import LONGEST_ROUND
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import LARGEST_EVENT, known_player, new_name, optional_words
from floorjudge.formats.competition import Phase


def describe(state: State, command: commands.Describe) -> events.EventDescribed:
    """Return the event of a new description.

    Raises BadInput for an invalid name, day or number.
    """
    return events.EventDescribed(
        name=state.name if command.name is None else new_name("name", command.name),
        date=_day(command.date),
        place=optional_words("place", command.place),
        about=optional_words("about", command.about),
        capacity=_within("capacity", command.capacity, LARGEST_EVENT),
        minutes=_within("minutes", command.minutes, LONGEST_ROUND),
        time_over=optional_words("time_over", command.time_over),
    )


def rehearse(state: State, _: commands.Rehearse) -> events.RehearsalBegun:
    """Return the event that marks a rehearsal; raises Refused after the start, when results count."""
    if state.phase is not Phase.REGISTRATION:
        raise AlreadyStarted
    return events.RehearsalBegun()


def claim(state: State, command: commands.ClaimName) -> events.NameClaimed:
    """Return the event of a person claiming a name on the list.

    Raises Refused while players may not register themselves, for a player who left, and for a second claim.
    """
    name = known_player(state, "player", command.player)
    if not state.venue.self_registration:
        raise SelfRegistrationClosed
    if state.has_left(name):
        raise HasLeft(name)
    if state.players[name].number in state.venue.claimed:
        raise errors.NameIsClaimed(name)
    return events.NameClaimed(name)


def _day(given: str | None) -> str | None:
    if given is None:
        return None
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError:
        raise errors.BadDay(given) from None


def _within(where: str, given: int | None, most: int) -> int | None:
    if given is not None and not 1 <= given <= most:
        raise errors.BadCount(most, where=where)
    return given
