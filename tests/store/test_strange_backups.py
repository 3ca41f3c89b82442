"""Backups that somebody made by other means than ours: nothing of them comes in, and nothing in them runs or grows without end."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from floorjudge.errors import Damaged, Refused
from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import PlayerLinks, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.log.records import Record, seal
from floorjudge.store import backup as store_backup
from floorjudge.store import open_venue_store
from tests.support.refusals import error_of

# Whoever reads all of it never comes to its end.
ENDLESS = "CREATE {} WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT {}"
NOW = "2026-03-06T18:00:00+00:00"
OPENED, ANA = (
    json.dumps({"event": "EventOpened", "name": "Friday", "format": "ote-1.2", "commitment": "0" * 64}),
    json.dumps({"event": "PlayerRegistered", "player": "Ana", "number": 1}),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of an event with a judge and a player's link."""
    folder = tmp_path_factory.mktemp("backups")
    with closing(open_venue_store(folder / "theirs.db")) as store:
        service = EventService(store.log)
        service.take({"do": "open", "name": "Friday"}, "en")
        service.take({"do": "register", "player": "Ana"}, "en")
        make_staff_token(store.grants, Role.JUDGE, "Judy", datetime.now(UTC), event="friday")
        PlayerLinks(store.grants).revoke("friday", 1)
        store.backup(folder / "backup.db")
    return folder / "backup.db"


def changed(made: Path, *statements: str) -> Path:
    """Return a copy of the backup after somebody has worked on it."""
    backup = Path(shutil.copy(made, made.with_name("changed.db")))
    with closing(sqlite3.connect(backup)) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        connection.executescript(";".join([*(f"DROP TRIGGER {name}" for (name,) in triggers), *statements]))
    return backup


def refuses(backup: Path) -> None:
    """Check that a backup is refused in whole, and leaves nothing behind."""
    with closing(open_venue_store()) as store:
        with pytest.raises(Damaged):
            store.restore(backup, links=True)
        assert store.log.tournaments() == []
        assert store.grants.of_event(None) == []


def test_what_would_run_without_end_and_links_that_cannot_be_ours_are_not_read(
    made: Path, subtests: pytest.Subtests
) -> None:
    for statements in (
        [
            "ALTER TABLE settings RENAME TO s",
            ENDLESS.format("VIEW settings AS", "'a' || n AS name, '' AS value FROM r"),
        ],
        [
            "DROP TABLE alembic_version",
            ENDLESS.format("VIEW alembic_version AS", "n AS version_num FROM r WHERE n < 0"),
        ],
        [ENDLESS.format("TRIGGER records_are_never_changed BEFORE UPDATE ON records BEGIN", "n FROM r") + "; END"],
        ["UPDATE grants SET expires_at = 'never'"],
        ["UPDATE grants SET expires_at = '2030-01-01T00:00:00'"],
        ["UPDATE grants SET made_at = 'yesterday'"],
        ["UPDATE grants SET last_used_at = ''"],
        ["UPDATE grants SET label = x'00'"],
        ["UPDATE grants SET tournament = NULL"],
        ["UPDATE grants SET role = 'owner'"],
    ):
        with subtests.test(statements=statements):
            backup = changed(made, *statements)
            refuses(backup)
            with closing(open_venue_store()) as store, pytest.raises(Damaged):
                store.links_in(backup)


def test_rows_that_would_break_pages_are_refused(made: Path, subtests: pytest.Subtests) -> None:
    for statement in (
        "UPDATE tournaments SET id = ''",
        "UPDATE tournaments SET id = '../../friday'",
        "UPDATE tournaments SET id = printf('%.*c', 101, 'x')",
        "UPDATE settings SET value = x'00'",
        "UPDATE player_links SET serial = 'many'",
        "UPDATE tournaments SET deleted_at = x'00'",
        "UPDATE tournaments SET deleted_at = 'soon', records = 'many'",
        "UPDATE tournaments SET deleted_at = 'soon', id = '../../friday'",
    ):
        with subtests.test(statement=statement):
            refuses(changed(made, statement))


def test_when_an_event_was_opened_is_what_its_log_says(made: Path) -> None:
    with closing(open_venue_store()) as store:
        store.restore(changed(made, "UPDATE tournaments SET opened_at = 'soon'"), links=False)
        assert store.log.tournaments()[0].opened_at == store.log.read("friday")[0].at


def test_a_log_that_nobody_could_open_or_show_is_refused(made: Path, subtests: pytest.Subtests) -> None:
    for *events, at in (
        (ANA, NOW),
        (OPENED, "{not json", NOW),
        (OPENED, "[" * 100_000, NOW),
        (OPENED, '{"event":"Nonsense"}', NOW),
        (OPENED, '{"event":"CommandUndone","undone":"X"}', NOW),
        (OPENED, ANA, '{"event":"ResultReported","table":7,"winner":"Ana","influence":{"Ana":16},"note":null}', NOW),
        (OPENED, ANA, "soon"),
    ):
        with subtests.test(newest=events[-1][:50], at=at):
            refuses(with_log(made, [*((event, NOW) for event in events[:-1]), (events[-1], at)]))


def with_log(made: Path, events: list[tuple[str, str]]) -> Path:
    """Return the backup with another log, whose chain is unbroken."""
    log: list[Record] = []
    for event, at in events:
        log.append(seal(log[-1] if log else None, at=at, event=event))
    backup = changed(made, "DELETE FROM records")
    with closing(sqlite3.connect(backup)) as connection, connection:
        for record in log:
            fields = (record.number, record.at, record.event, record.previous, record.hash)
            connection.execute(
                "INSERT INTO records (tournament, number, at, event, previous, hash) VALUES (1, ?, ?, ?, ?, ?)", fields
            )
        connection.execute("UPDATE tournaments SET records = ?, head = ?", (len(log), log[-1].hash))
    return backup


def test_a_packed_backup_that_would_become_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_backup, "LARGEST_UNPACKED", 3_000_000)
    packed = tmp_path / "backup.db.gz"
    packed.write_bytes(gzip.compress(b"\0" * 10_000_000))
    store = open_venue_store()
    assert error_of(Refused, store.restore, packed, links=True).code == "backup_too_large"
    store.close()
