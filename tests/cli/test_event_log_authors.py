"""The log on the command line, when others than the command line have written in it."""

from __future__ import annotations

from pathlib import Path

from floorjudge.store import open_log
from tests.cli.conftest import CommandLine
from tests.events.floor.small_event import started


def test_the_log_says_who_did_what(floorjudge: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "events.db"
    desk = started(open_log(file), players=6)
    db = ("--db", str(file))
    assert "Who" not in floorjudge.done("event", "log", *db)
    desk.take({"do": "call", "about": "a loop"}, "en", by="judge Bo")
    shown = floorjudge.done("event", "log", *db)
    assert "Who" in shown
    assert "judge Bo" in shown
    listed = floorjudge.json("event", "log", *db)["records"]
    assert [record.get("by") for record in listed[-2:]] == [None, "judge Bo"]
    assert listed[-1]["text"] == "Call 1: a judge is wanted: “a loop”"
