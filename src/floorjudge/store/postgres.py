"""PostgreSQL as the database, for several workers or machines; our tables stand in a schema of their own."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.errors import UniqueViolation
from sqlalchemy import URL, Connection, NullPool, RootTransaction, create_engine, event
from sqlalchemy import text as sql
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from floorjudge.store import errors
from floorjudge.store.dialects import APPLICATION, SCHEMA
from floorjudge.store.errors import Unsettled
from floorjudge.store.trouble_postgres import is_away, said_plainly
from floorjudge.store.upgrade import bring_up_to_date

# Threads of one process that ask at the same time; more of them take turns.
_CONNECTIONS = 8
# A process that stopped in the middle of a transaction holds up the others for so many seconds at most.
_LONGEST_SILENCE = 60
_ALONE = sql("SELECT pg_advisory_xact_lock(:number)")
_PROMISES = sql(
    "SELECT bool_and(current_setting(name) <> 'off') FROM unnest(ARRAY['fsync', 'synchronous_commit']) name"
)


def open_postgres(url: URL, patience: float) -> "PostgresDatabase":
    """Connect and make sure of today's tables; see `floorjudge.store.open_log`."""
    database = PostgresDatabase(url, patience)
    try:
        _check_encoding(database)
        bring_up_to_date(database)
    except BaseException:
        database.close()
        raise
    return database


def _check_encoding(database: "PostgresDatabase") -> None:
    with database.reading() as connection:
        encoding = str(connection.exec_driver_sql("SHOW server_encoding").scalar_one())
    if encoding != "UTF8":
        raise errors.WrongEncoding(database.name, encoding)


class PostgresDatabase:
    """See `floorjudge.store.database.Database`."""

    def __init__(self, url: URL, patience: float) -> None:
        self.name = url.render_as_string(hide_password=True)
        self.patience = patience
        self._url = url.set(drivername="postgresql+psycopg")
        self._patience_in_network = _network(url, patience)
        self._engine = create_engine(
            self._url,
            pool_size=_CONNECTIONS,
            max_overflow=0,
            pool_timeout=patience,
            # A connection that died while nobody used it is replaced without a word.
            pool_pre_ping=True,
            connect_args=self._patience_in_network,
        )
        event.listen(self._engine, "connect", self._set_up)
        self._reader = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a transaction that sees one moment."""
        with said_plainly(self.name), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Return a transaction that waits for whoever holds what it wants, and then sees what they have written."""
        with said_plainly(self.name), self._engine.connect() as connection, connection.begin() as transaction:
            yield connection
            self._commit(transaction)

    def alone(self, connection: Connection) -> None:
        """Wait for a lock that only a transaction of ours takes."""
        connection.execute(_ALONE, {"number": APPLICATION})

    def is_known_command(self, error: IntegrityError) -> bool:
        """Say whether a record was refused because its command is in the log already."""
        unique = error.orig if isinstance(error.orig, UniqueViolation) else None
        return unique is not None and "command_id" in (unique.diag.constraint_name or "")

    def is_durable(self) -> bool:
        """Say whether the server writes to its disk what it acknowledges."""
        with self.reading() as connection:
            return bool(connection.execute(_PROMISES).scalar_one())

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

    @contextmanager
    def apart(self) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
        """Return a connection of one's own, without transactions, for as long as one likes."""
        engine = create_engine(
            self._url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=self._patience_in_network
        )
        event.listen(engine, "connect", self._set_up)
        with said_plainly(self.name), engine.connect() as connection:
            own = connection.connection.driver_connection
            if not isinstance(own, psycopg.Connection):
                raise TypeError(own)
            yield own

    def _set_up(self, connection: "psycopg.Connection[tuple[object, ...]]", _: ConnectionPoolEntry) -> None:
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
    """Return what the driver is told about waiting, as far as the address says nothing of it."""
    wanted: dict[str, object] = {
        "application_name": "floorjudge",
        "client_encoding": "utf8",
        "connect_timeout": max(2, round(patience)),  # the driver knows no shorter one
        "keepalives_idle": 20,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": max(2000, round(patience * 1000)),
    }
    return {name: value for name, value in wanted.items() if name not in url.query}
