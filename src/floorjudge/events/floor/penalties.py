"""Warnings and penalties: written down for a player by a judge, taken back with a reason, never erased."""

from __future__ import annotations

from floorjudge.events import commands, events
from floorjudge.events.floor import errors
from floorjudge.events.state import State
from floorjudge.events.tournament.checks import known_player, words


def penalise(state: State, command: commands.Penalise) -> events.PenaltyGiven:
    """Return the event of a penalty.

    Raises BadInput for somebody who is not in the event, or a call that there is not.
    """
    player = known_player(state, "player", command.player)
    venue = state.venue
    if command.call is not None and command.call not in venue.calls:
        raise errors.NoSuchCall(command.call, len(venue.calls))
    number = len(venue.penalties) + 1
    return events.PenaltyGiven(number, player, command.kind, words("text", command.text), command.call)


def withdraw(state: State, command: commands.WithdrawPenalty) -> events.PenaltyWithdrawn:
    """Return the event of a penalty's being taken back.

    Raises BadInput when there is none of this number, Refused when it was taken back before.
    """
    penalties = state.venue.penalties
    if not 1 <= command.penalty <= len(penalties):
        raise errors.NoSuchPenalty(command.penalty, len(penalties))
    if penalties[command.penalty - 1].withdrawn is not None:
        raise errors.PenaltyIsWithdrawn(command.penalty)
    return events.PenaltyWithdrawn(command.penalty, words("reason", command.reason))
