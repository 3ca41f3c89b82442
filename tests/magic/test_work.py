"""Work is counted where the engine is asked for something, and bounds what time bounded before."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.engine.work import GRACE, SLOWEST, UNITS_PER_SECOND, Work, WorkIsOver, units
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.position import empty_position

BEAST = {"name": "Own Beast", "type": "Creature — Beast", "power": "2", "toughness": "2"}


def test_everything_that_takes_the_engine_long_is_counted_in_a_part_and_in_the_whole() -> None:
    whole = Work(1_000)
    part = Work(units(0.5), within=whole)
    table = set_up(empty_position(), CardLibrary.of_texts([])).counted_in(part)
    for ask in (table.clone, table.game.actions, lambda: table.game.apply(0, {"type": "PassPriority"})):
        before = part.spent
        ask()
        assert part.spent == whole.spent > before
    assert part.limit == UNITS_PER_SECOND // 2


def test_a_table_is_counted_by_the_last_work_only() -> None:
    first, second = Work(100), Work(100)
    table = set_up(empty_position(), CardLibrary.of_texts([])).counted_in(first).counted_in(second)
    table.game.state()
    assert (first.spent, second.spent) == (0, second.spent)
    assert second.spent > 0


def test_each_kilobyte_of_a_larger_game_costs_more() -> None:
    spent, sizes = [], []
    for many in (10, 60, 110):
        begin = read_position({"battlefield": [["Own Beast"] * many, []], "cards": [BEAST]})
        table = set_up(begin, CardLibrary.of_texts([])).counted_in(Work(UNITS_PER_SECOND))
        spent_before = table.work.spent
        table.game.state()
        spent.append(table.work.spent - spent_before)
        sizes.append(table.game.kilobytes)
    first, second = ((spent[at + 1] - spent[at]) / (sizes[at + 1] - sizes[at]) for at in (0, 1))
    assert 0 < first < 0.99 * second


def test_each_entry_of_a_list_costs() -> None:
    lamp = {"name": "Own Lamp", "type": "Artifact", "text": "{T}: Draw a card."}
    spent = []
    for tapped in (False, True):
        lamps = [{"card": "Own Lamp", "tapped": tapped}] * 10
        begin = read_position({"battlefield": [lamps, []], "cards": [lamp]})
        table = set_up(begin, CardLibrary.of_texts([])).counted_in(Work(UNITS_PER_SECOND))
        spent_before = table.work.spent
        table.game.actions()
        spent.append(table.work.spent - spent_before)
    assert spent[0] > 3 * spent[1]


def test_past_the_most_that_is_allowed_nothing_more_is_asked() -> None:
    now = 0.0
    work, slow = (Work(10, most=20, clock=lambda: now) for _ in range(2))
    work.spend(20)
    assert work.is_done
    with pytest.raises(WorkIsOver) as caught:
        work.spend(1)
    assert not caught.value.by_clock
    now = SLOWEST + GRACE + 1
    with pytest.raises(WorkIsOver) as late:
        slow.spend(1)
    assert late.value.by_clock


def test_a_part_has_a_limit_of_its_own() -> None:
    whole = Work(10)
    part = Work(100, within=whole)
    part.spend(20)
    assert (whole.is_done, part.is_done) == (True, False)


def test_the_clock_is_a_safety_net_far_away() -> None:
    now = 0.0
    work = Work(UNITS_PER_SECOND, clock=lambda: now)
    now = SLOWEST + GRACE
    assert not work.is_overdue
    now += 1
    assert work.is_overdue
    assert Work(0, within=work).is_overdue
