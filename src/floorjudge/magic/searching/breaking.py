"""When the engine breaks down in the middle of a move: that one line is given up, and the search goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

# The engine's own name for it; it is derived from BaseException, so that nothing catches it by accident.
_BREAKDOWN = "PanicException"


class EngineBrokeDownError(ValueError):
    """The engine stopped with a fault of its own while something was played; the table is spoilt."""


@contextmanager
def breakdowns_told() -> Iterator[None]:
    """Raise EngineBrokeDownError where the engine breaks down inside, or names an object by no number; everything else passes."""
    try:
        yield
    except OverflowError as error:
        raise EngineBrokeDownError(str(error)) from error
    except BaseException as error:
        if type(error).__name__ != _BREAKDOWN:
            raise
        raise EngineBrokeDownError(str(error)) from error
