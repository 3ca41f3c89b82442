"""What one player can do from a position, each thing played to the end of the questions that it raises.

A move is a choice at priority and the answers to all that is asked until somebody has priority again. Every way to answer is a
move of its own; other players' answers are tried like one's own, and when they have priority they pass. The same as in
`playing` is done with far fewer questions to the engine: what is possible is listed only where something has to be chosen.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from floorjudge.magic.phase.actions import PASS, Action
from floorjudge.magic.phase.prompts import Prompt, asked, perform, prompt_of
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.answers import look, only_act
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.recording import Option, options, step_of
from floorjudge.magic.searching.lightness import lightened

Doing: TypeAlias = "Action | Step"
RESOLVE = Step(do="resolve")
MOST_ANSWERS = 10
MOST_MOVES = 80
_MOST_ACTIONS = 60
# Positions that are kept live after they were made, and how many moves a live one may be away from one that was loaded: its diary grows.
_KEPT_LIVE = 200
_OLDEST = 3


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
    """Something that was done: the steps that say it, how many choices it took, and the export that it led to.

    `table` is the live one, in the position it led to, and `age` how many moves ago it was loaded.
    """

    steps: Body
    choices: int
    state: dict[str, Any]
    table: Table
    age: int


class Line(msgspec.Struct):
    """A move in the making: what was done so far, on a live table, and the question that is open there."""

    table: Table
    doing: list[Doing]
    steps: list[Step]
    choices: int
    age: int = 0
    prompt: Prompt | None = None


Todo: TypeAlias = "tuple[list[Doing], list[Step], int]"


class Mover:
    """Finds the moves of the player at a seat.

    `loads` counts positions loaded, `cut` answers that were left out because there were too many, `refused` what the engine did not allow.
    `rank` puts the answers to a question in order, the smallest first, before some are left out; None leaves them as they are.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.loads = 0
        self.cut = 0
        self.refused = 0
        self.rank: Callable[[Step], float] | None = None
        self._live: OrderedDict[str, tuple[Table, int]] = OrderedDict()

    def first_choices(self, spot: Spot) -> tuple[Option, ...]:
        """Return what the player can choose in a position where they have priority; none when they do not."""
        live = self._taken(spot)
        if live is None:
            return ()
        self._keep(spot, *live)
        return options(live[0]) if asked(live[0]) == ("Priority", self.seat) else ()

    def landed(self, move: Move, start: Spot) -> Spot:
        """Return the position that a move has led to from another one; it is kept live for a while, so that it need not be loaded.

        The move's own table must not be played on after this.
        """
        spot = msgspec.structs.replace(start, saved=msgspec.json.encode(move.state).decode())
        if move.age < _OLDEST:
            self._keep(spot, move.table, move.age)
        return spot

    def _keep(self, spot: Spot, table: Table, age: int) -> None:
        self._live[spot.saved] = table, age
        if len(self._live) > _KEPT_LIVE:
            self._live.popitem(last=False)

    def _taken(self, spot: Spot) -> tuple[Table, int] | None:
        """Return a table in a position, to be played on, and its age; None when the engine does not take the position."""
        live = self._live.pop(spot.saved, None)
        if live is not None:
            return live
        self.loads += 1
        try:
            return spot.table(), 0
        except ValueError:
            self.refused += 1
            return None

    def played(self, spot: Spot, doing: list[Doing], steps: list[Step], choices: int) -> Line | None:
        """Do several things, one after the other, from a position; return None when one of them is not possible."""
        taken = self._taken(spot)
        if taken is None:
            return None
        line = Line(taken[0], [], [], choices, taken[1] + 1)
        done = all(self.does(line, each, step) for each, step in zip(doing, steps, strict=True))
        return line if done else None

    def does(self, line: Line, doing: Doing, step: Step) -> bool:
        """Do one thing on a line's table, and what follows without a choice; say whether that was possible."""
        try:
            if isinstance(doing, Action):
                perform(line.table, asked(line.table)[1], doing)
                line.prompt = _go_on(line.table)
            else:
                line.prompt = _resolve(line.table)
        except ValueError:
            self.refused += 1
            return False
        line.doing.append(doing)
        line.steps.append(step)
        return True

    def question(self, line: Line) -> list[Todo] | None:
        """Return the ways on from an open question; none when the player has priority, None when the line leads nowhere."""
        for _ in range(_MOST_ACTIONS):
            kind, seat = asked(line.table)
            if kind == "GameOver":
                return None
            if kind != "Priority":
                return self._answers(line)
            if seat == self.seat:
                return []
            if not self.does(line, Action(PASS), Step(do="pass", by=str(seat))):
                return None
        return None

    def _answers(self, line: Line) -> list[Todo] | None:
        names = Names(line.table)
        prompt = line.prompt or prompt_of(line.table)
        alike = {(act.kind, look(prompt, act, names)): act for act in reversed(prompt.actions)}
        answers = [(act, step_of(prompt, act, names)) for act in reversed(alike.values())]
        # Where many things may be chosen at once, as many as possible is most often meant.
        answers.sort(key=lambda answer: (self._ranked(answer[1]), -len(answer[0].cards)))
        self.cut += max(0, len(answers) - MOST_ANSWERS)
        more = int(len(answers) > 1)
        found: list[Todo] = [
            ([*line.doing, act], [*line.steps, step], line.choices + more) for act, step in answers[:MOST_ANSWERS]
        ]
        return found or None

    def _ranked(self, step: Step) -> float:
        return 0.0 if self.rank is None else self.rank(step)

    def finished(self, line: Line, spot: Spot) -> Move:
        """Return the move that a line has become, which began in a position; the line must not be played on after this."""
        state = lightened(line.table.state(), reads_past=spot.reads_past)
        return Move(tuple(line.steps), line.choices, state, line.table, line.age)


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
    stack = table.stack()
    top = stack[-1].number if stack else None
    prompt = None
    for _ in range(_MOST_ACTIONS):
        kind, seat = asked(table)
        if kind != "Priority" or all(entry.number != top for entry in table.stack()):
            break
        perform(table, seat, Action(PASS))
        prompt = _go_on(table)
    return prompt


def spot_of(table: Table, *, reads_past: bool) -> Spot:
    """Return the position on a table."""
    saved = msgspec.json.encode(lightened(table.state(), reads_past=reads_past)).decode()
    return Spot(table.engine, saved, dict(table.labels), table.names, reads_past)
