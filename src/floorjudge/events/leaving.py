"""What it changes that a player leaves or comes back, said before they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from floorjudge.errors import FloorjudgeError
from floorjudge.events.commands import ComeBack, Leave
from floorjudge.events.events import PlayerLeft, PlayerReturned
from floorjudge.events.explain import in_lines, leaving_text
from floorjudge.events.state import State
from floorjudge.events.tournament.decide import decide_tournament
from floorjudge.events.tournament.evolve import evolve_tournament
from floorjudge.formats.on_the_edge.tables import FINALISTS, PlayerSet, Stage, Table, TableSet
from floorjudge.texts import Text, counted, text


def upon_leaving(state: State, player: str) -> Text | None:
    """Return what would change if a player left now, None when they cannot."""
    try:
        return changes_by_leaving(state, player)
    except FloorjudgeError:
        return None


def changes_by_leaving(state: State, player: str) -> Text:
    """Return what would change if a player left now.

    Raises what keeps them from leaving.
    Clauses: OTE 2.2, OTE 2.10
    """
    return in_lines(*_changes(state, _left(state, player)))


def upon_leaving_together(state: State, players: Iterable[str]) -> list[Text]:
    """Return what would change if several players left one after the other, without those who cannot."""
    found = []
    for player in players:
        changes = upon_leaving(state, player)
        if changes is not None:
            found.append(changes)
            state = evolve_tournament(state, _left(state, player))
    return found


def upon_returning(state: State, player: str) -> Text | None:
    """Return what would happen if a player who has left came back now, None when they cannot.

    Clauses: OTE 2.2
    """
    try:
        event = decide_tournament(state, ComeBack(player, alike=True))
    except FloorjudgeError:
        return None
    if not isinstance(event, PlayerReturned):
        return text("{player} is registered again, under the same number.", player=player)
    return in_lines(_set_again(event), _next_game(state, player))


def _left(state: State, player: str) -> PlayerLeft:
    event = decide_tournament(state, Leave(player))
    if not isinstance(event, PlayerLeft):
        raise TypeError("who leaves gives no other event")
    return event


def _changes(state: State, event: PlayerLeft) -> Iterator[Text]:
    """Yield, a sentence for each, what the event changes: the game, the seat, the place, the way back."""
    player = event.player
    yield leaving_text(event)
    if state.stage is Stage.REGISTRATION:
        yield text("Until the start, {player} can be registered again under the same number.", player=player)
        return
    playing = next((table for table in state.open_tables() if player in table.players), None)
    if playing is not None and event.table is None:
        yield _of_the_game(playing, player)
    final = state.final_table()
    if final is not None and player in final.players:
        yield _of_the_final(player, over=playing is None)
    else:
        yield from _of_the_seat(state, event)
        yield text("At the end {player} stands there with the score and without a place.", player=player)
    yield _way_back(state, event, playing)


def _of_the_game(table: Table, player: str) -> Text:
    if table.set is TableSet.READMISSION:
        return text("{player} cannot reach the final by the readmission game any more.", player=player)
    if table.set is TableSet.FINAL:
        return text("{player} cannot win the final any more; the others play on.", player=player)
    return text(
        "{player} cannot win the game at table {table} any more; the others play on.", player=player, table=table.table
    )


def _of_the_final(player: str, *, over: bool) -> Text:
    if over:
        return text("The place that the final gave stays that of {player}.", player=player)
    return text("{player} still has the place that the reported influence gives.", player=player)


def _of_the_seat(state: State, event: PlayerLeft) -> Iterator[Text]:
    """Yield what a player gives up who has not been grouped for the final."""
    player = event.player
    if state.stage is Stage.READMISSION and player in state.finalists():
        yield text("{player} gives up a seat of the final.", player=player)
    elif state.stage is Stage.ROUND and state.players[player].set is PlayerSet.ACTIVE:
        yield text("{player} gives up the seat in the active set.", player=player)
    elif state.stage is not Stage.FINAL:
        yield text("{player} plays no further game and cannot be readmitted to the final.", player=player)
    after = evolve_tournament(state, event)
    before, left = (len(each.members(PlayerSet.ACTIVE)) for each in (state, after))
    if state.stage is Stage.ROUND and not after.open_tables() and left <= FINALISTS < before:
        yield counted(
            "Only {count} active player is then left: the final comes next.",
            "Only {count} active players are then left: the final comes next.",
            count=left,
        )


def _way_back(state: State, event: PlayerLeft, playing: Table | None) -> Text:
    """Say until when the player can come back, and into which set."""
    player = event.player
    if state.stage is Stage.FINAL:
        return text("Until the event is finished, {player} can come back.", player=player)
    has_seat = state.stage is Stage.READMISSION and player in state.finalists()
    # The leaving may give the seat to those who play for others.
    if has_seat and evolve_tournament(state, event).vacancies():
        return text(
            "Until the final is grouped, {player} can come back, and has the seat again unless others have taken it.",
            player=player,
        )
    if has_seat or state.players[player].set is PlayerSet.INACTIVE or event.winner is not None:
        return text("Until the last games are grouped, {player} can come back into the inactive set.", player=player)
    if playing is None:
        return text(
            "Until the next tables are drawn, {player} can come back into the active set; later only into the inactive set.",
            player=player,
        )
    return text(
        "Until the next tables are drawn, {player} can come back into the active set unless the game is lost; later only into "
        "the inactive set.",
        player=player,
    )


def _set_again(event: PlayerReturned) -> Text:
    if event.set == "active":
        return text("{player} is in the active set again.", player=event.player)
    return text("{player} is in the inactive set.", player=event.player)


def _next_game(state: State, player: str) -> Text:
    if any(player in table.players for table in state.open_tables()):
        return text("The game that is still open goes on as if {player} had never left.", player=player)
    if state.stage is Stage.FINAL:
        return text("{player} has a place at the end.", player=player)
    return text("{player} plays again from the next tables on.", player=player)
