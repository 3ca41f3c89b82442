"""PostgreSQL as the database, for several workers or machines; our tables have their own schema."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import psycopg
from psycopg.errors import UniqueViolation
from sqlalchemy import URL, Connection, NullPool, RootTransaction, create_engine, event
from sqlalchemy import text as sql
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from floorjudge.errors import FloorjudgeError
from floorjudge.store import errors
from floorjudge.store.database import LastWrite, closed_on_error, translating_own_errors
from floorjudge.store.errors import Unsettled
from floorjudge.store.feed import EVERY, ChangeFeed, Heads
from floorjudge.store.heads import HeadsFile, KeptHead
from floorjudge.store.schema import APPLICATION, CHANNEL, SCHEMA, bring_up_to_date
from floorjudge.texts import in_any

# The server's codes (SQLSTATE) by their beginnings, and the error for each; the first match counts.
_MEANING: tuple[tuple[tuple[str, ...], Callable[[str, str], FloorjudgeError]], ...] = (
    (("53100",), lambda name, _: errors.DiskFull(name)),
    # The last two: the server ended a transaction that was silent or took too long, and the connection with it.
    (("08", "53", "57P", "25P03", "25P04"), errors.DatabaseAway),
    (("55P03", "57014", "40"), lambda name, _: errors.FileBusy(name)),
    (("25006",), lambda name, _: errors.ReadOnly(name)),
    (("28", "3D000", "42501"), lambda name, why: errors.CannotOpen(name, in_any(why))),
    (("58",), errors.DiskFailed),
    (("",), errors.DamagedFile),
)
# Threads of one process that use the server at the same time; others wait.
_CONNECTIONS = 8
# A process that stopped within a transaction blocks the others for at most this many seconds.
_LONGEST_SILENCE = 60
_ALONE = sql("SELECT pg_advisory_xact_lock(:number)")
_PROMISES = sql(
    "SELECT bool_and(current_setting(name) <> 'off') FROM unnest(ARRAY['fsync', 'synchronous_commit']) name"
)
_SCRUBBED = ("words", "tournaments", "grants", "jobs")
# After this many seconds without a notification, a query checks that the connection is alive.
_QUIET = 5.0


@contextmanager
def translating_errors(name: str) -> Iterator[None]:
    """Turn errors of the server and its driver about the database `name` into a FloorjudgeError.

    Errors in our own use of the driver are raised unchanged.
    """
    try:
        with translating_own_errors(name):
            yield
    except psycopg.Error as error:
        if _is_ours(error):
            raise
        raise _translated(error, name) from error
    except DBAPIError as error:
        if not isinstance(error.orig, psycopg.Error) or _is_ours(error.orig):
            raise
        raise _translated(error.orig, name) from error


def is_away(error: psycopg.Error) -> bool:
    """Return whether the server could not be reached, or left before it answered."""
    if error.sqlstate is None:
        # The library of PostgreSQL notices some losses itself: an error without a code, which has no special class.
        is_the_librarys = type(error) is psycopg.DatabaseError
        return is_the_librarys or isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return _meaning(error.sqlstate) is errors.DatabaseAway


def _is_ours(error: psycopg.Error) -> bool:
    """Return whether the driver itself refused a statement, without sending it to the server."""
    return error.sqlstate is None and not is_away(error)


def _translated(error: psycopg.Error, name: str) -> FloorjudgeError:
    kind = errors.DatabaseAway if error.sqlstate is None else _meaning(error.sqlstate)
    return kind(name, " ".join(str(error).split()))


def _meaning(state: str) -> Callable[[str, str], FloorjudgeError]:
    return next(kind for beginnings, kind in _MEANING if state.startswith(beginnings))


def open_postgres(url: URL, patience: float) -> PostgresDatabase:
    """Connect and bring the tables up to date; see `floorjudge.store.open_log`."""
    database = PostgresDatabase(url, patience, heads := HeadsFile(_heads_path(url)))
    with closed_on_error(database):
        _check_encoding(database)
        bring_up_to_date(database)
        heads.check(database)
    return database


def _heads_path(url: URL) -> Path:
    """Return this machine's path for the ends of the logs of a database, the same for every process."""
    # systemd names the folder in which a service may store files.
    given = os.environ.get("STATE_DIRECTORY")
    folder = Path(given) if given else platformdirs.user_state_path("floorjudge", appauthor=False)
    server = url.set(username=None, password=None).render_as_string()
    return folder / f"{hashlib.sha256(server.encode()).hexdigest()[:16]}.heads"


def _check_encoding(database: PostgresDatabase) -> None:
    with database.reading() as connection:
        encoding = str(connection.exec_driver_sql("SHOW server_encoding").scalar_one())
    if encoding != "UTF8":
        raise errors.WrongEncoding(database.name, encoding)


