"""Forms that change an event: how they are read, and how they end badly."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request

from floorjudge.errors import Conflict, Damaged, FloorjudgeError
from floorjudge.formats.on_the_edge.decks import decode_list
from floorjudge.web.error_pages import OWN, UNAVAILABLE
from floorjudge.web.errors import NotAForm

_LONGEST_NUMBER = 8


class SentForm(msgspec.Struct, frozen=True):
    """A form as it was sent: its text fields, of a name that came twice the last, and the bytes of its files."""

    typed: Mapping[str, str]
    files: Mapping[str, bytes] = {}

    def __getitem__(self, name: str) -> str:
        """Return a text field, empty where it is missing."""
        return self.typed.get(name, "")

    def number(self, name: str) -> int:
        """Return a whole number that a form needs; raises BadInput when it is none."""
        found = number_in(self[name].strip())
        if found is None:
            raise NotAForm(name)
        return found

    def text(self, file: str, otherwise: str) -> str:
        """Return the text of a file, or else of the field `otherwise` when no file was chosen.

        Raises BadInput when the file is not a text.
        """
        content = self.files.get(file)
        return decode_list(content) if content else self[otherwise]


def number_in(word: str, longest: int = _LONGEST_NUMBER) -> int | None:
    """Return the number that is written in a word with at most so many digits, None when it is none."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= longest else None


async def sent_form(request: Request) -> SentForm:
    """Return the form that was sent."""
    typed: dict[str, str] = {}
    files: dict[str, bytes] = {}
    async with request.form(max_files=2, max_fields=500) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = await value.read()
            else:
                typed[name] = value
    return SentForm(typed, files)


class Failed(msgspec.Struct, frozen=True):
    """A form that was refused: which one it was, why, and what had been typed into it."""

    form: str
    error: FloorjudgeError
    typed: Mapping[str, str] = {}

    @property
    def is_conflict(self) -> bool:
        """Whether somebody else was faster, so that the page shows what they did."""
        return isinstance(self.error, Conflict)


def failure(form: str, error: FloorjudgeError, sent: SentForm | None = None) -> Failed:
    """Return what a page shows of an error in a form.

    Raises the error again when it is not about the form: no right to do it, too much sent, the database away, damage.
    """
    if isinstance(error, (Damaged, *UNAVAILABLE, *OWN)):
        raise error
    return Failed(form, error, {} if sent is None else sent.typed)


def typed_again(failed: Failed | None, form: str, name: str, otherwise: str = "") -> str:
    """Return what had been typed into a field of the form that was refused, `otherwise` for every other form."""
    return failed.typed.get(name, "") if failed is not None and failed.form == form else otherwise
