"""Finding the database and the event of a command, and the options and completions for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from difflib import get_close_matches
from glob import escape, glob
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeAlias

import platformdirs

from floorjudge.cli.errors import NoSuchDatabase
from floorjudge.cli.line.parameters import argument, option
from floorjudge.errors import FloorjudgeError
from floorjudge.events.errors import NotOpen
from floorjudge.events.service import EventLog, EventService
from floorjudge.events.service.log.contract import StoredEvent
from floorjudge.events.service.log.errors import UnknownEvent
from floorjudge.events.service.log.readings import names_kept
from floorjudge.formats.magic_decks.cards import KnownCards
from floorjudge.store import open_log, open_venue_store
from floorjudge.store.opening import VenueStore, read_address
from floorjudge.texts import text

# The first of these that is set names the database of a command that names none.
DATABASE_VARIABLES = ("FLOORJUDGE_DATABASE", "FLOORJUDGE_DB")


@contextmanager
def installed_texts() -> Iterator[KnownCards | None]:
    """Open the card texts of this user while a block runs; None if there are none. No module of Magic is loaded before."""
    from floorjudge.cli.magic.reading import open_library
    from floorjudge.magic.cards.deck_facts import installed_cards

    with installed_cards(open_library) as cards:
        yield cards


def default_database() -> Path:
    """Return the default for --db, a file in the user's data folder."""
    return platformdirs.user_data_path("floorjudge", appauthor=False) / "events.db"


def is_there(database: str | None) -> bool:
    """Return whether the file with the events exists; for a server's database, opening it checks that."""
    if database is not None and "://" in database:
        address = read_address(database)
        return not isinstance(address, Path) or address.exists()
    return Path(database or default_database()).exists()


def shown(database: str | None) -> str:
    """Return the place of the events, in full and without a password."""
    address = read_address(database or default_database())
    return str(address) if isinstance(address, Path) or address is None else address.render_as_string()


def open_store(database: str | None) -> closing[EventLog]:
    """Open the event log while a block runs; create the file if it does not exist yet."""
    return closing(open_log(database or default_database()))


def open_everything(database: str | None) -> closing[VenueStore]:
    """Open the events with their links and settings while a block runs; see `open_store`."""
    return closing(open_venue_store(database or default_database()))


@contextmanager
def tried_elsewhere() -> Iterator[str]:
    """Yield the place for a database in a folder that is gone after the block, to try something before a new one is made."""
    with TemporaryDirectory() as folder:
        yield str(Path(folder) / "tried.db")


@contextmanager
def open_event(database: str | None, event: str | None) -> Iterator[EventService]:
    """Open the named event, or the newest one.

    Raises BadInput if there is no such file or event, Refused if there is no event at all.
    """
    with open_existing(database) as log:
        yield EventService(log, find_event(log, event), card_texts=installed_texts)


@contextmanager
def open_existing(database: str | None) -> Iterator[EventLog]:
    """Open the logs in an existing file.

    Raises BadInput if it does not exist, Refused if none was named and there is none.
    """
    if not is_there(database):
        raise NoSuchDatabase(database) if database else NotOpen()
    with open_store(database) as log:
        yield log


def find_event(log: EventLog, event: str | None) -> str:
    """Return the id of an event by id or name, the newest first; without a name, of the newest event."""
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
    """Return an event's current name; if its log cannot be read, its name at opening."""
    return names_kept(log, kept)[-1]


def complete_event(incomplete: str, typed: Mapping[str, Any]) -> list[str]:
    """Return the ids of events that begin like this."""
    database = _database_typed(typed)
    try:
        if not is_there(database):
            return []
        with open_store(database) as log:
            return [kept.id for kept in log.tournaments() if kept.id.startswith(incomplete)]
    except FloorjudgeError:
        return []


def complete_player(incomplete: str, typed: Mapping[str, Any]) -> list[str]:
    """Return the names of players that begin like this."""
    try:
        with open_event(_database_typed(typed), typed.get("event")) as service:
            names = [player.name for player in service.state.all_players()]
    except FloorjudgeError:
        return []
    return [name for name in names if name.casefold().startswith(incomplete.casefold())]


def complete_database(incomplete: str, _typed: Mapping[str, Any]) -> list[str]:
    """Return the files and folders that begin like this."""
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
        "--database",
        envvar=DATABASE_VARIABLES,
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
        envvar=("FLOORJUDGE_EVENT",),
        show_default=False,
        autocompletion=complete_event,
    ),
]
