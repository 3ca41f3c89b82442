"""A game that breaks a promise is told which one, by everything that plays it, and never gets a wrong answer instead."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import pytest
from examples.engines.embers import Embers, Table

from floorjudge.exact import Number
from floorjudge.loops.game import Game, fast_forward, judge_loop
from floorjudge.loops.game.conformance import ConformanceError, check_game
from floorjudge.loops.game.promises import (
    BrokenPromise,
    NotWholeNumbers,
    PositionChanged,
    ShapeNotHashable,
    ShapeNotTheSame,
)
from floorjudge.texts import LANGUAGES
from tests.support.refusals import error_of


def small() -> Table:
    return Table("Ana", {"life.Ana": 5, "life.Bo": 70, "sparks.Ana": 1, "sparks.Bo": 1})


class Halving(Embers):
    """Burns for half as much, with a fraction."""

    def apply(self, table: Table, choice: str) -> Table:
        after = super().apply(table, choice)
        if choice != "burn":
            return after
        half: Any = table.numbers["sparks.Ana"]
        return Table(after.turn, {**table.numbers, "life.Bo": table.numbers["life.Bo"] - half / 2})


class Worded(Embers):
    def resources(self, table: Table) -> Mapping[str, Number]:
        more: Any = {"turn": table.turn}
        return {**table.numbers, **more}


class Listed(Embers):
    def shape(self, table: Table) -> Any:
        return [table.turn]


class Inside(Embers):
    def shape(self, table: Table) -> Any:
        return table.turn, {"cards": 3}


class Thing:
    """Compared by identity."""


class Identities(Embers):
    def shape(self, table: Table) -> Any:
        return table.turn, Thing()


class Counting(Embers):
    def __init__(self) -> None:
        self.asked = 0

    def shape(self, table: Table) -> Any:
        self.asked += 1
        return table.turn, self.asked


class Changing(Embers):
    """Writes into the position that it was given."""

    def apply(self, table: Table, choice: str) -> Table:
        assert isinstance(table.numbers, dict)
        if isinstance(table.numbers["sparks.Ana"], int):
            table.numbers["sparks.Ana"] += 1
        return super().apply(table, choice)

    def with_resources(self, table: Table, resources: Mapping[str, Number]) -> Table:
        assert isinstance(table.numbers, dict)
        table.numbers.update(resources)
        return table


class Marking(Embers):
    """Keeps something that matters outside of the position."""

    marked = False

    def apply(self, table: Table, choice: str) -> Table:
        self.marked = True
        return super().apply(table, choice)

    def shape(self, table: Table) -> Any:
        return table.turn, self.marked


BROKEN: list[tuple[Callable[[], Game[Table, str]], type[BrokenPromise]]] = [
    (Halving, NotWholeNumbers),
    (Worded, NotWholeNumbers),
    (Listed, ShapeNotHashable),
    (Inside, ShapeNotHashable),
    (Identities, ShapeNotTheSame),
    (Counting, ShapeNotTheSame),
    (Changing, PositionChanged),
    (Marking, PositionChanged),
]


def test_whatever_plays_the_game_names_the_promise(subtests: pytest.Subtests) -> None:
    asks: list[Callable[[Game[Table, str]], object]] = [
        lambda game: fast_forward(game, small(), ["kindle", "burn"], 5),
        lambda game: fast_forward(game, small(), ["kindle", "burn"], None),
        lambda game: judge_loop(game, small(), ["kindle", "burn"]),
    ]
    for game, kind in BROKEN:
        with subtests.test(game=str(game)):
            for ask in asks:
                broken = error_of(kind, ask, game())
                assert all(broken.message(language) for language in LANGUAGES)
            with pytest.raises(ConformanceError):
                check_game(game(), small(), plays=3)


def test_what_is_a_value_though_it_is_no_word_is_a_shape() -> None:
    class Framed(Embers):
        def shape(self, table: Table) -> Hashable:  # type: ignore[override]
            return frozenset({table.turn, None}), (1.5, b"x")

    assert fast_forward(Framed(), small(), ["kindle"], 10**9).iterations == 10**9
    assert check_game(Framed(), small(), plays=3).loops > 0


def test_the_kit_tells_what_is_pinned_and_counts_what_is_left_to_chance() -> None:
    class Rounding(Embers):
        def apply(self, table: Table, choice: str) -> Table:
            after = super().apply(table, choice)
            return Table(after.turn, {**after.numbers, "sparks.Bo": int(after.numbers["sparks.Bo"])})

    checked = check_game(Rounding(), small(), plays=3)
    assert [pin.resources for pin in checked.pinned] == [("sparks.Bo",)]
    assert checked.pinned[0].line.startswith("test_promises.py, line ")
    assert (check_game(Embers(), small(), plays=3).pinned, checked.left_to_chance) == ((), 0)
