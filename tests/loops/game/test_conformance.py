"""The conformance kit passes a game that keeps its promises and names the promise that another one breaks."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from examples.engines.embers import START, Embers, Table

from floorjudge.exact import Number
from floorjudge.loops.game.conformance import ConformanceError, check_game
from floorjudge.loops.sheet.codec import read_sheet
from tests.support.sheet_game import SheetGame

TABLE = r"Table\(turn=[^()]*\)"
SMALL = Table("Ana", {"life.Ana": 5, "life.Bo": 7, "sparks.Ana": 1, "sparks.Bo": 1})


def test_embers_conforms() -> None:
    checked = check_game(Embers(), SMALL, plays=10)
    assert check_game(Embers(), SMALL, plays=10) == checked
    assert min(checked.positions, checked.equal_pairs, checked.loops) > 10


def test_a_judges_sheet_conforms() -> None:
    sheet = read_sheet(
        {
            "resources": {"a": 3, "b": 9},
            "body": [{"change": {"a": "a + 1"}}, {"needs": ["b >= 1"], "change": {"b": "b - 1"}}],
        }
    )
    assert check_game(SheetGame(sheet), SheetGame(sheet).start(), plays=3).loops > 0


class Crashing(Embers):
    def apply(self, table: Table, choice: str) -> Table:
        if choice == "feed":
            raise RuntimeError("nobody tried this")
        return super().apply(table, choice)


class Forgetful(Embers):
    def with_resources(self, table: Table, resources: Mapping[str, Number]) -> Table:
        return super().with_resources(table, {**resources, "sparks.Bo": 1})


class Changing(Embers):
    def apply(self, table: Table, choice: str) -> Table:
        after = super().apply(table, choice)
        if choice == "burn":
            assert isinstance(table.numbers, dict)
            table.numbers["sparks.Ana"] += 1
        return after


class Short(Embers):
    """The shape leaves out whose turn it is."""

    def shape(self, table: Table) -> str:
        return f"a table of {len(table.numbers)}"


class Hidden(Embers):
    """Turns a quantity into a plain int behind its back, and so forgets where it came from."""

    def apply(self, table: Table, choice: str) -> Table:
        after = super().apply(table, choice)
        numbers = {name: number if isinstance(number, int) else number.value for name, number in after.numbers.items()}
        return Table(after.turn, numbers)


class Generous(Embers):
    """Gives one spark more when numbers are quantities."""

    def apply(self, table: Table, choice: str) -> Table:
        after = super().apply(table, choice)
        if choice == "kindle" and not isinstance(table.numbers["sparks.Ana"], int):
            return Table(after.turn, {**after.numbers, "sparks.Ana": after.numbers["sparks.Ana"] + 1})
        return after


class Blind(Embers):
    """Says whether there are sparks in its shape, but only for plain ints."""

    def shape(self, table: Table) -> str:
        return table.turn + str([number for number in table.numbers.values() if not isinstance(number, int)][:1])


class Peeking(Embers):
    """Offers another choice when numbers are quantities."""

    def choices(self, table: Table) -> list[str]:
        options = super().choices(table)
        return options if all(isinstance(number, int) for number in table.numbers.values()) else options[:-1]


class Turning(Embers):
    """It is another player's choice when numbers are quantities."""

    def player(self, table: Table) -> str:
        known = all(isinstance(number, int) for number in table.numbers.values())
        return super().player(table) if known else "Cy"


class Nameless(Short):
    """Nor does it say otherwise whose turn it is, and what a choice does depends on that."""

    def player(self, table: Table) -> str:
        return "Ana"


class Halving(Embers):
    def resources(self, table: Table) -> Mapping[str, Number]:
        return {**table.numbers, "sparks.Ana": 0.5}  # type: ignore[dict-item]


def test_a_broken_promise_is_named(subtests: pytest.Subtests) -> None:
    for game, promise in [
        (Crashing(), rf"a legal choice does not apply: 'feed' in {TABLE}"),
        (Forgetful(), f"is another position: {TABLE}"),
        (Changing(), f"changes the position it was applied to: {TABLE}, 'burn'"),
        (Short(), f"in two positions with equal keys different players choose: {TABLE}"),
        (Nameless(), f"two positions with equal keys offer different choices, or lead to different keys: {TABLE}"),
        (Hidden(), rf"not the same as performing it: {TABLE}, \('.*',\)"),
        (Generous(), f"other amounts: {TABLE}, 'kindle'"),
        (Blind(), f"another shape: {TABLE}, '.*'"),
        (Peeking(), f"other choices: {TABLE}"),
        (Turning(), f"another player's choice: {TABLE}"),
        (Halving(), "promises whole numbers, and “sparks.Ana” is 0.5"),
    ]:
        with subtests.test(promise=promise), pytest.raises(ConformanceError, match=promise):
            check_game(game, Table(START.turn, dict(SMALL.numbers)), plays=20)
