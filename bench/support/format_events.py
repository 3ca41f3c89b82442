"""Whole events in each format, command by command: how long each takes to read, to decide, and to become the state."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from bench.support.measuring import alone, timed
from bench.support.report import Findings, seconds
from floorjudge.events import decide, evolve
from floorjudge.events.codec import read_command
from floorjudge.events.commands import Command
from floorjudge.events.standings import standings
from floorjudge.events.state import State
from floorjudge.formats.competition import Phase

SEED = "a seed that everybody knows"
ROUNDS = 4
# On the Edge decides by itself when its rounds are over.
OPTIONS: dict[str, dict[str, Any]] = {
    "mtr-swiss": {"rounds": ROUNDS, "cut": 8},
    "mstr-pods": {"rounds": ROUNDS, "cut": 16},
    "ote-1.2": {},
}


def commands_in_events(size: int, repeats: int) -> Findings:
    """Measure start, report, the groupings, the end and the standings after a report in events of so many players in each format."""
    rows = []
    for format_id in OPTIONS:
        spent = alone(commands_of, format_id, size, repeats)
        rows += [(format_id, command, seconds(cpu)) for command, cpu in spent.items()]
    title = f"Commands in an event of {size:,} players: median of deciding and of the state after it, each done once in an event"
    return Findings(title, ("format", "command", "CPU"), rows, 2)


def commands_of(format_id: str, size: int, repeats: int) -> dict[str, float]:
    """Play so many events; return the CPU seconds that the commands of each kind took in each stage, the median of all events."""
    spent: dict[str, list[float]] = {}
    for number in range(repeats):
        _play(format_id, size, random.Random(number), spent)
    return {command: median(each) for command, each in spent.items()}


def _play(format_id: str, size: int, chance: random.Random, spent: dict[str, list[float]]) -> None:
    """Play an event. Nothing is done twice: what is kept of it would be found the second time."""
    state = _opened(format_id, size)

    def took(work: Callable[[], object]) -> float:
        return timed(work).cpu

    def send(given: dict[str, Any]) -> None:
        nonlocal state
        state = _after(state, read_command(given, state.rules))

    def note(command: str, cpu: float) -> None:
        spent.setdefault(command, []).append(cpu)

    note("start", took(lambda: send({"do": "start", "seed": SEED})))
    while state.phase is not Phase.FINISHED:
        stage = state.stage
        for table in state.tables:
            report = {"do": "report", "table": table.table, **state.rules.by_chance(state, table, chance)}
            note(f"report ({stage})", took(partial(send, report)))
        note(f"standings ({stage})", took(lambda: standings(state, with_places=False)))
        cpu = took(lambda: send({"do": "next", "seed": SEED}))
        note(f"next ({stage} to {state.stage})", cpu)


def _opened(format_id: str, size: int) -> State:
    given = {"do": "open", "name": "Friday", "seed": SEED, "format": format_id, "options": OPTIONS[format_id]}
    state = _after(None, read_command(given))
    for number in range(1, size + 1):
        state = _after(state, read_command({"do": "register", "player": f"p{number:05}"}, state.rules))
    return state


def _after(state: State | None, command: Command) -> State:
    (event,) = decide(state, command)
    return evolve(state, event)
