"""Whole events in each format, command by command: how long the next command takes to decide, and to become the state."""

from __future__ import annotations

import random
from typing import Any

from bench.support.measuring import Spent, alone, timed
from bench.support.report import Findings, seconds
from floorjudge.events import decide, evolve
from floorjudge.events.codec import read_command
from floorjudge.events.commands import Command
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
    """Measure start, report, the groupings and the end of an event of so many players in each format."""
    rows = []
    for format_id in OPTIONS:
        spent = alone(commands_of, format_id, size, repeats)
        rows += [(format_id, command, seconds(each.cpu), seconds(each.wall)) for command, each in spent.items()]
    title = f"Commands in an event of {size:,} players: median of deciding and of the state after it"
    return Findings(title, ("format", "command", "CPU", "elapsed"), rows, 2)


def commands_of(format_id: str, size: int, repeats: int) -> dict[str, Spent]:
    """Play an event; return what the first command of each kind took in each stage."""
    chance = random.Random(size)
    state = _opened(format_id, size)
    spent: dict[str, Spent] = {}

    def send(label: str, given: dict[str, Any]) -> None:
        nonlocal state
        command, before = read_command(given, state.rules), state
        if label not in spent:
            spent[label] = timed(lambda: _after(before, command), repeats)
        state = _after(before, command)

    send("start", {"do": "start", "seed": SEED})
    while state.phase is not Phase.FINISHED:
        for table in state.tables:
            result = state.rules.by_chance(state, table, chance)
            send(f"report ({state.stage})", {"do": "report", "table": table.table, **result})
        came = decide(state, read_command({"do": "next", "seed": SEED}, state.rules))[0]
        kind = getattr(came, "stage", "the end")
        send(f"next ({state.stage} to {kind})", {"do": "next", "seed": SEED})
    return spent


def _opened(format_id: str, size: int) -> State:
    given = {"do": "open", "name": "Friday", "seed": SEED, "format": format_id, "options": OPTIONS[format_id]}
    state = _after(None, read_command(given))
    for number in range(1, size + 1):
        state = _after(state, read_command({"do": "register", "player": f"p{number:05}"}, state.rules))
    return state


def _after(state: State | None, command: Command) -> State:
    (event,) = decide(state, command)
    return evolve(state, event)
