"""An event for examples: seats are drawn, so examples speak of tables and of what their players reached, not of names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floorjudge.errors import FloorjudgeError
from floorjudge.events import commands
from tests.events.driver import SEED, Organiser, opened
from tests.support.reports import report

Line = dict[str, Any]


class Example(Organiser):
    """A started event of some players, P1 to Pn."""

    @classmethod
    def of(cls, players: int) -> Example:
        """Return an event whose first round is grouped."""
        organiser = opened([f"P{number}" for number in range(1, players + 1)])
        return cls(SEED, organiser.state, organiser.log, organiser.facts, organiser.asked)._started()

    def _started(self) -> Example:
        self.do(commands.Start("words said by the players", None, SEED))
        return self

    @property
    def tables(self) -> list[Line]:
        return list(self.view["tables"])

    def seated(self, table: int) -> list[str]:
        return list(self.tables[table - 1]["players"])

    @property
    def sizes(self) -> dict[str, list[int]]:
        """The sizes of the games of each set."""
        found: dict[str, list[int]] = {}
        for table in self.tables:
            found.setdefault(table["set"], []).append(len(table["players"]))
        return found

    def player(self, name: str) -> Line:
        return next(line for line in self.view["players"] if line["player"] == name)

    def those(self, name: str) -> list[str]:
        """Return who is in a set."""
        return [line["player"] for line in self.view["players"] if line["set"] == name]

    def ends(self, table: int, influence: Sequence[int], note: str | None = None) -> list[str]:
        """Report a game: the influence of its seats in order, the first of them the winner's; return its players."""
        players = self.seated(table)
        self.do(report(table, players[0], dict(zip(players, influence, strict=True)), note))
        return players

    def all_end(self, influence: Sequence[int] = (16, 5, 1, 0)) -> None:
        """Report every open game alike."""
        for table in self.tables:
            if table["result"] is None:
                self.ends(table["table"], influence[: len(table["players"])])

    def next(self) -> Example:
        self.do(commands.Next(SEED))
        return self

    def leaves(self, player: str) -> Example:
        self.do(commands.Leave(player))
        return self

    def refusal(self, command: commands.TournamentCommand) -> FloorjudgeError:
        """Return why a command is not done."""
        try:
            self.do(command)
        except FloorjudgeError as error:
            return error
        raise AssertionError(f"done: {command}")
