"""A player's own game as their page shows it: what has been said about it, by whom, and what they can do now."""

from __future__ import annotations

import msgspec

from floorjudge.events.explain import influence_words
from floorjudge.events.floor import Venue, missing, stage_number
from floorjudge.events.floor.proposals import dispute_call
from floorjudge.events.floor.state import Call, CallState, Entry, EntryKind, Proposal, Statement
from floorjudge.events.floor.view import concerns
from floorjudge.events.service.story import said_text
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Outcome, Qualified, Result, Table
from floorjudge.loops import Waiting, rule
from floorjudge.texts import Language, Text, render, text
from floorjudge.web.player_story import table_of
from floorjudge.web.rows import TableRow, table_row

CALLS_SHOWN = 5


class Version(msgspec.Struct, frozen=True):
    """One thing that is said about a game, and who says so; `mine`: I am among them."""

    statement: Statement
    players: tuple[str, ...]
    mine: bool

    @property
    def number(self) -> int:
        """The number under which it is confirmed."""
        return self.statement.number

    @property
    def is_result(self) -> bool:
        """Whether it says how the game ended, and not only that something is wrong."""
        return self.statement.said is not None

    def words(self, language: Language) -> str:
        """Return it in words."""
        said = self.statement.said
        return (self.statement.text or "") if said is None else render(said_text(said), language)


class OwnReport(msgspec.Struct, frozen=True):
    """A player's table and what is said about its game.

    `progress` is `open` (nobody has said anything), `asked` (others have), `waiting` (I have, others have not), `disputed` or
    `done`. `silent` are those who are still to speak; `call` is the dispute's.
    """

    row: TableRow
    stage: int
    progress: str
    versions: tuple[Version, ...] = ()
    silent: tuple[str, ...] = ()
    call: int | None = None
    outcome: Outcome | None = None
    table: Table | None = None

    def result_words(self, language: Language) -> str:
        """Return the result that stands, in words."""
        return render(_result_text(self.outcome, self.table), language)


def _result_text(outcome: Outcome | None, table: Table | None) -> Text:
    if isinstance(outcome, Result) and table is not None:
        influence = dict(zip(table.players, outcome.influence, strict=True))
        return text("{winner} won ({influence}).", winner=outcome.winner, influence=influence_words(influence))
    players = outcome.players if isinstance(outcome, Qualified) else ()
    return text("Qualified for the final: {players}.", players=players)


def own_report(state: State, venue: Venue, name: str) -> OwnReport | None:
    """Return a player's game of the stage being played, None when they have none."""
    table = table_of(state, name)
    if table is None:
        return None
    row, stage = table_row(state, venue, table), stage_number(state)
    outcome = state.results.get(table.table)
    if outcome is not None:
        return OwnReport(row, stage, "done", outcome=outcome, table=table)
    proposal = venue.proposals.get(table.table)
    if proposal is None:
        return OwnReport(row, stage, "open")
    return OwnReport(
        row=row,
        stage=stage,
        progress="disputed" if proposal.disputed else "waiting" if proposal.of(name) else "asked",
        versions=versions_of(proposal, name),
        silent=missing(state, proposal),
        call=dispute_call(venue, stage, table.table),
    )


def versions_of(proposal: Proposal, name: str | None = None) -> tuple[Version, ...]:
    """Return what is said about a game, each thing once; `name` is whose page it is for."""
    return tuple(Version(said, players, name in players) for said, players in proposal.versions())


class OwnCall(msgspec.Struct, frozen=True):
    """A call that concerns a player: its rulings; `asks`: the loop desk has a case, `asked_me`: and waits for this player."""

    call: Call
    rulings: tuple[Entry, ...]
    asks: bool
    asked_me: bool


def own_calls(state: State, venue: Venue, name: str) -> list[OwnCall]:
    """Return the newest calls that concern a player: those that are not closed, and those of the stage being played."""
    stage = stage_number(state)
    near = [
        call
        for call in reversed(venue.all_calls())
        if (call.state is not CallState.CLOSED or call.stage == stage) and concerns(call, state, name)
    ]
    return [_own_call(call, name) for call in near[:CALLS_SHOWN]]


def _own_call(call: Call, name: str) -> OwnCall:
    rulings = tuple(entry for entry in call.history if entry.kind in (EntryKind.RULING, EntryKind.APPEAL_RULING))
    asked = call.state is not CallState.CLOSED and asked_about_loop(call) == name
    return OwnCall(call, rulings, call.loop_case is not None, asked)


def asked_about_loop(call: Call) -> str | None:
    """Return the player whose answer the loop desk of a call waits for, None when it waits for nobody."""
    if call.loop_case is None:
        return None
    answer = rule(call.loop_case)
    return answer.player if isinstance(answer, Waiting) else None
