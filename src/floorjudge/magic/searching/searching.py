"""The search: from starting positions to sequences that come back to a board that is at least as good.

Best first: a sequence is as long as the choices in it, waiting for something to resolve counts little, acting while something waits on
the stack or letting the turn go on counts more, and what is missing of an earlier board is still to be won back. No board is looked at
twice, and none that is worse than one that was reached as cheaply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.phase.actions import PASS
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.naming import fold
from floorjudge.magic.playing.recording import Option
from floorjudge.magic.searching.advice import Advice
from floorjudge.magic.searching.boards import COLOURS, Board, Vector, board_of, covers, gains, short_of
from floorjudge.magic.searching.breaking import EngineBrokeDownError, breakdowns_told
from floorjudge.magic.searching.heeding import Choice, Heeding
from floorjudge.magic.searching.moves import Move, Mover, Spot
from floorjudge.magic.searching.queues import Queues
from floorjudge.magic.searching.ways import Ways

Ended: TypeAlias = Literal["found", "time", "depth", "exhausted"]

ACTING, ANSWERING, RESPONDING, WAITING = 1.0, 0.25, 2.5, 4.0
NOT_NAMED, RETURNING, USELESS = 0.8, 0.4, 1.0
_SHARDS = re.compile(r'"shards": ?\[([^\]]*)\]')
# A combat that has begun goes on by itself.
_WAITING = {"PreCombatMain": 2.0} | dict.fromkeys(
    ("BeginCombat", "DeclareAttackers", "DeclareBlockers", "CombatDamage", "EndCombat"), 0.3
)
_VECTORS_KEPT = 40
# What is advised is so cheap that one starting position could keep all others waiting.
_TURNS = 5
_NO_ADVICE = Advice()


class Node(msgspec.Struct, frozen=True):
    """A position that was reached: how, from where, what it cost, and `at` which of the hints its line is."""

    spot: Spot
    board: Board
    parent: Node | None
    steps: Body
    cost: float
    depth: int
    root: int
    at: int = 0

    def line(self) -> Iterator[Node]:
        """Yield this node and those before it, back to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


class Candidate(msgspec.Struct, frozen=True):
    """A sequence that seems to come back: what is done before it, the sequence, and the nodes at both ends.

    `idle` are the places in the body, each the number of steps before it, at which nothing waits on the stack.
    """

    before: Body
    body: Body
    start: Node
    end: Node
    idle: tuple[int, ...]


class Tally(msgspec.Struct):
    """What a search has looked at: positions expanded, reached, known already, worse than a known one; loads of the engine; the greatest depth."""

    expanded: int = 0
    reached: int = 0
    known: int = 0
    worse: int = 0
    loads: int = 0
    cut: int = 0
    deepest: int = 0
    turned: int = 0
    candidates: int = 0
    ended: Ended = "exhausted"


class Root(msgspec.Struct, frozen=True):
    """A position to begin from: its spot, and how much it counts against it that it is not the plainest one."""

    spot: Spot
    penalty: float = 0.0


class _Todo(msgspec.Struct, frozen=True):
    """A choice of which some ways were not played yet.

    `base` is what its node counts in the queue, `at` how far along the hints its line is then; it is `counted` as a choice unless
    it is to let the top of the stack resolve.
    """

    ways: Ways
    base: float
    at: int
    counted: bool


