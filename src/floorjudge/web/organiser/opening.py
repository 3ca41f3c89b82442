"""A new event: first its format, then the options of that format, then its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.responses import Response

from floorjudge.errors import FloorjudgeError
from floorjudge.formats import all_formats
from floorjudge.formats.display import Document, Form, Given
from floorjudge.formats.errors import FormatFailed
from floorjudge.formats.protocol import Format
from floorjudge.texts import Text
from floorjudge.web.asking import Owner
from floorjudge.web.commands import Fields, open_event
from floorjudge.web.common.responses import back_to
from floorjudge.web.forms import Failed, SentForm, failure
from floorjudge.web.given import given_in, names_of, value_of
from floorjudge.web.sessions import Session

router = APIRouter()
# The number of options to show at once; the others are below them.
MOST_FIELDS = 4


class Offered(msgspec.Struct, frozen=True):
    """A format to choose; `asks` are its options, `value_of` returns the contents of their fields."""

    id: str
    name: Text
    summary: Text
    asks: Form
    value_of: Callable[[str], str]


@router.get("/new")
async def new_form(session: Owner, format_id: Annotated[str, Query(alias="format", max_length=100)] = "") -> Response:
    """Show the formats with their options; the address may choose one."""
    return _new(session, format_id)


def _new(session: Session, chosen: str, failed: Failed | None = None) -> Response:
    typed = None if failed is None else failed.typed
    formats, broken = [], []
    for each in all_formats().values():
        try:
            formats.append(_offered(each, typed))
        except FormatFailed as error:
            broken.append(error)
    fields = [field for each in formats if each.id == chosen for field in each.asks.fields]
    at_fields = {f"options.{name}" for field in fields for name in names_of(field)}
    return session.page(
        "organiser/new.html",
        failed=failed,
        formats=formats,
        broken=broken,
        chosen=chosen,
        most_fields=MOST_FIELDS,
        at_a_field=failed is not None and (failed.error.where or "").partition(":")[0].partition("[")[0] in at_fields,
    )


def _offered(rules: Format, typed: Given | None) -> Offered:
    asks = rules.options_form(None)
    there = value_of(asks, prefix=f"{rules.id}.") if typed is None else partial(_typed, typed)
    return Offered(rules.id, rules.name, rules.summary, asks, there)


def _typed(typed: Given, name: str) -> str:
    return typed.get(name, "")


@router.post("/new")
async def create(session: Owner) -> Response:
    """Open an event; a form that is sent twice opens one."""
    sent = await session.form()
    try:
        _, opened = await open_event(session, _opening(sent))
    except FloorjudgeError as error:
        return _new(session, sent["format"], failure("new", error, sent))
    return back_to(f"/e/{opened.id}/desk")


def _opening(sent: SentForm) -> Fields:
    """Return the command that opens the event, with the filled-in options of its format."""
    given: Fields = {"do": "open", "name": sent["name"], **sent.filled("format", "id")}
    rules = all_formats().get(sent["format"])
    if rules is None or not (asks := rules.options_form(None)).fields:
        return given
    prefix = f"{rules.id}."
    return given | {
        "options": rules.options_from_form(given_in(asks, _with_files(sent, asks, prefix), prefix, "options."))
    }


def _with_files(sent: SentForm, asks: Form, prefix: str) -> dict[str, str]:
    """Return the fields of a form with the texts of uploaded files in place of typed ones."""
    named = (f"{prefix}{field.name}" for field in asks.fields if isinstance(field, Document))
    return sent.typed | {name: sent.text(f"{name}-file", name) for name in named}
