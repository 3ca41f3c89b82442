"""An exact amount after n iterations: digits while they fit a budget, beyond that a closed form.

A growing amount has a closed form if its recurrence's roots are whole numbers (2^n, 3^n - 2^n). Otherwise (Fibonacci)
the answer is the matrix power that gives it. Nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from floorjudge.exact.digits import digits, has_more_digits, short
from floorjudge.exact.linear import AffineMap, Linear
from floorjudge.exact.polynomials import divide_out
from floorjudge.exact.sequences import (
    GrowingTerms,
    LongPeriodTerms,
    PeriodicTerms,
    PolynomialTerms,
    characteristic_polynomial,
    terms_of,
)

Amount: TypeAlias = "str | dict[str, object]"
DIGIT_BUDGET = 100_000
_BITS_PER_DIGIT = 3.33
_SAMPLE, _BY_FAR = 50, 1_000


def amount_after(
    expression: Linear, body: AffineMap, start: Mapping[str, int], n: int, budget: int = DIGIT_BUDGET
) -> Amount:
    """Return the value of an expression after n iterations of a body.

    Digits when there are at most `budget`; else `{"closed_form": ...}` where one exists, or `{"matrix_power": {"A",
    "b", "n"}}` with the row of the expression in it.
    """
    value = exact_value(expression, body, start, n, budget)
    if value is not None:
        return digits(value)
    terms = terms_of(expression, body, start)
    closed = None if isinstance(terms, LongPeriodTerms) else closed_form(terms, n)
    return {"closed_form": closed} if closed else _matrix_power(expression, body, n)


def exact_value(
    expression: Linear, body: AffineMap, start: Mapping[str, int], n: int, budget: int = DIGIT_BUDGET
) -> int | None:
    """Return the value of an expression after n iterations; None if it has more than `budget` digits."""
    terms = terms_of(expression, body, start)
    most_bits = int(budget * _BITS_PER_DIGIT) + 64
    if isinstance(terms, GrowingTerms) and _is_far_beyond(terms, n, most_bits):
        value = None
    elif isinstance(terms, GrowingTerms | LongPeriodTerms):
        # The numbers on the way are about as long as the result; four times as long leaves room for cancellation.
        value = terms.term(n, 4 * most_bits)
    else:
        value = terms.term(n)
    return None if value is None or has_more_digits(value, budget) else value


def _is_far_beyond(terms: GrowingTerms, n: int, most_bits: int) -> bool:
    """Return whether the n-th term, judged by the growth of the first ones, is much too long to be computed."""
    listed = terms.terms(2 * _SAMPLE)
    longer = listed[-1].bit_length() - listed[_SAMPLE].bit_length()
    return longer * n // _SAMPLE > _BY_FAR * most_bits


def closed_form(terms: PolynomialTerms | PeriodicTerms | GrowingTerms, n: int) -> str | None:
    """Return the n-th term as sums and powers of whole numbers, None if it has no such form."""
    if isinstance(terms, PolynomialTerms):
        return _polynomial_form(terms, n)
    if isinstance(terms, PeriodicTerms):
        if n < len(terms.first):
            return short(terms.first[n])
        rounds, residue = divmod(n - len(terms.first), len(terms.residues))
        return _polynomial_form(terms.residues[residue], rounds)
    roots = _whole_roots(characteristic_polynomial(terms.recurrence))
    if roots is None:
        return None
    if n < roots.get(0, 0):
        # The amounts that are used up by a later iteration are still there.
        return short(terms.terms(n + 1)[n])
    factors = _factors(terms, roots)
    large: dict[int, Fraction] = {}
    rest = Fraction(0)
    for (root, power), factor in factors.items():
        part = factor * n**power * (-1 if root < 0 and n % 2 else 1)
        if abs(root) == 1:
            rest += part
        elif root:
            large[abs(root)] = large.get(abs(root), Fraction(0)) + part
    exponent = short(n)
    exponent = f"({exponent})" if "^" in exponent else exponent
    powers = [(factor, f"{root}^{exponent}") for root, factor in sorted(large.items(), reverse=True)]
    return _written([*powers, (rest, "")])


def _polynomial_form(terms: PolynomialTerms, n: int) -> str:
    """Return the value of a polynomial at n as a sum of powers of n."""
    base = short(n)
    base = f"({base})" if "^" in base else base
    factors = [Fraction(0)] * (terms.degree + 1)
    choose = [Fraction(1)]  # k choose i, as a polynomial in k, lowest power first
    for i, difference in enumerate(terms.differences):
        for power, factor in enumerate(choose):
            factors[power] += difference * factor
        shifted = [Fraction(0), *choose]
        choose = [(up - i * here) / (i + 1) for up, here in zip(shifted, [*choose, Fraction(0)], strict=True)]
    powers = [(factor, f"{base}^{power}" if power > 1 else base) for power, factor in enumerate(factors) if power]
    return _written([*reversed(powers), (factors[0] if factors else Fraction(0), "")])


def _whole_roots(polynomial: Sequence[int]) -> dict[int, int] | None:
    """Return how often each whole root occurs; None if other roots are left."""
    count_of: dict[int, int] = {}
    rest = tuple(polynomial)
    for root in (0, 1, -1):
        count_of[root], rest = divide_out(rest, (-root, 1))
    for size in _divisors(abs(rest[0])):
        for root in (size, -size):
            count_of[root], rest = divide_out(rest, (-root, 1))
    return {root: times for root, times in count_of.items() if times} if len(rest) == 1 else None


def _divisors(number: int) -> Iterator[int]:
    """Yield the divisors above 1 that can be roots of the loops people play: up to 10 000, and the number itself."""
    yield from (size for size in range(2, min(number, 10_000) + 1) if number % size == 0)
    if number > 10_000:
        yield number


def _factors(terms: GrowingTerms, roots: Mapping[int, int]) -> dict[tuple[int, int], Fraction]:
    """Return the factor of each n^power * root^n, from the first terms that no root 0 reaches."""
    zeros = roots.get(0, 0)
    basis = [(root, power) for root, times in roots.items() if root for power in range(times)]
    listed = terms.terms(zeros + len(basis))
    equations = [
        [Fraction(k**power * root**k) for root, power in basis] + [Fraction(listed[k])]
        for k in range(zeros, zeros + len(basis))
    ]
    return dict(zip(basis, _solved(equations), strict=True))


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """Return the one solution of linear equations, by elimination."""
    for column in range(len(rows)):
        pivot = next(index for index in range(column, len(rows)) if rows[index][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for index, row in enumerate(rows):
            if index != column and row[column]:
                rows[index] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    return [row[-1] for row in rows]


def _written(parts: Sequence[tuple[Fraction, str]]) -> str:
    """Return a sum of (factor, multiplied term) in the usual notation: `(3*2^n - 5)/7`."""
    under = lcm(*(factor.denominator for factor, _ in parts))
    written = ""
    for factor, power in parts:
        if factor:
            sign = "-" if factor < 0 else "+"
            written += f" {sign} {_product(abs(int(factor * under)), power)}"
    written = f"-{written[3:]}" if written.startswith(" - ") else written[3:]
    return written if under == 1 else f"({written})/{digits(under)}"


def _product(number: int, power: str) -> str:
    if not power:
        return short(number)
    return power if number == 1 else f"{short(number)}*{power}"


def _matrix_power(expression: Linear, body: AffineMap, n: int) -> Amount:
    """Return the matrix power with the value: x -> A x + b, n times; `row` is there for a sum of resources."""
    names = body.reached_from(expression)
    power: dict[str, object] = {
        "A": {name: {other: digits(factor) for other, factor in body.row(name).terms.items()} for name in names},
        "b": {name: digits(body.row(name).constant) for name in names},
        "n": digits(n),
    }
    if len(expression.terms) > 1 or expression.constant or set(expression.terms.values()) != {1}:
        # Within an iteration the amount is a sum of resources of the vector.
        power["row"] = {name: digits(factor) for name, factor in expression.terms.items()} | {
            "": digits(expression.constant)
        }
    return {"matrix_power": power}
