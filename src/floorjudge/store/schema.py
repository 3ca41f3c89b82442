"""The current tables in SQLite and in PostgreSQL, and bringing an older database up to date.

`migrations` turns older tables into the same.
"""

from __future__ import annotations

import re

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Dialect,
    ForeignKey,
    Integer,
    MetaData,
    Named,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypedColumns,
    UniqueConstraint,
    insert,
    select,
)
from sqlalchemy.types import TypeDecorator

from floorjudge.store import errors
from floorjudge.store.database import Database

# In the header of every SQLite file of ours ("fjud"), so that the program never writes to another program's database;
# in PostgreSQL the number of the lock that lets one writer at a time create tables, events and settings.
APPLICATION = 0x666A7564
# In PostgreSQL all our tables are in a schema of this name, and notifications use a channel of this name.
SCHEMA = "floorjudge"
CHANNEL = "floorjudge"

# Alembic's newest revision, repeated here so that opening an up-to-date file need not import alembic.
REVISION = "0005"
metadata = MetaData()
_NUL, _ESCAPE = "\0", "\x10"


class Letters(TypeDecorator[str]):
    """Any text, unchanged, in PostgreSQL, which refuses U+0000: this and the escape character are stored as two."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 (a method of SQLAlchemy's)
        """Return the stored form."""
        return value and value.replace(_ESCAPE, _ESCAPE * 2).replace(_NUL, f"{_ESCAPE}0")

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 (a method of SQLAlchemy's)
        """Return the original text."""
        return value and re.sub(f"{_ESCAPE}(.)", lambda pair: _NUL if pair[1] == "0" else pair[1], value)


# Any text, unchanged.
_LETTERS = Text().with_variant(Letters(), "postgresql")
# Alembic's options: the folder of the steps.
STEPS = {"script_location": "floorjudge.store:migrations", "path_separator": "os"}
# Alembic's name for a database without any step.
_BASE = "base"


class _Tournaments(TypedColumns):
    key = Column(Integer, primary_key=True)
    id: Named[str] = Column(_LETTERS)
    name: Named[str] = Column(_LETTERS)
    opened_at: Named[str] = Column(_LETTERS)
    # The number of records written and the hash of the last one, to notice a log whose end was cut off.
    records: Named[int] = Column(Integer)
    head: Named[str] = Column(_LETTERS)
    # The row of a deleted event stays, so that neither its key nor its id, which links are signed for, is ever reused.
    deleted_at: Named[str | None] = Column(_LETTERS)


class _Records(TypedColumns):
    tournament: Named[int] = Column(Integer, ForeignKey("tournaments.key"))
    number: Named[int] = Column(Integer)
    at: Named[str] = Column(_LETTERS)
    command_id: Named[str | None] = Column(_LETTERS)
    fingerprint: Named[str | None] = Column(_LETTERS)
    event: Named[str] = Column(_LETTERS)
    previous: Named[str] = Column(_LETTERS)
    hash: Named[str] = Column(_LETTERS)
    by: Named[str | None] = Column(_LETTERS)


class _Words(TypedColumns):
    tournament: Named[int] = Column(Integer, ForeignKey("tournaments.key"))
    seal: Named[str] = Column(_LETTERS)
    record: Named[int] = Column(Integer)
    player: Named[int | None] = Column(Integer)
    salt: Named[str | None] = Column(_LETTERS)
    text: Named[str | None] = Column(_LETTERS)


class _Secrets(TypedColumns):
    tournament: Named[int] = Column(Integer, ForeignKey("tournaments.key"))
    secret: Named[str] = Column(_LETTERS)


class _Grants(TypedColumns):
    id: Named[str] = Column(_LETTERS)
    tournament: Named[int | None] = Column(Integer, ForeignKey("tournaments.key"))
    role: Named[str] = Column(_LETTERS)
    label: Named[str] = Column(_LETTERS)
    hash: Named[str] = Column(_LETTERS)
    made_at: Named[str] = Column(_LETTERS)
    expires_at: Named[str | None] = Column(_LETTERS)
    revoked_at: Named[str | None] = Column(_LETTERS)
    last_used_at: Named[str | None] = Column(_LETTERS)


class _Settings(TypedColumns):
    name: Named[str] = Column(_LETTERS)
    value: Named[str] = Column(_LETTERS)


class _PlayerLinks(TypedColumns):
    tournament: Named[int] = Column(Integer, ForeignKey("tournaments.key"))
    player: Named[int] = Column(Integer)
    serial: Named[int] = Column(Integer)


class _Jobs(TypedColumns):
    id: Named[str] = Column(_LETTERS)
    kind: Named[str] = Column(_LETTERS)
    question: Named[str] = Column(_LETTERS)
    state: Named[str] = Column(_LETTERS)
    version: Named[str] = Column(_LETTERS)
    asked_at: Named[str] = Column(_LETTERS)
    # When the process that works on it last reported, and which process that is.
    seen_at: Named[str] = Column(_LETTERS)
    owner: Named[str] = Column(_LETTERS)
    progress: Named[str | None] = Column(_LETTERS)
    answer: Named[str | None] = Column(_LETTERS)


class _Version(TypedColumns):
    version_num: Named[str] = Column(String(32))


tournaments = Table("tournaments", metadata, _Tournaments, UniqueConstraint("id"))
records = Table(
    "records",
    metadata,
    _Records,
    PrimaryKeyConstraint("tournament", "number"),
    UniqueConstraint("tournament", "command_id"),
)
words = Table("words", metadata, _Words, PrimaryKeyConstraint("tournament", "seal"))
secrets = Table("secrets", metadata, _Secrets, PrimaryKeyConstraint("tournament"))
grants = Table("grants", metadata, _Grants, PrimaryKeyConstraint("id"), UniqueConstraint("hash"))
settings = Table("settings", metadata, _Settings, PrimaryKeyConstraint("name"))
player_links = Table("player_links", metadata, _PlayerLinks, PrimaryKeyConstraint("tournament", "player"))
jobs = Table("jobs", metadata, _Jobs, PrimaryKeyConstraint("id"))
# Alembic's own table, copied exactly.
version = Table("alembic_version", metadata, _Version, PrimaryKeyConstraint("version_num", name="alembic_version_pkc"))


class Statements(msgspec.Struct, frozen=True):
    """Statements for one kind of database: list its names, claim it for us, refuse deletions.

    `has_base`: the tables may lack a version, since the first step creates the rest.
    """

    names: str
    claim: str
    triggers: tuple[str, ...]
    has_base: bool


_SQLITE = Statements(
    names="SELECT name FROM sqlite_master",
    claim=f"PRAGMA application_id = {APPLICATION}",
    triggers=(
        """
        CREATE TRIGGER records_are_never_changed BEFORE UPDATE ON records
        BEGIN SELECT RAISE(ABORT, 'records are never changed'); END
        """,
        """
        CREATE TRIGGER records_are_never_deleted BEFORE DELETE ON records
        WHEN (SELECT deleted_at FROM tournaments WHERE key = OLD.tournament) IS NULL
        BEGIN SELECT RAISE(ABORT, 'records are never deleted'); END
        """,
        # INSERT OR REPLACE deletes without firing the trigger above.
        """
        CREATE TRIGGER records_are_never_replaced BEFORE INSERT ON records
        WHEN EXISTS (SELECT 1 FROM records WHERE tournament = NEW.tournament AND number = NEW.number)
        BEGIN SELECT RAISE(ABORT, 'records are never replaced'); END
        """,
        """
        CREATE TRIGGER tournaments_are_never_deleted BEFORE DELETE ON tournaments
        BEGIN SELECT RAISE(ABORT, 'tournaments are never deleted'); END
        """,
    ),
    has_base=True,
)

_POSTGRESQL = Statements(
    names=f"SELECT tablename FROM pg_tables WHERE schemaname = '{SCHEMA}'",  # noqa: S608 (a constant)
    # A user without the right to create a schema can be given one.
    claim=f"""
    DO $$ BEGIN IF to_regnamespace('{SCHEMA}') IS NULL THEN CREATE SCHEMA {SCHEMA}; END IF; END $$
    """,
    triggers=(
        """
        CREATE FUNCTION refuse_to_forget() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = TG_NAME; END $$
        """,
        """
        CREATE TRIGGER records_are_never_changed BEFORE UPDATE OR TRUNCATE ON records
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_forget()
        """,
        f"""
        CREATE FUNCTION refuse_to_forget_a_part() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
        IF (SELECT deleted_at FROM {SCHEMA}.tournaments WHERE key = OLD.tournament) IS NULL THEN
        RAISE integrity_constraint_violation USING MESSAGE = TG_NAME; END IF;
        RETURN OLD; END $$
        """,  # noqa: S608 (a constant)
        """
        CREATE TRIGGER records_are_never_deleted BEFORE DELETE ON records
        FOR EACH ROW EXECUTE FUNCTION refuse_to_forget_a_part()
        """,
        """
        CREATE TRIGGER tournaments_are_never_deleted BEFORE DELETE OR TRUNCATE ON tournaments
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_forget()
        """,
        # Sent after the transaction to every listening process, whoever wrote.
        f"""
        CREATE FUNCTION tell_of_records() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_notify('{CHANNEL}', NEW.key || ' ' || NEW.records); RETURN NULL; END $$
        """,
        """
        CREATE TRIGGER records_are_told_of AFTER INSERT OR UPDATE ON tournaments
        FOR EACH ROW EXECUTE FUNCTION tell_of_records()
        """,
    ),
    has_base=False,
)

DIALECTS = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}

# The triggers of all versions, in SQLite's dialect.
EVER_OURS = frozenset(
    " ".join(trigger.split())
    for trigger in (
        *_SQLITE.triggers,
        """
        CREATE TRIGGER records_are_never_deleted BEFORE DELETE ON records
        BEGIN SELECT RAISE(ABORT, 'records are never deleted'); END
        """,
    )
)


def create(connection: Connection) -> None:
    """Create everything in an empty database."""
    dialect = DIALECTS[connection.dialect.name]
    connection.exec_driver_sql(dialect.claim)
    metadata.create_all(connection, checkfirst=False)
    for trigger in dialect.triggers:
        connection.exec_driver_sql(trigger)
    connection.execute(insert(version).values(version_num=REVISION))


def bring_up_to_date(database: Database) -> None:
    """Bring the tables up to date; change nothing if they are.

    Raises Refused if a newer version of this program, or another program, created them.
    """
    with database.reading() as connection:
        if _revision(connection) == REVISION:
            return
    with database.writing() as connection:
        database.alone(connection)
        # Read again: another process may have changed it before we had the lock.
        revision = _revision(connection)
        if revision is None:
            create(connection)
        elif revision == _BASE and not DIALECTS[connection.dialect.name].has_base:
            raise errors.AnotherProgram(database.name)
        elif revision != REVISION:
            _migrate(connection, revision, database.name)


def _revision(connection: Connection) -> str | None:
    """Return the revision of the tables; None if there are no tables yet."""
    names = set(connection.exec_driver_sql(DIALECTS[connection.dialect.name].names).scalars())
    if not names:
        return None
    if version.name not in names:
        return _BASE
    return str(connection.execute(select(version.c.version_num)).scalar() or _BASE)


def _migrate(connection: Connection, revision: str, name: str) -> None:
    # Imported only here, since it doubles the time that opening takes.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    for option, value in STEPS.items():
        config.set_main_option(option, value)
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if revision not in known | {_BASE}:
        raise errors.NewerVersion(name)
    command.upgrade(config, "head")
