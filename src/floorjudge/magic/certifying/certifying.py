"""Certifying a loop: a position, a body and a number of times in, a certificate out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.certificates import (
    Certificate,
    Misplay,
    certificate_value,
    lines_of,
    not_certified,
    segments_of,
)
from floorjudge.magic.certifying.following import trajectory_of
from floorjudge.magic.certifying.maintaining import Maintainers, choosers, corrected, maintainers_of
from floorjudge.magic.certifying.misplaying import misplays, sentences_about
from floorjudge.magic.certifying.ruling import ruled
from floorjudge.magic.certifying.trajectories import Trajectory
from floorjudge.magic.checking.assumptions import doubtful_cards, said_of_orders
from floorjudge.magic.checking.checking import check
from floorjudge.magic.checking.documents import card_hashes
from floorjudge.magic.checking.rules import said_beside
from floorjudge.magic.phase.amounts import LARGEST_AMOUNT
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.work import UNITS_PER_SECOND, Work, WorkIsOver, units
from floorjudge.magic.playing.auditing import Audit, audited
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.endings import last_choice, left_on_stack
from floorjudge.magic.playing.errors import DoesNotEnd
from floorjudge.magic.playing.iterating import Loop, Stop
from floorjudge.magic.playing.ordering import ordered
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.texts import Text, text

BUDGET_SECONDS = 10.0
# What is begun may go on beyond the budget, up to so many times as much and so many seconds more; with the check, up to so many.
_MOST_TIMES, _MOST_MORE = 2.0, 20.0
_WHOLE_TIMES, _WHOLE_MORE = 3.0, 30.0
# How much the check may take, in times of what the certificate took; what is certified at a glance may take it longer.
_CHECK_TIMES, _CHECKED_ANYWAY_SECONDS = 1.5, 2.0
_SHARE_OF_OWN_END = 0.25
# How far the engine was led, and from where on everything comes round, is said as the checker found it: it goes its own way.
_THE_CHECKERS_OWN = ("positions", "near_by", "checked_to", "warm_up", "segments", "assumes")
_NOBODY = Maintainers((), by_choices=False, steps=(), could_act=())


class BodyNotPlayed(BadInput):
    """A step of a body is not possible or not clear, the very first time; `step` counts from 1."""

    sentence = text(
        "Step {step} of the body could not be played, and it was the first time round: so this is not a loop yet. {why} “floorjudge "
        "magic play” shows step by step what can be done."
    )
    step: int
    why: Text


def certify(
    case: LoopCase, library: CardLibrary, *, budget: float = BUDGET_SECONDS, within: Work | None = None
) -> Certificate:
    """Return the certificate of a loop.

    `budget` is how much is tried on the engine: the work that a usual machine does in so many seconds, 0 or more. It is counted,
    also as a part of the work that it is done `within`, so that the answer does not depend on the machine. What a judge says of who keeps the loop going stands, and is recorded
    beside what was found. Raises BadInput for a position that cannot be set up, for steps in `before` that are not possible, and
    for a body that cannot be played once; WorkIsOver when the clock has run out `within` other work, which then has no answer either.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, MTR 4.4.9
    """
    whole = Work(units(budget), most=units(_WHOLE_TIMES * budget + _WHOLE_MORE), within=within)
    work = Work(whole.limit, most=units(_MOST_TIMES * budget + _MOST_MORE), within=whole)
    table = work.count(set_up(case.position, library))
    doubts = tuple(doubtful_cards(case.position, library))
    try:
        case, orders, steps = _with_orders(case, work.count(set_up(case.position, library)))
        doubts += orders
        play_body(table, case.before, "before")
        audits = [audited(work.count(set_up(case.position, library)), case.before, case.body, case.body)]
        # What cannot be played once is told below, unless it is because of an ability that the engine has forgotten.
        found = misplays(case, library, audits)
        if found and (audits[0].played > bool(case.before) or any(each.mistake == "missed" for each in found)):
            return _nothing_known(case, table.names, doubts, sentences_about(found), found)
        certificate, tables, said = _certified(case, table, doubts, work, card_hashes(case.position, library), steps)
        if certificate.evidence == "undecided":
            return certificate
        if too_large := tuple(_too_large(table.snapshot())):
            return not_certified(certificate, too_large)
        audits += (_later(audited(each, case.body, case.body)) for each in tables)
        paid = audits[certificate.warm_up > 1].payments
        certificate = msgspec.structs.replace(certificate, payments=paid)
        found = misplays(case, library, audits)
        if not found:
            return _passed(certificate, said, library, work, whole)
        return msgspec.structs.replace(not_certified(certificate, sentences_about(found)), misplayed=found)
    except WorkIsOver as over:
        if over.by_clock and within is not None:
            raise
        why = (
            text("It takes far too long on this computer: nothing is claimed.")
            if over.by_clock
            else text("The rules engine would have to do more than is allowed for this loop: nothing is claimed.")
        )
        return _nothing_known(case, table.names, doubts, (why, text("A judge decides.")))


def _with_orders(case: LoopCase, table: Table) -> tuple[LoopCase, tuple[Text, ...], tuple[int, ...]]:
    """Return a case in which every order of triggered abilities is said, and a sentence on each; the table is played on.

    Last is which step of the body each one belongs to that is there now.
    """
    before, body = ordered(table, case.before, case.body[0]), ordered(table, case.body, case.body[0])
    if not before.played:
        return case, (), tuple(range(len(case.body)))
    said = tuple(
        sentence
        for where, found in (("before", before), ("body", body))
        for sentence in said_of_orders(where, found.orders, table.names)
    )
    return msgspec.structs.replace(case, before=before.body, body=body.body), said, body.of


def _certified(
    case: LoopCase,
    table: Table,
    doubts: tuple[Text, ...],
    work: Work,
    cards: Mapping[str, str],
    steps: Sequence[int],
) -> tuple[Certificate, tuple[Table, ...], dict[str, Text]]:
    """Return a certificate, tables on which an iteration is about to begin that may differ from the first two, and what amounts are called.

    If the loop does something else at first, the first of them is where it runs evenly; on the others later segments begin. `steps`
    tell for each step of the body which one it is of what was asked for.
    """
    start = table.snapshot()
    loop = Loop(table.engine, case.body, table.names)
    trajectory = _only_ends(trajectory_of(loop, start, case.times, work, table=table))
    _check_played_once(trajectory, steps)
    found_maintainers = _maintainers(loop, trajectory)
    maintainers = found_maintainers if case.maintained_by is None else corrected(found_maintainers, case.maintained_by)
    own_end = _own_end(loop, start, trajectory, maintainers, case.times, work)
    found = ruled(loop, trajectory, maintainers, case.times, own_end)
    lines = tuple(lines_of(trajectory, start, loop.names))
    left = _left_on_stack(loop, trajectory, maintainers)
    over = any(stop is not None and stop.over for stop in (left, trajectory.stop))
    last = last_choice(loop, trajectory.final) if over and found.verdict != "refused" else None
    beside = said_beside(
        loop.names,
        left=left,
        last=last,
        out=((each.seat, each.iteration, each.step) for each in trajectory.out),
        by_judge=case.maintained_by is not None,
        period=trajectory.period,
    )
    certificate = Certificate(
        case=case,
        cards=cards,
        evidence=trajectory.evidence,
        checked_to=trajectory.checked_to,
        assumes=doubts,
        times=case.times,
        iterations=trajectory.done,
        warm_up=trajectory.warm_up,
        lines=lines,
        knows_end=trajectory.after is not None,
        stopped_by=trajectory.stop,
        players=loop.names,
        maintained_by=maintainers.maintained_by,
        mandatory=not maintainers.maintained_by,
        draw=found.draw,
        verdict=found.verdict,
        clauses=found.clauses if case.maintained_by is None else tuple(dict.fromkeys((*found.clauses, "MTR 4.4.9"))),
        sentences=(*found.sentences, *beside),
        period=trajectory.period,
        out=trajectory.out,
        breaks=trajectory.breaks,
        own_end=None if own_end is None or own_end.stop is None else own_end.done,
        last_choice=last,
        left_on_stack=left,
        could_act=maintainers.could_act,
        found_maintained_by=None if case.maintained_by is None else found_maintainers.maintained_by,
    )
    differ = (*([trajectory.base] if trajectory.warm_up > 1 else []), *trajectory.later)
    positions = (start, trajectory.base, *trajectory.later)
    named = (each for position in positions for each in names_of(position, loop.names))
    said = {each.key: each.said for each in named if not (each.part or each.quiet)}
    return certificate, tuple(map(loop.table, differ)), said


def _later(audit: Audit) -> Audit:
    """Return what was found in a later iteration: what does nothing there, as milling an empty library, has done something at first."""
    return msgspec.structs.replace(audit, remarks=tuple(each for each in audit.remarks if each.oddity != "nothing"))


def _passed(
    certificate: Certificate, said: Mapping[str, Text], library: CardLibrary, work: Work, whole: Work
) -> Certificate:
    """Return a certificate that the checker has established again, with the hashes of the positions it was led through.

    `said` is what amounts are called.

    It may take half as much again as the `work` on the certificate took, of what is left of the `whole`. Where it finds anything else, nothing is certified.
    """
    most = max(_CHECK_TIMES * work.spent / UNITS_PER_SECOND, _CHECKED_ANYWAY_SECONDS)
    found = check(certificate_value(certificate, "en"), library, most=most, within=whole)
    others = [each.where for each in found.rejected if each.where not in _THE_CHECKERS_OWN]
    if not others and found.why is None:
        facts = found.facts
        return msgspec.structs.replace(
            certificate,
            positions=facts["positions"],
            near_by=facts["near_by"],
            segments=tuple(segments_of(facts["per_iteration"], facts["segments"], said, certificate.iterations)),
            checked_to=int(facts["checked_to"]),
            warm_up=facts["warm_up"],
            assumes=facts["assumes"],
        )
    why = found.why or text("“{field}” is something else.", field=others[0])
    sentences = (
        text("When everything was established again, another way, it came out otherwise: {why}", why=why),
        text("A judge decides."),
    )
    return not_certified(certificate, sentences)


def _too_large(position: Snapshot) -> Iterator[Text]:
    """Yield the numbers that are printed somewhere in a position and that the engine cannot hold: it takes them for others."""
    for number, cards in position.wording.written_above(LARGEST_AMOUNT).items():
        yield text(
            "This is in the text of a card, and larger than what the rules engine can hold: {number} ({cards}). A judge decides.",
            number=digits(number),
            cards=cards,
        )


def _nothing_known(
    case: LoopCase,
    players: tuple[str, ...],
    doubts: tuple[Text, ...],
    sentences: tuple[Text, ...],
    misplayed: tuple[Misplay, ...] = (),
) -> Certificate:
    """Return the certificate of a loop of which nothing was found out, for a reason that `sentences` tell."""
    return Certificate(
        case=case,
        evidence="undecided",
        checked_to=0,
        assumes=doubts,
        times=case.times,
        iterations=None,
        warm_up=0,
        lines=(),
        knows_end=False,
        stopped_by=None,
        players=players,
        maintained_by=(),
        mandatory=False,
        draw=False,
        verdict="undecided",
        clauses=("MTR 4.4.9",),
        sentences=sentences,
        misplayed=misplayed,
    )


def _check_played_once(trajectory: Trajectory, steps: Sequence[int]) -> None:
    """Raise BodyNotPlayed when a step is not possible before the body has come round once: what was typed is not a loop."""
    stop = trajectory.stop
    if stop is None or stop.kind != "step" or stop.step is None or trajectory.done != 0:
        return
    if stop.code != DoesNotEnd.code:
        step = steps[stop.step]
        raise BodyNotPlayed(step + 1, stop.said, where=f"body[{step}]")


def _only_ends(trajectory: Trajectory) -> Trajectory:
    """Return a trajectory of which nothing is claimed beyond a step that could not be played for another reason than the rules."""
    stop = trajectory.stop
    if stop is None or stop.is_end:
        return trajectory
    why = stop.said
    if stop.kind == "step" and stop.step is not None and stop.where is not None:
        why = text(
            "Step {step} of the body could not be played to its end in iteration {iteration} ({where}): {why}",
            step=stop.step + 1,
            iteration=digits((trajectory.done or 0) + 1),
            where=stop.where,
            why=stop.said,
        )
    return msgspec.structs.replace(trajectory, evidence="undecided", why=why)


def _maintainers(loop: Loop, trajectory: Trajectory) -> Maintainers:
    """Return who keeps the loop going, with the steps in one body."""
    if trajectory.one is None:
        return _NOBODY
    if trajectory.one.stop is not None:
        maintainers = choosers(trajectory.base, trajectory.one)
    else:
        maintainers = maintainers_of(loop.repeated(trajectory.period), trajectory.base, trajectory.one)
    return msgspec.structs.replace(
        maintainers, steps=tuple(sorted({step % len(loop.body) for step in maintainers.steps}))
    )


def _left_on_stack(loop: Loop, trajectory: Trajectory, maintainers: Maintainers) -> Stop | None:
    """Return the end of the game that comes when the players stop the loop, or have to, and what is on the stack resolves."""
    like, stop = trajectory.like, trajectory.stop
    if not maintainers.maintained_by or like is None or like.abstraction.counters != trajectory.after:
        return None
    return left_on_stack(loop, like) if stop is None or (stop.is_end and not stop.over) else None


def _own_end(
    loop: Loop, start: Snapshot, trajectory: Trajectory, maintainers: Maintainers, times: int | None, work: Work
) -> Trajectory | None:
    """Return where a loop that nobody keeps going leads when nobody counts; None where that is known or does not matter."""
    if (
        times is None
        or maintainers.maintained_by
        or trajectory.stop is not None
        or trajectory.chance
        or trajectory.evidence == "undecided"
    ):
        return None
    if loop.table(start).snapshot().abstraction.shape != start.abstraction.shape:
        return None
    work.limit = max(work.limit, work.spent + round(work.limit * _SHARE_OF_OWN_END))
    return trajectory_of(loop, start, None, work)
