"""What SQLite and its driver raise, and what is said instead."""

import errno
import io
import sqlite3
import tempfile
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from floorjudge.errors import BadInput, Conflict, Damaged, FloorjudgeError, Refused
from floorjudge.store.sqlite import translating_errors


def from_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorcode = code
    return error


def test_each_kind_has_its_code(subtests: pytest.Subtests) -> None:
    for code, family, said in [
        (sqlite3.SQLITE_BUSY, Conflict, "file_busy"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Conflict, "file_busy"),
        (sqlite3.SQLITE_LOCKED, Conflict, "file_busy"),
        (sqlite3.SQLITE_READONLY, Refused, "file_read_only"),
        (sqlite3.SQLITE_READONLY_DBMOVED, Refused, "file_read_only"),
        (sqlite3.SQLITE_FULL, Refused, "disk_full"),
        (sqlite3.SQLITE_CANTOPEN, Refused, "file_not_opened"),
        (sqlite3.SQLITE_PERM, Refused, "file_not_opened"),
        (sqlite3.SQLITE_IOERR_FSYNC, Damaged, "disk_failed"),
        (sqlite3.SQLITE_CORRUPT, Damaged, "damaged_file"),
        (sqlite3.SQLITE_NOTADB, Damaged, "damaged_file"),
        (sqlite3.SQLITE_ERROR, Damaged, "damaged_file"),
    ]:
        for wrapped in [False, True]:
            with subtests.test(code=code, family=family, said=said, wrapped=wrapped):
                error: Exception = from_sqlite(code)
                if wrapped:
                    error = DBAPIError("SELECT 1", None, error)
                with pytest.raises(family) as raised, translating_errors("events.db"):
                    raise error
                assert raised.value.code == said
                assert "events.db" in raised.value.message("en")


@pytest.mark.parametrize(
    ("trial", "said"),
    [(errno.ENOSPC, "disk_full"), (errno.EDQUOT, "disk_full"), (errno.EIO, "disk_failed"), (None, "disk_failed")],
)
def test_a_disk_that_has_no_room_for_what_sqlite_shares_is_full(
    trial: int | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tried(**_: object) -> io.BytesIO:
        if trial is not None:
            raise OSError(trial, "no")
        return io.BytesIO()

    monkeypatch.setattr(tempfile, "TemporaryFile", tried)
    with pytest.raises(FloorjudgeError) as raised, translating_errors(str(tmp_path / "events.db")):
        raise from_sqlite(sqlite3.SQLITE_IOERR_SHMSIZE)
    assert raised.value.code == said


def test_a_mistake_of_our_own_stays_one() -> None:
    mistake = DBAPIError("SELECT 1", None, sqlite3.ProgrammingError("wrong number of bindings"))
    with pytest.raises(DBAPIError), translating_errors("events.db"):
        raise mistake


def test_letters_that_are_none_are_damage_when_they_come_from_the_file() -> None:
    with pytest.raises(Damaged) as raised, translating_errors("events.db"):
        b"\xff".decode()
    assert raised.value.code == "damaged_file"


def test_letters_that_are_none_are_bad_input_when_they_are_given() -> None:
    with pytest.raises(BadInput) as raised, translating_errors("events.db"):
        "\udcff".encode()
    assert raised.value.code == "not_unicode"


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError), translating_errors("events.db"):
        raise ZeroDivisionError
