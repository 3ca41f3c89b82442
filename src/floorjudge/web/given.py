"""The forms of a format: the first values of their fields, and the values that a browser sends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from urllib.parse import parse_qsl, urlencode

from floorjudge.formats.display import Choice, Field, Flag, Form, Given, Number, Order
from floorjudge.formats.errors import BadNumber
from floorjudge.web.errors import NothingChosen
from floorjudge.web.forms import Failed, number_in

# The field of a one-touch answer: its value holds other fields in the form of a query string.
QUICK = "quick"
MOST_SEATS = 2_000


def names_of(field: Field) -> Iterator[str]:
    """Yield the names of the values of a field."""
    if isinstance(field, Order):
        yield from (f"{field.name}-{place}" for place in range(1, field.count + 1))
    else:
        yield field.name


def is_empty(form: Form) -> bool:
    """Return whether a form is empty, because the format's own fragment replaces it."""
    return not (form.fields or form.quick)


def names_in(typed: Mapping[str, str]) -> tuple[str, ...]:
    """Return the players of the table of a form, in seat order, as it was sent."""
    return tuple(takewhile(bool, (typed.get(f"name-{seat}", "") for seat in range(1, MOST_SEATS))))


def given_in(form: Form, typed: Mapping[str, str], prefix: str = "", where: str = "") -> Given:
    """Return the values of a form: of a one-touch answer, or else of the fields.

    `typed` are the fields as they were sent, `prefix` is before their names. Raises BadInput, placed at `where` and the
    field, for an invalid number, and for an empty form that needs a choice.
    """
    if is_empty(form):
        # The format's own fragment replaces the form, and the format knows its fields.
        return typed
    quick = typed.get(prefix + QUICK, "")
    if quick:
        return dict(parse_qsl(quick, keep_blank_values=True, max_num_fields=1_000))
    if not form.fields:
        raise NothingChosen
    given = {name: typed.get(prefix + name, "").strip() for field in form.fields for name in names_of(field)}
    for field in form.fields:
        word = given[field.name].removeprefix("-") if isinstance(field, Number) else ""
        if word and number_in(word) is None:
            raise BadNumber(given[field.name][:20], where=f"{where}{field.name}")
    return given


def value_of(form: Form, given: Given | None = None, prefix: str = "") -> Callable[[str], str]:
    """Return the first value of a field: the one in `given`, else the field's own."""
    if given is not None:
        alike = next((quick for quick in form.quick if dict(quick.values) == dict(given)), None)
        there = {**given, QUICK: "" if alike is None else urlencode(alike.values)}
    else:
        there = dict(filter(None, map(_start, form.fields)))
    return lambda name: there.get(name.removeprefix(prefix), "")


def values_in(form: Form, given: Given | None, failed: Failed | None, name: str) -> Callable[[str], str]:
    """Return the value of a field in the form `name` of a page: as typed if the form was refused, else as `value_of`."""
    if failed is not None and failed.form == name:
        return lambda field: failed.typed.get(field, "")
    return value_of(form, given)


def _start(field: Field) -> tuple[str, str] | None:
    if isinstance(field, Number) and field.start is not None:
        return field.name, str(field.start)
    if isinstance(field, Flag) and field.start:
        return field.name, "yes"
    if isinstance(field, Choice) and field.options:
        return field.name, field.options[0].value if field.start is None else field.start
    return None
