"""The standings after some Swiss rounds: match points, then the opponents' and the player's own percentages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from floorjudge.formats.ranking import Compared
from floorjudge.formats.swiss.rules.percentages import Score


class Record(msgspec.Struct, frozen=True, gc=False):
    """A player's past for the standings; `opponents` are those of all matches with a result, twice if they met twice."""

    player: str
    score: Score = Score()
    opponents: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A player's line of the standings: the ranking values in their order. Equal players share a rank."""

    player: str
    rank: int
    match_points: int
    opponents_match_win: Fraction
    game_win: Fraction
    opponents_game_win: Fraction

    @property
    def values(self) -> tuple[Fraction | int, ...]:
        """The values that rank the player."""
        return self.match_points, self.opponents_match_win, self.game_win, self.opponents_game_win


def standings(records: Sequence[Record]) -> list[Row]:
    """Return the standings of all players, also of those who have dropped; equal ones keep their order.

    Clauses: MTR 2.10, MTR 3.1, MTR appendix C
    """
    compared = compare(records)
    ranks, numbers = compared.ranks(), compared.numbers
    return [Row(name, rank, numbers[name][0], *compared.values(name)[1:]) for name, rank in ranks.items()]


def compare(records: Sequence[Record]) -> Compared:
    """Return the values that rank players: match points, then the percentages of the opponents' matches, of the player's games and of the opponents' games.

    Clauses: MTR 2.10, MTR 3.1, MTR appendix C
    """
    scores = {record.score for record in records}
    match_win, matches = _whole({score: score.match_win for score in scores})
    game_win, games = _whole({score: score.game_win for score in scores})
    matches_of = {record.player: match_win[record.score] for record in records}
    games_of = {record.player: game_win[record.score] for record in records}
    met = math.lcm(*{len(record.opponents) for record in records if record.opponents})
    numbers = {}
    for record in records:
        opponents, to = record.opponents, met // (len(record.opponents) or 1)
        numbers[record.player] = (
            record.score.match_points,
            sum([matches_of[name] for name in opponents]) * to,
            games_of[record.player],
            sum([games_of[name] for name in opponents]) * to,
        )
    return Compared(numbers, (1, matches * met, games, games * met))


def _whole(values: Mapping[Score, Fraction]) -> tuple[dict[Score, int], int]:
    """Return fractions as whole numbers over one denominator, and that denominator."""
    denominator = math.lcm(*{value.denominator for value in values.values()})
    whole = {score: value.numerator * (denominator // value.denominator) for score, value in values.items()}
    return whole, denominator
