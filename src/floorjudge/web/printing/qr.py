"""QR codes of links, as SVG: sharp on every printer and screen."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

# Trying all eight masks takes four fifths of the time, and what they are for, no large even areas in the code, is given
# already where the content is as good as random: signed links are.
MASK = 3
# A player keeps their link for the whole event, and a code takes milliseconds to make: the slips of the second round of a
# thousand players come several times as fast. A code is about 3 kB.
REMEMBERED = 4_000


@lru_cache(maxsize=REMEMBERED)
def qr_svg(link: str, *, border: int = 4) -> str:
    """Return the QR code of a link as an SVG picture that fills the box it is put into.

    `border` is the blank margin in modules; a reader wants 4, less where the paper around it is blank anyhow.
    """
    code = segno.make_qr(link, error="m", mask=MASK)
    written = io.BytesIO()
    code.save(written, kind="svg", border=border, xmldecl=False, omitsize=True, svgclass=None, lineclass=None)
    return written.getvalue().decode()
