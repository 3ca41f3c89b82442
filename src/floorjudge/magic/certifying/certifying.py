"""Certifying a loop: a position, a body and a number of times in, a certificate out.

How far the loop goes is found here; what comes of that is what the checker establishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.following import trajectory_of
from floorjudge.magic.certifying.trajectories import Trajectory
from floorjudge.magic.checking.assumptions import doubtful_cards, said_of_orders
from floorjudge.magic.checking.certificates import (
    AutomaticIn,
    Certificate,
    card_hashes,
    certificate_value,
    changes_of,
    lines_of,
    not_certified,
)
from floorjudge.magic.checking.checking import check
from floorjudge.magic.checking.maintainers import Maintainers, corrected, maintainers_of
from floorjudge.magic.checking.rules import END_NOT_KNOWN
from floorjudge.magic.doubt.auditing import audited
from floorjudge.magic.doubt.doubts import Doubt, doubts, sentences_about
from floorjudge.magic.doubt.zones import KeptOut
from floorjudge.magic.phase.fields import LARGEST_AMOUNT
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.phase.work import UNITS_PER_SECOND, Work, WorkIsOver, units
from floorjudge.magic.playing.errors import DoesNotEnd
from floorjudge.magic.playing.iterating import Loop
from floorjudge.magic.playing.ordering import ordered
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.texts import Text, text

BUDGET_SECONDS = 10.0
# What is begun may go on beyond the budget, up to so many times as much and so many seconds more; with the check, up to so many.
_MOST_TIMES, _MOST_MORE = 2.0, 20.0
_WHOLE_TIMES, _WHOLE_MORE = 3.0, 40.0
# How much the check may take, in times of what the certificate took; what is certified at a glance may take it longer.
_CHECK_TIMES, _CHECKED_ANYWAY_SECONDS = 3.0, 2.0
_SHARE_OF_OWN_END = 0.25
# What the checker alone states, or in its own way: how far it has led the engine, and from where on everything comes round.
_THE_CHECKERS_OWN = (
    *("positions", "near_by", "checked_to", "warm_up", "segments", "assumes", "payments"),
    *("verdict", "draw", "clauses", "text", "last_choice", "left_on_stack"),
)


class BodyNotPlayed(BadInput):
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
    also as a part of the work that it is done `within`, so that the answer does not depend on the machine. What a judge says of who
    keeps the loop going stands, and is recorded beside what was found. Raises BadInput for a position that cannot be set up, for steps
    in `before` that are not possible, and for a body that cannot be played once; WorkIsOver when the clock has run out `within` other
    work, which then has no answer either.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, MTR 4.4.9
    """
    whole = Work(units(budget), most=units(_WHOLE_TIMES * budget + _WHOLE_MORE), within=within)
    work = Work(whole.limit, most=units(_MOST_TIMES * budget + _MOST_MORE), within=whole)
    table = work.count(set_up(case.position, library))
    nothing = Certificate(
        case=case, players=table.names, assumes=tuple(doubtful_cards(case.position, library)), sentences=()
    )
    try:
        nothing, steps = _with_orders(nothing, work.count(set_up(case.position, library)))
        case = nothing.case
        play_body(table, case.before, "before")
        audit = audited(work.count(set_up(case.position, library)), case.before, case.body, case.body)
        # What cannot be played once is told below, unless it is because of an ability that the engine has forgotten.
        found = doubts([audit], case.position.with_own_cards(library))
        if found and (audit.played > bool(case.before) or any(each.mistake == "missed" for each in found)):
            return _misplayed(nothing, found)
        cards = card_hashes(case.position, library)
        begun = msgspec.structs.replace(
            nothing, cards=cards, payments=audit.payments, automatic=AutomaticIn(each=audit.automatic[-1])
        )
        claimed, is_sure = _claimed(begun, table, work, steps)
        if claimed.sentences:
            return claimed
        if too_large := tuple(_too_large(table.snapshot())):
            return not_certified(claimed, too_large)
        checked = _checked(claimed, library, work, whole)
        if is_sure or checked.verdict not in ("draw", "ends"):
            return checked
        return not_certified(claimed, (END_NOT_KNOWN,))
    except WorkIsOver as over:
        if over.by_clock and within is not None:
            raise
        why = (
            text("It takes far too long on this computer: nothing is claimed.")
            if over.by_clock
            else text("The rules engine would have to do more than is allowed for this loop: nothing is claimed.")
        )
        return msgspec.structs.replace(nothing, sentences=(why, text("A judge decides.")))


def _misplayed(certificate: Certificate, found: tuple[Doubt, ...], stopped: tuple[Text, ...] = ()) -> Certificate:
    return msgspec.structs.replace(not_certified(certificate, sentences_about(found, stopped)), misplayed=found)


