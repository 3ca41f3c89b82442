"""Events in plain words: a sentence for the staff and, where there is one, for everybody.

Nothing secret stands in it: no seed that is not revealed, no deck list, and for everybody nothing of what judges write
about players. When it happened and who did it stands in the record; whoever shows the sentence shows that beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from floorjudge.events import events
from floorjudge.events.events import Claim, Event, PenaltyKind, ReachedEight, TournamentEvent, Won
from floorjudge.formats.on_the_edge.texts import unplayed_text
from floorjudge.texts import Text, Value, counted, isolated, signed, text

Sentence: TypeAlias = Text | Callable[[Any], Text]
LONGEST_SAID = 40
_GAP = re.compile(r"\{(\w+)\}")


def event_text(event: TournamentEvent) -> Text:
    """Say what happened, in a sentence for the log."""
    return filled(_SENTENCES[type(event)], event)


def staff_text(event: Event) -> Text:
    """Say what happened, in a sentence for the staff."""
    return event_text(event) if isinstance(event, TournamentEvent) else filled(_STAFF[type(event)], event)


def public_text(event: Event) -> Text | None:
    """Say what happened, in a sentence for everybody; None for what is the staff's own business."""
    if isinstance(event, events.PlayerRenamed):
        # What somebody was called before is not for everybody.
        return text("{name} has a new name from here on.", name=event.name)
    if isinstance(event, TournamentEvent):
        return event_text(event)
    return None if isinstance(event, _STAFFS_OWN) else filled(_PUBLIC[type(event)], event)


_STAFFS_OWN = (events.CallNoted, events.PenaltyGiven, events.PenaltyWithdrawn)


def filled(sentence: Sentence, event: Event) -> Text:
    """Return the sentence for an event, the gaps that are left filled with its fields, those of its parts too."""
    said = sentence if isinstance(sentence, Text) else sentence(event)
    gaps = set(_GAP.findall(said.message)) - said.values.keys()
    parts = {name: filled(part, event) if isinstance(part, Text) else part for name, part in said.values.items()}
    return Text(said.message, parts | {name: _words(getattr(event, name)) for name in gaps}, said.plural)


def _words(value: Any) -> Value:  # noqa: ANN401 (the field of any event)
    """Return the field of an event as it is said; a dash for what is not there."""
    if isinstance(value, Claim):
        return claim_text(value)
    if isinstance(value, Mapping):
        return influence_words(value)
    said: Value = "–" if value is None else value
    return said


def influence_words(influence: Mapping[str, int]) -> tuple[str, ...]:
    """Return `name number` for each player, to be said in a list."""
    return tuple(f"{isolated(name)} {signed(number)}" for name, number in influence.items())


def claim_text(said: Claim) -> Text:
    """Say how somebody says a game ended."""
    if isinstance(said, Won):
        values: dict[str, Value] = {"winner": said.winner, "influence": influence_words(said.influence)}
        if said.note is not None:
            return text("{winner} won ({influence}). Note: “{note}”.", note=said.note, **values)
        return text("{winner} won ({influence}).", **values)
    if isinstance(said, ReachedEight):
        return text("Qualified for the final: {players}.", players=said.qualified)
    return text("The game was drawn.")


def penalty_text(kind: PenaltyKind) -> Text:
    """Return what kind of penalty it is, as people say it."""
    names = {
        "warning": text("warning"),
        "slow_play": text("warning for slow play"),
        "penalty": text("penalty"),
    }
    return names[kind]


def in_lines(*said: Text) -> Text:
    """Return several sentences as one text, each on a line of its own."""
    lines = {f"line{number}": line for number, line in enumerate(said)}
    return Text("\n".join(f"{{{name}}}" for name in lines), {**lines})


