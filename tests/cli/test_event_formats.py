"""What the command line prints of an event, in every format and at every stage, for people and for programs."""

from __future__ import annotations

import os
import random
from contextlib import closing

import pytest

from floorjudge.events.service import EventService
from floorjudge.formats import all_formats
from floorjudge.store import open_log
from tests.cli.conftest import CommandLine

SEED = "a seed of these tests, which is long enough"
SHOWN = ("tables", "standings", "log", "verify")


def look(floorjudge: CommandLine) -> str:
    """Have everything shown in both forms, and return the stage."""
    shown = {command: floorjudge.done("event", command) for command in SHOWN}
    seen = {command: floorjudge.json("event", command) for command in SHOWN}
    assert set(seen["tables"]) == {"name", "stage", "round", "tables", "sitting_out"}
    assert set(seen["standings"]) == {"name", "stage", "round", "players", "draw"}
    seated = [name for table in seen["tables"]["tables"] for name in table["players"]]
    sitting_out = seen["tables"]["sitting_out"]
    assert not set(seated) & set(sitting_out)
    assert all(name in shown["tables"] for name in seated)
    assert f": {', '.join(sitting_out)}.\n" in shown["tables"] or not sitting_out
    stage: str = seen["tables"]["stage"]
    return stage


@pytest.mark.parametrize("format_id", sorted(all_formats()))
def test_an_event_of_nine_is_shown_from_the_registration_to_its_end(floorjudge: CommandLine, format_id: str) -> None:
    chance = random.Random(9)
    with closing(open_log(os.environ["FLOORJUDGE_DB"])) as log:
        desk = EventService(log)
        desk.take({"do": "open", "name": "Friday", "format": format_id, "seed": SEED}, "en")
        for number in range(1, 10):
            desk.take({"do": "register", "player": f"p{number}"}, "en")
        assert look(floorjudge) == "registration"
        desk.take({"do": "start"}, "en")
        sat_out = False
        while look(floorjudge) != "finished":
            sat_out |= bool(floorjudge.json("event", "tables")["sitting_out"])
            while tables := desk.state.open_tables():
                result = desk.state.rules.by_chance(desk.state, tables[0], chance)
                desk.take({"do": "report", "table": tables[0].table, **result}, "en")
            desk.take({"do": "next"}, "en")
        assert sat_out or format_id == "ote-1.2"


def test_decimals_are_written_as_the_language_does(floorjudge: CommandLine) -> None:
    with closing(open_log(os.environ["FLOORJUDGE_DB"])) as log:
        desk = EventService(log)
        desk.take(
            {"do": "open", "name": "Friday", "format": "mtr-swiss", "seed": SEED, "options": {"rounds": 3, "cut": 0}},
            "en",
        )
        for number in range(1, 5):
            desk.take({"do": "register", "player": f"p{number}"}, "en")
        desk.take({"do": "start"}, "en")
        for table in desk.state.tables:
            desk.take(
                {"do": "report", "table": table.table, "games": dict(zip(table.players, (2, 1), strict=True))}, "en"
            )
    for language, sign in (("en", "."), ("es", ","), ("fr", ","), ("pt", ",")):
        assert f" 0{sign}33" in floorjudge.done("event", "standings", "--lang", language)


def test_an_option_of_another_kind_is_refused_in_words(floorjudge: CommandLine) -> None:
    new = ("event", "new", "Friday", "--format", "mtr-swiss", "--option")
    wrong = floorjudge.line(*new, "rounds=abc", "--json")["error"]
    assert (wrong["where"], wrong["message"]) == (
        "options.rounds",
        "“abc” cannot stand here; needed: a whole number, 0 to 20.",
    )
    for other, where in (("rounds", "--option"), ("banned=@", "."), ("last_round=best", "options.last_round")):
        assert floorjudge.line(*new, other, "--json")["error"]["where"] == where


def test_an_option_is_given_once(floorjudge: CommandLine) -> None:
    twice = ("--option", "rounds=3", "--option", "rounds=4")
    assert floorjudge.refused("event", "new", "Friday", "--format", "mtr-swiss", *twice) == (
        "written_twice",
        "--option",
    )
