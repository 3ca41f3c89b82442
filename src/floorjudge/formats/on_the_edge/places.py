"""Final places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from floorjudge.formats.on_the_edge.scoring import doubled_score
from floorjudge.formats.on_the_edge.tables import Player, PlayerSet, Result, Table


def places(
    players: Sequence[Player], final: tuple[Table, Result] | None, unplayed_winner: str | None = None
) -> dict[str, int]:
    """Return the place of each player who has one, when the event is finished.

    `players` is everybody, `final` the final as it was played, `unplayed_winner` who was the only one left for it. The
    final gives the first three, the tournament score all others; equals share a place and the next is skipped. Who left
    has no place, unless they had won the final before.
    Clauses: OTE 2.10
    """
    here = {player.name: player for player in players if player.set is not PlayerSet.LEFT}
    placed = {unplayed_winner: 1} if unplayed_winner else {}
    if final is not None and not unplayed_winner:
        table, result = final
        seats = zip(table.players, result.influence, strict=True)
        beaten = [(name, influence) for name, influence in seats if name != result.winner and name in here]
        placed = {result.winner: 1} | shared_places(beaten, first=2)
    others = [(name, doubled_score(player)) for name, player in here.items() if name not in placed]
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
