"""How few meetings again any pods of a field have: a bound that is proved, to be shown beside the number that was reached.

Nothing is decided here. The pods that are played come of `arranging`, which every machine computes alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import ceil
from typing import Any, NamedTuple, TypeAlias

from floorjudge.extras import imported
from floorjudge.formats.pods.arranging import Field

MOST_PLAYERS = 24
SLACK = 1e-6
# How often each player met which others, in an order that is always the same.
Met: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]


class Meetings(NamedTuple):
    """How often players of a round meet again, and how often they do at `least` in any pods; None where that is not known."""

    reached: int
    least: int | None


def fewest_again(field: Field) -> int | None:
    """Return how many meetings again there are at least, in any pods of these sizes; None for a field that is too large.

    Where some pods have no more, these are proved to be the best. A linear programme over all pods that can be made gives the bound.

    Raises PackageNotInstalled where the solver is not there.
    """
    if not any(field.met):
        return 0
    if len(field.points) > MOST_PLAYERS:
        return None
    return _least(tuple(tuple(sorted(times.items())) for times in field.met), tuple(field.sizes))


@lru_cache(maxsize=64)
def _least(met: Met, sizes: tuple[int, ...]) -> int:
    """Solve the programme; pages ask for the same round again and again."""
    model = _model([dict(times) for times in met], sizes)
    model.run()
    least: int = ceil(model.getInfo().objective_function_value - SLACK)
    return least


def _model(met: Sequence[Mapping[int, int]], sizes: Sequence[int]) -> Any:
    """Return the problem: parts of pods are taken so that each player sits in one pod, and as many pods of each size are there."""
    solver = imported("highspy")
    players, counts = len(met), Counter(sizes)
    pods = [pod for size in counts for pod in combinations(range(players), size)]
    row_of_size = {size: players + number for number, size in enumerate(counts)}
    columns = [(*pod, row_of_size[len(pod)]) for pod in pods]
    taken = [1.0] * players + [float(count) for count in counts.values()]
    problem = solver.HighsLp()
    problem.num_col_, problem.num_row_ = len(pods), len(taken)
    problem.col_cost_ = [float(sum(met[one].get(other, 0) for one, other in combinations(pod, 2))) for pod in pods]
    problem.col_lower_, problem.col_upper_ = [0.0] * len(pods), [1.0] * len(pods)
    problem.row_lower_, problem.row_upper_ = taken, taken
    problem.a_matrix_.format_ = solver.MatrixFormat.kColwise
    problem.a_matrix_.start_ = list(accumulate(map(len, columns), initial=0))
    problem.a_matrix_.index_ = [row for column in columns for row in column]
    problem.a_matrix_.value_ = [1.0] * sum(map(len, columns))
    model = solver.Highs()
    model.silent()
    model.setOptionValue("threads", 1)
    model.passModel(problem)
    return model
