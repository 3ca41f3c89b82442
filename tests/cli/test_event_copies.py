"""`event backup` and `event restore`: everything goes into one file and comes out of it, and nothing comes twice."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
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


def test_nothing_is_backed_up_where_nothing_is(floorjudge: CommandLine, tmp_path: Path) -> None:
    assert floorjudge.refused("event", "backup", str(tmp_path / "copy.db"))[0] == "no_such_file"
    missing = str(tmp_path / "none.db")
    assert floorjudge.refused("event", "backup", str(tmp_path / "copy.db"), "--db", missing)[0] == "no_such_file"
