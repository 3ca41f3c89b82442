"""The certificate of a loop: what repeating it does, how that is known, who keeps it going, and what the rules make of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from floorjudge import __version__
from floorjudge.exact import digits
from floorjudge.magic.certifying.trajectories import Elimination, Evidence, Trajectory
from floorjudge.magic.checking.documents import VERSION, change_value, read_change, sealed, stop_value
from floorjudge.magic.checking.rules import Outcome
from floorjudge.magic.phase.engine import engine_version
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.playing.auditing import Payment
from floorjudge.magic.playing.counter_names import Named, amounts_by_name, changed_since, names_of
from floorjudge.magic.playing.endings import Choice
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.positions.loop_case import LoopCase, case_value
from floorjudge.magic.second_opinion.opinions import Opinion, opinion_value
from floorjudge.texts import Language, Text, render

JsonObject = dict[str, Any]
_SHOWN_CHANGES = 3


class Line(msgspec.Struct, frozen=True):
    """An amount by its names: `key` for programs, `said` for people.

    `change` is what an iteration of the loop does to it: a number, or for an amount whose change grows the first three
    changes; empty where it does not change. `after` is how much there is in the end, None when that is not known.
    `part` is as in `Named`. It is `even` unless the iterations before those that do `change` are known to do something else to it.
    """

    key: str
    said: Text
    change: tuple[int, ...] = ()
    after: int | None = None
    part: bool = False
    even: bool = True


class Part(msgspec.Struct, frozen=True):
    """An amount that the last iteration before a break changed by `last`, and each one behind it by `change`, as in `Line`."""

    said: Text
    last: int
    change: tuple[int, ...]


class Segment(msgspec.Struct, frozen=True):
    """What the loop does from iteration `begins` on: other than before. `last_is_odd` says that the last one before did neither.

    Where it comes round only every few iterations, `period` is how many, and the changes are those of so many together.
    `is_done` says that no whole iteration of it follows.
    """

    value: Mapping[str, Any]
    parts: tuple[Part, ...]
    last_is_odd: bool
    is_done: bool

    @property
    def begins(self) -> int:
        """The first iteration of which it is true."""
        return int(self.value["after"]) + int(self.value["warm_up"]) + 1

    @property
    def period(self) -> int:
        """How many iterations are one."""
        return int(self.value["period"])


class Misplay(msgspec.Struct, frozen=True):
    """Why nothing is certified: a card, and the kind of mistake with which the engine plays it; `said` is a sentence about both."""

    card: str
    mistake: str
    said: Text


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a loop.

    `times` were asked for (None: as often as it goes), `iterations` whole ones are done in the end (None: it never
    stops, or that is not known); after the first `warm_up`, each does the same. `checked_to` is the iteration up to which the
    engine itself has confirmed the recurrence. `lines` tell the change per iteration and the position in the end.
    Where the loop comes round only every few iterations, `period` is how many, and the changes are those of so many together.
    `last_choice` is the last one that could have avoided the end of the game; `left_on_stack` is the end of the game that comes when
    what is on the stack resolves after the last iteration. `could_act` are the seats of those who could do something on the way, as
    far as everybody can see.
    `maintained_by` are seats; where a judge has said who they are, `found_maintained_by` are those that were found, None
    otherwise. `draw` says of the loop itself that it is one, whatever was asked for. `out` are those who left a game of several
    on the way. `case` is what was asked; `cards` are the hashes of its cards' texts, `breaks` the iterations after which another change
    begins, `segments` what changes from there on, and `own_end` after how many a loop that nobody keeps going ends by itself, None where it does not or that was not asked;
    `positions` are hashes of the positions that the checker was led through, by how many iterations lead there; `near_by` says which
    iteration it ended with where the engine can only be put near by, and with as many objects as after which others.
    `second` is what a second engine said, None where none was asked. `payments` are what the engine paid by itself in the steps
    of an iteration, `misplayed` what it plays otherwise than the rules.
    """

    case: LoopCase
    cards: Mapping[str, str] = {}
    evidence: Evidence
    checked_to: int
    assumes: tuple[Text, ...]
    times: int | None
    iterations: int | None
    warm_up: int
    lines: tuple[Line, ...]
    knows_end: bool
    stopped_by: Stop | None
    players: tuple[str, ...]
    maintained_by: tuple[int, ...]
    mandatory: bool
    draw: bool
    verdict: Outcome
    clauses: tuple[str, ...]
    sentences: tuple[Text, ...]
    period: int = 1
    found_maintained_by: tuple[int, ...] | None = None
    out: tuple[Elimination, ...] = ()
    breaks: tuple[int, ...] = ()
    segments: tuple[Segment, ...] = ()
    own_end: int | None = None
    positions: Mapping[str, str] = {}
    near_by: Mapping[str, Any] | None = None
    second: Opinion | None = None
    payments: tuple[Payment, ...] = ()
    misplayed: tuple[Misplay, ...] = ()
    last_choice: Choice | None = None
    left_on_stack: Stop | None = None
    could_act: tuple[int, ...] = ()

    @property
    def begins_otherwise(self) -> int:
        """How many iterations there are at first of which the changes in `lines` are not known to be true."""
        return 0 if all(line.even for line in self.lines) else self.warm_up


