"""New files, older files, files of newer versions, files of others."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine

from floorjudge.events.service.log.records import Record, check_chain, seal
from floorjudge.store import open_log, open_venue_store, schema
from floorjudge.store.errors import AnotherProgram, DamagedFile, NewerVersion
from floorjudge.store.schema import APPLICATION
from tests.store.sealed import sealed

NEXT_STEP = """
from alembic import op
import sqlalchemy as sa

revision = "next"
down_revision = {current!r}


def upgrade():
    op.add_column("tournaments", sa.Column("venue", sa.Text))
    op.execute("UPDATE tournaments SET venue = 'Zaragoza'")
    {more}
"""


def steps() -> ScriptDirectory:
    config = Config()
    for option, value in schema.STEPS.items():
        config.set_main_option(option, value)
    return ScriptDirectory.from_config(config)


def layout(file: Path) -> set[tuple[object, ...]]:
    """Return the file's columns, keys, indexes and triggers, whatever the statements were that made them."""
    with closing(sqlite3.connect(file)) as connection:
        found = {
            (name, pragma, *row)
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for pragma in ("table_xinfo", "foreign_key_list", "index_list")
            for row in connection.execute(f"PRAGMA {pragma}({name})").fetchall()
        }
        indexes = {(row[0], row[3]) for row in found if row[1] == "index_list"}
        found |= {
            (*index, *row)
            for index in indexes
            for row in connection.execute(f"PRAGMA index_info({index[1]})").fetchall()
        }
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    return found | {("trigger", name, " ".join(sql.split())) for name, sql in triggers}


