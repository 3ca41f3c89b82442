"""What the rounds so far say of each player: for the standings, and for the next pairing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from floorjudge.formats.swiss.matches import Result
from floorjudge.formats.swiss.pairing import Entrant, Table
from floorjudge.formats.swiss.percentages import Score, bye, credit, missed
from floorjudge.formats.swiss.standings import Record


class Participant(msgspec.Struct, frozen=True, gc=False):
    """A player of the event; `missed` counts the rounds before they entered, or while they were away and before they came back."""

    name: str
    present: bool = True
    missed: int = 0


class Round(msgspec.Struct, frozen=True):
    """A Swiss round: its tables, the results by table (those reported so far), and who has the bye."""

    tables: tuple[Table, ...]
    results: Mapping[int, Result]
    bye: str | None = None


class Sums:
    """What some rounds give each player who was in one of them."""

    def __init__(self, before: Sums | None = None) -> None:
        """Begin with what earlier rounds give."""
        self.scores: dict[str, Score] = {} if before is None else before.scores.copy()
        self.faced: dict[str, tuple[str, ...]] = {} if before is None else before.faced.copy()
        self.paired: dict[str, frozenset[str]] = {} if before is None else before.paired.copy()
        self.byes: dict[str, int] = {} if before is None else before.byes.copy()
        self.pair_downs: dict[str, int] = {} if before is None else before.pair_downs.copy()

    def add(self, played: Round, games_to_win: int) -> None:
        """Add a round. A bye is credited as soon as its round is paired.

        Clauses: MTR 2.10, MTR appendix C
        """
        for table in played.tables:
            first, second = table.players
            self.paired[first] = self.paired.get(first, _NOBODY) | {second}
            self.paired[second] = self.paired.get(second, _NOBODY) | {first}
            if table.paired_down is not None:
                self.pair_downs[table.paired_down] = self.pair_downs.get(table.paired_down, 0) + 1
            if (result := played.results.get(table.table)) is not None:
                ours, theirs = _credit(result)
                self._credit(first, second, ours)
                self._credit(second, first, theirs)
        if played.bye is not None:
            self.byes[played.bye] = self.byes.get(played.bye, 0) + 1
            self.scores[played.bye] = self.scores.get(played.bye, _NOTHING) + bye(games_to_win)

    def _credit(self, name: str, opponent: str, score: Score) -> None:
        self.scores[name] = self.scores.get(name, _NOTHING) + score
        self.faced[name] = (*self.faced.get(name, ()), opponent)


_NOBODY: frozenset[str] = frozenset()
_NOTHING = Score()
_credit = lru_cache(1_000)(credit)

# Rounds that are over stay as they are: what they give is found by the rounds themselves, which are kept, so that no others have
# their ids. A few are enough for the events that are played at a time.
MOST_SUMS = 16
_SUMS: dict[tuple[int, ...], tuple[tuple[Round, ...], Sums]] = {}


def _sums(rounds: tuple[Round, ...], games_to_win: int) -> Sums:
    """Return what some rounds give, from what is known of as many of the first of them as can be."""
    keys = (games_to_win, *map(id, rounds))
    done = next((number for number in range(len(rounds), 0, -1) if keys[: number + 1] in _SUMS), 0)
    found = _SUMS[keys[: done + 1]][1] if done else Sums()
    if done == len(rounds):
        return found
    found = Sums(found)
    for played in rounds[done:]:
        found.add(played, games_to_win)
    if len(_SUMS) >= MOST_SUMS:
        _SUMS.clear()
    _SUMS[keys] = rounds, found
    return found


class Past:
    """What some rounds give each of their players."""

    def __init__(self, participants: Iterable[Participant], rounds: Sequence[Round], games_to_win: int) -> None:
        """Add to the rounds what players have missed.

        Clauses: MTR 2.10, MTR appendix C
        """
        self.participants = tuple(participants)
        sums = _sums(tuple(rounds), games_to_win)
        self.scores = {player.name: sums.scores.get(player.name, _NOTHING) for player in self.participants}
        for player in self.participants:
            if player.missed:
                self.scores[player.name] += missed(player.missed)
        names = list(self.scores)
        self.faced = {name: sums.faced.get(name, ()) for name in names}
        self.paired = {name: sums.paired.get(name, _NOBODY) for name in names}
        self.byes = {name: sums.byes.get(name, 0) for name in names}
        self.pair_downs = {name: sums.pair_downs.get(name, 0) for name in names}

    def records(self) -> list[Record]:
        """Return what the standings need, of all players."""
        return [Record(name, score, self.faced[name]) for name, score in self.scores.items()]

    def entrants(self) -> list[Entrant]:
        """Return what the next pairing needs, of those who are present.

        Clauses: MTR 2.10
        """
        return [
            Entrant(
                name,
                self.scores[name].match_points,
                self.paired[name],
                self.byes[name],
                self.pair_downs[name],
            )
            for name in (player.name for player in self.participants if player.present)
        ]
