"""The default form for a format's options: a field for each option, by its type and under its own name."""

from __future__ import annotations

from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from floorjudge.formats.display import Choice, Field, Flag, Form, Given, Number, Option, Words
from floorjudge.texts import Text, in_any


def form_of(options: type[msgspec.Struct]) -> Form:
    """Return a form for whole numbers, choices of words, flags and texts; other options have no field."""
    kinds = get_type_hints(options)
    fields = (_field(field, _kind(kinds[field.name])) for field in msgspec.structs.fields(options))
    return Form(tuple(field for field in fields if field is not None))


def from_form(options: type[msgspec.Struct], given: Given) -> dict[str, Any]:
    """Return options as a JSON object from the values of the form, without those left empty."""
    found: dict[str, Any] = {}
    for field in form_of(options).fields:
        word = given.get(field.name, "")
        if isinstance(field, Flag):
            found[field.name] = word == "yes"
        elif word:
            found[field.name] = int(word) if isinstance(field, Number) else word
    return found


def _kind(kind: Any) -> Any:
    """Return the type of an option that may also be None."""
    told = [each for each in get_args(kind) if each is not NoneType] if get_origin(kind) is not Literal else []
    return told[0] if len(told) == 1 else kind


def _field(field: msgspec.structs.FieldInfo, kind: Any) -> Field | None:
    label = _label(field.name)
    default = None if field.default is msgspec.NODEFAULT else field.default
    if kind is bool:
        return Flag(field.name, label, start=bool(default))
    if kind is int:
        return Number(field.name, label, start=default, required=False)
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
