"""From what the user names to a file that is set up to lose nothing."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from floorjudge.errors import Conflict
from floorjudge.store import open_log
from floorjudge.store.errors import CannotOpen, FileBusy, LostFile, UnknownAddress
from floorjudge.store.logs import SqlLog
from floorjudge.store.sqlite import SqliteDatabase, open_sqlite, write_ahead
from tests.store.sealed import sealed
from tests.support.refusals import error_of

APPEND_TWENTY = """
import os, sys
from floorjudge.store import open_log
from tests.store.sealed import sealed
records = sealed(22)
log = open_log(sys.argv[1])
log.create("friday", "Friday", records[:1], None)
log.append("friday", records[1])
os.write(2, b"begin")
for record in records[2:]:
    log.append("friday", record)
os.write(2, b"end")
log.close()
"""


@pytest.mark.parametrize("address", ["{}", "sqlite:///{}"])
def test_a_file_is_named_by_its_path_or_by_an_address(address: str, file: Path) -> None:
    with closing(open_log(address.format(file))) as log:
        log.create("friday", "Friday", sealed(1), None)
    with closing(open_log(file)) as log:
        assert log.read("friday") == sealed(1)


@pytest.mark.parametrize("place", [None, ":memory:", "sqlite://", "sqlite:///:memory:", Path(":memory:")])
def test_logs_in_memory_leave_no_file(
    place: str | Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        with closing(open_log(place)) as log:
            assert log.create("friday", "Friday", sealed(1), None) == "friday"
    assert list(tmp_path.iterdir()) == []


def test_a_file_stays_the_same_when_the_program_walks_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with closing(open_log("events.db")) as log:
        monkeypatch.chdir(tmp_path / "elsewhere")
        log.create("friday", "Friday", sealed(1), None)
    with closing(open_log(tmp_path / "events.db")) as log:
        assert len(log.tournaments()) == 1


def test_other_addresses_are_refused_and_passwords_not_repeated(subtests: pytest.Subtests) -> None:
    for address, named in [
        ("mysql://ana:secret@host/events", "mysql://ana:***@host/events"),
        ("postgresql://ana:secret@host:x/events", "postgresql://"),
        ("s3 bucket://events", "s3 bucket://"),
        ("sqlite:///events.db?mode=ro", "sqlite:///events.db?mode=ro"),
        ("sqlite://host/events.db", "sqlite://host/events.db"),
    ]:
        with subtests.test(address=address, named=named):
            assert f"at {named}:" in error_of(UnknownAddress, open_log, address).message("en")


def test_folders_are_made_and_nobody_else_may_read_the_seeds(tmp_path: Path) -> None:
    file = tmp_path / "some" / "folder" / "events.db"
    with closing(open_log(file)) as log:
        log.create("friday", "Friday", sealed(1), "seed")
        beside = sorted(file.parent.iterdir())
        assert [path.name for path in beside] == ["events.db", "events.db-shm", "events.db-wal", "events.db.heads"]
        assert {stat.S_IMODE(path.stat().st_mode) for path in beside} == {0o600}


def test_nobody_takes_away_rights_that_were_given(file: Path) -> None:
    file.touch()
    file.chmod(0o640)
    open_log(file).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("not a folder")
    for wrong in (tmp_path / "taken" / "events.db", tmp_path / "taken" / "deeper" / "events.db", tmp_path):
        assert str(wrong) in error_of(CannotOpen, open_log, wrong).message("en")
    assert "(it is a folder)" in error_of(CannotOpen, open_log, tmp_path).message("en")


def test_a_lost_file_is_noticed_while_the_journal_is_there(file: Path, tmp_path: Path) -> None:
    journal = tmp_path / "events.db-wal"
    with closing(open_log(file)) as log:
        log.create("friday", "Friday", sealed(1), None)
        left = journal.read_bytes()
    journal.write_bytes(left)
    saved = file.rename(tmp_path / "moved.db")
    for _ in range(2):
        with pytest.raises(LostFile):
            open_log(file)
        assert journal.read_bytes() == left
        file.unlink(missing_ok=True)
        file.touch()
    saved.rename(file)
    with closing(open_log(file)) as log:
        assert log.read("friday") == sealed(1)


def test_a_file_is_opened_for_durability(file: Path) -> None:
    with closing(open_sqlite(file, 1)) as database:
        assert pragmas(database) == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "fullfsync": 1}


def pragmas(database: SqliteDatabase) -> dict[str, object]:
    names = ("journal_mode", "synchronous", "foreign_keys", "fullfsync")
    with database._writer.connect() as connection:
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names}


def can_trace() -> bool:
    strace = shutil.which("strace")
    return strace is not None and subprocess.run([strace, "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_trace(), reason="needs strace")
def test_a_record_costs_one_fsync(file: Path) -> None:
    trace = file.with_suffix(".trace")
    calls = "trace=fsync,fdatasync,write"
    program = [sys.executable, "-c", APPEND_TWENTY, str(file)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run(
        ["strace", "-f", "-e", calls, "-o", trace, *program], check=True, capture_output=True, env=environment
    )
    appending = trace.read_text().partition('write(2, "begin"')[2].partition('write(2, "end"')[0]
    assert appending.count("sync(") == 20


class Switching(sqlite3.Connection):
    """A connection to a file that others are switching to write-ahead logging: the first attempts are in vain."""

    attempts = 0
    in_vain = 0
    code = sqlite3.SQLITE_BUSY

    def execute(self, sql: str, _parameters: object = (), /) -> sqlite3.Cursor:
        self.attempts += 1
        if self.attempts <= self.in_vain:
            error = sqlite3.OperationalError("not now")
            error.sqlite_errorcode = self.code
            raise error
        return super().execute(sql)


@pytest.fixture
def switching() -> Iterator[Switching]:
    with closing(Switching(":memory:")) as connection:
        yield connection


def test_switching_to_write_ahead_logging_waits_for_others(switching: Switching) -> None:
    switching.in_vain = 3
    write_ahead(switching, patience=60)
    assert switching.attempts == 4


@pytest.mark.parametrize(("code", "patience"), [(sqlite3.SQLITE_IOERR, 60), (sqlite3.SQLITE_BUSY, -1)])
def test_switching_to_write_ahead_logging_does_not_wait_in_vain(
    switching: Switching, code: int, patience: float
) -> None:
    switching.in_vain = 1
    switching.code = code
    with pytest.raises(sqlite3.OperationalError):
        write_ahead(switching, patience)
    assert switching.attempts == 1


def test_a_file_that_another_program_holds_is_left_after_a_while(file: Path) -> None:
    records = sealed(2)
    with closing(open_log(file, patience=0.01)) as log, closing(sqlite3.connect(file)) as other:
        log.create("friday", "Friday", records[:1], None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(FileBusy):
            log.append("friday", records[1])
        assert log.read("friday") == records[:1]
        other.rollback()
        log.append("friday", records[1])
        assert log.read("friday") == records


def test_a_new_file_that_another_program_holds_is_left_after_a_while(file: Path) -> None:
    file.touch()
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Conflict) as raised:
            open_log(file, patience=0.01)
    assert raised.value.code == "file_busy"
    open_log(file).close()


def test_a_thread_that_waits_too_long_for_its_turn_is_told_so() -> None:
    with closing(open_sqlite(None, 0.01)) as database:
        log = SqlLog(database)
        codes: list[str] = []

        def ask() -> None:
            raised = error_of(Conflict, log.tournaments)
            codes.append(raised.code)

        with database.reading():
            waiting = threading.Thread(target=ask)
            waiting.start()
            waiting.join()
        assert codes == ["file_busy"]
        assert log.tournaments() == []


def test_what_costs_time_is_imported_late(file: Path) -> None:
    program = (
        "import sys, floorjudge.store as store\n"
        "assert 'sqlalchemy' not in sys.modules\n"
        "store.open_log(sys.argv[1]).close()\n"
        "store.open_log(sys.argv[1]).close()\n"
        "store.open_log().close()\n"
        "store.open_venue_store().close()\n"
        "assert 'sqlalchemy' in sys.modules and not {'alembic', 'psycopg'} & set(sys.modules)\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", program, str(file)], check=True, env=environment)
