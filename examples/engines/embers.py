"""Embers: a card game of two, written as a floorjudge game. One page, complete.

Each player has life and sparks. On their turn they may kindle (one spark more), feed (two sparks make three), burn the
other (as much damage as they have sparks) or pass, which ends the turn. Nobody with 0 life or less chooses any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from floorjudge.exact import Number

OTHER = {"Ana": "Bo", "Bo": "Ana"}


@dataclass(frozen=True)
class Table:
    """A position: whose turn it is is its shape, the numbers are its resources."""

    turn: str
    numbers: Mapping[str, Number]


class Embers:
    """The rules."""

    def choices(self, table: Table) -> list[str]:
        if any(table.numbers[f"life.{player}"] <= 0 for player in OTHER):
            return []
        fed = ["feed"] if table.numbers[f"sparks.{table.turn}"] >= 2 else []
        return ["kindle", *fed, "burn", "pass"]

    def player(self, table: Table) -> str:
        return table.turn

    def apply(self, table: Table, choice: str) -> Table:
        mine, theirs = f"sparks.{table.turn}", f"life.{OTHER[table.turn]}"
        numbers = dict(table.numbers)
        if choice == "kindle":
            numbers[mine] = numbers[mine] + 1
        elif choice == "feed":
            numbers[mine] = numbers[mine] - 2 + 3
        elif choice == "burn":
            numbers[theirs] = numbers[theirs] - numbers[mine]
        else:
            return replace(table, turn=OTHER[table.turn])
        return replace(table, numbers=numbers)

    def passes(self, choice: str) -> bool:
        return choice == "pass"

    def shape(self, table: Table) -> str:
        return table.turn

    def resources(self, table: Table) -> Mapping[str, Number]:
        return table.numbers

    def with_resources(self, table: Table, resources: Mapping[str, Number]) -> Table:
        return replace(table, numbers=dict(resources))


START = Table("Ana", {"life.Ana": 20, "life.Bo": 10**100, "sparks.Ana": 1, "sparks.Bo": 1})
