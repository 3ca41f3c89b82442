"""What one player can do from a position, each thing played to the end of the questions that it raises.

A move is a choice at priority and the answers to all that is asked until somebody has priority again. Every way to answer is a
move of its own; other players' answers are tried like one's own, and when they have priority they pass.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.games.magic.bodies import Body, Step
from floorjudge.games.magic.playing import Played, play_act, play_on
from floorjudge.games.magic.playing_prompts import PASS, Act, asked
from floorjudge.games.magic.recording import Option, options
from floorjudge.games.magic.table import Table

Doing: TypeAlias = "Act | Step"
RESOLVE = Step(do="resolve")
MOST_ANSWERS = 10
MOST_MOVES = 80
MOST_PASSES = 12
_EMPTY_JOURNAL = {
    "entries": [],
    "nodes": [],
    "next_command_ordinal": 0,
    "next_settlement_node_ordinal": 0,
    "produced_mana": [],
    "spent_mana": [],
}


class Spot(msgspec.Struct, frozen=True):
    """A position that can be played on from: the engine, the export as text, and the labels and names of its table."""

    engine: Any
    saved: str
    labels: Mapping[str, int]
    names: tuple[str, ...]

    def table(self) -> Table:
        """Return a table in this position. Raises ValueError when the engine does not take it."""
        return Table(self.engine, self.engine.load_game(self.saved), self.labels, self.names)


class Move(msgspec.Struct, frozen=True):
    """Something that was done: the steps that say it, how many choices it took, and what happened on the way, counted."""

    steps: Body
    choices: int
    happened: Mapping[str, int]
    state: dict[str, Any]
    labels: Mapping[str, int]


def lightened(state: dict[str, Any]) -> dict[str, Any]:
    """Take the diary out of an export, which no rule reads and which makes loading slow; return the export.

    A delayed trigger that waits on the stack is looked up in the diary when the game is loaded; then it stays.
    """
    if "ReceiptEligible" not in str(state["state"]["stack"]):
        state["state"]["resolved_rules_journal"] = _EMPTY_JOURNAL
    state["state"]["attribution"] = {}
    return state


def spot_of(table: Table) -> Spot:
    """Return the position on a table."""
    return Spot(table.engine, json.dumps(lightened(table.state())), dict(table.labels), table.names)


class _Line(msgspec.Struct):
    """A move in the making: what was done so far, on a live table."""

    table: Table
    doing: list[Doing]
    steps: list[Step]
    choices: int
    happened: Counter[str]


class Mover:
    """Finds the moves of the player at a seat; `loads` and `cut` count positions loaded and answers that were left out."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.loads = 0
        self.cut = 0

    def first_choices(self, spot: Spot) -> tuple[Option, ...]:
        """Return what the player can choose in a position where they have priority; none when they do not."""
        self.loads += 1
        table = spot.table()
        return options(table) if asked(table) == ("Priority", self.seat) else ()

    def moves(self, spot: Spot, choice: Option | None) -> Iterator[Move]:
        """Yield the ways in which a choice can go; None is to let the top of the stack resolve."""
        first: Doing = RESOLVE if choice is None else choice.act
        step = RESOLVE if choice is None else choice.step
        todo: list[tuple[list[Doing], list[Step], int]] = [([first], [step], 1)]
        found = 0
        while todo and found < MOST_MOVES:
            doing, steps, choices = todo.pop(0)
            line = self._played(spot, doing, steps, choices)
            while line is not None:
                line, others = self._further(line)
                todo = others + todo
                if isinstance(line, Move):
                    found += 1
                    yield line
                    break

    def _played(self, spot: Spot, doing: list[Doing], steps: list[Step], choices: int) -> _Line | None:
        self.loads += 1
        line = _Line(spot.table(), [], [], choices, Counter())
        for each, step in zip(doing, steps, strict=True):
            if not _do(line, each, step):
                return None
        return line

    def _further(self, line: _Line) -> tuple[Any, list[tuple[list[Doing], list[Step], int]]]:
        """Take a line to its end, or to the next question: the first answer is played, the others are returned."""
        for _ in range(MOST_PASSES):
            kind, seat = asked(line.table)
            if kind == "GameOver":
                return None, []
            if kind != "Priority":
                break
            if seat == self.seat:
                return self._finished(line), []
            if not _do(line, Act(PASS), Step(do="pass", by=str(seat))):
                return None, []
        else:
            return None, []
        answers = options(line.table)
        self.cut += max(0, len(answers) - MOST_ANSWERS)
        answers = answers[:MOST_ANSWERS]
        if not answers:
            return None, []
        more = int(len(answers) > 1)
        others = [
            ([*line.doing, answer.act], [*line.steps, answer.step], line.choices + more) for answer in answers[1:]
        ]
        line.choices += more
        return (line if _do(line, answers[0].act, answers[0].step) else None), others

    def _finished(self, line: _Line) -> Move:
        state = lightened(line.table.state())
        return Move(tuple(line.steps), line.choices, line.happened, state, line.table.labels)


def _do(line: _Line, doing: Doing, step: Step) -> bool:
    """Do one thing on a line's table; say whether that was possible. Afterwards the table may be spoilt."""
    try:
        played = play_act(line.table, doing) if isinstance(doing, Act) else play_on(line.table, (doing,))
    except (FloorjudgeError, ValueError):
        return False
    line.doing.append(doing)
    line.steps.append(step)
    _count(played, line.happened)
    return True


def _count(played: Played, happened: Counter[str]) -> None:
    """Count what happened that a loop may be played for although nothing is left of it."""
    for event in played.events:
        about = event.get("data") or {}
        if event["type"] == "ZoneChanged":
            happened[f"{about.get('from')} > {about.get('to')}"] += 1
        else:
            happened[event["type"]] += 1
