"""Events in plain words: a sentence for the staff and, for some, a public one.

The sentences hold nothing secret: no seed before it is revealed, no deck list, and the public ones no judges' notes
about players. The time and the author are in the record, and are shown beside the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias

from floorjudge.events import events
from floorjudge.events.events import Event, PenaltyKind
from floorjudge.events.state import State
from floorjudge.formats import all_formats
from floorjudge.formats.claims import Claim
from floorjudge.formats.log import (
    EventEnded,
    GameAmended,
    GameReopened,
    GameReported,
    PlayerDropped,
    PlayerEntered,
    PlayerRejoined,
    SeatsMoved,
    StageMade,
    TournamentEvent,
)
from floorjudge.texts import Text, Value, counted, in_lines, isolated, signed, text

Sentence: TypeAlias = Text | Callable[[Any], Text]
LONGEST_SAID = 40
_GAP = re.compile(r"\{(\w+)\}")


def event_text(event: TournamentEvent) -> Text:
    """Return the sentence of an event for the log."""
    return filled(_sentence_of(type(event)), event)


@cache
def _sentence_of(kind: Any) -> Sentence:  # noqa: ANN401 (a class of events)
    """Return the sentence for a kind of event: one of all events, of the format, or of those that formats share."""
    for each in all_formats().values():
        if kind in each.sentences:
            return each.sentences[kind]
    return _SENTENCES.get(kind, _stage_made)


def moves_texts(state: State) -> Iterator[Text]:
    """Yield a sentence for every move of players by hand in force, with its stage and its reason."""
    for stage in state.stages():
        for moved in stage.moves:
            title = state.rules.stage_title(stage.kind, stage.round)
            yield text("{stage}: {moved}", stage=title, moved=event_text(moved))


def undone_text(kind: str) -> Text:
    """Return the usual name of a kind of event."""
    own = (each.undone[kind] for each in all_formats().values() if kind in each.undone)
    return next(own, None) or _UNDONE.get(kind, text("a grouping"))


def staff_text(event: Event) -> Text:
    """Return the sentence of an event for the staff."""
    return event_text(event) if isinstance(event, TournamentEvent) else filled(_STAFF[type(event)], event)


def public_text(event: Event) -> Text | None:
    """Return the public sentence of an event; None for one that only concerns the staff."""
    if isinstance(event, events.PlayerRenamed):
        # Earlier names are not public.
        return text("{name} has a new name from here on.", name=event.name)
    if isinstance(event, TournamentEvent):
        return event_text(event)
    return None if isinstance(event, _STAFFS_OWN) else filled(_PUBLIC[type(event)], event)


_STAFFS_OWN = (events.CallNoted, events.PenaltyGiven, events.PenaltyWithdrawn)


def filled(sentence: Sentence, event: Event) -> Text:
    """Return the sentence for an event; the fields of the event and of its parts fill the remaining gaps."""
    said = sentence if isinstance(sentence, Text) else sentence(event)
    gaps = set(_GAP.findall(said.message)) - said.values.keys()
    parts = {name: filled(part, event) if isinstance(part, Text) else part for name, part in said.values.items()}
    return Text(said.message, parts | {name: _words(getattr(event, name)) for name in gaps}, said.plural)


def _words(value: Any) -> Value:  # noqa: ANN401 (the field of any event)
    """Return the field of an event in words; a dash for None."""
    if isinstance(value, Claim):
        return value.sentence()
    if isinstance(value, Mapping):
        return tuple(f"{isolated(name)} {signed(number)}" for name, number in value.items())
    said: Value = "–" if value is None else value
    return said


def penalty_text(kind: PenaltyKind) -> Text:
    """Return the usual name of a kind of penalty."""
    names = {
        "warning": text("warning"),
        "slow_play": text("warning for slow play"),
        "penalty": text("penalty"),
    }
    return names[kind]


def seed_doubt(*, typed: bool | None) -> Text | None:
    """Return the doubt about a seed that was `typed`; nothing for another one, nor for None, if it was not recorded."""
    if typed is None:
        return text("It is not recorded whether the seed was typed or drawn by the computer.")
    if not typed:
        return None
    return text("The seed was typed by the organiser who opened the event and could foresee every draw.")


def roster_doubt() -> Text:
    """Return the doubt that the players could still be chosen when the public words were known."""
    return text("The list of players was not closed before the public words were typed.")


def _opened(event: events.EventOpened) -> Text:
    known = all_formats().get(event.format)
    played = event.format if known is None else known.name
    if event.short_seed:
        return text(
            "“{name}” was opened: {format}. Its draws are promised as {commitment}; the seed is so short that a player "
            "could guess it.",
            format=played,
        )
    if event.typed:
        return text(
            "“{name}” was opened: {format}. Its draws are promised as {commitment}; the seed was typed by the "
            "organiser who opened it and can foresee the draws.",
            format=played,
        )
    return text("“{name}” was opened: {format}. Its draws are promised as {commitment}.", format=played)


def _roster_closed(event: events.RosterClosed) -> Text:
    return counted(
        "The list of players was closed with {count} player; the SHA-256 of the list is {roster}.",
        "The list of players was closed with {count} players; the SHA-256 of the list is {roster}.",
        count=event.players,
    )


def _deck_submitted(event: events.DeckSubmitted) -> Text:
    sentences = {
        "legal": text("{player} handed in a deck list: legal."),
        "illegal": text("{player} handed in a deck list: illegal."),
        "to be checked": text("{player} handed in a deck list: to be checked by a person."),
    }
    return sentences[event.verdict.value]


def _reopened(event: GameReopened) -> Text:
    if event.decided is None:
        return text("Table {table}: the result was taken away, and the table is open again. Reason: “{reason}”.")
    return text("Table {table}: the result was taken away. {decided} Reason: “{reason}”.")


def _amended(event: GameAmended) -> Text:
    said = text("Round {round}, table {table} was corrected: {claim} Reason: “{reason}”.")
    if event.otherwise is None:
        return said
    lines = [text("The tables made since stand.")]
    if event.otherwise.groups:
        groups = tuple(" + ".join(group) for group in event.otherwise.groups)
        lines.append(text("Other tables would have played: {groups}.", groups=groups))
    return in_lines(said, *lines)


def _seats_moved(event: SeatsMoved) -> Text:
    lines = (text("Table {table}: {players}", table=seats.table, players=seats.players) for seats in event.tables)
    return in_lines(text("Players were moved by hand. Reason: “{reason}”."), *lines)


def _dropped(event: PlayerDropped) -> Text:
    lines = (
        text("Table {table}: {claim}", table=decided.table, claim=decided.claim.sentence()) for decided in event.decided
    )
    return in_lines(text("{player} left."), *lines)


def _stage_made(event: StageMade) -> Text:
    """Return the sentence for a stage of a format that has none itself."""
    return counted(
        "Round {round}: {count} table was made.", "Round {round}: {count} tables were made.", count=len(event.tables)
    )


_UNDONE: Mapping[str, Text] = MappingProxyType(
    {
        "PlayerRegistered": text("a registration"),
        "RosterClosed": text("the closing of the list of players"),
        "RosterReopened": text("the reopening of the list of players"),
        "DeckSubmitted": text("a deck list"),
        "OrderDrawn": text("a random order"),
        "GameReported": text("a result"),
        "GameReopened": text("the taking away of a result"),
        "GameAmended": text("a correction"),
        "SeatsMoved": text("a move of players by hand"),
        "PlayerEntered": text("the late entry of a player"),
        "PlayerDropped": text("a player's leaving"),
        "PlayerRejoined": text("a player's coming back"),
        "EventEnded": text("the end of the event"),
    }
)
_SENTENCES: Mapping[type[Any], Sentence] = MappingProxyType(
    {
        events.EventOpened: _opened,
        events.SeedRenewed: text(
            "The seed of the draws had become public. The draws that follow are promised with a new one, as {commitment}."
        ),
        events.PlayerRegistered: text("{player} was registered."),
        events.RosterClosed: _roster_closed,
        events.RosterReopened: text("The list of players was opened again."),
        events.DeckSubmitted: _deck_submitted,
        GameReported: text("Table {table}: {claim}"),
        GameReopened: _reopened,
        GameAmended: _amended,
        SeatsMoved: _seats_moved,
        PlayerEntered: text("{player} was let in late."),
        PlayerDropped: _dropped,
        PlayerRejoined: text("{player} came back."),
        EventEnded: text("The event is finished."),
        events.PlayerRenamed: text("{player} is called {name} from here on."),
        events.PlayerForgotten: lambda event: (
            text("The former names of {player} were removed.")
            if event.former
            else text("A player's name was removed: {player}.")
        ),
        events.OrderDrawn: text("Random order ({reason}): {order}."),
        events.CommandUndone: lambda event: text(
            "The last command was taken back: {undone}.", undone=undone_text(event.undone)
        ),
    }
)


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


def _publicity(event: events.Published) -> Text:
    if event.places and event.decks:
        return text("The final places and the deck lists are public.")
    if event.places:
        return text("The final places are public, the deck lists are not.")
    if event.decks:
        return text("The deck lists are public, the final places are not.")
    return text("Neither the final places nor the deck lists are public.")


def _numeric_day(day: str) -> Text:
    """Return an ISO 8601 day in figures, in the order of the reader's language."""
    year, month, number = day.split("-")
    return text("{year}-{month}-{day}", year=year, month=month, day=number)


