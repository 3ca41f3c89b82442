"""The first iteration at which a comparison comes out differently: found by arithmetic, never by trying them all.

A guard is a comparison on which one iteration of a body depended; a break is the first iteration at which one fails.

Each kind of sequence has its own exact method; where none applies, the answer is `Undecided`, never a guess. For a
growing sequence, its tails are proved for ever: a recurrence whose coefficients are all at least 0 keeps the sign of as
many terms as it looks back on, and so do differences, with the recurrence written in differences. Every k-th term (k up
to 12) is examined too, because roots such as -2 alternate.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import comb
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

from floorjudge.exact.linear import AffineMap, Linear
from floorjudge.exact.polynomials import divide_out, minimal_recurrence
from floorjudge.exact.sequences import (
    GrowingTerms,
    LongPeriodTerms,
    PeriodicTerms,
    PolynomialTerms,
    Terms,
    characteristic_polynomial,
    differences_of,
    terms_of,
)
from floorjudge.exact.work import product, spend, words

SECTIONS = (1, 2, 3, 4, 6, 12)


class Tail(msgspec.Struct, frozen=True):
    """One section of a sequence, from some place on: it has one sign now, and either keeps it or moves towards 0.

    Its term q is the whole sequence's term `begin + q * step`; `sign` is that of term 0, and 0 only when all
    terms are.
    """

    terms: GrowingTerms
    begin: int
    step: int
    sign: int
    towards_zero: bool


def settled_tails(terms: GrowingTerms, listed: Sequence[int]) -> list[Tail] | None:
    """Return sections that together are all the terms after `listed`, each settled; None if they cannot be settled.

    `listed` are the first terms, many more than 24 times the order.
    """
    order = len(terms.recurrence)
    for step in SECTIONS:
        tails = [_tail(listed, len(listed) - step * (2 * order + 2) - offset, step, order) for offset in range(step)]
        settled = [tail for tail in tails if tail is not None]
        if len(settled) == step:
            return settled
    return None


def _tail(listed: Sequence[int], begin: int, step: int, order: int) -> Tail | None:
    section = listed[begin::step]
    # The search uses the first terms, which are small; the recurrence holds for the later ones too.
    recurrence = minimal_recurrence(listed[begin % step :: step][: 2 * order])
    sign = _sign(section[0])
    if not recurrence:
        return Tail(GrowingTerms((), ()), begin, step, sign=0, towards_zero=False)
    if sign == 0:
        return None
    terms = GrowingTerms(recurrence, tuple(section[: len(recurrence)]))
    direction = _direction(recurrence, section)
    if direction is None:
        return None
    return Tail(terms, begin, step, sign, towards_zero=direction == -sign)


def _direction(recurrence: Sequence[int], section: Sequence[int]) -> int | None:
    """Return the sign that proves the later terms: that of the section for ever, or that of all its differences.

    Some i-th difference has a provable sign; each difference below it must have that sign already, down to the first.
    """
    characteristic = characteristic_polynomial(recurrence)
    row = list(section)
    signs = [_sign(row[0])]
    for _ in range(len(recurrence) + 1):
        spend((len(row) + len(recurrence)) * product(words(row[-1]), 1))
        proved = _sign_for_ever(tuple(-factor for factor in characteristic[:-1]), row)
        if proved is not None and all(sign in (0, proved) for sign in signs[1:]):
            return proved
        row = [after - before for before, after in pairwise(row)]
        signs.append(_sign(row[0]))
        characteristic = _without_one_root(characteristic)
        if len(characteristic) == 1:
            return None
    return None


def _without_one_root(characteristic: tuple[int, ...]) -> tuple[int, ...]:
    """Return the polynomial of the differences: one root 1 fewer, if there is one."""
    times, rest = divide_out(characteristic, (-1, 1))
    for _ in range(times - 1):
        rest = tuple(below - here for below, here in zip((0, *rest), (*rest, 0), strict=True))
    return rest


def _sign_for_ever(recurrence: Sequence[int], row: Sequence[int]) -> int | None:
    """Return the sign that all terms from the first of `row` on are proved to have; 0 does not count as one."""
    order = len(recurrence)
    for sign in (1, -1):
        signed = [sign * value for value in row[: order + 1]]
        if min(recurrence) >= 0 and min(signed[:order]) > 0:
            return sign
        if min(_in_differences(recurrence)) >= 0 and signed[0] > 0 and min(differences_of(signed[:order])) >= 0:
            return sign
    return None


def _in_differences(recurrence: Sequence[int]) -> list[int]:
    """Return a recurrence as one of differences: the r-th is the sum of result[i] times the i-th (E = 1 + difference)."""
    order = len(recurrence)
    shifted = [
        sum(factor * comb(power, i) for power, factor in enumerate(recurrence) if power >= i) for i in range(order)
    ]
    return [value - comb(order, i) for i, value in enumerate(shifted)]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


Relation: TypeAlias = Literal["<", "<=", ">", ">=", "==", "!="]
HOLDS: Mapping[str, Callable[[int, int], bool]] = MappingProxyType(
    {
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
        "==": operator.eq,
        "!=": operator.ne,
    }
)
OPPOSITE: Mapping[str, Relation] = MappingProxyType(
    {
        "<": ">=",
        "<=": ">",
        ">": "<=",
        ">=": "<",
        "==": "!=",
        "!=": "==",
    }
)

SEARCHED = 1_000
MOST_BITS = 1_000_000


class Undecided(msgspec.Struct, frozen=True):
    """No method applies; the first `searched` terms were examined one by one."""

    searched: int


First: TypeAlias = "int | Undecided | None"


def first_where(terms: Terms, relation: Relation, within: int | None = None) -> First:
    """Return the smallest k with term(k) `relation` 0; None if there is none.

    With `within`, only k below it count; a short search can then decide if nothing else does.
    """
    if isinstance(terms, PolynomialTerms):
        found: First = _first_of_polynomial(terms, relation)
    elif isinstance(terms, PeriodicTerms):
        found = _first_of_periodic(terms, relation)
    elif isinstance(terms, LongPeriodTerms):
        found = _first_listed(terms.stepped.terms(SEARCHED), relation, within)
    else:
        found = _first_of_growing(terms, relation, within)
    return None if isinstance(found, int) and within is not None and found >= within else found


def _first_of_periodic(terms: PeriodicTerms, relation: Relation) -> int | None:
    for k, value in enumerate(terms.first):
        if HOLDS[relation](value, 0):
            return k
    period = len(terms.residues)
    found = [
        len(terms.first) + quotient * period + residue
        for residue, polynomial in enumerate(terms.residues)
        if (quotient := _first_of_polynomial(polynomial, relation)) is not None
    ]
    return min(found, default=None)


def _first_of_polynomial(terms: PolynomialTerms, relation: Relation) -> int | None:
    """Search each interval on which the polynomial only rises or only falls."""
    holds = HOLDS[relation]
    for begin, end, rises in _monotone_intervals(terms):
        if holds(terms.term(begin), 0):
            return begin
        reached = _reaching(relation, rises=rises)
        if end is None and (terms.degree < 1 or not reached(1 if rises else -1)):
            return None
        k = _first_true(reached, terms, begin, end)
        if k is not None and holds(terms.term(k), 0):
            return k
    return None


def _reaching(relation: Relation, *, rises: bool) -> Callable[[int], bool]:
    """Return a test that, once true on an interval, stays so: the relation, or for `==` not being short of 0."""
    if relation == "==":
        return (lambda value: value >= 0) if rises else (lambda value: value <= 0)
    return lambda value: HOLDS[relation](value, 0)


_Interval: TypeAlias = "tuple[int, int | None, bool]"


def _monotone_intervals(terms: PolynomialTerms) -> list[_Interval]:
    """Return (begin, end, rises) for intervals that cover all k >= 0; the last one has no end.

    On each the terms never fall, or never rise: their differences have one sign there, or are 0. So the intervals of
    the differences come first, from those of the highest on; a degree can be larger than a call stack is deep.
    """
    found: list[_Interval] = [(0, None, terms.degree > 0 and terms.differences[-1] > 0)]
    for order in range(terms.degree - 1, 0, -1):
        turns = list(_signs(PolynomialTerms(terms.differences[order:]), found))
        following = [begin for begin, _ in turns[1:]]
        found = [(begin, end, rises) for (begin, rises), end in zip(turns, [*following, None], strict=True)]
    return found


def _signs(terms: PolynomialTerms, intervals: Iterable[_Interval]) -> Iterator[tuple[int, bool]]:
    """Yield (k, positive) wherever a sign begins: from k on, up to the next one, no term has the other sign.

    A term that is 0 begins no sign: a polynomial may touch 0 and turn back. On each of the intervals it only rises or
    only falls.
    """
    positive: bool | None = None
    for begin, end, rises in intervals:
        if positive is None:
            positive = terms.term(0) > 0 or (terms.term(0) == 0 and rises)
            yield 0, positive
        if positive is rises or terms.degree < 1:
            continue
        k = _first_true((lambda value: value > 0) if rises else (lambda value: value < 0), terms, begin, end)
        if k is not None:
            positive = rises
            yield k, positive


def _first_true(test: Callable[[int], bool], terms: PolynomialTerms, begin: int, end: int | None) -> int | None:
    """Return the first k in begin..end whose term passes a test that stays passed; without an end there is such a k."""
    if end is None and terms.degree == 1:
        # A division gives the place where they cross 0: bisecting would take long for a number of very many digits.
        across = -terms.differences[0] // terms.differences[1]
        return _bisected(lambda k: test(terms.term(k)), max(begin, across - 1), max(begin, across + 1))
    if end is None:
        width = 1
        while not test(terms.term(begin + width)):
            width *= 2
        end = begin + width
    elif not test(terms.term(end)):
        return None
    return _bisected(lambda k: test(terms.term(k)), begin, end)


def _bisected(test: Callable[[int], bool], begin: int, end: int) -> int:
    """Return the first number in begin..end that passes a test; it stays passed, and `end` passes it."""
    while begin < end:
        middle = (begin + end) // 2
        if test(middle):
            end = middle
        else:
            begin = middle + 1
    return begin


def _first_of_growing(terms: GrowingTerms, relation: Relation, within: int | None) -> First:
    """Search the first terms one by one, then each settled section of the rest."""
    listed = terms.terms(SEARCHED)
    first = _first_listed(listed, relation, within)
    tails = settled_tails(terms, listed) if isinstance(first, Undecided) else None
    if tails is None:
        return first
    found = [_first_in_tail(tail, relation) for tail in tails]
    undecided = next((each for each in found if isinstance(each, Undecided)), None)
    return undecided or min((each for each in found if isinstance(each, int)), default=None)


def _first_listed(listed: Sequence[int], relation: Relation, within: int | None) -> First:
    """Search the first terms one by one; return Undecided if the relation holds for none of them and more are left."""
    holds = HOLDS[relation]
    found = next((k for k, value in enumerate(listed) if holds(value, 0)), None)
    return Undecided(len(listed)) if found is None and (within is None or within > len(listed)) else found


def _first_in_tail(tail: Tail, relation: Relation) -> First:
    """Return the first k of a settled section at which the relation holds; it holds nowhere before the section."""
    holds = HOLDS[relation]
    if not tail.towards_zero:
        return None
    if not holds(0, 0) and not holds(-tail.sign, 0):
        return None

    def reached(value: int) -> bool:
        return holds(value, 0) or value * tail.sign < 0

    width = 1
    while True:
        value = tail.terms.term(width, MOST_BITS)
        if value is None:
            return Undecided(SEARCHED)
        if reached(value):
            break
        width *= 2
    q = _bisected(lambda q: reached(tail.terms.term(q) or 0), width // 2, width)
    return tail.begin + q * tail.step if holds(tail.terms.term(q) or 0, 0) else None


class Guard(msgspec.Struct, frozen=True):
    """`expression` `relation` 0 held while the body was run once; `expression` is in the resources before the body."""

    expression: Linear
    relation: Relation


class Break(msgspec.Struct, frozen=True, order=True):
    """The iteration (from 0) at which a guard fails first, and that guard's index in the order of the body."""

    iteration: int
    guard: int


def first_break(
    guards: Sequence[Guard], body: AffineMap, start: Mapping[str, int], within: int | None = None
) -> Break | Undecided | None:
    """Return the first iteration that departs from the traced run of a body; None if none does.

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
