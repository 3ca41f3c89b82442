"""Deleting an event with all that belongs to it, and letting it come back from a backup.

A row without name and records stays: nobody who opens a new event gets an id for which players' links were signed, and a
log that is gone on purpose is told from one that was lost. The deletion counts as one more record, so that whoever
listens hears of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, select, update

from floorjudge.events.service.log import Record
from floorjudge.store import errors
from floorjudge.store.database import Database
from floorjudge.store.heads import DELETED
from floorjudge.store.logs import Head, SqlLog
from floorjudge.store.schema import grants, player_links, records, secrets, tournaments


def delete_event(database: Database, event: str, seen: Head) -> None:
    """Delete an event with its records, its seed and all links of its staff, in one transaction; players' links end with it.

    Raises BadInput when there is no such event, Conflict when it is no longer as it was `seen`: for the backup.
    """
    with database.writing() as connection:
        head = SqlLog(database).held(connection, event)
        if head != seen:
            raise errors.MovedOn(event, seen.records + 1, head.records)
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        gone = update(tournaments).where(tournaments.c.key == head.key)
        connection.execute(gone.values(name="", records=head.records + 1, deleted_at=at))
        for table in (records, secrets, grants):
            connection.execute(delete(table).where(table.c.tournament == head.key))
    database.note_head(head.key, head.records + 1, DELETED)


def make_way(connection: Connection, event: str, coming: Sequence[Record]) -> int | None:
    """Give the id of an event that was deleted free, in a transaction that has begun, and return its key.

    None, and nothing is done, unless these records hold all that was deleted.
    """
    where = (tournaments.c.id == event, tournaments.c.deleted_at.is_not(None))
    row = connection.execute(select(tournaments).where(*where)).mappings().one_or_none()
    if row is None:
        return None
    # The deletion counts as a record, too.
    number = row["records"] - 1
    if len(coming) < number or coming[number - 1].hash != row["head"]:
        return None
    # No id that somebody chose has a space.
    connection.execute(update(tournaments).where(tournaments.c.key == row["key"]).values(id=f"{event} {row['key']}"))
    return int(row["key"])


def keep_taken_back(connection: Connection, was: int, key: int) -> None:
    """Have an event that came back, under a new key, refuse those links of players that had been taken back before."""
    connection.execute(update(player_links).where(player_links.c.tournament == was).values(tournament=key))
