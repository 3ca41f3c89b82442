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
from floorjudge.magic.checking.course import Course, Law, NotSo, amount_at, fingerprint
from floorjudge.magic.checking.documents import VERSION, Claims, card_hashes, digest_of, read_claims
from floorjudge.magic.checking.rules import Known, verdict_of
from floorjudge.magic.phase.engine import engine_version
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.work import Work, WorkIsOver, units
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.endings import Final, last_choice, left_on_stack
from floorjudge.magic.playing.iterating import Iteration, Loop, Stop, history_matters, steps_of_chance
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.state.abstraction import COUNT, CounterName
from floorjudge.texts import Text, text

JsonObject = dict[str, Any]
# How much is tried beyond what must be, and how much a check may take at most, in seconds of a usual machine.
_TRIED_SECONDS, _MOST_SECONDS = 10.0, 60.0
_SHOWN_CHANGES = 3
# Sentences are not established; that nobody changed them is seen by the hash over all.
_PROSE = ("text",)


class Rejected(msgspec.Struct, frozen=True):
    """A field that says something else than what was found; what a field lacks, or should not have, is None."""

    where: str
    claimed: object
    found: object


class Checked(msgspec.Struct, frozen=True):
    """What came of checking a certificate.

    `rejected` are the fields that do not hold. `why` says what the engine did instead, or why nothing could be established; `facts`
    are the fields as they were found. A certificate that is undecided `claims` nothing; it holds, and says nothing.
    """

    rejected: tuple[Rejected, ...]
    claims: bool
    facts: Mapping[str, Any]
    why: Text | None = None
    spent: int = 0

    @property
    def holds(self) -> bool:
        """Say whether everything that is claimed was found."""
        return not self.rejected and self.why is None


def check(given: object, library: CardLibrary, *, within: Work | None = None) -> Checked:
    """Return what came of establishing the claims of a certificate, a JSON value, again.

    What it takes is counted, also as a part of the work that it is done `within`. Raises BadInput where it is no certificate, or its
    case cannot be set up.
    """
    claims = read_claims(given)
    certificate: Mapping[str, Any] = given if isinstance(given, dict) else {}
    work = Work(units(_TRIED_SECONDS), most=units(_MOST_SECONDS), within=within)
    facts: JsonObject = {
        "version": VERSION,
        "made_with": {"floorjudge": __version__, "engine": engine_version()},
        "cards": card_hashes(claims.case.position, library),
        "digest": digest_of(certificate),
    }
    why: Text | None = None
    try:
        facts |= _Establishing(claims, library, work).facts()
    except NotSo as otherwise:
        why = otherwise.said
    except WorkIsOver:
        why = text("To establish it again would take more than is allowed.")
    except (FloorjudgeError, ValueError) as error:
        why = error.said if isinstance(error, FloorjudgeError) else text("The engine does not take a position.")
    return Checked(tuple(_different(certificate, facts)), claims.evidence != "undecided", facts, why, work.spent)


def _different(certificate: Mapping[str, Any], facts: Mapping[str, Any]) -> Iterator[Rejected]:
    for name, found in facts.items():
        if name == "positions" and name not in certificate:
            continue
        yield from _differences(certificate.get(name), found, name)


def _differences(claimed: object, found: object, where: str) -> Iterator[Rejected]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for name in (*found, *(name for name in claimed if name not in found and name not in _PROSE)):
            yield from _differences(claimed.get(name), found.get(name), f"{where}.{name}")
    elif type(claimed) is not type(found) or claimed != found:
        yield Rejected(where, claimed, found)


