"""The judge's sheet, performed step by step: obviously right, and as slow as it sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from floorjudge.loops.sheet.running import Condition, Sheet


class SlowRun(NamedTuple):
    """Where performing ended: whole iterations, steps of the next, resources, and what stopped it."""

    iterations: int
    steps: int
    resources: dict[str, int]
    stopped_by: tuple[str, int | None, str] | None
    also: tuple[str, ...] = ()
    loses: frozenset[str] = frozenset()


def perform_sheet(sheet: Sheet, times: int) -> SlowRun:
    """Do every step of `times` iterations, looking at every need and every end."""
    now = dict(sheet.resources)
    if any(met(end.when, now) for end in sheet.ends):
        first, *also = (end.when.written for end in sheet.ends if met(end.when, now))
        return SlowRun(0, 0, now, ("ends", None, first), tuple(also), _losers(sheet, now))
    for iteration in range(times):
        for index, step in enumerate(sheet.body):
            for need in step.needs:
                if not met(need, now):
                    return SlowRun(iteration, index, now, ("needs", index, need.written))
            before = dict(now)
            for name, row in step.change.rows.items():
                now[name] = row.constant + sum(factor * before[other] for other, factor in row.terms.items())
            if any(met(end.when, now) for end in sheet.ends):
                last = index + 1 == len(sheet.body)
                first, *also = (end.when.written for end in sheet.ends if met(end.when, now))
                whole, steps = (iteration + 1, 0) if last else (iteration, index + 1)
                return SlowRun(whole, steps, now, ("ends", index, first), tuple(also), _losers(sheet, now))
    return SlowRun(times, 0, now, None)


def _losers(sheet: Sheet, now: Mapping[str, int]) -> frozenset[str]:
    return frozenset(end.loses for end in sheet.ends if end.loses is not None and met(end.when, now))


def met(condition: Condition, now: Mapping[str, int]) -> bool:
    """Say whether a condition holds, without the code under test."""
    value = condition.expression.constant
    for name, factor in condition.expression.terms.items():
        value += factor * now[name]
    return {
        "<": value < 0,
        "<=": value <= 0,
        ">": value > 0,
        ">=": value >= 0,
        "==": value == 0,
        "!=": value != 0,
    }[condition.relation]
