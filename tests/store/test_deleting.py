"""An event that is deleted is gone with all its links, comes back from the backup only, and is taken for no damage."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from floorjudge.events.service.access.errors import BadLink
from floorjudge.events.service.access.links import PlayerLinks, make_staff_token, read_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.log.records import check_chain
from floorjudge.store import open_log, open_venue_store
from floorjudge.store.backup import Restored
from floorjudge.store.errors import BackupExists, DeletionLost, LostEnd, MovedOn, UnknownTournament
from floorjudge.store.logs import Head, SqlLog
from floorjudge.store.opening import VenueStore, delete_event
from floorjudge.store.sqlite import open_sqlite
from tests.store.sealed import following, sealed

NOW = datetime(2026, 3, 6, 18, tzinfo=UTC)
Place = str | Path | None


def filled(store: VenueStore) -> str:
    """Keep two events, one of them with a judge and two players; return the judge's token."""
    store.log.create("friday", "Friday", sealed(5), "the seed")
    store.log.create("saturday", "Saturday", sealed(2, "saturday"), None)
    store.grants.raise_serial("friday", 2)
    return make_staff_token(store.grants, Role.JUDGE, "Bo", NOW, event="friday")[0]


def test_a_deleted_event_is_gone_with_its_links(place: Place, tmp_path: Path) -> None:
    heard: list[tuple[str, int]] = []
    with closing(open_venue_store(place)) as store:
        token, links = filled(store), PlayerLinks(store.grants)
        signed = links.make("friday", 1)
        store.feed.listen(lambda event, number: heard.append((event, number)))
        deleted = store.delete("friday", tmp_path / "backup.db")
        assert (deleted.records, deleted.backup) == (5, tmp_path / "backup.db")
        assert heard == [("friday", 6)]
        with pytest.raises(BadLink):
            read_staff_token(store.grants, token, NOW)
        assert [kept.id for kept in store.log.tournaments()] == ["saturday"]
        for use in (store.log.read, store.log.secret, store.grants.of_event):
            with pytest.raises(UnknownTournament):
                use("friday")
        with pytest.raises(UnknownTournament):
            store.log.append("friday", following(sealed(5)[-1]))
        # Nobody who comes later gets what those links were made for.
        assert store.log.create("friday", "Friday", sealed(1), None) == "friday-2"
        with pytest.raises(BadLink):
            links.read(signed)
    # It is no damage, and what is left cannot be deleted by accident.
    with closing(open_venue_store(place)) as store:
        if place is not None:
            assert [kept.id for kept in store.log.tournaments()] == ["saturday", "friday-2"]


def test_what_was_deleted_comes_back_as_it_was(place: Place, tmp_path: Path) -> None:
    with closing(open_venue_store(place)) as store:
        token, links = filled(store), PlayerLinks(store.grants)
        signed, old = links.make("friday", 1), tmp_path / "old.db"
        store.backup(old)
        store.log.append("friday", following(sealed(5)[-1]))
        backup = store.delete("friday", tmp_path / "backup.db").backup
        # Perhaps another course of it: it does not get the links.
        assert store.restore(old, links=False, check=check_chain) == [
            Restored("friday", "friday-2", 5, "beside"),
            Restored("saturday", "saturday", 2, "same"),
        ]
        store.delete("friday-2", tmp_path / "again.db")
        assert store.restore(backup, links=True, check=check_chain)[0] == Restored("friday", "friday", 6, "new")
        assert read_staff_token(store.grants, token, NOW).label == "Bo"
        assert links.read(signed).player == 1
        # What was taken back before stays taken back.
        assert store.grants.serial("friday", 2) == 1
        store.log.append("friday", following(store.log.read("friday")[-1]))
        store.delete("friday", tmp_path / "third.db")
        assert [kept.id for kept in store.log.tournaments()] == ["saturday"]


def test_without_its_backup_nothing_is_deleted(place: Place, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("mine")
    with closing(open_venue_store(place)) as store:
        filled(store)
        with pytest.raises(BackupExists):
            store.delete("friday", there)
        assert store.log.read("friday") == sealed(5)
        with pytest.raises(UnknownTournament):
            store.delete("monday", tmp_path / "backup.db")


def test_what_the_backup_does_not_hold_is_not_deleted(file: Path) -> None:
    with closing(open_sqlite(file, 5)) as database:
        log = SqlLog(database)
        log.create("friday", "Friday", sealed(5), None)
        before = Head(1, 4, sealed(5)[3].hash)
        with pytest.raises(MovedOn):
            delete_event(database, "friday", before)
        assert log.read("friday") == sealed(5)


def test_a_new_machine_gives_no_deleted_id_to_those_who_have_links(tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with closing(open_venue_store(tmp_path / "here.db")) as store:
        filled(store)
        signed = PlayerLinks(store.grants).make("friday", 1)
        store.delete("friday", tmp_path / "before.db")
        store.backup(backup)
    with closing(open_venue_store(tmp_path / "there.db")) as store:
        assert [event.id for event in store.restore(backup, links=True, check=check_chain)] == ["saturday"]
        assert store.log.create("friday", "Friday", sealed(3), None) == "friday-2"
        with pytest.raises(BadLink):
            PlayerLinks(store.grants).read(signed)


def test_a_deletion_that_is_not_known_yet_is_no_damage_and_one_that_is_lost_is_noticed(
    file: Path, tmp_path: Path
) -> None:
    heads = Path(f"{file}.heads")
    with closing(open_venue_store(file)) as store:
        filled(store)
    shutil.copy(file, tmp_path / "older.db")
    lagging = heads.read_bytes()
    with closing(open_venue_store(file)) as store:
        store.delete("friday")
    assert [path.suffix for path in file.parent.glob("*before-deleting-friday.db")] == [".db"]
    after = heads.read_bytes()
    heads.write_bytes(lagging)
    open_log(file).close()
    heads.write_bytes(after)
    shutil.copy(tmp_path / "older.db", file)
    with pytest.raises(DeletionLost):
        open_log(file)


def test_records_that_are_gone_though_nobody_deleted_them_are_noticed(file: Path) -> None:
    with closing(open_venue_store(file)) as store:
        filled(store)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
            connection.execute("DELETE FROM records WHERE tournament = 1")
        # A wrong byte that makes an event look deleted does not make its records go.
        connection.execute("UPDATE tournaments SET deleted_at = 'x', records = records + 1 WHERE key = 1")
    with pytest.raises(LostEnd):
        open_log(file)


def test_a_server_lets_records_go_only_with_their_event(postgresql: str) -> None:
    with closing(open_venue_store(postgresql)) as store:
        filled(store)
    with psycopg.connect(postgresql, autocommit=True) as connection:
        for statement in ("DELETE FROM floorjudge.records", "TRUNCATE floorjudge.records"):
            with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
                connection.execute(statement)
