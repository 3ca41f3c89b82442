"""All that the application keeps, opened together."""

from pathlib import Path

import msgspec

from floorjudge.events.service.event_log import EventLog
from floorjudge.events.service.feed import Feed
from floorjudge.events.service.grants import GrantBook
from floorjudge.store.backup import back_up
from floorjudge.store.database import Database
from floorjudge.store.feeds import Watch
from floorjudge.store.grants import SqlGrants
from floorjudge.store.logs import SqlLog
from floorjudge.store.opening import open_database, watch
from floorjudge.store.restore import Restored, restore
from floorjudge.store.schema import REVISION


class Health(msgspec.Struct, frozen=True):
    """A database that answers: its kind and name (no password in it), its tables' version, how many events it keeps.

    `durable` is false when it does not promise to keep what it has acknowledged: in memory, or when a PostgreSQL server
    was told not to write to its disk.
    """

    kind: str
    name: str
    revision: str
    events: int
    durable: bool


class VenueStore:
    """The event log, the grants and the feed of one database; safe for several threads."""

    def __init__(self, database: Database, feed: Watch) -> None:
        self._database = database
        self._watch = feed
        self.log: EventLog = SqlLog(database)
        self.grants: GrantBook = SqlGrants(database)
        self.feed: Feed = feed

    def backup(self, path: Path) -> None:
        """Write everything into one new SQLite file, as it is at one moment, while others go on writing.

        Raises Refused when there is such a file or it cannot be written, Damaged when what is kept is damaged.
        """
        back_up(self._database, path)

    def restore(self, path: Path) -> list[Restored]:
        """Put everything from a backup in beside what is here; nothing that is here is changed or lost.

        Raises Refused when there is no such file, Damaged when it is damaged; then nothing has been put in.
        """
        restored = restore(self._database, path)
        for event in restored:
            self.feed.publish(event.id, event.records)
        return restored

    def health(self) -> Health:
        """Ask the database.

        Raises Refused when it is away, Damaged when it cannot be read.
        """
        with self._database.reading() as connection:
            kind = connection.dialect.name
        durable = self._database.is_durable()
        return Health(kind, self._database.name, REVISION, len(self.log.tournaments()), durable)

    def close(self) -> None:
        """Let go of everything."""
        self._watch.close()
        self._database.close()


def open_venue(place: str | Path | None, patience: float) -> VenueStore:
    """Open everything; see `floorjudge.store.open_venue_store`."""
    database = open_database(place, patience)
    return VenueStore(database, watch(database))
