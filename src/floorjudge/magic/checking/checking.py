"""Checking: what a certificate claims is established again on the engine, and each field is compared with what was found."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from floorjudge import __version__
from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.checking.assumptions import assumptions, doubtful_cards, said_of_orders, untold
from floorjudge.magic.checking.documents import (
    FIELDS,
    VERSION,
    Claims,
    card_hashes,
    change_value,
    digest_of,
    hash_of,
    position_hash,
    question_hash,
    read_claims,
    stop_value,
)
from floorjudge.magic.checking.maintainers import Maintainers, maintainers_of
from floorjudge.magic.checking.moments import moment_value, moments_in
from floorjudge.magic.checking.recurrences import Recurrence
from floorjudge.magic.checking.rules import Known, Verdict, card_counted, case_of, said_beside, verdict_of
from floorjudge.magic.checking.trajectory import EndNearBy, NotSo, Trajectory
from floorjudge.magic.phase.engine import engine_version
from floorjudge.magic.phase.misreadings import misreadings_of
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.work import Work, WorkIsOver, units
from floorjudge.magic.playing.auditing import Audit, audited
from floorjudge.magic.playing.counter_names import amounts_by_name, changed_since, names_of
from floorjudge.magic.playing.endings import Choice, Final, last_choice, left_on_stack
from floorjudge.magic.playing.iterating import Iteration, Loop, Stop, history_matters, steps_of_chance
from floorjudge.magic.playing.ordering import ordered
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import case_value
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.state import CounterName
from floorjudge.texts import LANGUAGES, Language, Text, render, text

JsonObject = dict[str, Any]
# How much a check may take at most, in seconds of a usual machine.
_MOST_SECONDS = 60.0
_SHOWN_CHANGES = 3
# So few iterations that follow a recurrence are certified; of so few, a single one shows what it is.
_FEW, _VERY_FEW = 12, 4


class Rejected(msgspec.Struct, frozen=True):
    """A field that says something else than what was found; what a field lacks, or should not have, is None."""

    where: str
    claimed: object
    found: object

    def found_in(self, language: Language) -> object:
        """Return what was found as JSON, its sentences in a language."""
        return _written(self.found, language)


class Established(msgspec.Struct, frozen=True):
    """The fields of a certificate as they were found, without the versions and the hash over all; `why` nothing more could be established."""

    facts: Mapping[str, Any]
    why: Text | None = None


class Checked(msgspec.Struct, frozen=True):
    """What came of checking a certificate.

    `rejected` are the fields that do not hold; `unasked` says that what it tells of a second engine could not be asked again. `why` says what the engine did instead, or why nothing could be established; `facts`
    are the fields as they were found. A certificate that is undecided `claims` nothing; it holds, and says nothing.
    """

    rejected: tuple[Rejected, ...]
    claims: bool
    facts: Mapping[str, Any]
    unasked: bool = False
    why: Text | None = None

    @property
    def holds(self) -> bool:
        """Say whether everything that is claimed was found."""
        return not self.rejected and self.why is None


def check(
    given: object,
    library: CardLibrary,
    *,
    most: float = _MOST_SECONDS,
    within: Work | None = None,
    second: JsonObject | None = None,
) -> Checked:
    """Return what came of establishing the claims of a certificate, a JSON value, again.

    `most` is the work that it may take, in seconds of a usual machine; past it, nothing is established. What it takes is counted,
    also as a part of the work that it is done `within`. `second` is what a second engine has said when it was asked again, None where
    it was not. Raises BadInput where it is no certificate, or its case cannot be set up.
    """
    claims = read_claims(given)
    return compared(given, claims, establish(claims, library, most=most, within=within), second)


def establish(
    claims: Claims, library: CardLibrary, *, most: float = _MOST_SECONDS, within: Work | None = None
) -> Established:
    """Return what is found when the engine is led where some claims say. Raises what `check` does."""
    work = Work(units(most), most=units(most), within=within)
    cards = {"cards": card_hashes(claims.case.position, library)}
    try:
        return Established(cards | _Establishing(claims, library, work).facts() | _moments(claims, library))
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


def _moments(claims: Claims, library: CardLibrary) -> JsonObject:
    if claims.answered_in is None:
        return {}
    return {"moments": tuple(map(moment_value, moments_in(claims, library, claims.answered_in)))}


def compared(given: object, claims: Claims, established: Established, second: JsonObject | None = None) -> Checked:
    """Return what came of a certificate, a JSON value with these claims, of which this was established; `second` is as in `check`."""
    certificate: Mapping[str, Any] = given if isinstance(given, dict) else {}
    facts: JsonObject = {
        "version": VERSION,
        "made_with": {"floorjudge": __version__, "engine": engine_version()},
        "digest": digest_of(certificate),
        **established.facts,
    }
    says = certificate.get("second")
    if isinstance(says, dict):
        asked = {"case": question_hash(case_value(claims.case)), "first": f"phase {engine_version()}"}
        facts["second"] = {**says, **asked} if second is None else second
    every = claims.evidence != "undecided" and established.why is None
    claimed = {name: said for name, said in certificate.items() if name in facts or every or name not in FIELDS}
    rejected = tuple(
        _differences(claimed, {"case": claimed.get("case"), "second": None, **facts} if every else facts, "")
    )
    unasked = isinstance(says, dict) and second is None
    return Checked(rejected, claims.evidence != "undecided", facts, unasked, established.why)


def _differences(claimed: object, found: object, where: str) -> Iterator[Rejected]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for name in (*found, *(name for name in claimed if name not in found)):
            place = f"{where}.{name}" if where else name
            if name in claimed and name in found:
                yield from _differences(claimed[name], found[name], place)
            else:
                yield Rejected(place, claimed.get(name), found.get(name))
    elif hash_of(claimed) not in {hash_of(_written(found, language)) for language in LANGUAGES}:
        yield Rejected(where, claimed, found)


def _written(found: object, language: Language) -> object:
    """Return what was found as JSON, sentences in a language."""
    if isinstance(found, dict):
        return {name: _written(each, language) for name, each in found.items()}
    if isinstance(found, tuple):
        return [_written(each, language) for each in found]
    if isinstance(found, _Paragraph):
        return " ".join(render(each, language) for each in found.sentences)
    return render(found, language) if isinstance(found, Text) else found


def _stop_fact(stop: Stop | None) -> JsonObject | None:
    """Return what a certificate says of a stop, in words, too."""
    value = stop_value(stop)
    return value if value is None or stop is None else value | {"text": stop.said}


class _Paragraph(msgspec.Struct, frozen=True):
    """Sentences that stand one after the other."""

    sentences: tuple[Text, ...]


class _Found(msgspec.Struct, frozen=True):
    """How far a loop goes: its trajectory, the recurrence it begins with, how it is known and up to where, how many iterations there are.

    `last` is the recurrence by which it goes on where the engine was tried last, and `ended` how it ends beyond that. `times` are as
    many as were asked for: what the iteration after them does is no part of it.
    """

    trajectory: Trajectory
    recurrence: Recurrence | None
    evidence: str
    checked: int
    whole: int | None
    last: Recurrence | None = None
    ended: EndNearBy | None = None
    times: int | None = None

    @property
    def base(self) -> int:
        """Return after how many iterations the one begins of which is said what it changes."""
        if self.trajectory.chance:
            return self.checked
        return 0 if self.recurrence is None else self.recurrence.first

    @property
    def stop(self) -> Stop | None:
        """Return what stopped the loop after its last iteration."""
        if self.ended is not None:
            return self.ended.ran.stop
        beyond = self.whole == self.times and self.whole in self.trajectory.iterations
        return self.trajectory.stop if self.trajectory.stopped_after == self.whole and not beyond else None

    @property
    def end(self) -> tuple[Snapshot | None, Mapping[CounterName, int]]:
        """Return a position like the one in the end, and the amounts there; no position where that is not known."""
        led, last = self.trajectory, self.last or self.recurrence
        if self.ended is not None:
            return self.ended.ran.end, self.ended.after
        if self.whole is None:
            return None, {}
        there = led.positions.get(self.whole)
        if self.stop is not None and self.whole in led.iterations:
            there = led.iterations[self.whole].end
        if there is not None or last is None:
            return there, {} if there is None else there.abstraction.counters
        return last.base, last.at((self.whole - last.first) // last.period)


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
        trajectory = Trajectory(self._loop, self._start, self._work)
        if self._claims.evidence == "observed":
            return self._stated(self._observed(trajectory))
        recurrence = trajectory.recurrence(0, self._case.times)
        if recurrence is None or self._claims.iterations in trajectory.positions:
            return self._stated(self._performed(trajectory, recurrence))
        return self._stated(self._followed(trajectory, recurrence))

    # How far it goes.

    def _observed(self, trajectory: Trajectory) -> _Found:
        """Nothing is claimed but what was performed: all of it is."""
        asked = self._claims.iterations
        trajectory.perform_all(0, self._claims.checked_to + 1 if asked is None else asked + self._claims.stops)
        done = trajectory.performed
        if trajectory.chance:
            return _Found(trajectory, None, "observed", done, None)
        recurrence = trajectory.short_recurrence(done, 1 if done < _VERY_FEW else 2)
        known = recurrence
        if done > _FEW:
            known = trajectory.followed_all_along(max(self._claims.breaks, default=0), done)
        sure = known is not None and not self._hangs_on_history(trajectory, known)
        return _Found(trajectory, recurrence, _evidence(known) if sure else "observed", done, done)

    def _performed(self, trajectory: Trajectory, recurrence: Recurrence | None) -> _Found:
        """The loop stops, or as many iterations are done as were asked for, before more had to be performed to see its recurrence."""
        if self._claims.stops and not trajectory.ended:
            # The recurrence was seen just before the end: the iteration that does not come round is performed as well.
            trajectory.perform(trajectory.performed)
        done, times = trajectory.performed, self._case.times
        whole = times if (times is not None and times <= done) or trajectory.stop is None else done
        for last in (whole, done):
            recurrence = recurrence or trajectory.short_recurrence(last or 0, growing=True)
        if recurrence is None:
            raise NotSo(text("No iteration leads back to a position of the same kind."))
        return _Found(trajectory, recurrence, "certified", done, whole, times=times)

    def _followed(self, trajectory: Trajectory, first: Recurrence) -> _Found:
        """The recurrence leads further than was performed, up to where the engine is asked last."""
        claims, times = self._claims, self._case.times
        if self._hangs_on_history(trajectory, first):
            raise NotSo(text("An iteration does something else when something else has happened earlier in the turn."))
        last = trajectory.over_breaks(first, claims.breaks, times)
        whole, checked = claims.iterations if claims.stops else times, claims.checked_to
        if whole is not None and whole <= checked:
            trajectory.arrive(last, whole, stops=claims.stops)
            return _Found(trajectory, first, _evidence(first, last), whole, whole)
        trajectory.follow(last, checked)
        if checked not in trajectory.positions:
            raise NotSo(text("The engine cannot be put to where {count} iterations lead.", count=digits(checked)))
        ended = trajectory.end_beyond(last, checked, whole) if claims.stops and whole is not None else None
        if ended is None:
            trajectory.check_beyond(last, checked, whole)
        return _Found(trajectory, first, "extended" if last.degree else "certified", checked, whole, last, ended)

    def _hangs_on_history(self, trajectory: Trajectory, recurrence: Recurrence) -> bool:
        """Say whether an iteration does something else when something else has happened before, which is not compared."""
        changes = recurrence.degree > 0
        return changes and history_matters(self._loop, recurrence.base, trajectory.one(recurrence))

    # What is stated.

    def _stated(self, found: _Found) -> JsonObject:
        trajectory, recurrence, case = found.trajectory, found.recurrence, self._case
        base, period = trajectory.positions[found.base], 1 if recurrence is None else recurrence.period
        one = trajectory.iterations.get(found.base) if recurrence is None else trajectory.one(recurrence)
        kept = Maintainers()
        if one is not None:
            kept = maintainers_of(self._loop.repeated(period), base, one)
        seats = kept.seats if case.maintained_by is None else case.maintained_by
        stop = found.stop
        if stop is not None and found.whole == case.times and not stop.over:
            stop = None  # as many were done as were asked for
        left = self._left_on_stack(found, stop) if seats and found.end[0] is not None else None
        seen = recurrence if found.evidence != "observed" else None
        changes = _changes(base, seen, one, self._loop.names)
        out = [each for each in trajectory.out if stop is not None or found.whole is None or each[1] <= found.whole]
        audits, payments = self._audits(recurrence, trajectory.segments.values())
        followed = [each for each in (seen, *trajectory.segments.values()) if each is not None and seen is not None]
        taken = assumptions(
            self._start,
            max(followed, key=lambda each: each.degree, default=None),
            stop,
            checked=found.checked,
            extended=found.evidence == "extended" and (found.whole is None or found.whole > found.checked),
            uses_chance=one is not None and one.end.chance != base.chance and not trajectory.chance,
        )
        facts: JsonObject = {
            "evidence": found.evidence,
            "checked_to": digits(found.checked),
            "iterations": None if found.whole is None else digits(found.whole),
            "warm_up": 0 if seen is None else seen.first,
            "period": period,
            "per_iteration": {name: change_value(change) for name, change in changes.items()},
            "after": _amounts_after(found, changes, self._loop.names),
            "breaks": self._breaks(found),
            "segments": self._segments(found),
            "stopped_by": _stop_fact(stop),
            "left_on_stack": _stop_fact(left),
            "could_act": list(kept.could_act),
            "out": [{"player": seat, "iteration": digits(at), "step": step} for seat, at, step in out],
            "maintained_by": list(seats),
            "corrected": None if case.maintained_by is None else {"maintained_by": list(kept.seats)},
            "mandatory": not seats,
            "payments": payments,
            "misplayed": [],
            "assumes": (*self._doubts(), *taken, *untold(audits)),
            "positions": self._positions(found),
            "near_by": _near_by_value(found.ended),
        }
        verdict, own_end = self._ruling(found, one, kept, seats, stop)
        over = (stop is not None and stop.over) or left is not None
        last = self._last_choice(found) if over and verdict.verdict != "refused" else None
        by_judge = case.maintained_by is not None
        beside = said_beside(self._loop.names, left=left, last=last, out=out, by_judge=by_judge, period=period)
        return facts | {
            "last_choice": None
            if last is None
            else {"player": last.seat, "iteration": digits(last.iteration), "step": last.step},
            "verdict": verdict.verdict,
            "draw": verdict.draw,
            "clauses": list(dict.fromkeys((*verdict.clauses, *(["MTR 4.4.9"] if by_judge else [])))),
            "own_end": None if own_end is None else digits(own_end),
            "text": _Paragraph((*verdict.sentences, *beside)),
        }

    def _doubts(self) -> Iterator[Text]:
        """Yield which cards the engine has not understood, and in which order abilities that trigger together go onto the stack."""
        case = self._case
        yield from doubtful_cards(case.position, self._library)
        table = self._work.count(set_up(case.position, self._library))
        for where, body in (("before", case.before), ("body", case.body)):
            yield from said_of_orders(where, ordered(table, body, case.body[0]).orders, table.names)

    def _positions(self, found: _Found) -> JsonObject:
        positions = found.trajectory.positions
        shown = sorted({0, found.base, *self._claims.breaks, max(positions)} & positions.keys())
        asked = case_value(self._case)
        return {digits(at): position_hash(positions[at], *([asked] if at == 0 else [])) for at in shown}

    def _breaks(self, found: _Found) -> list[str]:
        """Return the claimed breaks, each once and in order, that lie among the iterations that were looked at."""
        last = found.checked - (found.evidence == "observed")
        return [digits(at) for at in sorted(set(self._claims.breaks)) if found.base < at <= last]

    def _segments(self, found: _Found) -> list[JsonObject]:
        """Return what changes after each break: by the recurrence that follows, or in the one iteration that was played where none does."""
        led, stated = found.trajectory, []
        period = 1 if found.recurrence is None else found.recurrence.period
        for at in map(int, self._breaks(found)):
            seen = led.segments.get(at)
            base, one = (seen.base, None) if seen else (led.positions[at], led.iterations.get(at))
            changes = _changes(base, seen, one, self._loop.names)
            value: JsonObject = {
                "after": digits(at),
                "last": self._change_between(led.positions.get(at - period), led.positions[at]),
                "warm_up": seen.first - at if seen else 0,
                "period": seen.period if seen else 1,
            }
            stated.append(value | {"per_iteration": {name: change_value(each) for name, each in changes.items()}})
            period = value["period"]
        return stated

    def _change_between(self, before: Snapshot | None, after: Snapshot) -> JsonObject:
        """Return by how much each amount of two positions differs that has a name of its own, also one that only one of them has."""
        if before is None:
            return {}
        there, here = (
            {each.key: sum(map(position.abstraction.counters.__getitem__, each.counters)) for each in named}
            for position in (before, after)
            for named in [[each for each in names_of(position, self._loop.names) if not (each.part or each.quiet)]]
        )
        changes = {key: here.get(key, 0) - there.get(key, 0) for key in (*there, *(here.keys() - there.keys()))}
        return {key: digits(change) for key, change in changes.items() if change}

    def _left_on_stack(self, found: _Found, stop: Stop | None) -> Stop | None:
        """Return how the game is over when nobody goes on and what is on the stack resolves, None where it is not."""
        if stop is not None and (stop.over or not stop.is_end):
            return None
        trajectory, whole = found.trajectory, found.whole or 0
        last = trajectory.iterations[whole].end if stop is not None else trajectory.positions.get(whole)
        return None if last is None else left_on_stack(self._loop, last)

    def _last_choice(self, found: _Found) -> Choice | None:
        """Return the last choice in the last iterations that could have avoided that the game was over."""
        trajectory, last = found.trajectory, found.last or found.recurrence
        period = 1 if last is None else last.period
        final = [
            Final(trajectory.positions[at], trajectory.iterations[at], at + 1)
            for at in sorted(trajectory.iterations, reverse=True)[: 2 * period]
        ]
        if found.ended is not None:
            final = [Final(found.ended.start, found.ended.ran, found.ended.number)]
        return last_choice(self._loop, final)

    def _audits(
        self, recurrence: Recurrence | None, later: Iterable[Recurrence]
    ) -> tuple[tuple[Audit, ...], list[JsonObject]]:
        """Return iterations under watch, and what the engine paid by itself in one that runs evenly.

        Raises NotSo where it plays otherwise than the rules, also in `later` segments.

        Clauses: MTR 4.4.9
        """
        case, library = self._case, self._library
        start = self._work.count(set_up(case.position, library))
        audits = [audited(start, case.before, case.body, case.body)]
        if recurrence is not None and recurrence.first > 1:
            audits.append(audited(self._loop.table(recurrence.base), case.body, case.body))
        known = library.with_texts([card.side() for card in case.position.cards])
        afterwards = [audited(self._loop.table(each.base), case.body, case.body) for each in later]
        used = frozenset().union(*(audit.used for audit in (*audits, *afterwards)))
        present = frozenset().union(*(audit.present for audit in (*audits, *afterwards)))
        remarks = [each for audit in audits for each in audit.remarks]
        # What has done something at first may do nothing later.
        remarks += [each for audit in afterwards for each in audit.remarks if each.oddity != "nothing"]
        if remarks or any(_is_misread(name, used, known) for name in present):
            raise NotSo(text("The rules engine plays something here otherwise than the rules."))
        payments = [{"step": each.step, "sources": dict(each.sources)} for each in audits[-1].payments]
        return (*audits, *afterwards), payments

    def _ruling(
        self, found: _Found, one: Iteration | None, kept: Maintainers, seats: tuple[int, ...], stop: Stop | None
    ) -> tuple[Verdict, int | None]:
        """Return what the rules make of it, and after how many iterations a loop ends by itself of which fewer were asked for."""
        loop, base = self._loop, found.trajectory.positions[found.base]
        across = one is not None and one.end.turn != base.turn
        case = case_of(
            loop,
            base.active,
            seats,
            by_choices=kept.by_choices,
            meaningful=self._changes_meaningfully(found.recurrence) if across else None,
            by_chance=(steps_of_chance(loop, base) or range(len(loop.body))) if found.trajectory.chance else (),
        )
        ends, own_end = self._ends(found) if not seats and stop is None else (None, None)
        last = found.last or found.recurrence
        known = Known(
            case=case,
            times=self._case.times,
            stop=stop,
            done=found.whole or 0,
            could_act=tuple(loop.names[seat] for seat in kept.could_act),
            ends=ends,
            own_end=own_end,
            comes_back=last is not None and not last.degree,
            asking_exactly=() if last is None or not last.degree else last.base.wording.asks_exactly,
        )
        return verdict_of(known), None if own_end is None else own_end[0]

    def _ends(self, found: _Found) -> tuple[bool | None, tuple[int, Stop] | None]:
        """Say whether a loop that nobody keeps going ends by itself, None where that is not known; and after how many iterations, by what."""
        claims, last = self._claims, found.last or found.recurrence
        if last is None:
            return None, None
        if claims.own_end is not None:
            alone = Trajectory(self._loop, self._start, self._work)
            own = alone.recurrence(0, None)
            if own is not None:
                alone.arrive(alone.over_breaks(own, claims.breaks, None), claims.own_end, stops=True)
            if alone.stop is None or alone.stopped_after != claims.own_end:
                raise NotSo(text("The loop does not end after {count} iterations.", count=digits(claims.own_end)))
            return True, (claims.own_end, alone.stop)
        if last.degree and last.base.wording.asks_exactly:
            return None, None
        if last.degree:
            checked = max(last.first, min(found.checked, found.trajectory.performed))
            found.trajectory.check_beyond(last, checked, None)
        return False, None

    def _changes_meaningfully(self, recurrence: Recurrence | None) -> bool:
        """Say whether anything changes but where the cards are, outside the battlefield, that the steps cast, play or activate.

        Clauses: MTR 4.4.5
        """
        if recurrence is None:
            return True
        sustaining = {step.source.words for step in self._loop.body if step.source is not None}
        changing = (name for name, terms in recurrence.differences.items() if len(terms) > 1)
        return not all(card_counted(recurrence.base, name) in sustaining for name in changing)


def _is_misread(name: str, used: frozenset[str], library: CardLibrary) -> bool:
    card = library.find(name)  # a token has no card behind it
    return card is not None and any(
        each.matters == "in play" or each.words in used for each in misreadings_of(card.faces)
    )


def _evidence(*recurrences: Recurrence | None) -> str:
    return "certified" if all(each is None or each.degree < 2 for each in recurrences) else "extended"


def _near_by_value(ended: EndNearBy | None) -> JsonObject | None:
    if ended is None:
        return None
    objects_after = [digits(each) for each in ended.objects_after]
    return {"iteration": digits(ended.number), "objects_after": objects_after, "position": position_hash(ended.start)}


def _changes(
    base: Snapshot, recurrence: Recurrence | None, one: Iteration | None, players: tuple[str, ...]
) -> dict[str, list[int]]:
    """Return what an iteration does to each amount that it changes: one number, three where it differs from iteration to iteration."""
    known = base.abstraction
    follow = [known.counters, known.counters]
    if recurrence is not None:
        follow = [recurrence.at(times) for times in range(_SHOWN_CHANGES + 1)]
    elif one is not None and one.stop is None and one.end.abstraction.shape == known.shape:
        follow = [known.counters, one.end.abstraction.counters]
    named = [amounts_by_name(base, amounts, players) for amounts in follow]
    changes = {key: [after[key] - before[key] for before, after in pairwise(named)] for key in named[0]}
    return {key: each if len(set(each)) > 1 else each[:1] for key, each in changes.items() if any(each)}


def _amounts_after(found: _Found, changing: Collection[str], players: tuple[str, ...]) -> JsonObject | None:
    """Return the amounts in the end: those of the beginning, also where nothing is left, and then those that came up."""
    end, amounts = found.end
    if end is None:
        return None
    start, base = found.trajectory.positions[0], found.trajectory.positions[found.base]
    first, last = names_of(base, players), names_of(end, players)
    known, there = {each.key for each in first}, amounts_by_name(end, amounts, players)
    shown = [
        each.key
        for each in first
        if (not each.part or each.key in there)
        and (not each.quiet or each.key in changing or changed_since(start, base, each, there.get(each.key)))
    ]
    shown += [each.key for each in last if each.key not in known and not each.quiet]
    return {key: digits(there.get(key, 0)) for key in shown}
