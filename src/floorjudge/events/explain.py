"""Tables and events in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from floorjudge.events import events
from floorjudge.events.events import Claim, Event, ReachedEight, TournamentEvent, Won
from floorjudge.formats.on_the_edge.tables import Advanced, Drawn, DrawnOffNumbered, Ranked, Table, Tied
from floorjudge.texts import Text, Value, counted, text

Sentence: TypeAlias = Text | Callable[[Any], Text]
_GAP = re.compile(r"\{(\w+)\}")


def why_text(table: Table) -> Text:
    """Say why these players sit together."""
    why = table.why
    if isinstance(why, Drawn):
        return (
            text("Drawn at random: in the first round everybody is (OTE 2.5).")
            if why.first_round
            else text("Drawn at random from the active players (OTE 2.6.2).")
        )
    if isinstance(why, DrawnOffNumbered):
        return _off_numbered(table, why)
    if isinstance(why, Ranked):
        return _ranked(table, why)
    if isinstance(why, Tied):
        return counted(
            "Readmission to 8 influence: equal scores of {score} compete for {count} seat of the final (OTE 2.8.3).",
            "Readmission to 8 influence: equal scores of {score} compete for {count} seats of the final (OTE 2.8.3).",
            count=why.seats,
            score=why.score,
        )
    return _final(why)


def _off_numbered(table: Table, why: DrawnOffNumbered) -> Text:
    values: dict[str, Value] = {"playing": why.playing, "size": len(table.players)}
    if why.first_round:
        return text(
            "Off-numbered game of {size}: {playing} players cannot all play in threes; everybody is drawn at random in the "
            "first round (OTE 2.4, 2.5).",
            **values,
        )
    if why.again:
        return text(
            "Off-numbered game of {size}: {playing} active players cannot all play in threes. Its seats were drawn from those "
            "who never sat in one, and these had run out: {again} had to sit in one again (OTE 2.6.1).",
            again=why.again,
            **values,
        )
    return text(
        "Off-numbered game of {size}: {playing} active players cannot all play in threes. Its seats were drawn from those who "
        "never sat in one (OTE 2.6.1).",
        **values,
    )


def _ranked(table: Table, why: Ranked) -> Text:
    values: dict[str, Value] = {"first": why.first, "last": why.last, "playing": why.playing}
    if table.off_numbered:
        return text(
            "Off-numbered game: places {first} to {last} of {playing} on the inactive set's list; these games are filled "
            "first, from the top (OTE 2.7.2).",
            **values,
        )
    return text("Places {first} to {last} of {playing} on the inactive set's list (OTE 2.7.2).", **values)


def _final(why: Advanced) -> Text:
    if why.readmitted:
        return text("The final: the active players, and readmitted {readmitted} (OTE 2.8).", readmitted=why.readmitted)
    return text("The final: the last active players (OTE 2.8).")


def event_text(event: TournamentEvent) -> Text:
    """Say what happened, in a sentence for the log."""
    return filled(_SENTENCES[type(event)], event)


def filled(sentence: Sentence, event: Event) -> Text:
    """Return the sentence for an event, the gaps that are left filled with its fields."""
    said = sentence if isinstance(sentence, Text) else sentence(event)
    gaps = set(_GAP.findall(said.message)) - said.values.keys()
    return Text(said.message, {**said.values, **{name: _words(getattr(event, name)) for name in gaps}}, said.plural)


def _words(value: Any) -> Value:  # noqa: ANN401 (the field of any event)
    """Return the field of an event as it is said; a dash for what is not there."""
    if isinstance(value, Claim):
        return claim_text(value)
    if isinstance(value, events.Otherwise):
        return otherwise_text(value)
    if isinstance(value, Mapping):
        return influence_words(value)
    said: Value = "–" if value is None else value
    return said


def influence_words(influence: Mapping[str, int]) -> tuple[str, ...]:
    """Return `name number` for each player, to be said in a list."""
    return tuple(f"{name} {number}" for name, number in influence.items())


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


def otherwise_text(otherwise: events.Otherwise) -> Text:
    """Say what would have been different at the next grouping."""
    if otherwise == events.Otherwise():
        return text("With the right result they would have been the same.")
    return text(
        "With the right result: active instead, {active}; inactive instead, {inactive}; other groups, {groups}; next stage, {stage}.",
        active=otherwise.active or ("–",),
        inactive=otherwise.inactive or ("–",),
        groups=tuple(" + ".join(group) for group in otherwise.groups) or ("–",),
        stage=stage_text(otherwise.stage) if otherwise.stage else text("the same"),
    )


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
        "DeckSubmitted": text("a deck list"),
        "RoundGrouped": text("a grouping"),
        "ResultReported": text("a result"),
        "ReadmissionReported": text("the result of a readmission game"),
        "GameDrawn": text("a drawn game"),
        "PlayerLeft": text("a player's leaving"),
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
    return text("“{name}” was opened under {format}. Its draws are promised as {commitment}.")


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


def _left(event: events.PlayerLeft) -> Text:
    if event.winner is not None:
        return text("{player} left. Table {table}: {winner} is the only one left and wins.")
    if event.qualified is not None:
        return text("{player} left. The readmission game is not needed; qualified for the final: {qualified}.")
    return text("{player} left.")


def _amended(event: events.ResultAmended) -> Text:
    if event.otherwise is None:
        return text("Round {round}, table {table} was corrected: {winner} won ({influence}). Reason: “{reason}”.")
    return text(
        "Round {round}, table {table} was corrected: {winner} won ({influence}). Reason: “{reason}”. The groups made since stand. "
        "{otherwise}"
    )


def _readmission_amended(event: events.ReadmissionAmended) -> Text:
    if event.otherwise is None:
        return text(
            "The readmission game of round {round} was corrected; qualified for the final: {qualified}. Reason: “{reason}”."
        )
    return text(
        "The readmission game of round {round} was corrected; who should have qualified for the final: {qualified}. Reason: “{reason}”. "
        "The groups made since stand. {otherwise}"
    )


def _finished(event: events.EventFinished) -> Text:
    if event.unplayed_winner is not None:
        return text(
            "The event is finished: {winner} was the only one left for the final. The seed of the draws was “{seed}”.",
            winner=event.unplayed_winner,
        )
    return text("The event is finished. The seed of the draws was “{seed}”.")


_SENTENCES: Mapping[type[Any], Sentence] = MappingProxyType(
    {
        events.EventOpened: _opened,
        events.PlayerRegistered: text("{player} was registered."),
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
        events.PlayerLeft: _left,
        events.ResultAmended: _amended,
        events.ReadmissionAmended: _readmission_amended,
        events.OrderDrawn: text("Random order ({reason}): {order}."),
        events.EventFinished: _finished,
        events.CommandUndone: lambda event: text(
            "The last command was taken back: {undone}.", undone=undone_text(event.undone)
        ),
    }
)
