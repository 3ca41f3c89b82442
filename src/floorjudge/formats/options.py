"""The options of an event, from a JSON value to the struct of its format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from floorjudge.errors import BadInput
from floorjudge.formats.errors import BadField, OptionUnknown
from floorjudge.formats.kinds import converted
from floorjudge.reading import NotWords

if TYPE_CHECKING:
    from floorjudge.formats.protocol import Format


def options_of(rules: Format, given: Mapping[str, Any] | None) -> Any:
    """Return the options of a format from a JSON value; what it leaves out has the format's default.

    Raises BadInput, placed at `options.…`, for an unknown option and for a value of another kind; and what the format's
    own check raises.
    """
    try:
        msgspec.json.encode(given)
    except UnicodeEncodeError as error:
        raise BadField(NotWords.needs, f"U+{ord(error.object[error.start]):04X}", where="options") from None
    try:
        options = converted(dict(given or {}), rules.options, OptionUnknown)
    except BadInput as error:
        raise error.at(f"options.{error.where}".rstrip(".")) from None
    rules.check_options(options)
    return options