class _Establishing:
    """One certificate being established."""

    def __init__(self, claims: Claims, library: CardLibrary, work: Work) -> None:
        self._claims, self._case = claims, claims.case
        table = work.count(set_up(self._case.position, library))
        play_body(table, self._case.before, "before")
        self._loop = Loop(table.engine, self._case.body, table.names)
        self._start, self._work = table.snapshot(), work

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
        return self._stated(_Found(course, law, 0 if law is None else law.first, "observed", done, done))

    def _performed(self, course: Course, law: Law | None) -> JsonObject:
        """The loop stops, or as many iterations are done as were asked for, before more had to be performed to see its law."""
        done = max(course.positions)
        law = law or course.short_law(0, done)
        if law is None:
            raise NotSo(text("No iteration leads back to a position of the same kind."))
        whole = done if course.stop is not None else self._case.times
        return self._stated(_Found(course, law, law.first, _evidence(law), done, whole))

    def _followed(self, course: Course, law: Law) -> JsonObject:
        """The law leads further than was performed, up to where the engine is asked last."""
        claims, first = self._claims, law
        if law.degree and history_matters(self._loop, law.base, self._one(course, law)):
            raise NotSo(text("An iteration does something else when something else has happened earlier in the turn."))
        law = self._last_law(course, law)
        whole, checked = claims.iterations, claims.checked_to
        if whole is not None and whole <= checked:
            self._arrive(course, law, whole, stops=claims.stops)
            found = _Found(course, first, first.first, _evidence(first, law), whole, whole)
        else:
            course.follow(law, checked)
            if checked not in course.positions:
                raise NotSo(text("The engine cannot be put to where {count} iterations lead.", count=digits(checked)))
            self._check_beyond(law, whole, checked)
            found = _Found(course, first, first.first, "extended" if law.degree else "certified", checked, whole, law)
        return self._stated(found)

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
        near = law.first + max(0, (whole - law.first) // law.period - 1) * law.period
        course.follow(law, near)
        course.perform_all(near, whole + stops)
        if course.chance or whole not in course.positions or (stops and course.stopped_after not in (None, whole)):
            raise NotSo(text("The loop does not go on for {count} iterations.", count=digits(whole)))

    def _check_beyond(self, law: Law, whole: int | None, checked: int) -> None:
        """Raise NotSo where nothing is known beyond what the engine was tried at: something that becomes less runs out there."""
        tried = max(0, (checked - law.first) // law.period)
        for name, terms in law.differences.items():
            runs_out = name[0] == "library" or name[-1] in (COUNT, "life")
            if not runs_out or len(terms) < 2 or terms[-1] > 0 or amount_at(terms, tried) < 1:
                continue
            if whole is None or amount_at(terms, (whole - law.first) // law.period) < 1:
                raise NotSo(text("Something runs out on the way, where the engine was not tried."))

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
        stop = self._stop(course, found.whole)
        facts: JsonObject = {
            "evidence": found.evidence,
            "checked_to": digits(found.checked),
            "iterations": None if found.whole is None else digits(found.whole),
            "warm_up": 0 if law is None or found.evidence == "observed" else law.first,
            "period": period,
            "stopped_by": None if stop is None else _stop_value(stop),
            "out": [{"player": seat, "iteration": digits(at), "step": step} for seat, at, step in course.out],
            "maintained_by": list(seats),
            "corrected": None if self._case.maintained_by is None else {"maintained_by": list(kept.seats)},
            "mandatory": not seats,
            "positions": {
                digits(at): fingerprint(course.positions[at])
                for at in sorted({0, found.base, *self._claims.breaks, *course.positions})
                if at in (0, found.base, *self._claims.breaks, max(course.positions))
            },
        }
        changes = dict(_changes(base, law if found.evidence != "observed" else None, one, self._loop.names))
        facts["per_iteration"] = {name: _digits(change) for name, change in changes.items() if change}
        facts["after"] = None
        if end is not None:
            facts["after"] = _amounts_after(base, changes, end, amounts, self._loop.names)
        ruling = self._ruling(found, one, kept, seats, stop)
        known = None if end is None or end.abstraction.counters != amounts or not seats else end
        refused = ruling["verdict"] == "refused"
        return (
            facts | ruling | self._played_on(course, stop, known, refused=refused) | {"could_act": list(kept.could_act)}
        )

    def _played_on(self, course: Course, stop: Stop | None, end: Snapshot | None, *, refused: bool) -> JsonObject:
        """Let what is on the stack in the end resolve, and look for the last choice that could have avoided the end of the game."""
        left = None
        if end is not None and (stop is None or not stop.over):
            left = left_on_stack(self._loop, end)
        over = left is not None or (stop is not None and stop.over)
        last = max(course.iterations, default=-1)
        final = [
            Final(course.positions[at], course.iterations[at], at + 1)
            for at in (last, last - 1)
            if at in course.iterations
        ]
        choice = last_choice(self._loop, final) if over and not refused else None
        return {
            "left_on_stack": None if left is None else _stop_value(left),
            "last_choice": None
            if choice is None
            else {"player": choice.seat, "iteration": digits(choice.iteration), "step": choice.step},
        }

    def _end(self, found: _Found) -> tuple[Snapshot | None, Mapping[CounterName, int]]:
        """Return a position like the one in the end, and the amounts there; no position where that is not known."""
        if found.whole is None:
            return None, {}
        course = found.course
        if course.stop is not None and course.stopped_after == found.whole:
            ended = course.iterations.get(found.whole) or course.iterations[found.whole - 1]
            return ended.end, ended.end.abstraction.counters
        if found.whole in course.positions:
            return course.positions[found.whole], course.positions[found.whole].abstraction.counters
        law = found.last or found.law
        if law is None:
            return None, {}
        return law.base, law.at((found.whole - law.first) // law.period)

    def _stop(self, course: Course, whole: int | None) -> Stop | None:
        """Return what stops the loop before as many iterations are done as were asked for."""
        return None if self._case.times is not None and whole == self._case.times else course.stop

    def _ruling(
        self, found: _Found, one: Iteration | None, kept: Keeping, seats: tuple[int, ...], stop: Stop | None
    ) -> JsonObject:
        base, names = found.course.positions[found.base], self._loop.names
        by_chance: tuple[bool, ...] = (False,) * len(self._loop.body)
        if found.course.chance:
            steps = steps_of_chance(self._loop, base)
            by_chance = tuple(index in steps or not steps for index in range(len(self._loop.body)))
        across = one is not None and one.end.turn != base.turn
        verdict = verdict_of(
            Known(
                players=(*names[base.active :], *names[: base.active]),
                keepers=tuple(names[seat] for seat in seats),
                keeping=kept,
                times=self._case.times,
                random=by_chance,
                across_turns=across,
                changes=across and _changes_the_game(found.law, self._loop.body),
                stops=stop is not None,
                drawn=stop is not None and stop.is_drawn,
                ends=self._ends(found) if not seats and stop is None else None,
            )
        )
        clauses = verdict.clauses
        if self._case.maintained_by is not None:
            clauses = tuple(dict.fromkeys((*clauses, "MTR 4.4.9")))
        return {"verdict": verdict.verdict, "draw": verdict.draw, "clauses": list(clauses)}

    def _ends(self, found: _Found) -> bool | None:
        """Say whether a loop that nobody keeps going ends by itself; None where that is not known."""
        claims, law = self._claims, found.law
        if law is None:
            return None
        if claims.own_end is not None:
            alone = Course(self._loop, self._start, self._work)
            own = alone.law(0, None)
            if own is not None:
                self._arrive(alone, self._last_law(alone, own), claims.own_end, stops=True)
            if alone.stopped_after != claims.own_end:
                raise NotSo(text("The loop does not end after {count} iterations.", count=digits(claims.own_end)))
            return True
        last = found.last or law
        if last.degree and last.base.wording.asks_exactly:
            return None
        self._check_beyond(last, None, found.checked)
        return False


class _Found(msgspec.Struct, frozen=True):
    """What was found of a course: the law at its beginning, where that begins, how it is known and up to where, how many iterations there are.

    `last` is the law by which it goes on where the engine was tried last.
    """

    course: Course
    law: Law | None
    base: int
    evidence: str
    checked: int
    whole: int | None
    last: Law | None = None


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


def _changes_the_game(law: Law | None, body: Body) -> bool:
    """Say whether anything else changes than how many there are, off the battlefield, of the cards that are used in the body.

    Clauses: MTR 4.4.5
    """
    if law is None:
        return True
    used = {step.source.words for step in body if step.source is not None}
    base = law.base
    for name, terms in law.differences.items():
        if len(terms) < 2:
            continue
        if name[0] == "library":
            above = sum(law.differences["library", name[1], run][0] for run in range(int(name[2])))
            card = base.objects[base.players[int(name[1])].library[above]]
        elif name[0] == "class" and name[-1] == COUNT and base.abstraction.member(int(name[1])).number in base.objects:
            card = base.objects[base.abstraction.member(int(name[1])).number]
        else:
            return True
        if card.zone == "Battlefield" or card.name not in used:
            return True
    return False


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
