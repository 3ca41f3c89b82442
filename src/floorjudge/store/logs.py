"""The event log, on either database."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import TypeAlias, TypeVar

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from floorjudge.errors import BadInput, Damaged, Refused
from floorjudge.events.service.log.contract import Removal, StoredEvent
from floorjudge.events.service.log.errors import DamagedRecord
from floorjudge.events.service.log.records import STORED, Record, check_chain
from floorjudge.events.service.log.sealing import Word
from floorjudge.store import errors
from floorjudge.store.database import Database
from floorjudge.store.errors import Unsettled
from floorjudge.store.schema import grants, jobs, secrets, tournaments
from floorjudge.store.schema import records as record_rows
from floorjudge.store.schema import words as word_rows

# The fields of a record, of whatever type: SQLite itself takes any type in any column.
Row: TypeAlias = Sequence[object]
_T = TypeVar("_T")
_AGAIN = 0.1
# Built once: building a statement costs more than running it.
LIVE = tournaments.c.deleted_at.is_(None)
_LIST = (
    select(tournaments.c.id, tournaments.c.name, tournaments.c.opened_at, tournaments.c.records)
    .where(LIVE)
    .order_by(tournaments.c.key)
)
_HEAD = select(tournaments.c.key, tournaments.c.records, tournaments.c.head).where(
    tournaments.c.id == bindparam("tournament"), LIVE
)
# Adding a record locks the head until it is moved; SQLite has only one writer, and omits these words.
_HELD_HEAD = _HEAD.with_for_update()
_MOVE_HEAD = (
    update(tournaments)
    .where(tournaments.c.key == bindparam("tournament"))
    .values(records=bindparam("number"), head=bindparam("hash"))
)
_READ = (
    select(*(record_rows.c[name] for name in STORED))
    .where(record_rows.c.tournament == bindparam("tournament"), record_rows.c.number >= bindparam("first"))
    .order_by(record_rows.c.number)
)
_HASH = select(record_rows.c.hash).where(
    record_rows.c.tournament == bindparam("tournament"), record_rows.c.number == bindparam("number")
)
# The newest of them, in case an import has brought a second one.
_BEGUN = (
    select(tournaments.c.id)
    .join_from(tournaments, record_rows, record_rows.c.tournament == tournaments.c.key)
    .where(record_rows.c.number == 1, record_rows.c.command_id == bindparam("command"))
    .order_by(tournaments.c.key.desc())
    .limit(1)
)
_WRITE = insert(record_rows)
_WORDS = (
    select(*(word_rows.c[name] for name in Word.__struct_fields__))
    .where(word_rows.c.tournament == bindparam("tournament"), word_rows.c.record > bindparam("after"))
    .order_by(word_rows.c.record)
)
_WRITE_WORDS = insert(word_rows)
_CHANGE_WORD = (
    update(word_rows)
    .where(word_rows.c.tournament == bindparam("of"), word_rows.c.seal == bindparam("known"))
    .values(salt=bindparam("with_salt"), text=bindparam("left"))
)
_SECRET = select(secrets.c.secret).where(secrets.c.tournament == bindparam("tournament"))

_FORGET_SECRET = delete(secrets).where(secrets.c.tournament == bindparam("of"))


class Head(msgspec.Struct, frozen=True):
    """A tournament's row: its key, how many records were written, the hash of the last one."""

    key: int
    records: int
    head: str


def checked(name: str, stored: object, kind: type[_T]) -> _T:
    """Return a stored value converted to its expected type.

    Raises Damaged, naming the database, if it has another type.
    """
    try:
        return msgspec.convert(stored, kind)
    except msgspec.ValidationError as error:
        raise errors.DamagedFile(name, str(error)) from None


def records_after(after: int, rows: Iterable[Row], head: Head) -> list[Record] | None:
    """Return the records with numbers above `after`; None if a row is not a record or the end does not match.

    `rows` begin with record `after` itself (0: with the first one), so that the end is checked even if nothing is new.
    """
    try:
        records = [_record(row) for row in rows]
    except msgspec.ValidationError:
        return None
    if not records or (records[-1].number, records[-1].hash) != (head.records, head.head):
        return None
    return [record for record in records if record.number > after]


def first_damage(rows: Iterable[Row], head: Head, after: int) -> Damaged:
    """Return the error that names the first bad record of a log that `records_after` has not accepted.

    `rows` are the whole log; `after` is the number of records that the reader has seen in it.
    """
    records: list[Record] = []
    damage: Damaged
    try:
        for row in rows:
            records.append(_record(row))  # noqa: PERF401 (those before the bad one are looked at below)
    except msgspec.ValidationError:
        damage = DamagedRecord(len(records) + 1)
    else:
        newest, written = len(records), max(head.records, after)
        if newest == written:
            damage = DamagedRecord(newest)
        else:
            damage = errors.WrongEnd(min(newest, written) + 1, newest, written)
    try:
        check_chain(records)
    except Damaged as earlier:
        return earlier
    return damage


