"""How few meetings again any pods of a field have: a bound that is proved, to be shown beside what was reached.

Nothing is decided here. The pods that are played come of `arranging`, which every machine computes alike; which of several best
solutions a solver finds hangs on its version.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, combinations
from math import ceil
from typing import Any

from floorjudge.extras import imported
from floorjudge.formats.pods.arranging import Field

MOST_PLAYERS = 24
MOST_NODES = 2_000
SLACK = 1e-6


def fewest_again(field: Field, reached: int) -> int | None:
    """Return how many meetings again there are at least, in any pods of these sizes; None for a field that is too large.

    `reached` is how many there are in some pods. Where it comes back, these are proved to be the best. A linear programme over all
    pods that can be made decides mostly; else whole numbers are searched, in so many steps at most.

    Raises PackageNotInstalled where the solver is not there.
    """
    if not reached:
        return 0
    if len(field.points) > MOST_PLAYERS:
        return None
    model = _model(field, whole=False)
    model.run()
    bound: int = ceil(model.getInfo().objective_function_value - SLACK)
    if bound < reached:
        model = _model(field, whole=True)
        model.setOptionValue("mip_max_nodes", MOST_NODES)
        model.run()
        bound = max(bound, ceil(model.getInfo().mip_dual_bound - SLACK))
    return bound


def _model(field: Field, *, whole: bool) -> Any:  # noqa: ANN401 (the solver's own)
    """Return the problem: each pod that can be made is taken or not, each player sits in one, as many pods of each size as there are."""
    solver = imported("highspy")
    players, counts = len(field.points), Counter(field.sizes)
    pods = [pod for size in counts for pod in combinations(range(players), size)]
    row_of_size = {size: players + number for number, size in enumerate(counts)}
    columns = [(*pod, row_of_size[len(pod)]) for pod in pods]
    taken = [1.0] * players + [float(count) for count in counts.values()]
    problem = solver.HighsLp()
    problem.num_col_, problem.num_row_ = len(pods), len(taken)
    problem.col_cost_ = [float(field.again([list(pod)])) for pod in pods]
    problem.col_lower_, problem.col_upper_ = [0.0] * len(pods), [1.0] * len(pods)
    problem.row_lower_, problem.row_upper_ = taken, taken
    problem.a_matrix_.format_ = solver.MatrixFormat.kColwise
    problem.a_matrix_.start_ = list(accumulate(map(len, columns), initial=0))
    problem.a_matrix_.index_ = [row for column in columns for row in column]
    problem.a_matrix_.value_ = [1.0] * sum(map(len, columns))
    if whole:
        problem.integrality_ = [solver.HighsVarType.kInteger] * len(pods)
    model = solver.Highs()
    model.silent()
    model.setOptionValue("threads", 1)
    model.passModel(problem)
    return model