def not_certified(certificate: Certificate, sentences: tuple[Text, ...]) -> Certificate:
    """Return a certificate that says nothing for sure; `sentences` tell why.

    Clauses: MTR 4.4.9
    """
    return msgspec.structs.replace(
        certificate,
        evidence="undecided",
        verdict="undecided",
        clauses=("MTR 4.4.9",),
        iterations=None,
        knows_end=False,
        stopped_by=None,
        draw=False,
        last_choice=None,
        left_on_stack=None,
        sentences=sentences,
    )


def lines_of(trajectory: Trajectory, start: Snapshot, players: tuple[str, ...]) -> Iterator[Line]:
    """Yield the lines of a loop that began in `start`, and then those that only the position in the end has.

    `players` are their names.
    """
    in_the_end = (
        {}
        if trajectory.like is None or trajectory.after is None
        else amounts_by_name(trajectory.like, trajectory.after, players)
    )
    at_first = amounts_by_name(start, start.abstraction.counters, players)
    known = set()
    for named in names_of(trajectory.base, players):
        known.add(named.key)
        change = _change_of(trajectory, named)
        after = in_the_end.get(named.key)
        gone = trajectory.after is not None and after is None
        if gone and named.part:
            # The things of a group may be there still, and not look like that group any more.
            if change:
                yield Line(named.key, named.said, change, None, named.part)
            continue
        if named.quiet and not change and not changed_since(start, trajectory.base, named, after):
            continue
        even = named.part or _is_even(trajectory, named, change, at_first.get(named.key, 0))
        yield Line(named.key, named.said, change, 0 if gone else after, named.part, even)
    if trajectory.like is not None and trajectory.after is not None and trajectory.like is not trajectory.base:
        for named in names_of(trajectory.like, players):
            if named.key not in known and not named.quiet:
                yield Line(named.key, named.said, (), in_the_end[named.key], named.part)


def _is_even(trajectory: Trajectory, named: Named, change: tuple[int, ...], before: int) -> bool:
    """Tell whether a line, which was `before` at first, has changed by then as it does from then on; a change that grows is said from then on."""
    if len(change) > 1:
        return trajectory.warm_up == 0
    now = sum(trajectory.base.abstraction.counters[counter] for counter in named.counters)
    return (now - before) * trajectory.period == trajectory.warm_up * (change[0] if change else 0)


def _change_of(trajectory: Trajectory, named: Named) -> tuple[int, ...]:
    """Return what an iteration does to a line: one number, three first ones where it differs from iteration to iteration."""
    if trajectory.recurrence is not None:
        terms = [trajectory.recurrence.terms[counter] for counter in named.counters]
        at = [sum(term.term(index) for term in terms) for index in range(_SHOWN_CHANGES + 1)]
        changes = tuple(after - before for before, after in pairwise(at))
        return changes if len(set(changes)) > 1 else changes[:1] if changes[0] else ()
    one, base = trajectory.one, trajectory.base
    if one is None or one.stop is not None or one.end.abstraction.shape != base.abstraction.shape:
        return ()
    change = sum(one.end.abstraction.counters[name] - base.abstraction.counters[name] for name in named.counters)
    return (change,) if change else ()


