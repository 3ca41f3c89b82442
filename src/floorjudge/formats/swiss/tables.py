"""A match at its table, and why its two players meet."""

from __future__ import annotations

import msgspec


class Why(msgspec.Struct, frozen=True, tag="paired", tag_field="kind", gc=False):
    """Why two players of a Swiss round meet: their points before it, in seat order, and what could not be avoided.

    `rematch`: they have met before. `again`: the player with more points was paired down before. `first_round`: no
    player has points. `near`: equal points were paired by the standings and not at random.
    """

    points: tuple[int, int]
    rematch: bool = False
    again: bool = False
    near: bool = False
    first_round: bool = False


class Seeded(msgspec.Struct, frozen=True, tag="seeded", tag_field="kind", gc=False):
    """Why two players meet in the playoff: their `seeds` in the bracket, from 1, in seat order."""

    seeds: tuple[int, int]


class Match(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One match: its table, from 1, and its two players; the first decides who plays first.

    `by_hand` is the reason of a move by hand, None without one. It is never in an event of the log, which has the move.
    """

    table: int
    players: tuple[str, str]
    why: Why | Seeded
    by_hand: str | None = None

    @property
    def points(self) -> tuple[int, int]:
        """The points of the two players before a Swiss round; those of the playoff are equal."""
        return self.why.points if isinstance(self.why, Why) else (0, 0)

    @property
    def rematch(self) -> bool:
        """Whether the two players have met in a Swiss round before this one, which is no matter in the playoff."""
        return isinstance(self.why, Why) and self.why.rematch

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the two players in the playoff, in seat order; none in a Swiss round."""
        return self.why.seeds if isinstance(self.why, Seeded) else ()

    @property
    def paired_down(self) -> str | None:
        """The player with more points than the opponent; None at a table of equal points, and in the playoff."""
        first, second = self.points
        return None if first == second else self.players[first < second]
