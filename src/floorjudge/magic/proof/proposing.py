"""Proposing how far a loop goes: a few numbers, which the prover then establishes on a separate trajectory.

The first iterations are performed. As soon as they follow a recurrence, the engine is set up in a position that the
recurrence predicts, and performs the next iteration there. Where the recurrence breaks, the last iteration that follows
it and the first that does not are both performed, and the trajectory continues from there: it has stopped, or a new
segment begins with a new recurrence.

Only an end that the engine has reached counts. Life that has run out, an empty library, a number that is reached show
only where to look. All questions to the engine go through the prover's trajectory, which remembers the answers, so none
is repeated.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Literal

import msgspec

from floorjudge.exact import numeral
from floorjudge.exact.sequences import first_at
from floorjudge.magic.doubt.doubts import Doubt
from floorjudge.magic.engine.fields import LARGEST_AMOUNT
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.proof.certificates import Claims, Evidence
from floorjudge.magic.proof.extent import extent_of
from floorjudge.magic.proof.proving import why_not
from floorjudge.magic.proof.recurrences import Reached, Recurrence, is_count, reached_beyond
from floorjudge.magic.proof.trajectory import FOR_EVER, CannotBePut, EndNearBy, NotSo, Trajectory
from floorjudge.magic.state import CounterName
from floorjudge.texts import Text, Value, text

_PERFORMED_ANYWAY = 9
# After this many rounds, each with at least twice the new objects of the one before, no low degree fits.
_DOUBLINGS = 4
_MOST_SEGMENTS = 6
# The most additional members of one class, and the largest amount of anything else.
_MOST_OBJECTS, _MOST_AMOUNT = 500, LARGEST_AMOUNT - 10_000
# Iterations up to this number are tried at any cost; of those played near by, as many as the next number.
_ALWAYS = 64
_NEAR_BY_ANYWAY, _MOST_STEPS_BACK = 16, 40
_SHARE_OF_OWN_END = 0.25
_NEVER_NEGATIVE = frozenset({"counters", "player_counters", "energy", "poison_counters"})


class Proposal(msgspec.Struct, frozen=True):
    """A proposal how far a loop goes, as the few numbers that the prover needs.

    `why` is the reason if nothing is proposed; the numbers are then those of the performed iterations. `stop` is a
    number that is reached beyond the engine's positions, `misplayed` a difference of the engine from the rules.
    `is_sure`: for a loop without maintainers, its own end is known, or it has none.
    """

    claims: Claims
    why: Text | None = None
    stop: Stop | None = None
    misplayed: tuple[Doubt, ...] = ()
    is_sure: bool = True


def propose(led: Trajectory, case: LoopCase) -> Proposal:
    """Lead the trajectory as far as a loop seems to go, and return how far that is."""
    try:
        proposal = _Proposer(led, case).proposal()
        if proposal.why is not None or proposal.claims.stops or case.times is None or led.chance:
            return proposal
        return proposal if _is_maintained(proposal, led) else _with_own_end(proposal, led)
    except NotSo as otherwise:
        return _undecided(led, case, otherwise.sentence, misplayed=otherwise.misplayed)
    except ValueError as error:
        return _undecided(led, case, why_not(error))


def _undecided(
    led: Trajectory, case: LoopCase, why: Text, breaks: tuple[int, ...] = (), misplayed: tuple[Doubt, ...] = ()
) -> Proposal:
    """Return a proposal of only the performed iterations."""
    done = led.farthest if breaks else led.performed()
    claims = Claims(case=case, evidence="undecided", iterations=done, checked_to=done, breaks=breaks)
    return Proposal(claims, why, misplayed=misplayed)


def _is_maintained(proposal: Proposal, led: Trajectory) -> bool:
    """Return whether a player maintains the loop, or the prover will find a different result and report the reason."""
    try:
        return bool(extent_of(proposal.claims, led.anew()).maintainers().seats)
    except NotSo:
        return True


def _with_own_end(proposal: Proposal, led: Trajectory) -> Proposal:
    """Return a proposal for a loop without maintainers, with its own end, though fewer iterations were requested."""
    work, claims, anew = led.work, proposal.claims, led.anew()
    work.limit = max(work.limit, work.spent + round(work.limit * _SHARE_OF_OWN_END))
    alone = _Proposer(anew, msgspec.structs.replace(claims.case, times=None)).proposal()
    is_known = alone.why is None and (anew.stop is None or anew.stop.is_end)
    if is_known and alone.claims.stops:
        own_end = alone.claims.iterations
        return msgspec.structs.replace(proposal, claims=msgspec.structs.replace(claims, own_end=own_end))
    return msgspec.structs.replace(proposal, is_sure=is_known and alone.claims.evidence != "observed")


class _Proposer:
    """Leads the trajectory of a case segment by segment, for the requested times, or for ever if None."""

    def __init__(self, led: Trajectory, case: LoopCase) -> None:
        self._led, self._case, self._times = led, case, case.times
        self._breaks: list[int] = []
        self._is_led = False

    def proposal(self) -> Proposal:
        """Return the extent of the loop."""
        led, at = self._led, 0
        for _ in range(_MOST_SEGMENTS + 1):
            recurrence = led.recurrence(at, None if self._times is None else self._times - at, self._may_perform)
            if self._is_over(led.farthest):
                return self._performed(recurrence)
            if recurrence is None:
                return self._stepped(None)
            if led.hangs_on_history(recurrence):
                return self._stepped(
                    text(
                        "An iteration does something else when something else has happened earlier in the turn, although no card here says "
                        "so: this is known only as far as it was performed."
                    )
                )
            found = self._followed(recurrence)
            if isinstance(found, Proposal):
                return found
            if self._is_over(found):
                return self._performed()
            self._breaks.append(found)
            at = found
        return self._undecided(
            text("The loop takes a new turn again and again; each time, its iterations do something else.")
        )

    def _is_over(self, at: int) -> bool:
        return self._led.ended or (self._times is not None and at >= self._times)

    def _proposed(
        self, iterations: int | None, checked: int, *, stops: bool = False, evidence: Evidence = "certified"
    ) -> Proposal:
        return Proposal(
            Claims(
                case=self._case,
                evidence=evidence,
                iterations=iterations,
                checked_to=checked,
                breaks=tuple(self._breaks),
                stops=stops,
            )
        )

    # The first iterations of a segment, and those that follow no recurrence.

    def _may_perform(self, first: int, at: int) -> bool:
        """Return whether there is work left for the iteration after `at`, in a segment that begins after the `first`."""
        led = self._led
        if at - first >= _PERFORMED_ANYWAY and led.work.is_done:
            return False
        return not self._explodes(first) or led.work.has_room_for(2 * led.cost)

    def _explodes(self, first: int) -> bool:
        """Return whether the objects multiply, so that every iteration takes about twice as long as the one before."""
        last = self._led.farthest
        many = [len(self._led.positions[at].objects) for at in range(max(first, last - _DOUBLINGS - 1), last + 1)]
        new = [later - earlier for earlier, later in pairwise(many)]
        return len(new) > _DOUBLINGS and all(0 < 2 * earlier <= later for earlier, later in pairwise(new))

    def _stepped(self, why: Text | None) -> Proposal:
        """Perform iterations one by one if no recurrence fits, while there is work left."""
        led, first = self._led, (self._breaks or [0])[-1]
        while self._times is not None and led.farthest < self._times and not led.work.is_done:
            if not led.perform(led.farthest) or led.ended or not self._may_perform(first, led.farthest):
                break
        if self._is_over(led.farthest):
            return self._performed(by_recurrence=False)
        return self._undecided(why or self._no_recurrence())

    def _no_recurrence(self) -> Text:
        """Return the reason why no recurrence fits the performed iterations."""
        last = self._led.farthest
        before, after = (self._led.positions[each] for each in (last - 1, last))
        if before.abstraction.shape == after.abstraction.shape:
            return text(
                "The iterations differ: what changes in them follows no constant change and no polynomial of low degree."
            )
        if readers := tuple(after.wording.history_readers):
            return text(
                "No iteration leads back to a position of the same kind. What happened earlier in the turn is compared too, because these "
                "may look it up: {cards}.",
                cards=readers,
            )
        if after.wording.reads_history:
            return text(
                "No iteration leads back to a position of the same kind. What happened earlier in the turn is compared too, because a card "
                "here may look it up."
            )
        return text("No iteration leads back to a position of the same kind: this is not a loop, or not yet.")

    def _performed(self, known: Recurrence | None = None, *, by_recurrence: bool = True) -> Proposal:
        """Propose the performed iterations as everything up to the end."""
        led, times = self._led, self._times
        if led.chance:
            return self._proposed(None, led.farthest, evidence="certified" if self._breaks else "observed")
        within = times is not None and (led.stopped_after is None or times <= led.stopped_after)
        whole = times if within else led.stopped_after
        is_over = led.stop is not None and led.stop.over and led.stopped_after == whole and whole not in led.iterations
        is_known = self._is_led or self._breaks or known or led.short_recurrence(whole, led.farthest, growing=True)
        return self._proposed(
            whole,
            whole or 0,
            evidence="certified" if by_recurrence and is_known else "observed",
            stops=not within or is_over,
        )

    # Led by a recurrence; distances are counted in times of its period.

    def _followed(self, recurrence: Recurrence) -> Proposal | int:
        """Return the proposal for the recurrence's end, or the number of iterations before another segment follows."""
        led, times = self._led, self._times
        if not recurrence.degree:
            return self._proposed(times, led.farthest if times is None else max(times, led.farthest))
        goal = FOR_EVER if times is None else (times - recurrence.first) // recurrence.period
        first = max((led.farthest - recurrence.first) // recurrence.period - 1, 0)
        last = recurrence.last_within(goal, _used_up(recurrence, goal)) - 1
        good, breaks = self._led_along(recurrence, first, last)
        if good < 0:
            return self._stepped(
                text(
                    "The engine could not be put into a later position of this loop: what was performed is known, and nothing beyond."
                )
            )
        self._is_led = True
        if not breaks and times is not None and good + 1 >= goal:
            return self._proposed(times, times)
        if not breaks and good < last:
            return self._beyond(recurrence, good + 1, last + 1, goal)
        # The iteration before the last one is performed as well, so that the engine itself reaches what follows.
        done = recurrence.iteration(good + 2)
        led.approach(recurrence, done)
        return done

    def _led_along(self, recurrence: Recurrence, first: int, last: int) -> tuple[int, bool]:
        """Return the last time up to `last` known to follow (-1: none), and whether the next is known not to."""
        held = recurrence.last_within(last, _can_be_held(recurrence))
        good, bad = self._climbed(recurrence, first, max(held, first), last)
        if good < 0:
            return good, False
        if bad is not None and not self._can_be_put(recurrence, bad):
            bad = None
        while True:
            if bad is not None:
                bad = first_at(lambda times: not self._led.follows(recurrence, times), good, bad)
                good = bad - 1
            other = self._led.differing(recurrence, good + 1)
            if other is None:
                return good, bad is not None
            if other <= first:
                return -1, False
            good, bad = first, other

    def _climbed(self, recurrence: Recurrence, first: int, held: int, last: int) -> tuple[int, int | None]:
        """Return the last time that followed, and one that did not; try first where a player's life should run out."""
        lives = {name: (1, FOR_EVER**5) for name in recurrence.falling if name[0] == "player" and name[-1] == "life"}
        death = recurrence.last_within(last + 1, lives)
        led, follows = self._led, partial(self._led.follows, recurrence)
        if not follows(first):
            return -1, first
        hinted = first < death - 1 < last and death - 1 <= held
        near = not recurrence.grows_in_objects or led.work.has_room_for(led.dearest * (1 + death / max(first, 1)))
        if hinted and near and follows(death - 1) and not follows(death):
            return death - 1, death
        good = first
        for following in (*(recurrence.rungs(held) if recurrence.counts else ()), held):
            slower = 1 + following / max(good, 1) if recurrence.counts else 1
            if following <= good:
                continue
            if following > _ALWAYS and not led.work.has_room_for(led.dearest * slower):
                break
            if not follows(following):
                return good, following
            good = following
        return good, None

    def _can_be_put(self, recurrence: Recurrence, times: int) -> bool:
        try:
            self._led.put(recurrence, recurrence.at(times))
        except NotSo as otherwise:
            return not isinstance(otherwise, CannotBePut)
        return True

    # Beyond the positions that the engine can set up.

    def _beyond(self, recurrence: Recurrence, tried: int, last: int, goal: int) -> Proposal:
        """Propose to continue by the recurrence alone, up to a reached number that ends it or may end it."""
        near_by = _NearBy(self._led, recurrence, tried)
        checked = recurrence.iteration(tried)
        follows = tried - 1
        for reached in reached_beyond(recurrence, tried, last):
            for times in (reached.times - 1, reached.times):
                if times <= follows:
                    continue
                found = near_by.at(times) if recurrence.degree == 1 and not reached.of_objects else False
                if found is None:
                    follows = times
                    continue
                ended = near_by.first(follows, times) if found else False
                if ended:
                    whole = ended.final.iteration - 1 + self._led.loop.is_whole(ended.final.ran.stop)
                    return self._proposed(whole, checked, stops=True)
                done = recurrence.iteration(times)
                return self._not_tried(self._reached_sentence(recurrence, reached, done + 1), done, checked)
        if (self._times is None and last < FOR_EVER) or last < goal:
            sentence = text("Something that every iteration uses up runs out. How it goes on then was not tried.")
            return self._not_tried(sentence, recurrence.iteration(last), checked)
        return self._proposed(self._times, checked)

    def _reached_sentence(self, recurrence: Recurrence, reached: Reached, number: int) -> Text:
        """Return the sentence with the number reached in an iteration (from 1) beyond the engine's positions."""
        amount = next(
            (
                line.label
                for line in names_of(recurrence.base, self._led.loop.names)
                if set(line.counters) == set(reached.amount)
            ),
            text("something that can be counted"),
        )
        values: dict[str, Value] = {"iteration": numeral(number), "amount": amount, "cards": reached.cards}
        if reached.number is None:
            return text(
                "In iteration {iteration} this becomes equal to another amount: {amount}. These compare amounts: {cards}. The engine "
                "was not brought there, so what happens from then on is not known.",
                **values,
            )
        values["number"] = numeral(reached.number)
        if reached.cards:
            return text(
                "In iteration {iteration} this reaches or passes {number}: {amount}. That number is in the text of: {cards}. The engine was not "
                "brought there, so what happens from then on is not known.",
                **values,
            )
        return text(
            "In iteration {iteration} this reaches or passes {number}: {amount}. The engine was not brought there, so what happens from then "
            "on is not known.",
            **values,
        )

    def _not_tried(self, sentence: Text, done: int, checked: int) -> Proposal:
        stop = Stop("number", sentence, code="not_tried")
        return msgspec.structs.replace(self._proposed(done, checked, evidence="undecided"), why=sentence, stop=stop)

    def _undecided(self, why: Text) -> Proposal:
        return _undecided(self._led, self._case, why, tuple(self._breaks))


class _NearBy:
    """Distant iterations, played near by: with the life and the counters of the distant one, and fewer objects."""

    def __init__(self, led: Trajectory, recurrence: Recurrence, tried: int) -> None:
        self._led, self._recurrence, self._tried = led, recurrence, tried
        self._seen: dict[int, EndNearBy | Literal[False] | None] = {}
        self._cost = 0

    def at(self, times: int) -> EndNearBy | Literal[False] | None:
        """Return how the iteration so far ahead ends the loop; None if it follows the recurrence, False if unknown."""
        if times not in self._seen:
            spent = self._led.work.spent
            late = len(self._seen) >= _NEAR_BY_ANYWAY and not self._led.work.has_room_for(self._cost)
            self._seen[times] = False if late else self._found(times)
            self._cost = max(self._cost, self._led.work.spent - spent)
        return self._seen[times]

    def _found(self, times: int) -> EndNearBy | Literal[False] | None:
        try:
            found = self._led.near_by(self._recurrence, times, self._tried)
        except NotSo as otherwise:
            if otherwise.misplayed:
                raise
            return False
        stop = None if found is None else found.final.ran.stop
        return found if found is None or (stop is not None and stop.is_end) else False

    def first(self, follows: int, ends: int) -> EndNearBy | Literal[False] | None:
        """Return how the loop first ends, between an iteration that follows the recurrence and one that ends it."""
        back = 1
        for _ in range(_MOST_STEPS_BACK):
            if ends - follows <= 1:
                return self.at(ends)
            tried = max(follows + 1, ends - back) if back else (follows + ends) // 2
            if self.at(tried) is None:
                follows, back = tried, 0
            else:
                ends, back = tried, 2 * back
        return False


def _used_up(recurrence: Recurrence, goal: int) -> dict[CounterName, tuple[int, int]]:
    """Return the bounds within which every iteration still has what it uses up."""
    most = 10 * FOR_EVER * max(goal, 1)
    used = (name for name in recurrence.falling if is_count(name) or not _NEVER_NEGATIVE.isdisjoint(name))
    return dict.fromkeys(used, (1, most))


def _can_be_held(recurrence: Recurrence) -> dict[CounterName, tuple[int, int]]:
    """Return the bounds within which the engine can hold a position, up to the limits set here."""
    bounds: dict[CounterName, tuple[int, int]] = {}
    for name in recurrence.changing:
        most = recurrence.terms[name].term(0) + _MOST_OBJECTS if is_count(name) else _MOST_AMOUNT
        bounds[name] = (0 if is_count(name) else -most, most)
    return bounds
