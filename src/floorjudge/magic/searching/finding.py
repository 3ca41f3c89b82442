"""Find loops: search from positions, try what comes back, certify it, and say what was looked at."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.searching.advice import Advice
from floorjudge.magic.searching.boards import leaves
from floorjudge.magic.searching.breaking import EngineBrokeDownError, breakdowns_told
from floorjudge.magic.searching.confirming import Tried, comes_back, confirmed, deepened, moved_to
from floorjudge.magic.searching.layouts import Layout
from floorjudge.magic.searching.lightness import reads_past
from floorjudge.magic.searching.moves import spot_of
from floorjudge.magic.searching.neatness import neatest
from floorjudge.magic.searching.products import happenings, happens, is_worth_something
from floorjudge.magic.searching.searching import Candidate, Root, Search, Tally

DEPTH, SECONDS = 24, 30.0
_CERTIFYING = 1.5
# Of sequences that could not be certified: how many in all, how many of the same things in another order, and from how many places each.
_MOST_UNDECIDED, _MOST_ALIKE, _TRIES = 12, 2, 3
# Something may be left over for longer than it took to find a loop that leaves nothing: the search goes on for as long again.
_PATIENCE = 1.0
_MOST_SHARE = 0.5
_NO_ADVICE = Advice()


class Limits(msgspec.Struct, frozen=True):
    """How far a search goes: seconds of computing (more than 0) and choices one after the other (1 or more)."""

    seconds: float = SECONDS
    depth: int = DEPTH


USUAL = Limits()


class Outcome(msgspec.Struct, frozen=True):
    """What a search has found.

    `loop` is the certified loop, None when there is none; `undecided` are sequences that came back and could not be certified;
    `layouts` how many positions it began from, of `asked`; `tally` what was looked at, `seconds` of computing it took.
    """

    loop: Tried | None
    undecided: tuple[Tried, ...]
    layouts: int
    asked: int
    tally: Tally
    seconds: float


def find(
    layouts: Sequence[Layout],
    named: Sequence[str],
    library: CardLibrary,
    limits: Limits = USUAL,
    clock: Callable[[], float] = time.process_time,
    advice: Advice = _NO_ADVICE,
) -> Outcome:
    """Return the shortest loop that can be certified, from any of some positions.

    `named` are the cards that should take part in it. `clock` counts the seconds. `advice` says what is likely done; it changes
    what is tried first, never what is found to be a loop. Raises BadInput when the engine is not
    installed, and when none of the positions can be set up.
    """
    begun = clock()
    hunt = _Hunt(layouts, library, limits, lambda: clock() - begun)
    hunt.run(named, advice)
    return hunt.outcome()


class _Hunt:
    """One search, from setting up to the certificate."""

    def __init__(
        self, layouts: Sequence[Layout], library: CardLibrary, limits: Limits, spent: Callable[[], float]
    ) -> None:
        self._library, self._limits, self._spent = library, limits, spent
        self._asked = len(layouts)
        self._layouts: list[Layout] = []
        self._roots: list[Root] = []
        for layout in layouts:
            self._begin_from(layout)
        self._best: Tried | None = None
        self._until = limits.seconds
        self._undecided: list[Tried] = []
        self._tried: Counter[tuple[int, Body]] = Counter()
        self._certifying = 0.0
        self._tally = Tally()

    def _begin_from(self, layout: Layout) -> None:
        try:
            table = set_up(layout.position, self._library)
            spot = spot_of(table, reads_past=reads_past(table.state()))
        except FloorjudgeError:
            if self._asked == 1:
                raise
            return
        self._layouts.append(layout)
        self._roots.append(Root(spot, layout.penalty))

    def run(self, named: Sequence[str], advice: Advice) -> None:
        """Search until a loop is certified or a limit is reached."""
        seat = self._layouts[0].position.priority if self._layouts else 0
        search = Search(seat, named, self._limits.depth, lambda: self._spent() >= self._until, advice)
        self._tally = search.tally
        for candidate in search.candidates(self._roots):
            with suppress(EngineBrokeDownError), breakdowns_told():
                if self._takes(candidate, seat):
                    break
        if self._best is not None:
            search.tally.ended = "found"

    def _takes(self, candidate: Candidate, seat: int) -> bool:
        """Try a sequence; say whether the search is over."""
        layout = self._layouts[candidate.start.root]
        position = layout.position
        if not self._is_untried(candidate):
            return False
        if layout.deeper is not None and candidate.end.board.library != candidate.start.board.library:
            position = deepened(candidate, position, layout.deeper)
            deeper = moved_to(candidate, position, self._library, seat)
            if deeper is None:
                return False
            candidate = deeper
        if not comes_back(candidate, seat) or not self._is_worth_certifying(candidate):
            return False
        self._tried[candidate.start.root, candidate.body] = _TRIES
        at = self._spent()
        tried = confirmed(neatest(candidate, seat), position, self._library, _CERTIFYING)
        self._certifying += self._spent() - at
        return tried is not None and self._is_the_end(tried)

    def _is_the_end(self, tried: Tried) -> bool:
        """Keep a loop that was certified, or a sequence that could not be; say whether nothing better is looked for."""
        if not tried.holds:
            self._undecided.append(tried)
        elif _gains(tried):
            self._best = tried
            return True
        elif self._best is None and (
            tried.leaves_something or is_worth_something(happenings(tried.case, self._library))
        ):
            self._best = tried
            self._until = min(self._limits.seconds, self._spent() * (1 + _PATIENCE) + _PATIENCE)
        return False

    def _is_untried(self, candidate: Candidate) -> bool:
        """Say whether a sequence is new in its position, or was tried from few places there: the first round may differ from others."""
        if self._best is not None and frozenset(candidate.body) == frozenset(self._best.case.body):
            return False
        key = candidate.start.root, candidate.body
        self._tried[key] += 1
        return self._tried[key] <= _TRIES

    def _is_worth_certifying(self, candidate: Candidate) -> bool:
        """Say whether a sequence does something, is made of other things than what could not be certified, and there is time left."""
        made_of = _ingredients(candidate.body)
        alike = sum(_ingredients(each.case.body) == made_of for each in self._undecided)
        if alike >= _MOST_ALIKE or len(self._undecided) >= _MOST_UNDECIDED:
            return False
        if self._certifying > self._limits.seconds * _MOST_SHARE:
            return False
        start, end = candidate.start.board, candidate.end.board
        return leaves(start, end) or _does_something(candidate)

    def outcome(self) -> Outcome:
        """Return what was found."""
        return Outcome(
            self._best,
            tuple(self._undecided),
            len(self._layouts),
            self._asked,
            self._tally,
            self._spent(),
        )


def _ingredients(body: Body) -> frozenset[tuple[str, str]]:
    """Return what a sequence is made of, whatever the order and the answers."""
    return frozenset((step.do, step.source.words) for step in body if step.source is not None)


def _gains(tried: Tried) -> bool:
    """Say whether something is left of each time round that is not only fewer cards in the player's own library."""
    own = f"library.{tried.case.position.priority}"
    return any(line.change and line.key != own for line in tried.certificate.lines)


def _does_something(candidate: Candidate) -> bool:
    return is_worth_something(happens(candidate.end.spot.table(), candidate.body))
