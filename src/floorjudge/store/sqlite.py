"""The event log on SQLite."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, Engine, bindparam, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from floorjudge.floor.log import Kept
from floorjudge.floor.records import Record, check_chain
from floorjudge.store import refusals
from floorjudge.store.judged import Head, Row, first_damage, records_after
from floorjudge.store.place import BEGIN, MEMORY, connect, path_of, prepare
from floorjudge.store.schema import records as record_rows
from floorjudge.store.schema import secrets, tournaments
from floorjudge.store.trouble import said_plainly
from floorjudge.store.upgrade import bring_up_to_date

_T = TypeVar("_T")

# Built once: building a statement costs more than running it.
_LIST = select(tournaments.c.id, tournaments.c.name, tournaments.c.opened_at, tournaments.c.records).order_by(
    tournaments.c.key
)
_HEAD = select(tournaments.c.key, tournaments.c.records, tournaments.c.head).where(
    tournaments.c.id == bindparam("tournament")
)
_MOVE_HEAD = (
    update(tournaments)
    .where(tournaments.c.key == bindparam("tournament"))
    .values(records=bindparam("number"), head=bindparam("hash"))
)
_READ = (
    select(*(record_rows.c[name] for name in Record.__struct_fields__))
    .where(record_rows.c.tournament == bindparam("tournament"), record_rows.c.number >= bindparam("first"))
    .order_by(record_rows.c.number)
)
_WRITE = insert(record_rows)
_SECRET = select(secrets.c.secret).where(secrets.c.tournament == bindparam("tournament"))


def open_sqlite(place: str | Path | None, patience: float) -> "SqliteLog":
    """Open the logs in a file, or new ones in memory; see `floorjudge.store.open_log`."""
    path = path_of(place)
    if path is not None:
        prepare(path)
    file = MEMORY if path is None else str(path)
    engine = connect(path, patience)
    try:
        with said_plainly(file):
            bring_up_to_date(engine, file)
    except BaseException:
        engine.dispose()
        raise
    return SqliteLog(engine, file)


class SqliteLog:
    """See `floorjudge.floor.log.EventLog`; `file` is the name that errors use."""

    def __init__(self, engine: Engine, file: str) -> None:
        self._reader = engine
        self._writer = engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})
        self._file = file

    def tournaments(self) -> list[Kept]:
        """Return every tournament, the most recently opened one last."""
        with self._transaction(self._reader) as connection:
            rows = [dict(row) for row in connection.execute(_LIST).mappings()]
        return self._checked(rows, list[Kept])

    def create(self, wanted: str, name: str, records: Sequence[Record], secret: str | None) -> str:
        """Start a log with its first records; return its id: `wanted`, or with a number behind it when that is taken.

        Raises BadInput when there are no records, Damaged when they are not a chain from its start.
        """
        if not records:
            raise refusals.no_records()
        check_chain(records)
        newest = records[-1]
        with self._transaction(self._writer) as connection:
            tournament = _free(connection, wanted)
            opened = insert(tournaments).values(
                id=tournament, name=name, opened_at=records[0].at, records=newest.number, head=newest.hash
            )
            connection.execute(opened)
            key = self._head(connection, tournament).key
            _write(connection, key, records)
            if secret is not None:
                connection.execute(insert(secrets).values(tournament=key, secret=secret))
        return tournament

    def read(self, tournament: str, after: int = 0) -> list[Record]:
        """Return the records with numbers above `after`, in order, as they are stored: `check_chain` judges them.

        Raises BadInput when there is no such tournament; Damaged when the log does not end where it was left, or the
        file cannot be read.
        """
        with self._transaction(self._reader) as connection:
            head = self._head(connection, tournament)
            records = records_after(after, _rows(connection, head, after), head)
            if records is None:
                raise first_damage(_rows(connection, head, 0), head, after)
            return records

    def append(self, tournament: str, record: Record) -> None:
        """Add a record, durably, and return only then.

        Raises BadInput when there is no such tournament; Conflict when the record does not follow the newest one that
        is stored, or its command is in the log already; Refused when the file cannot be written.
        """
        with self._transaction(self._writer) as connection:
            head = self._head(connection, tournament)
            if record.number != head.records + 1 or record.previous != head.head:
                raise refusals.moved_on(tournament, record.number, head.records)
            _write(connection, head.key, [record])
            connection.execute(_MOVE_HEAD, {"tournament": head.key, "number": record.number, "hash": record.hash})

    def secret(self, tournament: str) -> str | None:
        """Return the secret given at `create`, None when there was none."""
        with self._transaction(self._reader) as connection:
            head = self._head(connection, tournament)
            secret = connection.execute(_SECRET, {"tournament": head.key}).scalar_one_or_none()
        return None if secret is None else self._checked(secret, str)

    def close(self) -> None:
        """Let go of the file."""
        self._reader.dispose()

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        with said_plainly(self._file), engine.begin() as connection:
            yield connection

    def _head(self, connection: Connection, tournament: str) -> Head:
        row = connection.execute(_HEAD, {"tournament": tournament}).mappings().one_or_none()
        if row is None:
            raise refusals.unknown_tournament(tournament)
        return self._checked(dict(row), Head)

    def _checked(self, stored: object, kind: type[_T]) -> _T:
        """Return what was stored as what it should be: SQLite itself takes any type in any column."""
        try:
            return msgspec.convert(stored, kind)
        except msgspec.ValidationError as error:
            raise refusals.damaged_file(self._file, str(error)) from None


def _free(connection: Connection, wanted: str) -> str:
    """Return `wanted`, or the first of wanted-2, wanted-3 and so on that no tournament has."""
    like = or_(tournaments.c.id == wanted, tournaments.c.id.startswith(f"{wanted}-", autoescape=True))
    taken = set(connection.execute(select(tournaments.c.id).where(like)).scalars())
    names = chain([wanted], (f"{wanted}-{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _rows(connection: Connection, head: Head, first: int) -> Sequence[Row]:
    return connection.execute(_READ, {"tournament": head.key, "first": first}).all()


def _write(connection: Connection, key: int, records: Sequence[Record]) -> None:
    try:
        connection.execute(_WRITE, [{"tournament": key, **msgspec.structs.asdict(record)} for record in records])
    except IntegrityError as error:
        if getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise
        commands = Counter(record.command_id for record in records if record.command_id is not None)
        raise refusals.command_known(commands.most_common(1)[0][0]) from error
