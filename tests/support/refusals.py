"""The error with which a call is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import pytest

from floorjudge.errors import FloorjudgeError

P = ParamSpec("P")
E = TypeVar("E", bound=BaseException)


def error_of(kind: type[E], call: Callable[P, object], /, *arguments: P.args, **named: P.kwargs) -> E:
    """Return the error of a kind that a call must raise."""
    with pytest.raises(kind) as raised:
        call(*arguments, **named)
    return raised.value


def told(error: FloorjudgeError) -> tuple[Any, ...]:
    """Return the code of an error, its place, and what its sentence tells."""
    return (error.code, error.where, *(getattr(error, name) for name in error.gaps))
