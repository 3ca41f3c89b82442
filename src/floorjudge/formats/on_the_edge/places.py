"""Final places."""

from __future__ import annotations

from collections.abc import Iterable

from floorjudge.events.state import PlayerSet, Stage, State
from floorjudge.formats.on_the_edge.scoring import doubled_score
from floorjudge.formats.on_the_edge.tables import Result, Table, TableSet


def places(state: State) -> dict[str, int]:
    """Return the place of each player who has one; nobody has one before the event is finished.

    The final gives the first three, the tournament score all others; equals share a place and the next is skipped. Who
    left has no place, unless they had won the final before.
    Clauses: OTE 2.10
    """
    if state.stage is not Stage.FINISHED:
        return {}
    placed = _places_of_the_final(state)
    others = [
        (player.name, doubled_score(player))
        for player in state.everybody()
        if player.name not in placed and player.set is not PlayerSet.LEFT
    ]
    return placed | shared_places(others, first=len(placed) + 1)


def shared_places(scores: Iterable[tuple[str, int]], *, first: int) -> dict[str, int]:
    """Return a place for each (name, score), the highest score at `first`; equals share it: 1, 2, 2, 4."""
    ranked = sorted(scores, key=lambda item: -item[1])
    found: dict[str, int] = {}
    best: tuple[int, int] | None = None
    for position, (name, reached) in enumerate(ranked, first):
        if best is None or reached != best[0]:
            best = (reached, position)
        found[name] = best[1]
    return found


def _places_of_the_final(state: State) -> dict[str, int]:
    if state.unplayed_winner:
        return {state.unplayed_winner: 1}
    final = final_table(state)
    result = state.result(final) if final else None
    if final is None or result is None:
        return {}
    return {result.winner: 1} | shared_places(_beaten_finalists(state, final, result), first=2)


def _beaten_finalists(state: State, final: Table, result: Result) -> list[tuple[str, int]]:
    return [
        (name, influence)
        for name, influence in zip(final.players, result.influence, strict=True)
        if name != result.winner and not state.has_left(name)
    ]


def final_table(state: State) -> Table | None:
    """Return the table of the final, None when it has not been grouped."""
    return next((table for table in state.tables if table.set is TableSet.FINAL), None)
