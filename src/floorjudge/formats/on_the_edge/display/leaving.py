"""The effects of a player's leaving or coming back, in sentences for a preview; their gap is the `player` of the event."""

from __future__ import annotations

from collections.abc import Iterator

from floorjudge.formats.competition import Competition
from floorjudge.formats.on_the_edge.display.sentences import leaving_text
from floorjudge.formats.on_the_edge.log import PlayerLeft, PlayerReturned
from floorjudge.formats.on_the_edge.rules.event import final_table, finalists, in_readmission, members, vacancies
from floorjudge.formats.on_the_edge.tables import FINALISTS, Kind, PlayerSet, Table, TableSet, set_of
from floorjudge.texts import Text, counted, text


def changes_by_leaving(event: Competition, after: Competition, left: PlayerLeft) -> Iterator[Text]:
    """Yield a sentence for each effect of a player's leaving: on the game, the seat, the place, the way back.

    Clauses: OTE 2.2, OTE 2.10
    """
    player = left.player
    yield leaving_text(left)
    playing = next((table for table in event.open_tables() if player in table.players), None)
    if playing is not None and left.table is None:
        yield _of_the_game(playing)
    final = final_table(event)
    if final is not None and player in final.players:
        yield _of_the_final(over=playing is None)
    else:
        yield from _of_the_seat(event, after, player)
        yield text("At the end {player} stands there with the score and without a place.")
    yield _way_back(event, after, left, playing)


def changes_by_returning(event: Competition, back: PlayerReturned) -> Iterator[Text]:
    """Yield a sentence for each effect of a player's coming back.

    Clauses: OTE 2.2
    """
    yield _set_again(back)
    yield _next_game(event, back.player)


def _of_the_game(table: Table) -> Text:
    if table.set is TableSet.READMISSION:
        return text("{player} cannot reach the final by the readmission game any more.")
    if table.set is TableSet.FINAL:
        return text("{player} cannot win the final any more; the others play on.")
    return text("{player} cannot win the game at table {table} any more; the others play on.", table=table.table)


def _of_the_final(*, over: bool) -> Text:
    if over:
        return text("The place that the final gave stays that of {player}.")
    return text("{player} still has the place that the reported influence gives.")


def _of_the_seat(event: Competition, after: Competition, player: str) -> Iterator[Text]:
    """Yield what a player gives up by leaving before the final is grouped."""
    if in_readmission(event) and player in finalists(event):
        yield text("{player} gives up a seat of the final.")
    elif event.stage_kind == Kind.ROUND and set_of(event.players[player]) is PlayerSet.ACTIVE:
        yield text("{player} gives up the seat in the active set.")
    elif event.stage_kind != Kind.FINAL:
        yield text("{player} plays no further game and cannot be readmitted to the final.")
    before, left = (len(members(each, PlayerSet.ACTIVE)) for each in (event, after))
    if event.stage_kind == Kind.ROUND and not after.open_tables() and left <= FINALISTS < before:
        yield counted(
            "Only {count} active player is then left: the final comes next.",
            "Only {count} active players are then left: the final comes next.",
            count=left,
        )


def _way_back(event: Competition, after: Competition, left: PlayerLeft, playing: Table | None) -> Text:
    """Return until when the player can come back, and into which set."""
    player = left.player
    if event.stage_kind == Kind.FINAL:
        return text("Until the event is finished, {player} can come back.")
    has_seat = in_readmission(event) and player in finalists(event)
    # The departure may give the seat to other players.
    if has_seat and vacancies(after):
        return text(
            "Until the final is grouped, {player} can come back, and has the seat again unless others have taken it."
        )
    if has_seat or set_of(event.players[player]) is PlayerSet.INACTIVE or left.winner is not None:
        return text("Until the last games are grouped, {player} can come back into the inactive set.")
    if playing is None:
        return text(
            "Until the next tables are drawn, {player} can come back into the active set; later only into the inactive set."
        )
    return text(
        "Until the next tables are drawn, {player} can come back into the active set unless the game is lost; later only into "
        "the inactive set."
    )


def _set_again(back: PlayerReturned) -> Text:
    if back.set == "active":
        return text("{player} is in the active set again.")
    return text("{player} is in the inactive set.")


def _next_game(event: Competition, player: str) -> Text:
    if any(player in table.players for table in event.open_tables()):
        return text("The game that is still open goes on as if {player} had never left.")
    if event.stage_kind == Kind.FINAL:
        return text("{player} has a place at the end.")
    return text("{player} plays again from the next tables on.")
