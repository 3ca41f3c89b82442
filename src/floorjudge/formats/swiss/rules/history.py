"""The results of each player so far, for the standings and for the next pairing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from floorjudge.formats.made_of import MadeOf
from floorjudge.formats.swiss.matches import Result
from floorjudge.formats.swiss.pairing.pairing import Entrant
from floorjudge.formats.swiss.rules.percentages import Score, bye, credit, missed
from floorjudge.formats.swiss.rules.standings import Record
from floorjudge.formats.swiss.tables import Match


class Participant(msgspec.Struct, frozen=True, gc=False):
    """A player of the event, present or not."""

    name: str
    present: bool = True


class Round(msgspec.Struct, frozen=True):
    """A Swiss round: its tables, the results so far by table, and the player with the bye."""

    tables: tuple[Match, ...]
    results: Mapping[int, Result]
    bye: str | None = None


class Sums:
    """The sums of some rounds for each of their players."""

    def __init__(self, before: Sums | None = None) -> None:
        """Begin with the sums of earlier rounds."""
        self.rounds: int = 0 if before is None else before.rounds
        self.scores: dict[str, Score] = {} if before is None else before.scores.copy()
        self.faced: dict[str, tuple[str, ...]] = {} if before is None else before.faced.copy()
        self.paired: dict[str, frozenset[str]] = {} if before is None else before.paired.copy()
        self.byes: dict[str, int] = {} if before is None else before.byes.copy()
        self.pair_downs: dict[str, int] = {} if before is None else before.pair_downs.copy()

    def add(self, played: Round, games_to_win: int) -> None:
        """Add a round; a bye, and the rounds that a player missed before, count as soon as it is paired.

        Clauses: MTR 2.10, MTR appendix C
        """
        for table in played.tables:
            first, second = table.players
            self._missed_until_now(first)
            self._missed_until_now(second)
            self.paired[first] = self.paired.get(first, _NOBODY) | {second}
            self.paired[second] = self.paired.get(second, _NOBODY) | {first}
            if table.paired_down is not None:
                self.pair_downs[table.paired_down] = self.pair_downs.get(table.paired_down, 0) + 1
            if (result := played.results.get(table.table)) is not None:
                ours, theirs = _credit(result)
                self._credit(first, second, ours)
                self._credit(second, first, theirs)
        if played.bye is not None:
            self._missed_until_now(played.bye)
            self.byes[played.bye] = self.byes.get(played.bye, 0) + 1
            self.scores[played.bye] = self.scores.get(played.bye, _NOTHING) + bye(games_to_win)
        self.rounds += 1

    def _missed_until_now(self, name: str) -> None:
        """Count as missed the earlier rounds in which a player of this round did not play: before entering, or while away.

        A player who leaves or comes back changes nothing before this, so that no standing depends on it. The rounds after the
        last one of a player are never counted: a percentage divides by the rounds of that player.
        Clauses: MTR appendix C
        """
        score = self.scores.get(name, _NOTHING)
        if score.rounds < self.rounds:
            self.scores[name] = score + missed(self.rounds - score.rounds)

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
    """The sums of some rounds for each of their players."""

    def __init__(self, participants: Iterable[Participant], rounds: Sequence[Round], games_to_win: int) -> None:
        """Add up the rounds."""
        self._participants = tuple(participants)
        self._sums = _sums(games_to_win, *(MadeOf(each, each) for each in rounds))

    def records(self) -> list[Record]:
        """Return the records of all players for the standings."""
        scores, faced = self._sums.scores, self._sums.faced
        return [
            Record(each.name, scores.get(each.name, _NOTHING), faced.get(each.name, ())) for each in self._participants
        ]

    def entrants(self) -> list[Entrant]:
        """Return the players who are present, for the next pairing.

        Clauses: MTR 2.10
        """
        sums = self._sums
        return [
            Entrant(
                each.name,
                sums.scores.get(each.name, _NOTHING).match_points,
                sums.paired.get(each.name, _NOBODY),
                sums.byes.get(each.name, 0),
                sums.pair_downs.get(each.name, 0),
            )
            for each in self._participants
            if each.present
        ]
