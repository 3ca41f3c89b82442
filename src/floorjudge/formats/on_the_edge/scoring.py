"""Points for a game, and the tournament score."""

from __future__ import annotations

from floorjudge.formats.on_the_edge.tables import Player, Result, Table

WINNER, SECOND, TIED_SECOND = 8, 4, 2


def points(table: Table, result: Result) -> tuple[int, ...]:
    """Return the victory points that a game gives, in seat order.

    The winner gets 8; of the others the one with most influence 4, or each of those who share it 2; in a game of two only
    the winner gets any. Who was inactive when the game began gets half of that.
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
    """Return the influence that takes second place and how many have it; (None, 0) in a game of two."""
    others = [
        influence for player, influence in zip(table.players, result.influence, strict=True) if player != result.winner
    ]
    if len(others) < 2:
        return None, 0
    return max(others), others.count(max(others))


def doubled_score(player: Player) -> int:
    """Return twice the tournament score, a whole number: what scores are compared by.

    Clauses: OTE 2.8.1
    """
    return player.influence + 2 * player.victory_points


def score_text(player: Player) -> str:
    """Return the tournament score as an exact fraction in words of digits, such as `16` or `31/2`."""
    doubled = doubled_score(player)
    return f"{doubled}/2" if doubled % 2 else str(doubled // 2)
