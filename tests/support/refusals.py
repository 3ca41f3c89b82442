"""The error with which a call is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pytest

P = ParamSpec("P")
E = TypeVar("E", bound=BaseException)


def error_of(kind: type[E], call: Callable[P, object], /, *arguments: P.args, **named: P.kwargs) -> E:
    """Return the error of a kind that a call must raise."""
    with pytest.raises(kind) as raised:
        call(*arguments, **named)
    return raised.value
