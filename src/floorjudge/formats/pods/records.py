"""What each player has done in the rounds: points, opponents, seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from floorjudge.formats.pods.options import Points
from floorjudge.formats.pods.results import Outcome
from floorjudge.formats.pods.scoring import Score, bye, scored

NOTHING = Score()


class Round(Protocol):
    """A round that was paired, such as `formats.competition.Played`."""

    @property
    def tables(self) -> tuple[Any, ...]:
        """Its pods."""
        ...

    @property
    def results(self) -> Mapping[int, Outcome]:
        """The outcomes by table."""
        ...

    @property
    def sitting_out(self) -> tuple[str, ...]:
        """Who had a bye."""
        ...


class Record(msgspec.Struct, frozen=True, gc=False):
    """What a player has done in the rounds so far.

    `opponents` are all whom they sat with, as often as they did. `seats` count how often they had each seat of a full pod: in a
    smaller one the last player had the last seat.
    """

    name: str
    score: Score = NOTHING
    opponents: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()


def records(names: Iterable[str], rounds: Sequence[Round], points: Points, pod: int) -> dict[str, Record]:
    """Return the record of each player, in the order of their names here.

    `rounds` are those before the cut. A table without a result counts for opponents and seats only. Who entered late, was absent
    or has left had no match and no opponent in the rounds in which they had neither a table nor a bye.

    Clauses: MSTR 3.1A, MSTR appendix C
    """
    known = list(names)
    scores = dict.fromkeys(known, NOTHING)
    opponents: dict[str, list[str]] = {name: [] for name in known}
    seats = {name: [0] * pod for name in known}
    with_bye = bye(points)
    for played in rounds:
        for table in played.tables:
            outcome = played.results.get(table.table)
            if outcome is not None:
                for name, score in scored(points, table.players, outcome).items():
                    scores[name] += score
            for seat, name in enumerate(table.players):
                opponents[name] += table.players[:seat] + table.players[seat + 1 :]
                seats[name][seat_of(seat, len(table.players), pod)] += 1
        for name in played.sitting_out:
            scores[name] += with_bye
    return {name: Record(name, scores[name], tuple(opponents[name]), tuple(seats[name])) for name in known}


def seat_of(seat: int, players: int, pod: int) -> int:
    """Return as which seat of a full pod a seat of a table counts: the last one as the last."""
    return pod - 1 if seat == players - 1 else seat
