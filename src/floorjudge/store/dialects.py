"""What SQLite and PostgreSQL are told in different words: how tables are found, claimed, and kept from forgetting."""

import re

import msgspec
from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

# Stands in the header of every SQLite file of ours ("fjud"), so that no other program's database is ever written to;
# in PostgreSQL it is the number of the lock behind which one writer at a time makes tables, events and settings.
APPLICATION = 0x666A7564
# In PostgreSQL all our tables stand in a schema of this name, and changes are told on a channel of this name.
SCHEMA = "floorjudge"
CHANNEL = "floorjudge"

_NUL, _ESCAPE = "\0", "\x10"


class Letters(TypeDecorator[str]):
    """Text to the letter in PostgreSQL, which does not take U+0000: that, and the escape sign, are written as two."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Return what is stored."""
        return value and value.replace(_ESCAPE, _ESCAPE * 2).replace(_NUL, f"{_ESCAPE}0")

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Return what had been given."""
        return value and re.sub(f"{_ESCAPE}(.)", lambda pair: _NUL if pair[1] == "0" else pair[1], value)


class Words(msgspec.Struct, frozen=True):
    """Statements of one of the two: the names of what is in the database, claiming it for us, refusing to forget.

    `has_base`: tables of ours may lack a version, for the first step of all makes the rest.
    """

    names: str
    claim: str
    triggers: tuple[str, ...]
    has_base: bool


_SQLITE = Words(
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
    ),
    has_base=True,
)

_POSTGRESQL = Words(
    names=f"SELECT tablename FROM pg_tables WHERE schemaname = '{SCHEMA}'",  # noqa: S608 (a constant)
    # Whoever may not make a schema can be given one.
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
        # Told when the transaction is over, to every process that listens, whoever has written.
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

# The triggers of all versions, in SQLite's words.
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