def _record(row: Row) -> Record:
    return msgspec.convert(dict(zip(STORED, row, strict=True)), Record)


def _with_words(records: Sequence[Record], words: Iterable[Word]) -> list[Record]:
    """Return records with the words stored for each."""
    by_record: dict[int, list[Word]] = {}
    for word in words:
        by_record.setdefault(word.record, []).append(word)
    return [
        msgspec.structs.replace(record, words=tuple(sorted(by_record[record.number])))
        if record.number in by_record
        else record
        for record in records
    ]


class SqlLog:
    """See `floorjudge.events.service.log.contract.EventLog`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tournaments(self) -> list[StoredEvent]:
        """See `EventLog.tournaments`."""
        with self._database.reading() as connection:
            return self.live(connection)

    def create(
        self, wanted: str, name: str, records: Sequence[Record], secret: str | None, *, once: bool = False
    ) -> str:
        """See `EventLog.create`."""
        if not records:
            raise errors.NoRecords
        check_chain(records)
        tournament = wanted
        try:
            with self._database.writing() as connection:
                self._database.alone(connection)
                begun = connection.execute(_BEGUN, {"command": records[0].command_id}) if once else None
                if begun is not None and (known := begun.scalar_one_or_none()) is not None:
                    return self._checked(known, str)
                tournament = free_id(connection, wanted)
                key = self.put(connection, StoredEvent(tournament, name, records[0].at, 0), records, secret)
            self._database.note_head(key, records[-1].number, records[-1].hash)
        except Unsettled:
            if not self._is_kept_after_all(tournament, records[-1]):
                raise
        return tournament

    def read(self, tournament: str, after: int = 0) -> list[Record]:
        """See `EventLog.read`."""
        with self._database.reading() as connection:
            return self.records(connection, tournament, after)

    def append(
        self, tournament: str, *records: Record, secret: str | None = None, removal: Removal | None = None
    ) -> None:
        """See `EventLog.append`."""
        if not records:
            raise errors.NoRecords
        check_chain(records[1:], after=records[0])
        try:
            with self._database.writing() as connection:
                head = self.held(connection, tournament)
                if records[0].number != head.records + 1 or records[0].previous != head.head:
                    raise errors.MovedOn(tournament, records[0].number, head.records)
                self.extend(connection, head.key, records)
                if secret is not None:
                    self.keep_secret(connection, head.key, secret)
                if removal is not None:
                    self.remove(connection, head.key, removal)
            self._database.note_head(head.key, records[-1].number, records[-1].hash)
        except Unsettled:
            # A transaction is stored whole or not at all, so its last record is enough to check.
            if not self._is_kept_after_all(tournament, records[-1]):
                raise

    def scrub(self) -> None:
        """See `EventLog.scrub`."""
        self._database.scrub()

    def secret(self, tournament: str) -> str | None:
        """See `EventLog.secret`."""
        with self._database.reading() as connection:
            return self.secret_of(connection, self.head(connection, tournament).key)

    def close(self) -> None:
        """Close files and connections."""
        self._database.close()

    def live(self, connection: Connection) -> list[StoredEvent]:
        """Read the list as `tournaments` does, in a transaction that has begun."""
        return self._checked([dict(row) for row in connection.execute(_LIST).mappings()], list[StoredEvent])

    def secret_of(self, connection: Connection, key: int) -> str | None:
        """Return the secret of the log with this key, in a transaction that has begun."""
        secret = connection.execute(_SECRET, {"tournament": key}).scalar_one_or_none()
        return None if secret is None else self._checked(secret, str)

    def records(self, connection: Connection, tournament: str, after: int = 0) -> list[Record]:
        """Read records as `read` does, in a transaction that has begun."""
        head = self.head(connection, tournament)
        records = records_after(after, _rows(connection, head, after), head)
        if records is None:
            raise first_damage(_rows(connection, head, 0), head, after)
        if not records:
            return records
        found = connection.execute(_WORDS, {"tournament": head.key, "after": after}).mappings()
        return _with_words(records, self._checked([dict(row) for row in found], list[Word]))

    def put(self, connection: Connection, stored: StoredEvent, records: Sequence[Record], secret: str | None) -> int:
        """Write a new log, whose id is free, in a transaction that has begun; return its key."""
        opened = insert(tournaments).values(
            id=stored.id, name=stored.name, opened_at=stored.opened_at, records=0, head=records[0].previous
        )
        connection.execute(opened)
        key = self.head(connection, stored.id).key
        self.extend(connection, key, records)
        if secret is not None:
            self.keep_secret(connection, key, secret)
        return key

    def keep_secret(self, connection: Connection, key: int, secret: str) -> None:
        """Replace the secret of a log, in a transaction that has begun."""
        connection.execute(_FORGET_SECRET, {"of": key})
        connection.execute(insert(secrets).values(tournament=key, secret=secret))

    def extend(self, connection: Connection, key: int, records: Sequence[Record]) -> None:
        """Write records that follow the newest one of a log, in a transaction that has begun."""
        rows = [{"tournament": key, **record.row()} for record in records]
        try:
            connection.execute(_WRITE, rows)
        except IntegrityError as error:
            if not self._database.is_known_command(error):
                raise
            commands = Counter(record.command_id for record in records if record.command_id is not None)
            raise errors.CommandKnown(commands.most_common(1)[0][0]) from error
        words = [{"tournament": key, **msgspec.structs.asdict(word)} for record in records for word in record.words]
        if words:
            connection.execute(_WRITE_WORDS, words)
        newest = records[-1]
        connection.execute(_MOVE_HEAD, {"tournament": key, "number": newest.number, "hash": newest.hash})

    def remove(self, connection: Connection, key: int, removal: Removal) -> None:
        """Remove words of a log, and copies of them elsewhere, in a transaction that has begun."""
        self.change(connection, key, removal.words)
        name = connection.execute(select(tournaments.c.name).where(tournaments.c.key == key)).scalar_one()
        connection.execute(
            update(tournaments).where(tournaments.c.key == key).values(name=removal.redacted(self._checked(name, str)))
        )
        for row in connection.execute(select(grants.c.id, grants.c.label).where(grants.c.tournament == key)).all():
            connection.execute(update(grants).where(grants.c.id == row.id).values(label=removal.redacted(row.label)))
        # Answers can be computed again on request.
        for kept in connection.execute(select(jobs.c.id, jobs.c.question, jobs.c.progress, jobs.c.answer)).all():
            if any(removal.redacted(part) != part for part in kept[1:] if part is not None):
                connection.execute(delete(jobs).where(jobs.c.id == kept[0]))

    def change(self, connection: Connection, key: int, words: Sequence[Word]) -> None:
        """Replace the words with the same seals, in a transaction that has begun."""
        for word in words:
            left = {"of": key, "known": word.seal, "with_salt": word.salt, "left": word.text}
            connection.execute(_CHANGE_WORD, left)

    def held(self, connection: Connection, tournament: str) -> Head:
        """Return the end of a log, locked until the transaction ends.

        Raises BadInput if there is no such tournament.
        """
        return self.head(connection, tournament, _HELD_HEAD)

    def head(self, connection: Connection, tournament: str, statement: Select[int, int, str] = _HEAD) -> Head:
        """Return the end of a log; raises BadInput if there is no such tournament."""
        row = connection.execute(statement, {"tournament": tournament}).mappings().one_or_none()
        if row is None:
            raise errors.UnknownTournament(tournament)
        return self._checked(dict(row), Head)

    def _is_kept_after_all(self, tournament: str, record: Record) -> bool:
        """Check, once the database is back, whether the log has this record, whose write was interrupted.

        Raises Refused if the database does not come back in time.
        """
        until = time.monotonic() + self._database.patience
        while True:
            try:
                with self._database.writing() as connection:
                    # The interrupted transaction may still be running; it ends before this one gets the lock.
                    self._database.alone(connection)
                    head = self.held(connection, tournament)
                    found = connection.execute(_HASH, {"tournament": head.key, "number": record.number})
                    return bool(found.scalar_one_or_none() == record.hash)
            except BadInput:
                return False
            except Refused:
                if time.monotonic() > until:
                    raise
            time.sleep(_AGAIN)

    def _checked(self, stored: object, kind: type[_T]) -> _T:
        return checked(self._database.name, stored, kind)


def free_id(connection: Connection, wanted: str) -> str:
    """Return `wanted`, or the first of wanted-2, wanted-3 and so on that no tournament has."""
    like = or_(tournaments.c.id == wanted, tournaments.c.id.startswith(f"{wanted}-", autoescape=True))
    taken = set(connection.execute(select(tournaments.c.id).where(like)).scalars())
    names = chain([wanted], (f"{wanted}-{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _rows(connection: Connection, head: Head, first: int) -> Sequence[Row]:
    return connection.execute(_READ, {"tournament": head.key, "first": first}).all()
