"""Backups: one file whatever the database was, of one moment while others write, and back into either kind."""

import os
import random
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from floorjudge.errors import Damaged, FloorjudgeError, Refused
from floorjudge.events.service.access.links import Grant
from floorjudge.events.service.log.records import check_chain, seal
from floorjudge.store import open_log, open_venue_store
from floorjudge.store.backup import Restored
from floorjudge.store.errors import CannotOpen
from floorjudge.store.opening import VenueStore
from tests.store.conftest import KINDS
from tests.store.sealed import following, sealed
from tests.support.refusals import error_of

Place = str | Path | None


def fill(store: VenueStore) -> None:
    store.log.create("friday", "Friday \0\x10 ⚔", sealed(30), "the seed")
    store.log.create("saturday", "Saturday", sealed(2, "sa\0turday"), None)
    before = sealed(30)[-1]
    store.log.append("friday", seal(before, at="now", event="{}", by="organiser Marie"))
    store.grants.add(Grant("a", "saturday", "judge", "Bo", "2026-03-06T18:00:00+00:00"), "hash of a")
    store.grants.add(
        Grant("b", None, "owner", "", "2026-03-06T18:00:00+00:00", "2026-03-07T18:00:00+00:00"), "hash of b"
    )
    store.grants.revoke("a", "2026-03-06T19:00:00+00:00")
    store.grants.used("b", "2026-03-06T19:00:00+00:00")
    store.grants.setting("key", lambda: "the key")
    store.grants.raise_serial("saturday", 3)


def everything(store: VenueStore) -> object:
    events = store.log.tournaments()
    return (
        events,
        [store.log.read(kept.id) for kept in events],
        [store.log.secret(kept.id) for kept in events],
        [store.grants.of_event(event) for event in (None, *(kept.id for kept in events))],
        [store.grants.find(f"hash of {name}") for name in ("a", "b")],
        [store.grants.serial(kept.id, player) for kept in events for player in (2, 3)],
        store.grants.setting("key", lambda: "made anew"),
    )


@pytest.fixture
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty place of the kind that is asked for; PostgreSQL's is emptied again."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return tmp_path / "restored.db" if request.param == "file" else None


