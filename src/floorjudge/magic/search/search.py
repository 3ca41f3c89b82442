"""Best-first search, from starting positions to sequences that end in a position which covers the one they began in.

A sequence costs as much as the choices in it: waiting for something to resolve costs little, acting while something
waits on the stack or letting the turn go on costs more, and what is missing of an earlier position is still to be won
back. No position is looked at twice, and none that is worse than one that was reached as cheaply.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import count
from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec

from floorjudge.magic.engine.actions import NO, PASS
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.naming import fold
from floorjudge.magic.playing.questions import NOTHING
from floorjudge.magic.playing.recording import Option
from floorjudge.magic.search.choice_costs import ChoiceCost, ChoiceCosts, Guide
from floorjudge.magic.search.fingerprint import (
    COLOURS,
    Fingerprint,
    Vector,
    covers,
    fingerprint_of,
    gains,
    lost_from,
)
from floorjudge.magic.search.moves import Move, Mover, OptionMoves, SavedPosition, breakdown_ends_it
from floorjudge.magic.search.needs import SPARK

Ended: TypeAlias = Literal["found", "time", "depth", "exhausted"]
T = TypeVar("T")

ACTING, ANSWERING, MIXING, RESPONDING, WAITING = 1.0, 0.25, 0.1, 2.5, 4.0
NOT_NAMED, RETURNING, USELESS = 0.8, 0.4, 4.0
# Tapping for mana once more, as with one land after the other, is hardly a choice; to stop halfway is one.
TAPPING_ON, TAPPING_FEWER = 0.1, 1.0
# A combat that has begun goes on by itself; where no card is about it, it is hardly begun.
_WAITING = {"PreCombatMain": 2.0} | dict.fromkeys(
    ("Upkeep", "Draw", "BeginCombat", "DeclareAttackers", "DeclareBlockers", "CombatDamage", "EndCombat"), 0.1
)
# In a step other than a main phase, to do what could have been done before the turn went on.
_LATE = 1.5
_MAIN = frozenset({"PreCombatMain", "PostCombatMain"})
# Where a further phase was added, the turn is meant to go on.
_MORE_PHASES = 0.2
# Where nothing else can be done, the turn goes on.
_NO_CHOICE = 0.1
# Where no card speaks of a later step, the same could be done there as here.
_NOTHING_LATER = 8.0
_VECTORS_KEPT = 40
# After so many rounds that made a line richer, others are no cheaper than anything else.
_ROUNDS = 2
# Where starting positions take turns, every so many times.
_TURNS = 5
# Where they do not, the penalty of one that is at least so far from the plainest is doubled: loops seldom begin there, and a search from
# it takes as much work as from any other.
_FAR, _TWICE = 0.75, 2.0


class Standing(msgspec.Struct, frozen=True):
    """A position and its fingerprint for the player who searches."""

    position: SavedPosition
    fingerprint: Fingerprint


class SearchNode(Standing, frozen=True):
    """A position that was reached: how, from where, at what cost; `root` is the start of its line, `at` its place in the advice.

    `loyal` are the planeswalkers of which an ability was activated on the line, each as it was in a turn. `richer` counts the times
    that the line has come back richer.
    """

    parent: SearchNode | None
    steps: Body
    cost: float
    depth: int
    root: int
    at: int = 0
    loyal: frozenset[Vector] = frozenset()
    richer: int = 0

    def line(self) -> Iterator[SearchNode]:
        """Yield this node and those before it, back to the root."""
        node: SearchNode | None = self
        while node is not None:
            yield node
            node = node.parent


class Candidate(msgspec.Struct, frozen=True):
    """A sequence whose end covers its start: what is done before it, the sequence, and where both of its ends are.

    What is done before it begins in `origin`, the position to begin from with the number `root`. `idle` are the places in the body, each the number of steps before it, at which nothing waits on the stack.
    """

    before: Body
    body: Body
    start: Standing
    end: Standing
    origin: Standing
    root: int = 0
    idle: tuple[int, ...] = ()


class Tally(msgspec.Struct):
    """What a search has looked at: positions expanded, reached, known, worse than a known one; loads; the greatest depth.

    `cut` are answers left out because there were too many.
    """

    expanded: int = 0
    reached: int = 0
    known: int = 0
    worse: int = 0
    loads: int = 0
    cut: int = 0
    deepest: int = 0
    candidates: int = 0
    ended: Ended = "exhausted"


class Root(msgspec.Struct, frozen=True):
    """A position to begin from, and how much it counts against it that it is not the plainest one."""

    position: SavedPosition
    penalty: float = 0.0


class _RootFacts(msgspec.Struct, frozen=True):
    """Facts about a starting position: the colours in the costs of its cards, whether they mention later steps; and its costs.

    `responding` is what it costs to act while something waits on the stack.
    """

    colours: frozenset[str]
    speaks_of_later: bool
    responding: float
    costs: ChoiceCosts


class Frontier(Generic[T]):
    """The choices still to be tried, the cheapest first, in a queue for each starting position.

    Every `turns` times, the next choice comes from the queue from which the fewest were taken; None always takes the
    cheapest of all.
    """

    def __init__(self, turns: int | None) -> None:
        self._turns = turns
        self._heaps: dict[int, list[tuple[float, int, T]]] = {}
        self._taken: Counter[int] = Counter()
        self._order = count()
        self._pops = 0

    def __bool__(self) -> bool:
        return bool(self._heaps)

    def put(self, root: int, cost: float, choice: T) -> None:
        """Put a choice into the queue of a starting position."""
        heapq.heappush(self._heaps.setdefault(root, []), (cost, next(self._order), choice))

    def take(self) -> tuple[float, T]:
        """Return the next choice with its cost. Raises ValueError when the queues are empty."""
        self._pops += 1
        if self._turns is not None and self._pops % self._turns == 0:
            root = min(self._heaps, key=lambda each: (self._taken[each], each))
        else:
            root = min(self._heaps, key=lambda each: self._heaps[each][0][:2])
        cost, _, choice = heapq.heappop(self._heaps[root])
        if not self._heaps[root]:
            del self._heaps[root]
        self._taken[root] += 1
        return cost, choice


class _Choice(msgspec.Struct, frozen=True):
    """A choice of which some moves were not played yet.

    `base` is what its node counts in the frontier, `at` the place in the advice that its line is at then; it is `counted` as a choice
    unless it is to let the top of the stack resolve or the turn go on. `loyal` is that of the nodes that it leads to.
    """

    moves: OptionMoves
    base: float
    at: int
    counted: bool
    loyal: frozenset[Vector]


class Search:
    """A best-first search for the player at a seat.

    `named` are the cards that should take part, `depth` how many choices a line may have; `is_over` is called before
    each step.
    """

    def __init__(self, seat: int, named: Sequence[str], depth: int, is_over: Callable[[], bool], guide: Guide) -> None:
        self._mover = Mover(seat)
        self._seat = seat
        self._named = frozenset(map(fold, named))
        self._depth = depth
        self._is_over = is_over
        self._guide = guide
        self._frontier: Frontier[tuple[SearchNode, _Choice | None]] = Frontier(_TURNS if guide.takes_turns else None)
        self._roots: list[_RootFacts] = []
        self._offered: dict[int, frozenset[Step]] = {}
        self._seen: dict[Hashable, list[tuple[Vector, float, Fingerprint]]] = {}
        self.tally = Tally()

    def candidates(self, roots: Sequence[Root]) -> Iterator[Candidate]:
        """Yield sequences whose end covers their start, the cheapest first; the caller decides when it is enough."""
        for index, root in enumerate(roots):
            snapshot = root.position.snapshot
            asked = snapshot.wording.colours_of_costs
            found = fingerprint_of(snapshot, self._seat, asked)
            # Where no cost asks for a colour, they are all alike.
            colours = frozenset[str]().union(*asked) or frozenset(COLOURS[:1])
            costs = self._guide.costs(self._seat, _names_by_label(snapshot))
            # What copies spells does so while these wait.
            responding = ACTING if snapshot.wording.copies_spells else RESPONDING
            # What begins as a turn ends is about what comes then.
            later = snapshot.wording.speaks_of_later or snapshot.phase == "End"
            self._roots.append(_RootFacts(colours, later, responding, costs))
            penalty = root.penalty
            if penalty >= _FAR and not self._guide.takes_turns:
                penalty *= _TWICE
            self._is_new(found, index, penalty)
            self._put(penalty, SearchNode(root.position, found, None, (), penalty, 0, index))
        too_deep = False
        while self._frontier:
            if self._is_over():
                self.tally.ended = "time"
                return
            at, (node, choice) = self._frontier.take()
            if choice is not None:
                yield from self._played(node, choice)
                self.tally.loads, self.tally.cut = self._mover.loads, self._mover.cut
            elif node.depth >= self._depth:
                too_deep = True
            else:
                # A dear choice is only made when nothing cheaper is left to be tried anywhere.
                self.tally.expanded += 1
                for option, cost in self._choices(node):
                    loyal = _loyal(option, node)
                    if loyal is not None and not _begins_again(option, node):
                        moves = OptionMoves(node.position, option, cost.cost, self._answer_cost(node, cost.at))
                        counted = option is not None and option.act.kind != PASS
                        self._put_choice(node, _Choice(moves, at, cost.at, counted, loyal))
        self.tally.ended = "depth" if too_deep else "exhausted"

    def _put(self, cost: float, node: SearchNode, choice: _Choice | None = None) -> None:
        self._frontier.put(node.root, cost, (node, choice))

    def _put_choice(self, node: SearchNode, choice: _Choice) -> None:
        if (cost := choice.moves.cost) is not None:
            self._put(choice.base + cost, node, choice)

    def _answer_cost(self, node: SearchNode, at: int) -> Callable[[Step], float]:
        root = self._roots[node.root]
        return lambda step: (
            root.costs.answer(step, at, ANSWERING)
            + USELESS * _useless(step, root.colours)
            + MIXING * max((len({*answer}) - 1 for answer in step.choose if answer), default=0)
            + root.costs.refusing * _refuses(step)
        )

    def _choices(self, node: SearchNode) -> Iterator[tuple[Option | None, ChoiceCost]]:
        """Yield the choices in a position, each with its cost."""
        waits = node.fingerprint.waits
        costs = self._roots[node.root].costs
        if waits:
            yield None, ChoiceCost(costs.resolving, node.at)
        options: tuple[Option, ...] = ()
        with breakdown_ends_it():
            options = self._mover.options(node.position)
        # A node is there as long as the ones after it, so that its number is its own when they look.
        self._offered[id(node)] = frozenset(option.step for option in options)
        earlier = self._offered.get(id(node.parent), frozenset()) if _only_goes_on(node) else frozenset[Step]()
        taps_on = [not waits and _taps_on(option, node) for option in options]
        halfway = TAPPING_FEWER * (any(taps_on) and _has_tapped(node))
        for option, once_more in zip(options, taps_on, strict=True):
            if option.act.kind != PASS:
                usual = self._roots[node.root].responding if waits else ACTING
                usual += (0 if self._knows(option, node) else NOT_NAMED) + _LATE * (option.step in earlier)
                usual = TAPPING_ON if once_more else usual + halfway
                yield option, costs.choice(option.step, node.at, usual, waits=waits)
            elif not waits:
                usual = _WAITING.get(node.fingerprint.phase, WAITING)
                if not self._roots[node.root].speaks_of_later:
                    usual = _NOTHING_LATER
                elif len(options) == 1:
                    usual = _NO_CHOICE
                if node.fingerprint.more_phases or node.fingerprint.more_turns:
                    usual = min(usual, _MORE_PHASES)
                yield option, costs.going_on(node.at, usual)

    def _knows(self, option: Option, node: SearchNode) -> bool:
        source = option.step.source
        return source is None or source.words in node.position.labels or _plain(source.words) in self._named

    def _played(self, node: SearchNode, choice: _Choice) -> Iterator[Candidate]:
        played = None
        with breakdown_ends_it():
            played = choice.moves.next(self._mover)
        self._put_choice(node, choice)
        if played is not None:
            move, cost = played
            yield from self._reached(node, move, ChoiceCost(cost, choice.at), choice)

    def _reached(self, node: SearchNode, move: Move, cost: ChoiceCost, choice: _Choice) -> Iterator[Candidate]:
        self.tally.reached += 1
        found = fingerprint_of(move.snapshot, self._seat, node.fingerprint.asked)
        if found.active != node.fingerprint.active:
            # What others do in their turns is not this player's loop; a turn of one's own after one's own is.
            return
        earlier = list(node.line())
        # To come to a step again takes a combat or a turn more, even if nothing else is left of it.
        again = found.phase != node.fingerprint.phase
        covered = next(
            (each for each in earlier if covers(each.fingerprint, found) and (again or gains(each.fingerprint, found))),
            None,
        )
        depth = node.depth + move.choices * choice.counted
        self.tally.deepest = max(self.tally.deepest, depth)
        if covered is not None:
            self.tally.candidates += 1
            reached = self._node(node, move, found, cost, depth, choice.loyal)
            yield _candidate(covered, reached)
            # What has become richer is a place to begin from anew: a loop often needs a round to get going.
            if covered.richer < _ROUNDS:
                less = covered.cost + RETURNING * (reached.cost - covered.cost) - node.cost
                cost = ChoiceCost(less, cost.at)
        if not self._is_new(found, node.root, node.cost + cost.cost, earlier):
            return
        missing = min(lost_from(each.fingerprint, found) for each in earlier)
        reached = self._node(node, move, found, cost, depth, choice.loyal)
        if covered is not None:
            reached = msgspec.structs.replace(reached, richer=covered.richer + 1)
        self._put(reached.cost + self._roots[node.root].costs.missing * missing, reached)

    def _node(
        self,
        node: SearchNode,
        move: Move,
        found: Fingerprint,
        cost: ChoiceCost,
        depth: int,
        loyal: frozenset[Vector],
    ) -> SearchNode:
        position = self._mover.landed(move, node.position)
        cost_so_far = node.cost + cost.cost
        return SearchNode(position, found, node, move.steps, cost_so_far, depth, node.root, cost.at, loyal, node.richer)

    def _is_new(self, found: Fingerprint, root: int, cost: float, line: Sequence[SearchNode] = ()) -> bool:
        """Return whether a position is worth expanding: not known, and not worse than one reached as cheaply.

        Many loops begin with a position worse than an earlier one of the same line: a permanent came back tapped, or
        without what it first entered with. What was reached from another starting position counts for nothing: a loop may come back to
        a poorer one before it would to a richer one.
        """
        vector = found.vector
        kept = self._seen.setdefault((root, found.key), [])
        for other, at, which in kept:
            if len(other) == len(vector) and at <= cost and all(map(int.__ge__, other, vector)):
                if other == vector:
                    self.tally.known += 1
                    return False
                if all(each.fingerprint is not which for each in line):
                    self.tally.worse += 1
                    return False
        kept.append((vector, cost, found))
        del kept[:-_VECTORS_KEPT]
        return True


def _loyal(option: Option | None, node: SearchNode) -> frozenset[Vector] | None:
    """Return the planeswalkers activated on the line of a node and by an option; None if the option may not activate one again.

    The engine forgets it when it loads a position.
    """
    if option is None or not option.act.is_activation or '"Planeswalker"' not in node.position.saved:
        return node.loyal
    snapshot = node.position.snapshot
    thing = snapshot.objects.get(option.act.source)
    if thing is None or "Planeswalker" not in thing.types or snapshot.more_loyalty_abilities:
        return node.loyal
    which = (thing.number, thing.moves, snapshot.turn)
    return None if which in node.loyal else node.loyal | {which}


def _only_goes_on(node: SearchNode) -> bool:
    """Return whether a position differs from the one before by nothing but a later step of the turn, which is no main phase."""
    if node.fingerprint.waits or node.fingerprint.phase in _MAIN:
        return False
    return all(step.do in ("pass", "block") or (step.do == "attack" and not step.attackers) for step in node.steps)


def _begins_again(option: Option | None, node: SearchNode) -> bool:
    """Return whether an option casts what only begins a loop, after another such spell on the line of a node."""
    if option is None or not _only_begins(option.step):
        return False
    return any(_only_begins(step) for each in node.line() for step in each.steps)


def _only_begins(step: Step) -> bool:
    return step.do == "cast" and step.source is not None and step.source.words.startswith(SPARK)


def _taps_on(option: Option, node: SearchNode) -> bool:
    """Return whether an option repeats what has just made mana."""
    before = node.parent
    if before is None or not node.steps or node.steps[0].source != option.step.source:
        return False
    return node.fingerprint.payable[()] > before.fingerprint.payable[()]


def _has_tapped(node: SearchNode) -> bool:
    """Return whether more is tapped than before."""
    now, before = (
        sum(counts[0] - counts[1] for kind, counts in each.fingerprint.own.items() if kind[0] == "Battlefield")
        for each in (node, node.parent or node)
    )
    return now > before


def _plain(words: str) -> str:
    return fold(words.removeprefix("token:"))


def _names_by_label(snapshot: Snapshot) -> dict[str, str]:
    """Return the names of what has a label in a position, by label."""
    there = snapshot.objects
    return {label: fold(there[number].name) for label, number in snapshot.labels.items() if number in there}


def _useless(step: Step, asked_for: frozenset[str]) -> float:
    """Return for how many answers a color of mana is chosen that nothing asks for, where something asks for another one, parts of answers too."""
    said = [[each.words for each in answer] for answer in step.choose if answer]
    return sum(sum(each in COLOURS and each not in asked_for for each in words) / len(words) for words in said)


def _refuses(step: Step) -> bool:
    attacks_nobody = step.do == "attack" and not step.attackers
    return attacks_nobody or any(answer and answer[0].words in (NO, NOTHING) for answer in step.choose)


def _candidate(start: SearchNode, end: SearchNode) -> Candidate:
    line = list(start.line())
    before = [step for node in reversed(line) for step in node.steps]
    inside: list[SearchNode] = []
    for node in end.line():
        if node is start:
            break
        inside.append(node)
    body: list[Step] = []
    idle: list[int] = []
    for node in reversed(inside):
        body += node.steps
        if not node.fingerprint.waits:
            idle.append(len(body))
    return Candidate(tuple(before), tuple(body), start, end, line[-1], start.root, tuple(idle))
