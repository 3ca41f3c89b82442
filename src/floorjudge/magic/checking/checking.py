"""Checking: what a certificate claims is established again on the engine, and each field is compared with what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from floorjudge import __version__
from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.checking.choices import Keeping, keeping
from floorjudge.magic.checking.course import Course, Ended, Law, NotSo, amount_at, fingerprint, reached_beyond
from floorjudge.magic.checking.documents import VERSION, Claims, card_hashes, digest_of, hash_of, read_claims
from floorjudge.magic.checking.mistakes import payments_of
from floorjudge.magic.checking.rules import Known, verdict_of
from floorjudge.magic.phase.engine import engine_version
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.work import Work, WorkIsOver, units
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.endings import Final, last_choice, left_on_stack
from floorjudge.magic.playing.iterating import Iteration, Loop, Stop, history_matters, steps_of_chance
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.state.abstraction import COUNT, CounterName
from floorjudge.texts import Text, text

JsonObject = dict[str, Any]
# How much is tried beyond what must be, and how much a check may take at most, in seconds of a usual machine.
_TRIED_SECONDS, _MOST_SECONDS = 1.0, 60.0
_SHOWN_CHANGES = 3
_FOR_EVER, _FEW = 10**30, 12
# Sentences are not established; that nobody changed them is seen by the hash over all.
_PROSE = ("text",)


class Rejected(msgspec.Struct, frozen=True):
    """A field that says something else than what was found; what a field lacks, or should not have, is None."""

    where: str
    claimed: object
    found: object


class Established(msgspec.Struct, frozen=True):
    """The fields of a certificate as they were found, without the versions and the hash over all; `why` nothing more could be established."""

    facts: Mapping[str, Any]
    why: Text | None = None


class Checked(msgspec.Struct, frozen=True):
    """What came of checking a certificate.

    `rejected` are the fields that do not hold. `why` says what the engine did instead, or why nothing could be established; `facts`
    are the fields as they were found. A certificate that is undecided `claims` nothing; it holds, and says nothing.
    """

    rejected: tuple[Rejected, ...]
    claims: bool
    facts: Mapping[str, Any]
    why: Text | None = None

    @property
    def holds(self) -> bool:
        """Say whether everything that is claimed was found."""
        return not self.rejected and self.why is None


def check(given: object, library: CardLibrary, *, most: float = _MOST_SECONDS, within: Work | None = None) -> Checked:
    """Return what came of establishing the claims of a certificate, a JSON value, again.

    `most` is the work that it may take, in seconds of a usual machine; past it, nothing is established. What it takes is counted,
    also as a part of the work that it is done `within`. Raises BadInput where it is no certificate, or its case cannot be set up.
    """
    claims = read_claims(given)
    return compared(given, claims, establish(claims, library, most=most, within=within))


def establish(
    claims: Claims, library: CardLibrary, *, most: float = _MOST_SECONDS, within: Work | None = None
) -> Established:
    """Return what is found when the engine is led where some claims say. Raises what `check` does."""
    work = Work(units(min(_TRIED_SECONDS, most)), most=units(most), within=within)
    cards = {"cards": card_hashes(claims.case.position, library)}
    try:
        return Established(cards | _Establishing(claims, library, work).facts())
    except NotSo as otherwise:
        why = otherwise.said
    except WorkIsOver as over:
        if over.by_clock:
            raise
        why = text("To establish it again would take more than is allowed.")
    except FloorjudgeError as error:
        why = error.said
    except ValueError:
        why = text("The engine does not take a position.")
    return Established(cards, why)


def compared(given: object, claims: Claims, established: Established) -> Checked:
    """Return what came of a certificate, a JSON value with these claims, of which this was established."""
    certificate: Mapping[str, Any] = given if isinstance(given, dict) else {}
    facts: JsonObject = {
        "version": VERSION,
        "made_with": {"floorjudge": __version__, "engine": engine_version()},
        "digest": digest_of(certificate),
        **established.facts,
    }
    return Checked(tuple(_different(certificate, facts)), claims.evidence != "undecided", facts, established.why)


def _different(certificate: Mapping[str, Any], facts: Mapping[str, Any]) -> Iterator[Rejected]:
    for name, found in facts.items():
        yield from _differences(certificate.get(name), found, name)


def _differences(claimed: object, found: object, where: str) -> Iterator[Rejected]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for name in (*found, *(name for name in claimed if name not in found and name not in _PROSE)):
            yield from _differences(claimed.get(name), found.get(name), f"{where}.{name}")
    elif hash_of(claimed) != hash_of(found):
        yield Rejected(where, claimed, found)


class _Establishing:
    """One certificate being established."""

    def __init__(self, claims: Claims, library: CardLibrary, work: Work) -> None:
        self._claims, self._case = claims, claims.case
        table = work.count(set_up(self._case.position, library))
        play_body(table, self._case.before, "before")
        self._loop = Loop(table.engine, self._case.body, table.names)
        self._start, self._work, self._library = table.snapshot(), work, library

    def facts(self) -> JsonObject:
        """Return what was found for each field of the certificate. Raises NotSo where the engine does something else."""
        if self._claims.evidence == "undecided":
            return {"verdict": "undecided", "clauses": ["MTR 4.4.9"], "draw": False}
        course = Course(self._loop, self._start, self._work)
        if self._claims.evidence == "observed":
            return self._observed(course)
        law = course.law(0, self._case.times)
        if law is None or self._claims.iterations in course.positions:
            return self._performed(course, law)
        return self._followed(course, law)

    # How far it goes.

    def _observed(self, course: Course) -> JsonObject:
        """Nothing is claimed but what was performed: all of it is."""
        asked = self._claims.iterations
        course.perform_all(0, self._claims.checked_to + 1 if asked is None else asked + self._claims.stops)
        done = max(course.positions)
        if course.chance:
            return self._stated(_Found(course, None, done, "observed", done, None))
        law = course.short_law(0, done)
        evidence = "observed"
        if law is not None and done <= _FEW:
            # So few that follow a law are certified, unless an iteration hangs on what is not compared.
            hangs = law.degree and history_matters(self._loop, law.base, self._one(course, law))
            evidence = evidence if hangs else _evidence(law)
        return self._stated(_Found(course, law, 0 if law is None else law.first, evidence, done, done))

    def _performed(self, course: Course, law: Law | None) -> JsonObject:
        """The loop stops, or as many iterations are done as were asked for, before more had to be performed to see its law."""
        if self._claims.stops and not course.ended:
            # The law was seen just before the end: the iteration that does not come round is performed as well.
            course.perform_all(max(course.positions), max(course.positions) + 1)
        done = max(course.positions)
        law = law or course.short_law(0, done)
        if law is None:
            raise NotSo(text("No iteration leads back to a position of the same kind."))
        reached = self._case.times is not None and self._case.times <= done
        whole = self._case.times if reached or course.stop is None else done
        return self._stated(_Found(course, law, law.first, _evidence(law), done, whole, reached=reached))

    def _followed(self, course: Course, law: Law) -> JsonObject:
        """The law leads further than was performed, up to where the engine is asked last."""
        claims, first = self._claims, law
        if law.degree and history_matters(self._loop, law.base, self._one(course, law)):
            raise NotSo(text("An iteration does something else when something else has happened earlier in the turn."))
        law = self._last_law(course, law)
        whole, checked = claims.iterations if claims.stops else self._case.times, claims.checked_to
        if whole is not None and whole <= checked:
            self._arrive(course, law, whole, stops=claims.stops)
            found = _Found(course, first, first.first, _evidence(first, law), whole, whole)
        else:
            course.follow(law, checked)
            if checked not in course.positions:
                raise NotSo(text("The engine cannot be put to where {count} iterations lead.", count=digits(checked)))
            ended = self._ended_beyond(course, law, whole) if claims.stops and whole is not None else None
            if ended is None:
                self._check_beyond(course, law, checked, whole)
            evidence = "extended" if law.degree else "certified"
            found = _Found(course, first, first.first, evidence, checked, whole, law, ended)
        return self._stated(found)

    def _ended_beyond(self, course: Course, law: Law, whole: int) -> Ended:
        """Return how the loop ends after so many whole iterations, where the engine can only be put near by."""
        # The iteration in whose last step the game ends counts as a whole one, so it is the one before that is asked first.
        for at in (whole - 1, whole):
            times, over = divmod(at - law.first, law.period)
            if over or law.degree > 1:
                break
            self._check_beyond(course, law, self._claims.checked_to, at)
            ended = course.near_by(law, times, (self._claims.checked_to - law.first) // law.period)
            if ended is not None and ended.ran.stop is not None:
                step = ended.ran.stop.step
                if (at < whole) == (ended.ran.stop.over and step == len(self._loop.body) - 1):
                    return ended
        raise NotSo(text("The loop does not go on for {count} iterations.", count=digits(whole)))

    def _last_law(self, course: Course, law: Law) -> Law:
        """Lead the engine over every break that is claimed, and return the law behind the last one."""
        for at in self._claims.breaks:
            before = at - law.period
            course.follow(law, before)
            if before not in course.positions or not course.perform_all(before, at) or course.ended:
                raise NotSo(text("The loop does not go on for {count} iterations.", count=digits(at)))
            left = None if self._case.times is None else self._case.times - at
            found = course.law(at, left)
            if found is None and course.stop is None:
                raise NotSo(text("After {count} iterations nothing comes round any more.", count=digits(at)))
            law = found or Law(course.positions[at], at, 1, {})
        return law

    def _arrive(self, course: Course, law: Law, whole: int, *, stops: bool) -> None:
        """Lead the engine to after so many whole iterations, the last ones performed one by one, and to the stop after them."""
        near = law.first + max(0, (whole - law.first) // law.period - 2) * law.period
        course.follow(law, near)
        course.perform_all(near, whole + stops)
        if course.chance or whole not in course.positions or (stops and course.stopped_after not in (None, whole)):
            raise NotSo(text("The loop does not go on for {count} iterations.", count=digits(whole)))

    def _check_beyond(self, course: Course, law: Law, checked: int, whole: int | None) -> None:
        """Raise NotSo where a number is reached beyond what the engine was tried at, and it is not known to go on there."""
        tried = (checked - law.first) // law.period
        last = _FOR_EVER if whole is None else (whole - law.first) // law.period
        reached = sorted(reached_beyond(law, tried, last))
        if reached and (law.degree > 1 or any(of_objects for _, of_objects in reached)):
            raise NotSo(text("A number is reached on the way, where the engine was not tried."))
        for near in sorted({near for at, _ in reached for near in (at - 1, at) if tried <= near < last}):
            if course.near_by(law, near, tried) is not None:
                raise NotSo(text("A number that is reached on the way ends the loop."))

    def _one(self, course: Course, law: Law) -> Iteration:
        if law.period > 1:
            return self._loop.repeated(law.period).iterate(law.base)
        return course.iterations[law.first] if law.first in course.iterations else self._loop.iterate(law.base)

    # What is stated.

    def _stated(self, found: _Found) -> JsonObject:
        course, law, base = found.course, found.law, found.course.positions[found.base]
        one = course.iterations.get(found.base) if law is None else self._one(course, law)
        period = 1 if law is None else law.period
        kept = Keeping((), by_choices=False, could_act=())
        if one is not None:
            kept = keeping(self._loop.repeated(period), base, one)
        seats = kept.seats if self._case.maintained_by is None else self._case.maintained_by
        end, amounts = self._end(found)
        stop = self._stop(found)
        left = self._left_on_stack(found, stop) if seats and end is not None else None
        facts: JsonObject = {
            "evidence": found.evidence,
            "checked_to": digits(found.checked),
            "iterations": None if found.whole is None else digits(found.whole),
            "warm_up": 0 if law is None or found.evidence == "observed" else law.first,
            "period": period,
            "stopped_by": None if stop is None else _stop_value(stop),
            "left_on_stack": None if left is None else _stop_value(left),
            "could_act": list(kept.could_act),
            "out": [
                {"player": seat, "iteration": digits(at), "step": step}
                for seat, at, step in course.out
                if stop is not None or found.whole is None or at <= found.whole
            ],
            "maintained_by": list(seats),
            "corrected": None if self._case.maintained_by is None else {"maintained_by": list(kept.seats)},
            "mandatory": not seats,
            "payments": self._payments(law, base),
            "misplayed": [],
            "positions": self._positions(found),
        }
        changes = dict(_changes(base, law if found.evidence != "observed" else None, one, self._loop.names))
        facts["per_iteration"] = {name: _digits(change) for name, change in changes.items() if change}
        facts["after"] = None
        if end is not None:
            facts["after"] = _amounts_after(base, changes, end, amounts, self._loop.names)
        facts |= self._ruling(found, one, kept, seats, stop)
        over = (stop is not None and stop.over) or left is not None
        facts["last_choice"] = self._last_choice(found) if over and facts["verdict"] != "refused" else None
        return facts

    def _positions(self, found: _Found) -> JsonObject:
        positions = found.course.positions
        shown = sorted({0, found.base, *self._claims.breaks, max(positions)})
        asked = case_value(self._case)
        return {
            digits(at): fingerprint(positions[at], *([asked] if at == 0 else [])) for at in shown if at in positions
        }

    def _left_on_stack(self, found: _Found, stop: Stop | None) -> Stop | None:
        """Return how the game is over when nobody goes on and what is on the stack resolves, None where it is not."""
        course = found.course
        if stop is not None and (stop.over or not stop.is_end):
            return None
        last = course.iterations[found.whole or 0].end if stop is not None else course.positions.get(found.whole or 0)
        return None if last is None else left_on_stack(self._loop, last)

    def _last_choice(self, found: _Found) -> JsonObject | None:
        """Return the last choice in the last iterations that could have avoided that the game was over."""
        course, law = found.course, found.last or found.law
        period = 1 if law is None else law.period
        final = [
            Final(course.positions[at], course.iterations[at], at + 1)
            for at in sorted(course.iterations, reverse=True)[: 2 * period]
        ]
        if found.ended is not None:
            final = [Final(found.ended.start, found.ended.ran, found.ended.number)]
        choice = last_choice(self._loop, final)
        if choice is None:
            return None
        return {"player": choice.seat, "iteration": digits(choice.iteration), "step": choice.step}

    def _payments(self, law: Law | None, base: Snapshot) -> list[JsonObject]:
        """Return what the engine paid by itself in an iteration. Raises NotSo where it plays otherwise than the rules."""
        case = self._case
        played = [(self._work.count(set_up(case.position, self._library)), (case.before, case.body, case.body))]
        if law is not None and law.first > 1:
            played.append((self._loop.table(base), ((), case.body, case.body)))
        return payments_of(played, self._library.with_texts([card.side() for card in case.position.cards]))

    def _end(self, found: _Found) -> tuple[Snapshot | None, Mapping[CounterName, int]]:
        """Return a position like the one in the end, and the amounts there; no position where that is not known."""
        if found.whole is None:
            return None, {}
        course = found.course
        if found.ended is not None:
            return found.ended.ran.end, found.ended.after
        if course.stop is not None and course.stopped_after == found.whole:
            ended = course.iterations.get(found.whole) or course.iterations[found.whole - 1]
            return ended.end, ended.end.abstraction.counters
        if found.whole in course.positions:
            return course.positions[found.whole], course.positions[found.whole].abstraction.counters
        law = found.last or found.law
        if law is None:
            return None, {}
        return law.base, law.at((found.whole - law.first) // law.period)

    def _stop(self, found: _Found) -> Stop | None:
        if found.ended is not None:
            return found.ended.ran.stop
        stop, there = found.course.stop, found.course.stopped_after == found.whole
        reached = self._case.times is not None and found.whole == self._case.times
        return None if not there or found.reached or (reached and stop is not None and not stop.over) else stop

    def _ruling(
        self, found: _Found, one: Iteration | None, kept: Keeping, seats: tuple[int, ...], stop: Stop | None
    ) -> JsonObject:
        base, names = found.course.positions[found.base], self._loop.names
        by_chance: tuple[bool, ...] = (False,) * len(self._loop.body)
        if found.course.chance:
            steps = steps_of_chance(self._loop, base)
            by_chance = tuple(index in steps or not steps for index in range(len(self._loop.body)))
        across = one is not None and one.end.turn != base.turn
        ends, over = self._ends(found) if not seats and stop is None else (None, stop)
        verdict = verdict_of(
            Known(
                players=(*names[base.active :], *names[: base.active]),
                keepers=tuple(names[seat] for seat in seats),
                keeping=kept,
                times=self._case.times,
                random=by_chance,
                across_turns=across,
                changes=across and self._changes_meaningfully(found.law),
                stops=stop is not None,
                ends=ends,
                drawn=over is not None and over.is_drawn,
            )
        )
        clauses = verdict.clauses
        if self._case.maintained_by is not None:
            clauses = tuple(dict.fromkeys((*clauses, "MTR 4.4.9")))
        return {"verdict": verdict.verdict, "draw": verdict.draw, "clauses": list(clauses)}

    def _ends(self, found: _Found) -> tuple[bool | None, Stop | None]:
        """Say whether a loop that nobody keeps going ends by itself, None where that is not known; and with what."""
        claims, law = self._claims, found.law
        if law is None:
            return None, None
        if claims.own_end is not None:
            alone = Course(self._loop, self._start, self._work)
            own = alone.law(0, None)
            if own is not None:
                self._arrive(alone, self._last_law(alone, own), claims.own_end, stops=True)
            if alone.stopped_after != claims.own_end:
                raise NotSo(text("The loop does not end after {count} iterations.", count=digits(claims.own_end)))
            return True, alone.stop
        last = found.last or law
        if last.degree and last.base.wording.asks_exactly:
            return None, None
        if last.degree:
            self._check_beyond(
                found.course, last, max(last.first, min(found.checked, max(found.course.positions))), None
            )
        return False, None

    def _changes_meaningfully(self, law: Law | None) -> bool:
        """Say whether anything changes but where the cards are, outside the battlefield, that the steps cast, play or activate.

        Clauses: MTR 4.4.5
        """
        if law is None:
            return True
        sustaining = {step.source.words for step in self._loop.body if step.source is not None}
        changing = (name for name, terms in law.differences.items() if len(terms) > 1)
        return not all(_card_counted(law.base, name) in sustaining for name in changing)


def _card_counted(base: Snapshot, name: CounterName) -> str | None:
    """Return the name of the card that an amount counts outside the battlefield, None for any other amount."""
    known = base.abstraction
    if name[0] == "library":
        before = sum(known.counters["library", name[1], run] for run in range(int(name[2])))
        number = base.players[int(name[1])].library[before]
    elif name[0] == "class" and name[-1] == COUNT:
        number = known.member(int(name[1])).number
    else:
        return None
    thing = base.objects.get(number)
    return None if thing is None or thing.zone == "Battlefield" else thing.name


class _Found(msgspec.Struct, frozen=True):
    """What was found of a course: the law at its beginning, where that begins, how it is known and up to where, how many iterations there are.

    `last` is the law by which it goes on where the engine was tried last, and `ended` how it ends beyond that;
    `reached` that as many were performed one by one as were asked for.
    """

    course: Course
    law: Law | None
    base: int
    evidence: str
    checked: int
    whole: int | None
    last: Law | None = None
    ended: Ended | None = None
    reached: bool = False


def _evidence(*laws: Law) -> str:
    return "certified" if all(law.degree < 2 for law in laws) else "extended"


def _stop_value(stop: Stop) -> JsonObject:
    return {
        "kind": stop.kind,
        "step": stop.step,
        "player": stop.seat,
        "code": stop.code,
        "where": stop.where,
        "over": stop.over,
        "winner": stop.winner,
    }


def _changes(
    base: Snapshot, law: Law | None, one: Iteration | None, players: tuple[str, ...]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what an iteration does to each line of a position: one number, three where it differs from iteration to iteration."""
    performed = law is None and one is not None and one.stop is None
    for named in names_of(base, players):
        changes: tuple[int, ...] = ()
        if law is not None:
            terms = [law.differences[name] for name in named.counters]
            sums = [sum(amount_at(each, at) for each in terms) for at in range(_SHOWN_CHANGES + 1)]
            changes = tuple(after - before for before, after in pairwise(sums))
            if max(map(len, terms)) <= 2:
                changes = changes[:1] if changes[0] else ()
        elif performed and one is not None and one.end.abstraction.shape == base.abstraction.shape:
            end, begin = one.end.abstraction.counters, base.abstraction.counters
            change = sum(end[name] - begin[name] for name in named.counters)
            changes = (change,) if change else ()
        yield named.key, changes


def _amounts_after(
    base: Snapshot,
    changes: Mapping[str, tuple[int, ...]],
    end: Snapshot,
    amounts: Mapping[CounterName, int],
    players: tuple[str, ...],
) -> JsonObject:
    """Return the amounts in the end: those of the beginning, also where nothing is left, and then those that came up."""
    lines = names_of(end, players)
    there = {named.key: sum(amounts[name] for name in named.counters) for named in lines}
    after: dict[str, int] = {}
    for named in names_of(base, players):
        if changes[named.key] or not named.quiet:
            after[named.key] = there.get(named.key, 0)
    for named in lines:
        if not named.quiet and named.key not in changes:
            after[named.key] = there[named.key]
    return {name: digits(amount) for name, amount in after.items()}


def _digits(change: tuple[int, ...]) -> str | list[str]:
    return digits(change[0]) if len(change) == 1 else [digits(each) for each in change]
