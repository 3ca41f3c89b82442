"""What happened on the floor in plain words: a sentence for the staff and, where there is one, for everybody.

Nothing secret stands in it: no seed that is not revealed, no deck list, and for everybody nothing of what judges write
about players. When it happened and who did it stands in the record; whoever shows the sentence shows that beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from floorjudge.events import events
from floorjudge.events.codec import read_event
from floorjudge.events.events import Claim, Event, FloorEvent, ReachedEight, TournamentEvent, Won
from floorjudge.events.explain import event_text, influence_words
from floorjudge.events.service.log import Record
from floorjudge.texts import Text, Value, counted, text

LONGEST_SAID = 40


class Told(msgspec.Struct, frozen=True):
    """One record in words: its number, when (UTC) and by whom, the staff's sentence, and everybody's or None."""

    number: int
    at: str
    by: str | None
    staff: Text
    public: Text | None


def told(record: Record) -> Told:
    """Return a record of the log in words.

    Raises Damaged when it holds no event that is known.
    """
    event = read_event(record.event)
    return Told(record.number, record.at, record.by, staff_text(event), public_text(event))


def staff_text(event: Event) -> Text:
    """Say what happened, in a sentence for the staff."""
    return event_text(event) if isinstance(event, TournamentEvent) else _STAFF[type(event)](event)


def public_text(event: Event) -> Text | None:
    """Say what happened, in a sentence for everybody; None for what is the staff's own business."""
    return event_text(event) if isinstance(event, TournamentEvent) else _PUBLIC[type(event)](event)


def said_text(said: Claim) -> Text:
    """Say how somebody says a game ended."""
    if isinstance(said, Won):
        values: dict[str, Value] = {"winner": said.winner, "influence": influence_words(said.influence)}
        if said.note is not None:
            return text("{winner} won ({influence}). Note: “{note}”.", note=said.note, **values)
        return text("{winner} won ({influence}).", **values)
    if isinstance(said, ReachedEight):
        return text("Qualified for the final: {players}.", players=said.qualified)
    return text("The game was drawn.")


def _proposed(event: events.ResultProposed) -> Text:
    return text(
        "Table {table}: {player} reports, to be confirmed by the others: {said}",
        table=event.table,
        player=event.player,
        said=said_text(event.said),
    )


def _proposed_for_all(event: events.ResultProposed) -> Text:
    return text(
        "Table {table}: {player} reported a result; the others have yet to confirm it.",
        table=event.table,
        player=event.player,
    )


def _confirmed(event: events.ResultConfirmed) -> Text:
    return text("Table {table}: {player} confirmed the report.", table=event.table, player=event.player)


def _disputed(event: events.ResultDisputed) -> Text:
    values: dict[str, Value] = {"table": event.table, "player": event.player, "call": event.call}
    if event.said is not None:
        return text(
            "Table {table}: the players do not agree (call {call}). {player} says: {said}",
            said=said_text(event.said),
            **values,
        )
    return text(
        "Table {table}: {player} says that the report is wrong (call {call}): “{text}”",
        text=event.text or "–",
        **values,
    )


def _disputed_for_all(event: events.ResultDisputed) -> Text:
    return text(
        "Table {table}: the players do not agree on the result; a judge was called (call {call}).",
        table=event.table,
        call=event.call,
    )


def _set_aside(event: events.ProposalSetAside) -> Text:
    return text(
        "Table {table}: what the players reported was set aside: “{reason}”", table=event.table, reason=event.reason
    )


def _set_aside_for_all(event: events.ProposalSetAside) -> Text:
    return text("Table {table}: what the players reported was set aside.", table=event.table)


def _called(event: events.CallOpened) -> Text:
    values: dict[str, Value] = {"call": event.call, "about": event.about}
    if event.table is not None and event.player is not None:
        return text(
            "Call {call}: {player} at table {table} wants a judge: “{about}”",
            table=event.table,
            player=event.player,
            **values,
        )
    if event.table is not None:
        return text("Call {call}: a judge is wanted at table {table}: “{about}”", table=event.table, **values)
    if event.player is not None:
        return text("Call {call}: {player} wants a judge: “{about}”", player=event.player, **values)
    return text("Call {call}: a judge is wanted: “{about}”", **values)


def _called_for_all(event: events.CallOpened) -> Text:
    if event.table is None:
        return text("Call {call}: a judge was called.", call=event.call)
    return text("Call {call}: a judge was called to table {table}.", call=event.call, table=event.table)


def _taken(event: events.CallTaken) -> Text:
    return text("A judge takes call {call}.", call=event.call)


def _noted(event: events.CallNoted) -> Text:
    return text("Note on call {call}: “{text}”", call=event.call, text=event.text)


def _loop_asked(event: events.LoopAsked) -> Text:
    players = tuple(event.case["turn_order"])
    return text("Call {call}: the loop desk asks {players} about a loop.", call=event.call, players=players)


def _loop_asked_for_all(event: events.LoopAsked) -> Text:
    return text("Call {call}: the loop desk asks the players about a loop.", call=event.call)


def _loop_declared(event: events.LoopDeclared) -> Text:
    says = event.says if len(event.says) <= LONGEST_SAID else f"{event.says[:LONGEST_SAID]}…"
    values: dict[str, Value] = {"call": event.call, "player": event.player, "says": says}
    if event.steps is not None:
        return counted(
            "Call {call}: {player} tells the loop desk “{says}”, of the last iteration {count} step.",
            "Call {call}: {player} tells the loop desk “{says}”, of the last iteration {count} steps.",
            count=event.steps,
            **values,
        )
    return text("Call {call}: {player} tells the loop desk “{says}”.", **values)


