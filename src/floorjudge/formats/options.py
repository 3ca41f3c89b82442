"""The options of an event, from a JSON value to the struct of its format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from floorjudge.formats.errors import BadField, OptionUnknown

if TYPE_CHECKING:
    from floorjudge.formats.protocol import Format

_PATH = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_UNKNOWN = re.compile(r"unknown field `(?P<field>[^`]+)`")


def options_of(rules: Format, given: Mapping[str, Any] | None) -> Any:
    """Return the options of a format from a JSON value; what it leaves out has the format's default.

    Raises BadInput, placed at `options.…`, for an unknown option and for a value of another type; and what the format's
    own check raises.
    """
    try:
        msgspec.json.encode(given)
    except UnicodeEncodeError as error:
        half = f"U+{ord(error.object[error.start]):04X}"
        raise BadField("text", half, where="options") from None
    try:
        options = msgspec.convert(dict(given or {}), rules.options)
    except msgspec.ValidationError as error:
        problem = str(error)
        path = _PATH.search(problem)
        inside = path["path"] if path else ""
        unknown = _UNKNOWN.search(problem)
        if unknown:
            field = f"{inside}.{unknown['field']}".lstrip(".")
            known, _ = _at(inside, rules.options, given)
            raise OptionUnknown(field, getattr(known, "__struct_fields__", ())) from None
        if problem.startswith("Invalid enum value"):
            kind, word = _at(inside, rules.options, given)
            raise BadField(", ".join(_words_of(kind)), str(word), where=f"options.{inside}") from None
        expected, _, got = _PATH.sub("", problem).removeprefix("Expected ").replace("`", "").partition(", got ")
        raise BadField(expected, got or "?", where=f"options.{inside}".rstrip(".")) from None
    rules.check_options(options)
    return options


def _at(path: str, kind: Any, given: Any) -> tuple[Any, Any]:
    """Return the type of a field of options, and its value; for a place within a list, those of the list."""
    for field in filter(None, path.partition("[")[0].split(".")):
        kind, given = get_type_hints(kind)[field], given[field]
    return kind, given


def _words_of(kind: Any) -> list[str]:
    """Return the words that a field may have, also for one that may be left out."""
    if get_origin(kind) is Literal:
        return list(map(str, get_args(kind)))
    return [word for each in get_args(kind) for word in _words_of(each)]
