"""Files that are not what was written: nothing is read from them silently, and the first bad record is named."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Executable, NullPool, create_engine, delete, insert, text, update

from floorjudge.errors import Damaged, FloorjudgeError
from floorjudge.events.service.log.records import check_chain, seal
from floorjudge.store import open_log
from floorjudge.store.errors import DamagedFile, DiskFull, FileGone, LostEnd, OtherEnd, ReadOnly, WrongEnd
from floorjudge.store.logs import SqlLog
from floorjudge.store.schema import records as rows
from floorjudge.store.schema import secrets, tournaments
from floorjudge.store.sqlite import SqliteDatabase, open_sqlite
from tests.store.sealed import following, sealed
from tests.support.refusals import error_of

RECORDS = sealed(12)
TRIGGERS = (
    "records_are_never_changed",
    "records_are_never_deleted",
    "records_are_never_replaced",
    "tournaments_are_never_deleted",
)


@pytest.fixture
def kept(file: Path) -> Path:
    with closing(open_log(file)) as log:
        log.create("friday", "Friday", RECORDS[:11], "seed")
        log.append("friday", RECORDS[11])
    return file


def tamper(file: Path, statement: Executable) -> None:
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.begin() as connection:
        for trigger in TRIGGERS:
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {trigger}")
        assert connection.execute(statement).rowcount > 0


def change(column: str, number: int, value: object = "other") -> Executable:
    return update(rows).where(rows.c.number == number).values({column: value})


def leave(number: int) -> Executable:
    return delete(rows).where(rows.c.number > number)


def end_is_missed(file: Path, kind: type[LostEnd]) -> LostEnd:
    """Return what is said when a file is opened whose newest record is not as it was; go on as it tells one to."""
    raised = error_of(kind, open_log, file)
    assert raised.where == "records[12]"
    Path(raised.heads).unlink()
    return raised


def first_bad_record(file: Path, after: int = 0) -> str | None:
    """Return the place that is named when the log is read and judged."""
    with closing(open_log(file)) as log, pytest.raises(Damaged) as raised:
        check_chain(log.read("friday", after=after), after=RECORDS[after - 1] if after else None)
    return raised.value.where


def test_the_file_itself_refuses_to_forget(kept: Path, subtests: pytest.Subtests) -> None:
    for statement in (
        "UPDATE records SET event = '{}'",
        "UPDATE records SET number = number + 100",
        "DELETE FROM records WHERE number = 3",
        "INSERT OR REPLACE INTO records SELECT * FROM records WHERE number = 3",
        "DELETE FROM tournaments",
    ):
        with subtests.test(statement=statement):
            with closing(sqlite3.connect(kept)) as connection, pytest.raises(sqlite3.IntegrityError, match="are never"):
                connection.execute(statement)
            with closing(open_log(kept)) as log:
                assert log.read("friday") == RECORDS


def test_a_changed_record_is_named(kept: Path, subtests: pytest.Subtests) -> None:
    whole = kept.read_bytes()
    for number in (1, 5, 12):
        for column in ("at", "command_id", "fingerprint", "event", "previous", "by", "hash"):
            with subtests.test(number=number, column=column):
                tamper(kept, change(column, number))
                if (column, number) == ("hash", 12):
                    end_is_missed(kept, OtherEnd)
                assert first_bad_record(kept) == f"records[{number}]"
            kept.write_bytes(whole)


@pytest.mark.parametrize("number", [1, 5, 12])
def test_a_record_that_was_sealed_anew_is_noticed(kept: Path, number: int) -> None:
    """Whoever changes a record and its hash has to change all later ones, and the note of the newest one."""
    before = RECORDS[number - 2] if number > 1 else None
    forged = seal(before, at="", event="{}")
    tamper(kept, update(rows).where(rows.c.number == number).values(forged.row()))
    if number == 12:
        end_is_missed(kept, OtherEnd)
    assert first_bad_record(kept) == f"records[{min(number + 1, 12)}]"


@pytest.mark.parametrize("number", [1, 5, 11])
def test_a_missing_record_is_named(kept: Path, number: int) -> None:
    tamper(kept, delete(rows).where(rows.c.number == number))
    assert first_bad_record(kept) == f"records[{number}]"


@pytest.mark.parametrize("left", [0, 1, 5, 11])
def test_an_end_that_was_cut_off_is_noticed(kept: Path, left: int) -> None:
    tamper(kept, leave(left))
    lost = end_is_missed(kept, LostEnd)
    assert (lost.event, lost.newest, lost.written) == ("friday", left, 12)
    with closing(open_log(kept)) as log:
        for after in (0, 5, 12):
            missed = error_of(WrongEnd, log.read, "friday", after=after)
            assert missed.where == f"records[{left + 1}]"
            assert f"record 12 was written last, and it ends with record {left}" in missed.message("en")


def test_a_record_before_the_cut_is_named_first(kept: Path) -> None:
    tamper(kept, leave(9))
    tamper(kept, change("event", 4))
    end_is_missed(kept, LostEnd)
    assert first_bad_record(kept) == "records[4]"
    assert first_bad_record(kept, after=2) == "records[4]"
    assert first_bad_record(kept, after=6) == "records[4]"


def test_a_record_that_was_put_in_behind_the_end_is_named(kept: Path) -> None:
    tamper(kept, insert(rows).values(tournament=1, **following(RECORDS[-1]).row()))
    assert first_bad_record(kept) == "records[13]"
    with closing(open_log(kept)) as log, pytest.raises(Damaged):
        log.append("friday", following(RECORDS[-1], "other"))


def test_a_place_behind_the_end_is_taken_already(kept: Path) -> None:
    """As before, with the triggers still there: what comes next must not replace it."""
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute(
            "INSERT INTO records SELECT tournament, 13, at, NULL, NULL, event, previous, hash, NULL FROM records"
            " WHERE number = 12"
        )
        connection.commit()
    with closing(open_log(kept)) as log, pytest.raises(DamagedFile):
        log.append("friday", following(RECORDS[-1]))


@pytest.mark.parametrize(("column", "number", "value"), [("event", 5, b"bytes"), ("number", 12, "twelve")])
@pytest.mark.parametrize("after", [0, 3])
def test_a_value_of_another_kind_is_named(kept: Path, column: str, number: int, value: object, after: int) -> None:
    tamper(kept, change(column, number, value))
    if column == "number":
        end_is_missed(kept, OtherEnd)
    assert first_bad_record(kept, after) == f"records[{number}]"


def test_a_changed_record_is_named_before_a_value_of_another_kind(kept: Path) -> None:
    tamper(kept, change("event", 8, b"bytes"))
    tamper(kept, change("event", 6))
    assert first_bad_record(kept) == "records[6]"


def test_letters_that_are_none_are_noticed(kept: Path) -> None:
    tamper(kept, change("event", 5, text("CAST(x'fffe' AS TEXT)")))
    with closing(open_log(kept)) as log, pytest.raises(DamagedFile):
        log.read("friday")


def test_a_secret_that_makes_no_sense_is_noticed(kept: Path) -> None:
    tamper(kept, update(secrets).values(secret=b"bytes"))
    with closing(open_log(kept)) as log, pytest.raises(DamagedFile):
        log.secret("friday")


@pytest.mark.parametrize("column", ["records", "head"])
def test_a_tournament_that_makes_no_sense_is_noticed(kept: Path, column: str) -> None:
    tamper(kept, update(tournaments).values({column: b"bytes"}))
    with closing(open_log(kept)) as log:
        with pytest.raises(DamagedFile):
            log.read("friday")
        if column == "records":
            with pytest.raises(Damaged):
                log.tournaments()


def test_missing_tables_are_noticed(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute("DROP TABLE secrets")
    with closing(open_log(kept)) as log, pytest.raises(DamagedFile):
        log.secret("friday")


@pytest.mark.parametrize("content", [b"garbage", b"garbage" * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_left_alone(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert str(file) in error_of(DamagedFile, open_log, file).message("en")
    assert file.read_bytes() == content


def whole_or_noticed(file: Path) -> bool:
    """Read the log; say whether it was there, down to the last letter, rather than refused as damaged."""
    try:
        with closing(open_log(file)) as log:
            records = log.read("friday")
        check_chain(records)
    except FloorjudgeError:
        return False
    assert records == RECORDS
    return True


def test_a_file_that_was_cut_short_is_noticed(kept: Path) -> None:
    content = kept.read_bytes()
    chance = random.Random(1)
    # A part of the last page counts as all of it, and that page is an index without entries.
    parts = (chance.randrange(1, len(content) - 4096) for _ in range(20))
    lengths = [*range(4096, len(content), 4096), *parts]
    for length in lengths:
        kept.write_bytes(content[:length])
        assert not whole_or_noticed(kept)
        (kept.parent / f"{kept.name}-wal").unlink(missing_ok=True)


@contextmanager
def limited(file: Path, pragma: str) -> Iterator[tuple[SqlLog, SqliteDatabase]]:
    with closing(open_sqlite(file, 1)) as database:
        log = SqlLog(database)
        log.create("friday", "Friday", RECORDS[:5], None)
        tell_writer(database, pragma)
        yield log, database


def tell_writer(database: SqliteDatabase, pragma: str) -> None:
    with database._writer.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA {pragma}")


def repeat(action: Callable[[], None], times: int) -> None:
    for _ in range(times):
        action()


def test_a_full_disk_loses_nothing(file: Path) -> None:
    with limited(file, "max_page_count = 1") as (log, database):
        kept = RECORDS[:5]

        def append_another() -> None:
            record = following(kept[-1])
            log.append("friday", record)
            kept.append(record)

        with pytest.raises(DiskFull):
            repeat(append_another, 1000)
        assert log.read("friday") == kept
        tell_writer(database, "max_page_count = 1000000")
        append_another()
    with closing(open_log(file)) as again:
        assert again.read("friday") == kept


def test_a_file_that_may_only_be_read_is_read(file: Path) -> None:
    with limited(file, "query_only = ON") as (log, _):
        for write in (
            lambda: log.append("friday", RECORDS[5]),
            lambda: log.create("saturday", "Saturday", RECORDS, None),
        ):
            with pytest.raises(ReadOnly):
                write()
        assert log.read("friday") == RECORDS[:5]


FILL_THE_DISK = """
import sys
from contextlib import closing
from floorjudge.errors import Refused
from floorjudge.events.service.log.records import check_chain
from floorjudge.events.service.log.records import seal
from floorjudge.store import open_venue_store
from pathlib import Path
from tests.store.sealed import sealed

