"""The common parts of all printed documents: event, language, paper, time of printing, and typesetting to PDF.

The typesetter gets our own sheets as its program, and everything else as JSON, never as program. So text that people
typed stays text whatever it contains: in a sheet it is only ever a string.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from functools import cache
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from babel.dates import format_datetime

from floorjudge.events.service.access.links import EventLinks
from floorjudge.events.state import State
from floorjudge.extras import imported
from floorjudge.formats.display import Cell
from floorjudge.formats.players import Player
from floorjudge.texts import Language, Text, render, text
from floorjudge.web.common import languages
from floorjudge.web.links import player_link, qr_svg

if TYPE_CHECKING:
    from typst import Compiler, Fonts


# Browsers show a PDF with a built-in plugin, which the policy of our pages forbids; nothing else is allowed there.
VIEWER_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_DOTS_AN_INCH = 144
# A document with more characters is removed from the typesetter's cache, which otherwise keeps this many documents.
LONG = 100_000
_KEPT_FOR = 10


class Paper(Enum):
    """A size of paper, under the typesetter's name."""

    A4 = "a4"
    LETTER = "us-letter"


class Addresses(msgspec.Struct, frozen=True):
    """The targets of codes on paper: `base` is the server's address, `join` the registration form for players.

    `comparison` is the page that compares the whole mark of the log at the time of printing.
    """

    base: str
    join: str
    players: EventLinks
    comparison: str

    def of_player(self, player: Player) -> str:
        """Return the address of a player's own page."""
        return player_link(self.base, self.players, player)


class Job(msgspec.Struct, frozen=True):
    """One print: the state of an event at one moment, for readers of a language, on a paper.

    `at` is the time of printing, in the hall's time zone; it stands at the foot of every page, with `mark`, which shows
    later whether the log is still the one that was printed. `spoken` are its first digits, for papers with a code of
    the whole mark. `style` is how dates are written (see `languages.style_of`), by default that of the language.
    `addresses` are for documents with codes, `lists` are the submitted deck lists by player, for documents that show
    them.
    """

    state: State
    language: Language
    at: datetime
    paper: Paper = Paper.A4
    mark: str = ""
    spoken: str = ""
    style: str = ""
    addresses: Addresses | None = None
    lists: Mapping[str, str] = {}

    def say(self, sentence: Text) -> str:
        """Return a text in the language of the readers."""
        return render(sentence, self.language)

    def code_of(self, player: Player) -> str:
        """Return the code of a player's own page, as a picture."""
        return qr_svg(self.leads_to().of_player(player), border=1)

    def leads_to(self) -> Addresses:
        """Return the targets of codes, for a document that has some."""
        if self.addresses is None:
            raise ValueError("a document with codes needs addresses")
        return self.addresses

    def number(self, whole: int) -> str:
        """Return a whole number in the readers' notation."""
        return languages.number(whole, self.language)

    def cell(self, cell: Cell) -> str:
        """Return the content of a cell in the readers' notation: `15½`."""
        return languages.written(cell.shown, self.language)

    def head(self, title: Text) -> dict[str, Any]:
        """Return the head and the foot of every page, for a document of this title.

        In `folio` the characters U+0001 and U+0002 stand for the page and the number of pages.
        """
        style = self.style or self.language
        printed = format_datetime(self.at, format="medium", locale=languages.locale_of(style))
        details = self.state.venue.details
        day = [languages.day(details.date, style)] if details.date else []
        return {
            "paper": self.paper.value,
            "language": self.language,
            "event": self.state.name,
            "occasion": " · ".join((self.state.name, *day, *([details.place] if details.place else []))),
            "title": self.say(title),
            "when": self.say(self.state.rules.stage_title(self.state.stage, self.state.round)),
            "printed": "\n".join((self.say(text("Printed {time}", time=printed)), *([self.mark] if self.mark else []))),
            "folio": self.say(text("Page {page} of {pages}", page="\x01", pages="\x02")),
        }


def compile_sheet(
    sheet: str | Path, document: Mapping[str, Any], at: datetime, kind: Literal["pdf", "png", "svg"] = "pdf"
) -> bytes:
    """Return a PDF or a picture: a sheet filled with a document of JSON values.

    `sheet` is its name in the folder `sheets`, or the file of a format's own.

    `at` becomes the time of creation in a PDF, so that the same input gives the same bytes.
    Raises PackageNotInstalled without the extra `print`.
    """
    written = json.dumps(document, ensure_ascii=False)
    made = _compiled(_compiler(_program(sheet), written), at, kind)
    if len(written) > LONG:
        _forget()
    return made


def compile_parts(sheet: str, head: Mapping[str, Any], parts: Sequence[Mapping[str, Any]], at: datetime) -> bytes:
    """Return one PDF of documents that are set one after the other, each beginning on a new page.

    The typesetter holds a whole document in memory, so one that is too long is set in `parts`, whose pages are then
    joined as pictures. `sheet` is one of those for a wall; `head` is that of every part.
    Raises PackageNotInstalled without the extra `print`.
    """
    if len(parts) == 1:
        return compile_sheet(sheet, {**head, **parts[0]}, at)
    with TemporaryDirectory() as folder:
        # Only a program in a file can report its number of pages.
        (program := Path(folder, "sheet.typ")).write_bytes(_program(sheet))
        files = []
        for number, part in enumerate(parts):
            compiler = _compiler(program, json.dumps({**head, **part, "part": True}, ensure_ascii=False))
            Path(folder, name := f"{number}.pdf").write_bytes(_compiled(compiler, at, "pdf"))
            files.append({"name": name, "pages": json.loads(compiler.query("<pages>", field="value", one=True))})
            del compiler
            _forget()
        whole = json.dumps({**head, "files": files}, ensure_ascii=False)
        made = _compiled(_compiler(_program("parts"), whole, folder), at, "pdf")
    _forget()
    return made


def _compiler(program: bytes | Path, written: str, folder: str | None = None) -> Compiler:
    compiler: Compiler = imported("typst").Compiler(
        program, root=folder, font_paths=_fonts(), sys_inputs={"document": written}
    )
    return compiler


def _compiled(compiler: Compiler, at: datetime, kind: Literal["pdf", "png", "svg"]) -> bytes:
    compiled = compiler.compile(format=kind, ppi=_DOTS_AN_INCH, timestamp=int(at.timestamp()))
    if not isinstance(compiled, bytes):
        raise TypeError("the typesetter gives one file for a PDF, and for a picture of one page")
    return compiled


def _forget() -> None:
    """Make the typesetter free its memory of a long document, which it would keep for ten more."""
    for _ in range(_KEPT_FOR + 1):
        imported("typst").compile(b"", font_paths=_fonts())


@cache
def _program(sheet: str | Path) -> bytes:
    folder = resources.files(__package__) / "sheets"
    own = (folder / f"{sheet}.typ") if isinstance(sheet, str) else sheet
    return b"\n".join(each.read_bytes() for each in (folder / "common.typ", own))


@cache
def _fonts() -> Fonts:
    """Return the fonts: the typesetter's own, and the machine's for letters missing in these."""
    fonts: Fonts = imported("typst").Fonts(include_system_fonts=True, include_embedded_fonts=True)
    return fonts
