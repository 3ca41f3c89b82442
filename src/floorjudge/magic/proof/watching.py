"""Checks the engine's play of a loop: chooses the iterations to watch for play against the rules.

This is point 6 of docs/magic-certificates.md, “What the prover does”.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.auditing import Audit, audited
from floorjudge.magic.doubt.doubts import PLAYED_OTHERWISE, doubts
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.automatic import Automatic, AutomaticIn
from floorjudge.magic.playing.iterating import Stop
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.extent import Extent
from floorjudge.magic.proof.trajectory import NotSo, Trajectory

# The number of iterations watched at the beginning, after each break, and before the end.
_FIRST = 2
# The most performed iterations that are watched when no recurrence leads.
MOST_WATCHED = 60


def watched(extent: Extent, stop: Stop | None, library: CardLibrary) -> tuple[Audit, ...]:
    """Return the traces of the watched iterations.

    These are the first iterations; if the recurrence begins later, those that lead to it; those over each break; and
    the last one. After the beginning and each break, two more that follow the recurrence are watched, or a whole
    period. Without a recurrence, all performed iterations are watched, up to a limit. Raises NotSo, with the causes of
    a `stop`, if the engine plays differently from the rules.

    Clauses: MTR 4.4.9
    """
    case, recurrence, led = extent.claims.case, extent.recurrence, extent.trajectory
    later = [(_FIRST, recurrence)] if recurrence is not None and recurrence.first > 1 else []
    if recurrence is None:
        many = max(_FIRST, min(led.farthest + led.ended, MOST_WATCHED))
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
        # An ability that had an effect in the first iterations may have none later; of one used only later, that is not known.
        doing = tuple(each for each in audit.remarks if each.mistake != "nothing" or each.words not in first.used)
        audits.append(msgspec.structs.replace(audit, remarks=doing))
    if found := doubts(audits, case.position.with_own_cards(library)):
        raise NotSo(PLAYED_OTHERWISE, found, () if stop is None else stop.why)
    return tuple(audits)


def _before_the_end(extent: Extent, many: int) -> Iterator[tuple[Snapshot, int]]:
    """Yield a position and the iterations to watch from there to the end, unless it is among the first `many`."""
    if extent.ended is not None:
        yield extent.ended.final.start, 1
    elif extent.stop is not None and (extent.whole or 0) >= many:
        last = extent.trajectory.stopped_after or 0
        begins = [at for at in extent.trajectory.positions if last - _FIRST <= at <= last]
        yield extent.trajectory.positions[min(begins)], last - min(begins) + 1


def automatic_in(extent: Extent, audits: Sequence[Audit]) -> AutomaticIn:
    """Return the engine's own decisions before the loop, in each iteration before the recurrence, and in one after."""
    before, iterations = (Automatic(), audits[0].automatic)
    if extent.claims.case.before:
        before, iterations = iterations[0], iterations[1:]
    first = 0 if extent.recurrence is None else extent.recurrence.first
    # More than one iteration comes before those that follow the recurrence.
    if first > 1:
        iterations = iterations[:_FIRST] + audits[1].automatic
    return AutomaticIn(before, iterations[:first], iterations[-1] if iterations else Automatic())


def first_audit(led: Trajectory, case: LoopCase, library: CardLibrary, many: int = _FIRST) -> Audit:
    """Return the trace of `many` first iterations of a case, and of the steps before them."""
    bodies = (case.before, *[case.body] * many)
    return led.ask(("audit", many), lambda: audited(set_up(case.position, library).counted_in(led.work), *bodies))
