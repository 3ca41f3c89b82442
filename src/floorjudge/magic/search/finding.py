"""Find loops: search from positions, try the sequences that can go on, and certify one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.doubts import known_doubts, without_repeats
from floorjudge.magic.engine.work import UNITS_PER_SECOND, Work, WorkIsOver, units
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.assumptions import doubtful_cards
from floorjudge.magic.proof.certificates import named_cards
from floorjudge.magic.search.choice_costs import NO_GUIDE, Guide
from floorjudge.magic.search.confirming import (
    Tried,
    aimed_to_win,
    confirmed,
    deepened,
    goes_on,
    moved_to,
    neatest,
    paid_by_hand,
)
from floorjudge.magic.search.drafts import Granted, Layout
from floorjudge.magic.search.fingerprint import leaves
from floorjudge.magic.search.moves import breakdown_ends_it, saved_position
from floorjudge.magic.search.outcomes import SEARCHED_PER_SECOND, Outcome
from floorjudge.magic.search.paring import also_needed, does_without, pared, signs
from floorjudge.magic.search.products import counter_of_player, happenings, happens, is_worth_something
from floorjudge.magic.search.replaying import SETTING_UP
from floorjudge.magic.search.search import Candidate, Root, Search, Tally
from floorjudge.texts import Text

# The limits of a usual search; a test holds the command line to them.
DEPTH, SECONDS = 24, 15.0
# What a certificate may take, in seconds of a usual machine.
_CERTIFYING = 1.5
# Sequences that could not be certified: at most in all, of the same things in another order from one position, from places each.
_MOST_UNDECIDED, _MOST_ALIKE, _TRIES = 12, 4, 3
# After a loop that leaves something over, the search goes on for as long again, for one that leaves nothing.
_PATIENCE = 1.0
_MOST_SHARE = 0.5
# A certificate may take this share of the allowed work, and go beyond it by this share.
_SHARE_OF_ONE, _BEYOND = 0.4, 0.1
# How much more work than the search may do, as a share of it, goes to what a loop that was found does not need.
_PARING = 0.5


class Limits(msgspec.Struct, frozen=True):
    """How far a search goes.

    `seconds` (0 or more) stand for the work that a usual machine does in them; `depth` (1 or more) are choices one
    after the other.
    """

    seconds: float = SECONDS
    depth: int = DEPTH


USUAL = Limits()


class Progress(msgspec.Struct, frozen=True):
    """How far a search is: positions reached, sequences that came back, and how much of its work is done.

    `best` is the best loop so far, None while there is none; `proves` is whether a sequence that came back is certified now.
    """

    reached: int
    candidates: int
    done: float
    best: Tried | None
    proves: bool = False


def find(
    layouts: Sequence[Layout],
    named: Sequence[str],
    library: CardLibrary,
    limits: Limits = USUAL,
    guide: Guide = NO_GUIDE,
    *,
    watch: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Return the shortest loop that can be certified, else one that was seen to win, from any of some positions.

    `named` are the cards that should take part in it. `guide` says what is likely done; it changes what is
    tried first, never what is found to be a loop. `watch` is called often with the progress. The same search has the same outcome
    on every machine. Raises BadInput when the engine is not installed, and when none of the positions can be set up.
    """
    search = LoopSearch(layouts, library, limits, watch)
    search.run(named, guide)
    return search.outcome()


