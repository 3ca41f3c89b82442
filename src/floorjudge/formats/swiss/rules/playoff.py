"""The playoff: its players, the bracket, the matches after players have dropped, and the places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from floorjudge.formats.competition import Draw
from floorjudge.formats.swiss.rules.standings import Row
from floorjudge.formats.swiss.tables import Match, Seeded

SEEDS = "playoff/seeds"

# A bracket from top to bottom; None where a player is missing.
Slots = tuple[str | None, ...]


class PlayoffRound(msgspec.Struct, frozen=True):
    """A round of the playoff. `slots` are its matches from top to bottom, two players each; a player beside None has a bye."""

    slots: Slots
    tables: tuple[Match, ...]

    @property
    def byes(self) -> tuple[str, ...]:
        """The players who advance without a match."""
        playing = {name for table in self.tables for name in table.players}
        return tuple(name for name in self.slots if name is not None and name not in playing)


def in_order_of_standing(ranks: Mapping[str, int], present: Collection[str], draw: Draw, label: str) -> tuple[str, ...]:
    """Return the players who have not dropped, the best in the standings first, equal ones in the order of the labelled draw.

    Clauses: MTR 3.1
    """
    drawn = draw.in_order(label, [name for name in ranks if name in present])
    return tuple(sorted(drawn, key=ranks.__getitem__))


def cut(ranks: Mapping[str, int], present: Collection[str], size: int, draw: Draw) -> tuple[str, ...]:
    """Return the players of the playoff, the first seed first: the best in the standings who have not dropped.

    The draw orders equal ones.
    Clauses: MTR 2.10, MTR 3.1, MTR 10.4
    """
    last = max(sorted(ranks[name] for name in present)[:size], default=0)
    # Only the last seed, players equal to it and better ones can be in it; the others need no draw.
    near = {name for name in present if ranks[name] <= last}
    return in_order_of_standing(ranks, near, draw, SEEDS)[:size]


def drawn_bracket(players: Sequence[str], draw: Draw) -> tuple[str, ...]:
    """Return the seeds of an event without Swiss rounds: all players in the order of the draw.

    Clauses: MTR appendix E
    """
    return tuple(draw.in_order(SEEDS, players))


def bracket(seeds: Sequence[str], size: int) -> Slots:
    """Return the bracket of some seeds: 1-8, 4-5, 2-7 and 3-6; then the winners of neighbours meet.

    With fewer seeds than `size`, the highest have no opponent.
    Clauses: MTR 10.4
    """
    order = [0]
    while len(order) < size:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return tuple(seeds[seed] if seed < len(seeds) else None for seed in order)


def playoff_round(slots: Slots, present: Collection[str], seeds: Sequence[str]) -> PlayoffRound | None:
    """Return the next round of the playoff; None if at most one player is left.

    `slots` are the winners of the round before, from top to bottom. Each dropped player leaves a gap; for each gap
    one of the highest seeds who are left has a bye.
    Clauses: MTR 2.2, MTR 2.10, MTR 10.4
    """
    numbers = {name: seed for seed, name in enumerate(seeds, 1)}
    left: Slots = tuple(name if name in present else None for name in slots)
    while len(left) > 1:
        arranged = _without_gaps(left, numbers)
        matches = [pair for pair in _pairs(arranged) if None not in pair]
        if matches:
            return PlayoffRound(
                arranged, tuple(_table(number, pair, numbers) for number, pair in enumerate(matches, 1))
            )
        # No player has an opponent in this round: the next one begins at once.
        left = tuple(one or other for one, other in _pairs(arranged))
    return None


def _table(number: int, pair: tuple[str | None, str | None], seeds: Mapping[str, int]) -> Match:
    higher, lower = sorted((name for name in pair if name is not None), key=seeds.__getitem__)
    return Match(number, (higher, lower), Seeded((seeds[higher], seeds[lower])))


def _pairs(slots: Slots) -> list[tuple[str | None, str | None]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _without_gaps(slots: Slots, seeds: Mapping[str, int]) -> Slots:
    """Return the slots of a round in which the highest seeds have the byes, one for each gap.

    Players who lose an opponent by that, or had a gap for one, play each other in order; all others stay where they
    are.
    """
    left = sorted((name for name in slots if name is not None), key=seeds.__getitem__)
    byes = set(left[: len(slots) - len(left)])
    arranged: list[tuple[str | None, str | None] | None] = []
    free: list[str] = []
    alone: list[str] = []
    for pair in _pairs(slots):
        here = [name for name in pair if name is not None]
        waiting = [name for name in here if name in byes]
        others = [name for name in here if name not in byes]
        if waiting:
            arranged.append((waiting[0], None))
            free += waiting[1:]
            alone += others
        elif len(others) == 2:
            arranged.append((others[0], others[1]))
        else:
            arranged.append(None)
            alone += others
    fillers = [*((name, None) for name in free), *zip(alone[::2], alone[1::2], strict=True)]
    filled = iter([*fillers, *[(None, None)] * len(arranged)])
    return tuple(name for pair in arranged for name in (next(filled) if pair is None else pair))


def advancing(played: PlayoffRound, winners: Mapping[int, str | None]) -> Slots:
    """Return the slots of the round after `played`; `winners` are by table, None if both players have dropped.

    Clauses: MTR 10.4
    """
    by_player = {name: winners[table.table] for table in played.tables for name in table.players}
    return tuple(None if name is None else by_player.get(name, name) for name, _ in _pairs(played.slots))


def places(rounds: Sequence[Slots], present: Collection[str], rows: Iterable[Row]) -> dict[str, int]:
    """Return the place of each player at the end; players of equal merit share one.

    `rounds` are the slots of the playoff from its bracket on, before and after each round; empty without a playoff. In
    the playoff the place depends on the round that a player reached; after the last round, only its winner or the only
    player left is first. All others follow by the standings.
    Clauses: MTR 2.10, MTR 3.1, MTR 10.4
    """
    reached = {name: len(slots) for slots in rounds for name in slots if name is not None}
    last = (
        [name for name in rounds[-1] if name is not None and (name in present or len(rounds[-1]) == 1)]
        if rounds
        else []
    )
    if len(last) == 1:
        reached[last[0]] = 1
    placed = {
        name: 1 if level == 1 else max(2, 1 + sum(other < level for other in reached.values()))
        for name, level in reached.items()
    }
    others = [row for row in rows if row.player not in placed]
    first = len(placed) + 1
    for number, row in enumerate(others, first):
        before = others[number - first - 1] if number > first else None
        placed[row.player] = placed[before.player] if before is not None and before.rank == row.rank else number
    return placed
