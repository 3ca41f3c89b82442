"""A checker written from docs/draws.md alone agrees with every draw, and notices one that is changed."""

from __future__ import annotations

import ast
import copy
import inspect
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.events.driver import BACK_TO_THE_OPENING, SEED, Script, played, scripts
from tests.support import draw_checker, slow_grouping, slow_ote
from tests.support.draw_checker import wrong_draws


@pytest.mark.exhaustive
@given(scripts())
@example(BACK_TO_THE_OPENING)
def test_the_checker_finds_every_draw_of_a_log_right(script: Script) -> None:
    facts = played(script).facts
    revealed = next(fact["seed"] for fact in facts if fact["event"] == "EventFinished")
    assert wrong_draws(facts, revealed) == []


@given(scripts(players=20), st.integers(0, 100))
def test_the_checker_notices_players_who_changed_seats(script: Script, which: int) -> None:
    facts = copy.deepcopy(played(script).facts)
    groupings = [number for number, fact in enumerate(facts) if fact["event"] == "RoundGrouped"]
    number = groupings[which % len(groupings)]
    one, other = [player for table in facts[number]["tables"] for player in table["players"]][:2]
    for table in facts[number]["tables"]:
        table["players"] = [{one: other, other: one}.get(player, player) for player in table["players"]]
    assert any(f"event {number}:" in wrong for wrong in wrong_draws(facts[: number + 1], SEED))


def test_the_checker_notices_another_seed() -> None:
    assert "the commitment is to another seed" in wrong_draws(played(Script(7)).facts, "another seed")


@pytest.mark.parametrize("module", [draw_checker, slow_ote, slow_grouping])
def test_the_checker_and_the_slow_model_know_nothing_of_the_program(module: ModuleType) -> None:
    imported = [
        name
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    ]
    assert imported
    assert not [name for name in imported if name is None or name.startswith("floorjudge")]
