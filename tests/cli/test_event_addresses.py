"""`--db` names a file, an address of SQLite, or a PostgreSQL database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from floorjudge.cli.event.opening import complete_database
from tests.cli.conftest import CommandLine
from tests.support.postgresql import postgresql, postgresql_server  # noqa: F401 (fixtures)


@pytest.fixture(params=["path", "address", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "server":
        return str(request.getfixturevalue("postgresql"))
    file = str(tmp_path / "events.db")
    return f"sqlite:///{file}" if request.param == "address" else file


def test_an_event_is_kept_wherever_it_is_named(floorjudge: CommandLine, place: str) -> None:
    assert floorjudge.json("event", "new", "Friday", "--db", place)["ok"]
    for player in ("Ana", "Bo"):
        floorjudge.done("event", "register", player, "--db", place)
    (kept,) = floorjudge.json("event", "list", "--db", place)["events"]
    assert (kept["id"], kept["records"]) == ("friday", 3)
    assert "Ana was registered." in floorjudge.done("event", "log", "--db", place)
    (line,) = floorjudge.done(
        "event", "stdio", "--db", place, piped=[json.dumps({"do": "register", "player": "Cy"})]
    ).splitlines()
    assert json.loads(line)["ok"]
    assert "4" in floorjudge.done("event", "verify", "--db", place)


def test_it_is_said_where_events_are_kept(floorjudge: CommandLine, place: str) -> None:
    said = floorjudge.done("event", "new", "Friday", "--db", place)
    assert place.removeprefix("sqlite:///").partition("?")[0] in said


@pytest.mark.parametrize("command", [["list"], ["standings"], ["new", "Friday"]])
def test_a_server_that_does_not_answer_is_said_so_without_its_password(
    floorjudge: CommandLine, command: list[str]
) -> None:
    address = "postgresql://ana:secret@127.0.0.1:1/events"
    assert floorjudge.refused("event", *command, "--db", address) == ("database_away", None)
    assert "secret" not in floorjudge("event", *command, "--db", address).err


@pytest.mark.parametrize("command", [["list"], ["standings"], ["new", "Friday"]])
def test_databases_of_other_kinds_are_refused(floorjudge: CommandLine, command: list[str]) -> None:
    assert floorjudge.refused("event", *command, "--db", "mysql://ana@host/events") == ("unknown_database", None)


def test_looking_at_an_address_makes_no_file(floorjudge: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "slip.db"
    assert floorjudge.refused("event", "list", "--db", f"sqlite:///{file}") == ("no_such_file", "--db")
    assert not file.exists()


def test_files_are_completed(tmp_path: Path) -> None:
    for name in ("friday.db", "fri[day.db", "saturday.db"):
        (tmp_path / name).touch()
    assert complete_database(f"{tmp_path}/fri") == [f"{tmp_path}/fri[day.db", f"{tmp_path}/friday.db"]
    assert complete_database(f"{tmp_path}/fri[") == [f"{tmp_path}/fri[day.db"]
