"""docs/floor.md names every command of the floor, as it is read, and says who may give it."""

from __future__ import annotations

import re
from pathlib import Path

from floorjudge.events.codec import COMMAND_NAMES, FLOOR_COMMAND_NAMES, read_command, read_object
from floorjudge.events.commands import FloorCommand
from floorjudge.events.events import FloorEvent, TournamentEvent
from floorjudge.events.service.roles import Role, may

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "floor.md").read_text("utf-8")


def test_the_commands_of_the_page_are_the_commands() -> None:
    given = [read_object(line) for line in PAGE.splitlines() if line.startswith('{"do"')]
    assert {command["do"] for command in given} == set(FLOOR_COMMAND_NAMES)
    assert {type(read_command(command)) for command in given} == set(FloorCommand.__subclasses__())
    for command in given:
        fields = {*type(read_command(command)).__struct_fields__, "do"}
        assert fields == set(command), command


def test_the_table_of_the_page_is_the_table() -> None:
    rows = re.findall(r"^\| (`\w+`.*?) \|(.*)\|$", PAGE, re.MULTILINE)
    said = {
        name: [cell.strip() == "yes" for cell in cells.split("|")]
        for names, cells in rows
        for name in re.findall(r"\w+", names)
    }
    assert said == {name: [may(role, name) for role in Role] for name in COMMAND_NAMES}


def test_the_page_about_the_log_names_every_event_and_its_fields() -> None:
    page = (DOCS / "log-format.md").read_text("utf-8")
    for kind in (*TournamentEvent.__subclasses__(), *FloorEvent.__subclasses__()):
        assert f"`{kind.__name__}`" in page
    rows = re.findall(r"^\| (`[A-Z].*?) \| (.*?) \|", page, re.MULTILINE)
    described = {name: set(re.findall(r"\w+", fields)) for names, fields in rows for name in re.findall(r"\w+", names)}
    assert described == {kind.__name__: set(kind.__struct_fields__) for kind in FloorEvent.__subclasses__()}
