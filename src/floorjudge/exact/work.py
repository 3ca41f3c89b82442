"""Counting and limiting arithmetic: the limit is the same on a slow computer as on a fast one.

A unit is a step of the interpreter, such as a product of two short numbers: about a tenth of a microsecond. Nothing is
counted outside of `bounded`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# One unit multiplies this many words. Above 50 words or so Python uses Karatsuba's algorithm. Fractions cost more.
_WORDS, _KARATSUBA, _FRACTION, _SHORTENED = 100, 50, 10, 10


class TooMuchWork(Exception):
    """The computation needs more arithmetic than is allowed."""


_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


@contextmanager
def bounded(units: int) -> Iterator[None]:
    """Allow this much arithmetic (units, 1 or more) for the whole block; beyond it, spending raises TooMuchWork.

    An inner limit allows no more than the outer one has left, and counts towards it too.
    """
    around = _left.get()
    allowed = units if around is None else min(units, around[0])
    left = [allowed]
    token = _left.set(left)
    try:
        yield
    finally:
        _left.reset(token)
        if around is not None:
            around[0] -= allowed - left[0]


def spend(units: int) -> None:
    """Count some arithmetic (units, 0 or more) before it is done. Raises TooMuchWork if it exceeds the limit."""
    left = _left.get()
    if left is not None:
        left[0] -= units
        if left[0] < 0:
            raise TooMuchWork


def words(number: int) -> int:
    """Return the length of a number in words of 64 bits, 1 or more."""
    return 1 + number.bit_length() // 64


def product(one: int, other: int) -> int:
    """Return the cost of multiplying two numbers of these lengths in words; long ones use Karatsuba's algorithm."""
    short, long = sorted((one, other))
    rows = short if short < _KARATSUBA else _KARATSUBA * (short / _KARATSUBA) ** 0.585
    return 1 + int(long * rows) // _WORDS


def fraction(one: int) -> int:
    """Return the cost of an operation on two fractions with numbers of so many words, and of reducing the result."""
    return _FRACTION + one * one * _SHORTENED // _WORDS
