"""What one player can do from a position, each thing played to the end of the questions that it raises.

A move is a choice at priority and the answers to every prompt until a player has priority again. Every way to
answer is another move; other players' answers are tried like one's own, and when they have priority they pass. The
same as in `playing` is done with far fewer questions to the engine: what is possible is listed only where something has
to be chosen.
"""

from __future__ import annotations

import heapq
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

import msgspec

from floorjudge.magic.engine.actions import PASS, Action
from floorjudge.magic.engine.prompts import Prompt, open_question, perform, prompt_of
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.questions import look, only_act
from floorjudge.magic.playing.recording import Option, options, step_of

Doing: TypeAlias = "Action | Step"
StepCost: TypeAlias = "Callable[[Step], float]"

RESOLVE = Step(do="resolve")
MOST_ANSWERS = 10
MOST_MOVES = 80
_MOST_ACTIONS = 60
_MUCH_TO_CHOOSE = 6
# How much it counts against an answer for each thing that could be chosen beside it.
_FEWER = 0.75
# In which order things are done rarely matters.
_OTHER_ORDER = 0.75
# How many positions are kept live, and how many moves away from a loaded one they may be: their log grows.
_KEPT_LIVE = 200
_OLDEST = 3
# The engine's own name for breaking down; it is derived from BaseException, so that nothing catches it by accident.
_BREAKDOWN = "PanicException"


class SavedPosition(msgspec.Struct, frozen=True):
    """A position that can be played on from: the engine, the export as text, and the labels and names of its table.

    `reads_history` says that something in it looks up what happened before, so that the turn history has to stay.
    """

    engine: Any
    saved: str
    labels: Mapping[str, int]
    names: tuple[str, ...]
    reads_history: bool = True

    def table(self) -> Table:
        """Return a table in this position. Raises ValueError when the engine does not take it."""
        return Table.at(self.engine, self.saved, self.labels, self.names)

    @property
    def snapshot(self) -> Snapshot:
        """Return the position as a value."""
        return Snapshot.from_json(self.saved, self.labels)


def saved_position(table: Table, *, reads_history: bool) -> SavedPosition:
    """Return the position on a table, compacted."""
    saved = table.snapshot().compacted(reads_history=reads_history).as_json()
    return SavedPosition(table.engine, saved, dict(table.labels), table.names, reads_history)


class Move(msgspec.Struct, frozen=True):
    """Something that was done: its steps, how many choices it took, and the position that it led to, compacted.

    `table` is the live one, in the position it led to, and `age` how many moves ago it was loaded.
    """

    steps: Body
    choices: int
    snapshot: Snapshot
    table: Table
    age: int


class Line(NamedTuple):
    """A beginning of a move: what is done, the steps that say it, and how many choices that takes.

    `saved` is the position before its last step, where it was dear to get there.
    """

    doing: tuple[Doing, ...]
    steps: Body
    choices: int
    saved: str | None = None

    def then(self, doing: Doing, step: Step, choices: int = 0) -> Line:
        """Return the line with one thing more."""
        return Line((*self.doing, doing), (*self.steps, step), self.choices + choices)


class PartialMove(msgspec.Struct):
    """A move in the making, on a live table, and the question that is open there; see `Move` for `age`."""

    table: Table
    line: Line
    age: int
    prompt: Prompt | None = None


class Mover:
    """Finds the moves of the player at a seat.

    `loads` counts positions loaded, `cut` answers that were left out because there were too many.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.loads = 0
        self.cut = 0
        self._live: OrderedDict[str, tuple[Table, int]] = OrderedDict()

    def options(self, position: SavedPosition) -> tuple[Option, ...]:
        """Return what the player can choose in a position where they have priority; none when they do not."""
        live = self._taken(position)
        if live is None:
            return ()
        self._keep(position, *live)
        return options(live[0]) if open_question(live[0]) == ("Priority", self.seat) else ()

    def landed(self, move: Move, start: SavedPosition) -> SavedPosition:
        """Return the position that a move has led to; it is kept live for a while, so that it need not be loaded.

        The move's own table must not be played on after this.
        """
        position = msgspec.structs.replace(start, saved=move.snapshot.as_json())
        if move.age < _OLDEST:
            self._keep(position, move.table, move.age)
        return position

    def _keep(self, position: SavedPosition, table: Table, age: int) -> None:
        self._live[position.saved] = table, age
        if len(self._live) > _KEPT_LIVE:
            self._live.popitem(last=False)

    def _taken(self, position: SavedPosition) -> tuple[Table, int] | None:
        """Return a table in a position, to be played on, and its age; None when the engine does not take it."""
        live = self._live.pop(position.saved, None)
        if live is not None:
            return live
        self.loads += 1
        try:
            return position.table(), 0
        except ValueError:
            return None

    def played(self, position: SavedPosition, line: Line) -> PartialMove | None:
        """Play a line from a position; return None when something in it is not possible."""
        done = 0
        if line.saved is not None:
            position, done = msgspec.structs.replace(position, saved=line.saved), len(line.doing) - 1
        taken = self._taken(position)
        if taken is None:
            return None
        partial = PartialMove(taken[0], Line(line.doing[:done], line.steps[:done], line.choices), taken[1] + 1)
        left = zip(line.doing[done:], line.steps[done:], strict=True)
        return partial if all(self.does(partial, each, step) for each, step in left) else None

    def does(self, partial: PartialMove, doing: Doing, step: Step) -> bool:
        """Do one thing on a move's table, and what follows without a choice; say whether that was possible."""
        table = partial.table
        try:
            if isinstance(doing, Action):
                perform(table, open_question(table)[1], doing)
                partial.prompt = _go_on(table)
            else:
                partial.prompt = _resolve(table)
        except ValueError:
            return False
        partial.line = partial.line.then(doing, step)
        return True

    def question(self, partial: PartialMove, rank: StepCost) -> list[Line] | None:
        """Return the ways on from an open question; none at priority, None when the move leads nowhere.

        `rank` puts the answers in order, the smallest first, before those are left out that are too many.
        """
        for _ in range(_MOST_ACTIONS):
            kind, seat = open_question(partial.table)
            if kind == "GameOver":
                return None
            if kind != "Priority":
                return self._answers(partial, rank)
            if seat == self.seat:
                return []
            if not self.does(partial, Action(PASS), Step(do="pass", by=str(seat))):
                return None
        return None

    def _answers(self, partial: PartialMove, rank: StepCost) -> list[Line] | None:
        names = Names(partial.table)
        prompt = partial.prompt or prompt_of(partial.table)
        listed = (*prompt.actions, prompt.most_cards)
        alike = {(act.kind, look(prompt, act, names)): act for act in reversed(listed) if act is not None}
        answers = [(act, step_of(prompt, act, names)) for act in reversed(alike.values())]
        # Where many things may be chosen at once, as many as possible is most often meant.
        answers.sort(key=lambda answer: (rank(answer[1]), -len(answer[0].cards)))
        self.cut += max(0, len(answers) - MOST_ANSWERS)
        more = int(len(answers) > 1)
        # Where much may be chosen, listing it is dear, and coming back here would need it again.
        saved = partial.table.snapshot().as_json() if more and len(prompt.actions) >= _MUCH_TO_CHOOSE else None
        lines = [partial.line.then(act, step, more) for act, step in answers[:MOST_ANSWERS]]
        return [each._replace(saved=saved) for each in lines] or None

    def finished(self, partial: PartialMove, start: SavedPosition) -> Move:
        """Return the move that was in the making from a position, which must not be played on after this."""
        snapshot = partial.table.snapshot().compacted(reads_history=start.reads_history)
        return Move(partial.line.steps, partial.line.choices, snapshot, partial.table, partial.age)