class LoopSearch:
    """One search, from setting up to the certificate."""

    def __init__(
        self,
        layouts: Sequence[Layout],
        library: CardLibrary,
        limits: Limits,
        watch: Callable[[Progress], None] | None = None,
    ) -> None:
        self._begun = time.process_time()
        self._library, self._limits, self._watch = library, limits, watch
        self._work = Work(round(limits.seconds * SEARCHED_PER_SECOND))
        self._asked = len(layouts)
        self._layouts: list[Layout] = []
        self._roots: list[Root] = []
        for layout in layouts:
            self._begin_from(layout)
        self._named: Sequence[str] = ()
        self._best: Tried | None = None
        # Whether the best loop can be repeated without a named card, or is another player's: then the search goes on as if there were none.
        self._best_lacks = False
        self._uses_all = False
        self._granted: Granted | None = None
        self._until = self._work.limit
        self._undecided: list[Tried] = []
        self._tried: Counter[tuple[int, Body, bool]] = Counter()
        self._alike: Counter[tuple[int, frozenset[tuple[str, str]]]] = Counter()
        self._certifying = 0
        self._tally = Tally()
        self._overdue = False

    def _begin_from(self, layout: Layout) -> None:
        try:
            self._work.spend(units(SETTING_UP))
            table = set_up(layout.position, self._library).counted_in(self._work)
            root = saved_position(table, reads_history=table.snapshot().wording.reads_history)
        except FloorjudgeError:
            if self._asked == 1:
                raise
            return
        self._layouts.append(layout)
        self._roots.append(Root(root, layout.penalty))

    def run(self, named: Sequence[str], guide: Guide) -> None:
        """Search until a loop is certified or a limit is reached."""
        seat = self._layouts[0].position.priority if self._layouts else 0
        self._named = named
        lent = dict.fromkeys(name for layout in self._layouts for name in layout.lent)
        search = Search(seat, (*named, *lent), self._limits.depth, self._is_over, guide)
        self._tally = search.tally
        try:
            for candidate in search.candidates(self._roots):
                with breakdown_ends_it():
                    if self._takes(candidate, seat):
                        break
        except WorkIsOver:
            # By the clock: what was found until then depends on the machine.
            self._overdue, self._best, self._undecided = True, None, []
        if self._best is not None:
            search.tally.ended = "found"
        elif self._overdue:
            search.tally.ended = "time"

    def _is_over(self) -> bool:
        if self._work.is_overdue:
            raise WorkIsOver(by_clock=True)
        self._tell()
        return self._work.spent >= self._until

    def _tell(self, *, proves: bool = False) -> None:
        if self._watch is not None:
            tally, done = self._tally, self._work.spent / max(1, self._work.limit)
            self._watch(Progress(tally.reached, tally.candidates, done, self._best, proves))

    def _takes(self, candidate: Candidate, seat: int) -> bool:
        """Try a sequence; say whether the search is over."""
        layout = self._layouts[candidate.root]
        position = layout.position
        if not self._is_untried(candidate):
            return False
        if layout.deeper is not None and candidate.end.fingerprint.library != candidate.start.fingerprint.library:
            position = deepened(candidate, position, layout.deeper)
            deeper = moved_to(candidate, position, self._library, self._work)
            if deeper is None:
                return False
            candidate = deeper
        candidate = paid_by_hand(candidate, seat)
        if self._is_best_again(candidate) or not goes_on(candidate, seat) or not self._is_worth_certifying(candidate):
            return False
        self._tried[_sequence(candidate)] = _TRIES
        at = self._work.spent
        self._tell(proves=True)
        tried = self._confirmed(neatest(candidate, seat), position)
        if tried is not None and layout.deeper not in (None, position) and tried.runs_out_of_cards:
            # The size of the library was made up here: with a larger one another player may lose first.
            tried = self._confirmed_from(layout.deeper, candidate, seat) or tried
        self._certifying += self._work.spent - at
        if tried is None:
            return False
        self._alike[candidate.root, _ingredients(tried.case.body)] += not tried.holds
        over = self._is_the_end(tried)
        if self._best is tried:
            self._granted = layout.granted
        return over

    def _confirmed_from(self, position: Position, candidate: Candidate, seat: int) -> Tried | None:
        """Return the certificate of a sequence played from another position, None when there is none."""
        moved = moved_to(candidate, position, self._library, self._work)
        if moved is None or not goes_on(moved, seat):
            return None
        return self._confirmed(neatest(moved, seat), position)

    def _confirmed(self, candidate: Candidate, position: Position) -> Tried | None:
        """Return the certificate of a sequence, within the work that is left and a share of what is allowed."""
        left = max(0, round(self._work.limit * (1 + _BEYOND)) - self._work.spent)
        most = min(left, round(self._work.limit * _SHARE_OF_ONE))
        within = Work(most, within=self._work, most=most)
        return confirmed(candidate, position, self._library, min(_CERTIFYING, most / UNITS_PER_SECOND), within)

    def _is_the_end(self, tried: Tried) -> bool:
        """Keep a loop that was certified, or a sequence that could not be; say whether nothing better is looked for."""
        if not tried.holds:
            self._undecided.append(tried)
            return False
        lacks = any(self._does_without(tried)) or self._is_padded(tried) or _is_kept_going_by_others(tried)
        if tried.is_certified and _gains(tried) and not lacks:
            self._best = tried
            return True
        best = self._best
        is_better = best is None or (self._best_lacks and not lacks)
        is_better |= best is not None and tried.is_certified > best.is_certified and lacks <= self._best_lacks
        if is_better and (
            tried.wins or tried.leaves_something or is_worth_something(happenings(tried.case, self._library))
        ):
            self._best, self._best_lacks = tried, lacks
            if not lacks:
                self._until = min(
                    self._work.limit, round(self._work.spent * (1 + _PATIENCE)) + round(_PATIENCE * SEARCHED_PER_SECOND)
                )
        return False

    def _does_without(self, tried: Tried) -> Iterator[bool]:
        """Yield for each named card whether a loop can be repeated without it."""
        return (does_without(tried, name, self._library, self._work) for name in self._named)

    def _is_padded(self, tried: Tried) -> bool:
        """Return whether a loop does all that the best one does and more, and nothing comes of the rest."""
        best = self._best
        return (
            best is not None
            and _gains(best)
            and _ingredients(best.case.body) <= _ingredients(tried.case.body)
            and signs(tried) <= signs(best)
        )

    def _is_untried(self, candidate: Candidate) -> bool:
        """Return whether a sequence is new in its position, or was tried from few places there: first rounds may differ."""
        if self._is_best_again(candidate):
            return False
        key = _sequence(candidate)
        self._tried[key] += 1
        return self._tried[key] <= _TRIES

    def _is_best_again(self, candidate: Candidate) -> bool:
        """Return whether a sequence has the steps of the best loop, in whatever order."""
        if self._best is None:
            return False
        best = self._best.case.body
        return _is_within(candidate.body, best) and _is_within(best, candidate.body)

    def _is_worth_certifying(self, candidate: Candidate) -> bool:
        """Return whether a sequence does something, is unlike those that could not be certified, and work is left."""
        if (
            self._alike[candidate.root, _ingredients(candidate.body)] >= _MOST_ALIKE
            or len(self._undecided) >= _MOST_UNDECIDED
        ):
            return False
        if self._certifying > self._work.limit * _MOST_SHARE:
            return False
        start, end = candidate.start.fingerprint, candidate.end.fingerprint
        if leaves(start, end):
            return True
        return is_worth_something(happens(candidate.end.position.table(), candidate.body))

    def outcome(self) -> Outcome:
        """Return the outcome, with the loop without what it does not need and the caller did not name."""
        loop = self._best
        also_needs: tuple[Text, ...] = ()
        paring = Work(max(0, round(self._work.limit * (1 + _PARING)) - self._work.spent), within=self._work)
        if loop is not None:
            loop = aimed_to_win(loop, self._library, _CERTIFYING, paring)
        if loop is not None and self._granted is not None:
            loop = pared(loop, self._granted, self._library, _CERTIFYING, paring)
            also_needs = also_needed(loop.case.position, self._granted)
        unused = () if loop is None else self._not_used(loop, paring)
        return Outcome(
            loop,
            tuple(self._undecided),
            len(self._layouts),
            self._asked,
            self._tally,
            self._work.spent,
            time.process_time() - self._begun,
            self._overdue,
            also_needs,
            unused,
            self._doubts(None if loop is None else unused),
        )

    def _not_used(self, loop: Tried, work: Work) -> tuple[str, ...]:
        """Return the named cards that the loop works without, as far as the work allows to try."""
        if self._uses_all:
            return ()
        names = dict.fromkeys(self._named)
        return tuple(each for each in names if not work.is_done and does_without(loop, each, self._library, work))

    def _doubts(self, about: Sequence[str] | None) -> tuple[Text, ...]:
        """Return what the engine does not play as the cards say, of some cards or of all."""
        if about == ():
            return ()
        found = _doubts((layout.position for layout in self._layouts), self._undecided, self._library)
        return found if about is None else tuple(each for each in found if each.values["card"] in about)


