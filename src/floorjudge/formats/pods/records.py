"""What each player has done in the rounds: points, opponents, seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from floorjudge.formats.made_of import MadeOf
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
    found = _after(points, pod, *(MadeOf(each, each.tables, each.results, each.sitting_out) for each in rounds))
    nothing = (0,) * pod
    return {name: found.get(name) or Record(name, seats=nothing) for name in names}


# Rounds that are over stay as they are: what they give is added up once, for the few events that are played at a time.
@lru_cache(16)
def _after(points: Points, pod: int, *rounds: MadeOf[Round]) -> Mapping[str, Record]:
    """Return the record of each player who was in one of some rounds."""
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
                was.opponents + players[:seat] + players[seat + 1 :],
                (*was.seats[:counts_as], was.seats[counts_as] + 1, *was.seats[counts_as + 1 :]),
            )
    for name in played.sitting_out:
        was = found.get(name) or Record(name, seats=nothing)
        found[name] = replace(was, score=was.score + bye(points))
    return found


def seat_of(seat: int, players: int, pod: int) -> int:
    """Return as which seat of a full pod a seat of a table counts: the last one as the last."""
    return pod - 1 if seat == players - 1 else seat