def segments_of(
    before: Mapping[str, Any], values: Iterable[Mapping[str, Any]], said: Mapping[str, Text], iterations: int | None
) -> Iterator[Segment]:
    """Yield what a loop does after its breaks, as the checker has found it.

    `before` is the JSON of what an iteration changes up to the first break, `said` tells what amounts are called, and
    `iterations` how many there are.
    """
    for value in values:
        last, changes = value["last"], value["per_iteration"]
        parts = tuple(
            Part(said[key], int(last.get(key, "0")), read_change(changes.get(key, ())))
            for key in said
            if key in last or key in changes
        )
        is_even = all(isinstance(change, str) for change in before.values())
        parts_before = {key: change for key, change in before.items() if key in said}
        is_odd = is_even and parts_before != {key: last[key] for key in said if key in last}
        yield Segment(value, parts, is_odd, iterations is not None and iterations <= int(value["after"]))
        before = changes


def certificate_value(certificate: Certificate, language: Language) -> JsonObject:
    """Return the JSON answer for a loop, which `magic.checking` takes as a claim; sentences are in `language`, names of amounts are not."""
    last = certificate.last_choice
    value: JsonObject = {
        "version": VERSION,
        "made_with": {"floorjudge": __version__, "engine": engine_version()},
        "case": case_value(certificate.case),
        "cards": dict(certificate.cards),
        "evidence": certificate.evidence,
        "checked_to": digits(certificate.checked_to),
        "assumes": [render(each, language) for each in certificate.assumes],
        "per_iteration": {line.key: change_value(line.change) for line in certificate.lines if line.change},
        "after": _after(certificate),
        "iterations": None if certificate.iterations is None else digits(certificate.iterations),
        "warm_up": certificate.warm_up,
        "period": certificate.period,
        "breaks": [digits(each) for each in certificate.breaks],
        "segments": [dict(each.value) for each in certificate.segments],
        "stopped_by": _stop_value(certificate.stopped_by, language),
        "left_on_stack": _stop_value(certificate.left_on_stack, language),
        "last_choice": None
        if last is None
        else {"player": last.seat, "iteration": digits(last.iteration), "step": last.step},
        "out": [{"player": out.seat, "iteration": digits(out.iteration), "step": out.step} for out in certificate.out],
        "maintained_by": list(certificate.maintained_by),
        "corrected": None
        if certificate.found_maintained_by is None
        else {"maintained_by": list(certificate.found_maintained_by)},
        "could_act": list(certificate.could_act),
        "mandatory": certificate.mandatory,
        "own_end": None if certificate.own_end is None else digits(certificate.own_end),
        "positions": dict(certificate.positions) or None,
        "near_by": None if certificate.near_by is None else dict(certificate.near_by),
        "draw": certificate.draw,
        "payments": [{"step": each.step, "sources": dict(each.sources)} for each in certificate.payments],
        "misplayed": [
            {"card": each.card, "mistake": each.mistake, "text": render(each.said, language)}
            for each in certificate.misplayed
        ],
        "second": None if certificate.second is None else opinion_value(certificate.second),
        "verdict": certificate.verdict,
        "clauses": list(certificate.clauses),
        "text": " ".join(render(sentence, language) for sentence in certificate.sentences),
    }
    return sealed(value)


def _stop_value(stop: Stop | None, language: Language) -> JsonObject | None:
    if stop is None:
        return None
    return {**(stop_value(stop) or {}), "text": render(stop.said, language)}


def _after(certificate: Certificate) -> JsonObject | None:
    if not certificate.knows_end:
        return None
    return {line.key: digits(line.after) for line in certificate.lines if line.after is not None}
