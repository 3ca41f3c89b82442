"""Addresses that go on paper: links of players and staff, and whether phones in the hall can reach them."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import Request

from floorjudge.formats.on_the_edge.tables import Player
from floorjudge.web.visits import Visit


def base_address(request: Request) -> str:
    """Return the address under which visitors reach this server, without a slash at its end."""
    own = request.app.state.house.settings.address
    return str(own or request.base_url).rstrip("/")


def only_here(address: str) -> bool:
    """Say whether an address leads every machine to itself, so that a code with it is of no use on a phone."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def player_link(base: str, at: Visit) -> Callable[[Player], str]:
    """Return what gives the address of a player's own page. Reads the store: what it returns belongs in a thread."""
    links = at.visitor.house.player_links

    def link(player: Player) -> str:
        return f"{base}/p/{links.make(at.event, player.number)}"

    return link


def join_link(base: str, at: Visit) -> str:
    """Return the address where people register themselves."""
    return f"{base}/join/{at.event}"
