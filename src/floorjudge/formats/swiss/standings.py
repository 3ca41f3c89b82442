"""Who stands where after some Swiss rounds: match points, then the opponents' and one's own percentages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import itemgetter

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


class Ranked(msgspec.Struct, frozen=True, gc=False):
    """A player with a rank, which equal ones share."""

    player: str
    rank: int


def standings(records: Sequence[Record]) -> list[Row]:
    """Return the standings of all players, whether or not they have dropped; equal ones keep the order in which they came.

    Clauses: MTR 2.10, MTR 3.1, MTR appendix C
    """
    values = _Values(records)
    by_name = {record.player: record for record in records}
    return [values.row(by_name[each.player], each.rank) for each in values.ranked()]


def ranking(records: Sequence[Record]) -> list[Ranked]:
    """Return only who stands where in the standings: where nobody looks at the values, fractions are not needed.

    Clauses: MTR 2.10, MTR 3.1, MTR appendix C
    """
    return _Values(records).ranked()


class _Values:
    """What ranks players, compared as whole numbers: fractions are slow to compare."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self._match_win = _Means((record.player, record.score.match_win) for record in records)
        self._game_win = _Means((record.player, record.score.game_win) for record in records)

    def ranked(self) -> list[Ranked]:
        """Return the players, the best first; equal ones keep their order."""
        scale = math.lcm(*{len(record.opponents) for record in self._records if record.opponents})
        listed = [(self._key(record, scale), record.player) for record in self._records]
        listed.sort(key=_KEY, reverse=True)
        found: list[Ranked] = []
        before = None
        for place, (key, player) in enumerate(listed, 1):
            found.append(Ranked(player, found[-1].rank if key == before else place))
            before = key
        return found

    def _key(self, record: Record, scale: int) -> tuple[int, int, int, int]:
        to = scale // (len(record.opponents) or 1)
        match_win, game_win = self._match_win, self._game_win
        return (
            record.score.match_points,
            match_win.sum(record.opponents) * to,
            game_win.parts[record.player],
            game_win.sum(record.opponents) * to,
        )

    def row(self, record: Record, rank: int) -> Row:
        """Return the line of a player."""
        return Row(
            record.player,
            rank,
            record.score.match_points,
            self._match_win.of(record.opponents),
            record.score.game_win,
            self._game_win.of(record.opponents),
        )


_KEY = itemgetter(0)


class _Means:
    """Means of many fractions, computed in whole numbers over one denominator."""

    def __init__(self, values: Iterable[tuple[str, Fraction]]) -> None:
        known = dict(values)
        self.denominator = math.lcm(*{value.denominator for value in known.values()})
        self.parts = {name: value.numerator * (self.denominator // value.denominator) for name, value in known.items()}

    def sum(self, names: Sequence[str]) -> int:
        """Return the sum of the values of some names, over the denominator."""
        parts = self.parts
        return sum([parts[name] for name in names])

    def of(self, names: Sequence[str]) -> Fraction:
        """Return the mean of the values of some names; 0 without any."""
        return Fraction(self.sum(names), self.denominator * len(names)) if names else Fraction(0)
