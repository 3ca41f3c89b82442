"""From a candidate to a certificate: played twice more, begun where nothing waits, then certified as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.objects import GameObject
from floorjudge.magic.engine.prompts import open_question
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.work import Work
from floorjudge.magic.playing.bodies import Body, Reference, Step
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.playing.playing import play_on
from floorjudge.magic.playing.recording import Option, options
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.proof.watching import MOST_WATCHED
from floorjudge.magic.search.fingerprint import covers, fingerprint_of
from floorjudge.magic.search.moves import saved_position
from floorjudge.magic.search.search import Candidate, Standing

TIMES = 10**100
_TRIES = 2
_PAID = frozenset({"cast", "activate"})
# As many rounds as it takes to see a recurrence, and some more.
_ROUNDS = 14


class Tried(msgspec.Struct, frozen=True):
    """A loop as a case, and its certificate."""

    case: LoopCase
    certificate: Certificate

    @property
    def holds(self) -> bool:
        """Return whether repeating is sure to do what the certificate states: it is certified, or its player was seen to win.

        A loop that the engine has played until its player won, every iteration watched, needs no proof of what comes later. Steps after
        which the game is over at once are no loop.
        """
        return self.is_certified or (self._is_decided and self._was_seen and self._ends_in_a_win)

    @property
    def is_certified(self) -> bool:
        """Return whether the certificate proves what repeating does, and the loop does not stop for want of something."""
        return self._is_decided and self.certificate.evidence in ("certified", "extended")

    @property
    def _was_seen(self) -> bool:
        found = self.certificate
        goes_round = found.stopped_by is not None and last_iteration(found, found.stopped_by) > 1
        return goes_round and found.evidence == "observed" and (found.iterations or 0) <= MOST_WATCHED

    @property
    def _is_decided(self) -> bool:
        found = self.certificate
        stops = found.stopped_by is not None and found.stopped_by.kind == "step"
        return not stops and found.verdict not in ("refused", "undecided")

    @property
    def may_go_on(self) -> bool:
        """Return whether the certificate leaves it open if this is a loop."""
        found = self.certificate
        stops = found.stopped_by is not None and found.stopped_by.kind == "step"
        return not stops and (found.verdict == "undecided" or found.evidence in ("observed", "undecided"))

    @property
    def leaves_something(self) -> bool:
        """Return whether something is more or less after each time round."""
        return any(line.change for line in self.certificate.lines)

    @property
    def wins(self) -> bool:
        """Return whether whoever plays it wins while it is repeated."""
        return self.holds and self._ends_in_a_win

    @property
    def _ends_in_a_win(self) -> bool:
        stop = self.certificate.stopped_by
        return stop is not None and stop.over and stop.winner == self.case.position.priority

    @property
    def runs_out_of_cards(self) -> bool:
        """Return whether whoever plays it loses by drawing from an empty library."""
        stop = self.certificate.stopped_by
        return stop is not None and stop.over and stop.kind == "library" and stop.seat == self.case.position.priority


def last_iteration(certificate: Certificate, end: Stop) -> int:
    """Return the number, from 1, of the iteration in which the game is over."""
    done, steps = certificate.iterations or 0, len(certificate.case.body)
    return done if end.step is None or end.step == steps - 1 else done + 1


def goes_on(candidate: Candidate, seat: int) -> bool:
    """Return whether the same steps can be done again from where a sequence ended, each end covering the one before."""
    position = candidate.end.position
    before = candidate.end.fingerprint
    try:
        table = position.table()
        for _ in range(_TRIES):
            play_on(table, candidate.body)
            if open_question(table)[0] == "GameOver":
                return False
            snapshot = table.snapshot().compacted(reads_history=position.reads_history)
            now = fingerprint_of(snapshot, seat, before.asked)
            if not covers(before, now):
                return False
            before = now
    except (FloorjudgeError, ValueError):
        return False
    return True


def paid_by_hand(candidate: Candidate, seat: int) -> Candidate:
    """Return a sequence in which each source of mana that the engine tapped to pay is tapped by a step before.

    The engine pays from the pool first: as mana gathers there, later rounds would tap less. Return the sequence itself where nothing is
    tapped so, or such steps do not go on.
    """
    body: list[Step] = []
    idle: list[int] = []
    places = {*candidate.idle, 0}
    begins = [index for index, step in enumerate(candidate.body) if not index or step.do != "choose"]
    try:
        table = candidate.start.position.table()
        for begin, end in pairwise((*begins, len(candidate.body))):
            if begin in places:
                idle.append(len(body))
            steps = candidate.body[begin:end]
            listed = options(table) if steps[0].do in _PAID else ()
            # To list the permanents is no work; to export a position is.
            before = table.battlefield() if listed else ()
            play_on(table, steps)
            body += (tap for tap in _taps(listed, before, table) if tap != steps[0])
            body += steps
    except (FloorjudgeError, ValueError):
        return candidate
    by_hand = msgspec.structs.replace(candidate, body=tuple(body), idle=(*idle[1:], len(body)))
    return by_hand if len(body) > len(candidate.body) and goes_on(by_hand, seat) else candidate


def _taps(listed: Sequence[Option], before: Sequence[GameObject], after: Table) -> Iterator[Step]:
    """Yield the step of a listed activation for each permanent from before that is tapped now, and was not."""
    names = {thing.number: thing.name for thing in before}
    steps = {
        names[each.act.source]: each.step for each in listed if each.act.is_activation and each.act.source in names
    }
    untapped = {thing.number for thing in before if not thing.tapped}
    for thing in after.battlefield() if steps else ():
        if thing.tapped and thing.number in untapped and thing.name in steps:
            yield steps[thing.name]


def deepened(candidate: Candidate, position: Position, deeper: Position) -> Position:
    """Return a position with the library of `deeper` for every player whose library a sequence has changed.

    Of a row of equal cards there is as much as that many rounds of the sequence take: the more cards, the longer
    everything takes.
    """
    libraries = list(position.library)
    sizes = zip(candidate.start.fingerprint.library, candidate.end.fingerprint.library, strict=True)
    for seat, (before, now) in enumerate(sizes):
        if before != now:
            most = _ROUNDS * (abs(before - now) + 1)
            libraries[seat] = tuple(
                msgspec.structs.replace(card, copies=min(card.copies, most)) for card in deeper.library[seat]
            )
    return msgspec.structs.replace(position, library=tuple(libraries))


def moved_to(candidate: Candidate, position: Position, library: CardLibrary, work: Work) -> Candidate | None:
    """Return the same sequence played from another position; None when it cannot be played there."""
    try:
        table = set_up(position, library).counted_in(work)
        origin = _standing(table, candidate.origin, position.priority)
        play_on(table, (*candidate.before, *candidate.body))
    except (FloorjudgeError, ValueError):
        return None
    end = _standing(table, candidate.end, position.priority)
    return msgspec.structs.replace(candidate, origin=origin, start=origin, end=end)


def _standing(table: Table, like: Standing, seat: int) -> Standing:
    """Return the standing of a table, saved as another position is."""
    position = saved_position(table, reads_history=like.position.reads_history)
    return Standing(position, fingerprint_of(position.snapshot, seat, like.fingerprint.asked))


def neatest(candidate: Candidate, seat: int) -> Candidate:
    """Return the same loop begun in the position itself where that can be, else where nothing waits on the stack."""
    origin = candidate.origin
    turned = list(_turned(candidate))
    for each in turned if candidate.before else ():
        at_once = msgspec.structs.replace(each, before=(), start=origin, end=origin)
        if goes_on(at_once, seat):
            return at_once
    return turned[0]


def _turned(candidate: Candidate) -> Iterator[Candidate]:
    """Yield the same loop begun at other steps with an empty stack, and last the loop itself."""
    before, body = candidate.before, candidate.body
    for at in (*reversed(candidate.idle), 0):
        around = body[at:] + body[:at]
        yield msgspec.structs.replace(
            candidate, before=_without_rounds(before + body[: at % len(body)], around), body=around
        )


def _without_rounds(before: Body, body: Body) -> Body:
    """Return the steps before a loop, without whole rounds of the loop itself."""
    while body and before[-len(body) :] == body:
        before = before[: -len(body)]
    return before


def confirmed(
    candidate: Candidate, position: Position, library: CardLibrary, budget: float, within: Work | None = None
) -> Tried | None:
    """Return the certificate of a sequence, as `with_certificate` does."""
    return with_certificate(LoopCase(position, candidate.body, TIMES, candidate.before), library, budget, within)


def with_certificate(case: LoopCase, library: CardLibrary, budget: float, within: Work | None = None) -> Tried | None:
    """Return a case with its certificate; None when its steps cannot be played from its position.

    `budget` and `within` are how much the engine is tried for it, as `certify` takes them.
    """
    try:
        return Tried(case, certify(case, library, budget=budget, within=within))
    except (FloorjudgeError, ValueError):
        return None


def aimed_to_win(tried: Tried, library: CardLibrary, budget: float, within: Work | None = None) -> Tried:
    """Return a loop with the next player chosen wherever its player is, where its player wins so; else the loop itself.

    To the search all players are alike as targets: it comes back from the choice of either.
    """
    position = tried.case.position
    own, next_one = (Reference(str(seat % len(position.names))) for seat in (position.priority, position.priority + 1))
    body = tuple(
        msgspec.structs.replace(
            step, choose=tuple(tuple(next_one if each == own else each for each in answer) for answer in step.choose)
        )
        for step in tried.case.body
    )
    if tried.wins or body == tried.case.body:
        return tried
    aimed = with_certificate(msgspec.structs.replace(tried.case, body=body), library, budget, within)
    return aimed if aimed is not None and aimed.wins and aimed.is_certified >= tried.is_certified else tried
