"""The options of a format: from a JSON value, from typed words, and the default form with a field for each, by its kind and under its own name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

from floorjudge.errors import BadInput
from floorjudge.formats.display import Choice, Field, Flag, Form, Given, Number, Option, Words
from floorjudge.formats.errors import BadField, OptionUnknown
from floorjudge.formats.kinds import converted, from_words, kind_at, limits, needed, plain
from floorjudge.reading import NotWords
from floorjudge.texts import Text, in_any


def from_json(options: type[msgspec.Struct], given: Mapping[str, Any] | None) -> Any:
    """Return options from a JSON value; what it leaves out has its default.

    Raises BadInput, placed at `options.…`, for an unknown option and for a value of another kind.
    """
    try:
        msgspec.json.encode(given)
    except UnicodeEncodeError as error:
        raise BadField(NotWords.needs, f"U+{ord(error.object[error.start]):04X}", where="options") from None
    try:
        return converted(dict(given or {}), options, OptionUnknown)
    except BadInput as error:
        raise error.at(f"options.{error.where}".rstrip(".")) from None


def form_of(options: type[msgspec.Struct]) -> Form:
    """Return a form for whole numbers, choices of words, flags and texts; other options have no field."""
    fields = (_field(field, kind_at(field.name, options)) for field in msgspec.structs.fields(options))
    return Form(tuple(field for field in fields if field is not None))


def from_form(options: type[msgspec.Struct], given: Given) -> dict[str, Any]:
    """Return options as a JSON object from the values of the form, without those left empty."""
    return typed_options(
        options, {name: word for name, word in given.items() if word or kind_at(name, options) is bool}
    )


def typed_options(options: type[msgspec.Struct], typed: Mapping[str, str]) -> dict[str, Any]:
    """Return options as a JSON value from words by the names of the options: `cut`, or `points.win` for one within another.

    A word that is no value of its option is left for `from_json` to refuse. Raises BadInput for an option within one that has a value itself.
    """
    found: dict[str, Any] = {}
    for name, word in typed.items():
        *outer, last = name.split(".")
        inside = found
        for depth, part in enumerate(outer, 1):
            inside = inside.setdefault(part, {})
            if not isinstance(inside, dict):
                around = ".".join(outer[:depth])
                raise BadField(needed(kind_at(around, options)), str(inside), where=f"options.{around}")
        inside[last] = from_words(kind_at(name, options), word)
    return found


def _field(field: msgspec.structs.FieldInfo, kind: Any) -> Field | None:
    label = _label(field.name)
    default = None if field.default is msgspec.NODEFAULT else field.default
    if kind is bool:
        return Flag(field.name, label, start=bool(default))
    if plain(kind) is int:
        least, most = limits(kind)
        return Number(field.name, label, None, least, most, default, required=False)
    if kind is str:
        return Words(field.name, label)
    if get_origin(kind) is Literal and all(isinstance(each, str) for each in get_args(kind)):
        return Choice(
            field.name,
            label,
            tuple(Option(each, _label(each)) for each in get_args(kind)),
            required=False,
            start=default,
        )
    return None


def _label(name: str) -> Text:
    return in_any(name.replace("_", " ").capitalize())
