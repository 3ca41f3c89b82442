"""Links for paper, those of players and staff, their QR codes, and whether phones in the hall can reach them."""

from __future__ import annotations

import io
import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from floorjudge.events.service.access.links import EventLinks
from floorjudge.formats.players import Player

if TYPE_CHECKING:
    # Printing in another process needs no server there.
    from starlette.requests import Request

    from floorjudge.web.event_sessions import EventSession


def base_address(request: Request) -> str:
    """Return the public address of this server, without a slash at its end."""
    own = request.app.state.application.settings.address
    return str(own or request.base_url).rstrip("/")


def only_here(address: str) -> bool:
    """Return whether an address leads every machine to itself, so that a code with it is useless on a phone."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def player_link(base: str, links: EventLinks, player: Player) -> str:
    """Return the address of a player's own page."""
    return f"{base}/p/{links.make(player.number)}"


def join_link(base: str, at: EventSession) -> str:
    """Return the address of the registration form for players."""
    return f"{base}/join/{at.event}"


# Trying all eight masks takes four fifths of the time. Their purpose, to avoid large even areas in the code, is met
# already if the content is as good as random, as in signed links.
MASK = 3
# A player keeps their link for the whole event, and a code takes milliseconds to make: with this cache the slips of the
# second round of a thousand players take a fraction of the time. A code is about 3 kB.
REMEMBERED = 4_000


@lru_cache(maxsize=REMEMBERED)
def qr_svg(link: str, *, border: int = 4) -> str:
    """Return the QR code of a link as an SVG picture that fills its box.

    `border` is the blank margin in modules; a reader needs 4, less if the paper around it is blank.
    """
    code = segno.make_qr(link, error="m", mask=MASK)
    written = io.BytesIO()
    code.save(written, kind="svg", border=border, xmldecl=False, omitsize=True, svgclass=None, lineclass=None)
    return written.getvalue().decode()


def qr_picture(link: str) -> Markup:
    """Return the QR code of a link for a page."""
    return Markup(qr_svg(link, border=2))  # noqa: S704 (our own picture)
