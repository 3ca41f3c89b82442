"""Work is counted where the engine is asked for something, and bounds what time bounded before."""

from __future__ import annotations

from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.phase.work import ACTION, EXPORT, GRACE, LISTING, LOAD, SLOWEST, UNITS_PER_SECOND, Work
from floorjudge.magic.positions.position import empty_position


def test_everything_that_takes_the_engine_long_is_counted_in_a_part_and_in_the_whole() -> None:
    whole = Work(1_000)
    part = Work.of_seconds(0.5, within=whole)
    table = part.count(set_up(empty_position(), CardLibrary.of_texts([])))
    table.clone().game.actions()
    table.game.apply(0, {"type": "PassPriority"})
    assert table.game.phase is not None
    assert part.spent == whole.spent == EXPORT + LOAD + LISTING + ACTION
    assert part.limit == UNITS_PER_SECOND // 2


def test_a_table_is_counted_by_the_last_work_only() -> None:
    first, second = Work(100), Work(100)
    table = second.count(first.count(set_up(empty_position(), CardLibrary.of_texts([]))))
    table.state()
    assert (first.spent, second.spent) == (0, EXPORT)


def test_a_part_is_done_when_the_whole_is() -> None:
    whole = Work(10)
    part = Work(100, within=whole)
    part.spend(9)
    assert not part.is_done
    part.spend(1)
    assert part.is_done


def test_the_clock_is_a_safety_net_far_away() -> None:
    now = 0.0
    work = Work(UNITS_PER_SECOND, clock=lambda: now)
    now = SLOWEST + GRACE
    assert not work.is_overdue
    now += 1
    assert work.is_overdue
    assert Work(0, within=work).is_overdue
