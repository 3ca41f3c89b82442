"""The results of each player so far, for the standings and for the next pairing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from floorjudge.formats.made_of import MadeOf
from floorjudge.formats.swiss.matches import Result
from floorjudge.formats.swiss.pairing import Entrant, Table
from floorjudge.formats.swiss.percentages import Score, bye, credit, missed
from floorjudge.formats.swiss.standings import Record


class Participant(msgspec.Struct, frozen=True, gc=False):
    """A player of the event; `missed` counts the rounds before they entered, or while they were away."""

    name: str
    present: bool = True
    missed: int = 0


class Round(msgspec.Struct, frozen=True):
    """A Swiss round: its tables, the results so far by table, and the player with the bye."""

    tables: tuple[Table, ...]
    results: Mapping[int, Result]
    bye: str | None = None


class Sums:
    """The sums of some rounds for each player who was in one of them."""

    def __init__(self, before: Sums | None = None) -> None:
        """Begin with the sums of earlier rounds."""
        self.scores: dict[str, Score] = {} if before is None else before.scores.copy()
        self.faced: dict[str, tuple[str, ...]] = {} if before is None else before.faced.copy()
        self.paired: dict[str, frozenset[str]] = {} if before is None else before.paired.copy()
        self.byes: dict[str, int] = {} if before is None else before.byes.copy()
        self.pair_downs: dict[str, int] = {} if before is None else before.pair_downs.copy()

    def add(self, played: Round, games_to_win: int) -> None:
        """Add a round; a bye counts as soon as its round is paired.

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


# Rounds that are over do not change: their sums are computed once, for the few events that are played at a time.
@lru_cache(16)
def _sums(games_to_win: int, *rounds: MadeOf[Round]) -> Sums:
    """Return the sums of some rounds."""
    if not rounds:
        return Sums()
    *before, last = rounds
    found = Sums(_sums(games_to_win, *before))
    found.add(last.value, games_to_win)
    return found


class Past:
    """The sums of some rounds for each of their players, with the missed rounds."""

    def __init__(self, participants: Iterable[Participant], rounds: Sequence[Round], games_to_win: int) -> None:
        """Add up the rounds."""
        self._participants = tuple(participants)
        self._sums = _sums(games_to_win, *(MadeOf(each, each) for each in rounds))

    def _score(self, player: Participant) -> Score:
        """Return a player's score, with the rounds that the player missed.

        Clauses: MTR 2.10, MTR appendix C
        """
        score = self._sums.scores.get(player.name, _NOTHING)
        return score + missed(player.missed) if player.missed else score

    def records(self) -> list[Record]:
        """Return the records of all players for the standings."""
        faced = self._sums.faced
        return [Record(each.name, self._score(each), faced.get(each.name, ())) for each in self._participants]

    def entrants(self) -> list[Entrant]:
        """Return the players who are present, for the next pairing.

        Clauses: MTR 2.10
        """
        sums = self._sums
        return [
            Entrant(
                each.name,
                self._score(each).match_points,
                sums.paired.get(each.name, _NOBODY),
                sums.byes.get(each.name, 0),
                sums.pair_downs.get(each.name, 0),
            )
            for each in self._participants
            if each.present
        ]
