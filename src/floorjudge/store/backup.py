"""A backup: one SQLite file with the whole contents of a database of either kind at one moment.

A restore adds it to a store, empty or not, and changes nothing that is already there.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, Table, delete, insert, select, update

from floorjudge.errors import reason_of
from floorjudge.events.service.access.links import Grant, is_good
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.log.contract import StoredEvent
from floorjudge.events.service.log.records import Record, check_chain
from floorjudge.events.venue import is_moment
from floorjudge.store import errors
from floorjudge.store.database import Database
from floorjudge.store.grants import all_grants
from floorjudge.store.logs import LIVE, SqlLog, free_id
from floorjudge.store.schema import EVER_OURS, grants, metadata, player_links, settings, tournaments, version
from floorjudge.store.sqlite import open_sqlite, translating_errors
from floorjudge.texts import Text, text

_AT_ONCE = 1000
# A compressed file of some kilobytes can unpack to gigabytes.
LARGEST_UNPACKED = 500_000_000
_PACKED = b"\x1f\x8b"
# The form of ids, which appear in addresses; ids made from names have no other.
_ID = re.compile(r"[a-z0-9-]{1,100}")
# See `_make_way`.
_DELETED_ID = re.compile(r"[a-z0-9-]{1,100}( \d{1,18})?", re.ASCII)
# The errors from records of other origin that mean Damaged: the records contradict their chain.
Check: TypeAlias = Callable[[Sequence[Record]], None]


def back_up(database: Database, path: Path) -> None:
    """Write a backup while others continue to write; the file appears once it is complete and checked.

    Raises Refused if the file exists or cannot be written, Damaged if the stored data is damaged.
    """
    path = path.absolute()
    with _beside(path) as part:
        with database.reading() as connection:
            _fill(connection, part, database.patience)
        with closing(open_sqlite(part, database.patience, str(path))) as copy:
            check_all(copy)
        _make_one_file(part)


def check_all(database: Database) -> None:
    """Read every log.

    Raises Damaged if one is not as it was written.
    """
    log = SqlLog(database)
    for stored in log.tournaments():
        check_chain(log.read(stored.id))


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Yield a temporary file; move it to `path` if the block succeeds, delete it otherwise."""
    part = path.with_name(f"{path.name}.part")
    try:
        if path.exists():
            raise errors.BackupExists(str(path))
        part.touch(0o600)
        yield part
        part.rename(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise errors.CannotOpen(str(path), reason_of(error)) from error
    finally:
        for left in (part, part.with_name(f"{part.name}-wal"), part.with_name(f"{part.name}-shm")):
            with suppress(OSError):
                left.unlink()


def _fill(connection: Connection, part: Path, patience: float) -> None:
    source = connection.connection.driver_connection
    if not isinstance(source, sqlite3.Connection):
        _copy_tables(connection, part, patience)
        return
    with translating_errors(str(part)), closing(sqlite3.connect(part)) as target:
        source.backup(target)  # all pages in one step: one moment, and no writer has to wait


def _copy_tables(connection: Connection, part: Path, patience: float) -> None:
    with closing(open_sqlite(part, patience)) as copy, copy.writing() as target:
        for table in metadata.sorted_tables:
            if table is not version:
                found = connection.execution_options(yield_per=_AT_ONCE).execute(select(table)).mappings()
                for rows in found.partitions():
                    target.execute(insert(table), [dict(row) for row in rows])


def _make_one_file(part: Path) -> None:
    """Move everything into the main file, and flush it to the disk."""
    with translating_errors(str(part)), closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with part.open("r+b") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Flush the new name to the disk, if the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


How: TypeAlias = Literal["new", "same", "further", "beside"]


class Restored(msgspec.Struct, frozen=True):
    """The result for one event of a backup.

    `was` is its id in the backup, `id` its id here, `records` how many it has here. `how`: it is new here (`new`); the
    records here already include the backup's (`same`); the backup's later records were added (`further`); its id here belongs
    to another event or to another course of the same one, so it got a new id (`beside`).
    """

    was: str
    id: str
    records: int
    how: How


def restored_text(event: Restored) -> Text:
    """Return the sentence with the result for one event of a backup."""
    if event.how == "new":
        return text("“{id}” was restored.", id=event.id)
    if event.how == "same":
        return text("“{id}” was here as far or further, and stays as it is.", id=event.id)
    if event.how == "further":
        return text("“{id}” was here, and goes on to record {records} now.", id=event.id, records=event.records)
    return text("Another event has the id “{was}” here; this one was restored as “{id}”.", was=event.was, id=event.id)


class LinksInBackup(msgspec.Struct, frozen=True):
    """The links that a restore with links would make valid here: staff links, and all printed links of players.

    The `event` of a grant is its id in the backup.
    """

    grants: tuple[Grant, ...]
    of_players: bool

    def __bool__(self) -> bool:
        return bool(self.grants) or self.of_players


def links_in(database: Database, path: Path) -> LinksInBackup:
    """Return the links of a backup that are valid there and unknown here. Raises the errors of `restore`."""
    now = datetime.now(UTC)
    with _opened(path, database.patience) as backup, backup.reading() as source, database.reading() as connection:
        known = set(connection.execute(select(grants.c.id)).scalars())
        _check_grants(source, path)
        coming = [grant for grant in all_grants(source) if grant.id not in known and is_good(grant, now)]
        signed = source.execute(select(settings.c.name).limit(1)).first() is not None
        return LinksInBackup(tuple(coming), of_players=signed and _is_empty(connection))


def _is_empty(connection: Connection) -> bool:
    return connection.execute(select(tournaments.c.key).limit(1)).first() is None


def restore(database: Database, path: Path, *, links: bool, check: Check) -> list[Restored]:
    """Add everything from a backup (packed with gzip or not), all or nothing, and read it back.

    `check` is called with each log, before anything is added. With `links`, each link of the backup becomes valid here
    too; and if there is no event here yet, the installation takes over the backup's secrets, so that printed links
    continue to work on a new machine.
    Raises Refused if there is no such file, Damaged if it is damaged; then nothing has been added.
    """
    with _opened(path, database.patience) as backup, backup.reading() as source:
        # Before the write transaction, for which other writers have to wait.
        _check_logs(SqlLog(backup), source, path, check)
        _check_grants(source, path)
        return _put_in(database, backup, source, links=links)


def _check_logs(log: SqlLog, source: Connection, path: Path, check: Check) -> None:
    """Check the logs of a backup, which may come from any person or program."""
    for row in _rows(source, tournaments):
        if (_ID if row["deleted_at"] is None else _DELETED_ID).fullmatch(row["id"]) is None:
            raise errors.DamagedFile(str(path), "tournaments.id")
    for stored in log.live(source):
        records = log.records(source, stored.id)
        check_chain(records)
        check(records)


def _put_in(database: Database, backup: Database, source: Connection, *, links: bool) -> list[Restored]:
    """Add the contents of a checked backup."""
    with database.writing() as connection:
        database.alone(connection)
        was_empty = _is_empty(connection)
        merge = _Merge(SqlLog(backup), SqlLog(database), source, connection)
        keys: dict[int, int] = {}
        restored = []
        for row in source.execute(select(tournaments).order_by(tournaments.c.key)).mappings():
            if row["deleted_at"] is not None:
                if links and free_id(connection, row["id"]) == row["id"]:
                    # The key that signed links to it is copied, too.
                    connection.execute(insert(tournaments).values({name: row[name] for name in row if name != "key"}))
                continue
            event = merge.event(StoredEvent(row["id"], row["name"], row["opened_at"], row["records"]), row["key"])
            keys[row["key"]] = merge.log.held(connection, event.id).key
            restored.append(event)
        if links:
            _settings(source, connection, was_empty=was_empty)
            _grants(source, connection, keys)
            _player_links(source, connection, keys)
    return restored


class _Merge:
    """Adds one event after the other from the log of a backup to ours."""

    def __init__(self, backup: SqlLog, log: SqlLog, source: Connection, connection: Connection) -> None:
        self._backup = backup
        self.log = log
        self._source = source
        self._connection = connection

    def event(self, stored: StoredEvent, key: int) -> Restored:
        """Add the records of the event with this key in the backup that are missing here."""
        records = self._backup.records(self._source, stored.id)
        check_chain(records)
        secret = self._backup.secret_of(self._source, key)
        try:
            self.log.held(self._connection, stored.id)
        except errors.UnknownTournament:
            was = _make_way(self._connection, stored.id, records)
            restored = self._put(stored, records, secret)
            if was is not None:
                _keep_taken_back(self._connection, was, self.log.head(self._connection, restored.id).key)
            return restored
        candidates = (self._grown(stored, here, records, secret) for here in (stored.id, *self._copies(stored.id)))
        return next(filter(None, candidates), None) or self._put(stored, records, secret)

    def _copies(self, event: str) -> list[str]:
        """Return the ids here under which an earlier restore may have added another course of an event."""
        beside = select(tournaments.c.id).where(LIVE, tournaments.c.id.startswith(f"{event}-", autoescape=True))
        ids = self._connection.execute(beside.order_by(tournaments.c.key)).scalars()
        return [each for each in ids if each.removeprefix(f"{event}-").isdecimal()]

    def _grown(self, stored: StoredEvent, here: str, records: list[Record], secret: str | None) -> Restored | None:
        """Add the missing records of an event that is here; None if it is another event, or another course of it."""
        head = self.log.held(self._connection, here)
        ours = self.log.records(self._connection, here)
        common = min(len(ours), len(records))
        # Either side may have removed words.
        if ours[common - 1].hash != records[common - 1].hash:
            return None
        if len(records) == common:
            return Restored(stored.id, here, len(ours), "same")
        self.log.extend(self._connection, head.key, records[common:])
        # Remove here the words that were removed there from records that are new here.
        removed = [word for record in records[:common] for word in record.words if word.salt is None]
        if removed:
            self.log.change(self._connection, head.key, removed)
            renamed = update(tournaments).where(tournaments.c.key == head.key)
            self._connection.execute(renamed.values(name=stored.name))
        if secret is not None:
            # The seed may have been renewed in the records that are new here.
            self.log.keep_secret(self._connection, head.key, secret)
        self._read_back(here)
        return Restored(stored.id, here, len(records), "further")

    def _put(self, stored: StoredEvent, records: list[Record], secret: str | None) -> Restored:
        was, here = stored.id, free_id(self._connection, stored.id)
        stored = msgspec.structs.replace(stored, id=here, opened_at=records[0].at)
        self.log.put(self._connection, stored, records, secret)
        self._read_back(here)
        return Restored(was, here, len(records), "new" if here == was else "beside")

    def _read_back(self, here: str) -> None:
        check_chain(self.log.records(self._connection, here))


def _settings(source: Connection, connection: Connection, *, was_empty: bool) -> None:
    known = set(connection.execute(select(settings.c.name)).scalars())
    for row in _rows(source, settings):
        if row["name"] in known and was_empty:
            connection.execute(delete(settings).where(settings.c.name == row["name"]))
        if row["name"] not in known or was_empty:
            connection.execute(insert(settings).values(**row))


def _grants(source: Connection, connection: Connection, keys: Mapping[int, int]) -> None:
    known = {row.id: row.revoked_at for row in connection.execute(select(grants.c.id, grants.c.revoked_at))}
    hashes = set(connection.execute(select(grants.c.hash)).scalars())
    for row in _rows(source, grants):
        if row["id"] in known:
            if known[row["id"]] is None and row["revoked_at"] is not None:
                # A link revoked on either side stays revoked.
                connection.execute(update(grants).where(grants.c.id == row["id"]).values(revoked_at=row["revoked_at"]))
        elif row["hash"] not in hashes and row["tournament"] in {None, *keys}:
            key = None if row["tournament"] is None else keys[row["tournament"]]
            connection.execute(insert(grants).values(**{**row, "tournament": key}))


def _player_links(source: Connection, connection: Connection, keys: Mapping[int, int]) -> None:
    for row in _rows(source, player_links):
        if row["tournament"] not in keys:
            continue
        key = keys[row["tournament"]]
        same = (player_links.c.tournament == key, player_links.c.player == row["player"])
        here = connection.execute(select(player_links.c.serial).where(*same)).scalar_one_or_none()
        if here is None:
            connection.execute(insert(player_links).values(**{**row, "tournament": key}))
        elif here < row["serial"]:
            connection.execute(update(player_links).where(*same).values(serial=row["serial"]))


def _check_grants(source: Connection, path: Path) -> None:
    """Check that pages can show the grants of a backup, and that each grant has a scope that its role allows."""
    for row in _rows(source, grants):
        moments = [row[name] for name in ("expires_at", "revoked_at", "last_used_at") if row[name] is not None]
        is_owner = row["role"] == Role.OWNER.value
        if not all(map(is_moment, (row["made_at"], *moments))) or is_owner is not (row["tournament"] is None):
            raise errors.DamagedFile(str(path), "grants")


def _rows(source: Connection, table: Table) -> list[dict[str, Any]]:
    """Return the rows of a table of a backup. Raises Damaged if a value is of another kind: SQLite takes any."""
    rows = [dict(row) for row in source.execute(select(table)).mappings()]
    for column in table.columns:
        for row in rows:
            value = row[column.name]
            if not (isinstance(value, column.type.python_type) or (value is None and column.nullable)):
                raise errors.DamagedFile(str(source.engine.url.database), f"{table.name}.{column.name}")
    return rows


def _copy(path: Path, copy: Path) -> None:
    """Copy a backup, unpacking it if it is packed."""
    with path.open("rb") as file, copy.open("wb") as target:
        is_packed = file.read(len(_PACKED)) == _PACKED
        file.seek(0)
        if is_packed:
            with gzip.open(file) as plain:
                while part := plain.read(1 << 20):
                    if target.tell() + len(part) > LARGEST_UNPACKED:
                        raise errors.TooLargeUnpacked(str(path), LARGEST_UNPACKED // 1_000_000)
                    target.write(part)
        else:
            shutil.copyfileobj(file, target)


def _check_tables(copy: Path, name: str) -> None:
    """Check that a file has only tables, and nothing to compute: a view or a trigger may run without end."""
    with translating_errors(name), closing(sqlite3.connect(copy)) as connection:
        for kind, page, words in connection.execute("SELECT type, rootpage, sql FROM sqlite_master"):
            # Objects without a page of their own are computed on reading.
            is_table = kind in {"table", "index"} and page
            if not is_table and not (kind == "trigger" and " ".join(str(words).split()) in EVER_OURS):
                raise errors.DamagedFile(name, f"sqlite_master: {kind}")


@contextmanager
def _opened(path: Path, patience: float) -> Iterator[Database]:
    """Open a copy of a backup, so that the backup itself stays unchanged, also if an older version wrote it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        try:
            _copy(path, copy)
            journal = path.with_name(f"{path.name}-wal")
            if journal.exists():
                shutil.copyfile(journal, copy.with_name(journal.name))
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise errors.DamagedFile(str(path), str(error)) from error
        except OSError as error:
            raise errors.CannotOpen(str(path), reason_of(error)) from error
        if copy.stat().st_size == 0:
            raise errors.DamagedFile(str(path), "empty")
        _check_tables(copy, str(path))
        with closing(open_sqlite(copy, patience, str(path))) as database:
            yield database


def _make_way(connection: Connection, event: str, coming: Sequence[Record]) -> int | None:
    """Free the id of a deleted event, in a transaction that has begun, and return the event's key.

    Return None, and change nothing, unless these records include all that were deleted.
    """
    where = (tournaments.c.id == event, tournaments.c.deleted_at.is_not(None))
    row = connection.execute(select(tournaments).where(*where)).mappings().one_or_none()
    if row is None:
        return None
    # The deletion counts as a record, too.
    number = row["records"] - 1
    if len(coming) < number or coming[number - 1].hash != row["head"]:
        return None
    # No id in use has a space.
    connection.execute(update(tournaments).where(tournaments.c.key == row["key"]).values(id=f"{event} {row['key']}"))
    return int(row["key"])


def _keep_taken_back(connection: Connection, was: int, key: int) -> None:
    """Make a restored event, with its new key, refuse the players' links that were revoked before its deletion."""
    connection.execute(update(player_links).where(player_links.c.tournament == was).values(tournament=key))
