"""`event backup` and `event restore`: everything goes into one file and comes out of it, and nothing comes twice."""

from __future__ import annotations

import gzip
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from floorjudge.events.service.access.links import make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.store import open_venue_store
from tests.cli.conftest import CommandLine
from tests.events.floor.small_event import started
from tests.support.postgresql import postgresql, postgresql_server  # noqa: F401 (fixtures)


@pytest.fixture(params=["file", "server"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(request.getfixturevalue("postgresql") if request.param == "server" else tmp_path / "other.db")


def test_what_is_backed_up_can_be_restored_elsewhere(registered: CommandLine, tmp_path: Path, elsewhere: str) -> None:
    copy, packed = tmp_path / "copy.db", tmp_path / "copy.db.gz"
    head = registered.json("event", "verify")["head"]
    assert registered.json("event", "backup", str(copy)) == {"backup": str(copy), "events": 1}
    packed.write_bytes(gzip.compress(copy.read_bytes()))
    (first,) = registered.json("event", "restore", str(copy), "--db", elsewhere)["events"]
    assert first["how"] == "new"
    registered.done("event", "register", "Zoe", "--db", elsewhere)
    (again,) = registered.json("event", "restore", str(packed), "--db", elsewhere)["events"]
    assert (again["how"], again["records"]) == ("same", first["records"] + 1)
    assert registered.json("event", "verify", str(copy))["head"] == head
    # The copy goes on where it was: it has the seed, which an export has not.
    registered.done("event", "start", "--db", elsewhere)


def test_a_backup_replaces_no_file(registered: CommandLine, tmp_path: Path) -> None:
    there = tmp_path / "there.txt"
    there.write_text("mine")
    assert registered.refused("event", "backup", str(there))[0] == "backup_exists"
    assert there.read_text() == "mine"


def test_what_is_no_backup_is_refused_and_changes_nothing(registered: CommandLine, tmp_path: Path) -> None:
    for content in (b"", b"neither this nor that", b"\x1f\x8bbroken", gzip.compress(b"neither")):
        file = tmp_path / "file"
        file.write_bytes(content)
        registered.refused("event", "restore", str(file))
        assert registered.json("event", "list")["events"][0]["records"] == 9
    assert registered.refused("event", "restore", str(tmp_path / "none"))[0] == "file_not_opened"


def test_what_is_refused_leaves_no_new_file(registered: CommandLine, tmp_path: Path) -> None:
    copy, exported, new = tmp_path / "copy.db", tmp_path / "event.jsonl", tmp_path / "new.db"
    registered.done("event", "backup", str(copy))
    registered.done("event", "export", str(exported))
    cut = tmp_path / "cut.db"
    cut.write_bytes(copy.read_bytes()[:20_000])
    before = sorted(tmp_path.iterdir())
    registered.refused("event", "restore", str(cut), "--db", str(new))
    assert registered.refused("event", "restore", str(exported), "--db", str(new)) == ("export_is_no_backup", "file")
    registered.refused("event", "import", str(exported), "--seed", "another", "--db", str(new))
    assert sorted(tmp_path.iterdir()) == before
    registered.done("event", "import", str(exported), "--db", str(new))
    assert new.exists()


def test_nothing_is_backed_up_where_nothing_is(floorjudge: CommandLine, tmp_path: Path) -> None:
    assert floorjudge.refused("event", "backup", str(tmp_path / "copy.db"))[0] == "no_such_file"
    missing = str(tmp_path / "none.db")
    assert floorjudge.refused("event", "backup", str(tmp_path / "copy.db"), "--db", missing)[0] == "no_such_file"


def test_whose_links_come_along_is_said_and_asked(floorjudge: CommandLine, tmp_path: Path) -> None:
    copy, here = tmp_path / "copy.db", str(tmp_path / "here.db")
    with closing(open_venue_store(tmp_path / "theirs.db")) as store:
        event = started(store.log).event_id
        now = datetime.now(UTC)
        make_staff_token(store.grants, Role.OWNER, "Olga", now)
        make_staff_token(store.grants, Role.JUDGE, "Bo", now, event=event)
        store.backup(copy)
    restore = ("event", "restore", str(copy), "--db", here)
    assert floorjudge.refused(*restore) == ("links_in_backup", "--links")
    asked = floorjudge.done(*restore, typed=["1"])
    assert "owner Olga" in asked
    assert "judge Bo (friday)" in asked
    with closing(open_venue_store(here)) as store:
        assert store.grants.of_event(None) == store.grants.of_event("friday") == []
    floorjudge.done(*restore, typed=["2"])
    with closing(open_venue_store(here)) as store:
        assert [grant.label for grant in store.grants.of_event("friday")] == ["Bo"]
    # Whoever is known here already is not asked about again.
    assert floorjudge.json(*restore)["events"][0]["how"] == "same"


def test_an_event_is_deleted_when_somebody_says_so_and_comes_back_from_the_backup(
    registered: CommandLine, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    (kept,) = registered.json("event", "list")["events"]
    delete = ("event", "delete", kept["name"], "--backup", str(copy))
    assert registered.refused(*delete) == ("deletion_unconfirmed", "--yes")
    registered.done(*delete, typed=["1"])
    assert registered.refused("event", "delete", "Monday", "--yes")[0] == "unknown_event"
    assert registered.json("event", "list")["events"] == [kept]
    assert not copy.exists()
    assert str(copy) in registered.done(*delete, typed=["2"])
    assert registered.json("event", "list")["events"] == []
    registered.done("event", "restore", str(copy), "--links")
    assert registered.json("event", "list")["events"] == [kept]
    gone = registered.json("event", "delete", kept["id"], "--yes")
    assert (gone["deleted"], gone["records"]) == (kept["id"], kept["records"])
    assert Path(gone["backup"]).exists()