def _loop_declared_for_all(event: events.LoopDeclared) -> Text:
    return text("Call {call}: a player has answered the loop desk.", call=event.call)


def _ruled(event: events.Ruled) -> Text:
    values: dict[str, Value] = {"call": event.call, "text": event.text}
    if event.clauses:
        return text("Ruling on call {call}: “{text}” ({clauses})", clauses=event.clauses, **values)
    return text("Ruling on call {call}: “{text}”", **values)


def _ruled_for_all(event: events.Ruled) -> Text:
    if event.clauses:
        return text("A judge ruled on call {call} ({clauses}).", call=event.call, clauses=event.clauses)
    return text("A judge ruled on call {call}.", call=event.call)


def _appealed(event: events.Appealed) -> Text:
    values: dict[str, Value] = {"call": event.call, "text": event.text}
    if event.player is not None:
        return text("{player} appeals the ruling on call {call}: “{text}”", player=event.player, **values)
    return text("The ruling on call {call} is appealed: “{text}”", **values)


def _appealed_for_all(event: events.Appealed) -> Text:
    return text("The ruling on call {call} was appealed to the head judge.", call=event.call)


def _appeal_ruled(event: events.AppealRuled) -> Text:
    values: dict[str, Value] = {"call": event.call, "text": event.text}
    if event.clauses:
        return text("The head judge ruled on call {call}: “{text}” ({clauses})", clauses=event.clauses, **values)
    return text("The head judge ruled on call {call}: “{text}”", **values)


def _appeal_ruled_for_all(event: events.AppealRuled) -> Text:
    if event.clauses:
        return text("The head judge ruled on call {call} ({clauses}).", call=event.call, clauses=event.clauses)
    return text("The head judge ruled on call {call}.", call=event.call)


def _closed(event: events.CallClosed) -> Text:
    return text("Call {call} is closed.", call=event.call)


def _nothing(_: FloorEvent) -> None:
    return None


def _extended(event: events.TimeExtended) -> Text:
    """Say that a table has more minutes."""
    return counted(
        "Table {table} has {count} minute more.",
        "Table {table} has {count} minutes more.",
        count=event.minutes,
        table=event.table,
    )


def _clock_started(event: events.ClockStarted) -> Text:
    """Say that the round's clock was started."""
    return counted(
        "The clock was started: {count} minute.", "The clock was started: {count} minutes.", count=event.minutes
    )


def _clock_paused(_: events.ClockPaused) -> Text:
    """Say that the clock stands still."""
    return text("The clock was paused.")


def _clock_resumed(_: events.ClockResumed) -> Text:
    """Say that the clock goes on."""
    return text("The clock goes on.")


def _clock_stopped(_: events.ClockStopped) -> Text:
    """Say that the clock was taken away."""
    return text("The clock was stopped.")


def _self_registration(event: events.SelfRegistrationSet) -> Text:
    """Say whether players may register themselves."""
    if event.open:
        return text("Players may register themselves.")
    return text("Players may no longer register themselves.")


def _published(event: events.Published) -> Text:
    """Say what everybody may see."""
    if event.places and event.decks:
        return text("The final places and the deck lists are public.")
    if event.places:
        return text("The final places are public, the deck lists are not.")
    if event.decks:
        return text("The deck lists are public, the final places are not.")
    return text("Neither the final places nor the deck lists are public.")


def _announced(event: events.Announced) -> Text:
    """Say what was announced to everybody."""
    if event.text is None:
        return text("The announcement was taken away.")
    return text("Announcement: “{text}”", text=event.text)


_STAFF: Mapping[type[Any], Callable[[Any], Text]] = MappingProxyType(
    {
        events.ResultProposed: _proposed,
        events.ResultConfirmed: _confirmed,
        events.ResultDisputed: _disputed,
        events.ProposalSetAside: _set_aside,
        events.CallOpened: _called,
        events.CallTaken: _taken,
        events.CallNoted: _noted,
        events.LoopAsked: _loop_asked,
        events.LoopDeclared: _loop_declared,
        events.Ruled: _ruled,
        events.Appealed: _appealed,
        events.AppealRuled: _appeal_ruled,
        events.TimeExtended: _extended,
        events.CallClosed: _closed,
        events.ClockStarted: _clock_started,
        events.ClockPaused: _clock_paused,
        events.ClockResumed: _clock_resumed,
        events.ClockStopped: _clock_stopped,
        events.SelfRegistrationSet: _self_registration,
        events.Published: _published,
        events.Announced: _announced,
    }
)
_PUBLIC: Mapping[type[Any], Callable[[Any], Text | None]] = MappingProxyType(
    {
        **_STAFF,
        events.ResultProposed: _proposed_for_all,
        events.ResultDisputed: _disputed_for_all,
        events.ProposalSetAside: _set_aside_for_all,
        events.CallOpened: _called_for_all,
        events.CallTaken: _taken,
        events.CallNoted: _nothing,
        events.LoopAsked: _loop_asked_for_all,
        events.LoopDeclared: _loop_declared_for_all,
        events.Ruled: _ruled_for_all,
        events.Appealed: _appealed_for_all,
        events.AppealRuled: _appeal_ruled_for_all,
    }
)
