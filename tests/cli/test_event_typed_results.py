"""Results typed table by table: `event report` without arguments."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import CommandLine


def test_every_open_table_is_asked_for(started: CommandLine) -> None:
    out = started.done("event", "report", typed=["16 7 -2 0", "0 0 16 3"])
    first, second = started.tables()
    for table, winner in ((first, 0), (second, 2)):
        assert ", ".join(table["players"]) in out
        assert table["result"]["winner"] == table["players"][winner]
    assert first["result"]["influence"] == dict(zip(first["players"], [16, 7, -2, 0], strict=True))
    assert "event next" in out.splitlines()[-1]


def test_a_table_may_be_skipped(started: CommandLine) -> None:
    out = started.done("event", "report", typed=["", "16 0 0 0"])
    assert out.endswith("Still open: 1.\n")
    assert [table["result"] is None for table in started.tables()] == [True, False]
    assert started.done("event", "report", typed=["16 0 0 0"]).count("> ") == 1


def test_a_game_may_be_drawn(started: CommandLine) -> None:
    for word in ("drawn", "Drawn", "d"):
        out = started.done("event", "report", typed=[word, "", ""])
        assert "played again" in out
    assert [table["result"] for table in started.tables()] == [None, None]


def test_what_was_typed_before_the_end_of_the_input_is_kept(started: CommandLine) -> None:
    out = started.done("event", "report", typed=["16 0 0 0"])
    assert out.rstrip().endswith("Still open: 2.")
    assert [table["result"] is None for table in started.tables()] == [False, True]


def test_who_won_is_asked_when_the_numbers_do_not_tell(started: CommandLine) -> None:
    ran = started("event", "report", typed=["16 17 0 0", "2", "16 16 1 1", "nobody", ""])
    assert ran.out.count("Who won?") == 2
    assert ran.err.count("Not done. ") == 1
    first, second = started.tables()
    assert first["result"]["winner"] == first["players"][1]
    assert second["result"] is None


def test_who_won_may_be_named(started: CommandLine) -> None:
    player = started.tables()[0]["players"][1]
    started.done("event", "report", typed=["16 17 0 0", player, ""])
    assert started.tables()[0]["result"]["winner"] == player


def test_the_input_may_end_at_the_question_who_won(started: CommandLine) -> None:
    ran = started("event", "report", typed=["16 17 0 0"])
    assert ran.code == 0
    assert ran.out.rstrip().endswith("Still open: 1, 2.")


@pytest.mark.parametrize("wrong", ["16", "16 0 0 0 0", "a b c d", "16 0 0 x", "nobody=16", "1" * 5000, "{0} %s [red]"])
def test_a_slip_of_the_keyboard_is_asked_for_again(started: CommandLine, wrong: str) -> None:
    ran = started("event", "report", typed=[wrong, "16 0 0 0", "16 0 0 0"])
    assert ran.code == 0
    assert ran.err.count("Not done. ") == 1
    assert all(table["result"] for table in started.tables())


@pytest.mark.parametrize("wrong", ["16", "a b c d", "16 0 0 x"])
def test_a_wrong_line_of_a_file_ends_it(started: CommandLine, wrong: str) -> None:
    """The next line of a file belongs to the next table: it must not be taken for this one."""
    ran = started("event", "report", piped=["16 0 0 0", wrong, "16 0 0 0"])
    assert (ran.code, ran.err.count("Not done. ")) == (2, 1)
    assert [table["result"] is None for table in started.tables()] == [False, True]


def test_why_somebody_won_below_the_target_is_asked(started: CommandLine) -> None:
    out = started.done("event", "report", typed=["15 3 0 0", "1", "the others conceded", ""])
    first, _ = started.tables()
    assert f"{first['players'][0]} had not reached 16." in out
    assert (first["result"]["winner"], first["result"]["note"]) == (first["players"][0], "the others conceded")


def test_names_with_numbers_may_be_typed(started: CommandLine) -> None:
    players = started.tables()[0]["players"]
    typed = " ".join(f"{player}={points}" for player, points in zip(players, (1, 16, -3, 2), strict=True))
    started.done("event", "report", typed=[typed, ""])
    assert started.tables()[0]["result"]["winner"] == players[1]


def test_a_readmission_game_asks_who_qualified(started: CommandLine) -> None:
    started.done("event", "report", typed=["16 0 1 2", "16 0 1 2"])
    started.done("event", "next")
    (game,) = started.tables()
    out = started("event", "report", typed=["9", "nobody", "1 2", "2"])
    assert out.err.count("Not done. ") == 3
    assert f"2 {game['players'][1]}" in out.out
    assert started.tables()[0]["result"] == {"qualified": [game["players"][1]]}


def test_with_everything_reported_nothing_is_asked(started: CommandLine) -> None:
    started.done("event", "report", typed=["16 0 1 2", "16 0 1 2"])
    out = started.done("event", "report")
    assert "> " not in out
    assert "event next" in out


def test_before_the_start_nothing_is_asked(registered: CommandLine) -> None:
    assert registered.refused("event", "report") == ("not_started", None)


def test_a_machine_is_not_asked(started: CommandLine) -> None:
    ran = started("event", "report", "--json", typed=["16 0 1 2"])
    assert (ran.code, ran.err, ran.out.count("\n")) == (2, "", 1)
    assert set(json.loads(ran.out)) == {"error"}