def otherwise_lines(otherwise: events.Otherwise | None) -> Iterator[Text]:
    """Yield what would have been different at the next grouping, a sentence for each; nothing when there was none yet."""
    if otherwise is None:
        return
    yield text("The groups made since stand.")
    if otherwise == events.Otherwise():
        yield text("With the right result they would have been the same.")
    if otherwise.active:
        yield text("Would have been active: {players}.", players=otherwise.active)
    if otherwise.inactive:
        yield text("Would have been inactive: {players}.", players=otherwise.inactive)
    if otherwise.groups:
        groups = tuple(" + ".join(group) for group in otherwise.groups)
        yield text("Other groups would have played: {groups}.", groups=groups)
    if otherwise.stage:
        yield would_have_come(otherwise.stage)


def would_have_come(stage: str) -> Text:
    """Say which stage would have come next."""
    return text("Next would have come: {stage}.", stage=stage_text(stage))


def seed_doubt(*, typed: bool | None) -> Text | None:
    """Say what there is to doubt of a seed that was `typed`; None stands for one of which that was not recorded, as for nothing to say."""
    if typed is None:
        return text("It is not recorded whether the seed was typed or drawn by the computer.")
    return text("The seed was typed by whoever opened the event, who could foresee every draw.") if typed else None


def roster_doubt() -> Text:
    """Say that somebody could still choose the players when the public words were known."""
    return text("The list of players was not closed before the public words were typed.")


def stage_text(stage: str) -> Text:
    """Return the name of a stage as people say it."""
    names = {
        "registration": text("registration"),
        "round": text("a round"),
        "readmission": text("the readmission game"),
        "final": text("the final"),
        "finished": text("the end of the event"),
    }
    return names[stage]


def undone_text(kind: str) -> Text:
    """Return the name of a kind of event as people say it."""
    names = {
        "PlayerRegistered": text("a registration"),
        "LatecomerAdmitted": text("the late entry of a player"),
        "RosterClosed": text("the closing of the list of players"),
        "RosterReopened": text("the reopening of the list of players"),
        "DeckSubmitted": text("a deck list"),
        "RoundGrouped": text("a grouping"),
        "ResultReported": text("a result"),
        "ReadmissionReported": text("the result of a readmission game"),
        "GameDrawn": text("a drawn game"),
        "ResultUnreported": text("the taking away of a result"),
        "PlayerLeft": text("a player's leaving"),
        "PlayerReturned": text("a player's coming back"),
        "ResultAmended": text("a correction"),
        "ReadmissionAmended": text("the correction of a readmission game"),
        "OrderDrawn": text("a random order"),
        "EventFinished": text("the end of the event"),
    }
    return names[kind]


def _opened(event: events.EventOpened) -> Text:
    if event.short_seed:
        return text(
            "“{name}” was opened under {format}. Its draws are promised as {commitment}; the seed is so short that somebody "
            "could guess it."
        )
    if event.typed:
        return text(
            "“{name}” was opened under {format}. Its draws are promised as {commitment}; the seed was typed by whoever opened it, "
            "who can foresee the draws."
        )
    return text("“{name}” was opened under {format}. Its draws are promised as {commitment}.")


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


def _grouped(event: events.RoundGrouped) -> Text:
    if event.stage == "readmission":
        return text("The readmission game was grouped: {players}.", players=event.tables[0].players)
    if event.stage == "final":
        return text("Round {round}, the final, was grouped: {players}.", players=event.tables[0].players)
    if event.deck_reason is not None:
        return counted(
            "The event started with illegal decks let in ({reason}); round {round} was grouped at {count} table.",
            "The event started with illegal decks let in ({reason}); round {round} was grouped at {count} tables.",
            count=len(event.tables),
            reason=event.deck_reason,
        )
    return counted(
        "Round {round} was grouped at {count} table.",
        "Round {round} was grouped at {count} tables.",
        count=len(event.tables),
    )


