"""The commands under `owner`: a link for the person who runs the server, and tokens for programs."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, TypeAlias
from urllib.parse import urlsplit

from floorjudge.cli import output
from floorjudge.cli.errors import NoAddress, NoServerThere
from floorjudge.cli.event.opening import DATABASE_VARIABLES, default_database, is_there, open_everything
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.settings import say, settings
from floorjudge.events.service.access.links import make_device_link, make_program_token
from floorjudge.store.opening import VenueStore
from floorjudge.texts import Text, text

HERE = "127.0.0.1"
PORT = 8000
Served: TypeAlias = Annotated[
    str | None,
    option(
        text("Where events are kept: a file, or an address such as postgresql://user@host/name."),
        "--database",
        "--db",
        envvar=DATABASE_VARIABLES,
        show_default=False,
    ),
]
Address: TypeAlias = Annotated[
    str | None,
    option(
        text("Where visitors reach the server when something stands before it, such as https://example.org."),
        "--address",
        envvar=("FLOORJUDGE_ADDRESS",),
        show_default=False,
    ),
]


def link(
    label: Annotated[
        str | None, argument(text("What the device is called in the owner's list, such as “Laptop at the shop”."))
    ] = None,
    database: Served = None,
    address: Address = None,
    port: Annotated[int, option(text("The port at which the server listens."), min=1, max=65535)] = PORT,
) -> None:
    """Print a link that makes one more device the owner's."""
    with open_everything(_there(database)) as store:
        way = way_in(store, label)
    check_address(address)
    reached = (address or local_network(port) or f"http://{HERE}:{port}").rstrip("/")
    output.print_either({"link": f"{reached}{way}"}, owner_link_text(f"{reached}{way}"))


def token(
    label: Annotated[str, argument(text("What the program is called in the owner's list, such as “Backup timer”."))],
    database: Served = None,
) -> None:
    """Print a token with which a program may do what the owner may."""
    with open_everything(_there(database)) as store:
        made, _ = make_program_token(store.grants, label, datetime.now(UTC))
    if settings.as_json:
        output.print_json({"token": made})
    else:
        # Prints only the token, so that a shell can pass it to the program.
        output.print_line(made)


def _there(database: str | None) -> str | None:
    """Return the database to use. Raises BadInput if there is none: a new one gets no owner this way."""
    if not is_there(database):
        raise NoServerThere(database or str(default_database()))
    return database


def way_in(store: VenueStore, label: str | None = None) -> str:
    """Return the path that makes one device the owner's, once; `label` is the device's name."""
    made, _ = make_device_link(store.grants, label or say(text("Owner")), datetime.now(UTC))
    return f"/in/{made}"


def owner_link_text(address: str) -> Text:
    """Return the sentences to print with the owner's link."""
    return text("The owner's link, for one device, good for seven days and not shown again: {link}", link=address)


def check_address(address: str | None) -> None:
    """Raise NoAddress if a given address is not one that a browser can open."""
    parts = urlsplit(address or "http://localhost")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise NoAddress(address or "")


def local_network(port: int) -> str | None:
    """Return the address that phones on the same network use, None if this machine is on no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        # Nothing is sent: the system only chooses the address it would send from.
        probe.connect(("192.0.2.1", 9))
        found = ipaddress.ip_address(probe.getsockname()[0])
        if not found.is_loopback and not found.is_unspecified:
            return f"http://{found}:{port}"
    return None