class OptionMoves:
    """The moves that an option can become, by the answers in it; they are played one at a time, the cheapest first.

    An option None is to let the top of the stack resolve. `cost` is what the option costs; `answer_cost` says how much
    an answer adds, where there are several.
    """

    def __init__(self, start: SavedPosition, option: Option | None, cost: float, answer_cost: StepCost) -> None:
        self._start = start
        self._answer_cost = answer_cost
        self._asked = 0
        first = Line((RESOLVE,), (RESOLVE,), 1) if option is None else Line((option.act,), (option.step,), 1)
        self._heap: list[tuple[float, int, int, Line]] = [(cost, 0, 0, first)]
        self._left = MOST_MOVES

    @property
    def cost(self) -> float | None:
        """Return the least that a move costs which was not played yet; None when there is none."""
        return self._heap[0][0] if self._heap and self._left else None

    def next(self, mover: Mover) -> tuple[Move, float] | None:
        """Play the cheapest move while no other is cheaper; return it and its cost when it came to its end, else None."""
        cost, _, _, line = heapq.heappop(self._heap)
        partial = mover.played(self._start, line)
        while partial is not None:
            answers = mover.question(partial, self._answer_cost)
            if answers is None:
                return None
            if not answers:
                self._left -= 1
                return mover.finished(partial, self._start), cost
            self._keep(answers, cost)
            # Of equal ones the move that is being played goes on, as the engine stands there already.
            if self._heap[0][1] != -self._asked:
                return None
            cost, _, _, line = heapq.heappop(self._heap)
            done = mover.does(partial, line.doing[-1], line.steps[-1])
            partial.line = line
            partial = partial if done else None
        return None

    def _keep(self, answers: list[Line], cost: float) -> None:
        self._asked += 1
        most = max(_chosen(line) for line in answers)
        only_order = len({_words(line) for line in answers}) == 1
        for index, line in enumerate(answers):
            more = self._answer_cost(line.steps[-1]) if len(answers) > 1 else 0.0
            more += _FEWER * (most - _chosen(line)) * (most > 1) + (_OTHER_ORDER * bool(index) - more) * only_order
            heapq.heappush(self._heap, (cost + more, -self._asked, index, line))


def _chosen(line: Line) -> int:
    """Return the number of cards that the last answer of a line chooses."""
    return len(line.doing[-1].cards) if isinstance(line.doing[-1], Action) else 0


def _words(line: Line) -> tuple[str, ...]:
    """Return the words of the choices in the last answer of a line, sorted."""
    return tuple(sorted(each.words for answer in line.steps[-1].choose for each in answer))


@contextmanager
def breakdown_ends_it() -> Iterator[None]:
    """Let the block end without an error where the engine breaks down in it, or names an object by no number."""
    try:
        yield
    except OverflowError:
        pass
    except BaseException as error:
        if type(error).__name__ != _BREAKDOWN:
            raise


def _go_on(table: Table) -> Prompt | None:
    """Answer what has one answer only, as `playing` does; return the question that stays open."""
    for _ in range(_MOST_ACTIONS):
        if open_question(table)[0] in ("Priority", "GameOver"):
            return None
        prompt = prompt_of(table)
        act = only_act(prompt, Names(table))
        if act is None:
            return prompt
        perform(table, prompt.seat, act)
    return None


def _resolve(table: Table) -> Prompt | None:
    """Pass for all players until the top of the stack has resolved, or a player has to choose; return that prompt."""
    stack = table.stack()
    top = stack[-1].number if stack else None
    prompt = None
    for _ in range(_MOST_ACTIONS):
        kind, seat = open_question(table)
        if kind != "Priority" or all(each.number != top for each in table.stack()):
            break
        perform(table, seat, Action(PASS))
        prompt = _go_on(table)
    return prompt