class Search:
    """A best-first search for the player at a seat; `named` are the cards that should take part."""

    def __init__(
        self, seat: int, named: Sequence[str], depth: int, until: Callable[[], bool], advice: Advice = _NO_ADVICE
    ) -> None:
        self._mover = Mover(seat)
        self._seat = seat
        self._named = frozenset(map(fold, named))
        self._depth = depth
        self._out_of_time = until
        self._advice = advice
        self._queue: Queues[tuple[Node, _Todo | None]] = Queues(_TURNS if advice.hints else None)
        self._colours: list[frozenset[str]] = []
        self._heeding: list[Heeding] = []
        self._seen: dict[Hashable, list[tuple[Vector, float, Board]]] = {}
        self.tally = Tally()

    def candidates(self, roots: Sequence[Root]) -> Iterator[Candidate]:
        """Yield sequences that seem to come back, the shortest first; the caller decides when it is enough."""
        for index, root in enumerate(roots):
            board = board_of(json.loads(root.spot.saved), self._seat)
            node = Node(root.spot, board, None, (), root.penalty, 0, index)
            self._colours.append(_colours_asked_for(root.spot.saved))
            self._heeding.append(Heeding(self._advice, self._seat, _called(root.spot)))
            self._is_new(board, root.penalty)
            self._put(root.penalty, node)
        too_deep = False
        while self._queue:
            if self._out_of_time():
                self.tally.ended = "time"
                return
            at, (node, todo) = self._queue.take()
            if todo is not None:
                yield from self._made(node, todo)
                self.tally.loads, self.tally.cut = self._mover.loads, self._mover.cut
            elif node.depth >= self._depth:
                too_deep = True
            else:
                # A dear choice is only made when nothing cheaper is left to be tried anywhere.
                self.tally.expanded += 1
                for option, choice in self._choices(node):
                    self._queue_ways(node, self._todo(node, at, option, choice))
        self.tally.ended = "depth" if too_deep else "exhausted"

    def _put(self, at: float, node: Node, todo: _Todo | None = None) -> None:
        self._queue.put(node.root, at, (node, todo))

    def _todo(self, node: Node, base: float, option: Option | None, choice: Choice) -> _Todo:
        heeding, asked_for = self._heeding[node.root], self._colours[node.root]

        def dearer(step: Step) -> float:
            return heeding.answer(step, choice.at, ANSWERING) + USELESS * _useless(step, asked_for)

        return _Todo(Ways(node.spot, option, choice.price, dearer), base, choice.at, option is not None)

    def _queue_ways(self, node: Node, todo: _Todo) -> None:
        price = todo.ways.price
        if price is not None:
            self._put(todo.base + price, node, todo)

    def _made(self, node: Node, todo: _Todo) -> Iterator[Candidate]:
        way = None
        with suppress(EngineBrokeDownError), breakdowns_told():
            way = todo.ways.next(self._mover)
        self._queue_ways(node, todo)
        if way is not None:
            yield from self._taken(node, way.move, Choice(way.price, todo.at), counted=todo.counted)

    def _choices(self, node: Node) -> Iterator[tuple[Option | None, Choice]]:
        """Yield what may be done in a position, with its price."""
        waits = node.board.waits
        heeding = self._heeding[node.root]
        if waits:
            yield None, Choice(heeding.resolving, node.at)
        options: tuple[Option, ...] = ()
        with suppress(EngineBrokeDownError), breakdowns_told():
            options = self._mover.first_choices(node.spot)
        for option in options:
            if option.act.kind != PASS:
                usual = (RESPONDING if waits else ACTING) + (0 if self._knows(option, node) else NOT_NAMED)
                yield option, heeding.choice(option.step, node.at, usual, waits=waits)
            elif not waits:
                yield option, heeding.going_on(node.at, _WAITING.get(node.board.phase, WAITING))

    def _knows(self, option: Option, node: Node) -> bool:
        source = option.step.source
        return source is None or source.words in node.spot.labels or _plain(source.words) in self._named

    def _taken(self, node: Node, move: Move, choice: Choice, *, counted: bool) -> Iterator[Candidate]:
        self.tally.reached += 1
        board = board_of(move.state, self._seat)
        if board.active != node.board.active:
            # What others do in their turns is not this player's loop; a turn of one's own after one's own is.
            self.tally.turned += 1
            return
        earlier = list(node.line())
        covered = next((each for each in earlier if covers(each.board, board) and gains(each.board, board)), None)
        depth = node.depth + move.choices * counted
        self.tally.deepest = max(self.tally.deepest, depth)
        if covered is not None:
            self.tally.candidates += 1
            reached = self._node(node, move, board, choice, depth)
            yield _candidate(covered, reached)
            # What came back richer is a place to begin from anew: a loop often needs a round to get going.
            price = covered.cost + RETURNING * (reached.cost - covered.cost) - node.cost
            choice = Choice(price, choice.at)
        if not self._is_new(board, node.cost + choice.price, earlier):
            return
        missing = min(short_of(each.board, board) for each in earlier)
        reached = self._node(node, move, board, choice, depth)
        self._put(reached.cost + self._heeding[node.root].missing * missing, reached)

    def _node(self, node: Node, move: Move, board: Board, choice: Choice, depth: int) -> Node:
        return Node(
            self._mover.landed(move, node.spot),
            board,
            node,
            move.steps,
            node.cost + choice.price,
            depth,
            node.root,
            choice.at,
        )

    def _is_new(self, board: Board, cost: float, line: Sequence[Node] = ()) -> bool:
        """Say whether a board is worth looking at: not known, and not worse than one of another line that was reached as cheaply.

        Worse than one of its own line is what many loops begin with: what came back tapped, or without what it first entered with.
        """
        vector = board.vector
        kept = self._seen.setdefault(board.key, [])
        for other, at, which in kept:
            if len(other) == len(vector) and at <= cost and all(map(int.__ge__, other, vector)):
                if other == vector:
                    self.tally.known += 1
                    return False
                if all(each.board is not which for each in line):
                    self.tally.worse += 1
                    return False
        kept.append((vector, cost, board))
        del kept[:-_VECTORS_KEPT]
        return True


def _plain(words: str) -> str:
    return fold(words.removeprefix("token:"))


def _called(spot: Spot) -> dict[str, str]:
    """Return the names of what has a label in a position, by label."""
    if not spot.labels:
        return {}
    objects = json.loads(spot.saved)["state"]["objects"]
    return {
        label: fold(str(objects[str(number)]["name"]))
        for label, number in spot.labels.items()
        if str(number) in objects
    }


def _useless(step: Step, asked_for: frozenset[str]) -> int:
    """Return how often a colour of mana is chosen that nothing asks for, where something asks for another one."""
    said = [answer[0].words for answer in step.choose if answer]
    return sum(words in COLOURS and words not in asked_for for words in said)


def _colours_asked_for(saved: str) -> frozenset[str]:
    """Return the colours that some cost in an exported game asks for; one of them where none does, since they are all alike then."""
    found = {colour for shards in _SHARDS.findall(saved) for colour in COLOURS if colour in shards}
    return frozenset(found or COLOURS[:1])


def _candidate(start: Node, end: Node) -> Candidate:
    before = [step for node in reversed(list(start.line())) for step in node.steps]
    body: list[Step] = []
    idle: list[int] = []
    inside: list[Node] = []
    for node in end.line():
        if node is start:
            break
        inside.append(node)
    for node in reversed(inside):
        body += node.steps
        if not node.board.waits:
            idle.append(len(body))
    return Candidate(tuple(before), tuple(body), start, end, tuple(idle))