folder = Path(sys.argv[1])
with closing(open_venue_store(folder / "events.db")) as store:
    kept = sealed(2)
    store.log.create("friday", "Friday", kept, None)
    refused = []
    while len(refused) < 5:
        record = seal(kept[-1], at="", event="x" * 5000)
        try:
            store.log.append("friday", record)
        except Refused as error:
            refused.append(error.code)
        else:
            kept.append(record)
    assert refused == ["disk_full"] * 5, refused
    try:
        store.backup(folder / "backup.db")
    except Refused as error:
        assert error.code == "disk_full", error.code
    else:
        raise AssertionError("a backup on a full disk")
    assert store.log.read("friday") == kept
    assert len(kept) > 10
with closing(open_venue_store(folder / "events.db")) as store:
    assert store.log.read("friday") == kept
print([path.name for path in folder.iterdir() if "backup" in path.name])
"""
MOUNT = 'mount -t tmpfs -o size=600k none "$1" && exec "$2" -c "$3" "$1"'


def run_on_a_small_disk(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    """Run a program that sees a disk of 600 KiB in a folder; nobody else sees it, and it goes with the program."""
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", MOUNT, "sh", str(folder), sys.executable, program]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment)


def can_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        return run_on_a_small_disk(Path(folder), "pass").returncode == 0


@pytest.mark.skipif(not can_mount(), reason="needs a kernel that lets a program mount a disk for itself")
def test_a_disk_that_is_really_full_loses_nothing(tmp_path: Path) -> None:
    done = run_on_a_small_disk(tmp_path, FILL_THE_DISK)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("how", ["moved", "removed", "replaced"])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(file: Path, tmp_path: Path, how: str) -> None:
    elsewhere = tmp_path / "elsewhere.db"
    with closing(open_log(file)) as log:
        log.create("friday", "Friday", RECORDS[:5], None)
        file.rename(elsewhere)
        if how == "removed":
            elsewhere.unlink()
        if how == "replaced":
            file.touch()
        for write in (
            lambda: log.append("friday", RECORDS[5]),
            lambda: log.create("saturday", "Saturday", RECORDS, None),
        ):
            with pytest.raises(FileGone):
                write()
        if how == "moved":
            elsewhere.rename(file)
            log.append("friday", RECORDS[5])
            assert log.read("friday") == RECORDS[:6]
