"""Points for a game, and the tournament score."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from floorjudge.tournament.state import Player
from floorjudge.tournament.tables import Result, Table

WINNER, SECOND, TIED_SECOND = 8, 4, 2


def points(table: Table, result: Result) -> tuple[int, ...]:
    """Return the victory points that a game gives, in seat order.

    The winner gets 8; of the others the one with most influence 4, or each of those who share it 2; in a game of two only
    the winner gets any. Who was inactive when the game began gets half of that.
    Clauses: OTE 2.3
    """
    seats = list(zip(table.players, result.influence, strict=True))
    best, second = _second_place([influence for player, influence in seats if player != result.winner])
    won = [WINNER if player == result.winner else second if influence == best else 0 for player, influence in seats]
    return tuple(
        [full if table.scores_as_active(player) else full // 2 for player, full in zip(table.players, won, strict=True)]
    )


def _second_place(others: Sequence[int]) -> tuple[int | None, int]:
    """Return the influence of those who take second place, and their points each; (None, 0) in a game of two."""
    if len(others) < 2:
        return None, 0
    best = max(others)
    return best, SECOND if others.count(best) == 1 else TIED_SECOND


def doubled_score(player: Player) -> int:
    """Return twice the tournament score, a whole number: what scores are compared by.

    Clauses: OTE 2.8.1
    """
    return player.influence + 2 * player.victory_points


def score(player: Player) -> Fraction:
    """Return the tournament score: half the influence points plus the victory points, exactly.

    Clauses: OTE 2.8.1
    """
    return Fraction(doubled_score(player), 2)


def score_text(player: Player) -> str:
    """Return the tournament score as an exact fraction in words of digits, such as `16` or `31/2`."""
    doubled = doubled_score(player)
    return f"{doubled}/2" if doubled % 2 else str(doubled // 2)
