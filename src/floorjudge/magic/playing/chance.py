"""Whether chance decides anything in an iteration: it is performed again with other seeds, and must end the same."""

from __future__ import annotations

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.playing.iterating import Iteration, Loop, Moment, moment_of
from floorjudge.magic.playing.playing import play

SEEDS = 24


def chance_matters(loop: Loop, start: Moment) -> bool:
    """Say whether an iteration from a position ends differently with another seed.

    A shuffled library of equal cards, or a choice at random among one, comes out the same whatever the seed.
    Clauses: MTR 4.4.7
    """
    ends = (loop.iterate(_with_seed(start, seed)) for seed in range(SEEDS))
    first = _outcome(next(ends))
    return any(_outcome(end) != first for end in ends)


def _outcome(ran: Iteration) -> tuple[object, ...]:
    return ran.end.same, tuple(ran.end.split.resources.items()), ran.stop


def _with_seed(start: Moment, seed: int) -> Moment:
    game = {**start.state["state"], "rng_seed": seed}
    return msgspec.structs.replace(start, state={**start.state, "state": game})


def steps_of_chance(loop: Loop, start: Moment) -> tuple[int, ...]:
    """Return the steps of the body in which chance is used in an iteration from a position."""
    table = loop.table(start)
    found = []
    used = start.chance
    for index, step in enumerate(loop.body):
        try:
            play(table, step)
        except FloorjudgeError:
            break
        now = moment_of(table).chance
        if now != used:
            found.append(index)
        used = now
    return tuple(found)