def _with_orders(nothing: Certificate, table: Table) -> tuple[Certificate, tuple[int, ...]]:
    """Return a certificate with a case in which every order of triggered abilities is said, and a sentence on each; the table is played on.

    Last is which step of the body each one belongs to that is there now.
    """
    case = nothing.case
    before, body = ordered(table, case.before, case.body[0]), ordered(table, case.body, case.body[0])
    if not before.played:
        return nothing, tuple(range(len(case.body)))
    said = (
        *said_of_orders(before.orders, table.names, before=True),
        *said_of_orders(body.orders, table.names, before=False),
    )
    case = msgspec.structs.replace(case, before=before.body, body=body.body)
    return msgspec.structs.replace(nothing, case=case, assumes=(*nothing.assumes, *said)), body.of


def _claimed(begun: Certificate, table: Table, work: Work, steps: Sequence[int]) -> tuple[Certificate, bool]:
    """Return a certificate that claims how far the loop goes, what it changes and who keeps it going.

    It has sentences only where it is undecided: why. Beside it is whether it is sure of a loop that nobody keeps going that it ends by
    itself, or never does. `steps` tell for each step of the body which one it is of what was asked for.
    """
    case, start = begun.case, table.snapshot()
    loop = Loop(table.engine, case.body, table.names, KeptOut)
    trajectory = trajectory_of(loop, start, case.times, work, table=table)
    _check_played_once(trajectory, steps)
    trajectory = _only_ends(trajectory)
    found = Maintainers()
    if trajectory.one is not None:
        found = maintainers_of(loop.repeated(trajectory.period), trajectory.base, trajectory.one)
    kept = found if case.maintained_by is None else corrected(found, case.maintained_by)
    own_end, is_sure = None, True
    if not (kept.seats or trajectory.stop or trajectory.chance or trajectory.evidence == "undecided"):
        own_end, is_sure = _own_end(loop, start, trajectory, case.times, work)
    at = None if trajectory.recurrence is None else trajectory.recurrence.at
    changes = changes_of(trajectory.base, at, trajectory.one, loop.names)
    claimed = msgspec.structs.replace(
        begun,
        evidence=trajectory.evidence,
        checked_to=trajectory.checked_to,
        iterations=trajectory.done,
        warm_up=trajectory.warm_up,
        period=trajectory.period,
        lines=tuple(lines_of(start, trajectory, changes, loop.names)),
        knows_end=trajectory.end is not None,
        breaks=trajectory.breaks,
        stopped_by=trajectory.stop,
        out=trajectory.out,
        maintained_by=kept.seats,
        found_maintained_by=None if case.maintained_by is None else found.seats,
        could_act=kept.could_act,
        mandatory=not kept.seats,
        own_end=own_end,
        sentences=_why_undecided(trajectory),
    )
    return claimed, is_sure


def _why_undecided(trajectory: Trajectory) -> tuple[Text, ...]:
    if trajectory.evidence != "undecided":
        return ()
    return (*(() if trajectory.why is None else (trajectory.why,)), text("A judge decides."))


def _checked(claimed: Certificate, library: CardLibrary, work: Work, whole: Work) -> Certificate:
    """Return the certificate that the checker has established for what is claimed.

    It may take three times as much as the `work` on the certificate took, of what is left of the `whole`: it alone finds who keeps the
    loop going. Where it finds anything else, nothing is certified.
    """
    most = max(_CHECK_TIMES * work.spent / UNITS_PER_SECOND, _CHECKED_ANYWAY_SECONDS)
    found = check(certificate_value(claimed, "en"), library, most=most, within=whole)
    established = found.established
    if established.misplayed:
        return _misplayed(claimed, established.misplayed, established.stopped)
    others = [each.where for each in found.rejected if each.where not in _THE_CHECKERS_OWN]
    if established.certificate is not None and not others:
        return msgspec.structs.replace(established.certificate, case=claimed.case)
    why = found.why or text("“{field}” is something else.", field=others[0])
    sentences = (
        text("When everything was established again, another way, it came out otherwise: {why}", why=why),
        text("A judge decides."),
    )
    return not_certified(claimed, sentences)


def _too_large(position: Snapshot) -> Iterator[Text]:
    """Yield the numbers that are printed somewhere in a position and that the engine cannot hold: it takes them for others."""
    for number, cards in position.wording.written_above(LARGEST_AMOUNT).items():
        yield text(
            "This is in the text of a card, and larger than what the rules engine can hold: {number} ({cards}). A judge decides.",
            number=digits(number),
            cards=cards,
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


def _own_end(
    loop: Loop, start: Snapshot, trajectory: Trajectory, times: int | None, work: Work
) -> tuple[int | None, bool]:
    """Return after how many iterations a loop that nobody keeps going ends by itself, None where it does not; and whether that is sure."""
    alone = trajectory
    if times is not None and loop.table(start).snapshot().abstraction.shape == start.abstraction.shape:
        work.limit = max(work.limit, work.spent + round(work.limit * _SHARE_OF_OWN_END))
        alone = trajectory_of(loop, start, None, work)
    if alone.stop is not None and alone.stop.is_end:
        return alone.done, True
    return None, alone.for_ever or (alone.recurrence is not None and alone.recurrence.stands_still)