def _sequence(candidate: Candidate) -> tuple[int, Body, bool]:
    """Return what tells a sequence from others in its position: its steps, and whether they leave something there."""
    return candidate.root, candidate.body, leaves(candidate.start.fingerprint, candidate.end.fingerprint)


def _is_within(body: Body, other: Body) -> bool:
    """Return whether each step of a sequence is one of another sequence.

    The number of an ability is in a step only where there was another one to activate: a step without it may be any of them.
    """
    there = {*other} | {msgspec.structs.replace(step, ability=None) for step in other}
    return all(step in there or msgspec.structs.replace(step, ability=None) in other for step in body)


def _ingredients(body: Body) -> frozenset[tuple[str, str]]:
    """Return the ingredients of a sequence, whatever the order and the answers."""
    return frozenset((step.do, step.source.words) for step in body if step.source is not None)


def _gains(tried: Tried) -> bool:
    """Return whether something is left of each time round that is not only fewer cards in the player's own library.

    Counters that the player has, such as energy, are there to be paid with: alone they are worth nothing yet. A loop that costs its player life, or loses them the game while they hit themselves, may be a poor one among better ones.
    """
    seat = tried.case.position.priority
    chosen = (each.words for step in tried.case.body for answer in (step.targets, *step.choose) for each in answer)
    if tried.runs_out_of_cards and str(seat) in chosen:
        return False
    changes = {line.key: line.change for line in tried.certificate.lines if line.change}
    pays = min(changes.get(f"life.{seat}", (0,))) < 0
    return not pays and any(key != f"library.{seat}" and not _is_own_counter(key, seat) for key in changes)


