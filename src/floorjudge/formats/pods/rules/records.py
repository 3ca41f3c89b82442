"""The record of each player in the rounds: points, opponents, seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from floorjudge.formats.made_of import MadeOf
from floorjudge.formats.pods.options import Points
from floorjudge.formats.pods.results import Outcome
from floorjudge.formats.pods.rules.scoring import Score, bye, scored

NOTHING = Score()


class Round(Protocol):
    """A paired round, such as `formats.competition.Played`."""

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
        """The players with a bye."""
        ...


class Record(msgspec.Struct, frozen=True, gc=False):
    """A player's record in the rounds so far.

    `opponents` are all players at the same tables with a result, once for each meeting. `seats` count the uses of each seat of a full
    pod; the last seat of a smaller pod counts as the last one.
    """

    name: str
    score: Score = NOTHING
    opponents: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()


def records(names: Iterable[str], rounds: Sequence[Round], points: Points, pod: int) -> dict[str, Record]:
    """Return the record of each player, in the order of their names here.

    `rounds` are those before the cut. A table without a result counts for seats only. A round counts as
    neither a match nor an opponent for a player without a table or a bye: one who entered late, was absent or has left.
    Clauses: MSTR 3.1A, MSTR appendix C
    """
    found = _after(points, pod, *(MadeOf(each, each.tables, each.results, each.sitting_out) for each in rounds))
    nothing = (0,) * pod
    return {name: found.get(name) or Record(name, seats=nothing) for name in names}


# Rounds that are over do not change: their sums are computed once, for the few events that are played at a time.
@lru_cache(16)
def _after(points: Points, pod: int, *rounds: MadeOf[Round]) -> Mapping[str, Record]:
    """Return the record of each player in some rounds."""
    if not rounds:
        return {}
    *before, last = rounds
    found, played = dict(_after(points, pod, *before)), last.value
    nothing = (0,) * pod
    for table in played.tables:
        outcome, players = played.results.get(table.table), table.players
        given = {} if outcome is None else scored(points, players, outcome)
        for seat, name in enumerate(players):
            was, counts_as = found.get(name) or Record(name, seats=nothing), seat_of(seat, len(players), pod)
            found[name] = Record(
                name,
                was.score + given[name] if given else was.score,
                was.opponents if outcome is None else was.opponents + players[:seat] + players[seat + 1 :],
                (*was.seats[:counts_as], was.seats[counts_as] + 1, *was.seats[counts_as + 1 :]),
            )
    for name in played.sitting_out:
        was = found.get(name) or Record(name, seats=nothing)
        found[name] = replace(was, score=was.score + bye(points))
    return found


def seat_of(seat: int, players: int, pod: int) -> int:
    """Return the seat of a full pod as which a seat of a table counts: the last one as the last."""
    return pod - 1 if seat == players - 1 else seat
