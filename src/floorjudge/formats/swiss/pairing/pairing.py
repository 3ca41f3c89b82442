"""The pairing of a Swiss round: the opponents, their tables, the bye, and the reasons."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from floorjudge.formats.competition import Draw
from floorjudge.formats.swiss.pairing.groups import Field, best
from floorjudge.formats.swiss.tables import Match, Why


class Entrant(msgspec.Struct, frozen=True, gc=False):
    """A player to pair, with the record of earlier rounds; `name` is the name in draws.

    `opponents` are all earlier opponents, `pair_downs` the number of opponents with fewer points.
    """

    name: str
    points: int = 0
    opponents: frozenset[str] = frozenset()
    byes: int = 0
    pair_downs: int = 0


class Bye(msgspec.Struct, frozen=True, gc=False):
    """A player without an opponent; `again` means that all who could have this bye had one before."""

    player: str
    points: int
    again: bool = False


class Pairing(msgspec.Struct, frozen=True):
    """The tables of a round, most points first, and the player with the bye."""

    tables: tuple[Match, ...]
    bye: Bye | None = None

    @property
    def rematches(self) -> int:
        """The number of tables that repeat an earlier pairing; more than 0 only if no pairing avoids it."""
        return sum(table.rematch for table in self.tables)


def pair(entrants: Sequence[Entrant], draw: Draw, round_number: int, *, standings: Sequence[str] = ()) -> Pairing:
    """Return the best pairing of a round, see `best`; the draw decides between equal ones.

    `standings` are the names of all entrants, the best first, to pair players of equal points by the standings.
    Clauses: MTR 2.2, MTR 10.4
    """
    by_name = {entrant.name: entrant for entrant in entrants}
    order = list(standings) or draw.in_order(f"round {round_number}/pairing", by_name)
    ranked = [by_name[name] for name in order]
    pairs, bye = best(_field(ranked, near=bool(standings)))
    seats = {name: seat for seat, name in enumerate(draw.in_order(f"round {round_number}/first", by_name))}
    places = sorted(pairs, key=lambda numbers: _importance(ranked, numbers))
    tables = []
    for number, (one, other) in enumerate(places, 1):
        first, second = sorted((ranked[one], ranked[other]), key=lambda entrant: seats[entrant.name])
        why = _why(first, second, near=bool(standings), first_round=round_number == 1)
        tables.append(Match(number, (first.name, second.name), why))
    if bye is None:
        return Pairing(tuple(tables))
    without = ranked[bye]
    return Pairing(tuple(tables), Bye(without.name, without.points, without.byes > 0))


def _field(ranked: Sequence[Entrant], *, near: bool) -> Field:
    numbers = {entrant.name: number for number, entrant in enumerate(ranked)}
    return Field(
        points=[entrant.points for entrant in ranked],
        met=[frozenset(numbers[name] for name in entrant.opponents if name in numbers) for entrant in ranked],
        byes=[entrant.byes for entrant in ranked],
        pair_downs=[entrant.pair_downs for entrant in ranked],
        near=near,
    )


def _importance(ranked: Sequence[Entrant], numbers: tuple[int, int]) -> tuple[int, int, int]:
    """Return the order of the tables: the most points first, then the order of the draw."""
    one, other = (ranked[number].points for number in numbers)
    return -max(one, other), -min(one, other), min(numbers)


def _why(first: Entrant, second: Entrant, *, near: bool, first_round: bool) -> Why:
    upper = max(first, second, key=lambda entrant: entrant.points)
    unequal = first.points != second.points
    again = unequal and upper.pair_downs > 0
    return Why((first.points, second.points), second.name in first.opponents, again, near, first_round)


def met_by_hand(first: Entrant, second: Entrant) -> Why:
    """Return the points of two players whom an organiser seated together, and whether they meet again."""
    return _why(first, second, near=False, first_round=False)
