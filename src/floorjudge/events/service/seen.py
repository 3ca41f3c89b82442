"""Whether what somebody had on their screen when they decided still holds.

Two people at two laptops must not undo each other's work unawares: a command that rests on all that has happened says
which record its sender has seen.
"""

from __future__ import annotations

from collections.abc import Iterable

from floorjudge.errors import Conflict
from floorjudge.events import events
from floorjudge.events.commands import Amend, AmendReadmission, Command, Drawn, Report, ReportReadmission
from floorjudge.events.events import Event
from floorjudge.events.floor import VenueCommand, VenueEvent
from floorjudge.events.service import errors

_GROUPS = (events.RoundGrouped, events.EventFinished, events.CommandUndone)
_ABOUT_A_GAME = (Report, ReportReadmission, Drawn, Amend, AmendReadmission)


def check_seen(command: Command | VenueCommand, news: Iterable[Event | VenueEvent]) -> Conflict | None:
    """Return the conflict between a command and what has happened since its sender looked; None when there is none.

    `news` are the events since then. What happens on the floor stands in nobody's way. A report or a correction is in
    conflict with another one of the same game, and with other groups; `undo`, `next` and the others with whatever happens
    in the tournament.
    """
    for event in news:
        if isinstance(event, Event) and _matters(command, event):
            return errors.SeenTooOld()
    return None


def _matters(command: Command | VenueCommand, event: Event) -> bool:
    if isinstance(event, _GROUPS) or not isinstance(command, _ABOUT_A_GAME):
        return True
    if isinstance(event, events.ResultAmended | events.ReadmissionAmended):
        # A report is about the round being played: a correction of an earlier one is about another game.
        return isinstance(command, Amend | AmendReadmission) and (
            (event.round, event.table) == (command.round, command.table)
        )
    return getattr(event, "table", None) == command.table