def stored_revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def file_before_the_first_step(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("CREATE TABLE scratch (anything)")


def pretend_a_next_step(monkeypatch: pytest.MonkeyPatch, folder: Path, more: str = "") -> None:
    """Make the program one version newer."""
    folder.mkdir()
    (folder / "next.py").write_text(NEXT_STEP.format(current=schema.REVISION, more=more))
    versions = Path(steps().versions)
    monkeypatch.setitem(schema.STEPS, "version_locations", f"{versions}:{folder}")
    monkeypatch.setattr(schema, "REVISION", "next")


def test_the_newest_revision_is_the_one_that_opening_looks_for() -> None:
    assert steps().get_heads() == [schema.REVISION]


def test_every_way_leads_to_the_same_tables(tmp_path: Path) -> None:
    made, upgraded = tmp_path / "made.db", tmp_path / "upgraded.db"
    file_before_the_first_step(upgraded)
    for file in (made, upgraded):
        open_log(file).close()
    assert layout(made) == {row for row in layout(upgraded) if row[0] != "scratch"}
    assert stored_revision(made) == stored_revision(upgraded) == schema.REVISION
    assert {name for kind, name, *_ in layout(made) if kind == "trigger"} == {
        "records_are_never_changed",
        "records_are_never_deleted",
        "records_are_never_replaced",
        "tournaments_are_never_deleted",
    }


def test_a_file_that_names_no_step_begins_at_the_first(file: Path) -> None:
    file_before_the_first_step(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    open_log(file).close()
    assert stored_revision(file) == schema.REVISION


def test_tables_without_a_version_are_not_taken_for_ours(file: Path) -> None:
    open_log(file).close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE alembic_version")
    before = layout(file)
    with pytest.raises(DamagedFile):
        open_log(file)
    assert layout(file) == before


def test_upgrading_keeps_every_record(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = sealed(50)
    with closing(open_log(file)) as log:
        log.create("friday", "Friday", records[:49], "seed")
    pretend_a_next_step(monkeypatch, tmp_path / "steps")
    with closing(open_log(file)) as log:
        assert log.read("friday") == records[:49]
        assert log.secret("friday") == "seed"
        log.append("friday", records[49])
    assert stored_revision(file) == "next"
    with closing(open_log(file)) as log:
        assert log.read("friday") == records
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT venue FROM tournaments").fetchall() == [("Zaragoza",)]


def file_of_the_first_version(file: Path, records: Sequence[Record], secret: str) -> None:
    """Make a file as the first version did, and put an event into it as that did."""
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        config = Config(attributes={"connection": connection})
        for option, value in schema.STEPS.items():
            config.set_main_option(option, value)
        command.upgrade(config, "0001")
        row = (1, "friday", "Friday", records[0].at, len(records), records[-1].hash)
        connection.exec_driver_sql("INSERT INTO tournaments VALUES (?, ?, ?, ?, ?, ?)", row)
        for record in records:
            each = (1, record.number, record.at, record.command_id, record.fingerprint, record.event)
            connection.exec_driver_sql(
                "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*each, record.previous, record.hash)
            )
        connection.exec_driver_sql("INSERT INTO secrets VALUES (1, ?)", (secret,))


def test_a_file_of_the_first_version_goes_on(file: Path) -> None:
    records = sealed(40)
    file_of_the_first_version(file, records[:30], "seed")
    with closing(open_venue_store(file)) as store:
        assert store.log.read("friday") == records[:30]
        assert store.log.secret("friday") == "seed"
        check_chain(store.log.read("friday"))
        for record in records[30:]:
            store.log.append("friday", record)
        signed = seal(records[-1], at="now", event="{}", by="organiser Marie")
        store.log.append("friday", signed)
        assert store.log.read("friday") == [*records, signed]
        store.grants.raise_serial("friday", 1)
        assert store.grants.setting("key", lambda: "made") == "made"
    with closing(sqlite3.connect(file)) as connection, pytest.raises(sqlite3.IntegrityError, match="are never"):
        connection.execute("UPDATE records SET by = 'somebody else'")


def test_a_backup_of_the_first_version_is_restored_and_left_as_it_is(place: str | Path | None, tmp_path: Path) -> None:
    backup = tmp_path / "old.db"
    file_of_the_first_version(backup, sealed(30), "seed")
    before = backup.read_bytes()
    with closing(open_venue_store(place)) as store:
        assert [event.records for event in store.restore(backup, links=True, check=check_chain)] == [30]
        assert store.log.read("friday") == sealed(30)
    assert backup.read_bytes() == before


def test_a_step_that_fails_changes_nothing(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_log(file)) as log:
        log.create("friday", "Friday", sealed(3), None)
    before = layout(file)
    with monkeypatch.context() as newer:
        pretend_a_next_step(newer, tmp_path / "steps", more="raise RuntimeError('power cut')")
        with pytest.raises(RuntimeError, match="power cut"):
            open_log(file)
    assert layout(file) == before
    with closing(open_log(file)) as log:
        assert log.read("friday") == sealed(3)


def test_somebody_else_may_have_upgraded_first(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at the revision and the lock, another process makes the tables."""
    look = schema._revision
    seen: list[str | None] = []

    def look_too_early(connection: Connection) -> str | None:
        seen.append(look(connection) if seen else None)
        return seen[-1]

    open_log(file).close()
    before = layout(file)
    monkeypatch.setattr(schema, "_revision", look_too_early)
    open_log(file).close()
    assert seen == [None, schema.REVISION]
    assert layout(file) == before


def test_a_file_of_a_newer_version_is_left_alone(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_log(file)) as log:
        log.create("friday", "Friday", sealed(3), None)
    with monkeypatch.context() as newer:
        pretend_a_next_step(newer, tmp_path / "steps")
        open_log(file).close()
    before = file.read_bytes()
    with pytest.raises(NewerVersion) as raised:
        open_log(file)
    assert str(file) in raised.value.message("en")
    assert file.read_bytes() == before


@pytest.mark.parametrize(("application", "is_empty"), [(0, False), (252006675, False), (252006675, True)])
def test_a_database_of_another_program_is_left_alone(file: Path, application: int, is_empty: bool) -> None:  # noqa: FBT001 (pytest gives it)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA application_id = {application}")
        if not is_empty:
            connection.execute("CREATE TABLE alembic_version (version_num)")
            connection.execute("INSERT INTO alembic_version VALUES (?)", [schema.REVISION])
        connection.commit()
    before = file.read_bytes()
    with pytest.raises(AnotherProgram):
        open_log(file)
    assert file.read_bytes() == before


def test_a_maker_that_died_before_its_tables_is_followed(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    assert file.stat().st_size > 0
    with closing(open_log(file)) as log:
        assert log.tournaments() == []
