"""Conditions on the resources before a loop that make a comparison hold in each of its iterations.

A loop inside another one runs from resources that change from one outer iteration to the next. Whether a comparison of
the inner loop holds in all of its n iterations is a question about n numbers. If these are a polynomial in the
iteration, a few of them answer it: between two turning points a polynomial only rises or only falls, so its first and
last value there are enough. The turning points are the same question about its differences, a degree lower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from floorjudge.exact.first import HOLDS, Guard, Relation
from floorjudge.exact.linear import AffineMap, Linear
from floorjudge.exact.sequences import PolynomialTerms, binomial, first_at

MOST_LISTED = 200


class _Segment(msgspec.Struct, frozen=True):
    """Iterations from `begin` to `end` in which the values only rise or only fall; None for `rises`: they are on a line."""

    begin: int
    end: int
    rises: bool | None


def lasting(guard: Guard, body: AffineMap, start: Mapping[str, int], count: int) -> list[Guard] | None:
    """Return comparisons that hold at the start and together make a guard hold in `count` iterations.

    The guard holds in the first `count` (1 or more) iterations of `body` from `start`. None if the values do not follow
    a polynomial, over more iterations than are listed one by one.
    """
    differences = _differences(guard.expression, body, count)
    if differences is not None:
        return list(_Levels(differences, start, count).conditions(guard.relation))
    return _one_by_one(guard, body, count) if count <= MOST_LISTED else None


def _differences(expression: Linear, body: AffineMap, count: int) -> list[Linear] | None:
    """Return the expression's differences over the iterations, up to the last that is not 0 or that has an iteration left.

    None when they never come to an end: see `floorjudge.exact.sequences`.
    """
    found = [expression]
    while len(found) < count:
        following = body.of(found[-1]) - found[-1]
        if following == Linear():
            return found
        if len(found) > len(body.rows) + 1:
            return None
        found.append(following)
    return found


def _one_by_one(guard: Guard, body: AffineMap, count: int) -> list[Guard]:
    found, expression = [], guard.expression
    for _ in range(count):
        found.append(Guard(expression, guard.relation))
        expression = body.of(expression)
    return found


class _Levels:
    """The values of an expression over `count` iterations, with their differences, the differences of these, and so on."""

    def __init__(self, differences: Sequence[Linear], start: Mapping[str, int], count: int) -> None:
        self.expressions = differences
        self.values = tuple(expression.value(start) for expression in differences)
        self.count = count

    def conditions(self, relation: Relation) -> Iterator[Guard]:
        """Yield the conditions under which the values keep a relation to 0."""
        if relation == "==":
            yield from (Guard(expression, "==") for expression in self.expressions)
            return
        lowest = max(0, len(self.expressions) - 2)
        slope = self.expressions[-1]
        # A slope that is a plain number is the same wherever the loop starts.
        rises = slope.constant > 0 if slope.is_constant and lowest < len(self.expressions) - 1 else None
        segments = [_Segment(0, self._last(lowest), rises)]
        for level in range(lowest, 0, -1):
            below = []
            for segment in segments:
                for kept, guards in self._signs(level, segment):
                    below.append(kept)
                    yield from guards
            segments = below
        for segment in segments:
            yield from self._holding(relation, segment)

    def _last(self, level: int) -> int:
        """Return the last iteration that has a difference of a level."""
        return max(0, self.count - 1 - level)

    def _value(self, level: int, k: int) -> int:
        return PolynomialTerms(self.values[level:]).term(k)

    def _at(self, level: int, k: int, relation: Relation) -> Guard:
        """Return a comparison of the value of a level in iteration k, in the resources at the start."""
        total = Linear()
        for i, expression in enumerate(self.expressions[level:]):
            total += expression.times(binomial(k, i))
        return Guard(total, relation)

    def _signs(self, level: int, segment: _Segment) -> Iterator[tuple[_Segment, list[Guard]]]:
        """Yield the segments of the level below, with their conditions: there the differences have one sign."""
        begin, end = segment.begin, segment.end
        first, last = self._value(level, begin), self._value(level, end)
        if first * last >= 0:
            rises = first + last >= 0
            relation: Relation = ">=" if rises else "<="
            yield _Segment(begin, end + 1, rises), self._ends(level, segment, relation)
            return
        rises = last > 0
        k = first_at(lambda at: (self._value(level, at) >= 0) is rises or self._value(level, at) == 0, begin, end)
        before: Relation = "<=" if rises else ">="
        after: Relation = ">=" if rises else "<="
        yield _Segment(begin, k, not rises), self._ends(level, _Segment(begin, k - 1, segment.rises), before)
        yield _Segment(k, end + 1, rises), self._ends(level, _Segment(k, end, segment.rises), after)

    def _ends(self, level: int, segment: _Segment, relation: Relation) -> list[Guard]:
        """Return the conditions under which a relation that holds at both ends of a segment holds in all of it."""
        lowest_first = segment.rises is (relation in (">", ">="))
        places = (
            (segment.begin, segment.end) if segment.rises is None else (segment.begin if lowest_first else segment.end,)
        )
        return [self._at(level, k, relation) for k in dict.fromkeys(places)]

    def _holding(self, relation: Relation, segment: _Segment) -> list[Guard]:
        if relation != "!=":
            return self._ends(0, segment, relation)
        first, last = self._value(0, segment.begin), self._value(0, segment.end)
        side: Relation = ">" if first > 0 else "<"
        if HOLDS[side](last, 0):
            return self._ends(0, segment, side)
        k = first_at(lambda at: not HOLDS[side](self._value(0, at), 0), segment.begin, segment.end)
        other: Relation = "<" if side == ">" else ">"
        ahead, behind = _Segment(segment.begin, k - 1, segment.rises), _Segment(k, segment.end, segment.rises)
        return [*self._ends(0, ahead, side), *self._ends(0, behind, other)]
