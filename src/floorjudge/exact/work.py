"""How much arithmetic is done, counted: whoever asks for too much is told so, on a slow computer as on a quick one.

A unit is a step of the interpreter, such as a product of two short numbers: about a tenth of a microsecond. Nothing is counted
outside of `bounded`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# In one unit so many words are multiplied; numbers longer than 50 words or so are multiplied in Karatsuba's way. Fractions are dear.
_WORDS, _KARATSUBA, _FRACTION, _SHORTENED = 100, 50, 10, 10


class TooMuchWork(Exception):
    """More arithmetic would be needed than is allowed."""


_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


@contextmanager
def bounded(units: int) -> Iterator[None]:
    """Allow so much arithmetic (units, 1 or more) for what is done inside, all together; then TooMuchWork is raised.

    Inside of another bound it is no more than what is left there, and counts there too.
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
    """Count some arithmetic (units, 0 or more) before it is done. Raises TooMuchWork where so much is not allowed."""
    left = _left.get()
    if left is not None:
        left[0] -= units
        if left[0] < 0:
            raise TooMuchWork


def words(number: int) -> int:
    """Return how many words of 64 bits a number is long, 1 or more."""
    return 1 + number.bit_length() // 64


def product(one: int, other: int) -> int:
    """Return how many units it takes to multiply two numbers of so many words; long ones are multiplied in Karatsuba's way."""
    short, long = sorted((one, other))
    rows = short if short < _KARATSUBA else _KARATSUBA * (short / _KARATSUBA) ** 0.585
    return 1 + int(long * rows) // _WORDS


def fraction(one: int) -> int:
    """Return how many units it takes to reckon with two fractions whose numbers have so many words, and to shorten what comes out."""
    return _FRACTION + one * one * _SHORTENED // _WORDS
