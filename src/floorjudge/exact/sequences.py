"""The development of one number while a loop is repeated: exactly, without repeating it.

The value of a linear expression after k iterations of an affine map is a sequence that satisfies a linear recurrence.
The recurrence's characteristic polynomial distinguishes exactly:

- *polynomial*: only the root 1 (tokens by one, damage by the number of tokens). Any term at once, from differences.
- *periodic polynomials*: roots 0 and roots of unity (resources that swap or flip sign). Polynomial on each residue.
- *of a long period*: the same, with more residues than we list. Single terms, and how fast they grow.
- *growing*: anything else (doubling, Fibonacci). By a theorem of Kronecker some root is then larger than 1 in size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from itertools import pairwise, zip_longest
from math import comb, lcm

import msgspec

from floorjudge.exact.linear import AffineMap, Linear
from floorjudge.exact.polynomials import (
    Polynomial,
    cyclotomic_orders,
    divide_out,
    minimal_recurrence,
    power_modulo,
)
from floorjudge.exact.work import product, spend, words

LONGEST_PERIOD = 20_000
# One term of a polynomial costs this many units for each of its differences.
_TERM = 8


class PolynomialTerms(msgspec.Struct, frozen=True):
    """A polynomial in k, as its differences at 0: the k-th term is the sum of differences[i] * (k choose i)."""

    differences: tuple[int, ...]

    def term(self, k: int) -> int:
        """Return the k-th term, for k of any size."""
        spend(_TERM * (1 + len(self.differences)))
        return sum(difference * binomial(k, i) for i, difference in enumerate(self.differences))

    @property
    def degree(self) -> int:
        """The degree; -1 when all terms are 0."""
        return len(self.differences) - 1

    @property
    def goes_one_way(self) -> bool:
        """Return whether all differences have one sign: then the terms only rise, only fall, or stay constant."""
        changes = self.differences[1:]
        return min(changes, default=0) >= 0 or max(changes, default=0) <= 0

    def __add__(self, other: PolynomialTerms) -> PolynomialTerms:
        return _polynomial_of([sum(each) for each in zip_longest(self.differences, other.differences, fillvalue=0)])

    def __sub__(self, other: PolynomialTerms) -> PolynomialTerms:
        return self + PolynomialTerms(tuple(-each for each in other.differences))

    def first_reaching(self, number: int, low: int, high: int) -> int | None:
        """Return the first k after `low` at which a polynomial that only rises or only falls has come to a number.

        None if it is there, or past it, at `low` already, or is not there at `high`.
        """
        direction = 1 if self.term(high) > self.term(low) else -1

        def is_there(k: int) -> bool:
            return direction * (self.term(k) - number) >= 0

        return None if is_there(low) or not is_there(high) else first_at(is_there, low, high)


class PeriodicTerms(msgspec.Struct, frozen=True):
    """Some first terms, and then a polynomial for each residue: term `start + q * period + r` is `residues[r](q)`."""

    first: tuple[int, ...]
    residues: tuple[PolynomialTerms, ...]

    def term(self, k: int) -> int:
        """Return the k-th term, for k of any size."""
        if k < len(self.first):
            return self.first[k]
        quotient, residue = divmod(k - len(self.first), len(self.residues))
        return self.residues[residue].term(quotient)


class GrowingTerms(msgspec.Struct, frozen=True):
    """A recurrence: term k + r is the sum of recurrence[i] * term k + i; `initial` are the first r terms."""

    recurrence: tuple[int, ...]
    initial: tuple[int, ...]

    def term(self, k: int, most_bits: int | None = None) -> int | None:
        """Return the k-th term; None if that takes numbers of more than `most_bits` bits."""
        power = power_modulo(self.recurrence, k, most_bits)
        if power is None:
            return None
        return sum(factor * term for factor, term in zip(power, self.initial, strict=True))

    def terms(self, count: int) -> list[int]:
        """Return the first terms, one after the other."""
        found = list(self.initial)
        order, long = len(self.recurrence), words(max(self.recurrence, key=abs, default=0))
        while len(found) < count:
            window = found[-order:]
            spend(order * product(words(window[-1]), long))
            found.append(sum(factor * term for factor, term in zip(self.recurrence, window, strict=True)))
        return found[:count]


class LongPeriodTerms(msgspec.Struct, frozen=True):
    """Polynomials of some degree for each residue, of more residues than we list; `stepped` are the same terms one by one."""

    stepped: GrowingTerms
    degree: int

    def term(self, k: int, most_bits: int | None = None) -> int | None:
        """Return the k-th term; None if that takes numbers of more than `most_bits` bits."""
        return self.stepped.term(k, most_bits)


Terms = PolynomialTerms | PeriodicTerms | LongPeriodTerms | GrowingTerms


def binomial(k: int, i: int) -> int:
    """Return k choose i for k of any size and small i."""
    if k.bit_length() < 60:
        return comb(k, i)
    spend(i * product(i * words(k), words(k)))
    result = 1
    for j in range(i):
        result = result * (k - j) // (j + 1)
    return result


def terms_of(expression: Linear, body: AffineMap, start: Mapping[str, int]) -> Terms:
    """Return the sequence of an expression's values while `body` is repeated; its 0th term is the value at `start`."""
    linked = body.reached_from(expression)
    narrow = AffineMap({name: body.rows[name] for name in linked if name in body.rows})
    there = {name: start[name] for name in linked}
    return _polynomial(expression, narrow, there) or _by_recurrence(expression, narrow, there)


