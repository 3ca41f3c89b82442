"""Whether what an iteration does depends on something that is not compared: chance, and what happened before.

It is performed again with other seeds, or with another turn history, and must end the same.
"""

from __future__ import annotations

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.playing.iterating import Iteration, Loop
from floorjudge.magic.playing.playing import play

SEEDS = 24


def chance_matters(loop: Loop, start: Snapshot) -> bool:
    """Say whether an iteration from a position ends differently with another seed.

    A shuffled library of equal cards, or a choice at random among one, comes out the same whatever the seed.
    Clauses: MTR 4.4.7
    """
    ends = (loop.iterate(start.with_seed(seed)) for seed in range(SEEDS))
    first = _outcome(next(ends))
    return any(_outcome(end) != first for end in ends)


def steps_of_chance(loop: Loop, start: Snapshot) -> tuple[int, ...]:
    """Return the steps of the body in which chance is used in an iteration from a position."""
    table = loop.table(start)
    found = []
    used = start.chance
    for index, step in enumerate(loop.body):
        try:
            play(table, step)
        except FloorjudgeError:
            break
        now = table.snapshot().chance
        if now != used:
            found.append(index)
        used = now
    return tuple(found)


def history_matters(loop: Loop, start: Snapshot, one: Iteration) -> bool:
    """Say whether an iteration ends differently when nothing, or very much, had happened in the turn before.

    Turn history is left out of a position when no card reads it by its words or by the engine's form of it. This is the
    second opinion: a card that reads it in words that nobody has thought of is found out by what it does. `one` is the
    iteration from `start`. A history that the engine does not take is not tried. Positions whose history is compared anyway
    are not asked about.
    """
    if start.abstraction.keeps_history:
        return False
    outcome = _outcome(one)
    others = [_performed(loop, other) for other in (start.without_history(), start.with_more_history())]
    different = [other for other in others if other not in (None, outcome)]
    if not different:
        return False
    # `one` may have been performed on a game that was never loaded; what loading alone changes has nothing to do with history.
    same_history = _performed(loop, start)
    return any(other != same_history for other in different)


def _performed(loop: Loop, start: Snapshot) -> tuple[object, ...] | None:
    try:
        return _outcome(loop.iterate(start))
    except ValueError:
        return None


def _outcome(ran: Iteration) -> tuple[object, ...]:
    return ran.end.abstraction.key, ran.stop
