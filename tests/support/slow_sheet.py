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


def perform_sheet(sheet: Sheet, times: int) -> SlowRun:
    """Do every step of `times` iterations, looking at every need and every end."""
    now = dict(sheet.resources)
    for end in sheet.ends:
        if met(end.when, now):
            return SlowRun(0, 0, now, ("ends", None, end.when.written))
    for iteration in range(times):
        for index, step in enumerate(sheet.body):
            for need in step.needs:
                if not met(need, now):
                    return SlowRun(iteration, index, now, ("needs", index, need.written))
            before = dict(now)
            for name, row in step.change.rows.items():
                now[name] = row.constant + sum(factor * before[other] for other, factor in row.terms.items())
            for end in sheet.ends:
                if met(end.when, now):
                    last = index + 1 == len(sheet.body)
                    stopped = ("ends", index, end.when.written)
                    return SlowRun(iteration + 1 if last else iteration, 0 if last else index + 1, now, stopped)
    return SlowRun(times, 0, now, None)


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
