"""Points for a game, the tournament score, and the final places.

A drawn game has no result: it gives no points and is played again (see `playing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from floorjudge.formats.on_the_edge.tables import Result, Table
from floorjudge.formats.players import Player

WINNER, SECOND, TIED_SECOND = 8, 4, 2


def points(table: Table, result: Result) -> tuple[int, ...]:
    """Return the victory points of a game, in seat order.

    The winner gets 8; of the others the one with most influence 4, or each of those who share it 2; in a game of two
    only the winner gets points. Players who were inactive when the game began get half.
    Clauses: OTE 2.3
    """
    best, sharing = _second_place(table, result)
    return tuple(
        _full_points(player, influence, result, best, sharing) // (1 if table.scores_as_active(player) else 2)
        for player, influence in zip(table.players, result.influence, strict=True)
    )


def _full_points(player: str, influence: int, result: Result, best: int | None, sharing: int) -> int:
    if player == result.winner:
        return WINNER
    if influence != best:
        return 0
    return SECOND if sharing == 1 else TIED_SECOND


def _second_place(table: Table, result: Result) -> tuple[int | None, int]:
    """Return the influence of second place and the number of players with it; (None, 0) in a game of two."""
    others = [
        influence for player, influence in zip(table.players, result.influence, strict=True) if player != result.winner
    ]
    if len(others) < 2:
        return None, 0
    return max(others), others.count(max(others))


def doubled_score(player: Player) -> int:
    """Return twice the tournament score, a whole number for comparisons.

    Clauses: OTE 2.8.1
    """
    score = player.score
    doubled: int = score.influence + 2 * score.victory_points
    return doubled


def by_score(players: Iterable[Player]) -> list[Player]:
    """Return players by tournament score, the highest first, equal ones in order of registration.

    Clauses: OTE 2.8.1
    """
    return sorted(players, key=lambda player: (-doubled_score(player), player.number))


def score_text(player: Player) -> str:
    """Return the tournament score as an exact fraction, such as `16` or `31/2`."""
    doubled = doubled_score(player)
    return f"{doubled}/2" if doubled % 2 else str(doubled // 2)


def score_as_written(exact: str) -> str:
    """Return an exact score for display, `15½` for `31/2`; other words unchanged."""
    doubled, slash, halves = exact.partition("/")
    if not slash or halves != "2":
        return exact
    whole, half = divmod(abs(int(doubled)), 2)
    return f"{'−' if doubled.startswith('-') else ''}{whole or ''}{'½' if half else ''}"


def places(
    players: Sequence[Player],
    final: tuple[Table, Result] | None,
    unplayed_winner: str | None = None,
    *,
    keeping: bool = True,
) -> dict[str, int]:
    """Return the places by player in a finished event, without the players who have none.

    `players` are all, `final` is the final as it was played, `unplayed_winner` the only player left for it. The final
    gives the first three places, the tournament score all others; equal players share a place and the next is skipped.
    A player who left has no place, unless they played the final; without `keeping`, unless they won it, as in older
    events.
    Clauses: OTE 2.10
    """
    here = {player.name: player for player in players if player.present}
    placed = {unplayed_winner: 1} if unplayed_winner else {}
    if final is not None and not unplayed_winner:
        table, result = final
        seats = zip(table.players, result.influence, strict=True)
        beaten = [(name, influence) for name, influence in seats if name != result.winner and (keeping or name in here)]
        placed = {result.winner: 1} | shared_places(beaten, first=2)
    others = [(name, doubled_score(player)) for name, player in here.items() if name not in placed]
    return placed | shared_places(others, first=len(placed) + 1)


def shared_places(scores: Iterable[tuple[str, int]], *, first: int) -> dict[str, int]:
    """Return a place for each (name, score), the highest score at `first`; equal ones share it: 1, 2, 2, 4."""
    ranked = sorted(scores, key=lambda item: -item[1])
    found: dict[str, int] = {}
    best: tuple[int, int] | None = None
    for position, (name, reached) in enumerate(ranked, first):
        if best is None or reached != best[0]:
            best = (reached, position)
        found[name] = best[1]
    return found
