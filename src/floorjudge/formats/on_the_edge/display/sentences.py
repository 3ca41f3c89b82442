"""Sentences for the events of On the Edge in the log; their gaps are the fields of the event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from floorjudge.formats.log import TournamentEvent
from floorjudge.formats.on_the_edge import log
from floorjudge.formats.on_the_edge.display.texts import unplayed_text, would_have_come
from floorjudge.texts import Text, counted, in_lines, text

Sentence: TypeAlias = Text | Callable[[Any], Text]


def otherwise_lines(otherwise: log.Otherwise | None) -> Iterator[Text]:
    """Yield a sentence for each difference at the next grouping; nothing if there was none yet."""
    if otherwise is None:
        return
    yield text("The groups made since stand.")
    if otherwise == log.Otherwise():
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


def _grouped(event: log.RoundGrouped) -> Text:
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


def leaving_text(event: log.PlayerLeft) -> Text:
    """Return what would happen if a player left, for a preview."""
    sentence = text("{player} leaves the event.")
    if event.winner is not None:
        won = text("{player} leaves. At table {table} {winner} is then the only one left, and wins.")
        sentence = in_lines(won, unplayed_text())
    elif event.qualified is not None:
        sentence = text(
            "{player} leaves. The readmission game is then not needed; qualified for the final: {qualified}."
        )
    return sentence


def _left(event: log.PlayerLeft) -> Text:
    if event.winner is not None:
        won = text("{player} left. Table {table}: {winner} is the only one left and wins.")
        return in_lines(won, unplayed_text())
    if event.qualified is not None:
        return text("{player} left. The readmission game is not needed; qualified for the final: {qualified}.")
    return text("{player} left.")


def _returned(event: log.PlayerReturned) -> Text:
    sentences = {
        "active": text("{player} came back into the active set."),
        "inactive": text("{player} came back into the inactive set."),
        None: text("{player} came back."),
    }
    return sentences[event.set]


def _amended(event: log.ResultAmended) -> Text:
    sentence = text("Round {round}, table {table} was corrected: {winner} won ({influence}). Reason: “{reason}”.")
    # In older logs the reason was the note.
    if event.note not in (None, event.reason):
        sentence = text(
            "Round {round}, table {table} was corrected: {winner} won ({influence}). Note: “{note}”. Reason: “{reason}”."
        )
    return in_lines(sentence, *otherwise_lines(event.otherwise))


def _readmission_amended(event: log.ReadmissionAmended) -> Text:
    if event.otherwise is None:
        return text(
            "The readmission game of round {round} was corrected; qualified for the final: {qualified}. Reason: “{reason}”."
        )
    sentence = text(
        "The readmission game of round {round} was corrected; who should have qualified for the final: {qualified}. Reason: “{reason}”."
    )
    return in_lines(sentence, *otherwise_lines(event.otherwise))


def _finished(event: log.EventFinished) -> Text:
    if event.unplayed_winner is not None:
        return text(
            "The event is finished: {winner} was the only one left for the final.", winner=event.unplayed_winner
        )
    return text("The event is finished.")


SENTENCES: Mapping[type[TournamentEvent], Sentence] = MappingProxyType(
    {
        log.RoundGrouped: _grouped,
        log.ResultReported: lambda event: (
            text("Table {table}: {winner} won ({influence}).")
            if event.note is None
            else text("Table {table}: {winner} won ({influence}). Note: “{note}”.")
        ),
        log.ReadmissionReported: lambda event: text(
            "Readmission: qualified for the final: {players}.", players=event.qualified
        ),
        log.GameDrawn: text("Table {table}: the game was drawn and is played again."),
        log.ResultUnreported: lambda event: (
            text("Table {table}: the result was taken away, and the table is open again. Reason: “{reason}”.")
            if event.winner is None
            else text(
                "Table {table}: the result was taken away; {winner}, the only one left, has won as before. Reason: “{reason}”."
            )
        ),
        log.LatecomerAdmitted: text("{player} was let in late: into the inactive set, with no points."),
        log.PlayerLeft: _left,
        log.PlayerReturned: _returned,
        log.ResultAmended: _amended,
        log.ReadmissionAmended: _readmission_amended,
        log.EventFinished: _finished,
    }
)
UNDONE: Mapping[str, Text] = MappingProxyType(
    {
        "RoundGrouped": text("a grouping"),
        "ResultReported": text("a result"),
        "ReadmissionReported": text("the result of a readmission game"),
        "GameDrawn": text("a drawn game"),
        "ResultUnreported": text("the taking away of a result"),
        "LatecomerAdmitted": text("the late entry of a player"),
        "PlayerLeft": text("a player's leaving"),
        "PlayerReturned": text("a player's coming back"),
        "ResultAmended": text("a correction"),
        "ReadmissionAmended": text("the correction of a readmission game"),
        "EventFinished": text("the end of the event"),
    }
)