def _polynomial(expression: Linear, body: AffineMap, start: Mapping[str, int]) -> PolynomialTerms | None:
    """Return the differences when taking differences of the expression ends at 0; None when it does not.

    The difference of u(x) over one iteration is the expression u(body(x)) - u(x). Each difference that is not 0 is
    linearly independent of those before when they end at all, so as many as there are resources, and one, are enough.
    """
    differences: list[int] = []
    for _ in range(len(body.rows) + 2):
        if expression == Linear():
            return _polynomial_of(differences)
        differences.append(expression.value(start))
        spend(len(expression.terms))
        expression = body.of(expression) - expression
    return None


def _by_recurrence(expression: Linear, body: AffineMap, start: Mapping[str, int]) -> Terms:
    """Return the terms from the shortest recurrence; the order is at most the number of resources, and one."""
    order = len(body.rows) + 1
    values = []
    now = dict(start)
    for _ in range(2 * order):
        values.append(expression.value(now))
        now = body.apply(now)
    return terms_from(values)


def first_at(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the first k at which a condition holds that fails at `low`, and from some k up to `high` always holds."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def polynomial_through(values: Sequence[int], most: int) -> PolynomialTerms | None:
    """Return the polynomial of a degree up to `most` with these values at 0, 1, 2, ...; None if there is none."""
    found = _polynomial_of(differences_of(values))
    return found if found.degree <= most else None


def terms_from(values: Sequence[int]) -> Terms:
    """Return the terms that continue `values`, at least twice as many as the order of their recurrence."""
    recurrence = minimal_recurrence(values)
    if not recurrence:
        return PolynomialTerms(())
    growing = GrowingTerms(recurrence, tuple(values[: len(recurrence)]))
    characteristic = characteristic_polynomial(recurrence)
    zeros, rest = divide_out(characteristic, (0, 1))
    orders, rest = cyclotomic_orders(rest)
    if len(rest) > 1:
        return growing
    period = lcm(*orders.keys(), 1)
    most = max(orders.values(), default=0)
    if period > LONGEST_PERIOD:
        return LongPeriodTerms(growing, degree=most - 1)
    listed = growing.terms(zeros + period * (most + 1))
    residues = tuple(
        _polynomial_of(differences_of(listed[zeros + residue :: period][: most + 1])) for residue in range(period)
    )
    if not zeros and period == 1:
        return residues[0]
    return PeriodicTerms(tuple(listed[:zeros]), residues)


def characteristic_polynomial(recurrence: Sequence[int]) -> Polynomial:
    """Return the monic polynomial of a recurrence, lowest coefficient first."""
    return (*(-factor for factor in recurrence), 1)


def differences_of(values: Sequence[int]) -> list[int]:
    """Return the 0th, 1st, 2nd, ... difference at the first of some values, as many as there are values."""
    row, found = list(values), []
    while row:
        found.append(row[0])
        row = [after - before for before, after in pairwise(row)]
    return found


def _polynomial_of(differences: list[int]) -> PolynomialTerms:
    """Return the polynomial with these differences; those at the end that are 0 do not count."""
    while differences and differences[-1] == 0:
        differences.pop()
    return PolynomialTerms(tuple(differences))


class Growth(Enum):
    """How fast amounts become larger or smaller, from slowest to fastest."""

    CONSTANT = "constant"
    LINEAR = "linear"
    POLYNOMIAL = "polynomial"
    EXPONENTIAL = "exponential"


def growth_of(terms: Terms) -> Growth:
    """Return how fast a sequence grows; one that stays within bounds, such as a swap, is constant."""
    if isinstance(terms, GrowingTerms):
        return Growth.EXPONENTIAL
    residues = terms.residues if isinstance(terms, PeriodicTerms) else (terms,)
    degree = max(each.degree for each in residues)
    return Growth.CONSTANT if degree < 1 else Growth.LINEAR if degree == 1 else Growth.POLYNOMIAL
