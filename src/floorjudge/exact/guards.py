"""Guards: the comparisons on which one iteration of a body depended, and the first iteration at which one fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from floorjudge.exact.first import OPPOSITE, First, Relation, Undecided, first_where
from floorjudge.exact.linear import AffineMap, Linear
from floorjudge.exact.sequences import terms_of


class Guard(msgspec.Struct, frozen=True):
    """`expression` `relation` 0 held while the body was run once; `expression` is in the resources before the body."""

    expression: Linear
    relation: Relation


class Break(msgspec.Struct, frozen=True, order=True):
    """The iteration (from 0) at which a guard fails first, and which guard, counted from 0 in the order of the body."""

    iteration: int
    guard: int


def first_break(
    guards: Sequence[Guard], body: AffineMap, start: Mapping[str, int], within: int | None = None
) -> Break | Undecided | None:
    """Return where the repetition of a body first departs from how it was run; None when it never does.

    With `within`, only iterations below it count. A guard that cannot be decided makes the answer `Undecided`, unless
    another guard fails so early that it does not matter.
    """
    found: Break | None = None
    open_guards = []
    for index, guard in enumerate(guards):
        first = _first_failure(guard, body, start, within)
        if isinstance(first, Undecided):
            open_guards.append(first)
        elif first is not None and (found is None or first < found.iteration):
            found = Break(first, index)
    undecided = min(open_guards, key=lambda guard: guard.searched, default=None)
    if undecided is not None and (found is None or found.iteration >= undecided.searched):
        return undecided
    return found


def _first_failure(guard: Guard, body: AffineMap, start: Mapping[str, int], within: int | None) -> First:
    return first_where(terms_of(guard.expression, body, start), OPPOSITE[guard.relation], within)
