"""Names as hostile or careless people write them: shown as they are, and never able to command a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.cli.talk import ODD_NAMES

# As options they would be taken for what they look like.
TYPED = [name for name in ODD_NAMES if not name.startswith("-")]


def squeezed(out: str) -> str:
    """Return the text without spaces and lines of tables, in which long names are folded."""
    return re.sub(r"[\s─]+", "", out)


@pytest.fixture
def crowded(floorjudge: CommandLine) -> CommandLine:
    """Everybody with an odd name, in an event with one."""
    floorjudge.done("event", "new", "[bold]{0} %s[/bold]")
    floorjudge.done("event", "register", *TYPED)
    floorjudge.done("event", "start", "--public", "[red]{public}[/red]")
    return floorjudge


def test_every_name_is_shown_as_it_is(crowded: CommandLine) -> None:
    for command in ("tables", "standings", "log"):
        shown = squeezed(crowded.done("event", command))
        assert [name for name in TYPED if len(name) < 40 and squeezed(name) not in shown] == []
    for command in ("tables", "log", "list", "verify", "standings"):
        assert "[bold]{0} %s[/bold]" in crowded.done("event", command)


def test_nothing_that_is_typed_commands_the_terminal(crowded: CommandLine, tmp_path: Path) -> None:
    evil = "\x1b[31m\x1b]0;title\x07\x9b1m\r"
    file = tmp_path / "evil.txt"
    file.write_text(f"{evil}\n3 {evil}\n", "utf-8")
    csv = tmp_path / "evil.csv"
    csv.write_text(f"Name\n{evil}\n", "utf-8")
    name = TYPED[0]
    for words in (
        ["event", "register", evil],
        ["event", "new", evil],
        ["event", "leave", evil],
        ["event", "deck", name, str(file)],
        ["event", "deck", evil, str(file)],
        ["event", "import-players", str(csv)],
        ["event", "import-players", evil],
        ["event", "report", "1", f"{evil}=16"],
        ["event", "report", "1", "16", "0", "0", "0", "--note", evil],
        ["event", "report", "1", "16", "0", "0", "--winner", evil],
        ["event", "amend", "1", "1", "16", "--reason", evil],
        ["event", "random-order", evil, "b", "--reason", "x"],
        ["event", "standings", "--event", evil],
        ["event", "export", f"{tmp_path}/{evil}"],
        ["event", "import", evil],
        ["event", "start", "--public", evil],
        ["event", evil],
        [evil],
        ["--lang", evil],
        ["event", "list", "--db", f"{tmp_path}/{evil}/{evil}"],
    ):
        ran = crowded(*words)
        assert ran.code in (0, 2)
        printed = ran.out + ran.err
        assert not {"\x1b", "\x07", "\x9b", "\r"} & set(printed), words


def test_nothing_that_is_typed_turns_the_line_around(crowded: CommandLine) -> None:
    """Some invisible characters make a terminal write from right to left from there on."""
    for mark in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068":
        ran = crowded("event", "leave", f"a{mark}b")
        assert (ran.code, mark in ran.err) == (2, False)
    crowded.done("event", "random-order", "a", "b", "--reason", "evil \u202e words")
    assert "\u202e" not in crowded.done("event", "log")


def test_what_is_not_utf8_is_refused_or_shown_without_a_traceback(crowded: CommandLine) -> None:
    """Words of the command line that are not UTF-8 arrive as half characters."""
    for words in (
        ["register", "a\udcff"],
        ["leave", "a\udcff"],
        ["standings", "--event", "a\udcff"],
        ["new", "\udcff"],
    ):
        ran = crowded("event", *words, "--json")
        assert ran.code == 2
        assert "\udcff" not in ran.out
        assert crowded("event", *words).code == 2


def test_a_name_that_looks_like_an_option_goes_behind_two_dashes(floorjudge: CommandLine) -> None:
    floorjudge.done("event", "new", "Friday")
    floorjudge.done("event", "register", "--", "-5", "--json", "--lang")
    assert [player["player"] for player in floorjudge.json("event", "standings")["players"]] == [
        "-5",
        "--json",
        "--lang",
    ]
    floorjudge.done("event", "leave", "--", "--json")
