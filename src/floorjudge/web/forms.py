"""Forms: as sent, and as a page shows them again after a refusal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from urllib.parse import parse_qsl

import msgspec
from anyio import to_thread
from starlette.datastructures import UploadFile
from starlette.requests import Request

from floorjudge.decoding import decoded
from floorjudge.errors import Conflict, Damaged, FloorjudgeError
from floorjudge.web.error_pages import OWN, UNAVAILABLE
from floorjudge.web.errors import NoDeckList, NotAForm

_LONGEST_NUMBER = 8
_MOST_FIELDS = 500
# One for each format that asks for a file when an event is opened, chosen or not.
MOST_FILES = 20
_ENCODED = "application/x-www-form-urlencoded"
# A form of this many bytes, with each letter encoded as three, is read within a few milliseconds.
_READ_AT_ONCE = 50_000


class SentForm(msgspec.Struct, frozen=True):
    """A submitted form, or the query of an address: its text fields in order, and the bytes of its files."""

    fields: tuple[tuple[str, str], ...] = ()
    files: Mapping[str, bytes] = {}

    def __getitem__(self, name: str) -> str:
        """Return a text field, the last of several with one name; empty if it is missing."""
        return self.typed.get(name, "")

    @property
    def typed(self) -> dict[str, str]:
        """The text fields by name."""
        return dict(self.fields)

    def every(self, name: str) -> list[str]:
        """Return all text fields of a name, without spaces around them."""
        return [value.strip() for field, value in self.fields if field == name]

    def word(self, name: str) -> str:
        """Return a text field without spaces around it."""
        return self[name].strip()

    def filled(self, *names: str) -> dict[str, str]:
        """Return the non-empty ones of some text fields, without spaces around them."""
        return {name: word for name in names if (word := self.word(name))}

    def number(self, name: str) -> int:
        """Return a whole number that a form needs; raises BadInput if it is not one."""
        found = number_in(self.word(name))
        if found is None:
            raise NotAForm(name)
        return found

    def text(self, file: str, otherwise: str) -> str:
        """Return the text of a file, or else of the field `otherwise` if no file was chosen.

        Raises BadInput if the file is not a text.
        """
        content = self.files.get(file)
        return decoded(content) if content else self[otherwise]


def number_in(word: str, longest: int = _LONGEST_NUMBER) -> int | None:
    """Return the number in a word of at most `longest` digits, None if it is not one."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= longest else None


def deck_list_in(sent: SentForm) -> str:
    """Return the deck list of a form, from its file or its text; raises BadInput if it is empty."""
    listing = sent.text("file", "list")
    if not listing.strip():
        raise NoDeckList
    return listing


async def sent_form(request: Request) -> SentForm:
    """Return the submitted form; raises BadInput if it has too many fields."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() == _ENCODED:
        body = await request.body()
        read = fields_in(body) if len(body) < _READ_AT_ONCE else await to_thread.run_sync(fields_in, body)
        return SentForm(read)
    fields: list[tuple[str, str]] = []
    files: dict[str, bytes] = {}
    async with request.form(max_files=MOST_FILES, max_fields=_MOST_FIELDS) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = await value.read()
            else:
                fields.append((name, as_typed(value)))
    return SentForm(tuple(fields), files)


def fields_in(body: bytes) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form without files; raises BadInput if there are too many."""
    written = body.decode(errors="replace")
    try:
        pairs = parse_qsl(written, keep_blank_values=True, errors="replace", max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise NotAForm("") from None
    return tuple((name, as_typed(value)) for name, value in pairs)


def as_typed(sent: str) -> str:
    """Return the text of a field as typed: browsers send two characters for each line end."""
    return sent.replace("\r\n", "\n")


class Failed(msgspec.Struct, frozen=True):
    """A refused form: its name, the error, and the typed values."""

    form: str
    error: FloorjudgeError
    typed: Mapping[str, str] = {}

    @property
    def is_conflict(self) -> bool:
        """Whether another person was faster, so that the page shows their change."""
        return isinstance(self.error, Conflict)


def failure(form: str, error: FloorjudgeError, sent: SentForm | None = None) -> Failed:
    """Return an error in a form for the page to show.

    Raises the error again if it is not about the form: missing rights, too much input, an unavailable database, damage.
    """
    if isinstance(error, (Damaged, *UNAVAILABLE, *OWN)):
        raise error
    return Failed(form, error, {} if sent is None else sent.typed)


def typed_again(failed: Failed | None, form: str, name: str, otherwise: str = "") -> str:
    """Return the typed value of a field if this form was refused, `otherwise` for every other form."""
    return failed.typed.get(name, "") if failed is not None and failed.form == form else otherwise


def new_id() -> str:
    """Return an id for the hidden field `id` of a form, so that sending it twice counts once."""
    return secrets.token_urlsafe(12)
