"""The methods of a format, guarded: a mistake in one is an error that names the format's folder and the method."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any

from floorjudge.errors import FloorjudgeError
from floorjudge.formats.errors import FormatFailed

if TYPE_CHECKING:
    from floorjudge.formats.protocol import Format

_PROTOCOL = "floorjudge.formats.protocol"


def guard(format_: Format, folder: str) -> None:
    """Have every method that a format overrides raise FormatFailed in place of any exception that is no error for users."""
    kind = type(format_)
    own: dict[str, Any] = {"__module__": kind.__module__, "__doc__": kind.__doc__}
    guarded: Any = type(kind)(kind.__name__, (kind,), own)  # type: ignore[misc]
    for name in overridden(kind):
        setattr(guarded, name, _guarded(guarded, name, folder))
    format_.__class__ = guarded


def overridden(kind: type[Format]) -> Iterator[str]:
    """Yield the names of the methods of the seam that a class of formats has from elsewhere than the protocol."""
    for name in dir(kind):
        method = getattr(kind, name)
        if callable(method) and not isinstance(method, type) and not name.startswith("_"):
            declared = any(name in vars(base) for base in kind.__mro__ if base.__module__.startswith(_PROTOCOL))
            if declared and not method.__module__.startswith(_PROTOCOL):
                yield name


def _guarded(guarded: type[Format], name: str, folder: str) -> Callable[..., Any]:
    @wraps(getattr(guarded, name))
    def method(self: Format, *given: Any, **named: Any) -> Any:
        try:
            return getattr(super(guarded, self), name)(*given, **named)
        except FloorjudgeError:
            raise
        except Exception as error:
            raise FormatFailed(folder, name, f"{type(error).__name__}: {error}") from error

    return method
