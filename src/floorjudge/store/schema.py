"""The tables, as this version of the program makes them; `migrations` turns older files into the same."""

from sqlalchemy import (
    Column,
    Connection,
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
)

# Alembic's newest revision, repeated here so that opening a file that is up to date need not import alembic.
REVISION = "0001"

metadata = MetaData()


class _Tournaments(TypedColumns):
    key = Column(Integer, primary_key=True)
    id: Named[str] = Column(Text)
    name: Named[str] = Column(Text)
    opened_at: Named[str] = Column(Text)
    # How many records were written and the hash of the last one: a log whose end was cut off is told by these.
    records: Named[int] = Column(Integer)
    head: Named[str] = Column(Text)


class _Records(TypedColumns):
    tournament: Named[int] = Column(Integer, ForeignKey("tournaments.key"))
    number: Named[int] = Column(Integer)
    at: Named[str] = Column(Text)
    command_id: Named[str | None] = Column(Text)
    fingerprint: Named[str | None] = Column(Text)
    event: Named[str] = Column(Text)
    previous: Named[str] = Column(Text)
    hash: Named[str] = Column(Text)


class _Secrets(TypedColumns):
    tournament: Named[int] = Column(Integer, ForeignKey("tournaments.key"))
    secret: Named[str] = Column(Text)


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
secrets = Table("secrets", metadata, _Secrets, PrimaryKeyConstraint("tournament"))
# Alembic's own table, word for word.
version = Table("alembic_version", metadata, _Version, PrimaryKeyConstraint("version_num", name="alembic_version_pkc"))

TRIGGERS = (
    """
    CREATE TRIGGER records_are_never_changed BEFORE UPDATE ON records
    BEGIN SELECT RAISE(ABORT, 'records are never changed'); END
    """,
    """
    CREATE TRIGGER records_are_never_deleted BEFORE DELETE ON records
    BEGIN SELECT RAISE(ABORT, 'records are never deleted'); END
    """,
    # INSERT OR REPLACE deletes without asking the trigger above.
    """
    CREATE TRIGGER records_are_never_replaced BEFORE INSERT ON records
    WHEN EXISTS (SELECT 1 FROM records WHERE tournament = NEW.tournament AND number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'records are never replaced'); END
    """,
    """
    CREATE TRIGGER tournaments_are_never_deleted BEFORE DELETE ON tournaments
    BEGIN SELECT RAISE(ABORT, 'tournaments are never deleted'); END
    """,
)


def create(connection: Connection) -> None:
    """Make everything in an empty database."""
    metadata.create_all(connection, checkfirst=False)
    for trigger in TRIGGERS:
        connection.exec_driver_sql(trigger)
    connection.execute(insert(version).values(version_num=REVISION))
