"""What the rounds so far say of each player: for the standings, and for the next pairing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from floorjudge.formats.swiss.matches import Result
from floorjudge.formats.swiss.pairing import Entrant, Table
from floorjudge.formats.swiss.percentages import bye, credit, missed
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


class Past:
    """What some rounds give each of their players."""

    def __init__(self, participants: Iterable[Participant], rounds: Sequence[Round], games_to_win: int) -> None:
        """Go through the rounds once. A bye is credited as soon as its round is paired.

        Clauses: MTR 2.10, MTR appendix C
        """
        self.participants = tuple(participants)
        names = [player.name for player in self.participants]
        self.scores = {player.name: missed(player.missed) for player in self.participants}
        self.faced: dict[str, list[str]] = {name: [] for name in names}
        self.paired: dict[str, list[str]] = {name: [] for name in names}
        self.byes = dict.fromkeys(names, 0)
        self.pair_downs = dict.fromkeys(names, 0)
        for each in rounds:
            for table in each.tables:
                self._seat(table)
                if (result := each.results.get(table.table)) is not None:
                    self._credit(table.players, result)
            if each.bye is not None:
                self.byes[each.bye] += 1
                self.scores[each.bye] += bye(games_to_win)

    def _seat(self, table: Table) -> None:
        first, second = table.players
        self.paired[first].append(second)
        self.paired[second].append(first)
        if table.paired_down is not None:
            self.pair_downs[table.paired_down] += 1

    def _credit(self, players: tuple[str, str], result: Result) -> None:
        first, second = players
        for name, opponent, score in zip(players, (second, first), credit(result), strict=True):
            self.scores[name] += score
            self.faced[name].append(opponent)

    def records(self) -> list[Record]:
        """Return what the standings need, of all players."""
        return [Record(name, score, tuple(self.faced[name])) for name, score in self.scores.items()]

    def entrants(self) -> list[Entrant]:
        """Return what the next pairing needs, of those who are present.

        Clauses: MTR 2.10
        """
        return [
            Entrant(
                name,
                self.scores[name].match_points,
                frozenset(self.paired[name]),
                self.byes[name],
                self.pair_downs[name],
            )
            for name in (player.name for player in self.participants if player.present)
        ]