class PostgresDatabase:
    """See `floorjudge.store.database.Database`."""

    def __init__(self, url: URL, patience: float, heads: HeadsFile) -> None:
        self._heads = heads
        self.name = url.render_as_string(hide_password=True)
        self.patience = patience
        self.last_write = LastWrite()
        self._url = url.set(drivername="postgresql+psycopg")
        self._patience_in_network = _network(url, patience)
        self._engine = create_engine(
            self._url,
            pool_size=_CONNECTIONS,
            max_overflow=0,
            pool_timeout=patience,
            # A connection that died while idle is replaced silently.
            pool_pre_ping=True,
            connect_args=self._patience_in_network,
        )
        event.listen(self._engine, "connect", self._set_up)
        self._reader = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    @property
    def folder(self) -> Path:
        """The folder that also has the ends of the logs."""
        self._heads.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._heads.path.parent

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a transaction that sees one moment."""
        with translating_errors(self.name), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Return a transaction that waits for the locks of others, and then sees what they have written."""
        with (
            self.last_write.noticing(),
            translating_errors(self.name),
            self._engine.connect() as connection,
            connection.begin() as transaction,
        ):
            yield connection
            self._commit(transaction)

    def alone(self, connection: Connection) -> None:
        """Wait for a lock that only our transactions take."""
        connection.execute(_ALONE, {"number": APPLICATION})

    def is_known_command(self, error: IntegrityError) -> bool:
        """Return whether the server refused a record because its command is in the log already."""
        unique = error.orig if isinstance(error.orig, UniqueViolation) else None
        return unique is not None and "command_id" in (unique.diag.constraint_name or "")

    def note_head(self, key: int, number: int, hashed: str) -> None:
        """Store the end of a log on this machine."""
        self._heads.write(KeptHead(key, number, hashed))

    def scrub(self) -> None:
        """Have the server rewrite the tables without the removed data; its write-ahead log goes when it is recycled."""
        with translating_errors(self.name), self._engine.connect() as connection:
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")
            for table in _SCRUBBED:
                alone.exec_driver_sql(f"VACUUM FULL {SCHEMA}.{table}")

    def check_room(self) -> None:
        """Raise the server's disk error if it did not take the last record."""
        self.last_write.check()

    def is_durable(self) -> bool:
        """Return whether the server flushes acknowledged data to its disk."""
        with self.reading() as connection:
            return bool(connection.execute(_PROMISES).scalar_one())

    def feed(self) -> PostgresFeed:
        """Return a feed that listens on its own connection."""
        return PostgresFeed(self)

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()
        self._heads.close()

    @contextmanager
    def apart(self) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
        """Return a separate connection without transactions and without a time limit."""
        engine = create_engine(
            self._url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=self._patience_in_network
        )
        event.listen(engine, "connect", self._set_up)
        with translating_errors(self.name), engine.connect() as connection:
            own = connection.connection.driver_connection
            if not isinstance(own, psycopg.Connection):
                raise TypeError(own)
            yield own

    def _set_up(self, connection: psycopg.Connection[tuple[object, ...]], _: ConnectionPoolEntry) -> None:
        before, connection.autocommit = connection.autocommit, True
        connection.execute(
            f"SET search_path = {SCHEMA};"
            f"SET lock_timeout = {max(1, round(self.patience * 1000))};"
            f"SET idle_in_transaction_session_timeout = '{_LONGEST_SILENCE}s';"
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
        connection.autocommit = before

    def _commit(self, transaction: RootTransaction) -> None:
        try:
            transaction.commit()
        except DBAPIError as error:
            if not isinstance(error.orig, psycopg.Error) or not is_away(error.orig):
                raise
            raise Unsettled(self.name, str(error.orig)) from error


def _network(url: URL, patience: float) -> dict[str, object]:
    """Return the driver's settings for waiting, except those that the address sets."""
    wanted: dict[str, object] = {
        "application_name": "floorjudge",
        "client_encoding": "utf8",
        "connect_timeout": max(2, round(patience)),  # the driver's shortest time
        "keepalives_idle": 20,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": max(2000, round(patience * 1000)),
    }
    return {name: value for name, value in wanted.items() if name not in url.query}


class PostgresFeed(ChangeFeed):
    """Listens on its own connection; after losing it, reconnects and reports the missed changes."""

    def __init__(self, database: PostgresDatabase) -> None:
        super().__init__(database)
        self._postgres = database

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._hear()
            except FloorjudgeError:
                self._ended.wait(EVERY)

    def _hear(self) -> None:
        with self._postgres.apart() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            # In this order, so that a change after the check arrives as a notification.
            heads = self._look()
            quiet = 0.0
            while not self._ended.is_set():
                called = list(connection.notifies(timeout=EVERY / 4, stop_after=1))
                quiet = 0.0 if called else quiet + EVERY / 4
                for call in called:
                    heads = self._tell(call.payload, heads)
                if quiet >= _QUIET:
                    connection.execute("SELECT 1")
                    heads, quiet = self._look(), 0.0

    def _tell(self, payload: str, heads: Heads) -> Heads:
        """Report a notification: an event's key and the number of its newest record."""
        key, _, number = payload.partition(" ")
        if not (key.isdecimal() and number.isdecimal() and int(key) in heads):
            return self._look()
        self.publish(heads[int(key)][0], int(number))
        return heads
