"""What one player can do from a position, each thing played to the end of the questions that it raises.

A move is a choice at priority and the answers to all that is asked until somebody has priority again. Every way to answer is a
move of its own; other players' answers are tried like one's own, and when they have priority they pass. The same as in
`playing` is done with far fewer questions to the engine: what is possible is listed only where something has to be chosen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from floorjudge.games.magic.bodies import Body, Step
from floorjudge.games.magic.finding.lightness import lightened
from floorjudge.games.magic.naming import Names
from floorjudge.games.magic.playing_answers import look, only_act
from floorjudge.games.magic.playing_prompts import PASS, Act, Prompt, act_on, asked, prompt_of
from floorjudge.games.magic.recording import Option, options, step_of
from floorjudge.games.magic.table import Table

Doing: TypeAlias = "Act | Step"
RESOLVE = Step(do="resolve")
MOST_ANSWERS = 10
MOST_MOVES = 80
_MOST_ACTIONS = 60


class Spot(msgspec.Struct, frozen=True):
    """A position that can be played on from: the engine, the export as text, and the labels and names of its table.

    `reads_past` says that something in it looks up what happened before, so that the record has to stay.
    """

    engine: Any
    saved: str
    labels: Mapping[str, int]
    names: tuple[str, ...]
    reads_past: bool = True

    def table(self) -> Table:
        """Return a table in this position. Raises ValueError when the engine does not take it."""
        return Table(self.engine, self.engine.load_game(self.saved), self.labels, self.names)


class Move(msgspec.Struct, frozen=True):
    """Something that was done: the steps that say it, how many choices it took, and the export that it led to."""

    steps: Body
    choices: int
    state: dict[str, Any]


class _Line(msgspec.Struct):
    """A move in the making: what was done so far, on a live table, and the question that is open there."""

    table: Table
    doing: list[Doing]
    steps: list[Step]
    choices: int
    prompt: Prompt | None = None


_Todo: TypeAlias = "tuple[list[Doing], list[Step], int]"


class Mover:
    """Finds the moves of the player at a seat.

    `loads` counts positions loaded, `cut` answers that were left out because there were too many, `refused` what the engine did not allow.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.loads = 0
        self.cut = 0
        self.refused = 0

    def first_choices(self, spot: Spot) -> tuple[Option, ...]:
        """Return what the player can choose in a position where they have priority; none when they do not."""
        table = self._table(spot)
        return options(table) if table is not None and asked(table) == ("Priority", self.seat) else ()

    def moves(self, spot: Spot, choice: Option | None) -> Iterator[Move]:
        """Yield the ways in which a choice can go; None is to let the top of the stack resolve."""
        first: _Todo = ([RESOLVE], [RESOLVE], 1) if choice is None else ([choice.act], [choice.step], 1)
        todo = [first]
        found = 0
        while todo and found < MOST_MOVES:
            doing, steps, choices = todo.pop(0)
            line = self._played(spot, doing, steps, choices)
            while line is not None:
                others = self._question(line)
                if others is None:
                    break
                if not others:
                    found += 1
                    yield self._finished(line, spot)
                    break
                todo = others[1:] + todo
                doing, steps, line.choices = others[0]
                line = line if self._does(line, doing[-1], steps[-1]) else None

    def _table(self, spot: Spot) -> Table | None:
        self.loads += 1
        try:
            return spot.table()
        except ValueError:
            self.refused += 1
            return None

    def _played(self, spot: Spot, doing: list[Doing], steps: list[Step], choices: int) -> _Line | None:
        table = self._table(spot)
        if table is None:
            return None
        line = _Line(table, [], [], choices)
        done = all(self._does(line, each, step) for each, step in zip(doing, steps, strict=True))
        return line if done else None

    def _does(self, line: _Line, doing: Doing, step: Step) -> bool:
        """Do one thing on a line's table, and what follows without a choice; say whether that was possible."""
        try:
            if isinstance(doing, Act):
                act_on(line.table, asked(line.table)[1], doing)
                line.prompt = _go_on(line.table)
            else:
                line.prompt = _resolve(line.table)
        except ValueError:
            self.refused += 1
            return False
        line.doing.append(doing)
        line.steps.append(step)
        return True

    def _question(self, line: _Line) -> list[_Todo] | None:
        """Return the ways on from an open question; none when the player has priority, None when the line leads nowhere."""
        for _ in range(_MOST_ACTIONS):
            kind, seat = asked(line.table)
            if kind == "GameOver":
                return None
            if kind != "Priority":
                return self._answers(line)
            if seat == self.seat:
                return []
            if not self._does(line, Act(PASS), Step(do="pass", by=str(seat))):
                return None
        return None

    def _answers(self, line: _Line) -> list[_Todo] | None:
        names = Names(line.table)
        prompt = line.prompt or prompt_of(line.table)
        alike = {(act.kind, look(prompt, act, names)): act for act in reversed(prompt.acts)}
        answers = [(act, step_of(prompt, act, names)) for act in reversed(alike.values())]
        # Where many things may be chosen at once, as many as possible is most often meant.
        answers.sort(key=lambda answer: -len(answer[0].about.get("cards") or ()))
        self.cut += max(0, len(answers) - MOST_ANSWERS)
        more = int(len(answers) > 1)
        found: list[_Todo] = [
            ([*line.doing, act], [*line.steps, step], line.choices + more) for act, step in answers[:MOST_ANSWERS]
        ]
        return found or None

    def _finished(self, line: _Line, spot: Spot) -> Move:
        return Move(tuple(line.steps), line.choices, lightened(line.table.state(), reads_past=spot.reads_past))


def _go_on(table: Table) -> Prompt | None:
    """Answer what has one answer only, as `playing` does; return the question that stays open."""
    for _ in range(_MOST_ACTIONS):
        if asked(table)[0] in ("Priority", "GameOver"):
            return None
        prompt = prompt_of(table)
        act = only_act(prompt, Names(table))
        if act is None:
            return prompt
        table.game.apply(prompt.seat, act.sent())
    return None


def _resolve(table: Table) -> Prompt | None:
    """Let everybody pass until the top of the stack has resolved, or somebody has to choose; return that question."""
    stack = table.game.stack()
    top = stack[-1]["id"] if stack else None
    prompt = None
    for _ in range(_MOST_ACTIONS):
        kind, seat = asked(table)
        if kind != "Priority" or all(entry["id"] != top for entry in table.game.stack()):
            break
        table.game.apply(seat, {"type": PASS})
        prompt = _go_on(table)
    return prompt


def spot_of(table: Table, *, reads_past: bool) -> Spot:
    """Return the position on a table."""
    saved = json.dumps(lightened(table.state(), reads_past=reads_past))
    return Spot(table.engine, saved, dict(table.labels), table.names, reads_past)
