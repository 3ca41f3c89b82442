"""The options of an event, from the JSON value that somebody gives to the struct of its format."""

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


def options_of(rules: Format, given: Mapping[str, Any] | None) -> Any:  # noqa: ANN401 (the format's own struct)
    """Return the options of a format that a JSON value says; what it leaves out is as the format has it.

    Raises BadInput, placed at `options.…`, when there is no such option, when a value is of another kind, and what the format's own
    check raises.
    """
    try:
        options = msgspec.convert(dict(given or {}), rules.options)
    except msgspec.ValidationError as error:
        problem = str(error)
        path = _PATH.search(problem)
        inside = path["path"] if path else ""
        unknown = _UNKNOWN.search(problem)
        if unknown:
            field = f"{inside}.{unknown['field']}".lstrip(".")
            raise OptionUnknown(field, rules.options.__struct_fields__) from None
        if problem.startswith("Invalid enum value"):
            words = _words_of(get_type_hints(rules.options)[inside])
            raise BadField(", ".join(words), str((given or {})[inside]), where=f"options.{inside}") from None
        expected, _, got = _PATH.sub("", problem).removeprefix("Expected ").replace("`", "").partition(", got ")
        raise BadField(expected, got or "?", where=f"options.{inside}".rstrip(".")) from None
    rules.check_options(options)
    return options


def _words_of(kind: Any) -> list[str]:  # noqa: ANN401 (a type annotation)
    """Return the words that a field may be, also of one that may be left out."""
    if get_origin(kind) is Literal:
        return list(map(str, get_args(kind)))
    return [word for each in get_args(kind) for word in _words_of(each)]