def _is_kept_going_by_others(tried: Tried) -> bool:
    """Return whether players keep a loop going, and the one who looks for it is not among them."""
    keepers = tried.certificate.maintained_by
    return bool(keepers) and tried.case.position.priority not in keepers


def _is_own_counter(key: str, seat: int) -> bool:
    counter = counter_of_player(key)
    return counter is not None and counter[1] == seat


def _doubts(positions: Iterable[Position], undecided: Sequence[Tried], library: CardLibrary) -> tuple[Text, ...]:
    """Return a sentence on each known mistake of the engine with the cards of some positions, each once.

    The mistakes that were seen in the sequences without a certificate are among them.
    """
    known = [sentence for position in positions for sentence in _doubts_of_position(position, library)]
    seen = [each.sentence for tried in undecided for each in without_repeats(tried.certificate.misplayed)]
    return tuple({(sentence.message, str(sentence.values)): sentence for sentence in (*known, *seen)}.values())


def _doubts_of_position(position: Position, library: CardLibrary) -> Iterator[Text]:
    known = list(known_doubts(dict.fromkeys(named_cards(position)), position.with_own_cards(library)))
    unread = {each.card for each in known if each.is_unread}
    yield from (each.sentence for each in without_repeats(known))
    yield from (sentence for sentence in doubtful_cards(position, library) if sentence.values["card"] not in unread)
