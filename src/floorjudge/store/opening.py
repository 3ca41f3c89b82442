"""From an address to the database it names, and to what tells of its changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL

from floorjudge.store import errors
from floorjudge.store.addresses import read_address
from floorjudge.store.feeds import Watch
from floorjudge.store.sqlite import SqliteDatabase, open_sqlite

if TYPE_CHECKING:
    from floorjudge.store.postgres import PostgresDatabase


def open_database(place: str | Path | None, patience: float) -> SqliteDatabase | PostgresDatabase:
    """Open what is named, with today's tables; see `floorjudge.store.open_log`."""
    address = read_address(place)
    if not isinstance(address, URL):
        return open_sqlite(address, patience)
    try:
        from floorjudge.store.postgres import open_postgres
    except ImportError:
        raise errors.NoDriver(address.render_as_string(hide_password=True)) from None
    return open_postgres(address, patience)


def watch(database: SqliteDatabase | PostgresDatabase) -> Watch:
    """Return what tells of the changes in a database, in the way that its kind allows."""
    if isinstance(database, SqliteDatabase):
        return Watch(database)
    from floorjudge.store.feed_postgres import PostgresWatch

    return PostgresWatch(database)
