"""The options of an event, from the JSON value that somebody gives to the struct of its format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

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
            words = get_args(get_type_hints(rules.options)[inside])
            raise BadField(", ".join(map(str, words)), str((given or {})[inside]), where=f"options.{inside}") from None
        expected, _, got = _PATH.sub("", problem).removeprefix("Expected ").replace("`", "").partition(", got ")
        raise BadField(expected, got or "?", where=f"options.{inside}".rstrip(".")) from None
    rules.check_options(options)
    return options
