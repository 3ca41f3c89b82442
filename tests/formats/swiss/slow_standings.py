"""The standings of a Swiss event, reckoned as the rules tell it, a player at a time and with nothing kept.

A match is (first player, second player, games of the first, of the second, drawn); with the word `left` in place of the games
both players have left it. Written from MTR 3.1 and appendix C alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

FLOOR = Fraction(33, 100)


class Match(NamedTuple):
    """A match with a result."""

    first: str
    second: str
    games: tuple[int, int]
    drawn: int = 0
    lost_by_both: bool = False


class Swiss(NamedTuple):
    """All matches and byes of an event, and the rounds that players missed."""

    players: Sequence[str]
    matches: Sequence[Match]
    byes: Sequence[str] = ()
    missed: Sequence[tuple[str, int]] = ()
    games_to_win: int = 2

    def of(self, player: str) -> list[tuple[str, int, int, int, bool]]:
        """Return a player's matches: opponent, games won, lost and drawn, and whether both lost it."""
        found = []
        for match in self.matches:
            if match.first == player:
                found.append((match.second, *match.games, match.drawn, match.lost_by_both))
            if match.second == player:
                found.append((match.first, *match.games[::-1], match.drawn, match.lost_by_both))
        return found

    def match_points(self, player: str) -> int:
        """3 for a match won and for a bye, 1 for a draw."""
        points = 3 * sum(name == player for name in self.byes)
        for _, won, lost, _, by_both in self.of(player):
            points += 3 if won > lost else 1 if won == lost and not by_both else 0
        return points

    def match_win(self, player: str) -> Fraction:
        """The points of those possible in the rounds played, at least 0.33."""
        rounds = len(self.of(player)) + sum(name == player for name in self.byes)
        rounds += sum(missed for name, missed in self.missed if name == player)
        return FLOOR if rounds == 0 else max(FLOOR, Fraction(self.match_points(player), 3 * rounds))

    def game_win(self, player: str) -> Fraction:
        """The same with games."""
        byes = sum(name == player for name in self.byes)
        points, games = 3 * self.games_to_win * byes, self.games_to_win * byes
        for _, won, lost, drawn, _ in self.of(player):
            points += 3 * won + drawn
            games += won + lost + drawn
        return FLOOR if games == 0 else max(FLOOR, Fraction(points, 3 * games))

    def mean(self, values: Sequence[Fraction]) -> Fraction:
        """The mean, 0 of nothing."""
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    def values(self, player: str) -> tuple[int, Fraction, Fraction, Fraction]:
        """What a player is ranked by."""
        opponents = [opponent for opponent, *_ in self.of(player)]
        return (
            self.match_points(player),
            self.mean([self.match_win(opponent) for opponent in opponents]),
            self.game_win(player),
            self.mean([self.game_win(opponent) for opponent in opponents]),
        )

    def ranks(self) -> dict[str, tuple[int, tuple[int, Fraction, Fraction, Fraction]]]:
        """Return each player's rank, one more than there are better players, and the values behind it."""
        values = {player: self.values(player) for player in self.players}
        return {player: (1 + sum(other > own for other in values.values()), own) for player, own in values.items()}
