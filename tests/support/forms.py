"""Forms of formats as lines, and as they are sent when a person changes nothing."""

from __future__ import annotations

from typing import Any

from floorjudge.formats.display import Choice, Form, Number, Words


def lines_of(form: Form) -> list[str]:
    """Return a line for each field: its name and label, what it takes and what stands in it, with `?` if it may stay empty."""
    return [_line(field) for field in form.fields]


def as_it_stands(form: Form) -> dict[str, str]:
    """Return the values of a form in which a person changes nothing: of options, a page shows the first unless another starts."""
    sent = {}
    for field in form.fields:
        if isinstance(field, Number):
            sent[field.name] = "" if field.start is None else str(field.start)
        elif isinstance(field, Choice):
            sent[field.name] = field.start or field.options[0].value
    return sent


def _line(field: Any) -> str:
    takes = ""
    if isinstance(field, Choice):
        takes = ", ".join(f"{option.value}={option.label}" for option in field.options)
    elif isinstance(field, Number):
        takes = f"{field.least} to {field.most}"
    elif isinstance(field, Words):
        takes = f"up to {field.longest} letters"
    start = getattr(field, "start", None)
    empty = "" if getattr(field, "required", True) else " ?"
    return f"{field.name} ({field.label}): {takes}{'' if start is None else f' [{start}]'}{empty}"
