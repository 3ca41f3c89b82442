"""The methods of a format, guarded: a mistake in one, or a result of a wrong type, is an error with the format's folder and the method."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, wraps
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.formats.errors import FormatFailed

if TYPE_CHECKING:
    from floorjudge.formats.protocol import Format

_PROTOCOL = "floorjudge.formats.protocol"
_FOLDER = "guarded_as"


def guard(format_: Format, folder: str) -> None:
    """Have every method that a format overrides raise FormatFailed for exceptions that are no errors for users and for results of wrong types.

    A format that is guarded already stays as it is: each result would be checked once more for each time.
    """
    kind = type(format_)
    if _FOLDER in vars(kind):
        return
    own: dict[str, Any] = {"__module__": kind.__module__, "__doc__": kind.__doc__, _FOLDER: folder}
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
    method = getattr(guarded, name)
    kind = returned_by(name)
    is_iterator = get_origin(kind) is Iterator

    def failure(error: Exception) -> FloorjudgeError:
        """Return the error for a mistake in the method."""
        return FormatFailed(folder, name, f"{type(error).__name__}: {error}")

    def one_by_one(values: Iterable[Any]) -> Iterator[Any]:
        """Yield the results of an iterator, each checked as it comes."""
        try:
            for each in values:
                yield _checked(each, get_args(kind)[0])
        except FloorjudgeError:
            raise
        except Exception as error:
            raise failure(error) from error

    # This is called at every step of an event, thousands of times for a page.
    @wraps(method)
    def checked(self: Format, *given: Any, **further: Any) -> Any:
        try:
            result = _checked(getattr(super(guarded, self), name)(*given, **further), kind)
        except FloorjudgeError:
            raise
        except Exception as error:
            raise failure(error) from error
        return one_by_one(result) if is_iterator else result

    return checked


@cache
def returned_by(name: str) -> Any:
    """Return the type that the protocol declares for the results of one of its methods."""
    from floorjudge.formats.protocol import Format  # noqa: PLC0415 (it is declared in terms of what this guards)

    return get_type_hints(getattr(Format, name))["return"]


def _checked(result: Any, kind: Any) -> Any:
    """Return a result if it is of the type that is declared for it, and so are the fields of its structs; raises TypeError if not."""
    if not is_of(result, kind):
        declared = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
        raise TypeError(f"it returned {type(result).__name__}, not {declared}")
    # A format may return a struct of its own, with further fields and another tag.
    fields = _fields_of(type(result) if isinstance(result, msgspec.Struct) else kind)
    if fields is not None:
        _check_fields(result, fields)
    return result


def _check_fields(result: Any, fields: msgspec.msgpack.Decoder[Any]) -> None:
    """Raise TypeError if a field in a result is not of its declared type, as msgspec writes and reads it.

    A list passes for a tuple, a word for the enum that it names, and anything for what msgspec can neither write nor read.
    """
    try:
        fields.decode(_WRITER.encode(result))
    except msgspec.ValidationError as error:
        raise TypeError(f"in what it returned: {error}") from None
    except (NotImplementedError, OverflowError, UnicodeError):
        return


@cache
def _fields_of(kind: Any) -> msgspec.msgpack.Decoder[Any] | None:
    """Return what reads a written result with all fields of its structs; None for results without structs, and for types that msgspec cannot tell apart."""
    if not _holds_structs(kind):
        return None
    try:
        return msgspec.msgpack.Decoder(kind, dec_hook=_unreadable)
    except TypeError:
        return None


def _holds_structs(kind: Any) -> bool:
    """Return whether a type is a struct, or holds some."""
    return (isinstance(kind, type) and issubclass(kind, msgspec.Struct)) or any(map(_holds_structs, get_args(kind)))


def _unreadable(kind: Any, value: Any) -> Any:
    """Give up on a type that is not msgspec's; its exceptions for users would count as wrong values."""
    raise NotImplementedError


# What is written of a value that is not msgspec's: its field is declared as anything, or as a type that cannot be read.
_WRITER = msgspec.msgpack.Encoder(enc_hook=lambda _: None)


def is_of(value: Any, kind: Any) -> bool:
    """Return whether a value is of a type as annotations write it; with the values in collections, but not in iterators; for structs see `_check_fields`."""
    return _test_of(kind)(value)


@cache
def _test_of(kind: Any) -> Callable[[Any], bool]:
    """Return what tells whether a value is of a type: the annotation is taken apart once, and results are checked at every step of an event."""
    if isinstance(kind, TypeVar):
        kind = kind.__bound__
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        tests = [_test_of(each) for each in inner]
        return lambda value: any(test(value) for test in tests)
    if origin is Literal:
        return lambda value: value in inner
    if origin is type:
        return lambda value: isinstance(value, type) and issubclass(value, inner[0])
    if origin is None:
        plain = object if kind is Any else NoneType if kind is None else kind
        return lambda value: isinstance(value, plain)
    # Values that are asked for one by one may also stand in a collection.
    outer = Iterable if origin is Iterator else origin
    holds = _test_of_values(inner)
    return lambda value: isinstance(value, outer) and holds(value)


def _test_of_values(inner: tuple[Any, ...]) -> Callable[[Any], bool]:
    """Return what tells whether the values in a collection are of the types that its own is declared with; true for what is no collection."""
    # What a function takes is in a list.
    tests = [_test_of(each) for each in inner if each is not Ellipsis and not isinstance(each, list)]

    def holds(value: Any) -> bool:
        """Return whether the values in a collection are of their types."""
        if isinstance(value, Mapping):
            return all(map(tests[0], value)) and all(map(tests[1], value.values()))
        if isinstance(value, tuple) and len(tests) > 1:
            return len(value) == len(tests) and all(test(each) for test, each in zip(tests, value, strict=True))
        return not isinstance(value, Collection) or all(map(tests[0], value))

    return holds