@pytest.mark.parametrize("empty", KINDS, indirect=True)
def test_a_backup_gives_back_everything(place: Place, empty: Place, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with closing(open_venue_store(place)) as store:
        fill(store)
        expected = everything(store)
        store.backup(backup)
    if isinstance(empty, str):
        with psycopg.connect(empty, autocommit=True) as connection:
            connection.execute("DROP SCHEMA floorjudge CASCADE" if place == empty else "SELECT 1")
        # This machine would say that the server has lost everything.
        shutil.rmtree(os.environ["STATE_DIRECTORY"], ignore_errors=True)
    before = backup.read_bytes()
    with closing(open_venue_store(empty)) as store:
        store.grants.setting("key", lambda: "made when the program was started, before anything was restored")
        assert store.restore(backup, links=True, check=check_chain) == [
            Restored("friday", "friday", 31, "new"),
            Restored("saturday", "saturday", 2, "new"),
        ]
        assert everything(store) == expected
        store.log.append("saturday", following(sealed(2, "sa\0turday")[-1]))
    assert backup.read_bytes() == before


def test_a_backup_is_one_file_for_its_owner_only(place: Place, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    with closing(open_venue_store(place)) as store:
        fill(store)
        store.backup(folder / "backup.db")
        assert [path.name for path in folder.iterdir()] == ["backup.db"]
        assert stat.S_IMODE((folder / "backup.db").stat().st_mode) == 0o600
        expected = everything(store)
    with closing(open_venue_store(folder / "backup.db")) as store:
        assert everything(store) == expected


def test_a_backup_is_of_one_moment_while_others_write(place: Place, tmp_path: Path) -> None:
    with closing(open_venue_store(place)) as store:
        store.log.create("friday", "Friday", sealed(1), None)
        ended = threading.Event()

        def write() -> None:
            record = sealed(1)[0]
            while not ended.is_set():
                record = following(record)
                store.log.append("friday", record)
                time.sleep(0.001)  # memory has one connection: others want a turn

        writers = [threading.Thread(target=write)]
        for writer in writers:
            writer.start()
        taken = []
        try:
            for number in range(6):
                acknowledged = len(store.log.read("friday"))
                store.backup(tmp_path / f"{number}.db")
                taken.append((acknowledged, tmp_path / f"{number}.db"))
        finally:
            ended.set()
            for writer in writers:
                writer.join()
        whole = store.log.read("friday")
    lengths = []
    for acknowledged, backup in taken:
        with closing(open_log(backup)) as log:
            records = log.read("friday")
        check_chain(records)
        assert records == whole[: len(records)]
        assert len(records) >= acknowledged
        lengths.append(len(records))
    assert lengths[0] < lengths[-1] <= len(whole)


def test_a_backup_replaces_nothing(place: Place, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    backup.write_text("a letter")
    with closing(open_venue_store(place)) as store:
        fill(store)
        with pytest.raises(Refused) as raised:
            store.backup(backup)
    assert raised.value.code == "backup_exists"
    assert backup.read_text() == "a letter"


def test_a_backup_that_cannot_be_written_leaves_nothing(place: Place, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("not a folder")
    with closing(open_venue_store(place)) as store:
        fill(store)
        for wrong in (tmp_path / "taken" / "backup.db", tmp_path / ("x" * 300)):
            with pytest.raises(CannotOpen):
                store.backup(wrong)
    assert not [path for path in tmp_path.iterdir() if "part" in path.name or "x" * 200 in path.name]


def damage(place: str | Path) -> None:
    """Change a record behind everybody's back."""
    if isinstance(place, str):
        with psycopg.connect(place, autocommit=True) as server:
            server.execute("ALTER TABLE floorjudge.records DISABLE TRIGGER ALL")
            server.execute("UPDATE floorjudge.records SET event = '[]' WHERE number = 7")
        return
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("DROP TRIGGER records_are_never_changed")
        connection.execute("UPDATE records SET event = '[]' WHERE number = 7")
        connection.commit()


@pytest.mark.parametrize("place", ["file", "postgresql"], indirect=True)
def test_what_is_damaged_is_not_passed_on_as_a_backup(place: str | Path, tmp_path: Path) -> None:
    with closing(open_venue_store(place)) as store:
        fill(store)
        damage(place)
        with pytest.raises(Damaged) as raised:
            store.backup(tmp_path / "backup.db")
    assert raised.value.where == "records[7]"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("backup")]


def a_backup(folder: Path, fill_it: Callable[[VenueStore], object]) -> Path:
    path = folder / f"{len(list(folder.iterdir()))}.backup"
    with closing(open_venue_store()) as store:
        fill_it(store)
        store.backup(path)
    return path


def test_what_is_here_stays_and_what_is_missing_comes(place: Place, tmp_path: Path) -> None:
    """Events of all kinds: unknown here, here less far, as far, further, and here with another course."""
    ours = {"behind": sealed(3), "equal": sealed(4), "ahead": sealed(6), "other": sealed(5, "ours"), "alone": sealed(1)}
    theirs = {
        "new": sealed(2),
        "behind": sealed(5),
        "equal": sealed(4),
        "ahead": sealed(4),
        "other": sealed(2, "theirs"),
    }
    forked = [*sealed(2), *([following(sealed(2)[-1], "fork")])]
    ours["forked"], theirs["forked"] = sealed(3), forked
    backup = a_backup(tmp_path, lambda store: [store.log.create(name, name, theirs[name], name) for name in theirs])
    with closing(open_venue_store(place)) as store:
        for name, records in ours.items():
            store.log.create(name, f"our {name}", records, None)
        expected = [
            Restored("new", "new", 2, "new"),
            Restored("behind", "behind", 5, "further"),
            Restored("equal", "equal", 4, "same"),
            Restored("ahead", "ahead", 6, "same"),
            Restored("other", "other-2", 2, "beside"),
            Restored("forked", "forked-2", 3, "beside"),
        ]
        assert store.restore(backup, links=True, check=check_chain) == expected
        now = {kept.id: store.log.read(kept.id) for kept in store.log.tournaments()}
        assert now == {
            **ours,
            "new": theirs["new"],
            "behind": theirs["behind"],
            "other-2": theirs["other"],
            "forked-2": forked,
        }
        assert store.log.secret("new") == "new"


def test_restoring_twice_is_restoring_once(place: Place, tmp_path: Path) -> None:
    backup = a_backup(tmp_path, fill)
    with closing(open_venue_store(place)) as store:
        store.restore(backup, links=True, check=check_chain)
        before = everything(store)
        assert {event.how for event in store.restore(backup, links=True, check=check_chain)} == {"same"}
        assert everything(store) == before


def test_restoring_what_is_beside_another_course_again_adds_no_second_copy(place: Place, tmp_path: Path) -> None:
    """A second computer went on from an older backup: what the first one did is put in beside it, once."""
    theirs = sealed(3)
    backup = a_backup(tmp_path, lambda store: store.log.create("friday", "friday", theirs, None))
    longer = [*theirs, following(theirs[-1], "theirs goes on")]
    later = a_backup(tmp_path, lambda store: store.log.create("friday", "friday", longer, None))
    with closing(open_venue_store(place)) as store:
        store.log.create("friday", "friday", [*sealed(2), following(sealed(2)[-1], "fork")], None)
        assert store.restore(backup, links=False, check=check_chain) == [Restored("friday", "friday-2", 3, "beside")]
        assert store.restore(backup, links=False, check=check_chain) == [Restored("friday", "friday-2", 3, "same")]
        assert store.restore(later, links=False, check=check_chain) == [Restored("friday", "friday-2", 4, "further")]
        assert {kept.id: kept.records for kept in store.log.tournaments()} == {"friday": 3, "friday-2": 4}


def test_keys_that_are_in_use_stay_and_links_that_are_bad_stay_bad(place: Place, tmp_path: Path) -> None:
    def theirs(store: VenueStore) -> None:
        fill(store)
        for name in ("c", "d"):
            store.grants.add(Grant(name, "friday", "judge", name, "2026-03-06T18:00:00+00:00"), f"hash of {name}")
        store.grants.revoke("c", "2026-03-06T19:00:00+00:00")
        store.grants.raise_serial("friday", 1)
        store.grants.setting("their own", lambda: "theirs")

    backup = a_backup(tmp_path, theirs)
    with closing(open_venue_store(place)) as store:
        store.log.create("friday", "Friday", sealed(5), None)
        store.grants.setting("key", lambda: "ours")
        for name in ("c", "d"):
            store.grants.add(Grant(name, "friday", "judge", name, "2026-03-06T18:00:00+00:00"), f"hash of {name}")
        store.grants.revoke("d", "2026-03-06T20:00:00+00:00")
        for _ in range(2):
            store.grants.raise_serial("friday", 1)
        store.restore(backup, links=True, check=check_chain)
        assert store.grants.setting("key", lambda: "") == "ours"
        assert store.grants.setting("their own", lambda: "") == "theirs"
        assert [grant.revoked_at for grant in store.grants.of_event("friday")] == [
            "2026-03-06T19:00:00+00:00",
            "2026-03-06T20:00:00+00:00",
        ]
        assert store.grants.serial("friday", 1) == 2
        assert store.grants.serial("saturday", 3) == 1


def database_of_another_program(folder: Path) -> bytes:
    with closing(sqlite3.connect(folder / "theirs.db")) as connection:
        connection.execute("CREATE TABLE theirs (anything)")
    return (folder / "theirs.db").read_bytes()


def test_what_is_no_backup_puts_nothing_in(place: Place, tmp_path: Path) -> None:
    contents = {"empty": b"", "garbage": b"garbage" * 1000, "theirs": database_of_another_program(tmp_path)}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    with closing(open_venue_store(place)) as store:
        fill(store)
        before = everything(store)
        for name in ("missing", *contents):
            backup = tmp_path / name
            with pytest.raises((Damaged, Refused)) as raised:
                store.restore(backup, links=True, check=check_chain)
            assert str(backup) in raised.value.message("en")
            assert everything(store) == before
            assert (backup.read_bytes() if backup.exists() else None) == contents.get(name)


def test_a_backup_that_was_changed_puts_nothing_in(place: Place, tmp_path: Path) -> None:
    backup = a_backup(tmp_path, fill)
    damage(backup)
    with closing(open_venue_store(place)) as store:
        assert error_of(Damaged, store.restore, backup, links=True, check=check_chain).where == "records[7]"
        assert store.log.tournaments() == []


@pytest.mark.server
def test_a_backup_with_a_wrong_byte_is_noticed_or_gives_what_it_had(tmp_path: Path) -> None:
    backup = a_backup(tmp_path, fill)
    whole = backup.read_bytes()
    chance = random.Random(5)
    wrong = tmp_path / "wrong.db"
    told = 0
    for _ in range(60):
        content = bytearray(whole)
        content[chance.randrange(len(content))] ^= chance.randrange(1, 256)
        wrong.write_bytes(content)
        with closing(open_venue_store()) as store:
            try:
                store.restore(wrong, links=True, check=check_chain)
            except FloorjudgeError:
                told += 1
                assert store.log.tournaments() == []
            else:
                for kept in store.log.tournaments():
                    check_chain(store.log.read(kept.id))
    assert told > 0


def test_a_database_with_its_journal_is_a_backup_too(tmp_path: Path) -> None:
    """Such as was copied from a machine that has crashed."""
    file = tmp_path / "events.db"
    with closing(open_venue_store(file)) as crashed:
        fill(crashed)
        assert (tmp_path / "events.db-wal").stat().st_size > 0
        with closing(open_venue_store()) as store:
            assert [event.records for event in store.restore(file, links=True, check=check_chain)] == [31, 2]
