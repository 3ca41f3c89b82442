"""Who stands where after some Swiss rounds: match points, then the opponents' and one's own percentages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

import msgspec

from floorjudge.formats.swiss.percentages import Score


class Record(msgspec.Struct, frozen=True, gc=False):
    """A player's past as the standings need it; `opponents` are those of all matches with a result, who was met twice twice."""

    player: str
    score: Score = Score()
    opponents: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A player's line of the standings: the values that rank it, in their order. Equal players share a rank."""

    player: str
    rank: int
    match_points: int
    opponents_match_win: Fraction
    game_win: Fraction
    opponents_game_win: Fraction

    @property
    def values(self) -> tuple[Fraction | int, ...]:
        """What the row is ranked by."""
        return self.match_points, self.opponents_match_win, self.game_win, self.opponents_game_win


def standings(records: Sequence[Record]) -> list[Row]:
    """Return the standings of all players, whether or not they have dropped; equal ones keep the order in which they came.

    Clauses: MTR 2.10, MTR 3.1, MTR appendix C
    """
    match_win = _Means((record.player, record.score.match_win) for record in records)
    game_win = _Means((record.player, record.score.game_win) for record in records)
    ranked = [
        Row(
            record.player,
            0,
            record.score.match_points,
            match_win.of(record.opponents),
            record.score.game_win,
            game_win.of(record.opponents),
        )
        for record in records
    ]
    ranked.sort(key=_Order(ranked).key)
    ranks = [1]
    for place, (before, row) in enumerate(pairwise(ranked), 2):
        ranks.append(ranks[-1] if row.values == before.values else place)
    return [msgspec.structs.replace(row, rank=rank) for row, rank in zip(ranked, ranks, strict=False)]


class _Means:
    """Means of many fractions, computed in whole numbers over one denominator."""

    def __init__(self, values: Iterable[tuple[str, Fraction]]) -> None:
        known = dict(values)
        self.denominator = math.lcm(*{value.denominator for value in known.values()})
        self.parts = {name: value.numerator * (self.denominator // value.denominator) for name, value in known.items()}

    def of(self, names: Sequence[str]) -> Fraction:
        """Return the mean of the values of some names; 0 without any."""
        if not names:
            return Fraction(0)
        parts = self.parts
        return Fraction(sum([parts[name] for name in names]), self.denominator * len(names))


class _Order:
    """Rows in their order, compared as whole numbers: fractions are slow to compare."""

    def __init__(self, rows: Sequence[Row]) -> None:
        fractions = [value for row in rows for value in row.values if isinstance(value, Fraction)]
        self.denominator = math.lcm(*{value.denominator for value in fractions})

    def key(self, row: Row) -> tuple[int, ...]:
        """Return what rows are sorted by, the best first."""
        return tuple(-value.numerator * (self.denominator // value.denominator) for value in row.values)
