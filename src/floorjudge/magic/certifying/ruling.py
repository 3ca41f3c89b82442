"""What the rules make of a loop whose trajectory is known: what they ask about it, for MTR 4.4 to answer."""

from __future__ import annotations

from floorjudge.magic.certifying.maintaining import Maintainers
from floorjudge.magic.certifying.trajectories import Trajectory
from floorjudge.magic.checking.rules import Known, Verdict, card_counted, case_of, verdict_of
from floorjudge.magic.playing.iterating import Loop, steps_of_chance
from floorjudge.texts import text


def ruled(
    loop: Loop, trajectory: Trajectory, maintainers: Maintainers, times: int | None, own_end: Trajectory | None
) -> Verdict:
    """Return what becomes of a loop.

    `times` is what the players who keep it going have named, all of them, and everybody else agrees. `own_end` is the
    trajectory without a number of times; None where it has not been looked for.

    Clauses: MTR 4.4.1, MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.5, MTR 4.4.7, MTR 4.4.8, CR shortcuts.4, CR shortcuts.5
    """
    if trajectory.evidence == "undecided":
        why = (trajectory.why,) if trajectory.why is not None else ()
        return Verdict("undecided", draw=False, clauses=("MTR 4.4.9",), sentences=(*why, text("A judge decides.")))
    chance = trajectory.chance
    crosses = trajectory.one is not None and trajectory.one.end.turn != trajectory.base.turn
    case = case_of(
        loop,
        trajectory.base.active,
        maintainers.maintained_by,
        by_choices=maintainers.by_choices,
        meaningful=_changes_meaningfully(loop, trajectory) if crosses else None,
        by_chance=(steps_of_chance(loop, trajectory.base) or range(len(loop.body))) if chance else (),
    )
    known = own_end or trajectory
    stop = known.stop if own_end is not None and known.stop is not None and known.stop.is_end else None
    comes_back = known.recurrence is not None and known.recurrence.stands_still
    asking = () if comes_back else known.base.wording.asks_exactly
    return verdict_of(
        Known(
            case=case,
            times=times,
            stop=trajectory.stop,
            done=trajectory.done or 0,
            could_act=tuple(loop.names[seat] for seat in maintainers.could_act),
            ends=False if comes_back or (known.for_ever and not asking) else None,
            own_end=None if stop is None or known.done is None else (known.done, stop),
            comes_back=comes_back,
            asking_exactly=asking if known.for_ever else (),
        )
    )


def _changes_meaningfully(loop: Loop, trajectory: Trajectory) -> bool:
    """Say whether anything changes from one turn cycle to the next but where the cards are that sustain the loop.

    These are the cards that are cast, played or activated in the body; drawing them is no change.
    Clauses: MTR 4.4.5
    """
    if trajectory.recurrence is None:
        return True
    sustain = {step.source.words for step in loop.body if step.source is not None}
    return not all(card_counted(trajectory.base, counter) in sustain for counter in trajectory.recurrence.changing)
