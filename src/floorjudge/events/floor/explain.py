"""What happened on the floor in plain words: a sentence for the staff and, where there is one, for everybody.

Nothing secret stands in it: no seed that is not revealed, no deck list, and for everybody nothing of what judges write
about players. When it happened and who did it stands in the record; whoever shows the sentence shows that beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from floorjudge.events import events
from floorjudge.events.events import Event, TournamentEvent
from floorjudge.events.explain import Sentence, event_text, filled
from floorjudge.texts import Text, counted, text

LONGEST_SAID = 40


def staff_text(event: Event) -> Text:
    """Say what happened, in a sentence for the staff."""
    return event_text(event) if isinstance(event, TournamentEvent) else filled(_STAFF[type(event)], event)


def public_text(event: Event) -> Text | None:
    """Say what happened, in a sentence for everybody; None for what is the staff's own business."""
    if isinstance(event, TournamentEvent):
        return event_text(event)
    return None if isinstance(event, events.CallNoted) else filled(_PUBLIC[type(event)], event)


def _called(event: events.CallOpened) -> Text:
    if event.table is not None and event.player is not None:
        return text("Call {call}: {player} at table {table} wants a judge: “{about}”")
    if event.table is not None:
        return text("Call {call}: a judge is wanted at table {table}: “{about}”")
    if event.player is not None:
        return text("Call {call}: {player} wants a judge: “{about}”")
    return text("Call {call}: a judge is wanted: “{about}”")


def _loop_declared(event: events.LoopDeclared) -> Text:
    says = event.says if len(event.says) <= LONGEST_SAID else f"{event.says[:LONGEST_SAID]}…"
    if event.steps is None:
        return text("Call {call}: {player} tells the loop desk “{says}”.", says=says)
    return counted(
        "Call {call}: {player} tells the loop desk “{says}”, of the last iteration {count} step.",
        "Call {call}: {player} tells the loop desk “{says}”, of the last iteration {count} steps.",
        count=event.steps,
        says=says,
    )


def _published(event: events.Published) -> Text:
    if event.places and event.decks:
        return text("The final places and the deck lists are public.")
    if event.places:
        return text("The final places are public, the deck lists are not.")
    if event.decks:
        return text("The deck lists are public, the final places are not.")
    return text("Neither the final places nor the deck lists are public.")


_STAFF: Mapping[type[Any], Sentence] = MappingProxyType(
    {
        events.ResultProposed: text("Table {table}: {player} reports, to be confirmed by the others: {said}"),
        events.ResultConfirmed: text("Table {table}: {player} confirmed the report."),
        events.ResultDisputed: lambda event: (
            text("Table {table}: {player} says that the report is wrong (call {call}): “{text}”")
            if event.said is None
            else text("Table {table}: the players do not agree (call {call}). {player} says: {said}")
        ),
        events.ProposalSetAside: text("Table {table}: what the players reported was set aside: “{reason}”"),
        events.CallOpened: _called,
        events.CallTaken: text("A judge takes call {call}."),
        events.CallNoted: text("Note on call {call}: “{text}”"),
        events.LoopAsked: lambda event: text(
            "Call {call}: the loop desk asks {players} about a loop.", players=tuple(event.case["turn_order"])
        ),
        events.LoopDeclared: _loop_declared,
        events.Ruled: lambda event: (
            text("Ruling on call {call}: “{text}” ({clauses})")
            if event.clauses
            else text("Ruling on call {call}: “{text}”")
        ),
        events.Appealed: lambda event: (
            text("The ruling on call {call} is appealed: “{text}”")
            if event.player is None
            else text("{player} appeals the ruling on call {call}: “{text}”")
        ),
        events.AppealRuled: lambda event: (
            text("The head judge ruled on call {call}: “{text}” ({clauses})")
            if event.clauses
            else text("The head judge ruled on call {call}: “{text}”")
        ),
        events.TimeExtended: lambda event: counted(
            "Table {table} has {count} minute more.", "Table {table} has {count} minutes more.", count=event.minutes
        ),
        events.CallClosed: text("Call {call} is closed."),
        events.ClockStarted: lambda event: counted(
            "The clock was started: {count} minute.", "The clock was started: {count} minutes.", count=event.minutes
        ),
        events.ClockPaused: text("The clock was paused."),
        events.ClockResumed: text("The clock goes on."),
        events.ClockStopped: text("The clock was stopped."),
        events.SelfRegistrationSet: lambda event: (
            text("Players may register themselves.")
            if event.open
            else text("Players may no longer register themselves.")
        ),
        events.Published: _published,
        events.Announced: lambda event: (
            text("The announcement was taken away.") if event.text is None else text("Announcement: “{text}”")
        ),
    }
)
_PUBLIC: Mapping[type[Any], Sentence] = MappingProxyType(
    {
        **_STAFF,
        events.ResultProposed: text("Table {table}: {player} reported a result; the others have yet to confirm it."),
        events.ResultDisputed: text(
            "Table {table}: the players do not agree on the result; a judge was called (call {call})."
        ),
        events.ProposalSetAside: text("Table {table}: what the players reported was set aside."),
        events.CallOpened: lambda event: (
            text("Call {call}: a judge was called.")
            if event.table is None
            else text("Call {call}: a judge was called to table {table}.")
        ),
        events.LoopAsked: text("Call {call}: the loop desk asks the players about a loop."),
        events.LoopDeclared: text("Call {call}: a player has answered the loop desk."),
        events.Ruled: lambda event: (
            text("A judge ruled on call {call} ({clauses}).")
            if event.clauses
            else text("A judge ruled on call {call}.")
        ),
        events.Appealed: text("The ruling on call {call} was appealed to the head judge."),
        events.AppealRuled: lambda event: (
            text("The head judge ruled on call {call} ({clauses}).")
            if event.clauses
            else text("The head judge ruled on call {call}.")
        ),
    }
)
