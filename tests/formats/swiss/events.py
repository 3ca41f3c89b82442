"""Random Swiss events in which only what pairing needs is kept: points, opponents, byes, pair-downs."""

from __future__ import annotations

import random
from collections.abc import Iterable

from floorjudge.formats.swiss.pairing.pairing import Entrant, Pairing, pair
from floorjudge.formats.swiss.tables import Match, Why
from tests.formats.swiss.slow_pairing import Slow


class Shuffled:
    """A draw whose order follows from a seed and the label."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        """Return names in an order that depends on nothing else."""
        order = sorted(names)
        random.Random(f"{self.seed} {label}").shuffle(order)
        return order


class Evening:
    """An event whose results are chance; `drawn` and `dropping` say how many matches are drawn and players leave a round."""

    def __init__(self, players: int, seed: int, *, drawn: float = 0.08, dropping: float = 0.01) -> None:
        self.chance = random.Random(seed)
        self.draw = Shuffled(seed)
        self.drawn, self.dropping = drawn, dropping
        self.present = {f"p{number:05}": Entrant(f"p{number:05}") for number in range(players)}
        self.round = 0

    def entrants(self) -> list[Entrant]:
        """Return who is to be paired, in no order that means anything."""
        entrants = list(self.present.values())
        self.chance.shuffle(entrants)
        return entrants

    def play(self) -> Pairing:
        """Pair the next round, play it, and let some leave."""
        self.round += 1
        pairing = pair(self.entrants(), self.draw, self.round)
        for table in pairing.tables:
            self._play(table.players)
        if pairing.bye is not None:
            before = self.present[pairing.bye.player]
            self.present[before.name] = Entrant(
                before.name, before.points + 3, before.opponents, before.byes + 1, before.pair_downs
            )
        leaving = [name for name in self.present if self.chance.random() < self.dropping]
        for name in leaving[: len(self.present) - 2]:
            del self.present[name]
        return pairing

    def _play(self, players: tuple[str, str]) -> None:
        one, other = players
        points_of = {name: self.present[name].points for name in players}
        result = self.chance.random()
        gained = (1, 1) if result < self.drawn else (3, 0) if result < 0.5 + self.drawn / 2 else (0, 3)
        for name, opponent, points in ((one, other, gained[0]), (other, one, gained[1])):
            before = self.present[name]
            self.present[name] = Entrant(
                name,
                before.points + points,
                before.opponents | {opponent},
                before.byes,
                before.pair_downs + (before.points > points_of[opponent]),
            )


def slow(entrants: Iterable[Entrant]) -> list[Slow]:
    """Return entrants as the slow model has them."""
    return [
        Slow(entrant.name, entrant.points, entrant.opponents, entrant.byes, entrant.pair_downs) for entrant in entrants
    ]


def paired_why(table: Match) -> Why:
    """Return why the players of a table of a Swiss round meet."""
    assert isinstance(table.why, Why)
    return table.why
