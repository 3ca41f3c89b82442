"""The command `serve`: the web application for a venue, with the links and the QR code to sign in."""

from __future__ import annotations

import io
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

# Before the store, which belongs to a smaller extra: the error must name the extra of the whole command.
import uvicorn
from uvicorn.supervisors import Multiprocess

from floorjudge.cli import output, owner
from floorjudge.cli.errors import AddressTaken, DemoNeedsNoEvents, WorkersNeedAServer
from floorjudge.cli.event.opening import DATABASE_VARIABLES, default_database, open_everything
from floorjudge.cli.line.parameters import option
from floorjudge.cli.settings import settings
from floorjudge.errors import reason_of
from floorjudge.events.commands import FIRST_FORMAT
from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import is_good
from floorjudge.events.service.demonstration import organiser_token, play_to_the_middle
from floorjudge.formats import all_formats
from floorjudge.processes import system_module
from floorjudge.store.opening import VenueStore
from floorjudge.texts import text

HERE = owner.HERE
EVERYWHERE = "0.0.0.0"  # noqa: S104 (the phones of a venue are to reach it)
SECONDS_TO_START = 60
SECONDS_TO_CLOSE = 3
NOT_STARTED = 3
COUNTS = "PROMETHEUS_MULTIPROC_DIR"
MOST_CONNECTIONS = 16_384
MOST_KNOCKING = 2_048


def serve(
    database: owner.Served = None,
    host: Annotated[
        str | None,
        option(text("The address to listen at; without it, this machine and its local network.")),
    ] = None,
    port: Annotated[
        int, option(text("The port to listen at; 0 takes a free one, which is printed."), min=0, max=65535)
    ] = 8000,
    workers: Annotated[
        int, option(text("How many processes serve; more than one needs PostgreSQL."), min=1, max=64)
    ] = 1,
    address: owner.Address = None,
    demo: Annotated[
        bool,
        option(text("Serve a demonstration of each format in its middle; they end with the program."), "--demo"),
    ] = False,
) -> int | None:
    """Serve the web application for a venue."""
    if workers > 1 and not (database or "").startswith("postgres"):
        raise WorkersNeedAServer
    if demo and database not in {None, *map(os.environ.get, DATABASE_VARIABLES)}:
        raise DemoNeedsNoEvents
    owner.check_address(address)
    with ExitStack() as stack:
        # The socket already listens, so a visitor who opens the printed address at once waits and is not refused.
        listening = stack.enter_context(listen(host or EVERYWHERE, port))
        port = listening.getsockname()[1]
        place = stack.enter_context(_temporary()) if demo else database or str(default_database())
        here = HERE if host is None or host == EVERYWHERE else f"[{host}]" if ":" in host else host
        reached = address or f"http://{here}:{port}"
        on_network = None if address or host not in {None, EVERYWHERE} else owner.local_network(port)
        _welcome(place, reached, on_network, demo=demo)
        printed = ",".join(filter(None, (urlsplit(each or "").hostname for each in (reached, on_network))))
        os.environ |= {"FLOORJUDGE_DEMONSTRATION": "yes"} if demo else {}
        return _run(place, address, listening, workers, printed)


def _run(place: str, address: str | None, listening: socket.socket, workers: int, printed: str) -> int | None:
    """Serve until the end; return the exit code if nothing could be served."""
    _let_many_in()
    variables = {"FLOORJUDGE_DATABASE": place, "FLOORJUDGE_ADDRESS": address, "FLOORJUDGE_PRINTED": printed}
    os.environ |= {name: value for name, value in variables.items() if value is not None}
    host, port = listening.getsockname()[:2]
    program = "floorjudge.web.app:application"
    how: dict[str, Any] = {
        "factory": True,
        "host": host,
        "port": port,
        "workers": workers,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        # The application's own setting determines which proxies are trusted for a request's origin.
        "proxy_headers": False,
        "timeout_graceful_shutdown": SECONDS_TO_CLOSE,
        # On a slow machine a process takes a while to import the program, and must not be given up meanwhile.
        "timeout_worker_healthcheck": SECONDS_TO_START,
    }
    with _counted_together(workers), suppress(KeyboardInterrupt):
        config = uvicorn.Config(program, **how)
        if workers > 1:
            listening.set_inheritable(True)
            Multiprocess(config, [listening]).run()
            return None
        server = uvicorn.Server(config)
        server.run(sockets=[listening])
        return None if server.started else NOT_STARTED
    return None


@contextmanager
def _counted_together(workers: int) -> Iterator[None]:
    """Give several processes a common folder for their metrics, unless one is set already."""
    if workers == 1 or COUNTS in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="floorjudge-counts-", ignore_cleanup_errors=True) as folder:
        os.environ[COUNTS] = folder
        yield


def _let_many_in() -> None:
    """Allow this process more connections than the default of most systems: each watching phone holds one open."""
    system = system_module("resource")
    if system is None:
        return
    granted, most = system.getrlimit(system.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS if most == system.RLIM_INFINITY else min(most, MOST_CONNECTIONS)
    if granted != system.RLIM_INFINITY and granted < wanted:
        system.setrlimit(system.RLIMIT_NOFILE, (wanted, most))


def _welcome(place: str, address: str, on_network: str | None, *, demo: bool) -> None:
    """Print the addresses and the first link; only the person who starts the server can read this."""
    with open_everything(place) as store:
        links = _demonstrations(store) if demo else {}
        first = None if demo else _first_owner(store)
    output.print_text(text("The pages are at {address}", address=address))
    # Codes and slips contain the address in the browser, so these links use one that phones can open, too.
    for event, link in links.items():
        way_in = f"{on_network or address}{link}"
        output.print_text(text("The organiser's link of “{event}”: {link}", event=event, link=way_in))
    if first is not None:
        output.print_text(owner.owner_link_text(f"{on_network or address}{first}"))
    if on_network is not None:
        output.print_text(text("On the same network: {address}", address=on_network))
        _print_code(on_network)
    output.print_text(text("Ctrl+C ends it; whatever was acknowledged is kept."))


def _first_owner(store: VenueStore) -> str | None:
    """Return the sign-in path for the owner of a new installation; None if there is an owner."""
    if any(is_good(grant, datetime.now(UTC)) for grant in store.grants.of_event(None)):
        return None
    return owner.way_in(store)


def _demonstrations(store: VenueStore) -> dict[str, str]:
    """Play an event of each format to its middle; return the sign-in path for the organiser of each, by the event's name."""
    links = {}
    for format_id in sorted(all_formats(), key=lambda each: each != FIRST_FORMAT):
        service = EventService(store.log)
        play_to_the_middle(service, settings.language, format_id)
        token = organiser_token(store.grants, str(service.event_id), settings.language)
        links[service.state.name] = f"/in/{token}"
    return links


@contextmanager
def _temporary() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="floorjudge-", ignore_cleanup_errors=True) as folder:
        yield str(Path(folder, "demo.db"))


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that already accepts connections. Raises AddressTaken, before anything else is done."""
    # Declared as TCP, since asyncio otherwise delays small answers: the system holds back the end of each for 40 ms.
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, proto=socket.IPPROTO_TCP)
    if os.name != "nt":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(MOST_KNOCKING)
    except OSError as error:
        listening.close()
        raise AddressTaken(f"{host}:{port}", reason_of(error)) from None
    return listening


def _print_code(address: str) -> None:
    """Print a QR code that a phone can read from the screen."""
    import segno

    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True, border=2)
    output.print_raw(drawn.getvalue())
