"""Results from the command line, all in one command or typed table by table; corrections and the log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from floorjudge.store import open_log
from tests.cli.conftest import CommandLine
from tests.events.floor.small_event import NAMES, started


def test_report_and_next(started: CommandLine) -> None:
    first, second = started.tables()
    assert "Still open: 2." in started.report(first)
    assert started.refused("event", "report", "1", "16", "0", "0", "0") == ("already_reported", "table")
    assert started.refused("event", "next") == ("games_open", None)
    assert "event next" in started.report(second)
    assert "readmission" in started.done("event", "next")
    (game,) = started.tables()
    started.report(game)
    assert started.answer("event", "next")["view"]["stage"] == "final"


def test_report_as_people_type_it(started: CommandLine, subtests: pytest.Subtests) -> None:
    players = started.tables()[0]["players"]
    for words, winner in [
        (["16", "7", "-2", "0"], 0),
        (["-2", "16", "7", "0"], 1),
        (["16", "16", "7", "0", "--winner", "{1}"], 1),
        (["3", "2", "1", "0", "--winner", "{2}", "--note", "the others conceded"], 2),
        (["{3}=-5", "{0}=1", "{2}=17", "{1}=2"], 2),
        (["--winner", "{0}", "16", "-1", "-1", "-1"], 0),
    ]:
        with subtests.test(words=words):
            value = started.answer("event", "report", "1", *(word.format(*players) for word in words))
            assert value["view"]["tables"][0]["result"]["winner"] == players[winner]
            started.done("event", "undo")


def test_report_says_what_is_wrong(started: CommandLine, subtests: pytest.Subtests) -> None:
    players = started.tables()[0]["players"]
    for words, code, where in [
        (["16", "7", "0"], "influence_count", "influence"),
        (["16", "7", "0", "0", "0"], "influence_count", "influence"),
        ([], "influence_count", "influence"),
        (["16", "7", "0", "x"], "bad_number", "influence.{3}"),
        (["16", "7", "0", "1" * 5000], "bad_number", "influence.{3}"),
        (["16", "16", "0", "0"], "winner_needed", "winner"),
        (["15", "0", "0", "0"], "winner_needed", "winner"),
        (["16", "0", "0", "0", "--winner", "nobody"], "not_at_the_table", "winner"),
        (["{0}=16", "{1}=0"], "influence_missing", "influence"),
        (["{0}=16", "{1}=0", "{2}=0", "{3}=0", "nobody=0"], "not_at_the_table", "influence.nobody"),
        (["{0}=3", "{0}=0", "{1}=0", "{2}=0", "{3}=0", "{0}=16"], "influence_twice", "influence"),
        (["--qualified", "{0}"], "is_no_readmission", "qualified"),
        (["16", "7", "0", "0", "--nte", "x"], "unknown_option", "--nte"),
    ]:
        with subtests.test(words=words):
            expected = (code, where.format(*players))
            assert started.refused("event", "report", "1", *(word.format(*players) for word in words)) == expected
    assert started.refused("event", "report", "7", "16", "0", "0") == ("no_such_table", "table")


def test_drawn(started: CommandLine) -> None:
    assert "played again" in started.done("event", "drawn", "1")
    assert started.tables()[0]["result"] is None
    started.answer("event", "drawn", "2")
    assert started.refused("event", "drawn", "3") == ("no_such_table", "table")


def test_a_wrong_name_gets_similar_ones(started: CommandLine) -> None:
    ran = started("event", "leave", "Halt")
    assert (ran.code, "Did you mean: Hal?" in ran.err) == (2, True)
    assert "Did you mean" not in started("event", "leave", "Xxxxxxxxx").err


def test_amend(started: CommandLine) -> None:
    first, second = started.tables()
    started.report(first)
    started.report(second)
    words = ["event", "amend", "1", "1", "2", "16", "1", "0", "--reason", "typed wrong"]
    out = started.done(*words, "--preview")
    assert f"{first['players'][0]}: victory points 8 become 4." in out
    assert "nothing has been changed" in out
    value = started.answer(*words, "--preview")
    assert (value["events"], bool(value["changes"])) == ([], True)
    assert value["view"]["tables"][0]["result"]["winner"] == first["players"][0]
    assert "typed wrong" in started.done(*words)
    assert started.tables()[0]["result"]["winner"] == first["players"][1]
    assert "Nothing would change." in started.done(*words, "--preview")
    assert started.refused("event", "amend", "2", "1", "16", "0", "0", "--reason", "x") == ("no_such_round", "round")
    assert started.refused("event", "amend", "1", "9", "16", "0", "0", "--reason", "x") == ("no_such_table", "table")


def test_a_correction_whose_winner_is_below_the_target_needs_its_note(started: CommandLine) -> None:
    table = started.tables()[0]
    started.report(table)
    words = [
        "event",
        "amend",
        "1",
        "1",
        "12",
        "9",
        "1",
        "0",
        "--reason",
        "typed wrong",
        "--winner",
        table["players"][0],
    ]
    for preview in ([], ["--preview"]):
        assert started.refused(*words, *preview) == ("target_not_reached", "note")
    assert "nothing has been changed" in started.done(*words, "--note", "they conceded", "--preview")
    assert "Note: “they conceded”. Reason: “typed wrong”" in started.done(*words, "--note", "they conceded")


def test_tables_change_places_by_hand_and_the_check_of_the_log_tells_it(started: CommandLine) -> None:
    one, other = (table["players"] for table in started.tables())
    words = ("event", "seat", "1", *other, "--reason", "a wheelchair needs the aisle")
    assert "This is a preview" in started.done(*words, "--preview")
    assert started.tables()[0]["players"] == one
    assert "a wheelchair needs the aisle" in started.done(*words)
    assert [table["players"] for table in started.tables()] == [other, one]
    assert started.refused("event", "seat", "1", *one[1:], "--reason", "x") == ("groups_stay", "players")
    assert "“a wheelchair needs the aisle”" in started.done("event", "verify")
    (moved,) = started.json("event", "verify")["moved"]
    assert (moved["round"], moved["tables"][0]) == (1, {"table": 1, "players": other})
    assert "a wheelchair needs the aisle" in started.done("event", "export")


def test_a_result_is_taken_away(started: CommandLine) -> None:
    first, second = started.tables()
    started.report(first)
    started.report(second)
    assert started.refused("event", "unreport", "3", "--reason", "x") == ("no_such_table", "table")
    out = started.done("event", "unreport", "1", "--reason", "typed at the wrong table")
    assert "typed at the wrong table" in out
    assert "Still open: 1." in out
    assert [table["result"] is None for table in started.tables()] == [True, False]
    assert started.refused("event", "unreport", "1", "--reason", "x") == ("nothing_to_take_away", "table")
    assert any("typed at the wrong table" in str(line) for line in started.json("event", "log")["records"])
    assert "each follows from those before" in started.done("event", "verify")
    started.done("event", "undo")
    assert started.tables()[0]["result"] is not None


def test_amend_a_readmission(started: CommandLine) -> None:
    for table in started.tables():
        started.report(table)
    started.done("event", "next")
    (game,) = started.tables()
    one, other = game["players"]
    started.done("event", "report", "1", "--qualified", one)
    out = started.done("event", "amend", "1", "1", "--qualified", other, "--reason", "seen on the film")
    assert other in out
    assert started.tables()[0]["result"] == {"qualified": [other]}
    assert f"qualified: {other}" in started.done("event", "tables")


def test_random_order(started: CommandLine) -> None:
    out = started.done("event", "random-order", "one", "two", "three", "--reason", "OTE 2.8.4")
    assert all(item in out for item in ("one", "two", "three", "OTE 2.8.4"))
    (event,) = started.answer("event", "random-order", "a", "b", "--reason", "x")["events"]
    assert sorted(event["order"]) == ["a", "b"]


def test_log(started: CommandLine) -> None:
    started.done("event", "undo")
    listed = started.json("event", "log")
    assert [record["number"] for record in listed["records"]] == list(range(1, len(NAMES) + 4))
    assert {frozenset(record) for record in listed["records"]} == {frozenset({"number", "at", "event", "text"})}
    out = " ".join(started.done("event", "log").split())
    for record in listed["records"]:
        assert record["text"].split(".")[0] in out


def test_every_open_table_is_asked_for(started: CommandLine) -> None:
    out = started.done("event", "report", typed=["16 7 -2 0", "0 0 16 3"])
    first, second = started.tables()
    for table, winner in ((first, 0), (second, 2)):
        assert ", ".join(table["players"]) in out
        assert table["result"]["winner"] == table["players"][winner]
    assert first["result"]["influence"] == dict(zip(first["players"], [16, 7, -2, 0], strict=True))
    assert f"★ {first['players'][0]} 16 (+8)" in started.done("event", "tables")
    assert "event next" in out.splitlines()[-1]


def test_a_table_may_be_skipped_and_the_input_may_end(started: CommandLine) -> None:
    for ends in ([], ["16 17 0 0"]):  # also where it is asked who won
        assert started.done("event", "report", typed=ends).rstrip().endswith("Still open: 1, 2.")
    out = started.done("event", "report", typed=["", "16 0 0 0"])
    assert out.endswith("Still open: 1.\n")
    assert [table["result"] is None for table in started.tables()] == [True, False]
    assert started.done("event", "report", typed=["16 0 0 0"]).count("> ") == 1


def test_a_game_may_be_drawn(started: CommandLine) -> None:
    for word in ("drawn", "Drawn", "d"):
        out = started.done("event", "report", typed=[word, "", ""])
        assert "played again" in out
    assert [table["result"] for table in started.tables()] == [None, None]


def test_who_won_is_asked_when_the_numbers_do_not_tell(started: CommandLine) -> None:
    ran = started("event", "report", typed=["16 17 0 0", "2", "16 16 1 1", "nobody", ""])
    assert ran.out.count("Who won?") == 2
    assert ran.err.count("Not done. ") == 1
    first, second = started.tables()
    assert first["result"]["winner"] == first["players"][1]
    assert second["result"] is None
    player = second["players"][1]
    started.done("event", "report", typed=["16 17 0 0", player])
    assert started.tables()[1]["result"]["winner"] == player


def test_a_slip_of_the_keyboard_is_asked_for_again(started: CommandLine, subtests: pytest.Subtests) -> None:
    for wrong in ["16", "16 0 0 0 0", "a b c d", "16 0 0 x", "nobody=16", "1" * 5000, "{0} %s [red]"]:
        with subtests.test(wrong=wrong):
            ran = started("event", "report", typed=[wrong, "", ""])
            assert (ran.code, ran.err.count("Not done. ")) == (0, 1)


def test_a_wrong_line_of_a_file_ends_it(started: CommandLine) -> None:
    """The next line of a file belongs to the next table: it must not be taken for this one."""
    ran = started("event", "report", piped=["16 0 0 0", "16 0 0 x", "16 0 0 0"])
    assert (ran.code, ran.err.count("Not done. ")) == (2, 1)
    assert [table["result"] is None for table in started.tables()] == [False, True]


def test_why_somebody_won_below_the_target_is_asked(started: CommandLine) -> None:
    out = started.done("event", "report", typed=["15 3 0 0", "1", "the others conceded", ""])
    first, _ = started.tables()
    assert f"{first['players'][0]} had not reached 16." in out
    assert (first["result"]["winner"], first["result"]["note"]) == (first["players"][0], "the others conceded")


def test_a_readmission_game_asks_who_qualified(started: CommandLine) -> None:
    started.done("event", "report", typed=["16 0 1 2", "16 0 1 2"])
    started.done("event", "next")
    (game,) = started.tables()
    out = started("event", "report", typed=["9", "nobody", "1 2", "2"])
    assert out.err.count("Not done. ") == 3
    assert f"2 {game['players'][1]}" in out.out
    assert started.tables()[0]["result"] == {"qualified": [game["players"][1]]}


def test_where_nothing_is_open_nothing_is_asked(registered: CommandLine) -> None:
    assert registered.refused("event", "report") == ("not_started", None)
    registered.done("event", "start")
    registered.done("event", "report", typed=["16 0 1 2", "16 0 1 2"])
    out = registered.done("event", "report")
    assert "> " not in out
    assert "event next" in out


def test_a_machine_is_not_asked(started: CommandLine) -> None:
    ran = started("event", "report", "--json", typed=["16 0 1 2"])
    assert (ran.code, ran.err, ran.out.count("\n")) == (2, "", 1)
    assert set(json.loads(ran.out)) == {"error"}


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
