"""A log that lost its end is noticed at the next start, and nobody goes on with what is left by accident."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from floorjudge.errors import Damaged, FloorjudgeError
from floorjudge.events.service import EventService
from floorjudge.store import open_log, open_venue_store
from floorjudge.store import sqlite as store_sqlite
from floorjudge.store.errors import DiskFull, LostEnd, OtherEnd
from tests.events.floor.small_event import started
from tests.support.refusals import error_of


def killed(folder: Path) -> Path:
    """Return a file as a killed program leaves it: with its newest records in the write-ahead log only."""
    used, left = folder / "used.db", folder / "events.db"
    log = open_log(used)
    with closing(sqlite3.connect(used)) as reader:
        reader.execute("PRAGMA wal_autocheckpoint = 0")
        reader.execute("SELECT 1 FROM sqlite_master").fetchall()
        started(log)
        for end in ("", "-wal", ".heads"):
            shutil.copy(f"{used}{end}", f"{left}{end}")
    log.close()
    return left


def event_in(place: str | Path) -> EventService:
    """Start an event in a database, close that, and return the event's service."""
    with closing(open_log(place)) as log:
        return started(log)


def goes_on(place: str | Path, service: EventService) -> None:
    """Write one record more."""
    with closing(open_log(place)) as log:
        EventService(log, service.event_id).take({"do": "announce", "text": "Lunch"}, "en")


def test_a_write_ahead_log_that_is_gone_is_noticed(tmp_path: Path) -> None:
    file = killed(tmp_path)
    Path(f"{file}-wal").unlink()
    with pytest.raises(Damaged):
        open_log(file)


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_one_flipped_bit_in_the_write_ahead_log_is_noticed(tmp_path: Path, part: float) -> None:
    file = killed(tmp_path)
    journal = Path(f"{file}-wal")
    content = bytearray(journal.read_bytes())
    content[int(len(content) * part)] ^= 1
    journal.write_bytes(content)
    lost = error_of(LostEnd, open_log, file)
    assert "friday" in lost.message("en") or lost.event == "no. 1"
    # Going on is possible, but only by a deliberate step.
    Path(f"{file}.heads").rename(tmp_path / "moved")
    open_log(file).close()


def test_an_older_file_in_its_place_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    service = event_in(file)
    shutil.copy(file, tmp_path / "older.db")
    goes_on(file, service)
    shutil.copy(tmp_path / "older.db", file)
    lost = error_of(LostEnd, open_log, file)
    assert (lost.newest, lost.written) == (service.number, service.number + 1)


def test_the_loss_of_restored_records_is_noticed(tmp_path: Path) -> None:
    backup, file = tmp_path / "backup.db", tmp_path / "events.db"
    with closing(open_venue_store(tmp_path / "first.db")) as first:
        service = started(first.log)
        first.backup(backup)
    with closing(open_venue_store(file)) as second:
        empty = tmp_path / "empty.db"
        shutil.copy(file, empty)
        shutil.copy(f"{file}-wal", f"{empty}-wal")
        second.restore(backup, links=True)
    empty.replace(file)
    Path(f"{empty}-wal").replace(f"{file}-wal")
    lost = error_of(LostEnd, open_log, file)
    assert (lost.newest, lost.written) == (0, service.number)


def test_a_file_that_is_gone_does_not_begin_anew_unnoticed(tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    event_in(file)
    file.unlink()
    with pytest.raises(Damaged):
        open_log(file)


def test_a_server_that_goes_on_from_something_older_is_noticed(postgresql: str) -> None:
    service = event_in(postgresql)
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute("SET search_path = floorjudge")
        connection.execute("ALTER TABLE records DISABLE TRIGGER ALL")
        connection.execute("DELETE FROM records WHERE number = (SELECT max(number) FROM records)")
        connection.execute(
            "UPDATE tournaments SET records = records - 1,"
            " head = (SELECT hash FROM records WHERE number = tournaments.records - 1)"
        )
    lost = error_of(LostEnd, open_log, postgresql)
    assert (lost.event, lost.newest) == ("friday", service.number - 1)


def test_a_record_that_is_another_one_is_not_called_a_lost_end(tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    event_in(file)
    heads = Path(f"{file}.heads")
    heads.write_bytes(re.sub(rb"[0-9a-f]{64}", b"f" * 64, heads.read_bytes()))
    with pytest.raises(OtherEnd):
        open_log(file)


def test_an_end_counts_though_nothing_is_known_of_the_logs_before(tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    event_in(file)
    Path(f"{file}.heads").unlink()
    second = event_in(file)
    with closing(sqlite3.connect(file)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM records WHERE tournament = 2 AND number = ?", (second.number,))
        connection.commit()
    with pytest.raises(LostEnd):
        open_log(file)


def test_heads_that_lag_or_cannot_be_read_are_no_damage(tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    service = event_in(file)
    heads = Path(f"{file}.heads")
    lagging = heads.read_bytes()
    goes_on(file, service)
    heads.write_bytes(lagging)
    open_log(file).close()
    heads.write_bytes(b"\0" * 50 + b"\n1 x\n")
    open_log(file).close()


def test_a_full_disk_is_said_by_whoever_asks_whether_all_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_venue_store(tmp_path / "events.db")
    assert store.health().durable
    monkeypatch.setattr(store_sqlite, "ROOM", 1 << 60)
    with pytest.raises(DiskFull):
        store.health()
    store.close()


def test_a_record_that_found_no_room_is_remembered(tmp_path: Path) -> None:
    store = open_venue_store(tmp_path / "events.db")
    service = started(store.log)
    file = tmp_path / "events.db"
    with closing(sqlite3.connect(file)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]

    def limited() -> None:
        database = store._database
        with database.reading() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    for _ in range(4):
        limited()
    for number in range(400):
        limited()
        try:
            service.take({"do": "announce", "text": f"{number} " + "x" * 1900}, "en")
        except DiskFull:
            break
    else:
        pytest.fail("the disk was never full")
    with pytest.raises(FloorjudgeError):
        store.health()
    store.close()
