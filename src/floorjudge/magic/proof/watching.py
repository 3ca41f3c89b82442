"""Which iterations of a loop are watched, to see whether the engine plays them as the rules say: where it does not, nothing holds.

This is point 6 of docs/magic-certificates.md, “What the prover does”.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.auditing import Audit, audited
from floorjudge.magic.doubt.doubts import PLAYED_OTHERWISE, doubts
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.automatic import Automatic
from floorjudge.magic.playing.automatic_sentences import AutomaticIn
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.extent import Extent
from floorjudge.magic.proof.trajectory import NotSo, Trajectory

# So many iterations are watched first, and so many before the end; where no recurrence leads, so many of those that were performed.
_FIRST = 2
_MOST_WATCHED = 60


def watched(extent: Extent, library: CardLibrary) -> tuple[Audit, ...]:
    """Return the first iterations under watch, those that lead to where the loop runs evenly, if that is later, over each break, and to the end.

    With each, two follow that run evenly, or as many as come round together; without a recurrence, all that were performed are watched, within
    a bound. Raises NotSo where the engine plays otherwise than the rules.

    Clauses: MTR 4.4.9
    """
    case, recurrence, led = extent.claims.case, extent.recurrence, extent.trajectory
    later = [(_FIRST, recurrence)] if recurrence is not None and begins_otherwise(extent) else []
    if recurrence is None:
        many = max(_FIRST, min(led.farthest + led.ended, _MOST_WATCHED))
    else:
        many = _FIRST if later else max(_FIRST, recurrence.first + recurrence.period)
    first = first_audit(led, case, library, many)
    audits = [first]
    then = [
        (led.positions[at], follows.first - at + max(_FIRST, follows.period))
        for at, follows in (*later, *((at - 1, segment) for at, segment in led.segments.items()))
    ]
    for position, follow in (*then, *_before_the_end(extent, many)):
        audit = audited(extent.loop.table(position), *[case.body] * follow)
        # What was used at first, and did something then, may do nothing later; of what is used only later that is not known.
        doing = tuple(each for each in audit.remarks if each.mistake != "nothing" or each.words not in first.used)
        audits.append(msgspec.structs.replace(audit, remarks=doing))
    if found := doubts(audits, case.position.with_own_cards(library)):
        raise NotSo(PLAYED_OTHERWISE, found)
    return tuple(audits)


def _before_the_end(extent: Extent, many: int) -> Iterator[tuple[Snapshot, int]]:
    """Yield from where to watch how many iterations, so that the one in which the loop ends is among them, unless it is among the first `many`."""
    if extent.ended is not None:
        yield extent.ended.start, 1
    elif extent.stop is not None and (extent.whole or 0) >= many:
        last = extent.trajectory.stopped_after or 0
        begins = [at for at in extent.trajectory.positions if last - _FIRST <= at <= last]
        yield extent.trajectory.positions[min(begins)], last - min(begins) + 1


def automatic_in(extent: Extent, audits: Sequence[Audit]) -> AutomaticIn:
    """Return what was automatic in the iterations that were watched up to where the loop runs evenly, and before them."""
    before, iterations = (Automatic(), audits[0].automatic)
    if extent.claims.case.before:
        before, iterations = iterations[0], iterations[1:]
    if begins_otherwise(extent):
        iterations = iterations[:_FIRST] + audits[1].automatic
    first = 0 if extent.recurrence is None else extent.recurrence.first
    return AutomaticIn(before, iterations[:first], iterations[-1] if iterations else Automatic())


def first_audit(led: Trajectory, case: LoopCase, library: CardLibrary, many: int = _FIRST) -> Audit:
    """Return what is found in so many first iterations of a case under watch, and in what is done before them."""
    return led.answers.ask(
        ("audit", many), lambda: audited(set_up_again(led, case, library), case.before, *[case.body] * many)
    )


def set_up_again(led: Trajectory, case: LoopCase, library: CardLibrary) -> Table:
    """Return a table in the position that was given, before anything is done."""
    return led.work.count(set_up(case.position, library))


def begins_otherwise(extent: Extent) -> bool:
    """Say whether more than one iteration is done before those that follow the recurrence."""
    return extent.recurrence is not None and extent.recurrence.first > 1