_DETAILS: Mapping[str, Text] = MappingProxyType(
    {
        "name": text("name “{detail}”"),
        "date": text("day {detail}"),
        "place": text("place “{detail}”"),
        "about": text("for all players to know “{detail}”"),
        "capacity": text("room for {detail}"),
        "minutes": text("minutes in a round {detail}"),
        "time_over": text("when time is over “{detail}”"),
    }
)
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
        events.PhonesShared: lambda event: (
            text("One phone may report and confirm for several players of a table.")
            if event.allowed
            else text("Every player of a table reports and confirms on their own phone.")
        ),
        events.SelfRegistrationSet: lambda event: (
            text("Players may register themselves.")
            if event.open
            else text("Players may no longer register themselves.")
        ),
        events.Published: _publicity,
        events.Announced: lambda event: (
            text("The announcement was taken away.") if event.text is None else text("Announcement: “{text}”")
        ),
        events.RehearsalBegun: text("This event is a rehearsal: its results are invented."),
        events.EventArchived: lambda event: (
            text("The event was archived.") if event.archived else text("The event is back on the list of events.")
        ),
        events.NameClaimed: text("{player} has opened their own page."),
        events.PenaltyGiven: lambda event: text(
            "Penalty {penalty}, {kind}, for {player}: “{text}”", kind=penalty_text(event.kind)
        ),
        events.PenaltyWithdrawn: text("Penalty {penalty} was withdrawn: “{reason}”"),
        events.EventDescribed: lambda event: text(
            "The event is now described so: {details}.",
            details=tuple(
                Text(said.message, {"detail": _numeric_day(detail) if name == "date" else detail})
                for name, said in _DETAILS.items()
                if (detail := getattr(event, name)) is not None
            ),
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
