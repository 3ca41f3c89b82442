"""Which database and which event a command means, and the options and completions that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from difflib import get_close_matches
from glob import escape, glob
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import platformdirs

from floorjudge.cli.errors import NoSuchDatabase
from floorjudge.cli.parameters import argument, option
from floorjudge.errors import FloorjudgeError
from floorjudge.events.errors import NotOpen
from floorjudge.events.service import EventLog, EventService
from floorjudge.events.service.errors import UnknownEvent
from floorjudge.events.service.log import StoredEvent, names_kept
from floorjudge.store import open_log, open_venue_store
from floorjudge.store.opening import VenueStore, read_address
from floorjudge.texts import text


def default_database() -> Path:
    """Return the file that is used without --db, in the user's data folder."""
    return platformdirs.user_data_path("floorjudge", appauthor=False) / "events.db"


def is_there(database: str | None) -> bool:
    """Say whether the file is there that keeps the events; of a server's database, opening it says so."""
    if database is not None and "://" in database:
        address = read_address(database)
        return not isinstance(address, Path) or address.exists()
    return Path(database or default_database()).exists()


def shown(database: str | None) -> str:
    """Return where the events are kept, in full and without a password."""
    address = read_address(database or default_database())
    return str(address) if isinstance(address, Path) or address is None else address.render_as_string()


def open_store(database: str | None) -> closing[EventLog]:
    """Return what keeps the events, open while a block runs; the file is made when it is not there yet."""
    return closing(open_log(database or default_database()))


def open_everything(database: str | None) -> closing[VenueStore]:
    """Return the events with all that belongs to them (links, settings), open while a block runs; see `open_store`."""
    return closing(open_venue_store(database or default_database()))


@contextmanager
def open_event(database: str | None, event: str | None) -> Iterator[EventService]:
    """Open the event that is named, or the newest one.

    Raises BadInput when there is no such file or event, Refused when there is no event at all.
    """
    with open_existing(database) as log:
        yield EventService(log, find_event(log, event))


@contextmanager
def open_existing(database: str | None) -> Iterator[EventLog]:
    """Open the logs that are kept in a file that is there.

    Raises BadInput when it is not, Refused when none was named and there is none.
    """
    if not is_there(database):
        raise NoSuchDatabase(database) if database else NotOpen()
    with open_store(database) as log:
        yield log


def find_event(log: EventLog, event: str | None) -> str:
    """Return the id of the event that is named by id or name, the newest first; without a name the newest."""
    kept = log.tournaments()
    if event is None and kept:
        return kept[-1].id
    for known in reversed(kept):
        if event in (known.id, known.name):
            return known.id
    if event is None:
        raise NotOpen
    names = {known.id: present_name(log, known) for known in reversed(kept)}
    for known_id, name in names.items():
        if event == name:
            return known_id
    folded = {name.casefold(): name for known in kept for name in (names[known.id], known.id)}
    similar = get_close_matches(event.casefold(), folded, n=3)
    raise UnknownEvent(event, tuple(folded[match] for match in similar))


def present_name(log: EventLog, kept: StoredEvent) -> str:
    """Return what an event is called now; what it was opened as when its log cannot be read."""
    return names_kept(log, kept)[-1]


def complete_event(incomplete: str, typed: Mapping[str, Any]) -> list[str]:
    """Return the ids of events that begin as typed."""
    database = _database_typed(typed)
    try:
        if not is_there(database):
            return []
        with open_store(database) as log:
            return [kept.id for kept in log.tournaments() if kept.id.startswith(incomplete)]
    except FloorjudgeError:
        return []


def complete_player(incomplete: str, typed: Mapping[str, Any]) -> list[str]:
    """Return the names of players that begin as typed."""
    try:
        with open_event(_database_typed(typed), typed.get("event")) as service:
            names = [player.name for player in service.state.everybody()]
    except FloorjudgeError:
        return []
    return [name for name in names if name.casefold().startswith(incomplete.casefold())]


def complete_database(incomplete: str, _typed: Mapping[str, Any]) -> list[str]:
    """Return the files and folders that begin as typed."""
    return sorted(glob(f"{escape(incomplete)}*"))  # noqa: PTH207 (as it was typed, with ./ and all)


def _database_typed(typed: Mapping[str, Any]) -> str | None:
    database = typed.get("db")
    return str(database) if database else None


PlayerName: TypeAlias = Annotated[str, argument(text("The player's name."), autocompletion=complete_player)]
Alike: TypeAlias = Annotated[
    bool,
    option(text("Let names stand that look like another player's: they are two people."), "--alike"),
]
Database: TypeAlias = Annotated[
    str | None,
    option(
        text("Where events are kept: a file, or an address such as postgresql://user@host/name."),
        "--db",
        envvar="FLOORJUDGE_DB",
        show_default=False,
        metavar="PATH",
        autocompletion=complete_database,
    ),
]
EventName: TypeAlias = Annotated[
    str | None,
    option(
        text("The event's id or name; without it, the newest event."),
        "--event",
        "-e",
        envvar="FLOORJUDGE_EVENT",
        show_default=False,
        autocompletion=complete_event,
    ),
]
