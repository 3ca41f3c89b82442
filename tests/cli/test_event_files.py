"""Where events are kept, and verify, export and import from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from floorjudge.cli.event.opening import complete_database
from tests.cli.conftest import CommandLine
from tests.events.floor.small_event import SEED
from tests.support.postgresql import postgresql, postgresql_server  # noqa: F401 (fixtures)


@pytest.fixture
def export(started: CommandLine, tmp_path: Path) -> Path:
    """An unfinished event in a file."""
    file = tmp_path / "friday.jsonl"
    started.done("event", "export", str(file))
    return file


def test_export_to_standard_output_is_raw(started: CommandLine, export: Path) -> None:
    out = started.done("event", "export", "-")
    assert out == export.read_text("utf-8")
    assert started.done("event", "export") == out
    assert started.done("event", "export", "-", "--json") == out
    assert all(isinstance(json.loads(line), dict) for line in out.splitlines())
    assert SEED not in out


def test_export_says_where_it_has_written(started: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "[red]x {0} :heart:.jsonl"
    assert str(file) in started.done("event", "export", str(file))
    before = file.read_bytes()
    assert started.json("event", "export", str(file)) == {"exported": str(file)}
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("*.jsonl*")) == [file.name]


def test_export_to_where_nothing_can_be_written(started: CommandLine, tmp_path: Path) -> None:
    for wrong in (tmp_path / "no folder" / "x", tmp_path):
        assert started.refused("event", "export", str(wrong)) == ("unwritable_file", str(wrong))
    assert not list(tmp_path.glob("**/*.partial"))


def test_import_gives_the_same_event(started: CommandLine, export: Path, tmp_path: Path) -> None:
    other = str(tmp_path / "other.db")
    out = started.done("event", "import", str(export), "--db", other)
    assert "Friday" in out
    assert "friday" in out
    for command in ("tables", "standings", "log"):
        assert started.json("event", command, "--db", other) == started.json("event", command)
    assert started.done("event", "export", "--db", other) == export.read_text("utf-8")
    again = started.json("event", "import", str(export), "--db", other)
    assert again == {"event": "friday-2", "records": 10, "seed_known": False}


def test_an_imported_event_goes_on_with_its_seed(started: CommandLine, export: Path, tmp_path: Path) -> None:
    without, with_seed = str(tmp_path / "without.db"), str(tmp_path / "with.db")
    started.done("event", "import", str(export), "--db", without)
    started.done("event", "import", str(export), "--db", with_seed, "--seed", SEED)
    assert started.refused("event", "random-order", "a", "b", "--reason", "x", "--db", without) == (
        "seed_missing",
        "seed",
    )
    started.done("event", "random-order", "a", "b", "--reason", "x", "--db", with_seed)


def test_import_with_a_wrong_seed(started: CommandLine, export: Path) -> None:
    assert started.refused("event", "import", str(export), "--seed", "another one") == ("wrong_seed", "seed")
    assert started.refused("event", "verify", str(export), "--seed", "another one") == ("wrong_seed", "seed")
    assert len(started.json("event", "list")["events"]) == 1


def test_verify(started: CommandLine, export: Path) -> None:
    said = started.done("event", "verify")
    assert "1 draw is proved" in said
    # What follows from what is there is all that can be said: whether it is all that there was, another mark tells.
    assert "A newer mark tells" in said
    assert "unbroken" not in said
    verified = started.json("event", "verify")
    assert set(verified) == set(
        (
            "verified name records head mark compared draws_proved lists orders renewals ends_undone namesakes "
            "draws_waiting moved shortened draws_lost typed starts undone"
        ).split()
    )
    assert (verified["verified"], verified["name"], verified["records"]) == (True, "Friday", 10)
    assert "finished" in started.done("event", "verify", str(export))
    waiting = started.json("event", "verify", str(export))
    assert (waiting["draws_proved"], waiting["draws_waiting"]) == (0, 1)
    assert waiting["head"] == verified["head"]
    assert started.json("event", "verify", str(export), "--seed", SEED) == verified


def test_verify_tells_what_somebody_tried_until_it_suited(floorjudge: CommandLine) -> None:
    floorjudge.done("event", "new", "Steered", "--seed", SEED)
    floorjudge.done("event", "register", "Ana", "Bo", "Cy")
    for step in (["close"], ["undo"], ["rename", "Ana", "Anna"], ["close"], ["start", "--public", "4 1 6"]):
        floorjudge.done("event", *step)
    for items in ("abc", "cba", "abcd"):
        floorjudge.done("event", "random-order", *items, "--reason", "OTE 2.8.4")
        floorjudge.done("event", "undo")
    floorjudge.done("event", "new", "steered!")
    said = floorjudge.done("event", "verify", "--event", "steered")
    assert said.count("The list of 3 players was closed at") == 2
    assert "That was taken back at" in said
    assert "On the first list under another name: Anna." in said
    assert said.count("The random order") == 3
    assert "1 other event of this name was opened here at about the same time (steered-2)" in said
    verified = floorjudge.json("event", "verify", "--event", "steered")
    assert [each["renamed"] for each in verified["lists"]] == [[], ["Anna"]]
    assert verified["lists"][0]["undone_at"]
    first, again, other = (each["order"] for each in verified["orders"])
    assert first == again
    assert sorted(other) == ["a", "b", "c", "d"]
    assert len(verified["namesakes"]) == 1


def test_a_mark_is_compared_with_a_log(started: CommandLine, export: Path) -> None:
    verified = started.json("event", "verify")
    mark = verified["mark"]
    assert verified["compared"] is None
    said = started.done("event", "verify", str(export), "--mark", mark)
    assert "the same up to record 10" in said
    assert "weak" not in said
    assert started.json("event", "verify", "--mark", mark)["compared"] == {"record": 10, "weak": False}
    assert "this mark is weak" in started.done("event", "verify", "--mark", mark[:13])
    assert started.refused("event", "verify", "--mark", f"10-{'0' * 32}") == ("mark_of_another_log", "mark")
    assert started.refused("event", "verify", "--mark", f"11-{mark[3:]}") == ("mark_of_another_log", "mark")
    assert started.refused("event", "verify", "--mark", "hello") == ("no_mark", "mark")


def test_verify_a_file_that_keeps_events(started: CommandLine, tmp_path: Path) -> None:
    file = str(tmp_path / "events.db")
    assert started.json("event", "verify", file, "--event", "friday") == started.json("event", "verify")
    assert "Friday" in started.done("event", "verify", file)


def test_a_changed_record_is_named(started: CommandLine, export: Path) -> None:
    lines = export.read_text("utf-8").splitlines()
    lines[4] = lines[4].replace("Cy", "Mallory")
    export.write_text("\n".join(lines), "utf-8")
    for command in ("verify", "import"):
        assert started.refused("event", command, str(export)) == ("word_damaged", "records[4]")


def test_what_is_no_export(started: CommandLine, tmp_path: Path) -> None:
    file, nothing = tmp_path / "x", str(tmp_path / "nothing")
    for command in ("verify", "import"):
        for content in (b"", b"Name\nAna\nBo\n", b"\xff\xfe\x00" * 9):
            file.write_bytes(content)
            assert started.refused("event", command, str(file))[0] == "no_export"
        assert started.refused("event", command, nothing) == ("unreadable_file", nothing)


def test_a_file_of_another_kind_is_left_alone(floorjudge: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana,\n" * 1000, "utf-8")
    for command in (["list"], ["new", "Friday"], ["standings"]):
        floorjudge.refused("event", *command, "--db", str(file))
    assert file.read_text("utf-8") == "Dear Ana,\n" * 1000


def test_looking_makes_no_file(floorjudge: CommandLine, tmp_path: Path) -> None:
    """A slip of the keyboard in --db must not leave an empty file that is found the next time."""
    file = tmp_path / "folder" / "slip.db"
    for command in ("list", "standings", "tables", "log", "verify", "next", "undo", "export", "report"):
        assert floorjudge.refused("event", command, "--db", str(file)) == ("no_such_file", "--db")
        assert not file.parent.exists(), command
    assert floorjudge.refused("event", "list", "--db", f"sqlite:///{tmp_path}/slip.db") == ("no_such_file", "--db")
    assert list(tmp_path.iterdir()) == []


def test_without_a_file_named_events_are_in_the_data_folder_of_the_user(
    floorjudge: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FLOORJUDGE_DB")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "event new" in floorjudge.done("event", "list")
    assert floorjudge.json("event", "list") == {"events": []}
    for command in ("tables", "standings", "log", "start", "next", "undo", "verify", "export", "report"):
        assert floorjudge.refused("event", command) == ("not_open", None)
    assert not list(tmp_path.glob("**/events.db"))
    floorjudge.done("event", "new", "Friday")
    assert [path.name for path in tmp_path.glob("**/events.db")] == ["events.db"]


def test_stdio_serves_the_event_that_is_named(started: CommandLine, tmp_path: Path) -> None:
    started.done("event", "new", "Saturday")
    out = started.done("event", "stdio", "--event", "friday", piped=['{"do": "show"}'])
    assert json.loads(out)["view"]["name"] == "Friday"
    assert started("event", "stdio", "--event", "sunday").code == 2
    first, second = map(
        json.loads, started.done("event", "stdio", "--db", str(tmp_path / "new.db"), piped=["{}", ""]).splitlines()
    )
    assert (first["error"]["code"], second["error"]["code"]) == ("missing_field", "bad_json")


@pytest.fixture(params=["path", "address", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "server":
        return str(request.getfixturevalue("postgresql")).replace("postgres@", "postgres:secret@")
    file = str(tmp_path / "events.db")
    return f"sqlite:///{file}" if request.param == "address" else file


def test_an_event_is_kept_wherever_it_is_named(floorjudge: CommandLine, place: str) -> None:
    said = floorjudge.done("event", "new", "Friday", "--db", place)
    assert place.removeprefix("sqlite:///").partition("?")[0].replace("secret", "***") in said
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


def test_a_database_that_cannot_be_used_is_said_so_without_its_password(floorjudge: CommandLine) -> None:
    for address, code in (
        ("postgresql://ana:secret@127.0.0.1:1/events", "database_away"),
        ("mysql://ana:secret@host/events", "unknown_database"),
    ):
        for command in (["list"], ["standings"], ["new", "Friday"]):
            assert floorjudge.refused("event", *command, "--db", address) == (code, None)
            assert "secret" not in floorjudge("event", *command, "--db", address).err


def test_files_are_completed(tmp_path: Path) -> None:
    for name in ("friday.db", "fri[day.db", "saturday.db"):
        (tmp_path / name).touch()
    assert complete_database(f"{tmp_path}/fri", {}) == [f"{tmp_path}/fri[day.db", f"{tmp_path}/friday.db"]
    assert complete_database(f"{tmp_path}/fri[", {}) == [f"{tmp_path}/fri[day.db"]
