"""Storage for append-only event logs, grants and settings: in a SQLite file, in memory, or in PostgreSQL.

`open_log` returns a `floorjudge.events.service.log.contract.EventLog`; `open_venue_store` returns all that the web application
stores. docs/log-format.md describes the contents of the database.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from floorjudge.events.service.log.contract import EventLog

if TYPE_CHECKING:
    from floorjudge.store.opening import VenueStore

PATIENCE = 10.0


def open_log(place: str | Path | None = None, *, patience: float = PATIENCE) -> EventLog:
    """Open the logs in a database; create missing tables and bring older ones up to date.

    `place` is a path, an address such as `sqlite:///events.db` or `postgresql://user@host/events`, or `:memory:` or
    None for logs that end with the process. `patience` is how many seconds to wait for another writer, and for a server
    that is away. Raises BadInput if the address is of another kind; Refused if the database cannot be opened, belongs
    to another program or to a newer version of this one, or is away; Conflict if another process locks it for too long;
    Damaged if it cannot be read.
    """
    from floorjudge.store.logs import SqlLog
    from floorjudge.store.opening import open_database

    return SqlLog(open_database(place, patience))


def open_venue_store(place: str | Path | None = None, *, patience: float = PATIENCE) -> VenueStore:
    """Open the logs, the grants, the settings and the feed of a database; see `open_log`."""
    from floorjudge.store.opening import VenueStore, open_database

    return VenueStore(open_database(place, patience))
