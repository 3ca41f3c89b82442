"""Standings: match points, match-win percentage, and the strength of the opponents; exact, and shared by equal players."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from floorjudge.formats.pods.options import Options
from floorjudge.formats.pods.rules.records import Record
from floorjudge.formats.pods.rules.scoring import PARTS
from floorjudge.formats.ranking import Compared

HUNDRED = 100


class Row(NamedTuple):
    """A player's line of the standings: the rank, which equal players share, and the exact values that rank the player.

    The values are match points, match-win percentage, and the opponents' mean match points or match-win percentage.
    """

    name: str
    rank: int
    values: tuple[Fraction, ...]


def standings(records: Mapping[str, Record], options: Options) -> list[Row]:
    """Return all players by their standing, equal ones in the order of `records`.

    Players who have left count like all others: no player's standing depends on whether others have left.
    Clauses: MSTR 3.1A
    """
    compared = compare(records, options)
    return [Row(name, rank, compared.values(name)) for name, rank in compared.ranks().items()]


def compare(records: Mapping[str, Record], options: Options) -> Compared:
    """Return the values that rank players.

    Clauses: MSTR 3.1A, MSTR appendix C
    """
    by_wins = options.tie_break == "opponents_match_win"
    wins = lcm(*{record.score.matches for record in records.values() if record.score.matches})
    match_wins = {name: _match_win(record, wins) for name, record in records.items()}
    least, unit = (wins * options.floor, wins * HUNDRED) if by_wins else (0, PARTS)
    worth = {
        name: max(match_wins[name] * HUNDRED, least) if by_wins else record.score.parts
        for name, record in records.items()
    }
    absent = {name: record.score.byes * (options.pod - 1) if by_wins else 0 for name, record in records.items()}
    counts = {len(record.opponents) + absent[name] for name, record in records.items()}
    opponents = lcm(*(counts - {0}))
    keys = {
        name: (
            record.score.parts,
            match_wins[name],
            _opponents_mean(record, worth, absent[name], least, opponents),
        )
        for name, record in records.items()
    }
    return Compared(keys, (PARTS, wins, opponents * unit))


def _match_win(record: Record, scale: int) -> int:
    """Return the match-win percentage of a player times `scale`: matches won at a table over those played there.

    Clauses: MSTR appendix C
    """
    score = record.score
    return (score.wins - score.byes) * (scale // score.matches) if score.matches else 0


def _opponents_mean(record: Record, worth: Mapping[str, int], absent: int, least: int, scale: int) -> int:
    """Return the mean worth of a player's opponents times `scale`; 0 without opponents.

    An opponent counts once for each meeting. Byes count as `absent` opponents, who are worth the least.
    Clauses: MSTR appendix C
    """
    count = len(record.opponents) + absent
    if not count:
        return 0
    return (sum(map(worth.__getitem__, record.opponents)) + absent * least) * (scale // count)
