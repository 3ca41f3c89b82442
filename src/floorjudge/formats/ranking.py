"""The order of the standings in every format: by its ranking values, or by place once places are public.

Fractions are slow to compare: formats whose ranking values are fractions compare whole numbers in their place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from floorjudge.formats.competition import Competition
from floorjudge.formats.display import Cell, Standing
from floorjudge.formats.players import Player


class Compared(NamedTuple):
    """The whole numbers of each player, the better ones greater; divided by `divisors` they are the ranking values."""

    numbers: Mapping[str, tuple[int, ...]]
    divisors: tuple[int, ...]

    def ranks(self) -> dict[str, int]:
        """Return the rank of each player, the best first; equal players share one, in their order here."""
        found: dict[str, int] = {}
        before, rank = None, 0
        for place, name in enumerate(sorted(self.numbers, key=self.numbers.__getitem__, reverse=True), 1):
            if self.numbers[name] != before:
                before, rank = self.numbers[name], place
            found[name] = rank
        return found

    def values(self, name: str) -> tuple[Fraction, ...]:
        """Return the ranking values of a player."""
        return tuple(map(_divided, self.numbers[name], self.divisors))


# A result changes the values of few players, and many players have equal ones.
@lru_cache(20_000)
def _divided(number: int, divisor: int) -> Fraction:
    return Fraction(number, divisor)


def ranked(
    event: Competition,
    key: Callable[[Player], Any],
    cells: Callable[[Player], tuple[Cell, ...]],
    *,
    placed: Mapping[str, int],
    advanced: Collection[str] = (),
    rank_all: bool = False,
) -> list[Standing]:
    """Return the players in order, equal ones in that of registration.

    `key` is lower for better players. `placed` are the public places. With `rank_all`, players who have left are ranked
    among the others, also after a bye only; else they stand at the end without a rank. Equal players share a rank, and
    the next is skipped; places do not change it. While nothing was played there are no ranks. After the start, players
    who left before any game of theirs was made are not listed.
    """
    counted = _who_counts(event, with_byes=rank_all)
    keys = {player.name: key(player) for player in counted}
    last = set() if rank_all else {player.name for player in counted if not (player.present or player.name in placed)}
    listed = sorted(counted, key=lambda player: (player.name in last, placed.get(player.name, 0), keys[player.name]))
    by_key = sorted(key for name, key in keys.items() if name not in last)
    played = event.anything_played()
    found: list[Standing] = []
    for player in listed:
        place, above = placed.get(player.name), found[-1] if found else None
        if player.name in last:
            found.append(Standing(player, cells(player), left=True))
            continue
        level = above is not None and (place == above.place if placed else keys[player.name] == keys[above.player.name])
        rank = bisect_left(by_key, keys[player.name]) + 1 if played else None
        found.append(
            Standing(
                player,
                cells(player),
                left=not player.present and place is None,
                rank=rank,
                level=level,
                place=place,
                advanced=place is None and player.name in advanced,
            )
        )
    return found


def _who_counts(event: Competition, *, with_byes: bool) -> list[Player]:
    """Return the players who are present, sat at a table, or had a bye; before the start, all registered players."""
    stages = event.stages()
    if not stages or len(event.in_event()) == len(event.players):
        return event.all_players()
    seated = {name for played in stages for table in played.tables for name in table.players}
    if with_byes:
        seated.update(name for played in stages for name in played.sitting_out)
    return [player for player in event.all_players() if player.name in seated or player.present]
