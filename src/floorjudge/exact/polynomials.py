"""Polynomials with whole coefficients, lowest first, as far as recurrences need them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from floorjudge.exact.work import fraction, product, spend, words

Polynomial: TypeAlias = tuple[int, ...]


def minimal_recurrence(values: Sequence[int]) -> tuple[int, ...]:
    """Return the shortest recurrence of a sequence: the next term is the sum of result[i] * term i of the last ones.

    `values` must be at least twice as many as its order. Berlekamp and Massey's way, over fractions; the shortest
    recurrence of whole numbers has whole coefficients (Fatou).
    """
    current, previous = [Fraction(1)], [Fraction(1)]
    length, gap, last = 0, 1, Fraction(1)
    for n, value in enumerate(values):
        spend(length)
        discrepancy = Fraction(value) + sum(current[i] * values[n - i] for i in range(1, length + 1))
        if discrepancy == 0:
            gap += 1
            continue
        factor = discrepancy / last
        long = words(factor.numerator) + words(factor.denominator)
        spend(length * fraction(long))
        corrected = _minus_shifted(current, previous, factor, gap)
        if 2 * length <= n:
            previous, last, length, gap = current, discrepancy, n + 1 - length, 1
        else:
            gap += 1
        current = corrected
    return tuple(int(-coefficient) for coefficient in reversed(current[1:]))


def _minus_shifted(first: list[Fraction], second: list[Fraction], factor: Fraction, shift: int) -> list[Fraction]:
    result = first + [Fraction(0)] * (len(second) + shift - len(first))
    for index, coefficient in enumerate(second):
        result[index + shift] -= factor * coefficient
    return result


def divide_out(polynomial: Polynomial, divisor: Polynomial) -> tuple[int, Polynomial]:
    """Return how often a monic polynomial divides another one, and what is left."""
    times = 0
    while True:
        quotient = exact_quotient(polynomial, divisor)
        if quotient is None:
            return times, polynomial
        times, polynomial = times + 1, quotient


def exact_quotient(polynomial: Polynomial, divisor: Polynomial) -> Polynomial | None:
    """Return polynomial / divisor for a monic divisor, None if it leaves a remainder."""
    rest = list(polynomial)
    quotient = [0] * max(0, len(polynomial) - len(divisor) + 1)
    spend(len(quotient) * len(divisor) * product(words(max(rest, key=abs, default=0)), 1))
    for index in range(len(quotient) - 1, -1, -1):
        quotient[index] = rest[index + len(divisor) - 1]
        for offset, coefficient in enumerate(divisor):
            rest[index + offset] -= quotient[index] * coefficient
    return tuple(quotient) if quotient and not any(rest) else None


def cyclotomic_orders(polynomial: Polynomial) -> tuple[dict[int, int], Polynomial]:
    """Return for each order of a root of unity how often its roots occur, and the polynomial without them."""
    found = {}
    for order in _orders_up_to_degree(len(polynomial) - 1):
        times, polynomial = divide_out(polynomial, cyclotomic(order))
        if times:
            found[order] = times
    return found, polynomial


def _orders_up_to_degree(degree: int) -> Iterator[int]:
    """Yield the orders whose cyclotomic polynomial has at most this degree; phi(m) >= sqrt(m / 2) bounds them."""
    return (order for order in range(1, 2 * degree * degree + 1) if _totient(order) <= degree)


@cache
def _totient(number: int) -> int:
    result, rest, prime = number, number, 2
    while prime * prime <= rest:
        if rest % prime == 0:
            result -= result // prime
            while rest % prime == 0:
                rest //= prime
        prime += 1
    return result - result // rest if rest > 1 else result


@cache
def cyclotomic(order: int) -> Polynomial:
    """Return the polynomial whose roots are the roots of unity of exactly an order: x^m - 1 without those of its divisors."""
    polynomial: Polynomial = (-1, *(0,) * (order - 1), 1)
    for divisor in range(1, order):
        if order % divisor == 0:
            polynomial = divide_out(polynomial, cyclotomic(divisor))[1]
    return polynomial


def power_modulo(recurrence: Sequence[int], exponent: int, most_bits: int | None) -> list[int] | None:
    """Return x^exponent modulo the characteristic polynomial of a recurrence, as coefficients.

    None when a coefficient on the way has more than `most_bits` bits.
    """
    result = [1]
    for bit in f"{exponent:b}":
        result = _reduced(_product(result, result), recurrence)
        if bit == "1":
            result = _reduced([0, *result], recurrence)
        if most_bits is not None and any(factor.bit_length() > most_bits for factor in result):
            return None
    return result


def _product(first: Sequence[int], second: Sequence[int]) -> list[int]:
    result = [0] * (len(first) + len(second) - 1)
    long = words(max(first, key=abs, default=0)), words(max(second, key=abs, default=0))
    spend(len(first) * len(second) * product(*long))
    for i, a in enumerate(first):
        if a:
            for j, b in enumerate(second):
                result[i + j] += a * b
    return result


def _reduced(polynomial: list[int], recurrence: Sequence[int]) -> list[int]:
    order, long = len(recurrence), words(max(recurrence, key=abs, default=0))
    for top in range(len(polynomial) - 1, order - 1, -1):
        factor = polynomial[top]
        if factor:
            spend(order * product(words(factor), long))
            for offset, coefficient in enumerate(recurrence):
                polynomial[top - order + offset] += factor * coefficient
    return polynomial[:order] + [0] * (order - len(polynomial))
