"""From values to PDF: the typesetter gets our own sheets as its program, and everything else as JSON, never as program.

What people typed thus stays text whatever it looks like: in a sheet it is only ever a string.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from floorjudge.extras import imported

if TYPE_CHECKING:
    from typst import Fonts


def compile_pdf(sheet: str, document: Mapping[str, Any], at: datetime) -> bytes:
    """Return a PDF: the sheet of that name in the folder `sheets`, filled with a document of JSON values.

    `at` becomes the time of making in the file, so that the same input gives the same bytes.
    Raises PackageNotInstalled without the extra `print`.
    """
    compiled = imported("typst").compile(
        _program(sheet),
        format="pdf",
        font_paths=_fonts(),
        sys_inputs={"document": json.dumps(document, ensure_ascii=False)},
        timestamp=int(at.timestamp()),
    )
    if not isinstance(compiled, bytes):
        raise TypeError("the typesetter gives one file for a PDF")
    return compiled


@cache
def _program(sheet: str) -> bytes:
    folder = resources.files(__package__) / "sheets"
    return b"\n".join((folder / f"{name}.typ").read_bytes() for name in ("common", sheet))


@cache
def _fonts() -> Fonts:
    """Return the fonts: the typesetter's own, and those of the machine for letters that these do not have."""
    fonts: Fonts = imported("typst").Fonts(include_system_fonts=True, include_embedded_fonts=True)
    return fonts
