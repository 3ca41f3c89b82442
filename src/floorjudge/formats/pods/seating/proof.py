"""A lower bound of the repeated meetings in any pods of a field, to show beside the number that was reached.

Nothing is decided here: the pods are those of `arranging`, which are the same on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import ceil
from typing import Any, NamedTuple, TypeAlias

from floorjudge.extras import imported
from floorjudge.formats.pods.seating.arranging import Field

MOST_PLAYERS = 24
SLACK = 1e-6
# How often each player met each other one, in a fixed order.
Met: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]


class Meetings(NamedTuple):
    """The number of repeated meetings in a round, and the `least` number in any pods; None if it is not known."""

    reached: int
    least: int | None


def fewest_again(field: Field) -> int | None:
    """Return the least number of repeated meetings in any pods of these sizes; None if the field is too large.

    Pods with this number are proved to be the best. A linear programme over all possible pods gives the bound.
    Raises PackageNotInstalled if the solver is missing.
    """
    if not any(field.met):
        return 0
    if len(field.points) > MOST_PLAYERS:
        return None
    return _least(tuple(tuple(sorted(times.items())) for times in field.met), tuple(field.sizes))


@lru_cache(maxsize=64)
def _least(met: Met, sizes: tuple[int, ...]) -> int:
    """Solve the programme; the result is cached, because pages ask for the same round repeatedly."""
    model = _model([dict(times) for times in met], sizes)
    model.run()
    least: int = ceil(model.getInfo().objective_function_value - SLACK)
    return least


def _model(met: Sequence[Mapping[int, int]], sizes: Sequence[int]) -> Any:
    """Return the problem: choose fractions of pods so that each player sits in one pod, with as many pods of each size as there are."""
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
