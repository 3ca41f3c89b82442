"""Tables and events in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from floorjudge.events import events
from floorjudge.events.events import TournamentEvent
from floorjudge.formats.on_the_edge.tables import Advanced, Drawn, DrawnOffNumbered, Ranked, Table, Tied
from floorjudge.texts import Text, Value, counted, text


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
    return _SENTENCES[type(event)](event)


def _opened(event: events.EventOpened) -> Text:
    if event.short_seed:
        return text(
            "“{name}” was opened under {format}. Its draws are promised as {commitment}; the seed is so short that somebody "
            "could guess it.",
            name=event.name,
            format=event.format,
            commitment=event.commitment,
        )
    return text(
        "“{name}” was opened under {format}. Its draws are promised as {commitment}.",
        name=event.name,
        format=event.format,
        commitment=event.commitment,
    )


def _registered(event: events.PlayerRegistered) -> Text:
    return text("{player} was registered.", player=event.player)


def _deck_submitted(event: events.DeckSubmitted) -> Text:
    sentences = {
        "legal": text("{player} handed in a deck list: legal.", player=event.player),
        "illegal": text("{player} handed in a deck list: illegal.", player=event.player),
        "to be checked": text("{player} handed in a deck list: to be checked by a person.", player=event.player),
    }
    return sentences[event.verdict.value]


def _grouped(event: events.RoundGrouped) -> Text:
    tables = len(event.tables)
    if event.stage == "readmission":
        return text("The readmission game was grouped: {players}.", players=event.tables[0].players)
    if event.stage == "final":
        return text(
            "Round {round}, the final, was grouped: {players}.", round=event.round, players=event.tables[0].players
        )
    if event.deck_reason is not None:
        return counted(
            "The event started with illegal decks let in ({reason}); round {round} was grouped at {count} table.",
            "The event started with illegal decks let in ({reason}); round {round} was grouped at {count} tables.",
            count=tables,
            round=event.round,
            reason=event.deck_reason,
        )
    return counted(
        "Round {round} was grouped at {count} table.",
        "Round {round} was grouped at {count} tables.",
        count=tables,
        round=event.round,
    )


def _reported(event: events.ResultReported) -> Text:
    values: dict[str, Value] = {
        "table": event.table,
        "winner": event.winner,
        "influence": influence_words(event.influence),
    }
    if event.note is not None:
        return text("Table {table}: {winner} won ({influence}). Note: “{note}”.", note=event.note, **values)
    return text("Table {table}: {winner} won ({influence}).", **values)


def influence_words(influence: Mapping[str, int]) -> tuple[str, ...]:
    """Return `name number` for each player, to be said in a list."""
    return tuple(f"{name} {number}" for name, number in influence.items())


def _readmission_reported(event: events.ReadmissionReported) -> Text:
    return text("Readmission: qualified for the final: {players}.", players=event.qualified)


def _drawn(event: events.GameDrawn) -> Text:
    return text("Table {table}: the game was drawn and is played again.", table=event.table)


def _left(event: events.PlayerLeft) -> Text:
    if event.winner is not None:
        return text(
            "{player} left. Table {table}: {winner} is the only one left and wins.",
            player=event.player,
            table=event.table or 0,
            winner=event.winner,
        )
    if event.qualified is not None:
        return text(
            "{player} left. The readmission game is not needed; qualified for the final: {qualified}.",
            player=event.player,
            qualified=event.qualified,
        )
    return text("{player} left.", player=event.player)


def _amended(event: events.ResultAmended) -> Text:
    values: dict[str, Value] = {
        "round": event.round,
        "table": event.table,
        "winner": event.winner,
        "influence": influence_words(event.influence),
        "reason": event.reason,
    }
    if event.otherwise is None:
        return text(
            "Round {round}, table {table} was corrected: {winner} won ({influence}). Reason: “{reason}”.", **values
        )
    return text(
        "Round {round}, table {table} was corrected: {winner} won ({influence}). Reason: “{reason}”. The groups made since stand. "
        "{otherwise}",
        otherwise=otherwise_text(event.otherwise),
        **values,
    )


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


def _readmission_amended(event: events.ReadmissionAmended) -> Text:
    values: dict[str, Value] = {"round": event.round, "qualified": event.qualified, "reason": event.reason}
    if event.otherwise is None:
        return text(
            "The readmission game of round {round} was corrected; qualified for the final: {qualified}. Reason: “{reason}”.",
            **values,
        )
    return text(
        "The readmission game of round {round} was corrected; who should have qualified for the final: {qualified}. Reason: “{reason}”. "
        "The groups made since stand. {otherwise}",
        otherwise=otherwise_text(event.otherwise),
        **values,
    )


def _order_drawn(event: events.OrderDrawn) -> Text:
    return text("Random order ({reason}): {order}.", reason=event.reason, order=event.order)


def _finished(event: events.EventFinished) -> Text:
    if event.unplayed_winner is not None:
        return text(
            "The event is finished: {winner} was the only one left for the final. The seed of the draws was “{seed}”.",
            winner=event.unplayed_winner,
            seed=event.seed,
        )
    return text("The event is finished. The seed of the draws was “{seed}”.", seed=event.seed)


def _undone(event: events.CommandUndone) -> Text:
    return text("The last command was taken back: {undone}.", undone=undone_text(event.undone))


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


_SENTENCES: Mapping[type[Any], Callable[[Any], Text]] = MappingProxyType(
    {
        events.EventOpened: _opened,
        events.PlayerRegistered: _registered,
        events.DeckSubmitted: _deck_submitted,
        events.RoundGrouped: _grouped,
        events.ResultReported: _reported,
        events.ReadmissionReported: _readmission_reported,
        events.GameDrawn: _drawn,
        events.PlayerLeft: _left,
        events.ResultAmended: _amended,
        events.ReadmissionAmended: _readmission_amended,
        events.OrderDrawn: _order_drawn,
        events.EventFinished: _finished,
        events.CommandUndone: _undone,
    }
)