def leaving_text(event: events.PlayerLeft) -> Text:
    """Say what would happen if a player left, before they do."""
    said = text("{player} leaves the event.")
    if event.winner is not None:
        won = text("{player} leaves. At table {table} {winner} is then the only one left, and wins.")
        said = in_lines(won, unplayed_text())
    elif event.qualified is not None:
        said = text("{player} leaves. The readmission game is then not needed; qualified for the final: {qualified}.")
    return filled(said, event)


def _left(event: events.PlayerLeft) -> Text:
    if event.winner is not None:
        won = text("{player} left. Table {table}: {winner} is the only one left and wins.")
        return in_lines(won, unplayed_text())
    if event.qualified is not None:
        return text("{player} left. The readmission game is not needed; qualified for the final: {qualified}.")
    return text("{player} left.")


def _returned(event: events.PlayerReturned) -> Text:
    sentences = {
        "active": text("{player} came back into the active set."),
        "inactive": text("{player} came back into the inactive set."),
        None: text("{player} came back."),
    }
    return sentences[event.set]


def _amended(event: events.ResultAmended) -> Text:
    said = text("Round {round}, table {table} was corrected: {winner} won ({influence}). Reason: “{reason}”.")
    # In older logs the reason served as the note.
    if event.note not in (None, event.reason):
        said = text(
            "Round {round}, table {table} was corrected: {winner} won ({influence}). Note: “{note}”. Reason: “{reason}”."
        )
    return in_lines(said, *otherwise_lines(event.otherwise))


def _readmission_amended(event: events.ReadmissionAmended) -> Text:
    if event.otherwise is None:
        return text(
            "The readmission game of round {round} was corrected; qualified for the final: {qualified}. Reason: “{reason}”."
        )
    said = text(
        "The readmission game of round {round} was corrected; who should have qualified for the final: {qualified}. Reason: “{reason}”."
    )
    return in_lines(said, *otherwise_lines(event.otherwise))


def _finished(event: events.EventFinished) -> Text:
    if event.unplayed_winner is not None:
        return text(
            "The event is finished: {winner} was the only one left for the final.", winner=event.unplayed_winner
        )
    return text("The event is finished.")


_SENTENCES: Mapping[type[Any], Sentence] = MappingProxyType(
    {
        events.EventOpened: _opened,
        events.SeedRenewed: text(
            "The seed of the draws had become public. The draws that follow are promised with a new one, as {commitment}."
        ),
        events.PlayerRegistered: text("{player} was registered."),
        events.LatecomerAdmitted: text("{player} was let in late: into the inactive set, with no points."),
        events.RosterClosed: _roster_closed,
        events.RosterReopened: text("The list of players was opened again."),
        events.DeckSubmitted: _deck_submitted,
        events.RoundGrouped: _grouped,
        events.ResultReported: lambda event: (
            text("Table {table}: {winner} won ({influence}).")
            if event.note is None
            else text("Table {table}: {winner} won ({influence}). Note: “{note}”.")
        ),
        events.ReadmissionReported: lambda event: text(
            "Readmission: qualified for the final: {players}.", players=event.qualified
        ),
        events.GameDrawn: text("Table {table}: the game was drawn and is played again."),
        events.ResultUnreported: lambda event: (
            text("Table {table}: the result was taken away, and the table is open again. Reason: “{reason}”.")
            if event.winner is None
            else text(
                "Table {table}: the result was taken away; {winner}, the only one left, has won as before. Reason: “{reason}”."
            )
        ),
        events.PlayerLeft: _left,
        events.PlayerReturned: _returned,
        events.PlayerRenamed: text("{player} is called {name} from here on."),
        events.PlayerForgotten: lambda event: (
            text("The former names of {player} were removed.")
            if event.former
            else text("A player's name was removed: {player}.")
        ),
        events.ResultAmended: _amended,
        events.ReadmissionAmended: _readmission_amended,
        events.OrderDrawn: text("Random order ({reason}): {order}."),
        events.EventFinished: _finished,
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
        "about": text("for everybody to know “{detail}”"),
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
