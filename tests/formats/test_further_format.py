"""A format that somebody adds by docs/formats.md alone: its code blocks are its file, and it is played as any other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CommandLine
from tests.support.further_formats import further_formats, write_knockout

# Each runs the program anew: what formats there are is found once in a process.
pytestmark = pytest.mark.server
PLAYERS = ("Ana", "Bo", "Cy", "Dee", "Eva", "Fay", "Gus")
SEED = "a seed of this test, which is long enough"
Given = Mapping[str, Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of formats with the one that the document leads to."""
    place = tmp_path_factory.mktemp("formats")
    write_knockout(place)
    return place


def run(folder: Path, *words: str, lines: Sequence[Given] = (), typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program with the folder of formats."""
    others = {name: value for name, value in os.environ.items() if name != "FLOORJUDGE_DB"}
    return subprocess.run(
        [sys.executable, "-m", "floorjudge", *words],
        input=typed or "\n".join(json.dumps(line) for line in lines),
        capture_output=True,
        text=True,
        check=False,
        env={**others, "FLOORJUDGE_FORMATS": str(folder)},
    )


def answers(folder: Path, lines: Sequence[Given], *words: str) -> list[Any]:
    """Return the answers of `event stdio` to some commands."""
    ran = run(folder, "event", "stdio", *words, lines=lines)
    assert ran.stderr == ""
    return [json.loads(line) for line in ran.stdout.splitlines()]


def opened(players: Sequence[str] = PLAYERS, **options: object) -> list[Given]:
    opening: Given = {"do": "open", "name": "Cup", "format": "knockout", "options": options, "seed": SEED}
    return [opening, *({"do": "register", "player": player} for player in players), {"do": "start"}]


def test_a_whole_event_is_played_and_verified(folder: Path, tmp_path: Path) -> None:
    db = str(tmp_path / "cup.db")
    played: list[Given] = [
        *opened(seeded=True),
        {"do": "report", "table": 1, "winner": "Bo"},
        {"do": "propose", "table": 2, "player": "Dee", "winner": "Eva"},
        {"do": "confirm", "table": 2, "player": "Eva"},
        {"do": "leave", "player": "Gus"},
        {"do": "unreport", "table": 1, "reason": "the wrong table"},
        {"do": "report", "table": 1, "winner": "Cy"},
        {"do": "rename", "player": "Cy", "name": "Cyd"},
        {"do": "next"},
        {"do": "amend", "round": 1, "table": 1, "winner": "Bo", "reason": "misheard", "preview": True},
        {"do": "amend", "round": 1, "table": 1, "winner": "Bo", "reason": "misheard"},
        {"do": "undo"},
        {"do": "report", "table": 1, "winner": "Ana"},
        {"do": "report", "table": 2, "winner": "Fay"},
        {"do": "next"},
        {"do": "leave", "player": "Ana"},
        {"do": "next"},
    ]
    told = answers(folder, played, "--db", db)
    assert [answer.get("error") for answer in told] == [None] * len(played)
    first, preview, end = told[8]["view"], told[17]["changes"], told[-1]["view"]
    assert [table["players"] for table in first["tables"]] == [["Bo", "Cy"], ["Dee", "Eva"], ["Fay", "Gus"]]
    assert (first["byes"], first["stage"], first["options"]) == (["Ana"], "round", {"seeded": True})
    assert first["tables"][0]["why"] == "As the bracket has it."
    assert {"what": "would_be_group", "player": None, "from": None, "to": ["Ana", "Bo"]}.items() <= preview[1].items()
    assert (end["stage"], end["round"], end["draw"]["seed"]) == ("finished", 3, SEED)
    places = {player["player"]: player["place"] for player in end["players"]}
    assert places == {"Fay": 1, "Ana": 2, "Cyd": 3, "Eva": 3, "Bo": 5, "Dee": 5, "Gus": 5}
    kept = tmp_path / "cup.jsonl"
    assert run(folder, "event", "export", "--db", db, str(kept)).returncode == 0
    verified = run(folder, "event", "verify", str(kept))
    assert (verified.returncode, verified.stderr) == (0, "")
    without = run(tmp_path, "event", "verify", str(kept))
    assert "kind “RoundDrawn”" in without.stderr
    changed = kept.read_text("utf-8").replace(r"\"round\":2", r"\"round\":3", 1)
    kept.write_text(changed, "utf-8")
    assert run(folder, "event", "verify", str(kept)).returncode != 0


def test_a_winner_who_leaves_before_the_next_round_stands_after_who_goes_on(folder: Path) -> None:
    played: list[Given] = [
        *opened(PLAYERS[:4], seeded=True),
        {"do": "report", "table": 1, "winner": "Ana"},
        {"do": "report", "table": 2, "winner": "Cy"},
        {"do": "leave", "player": "Ana"},
        {"do": "next"},
    ]
    told = answers(folder, played)
    assert [answer.get("error") for answer in told] == [None] * len(played)
    end = told[-1]["view"]
    assert {player["player"]: player["place"] for player in end["players"]} == {"Cy": 1, "Ana": 2, "Bo": 3, "Dee": 3}


def test_a_draw_follows_from_the_seed(folder: Path) -> None:
    told = [answers(folder, opened()) for _ in range(2)]
    assert [answer for each in told for answer in each if not answer["ok"]] == []
    one, other = (each[-1] for each in told)
    assert one["events"] == other["events"]
    (made,) = one["events"]
    assert [*made["sitting_out"], *(name for table in made["tables"] for name in table["players"])] != list(PLAYERS)


def test_what_is_wrong_is_said_with_its_place(folder: Path) -> None:
    opening = opened()
    told = answers(
        folder,
        [
            {**opening[0], "options": {"seeds": True}},
            {**opening[0], "options": {"seeded": 3}},
            {**opening[0], "format": "knock-out"},
            *opening,
            {"do": "report", "table": 1, "winner": "Zoe"},
            {"do": "report", "table": 1, "loser": "Ana"},
            {"do": "report", "table": 1},
            {"do": "drawn", "table": 1},
            {"do": "deck", "player": "Ana", "list": "40 Forest"},
            {"do": "register", "player": "Zoe"},
            {"do": "next"},
        ],
    )
    errors = [(answer["error"]["code"], answer["error"]["where"]) for answer in told if not answer["ok"]]
    assert errors == [
        ("option_unknown", "options.seeds"),
        ("bad_field", "options.seeded"),
        ("unknown_format", "format"),
        ("not_at_the_table", "winner"),
        ("unknown_field", "loser"),
        ("missing_field", "winner"),
        ("not_in_this_format", "do"),
        ("decks_are_closed", None),
        ("no_late_entry_here", "player"),
        ("games_open", None),
    ]


def test_without_the_folder_its_events_cannot_be_read(folder: Path, tmp_path: Path) -> None:
    db = str(tmp_path / "cup.db")
    answers(folder, opened(), "--db", db)
    ran = run(tmp_path, "event", "show", "--db", db)
    assert ran.returncode != 0
    assert "Traceback" not in ran.stderr


def test_it_is_played_by_typing(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line = CommandLine(capsys, monkeypatch, "--lang", "en", "event")

    def typed(*words: str, lines: str = "") -> str:
        with further_formats(folder):
            return command_line.done(*words, "--db", tmp_path / "cup.db", piped=lines.splitlines())

    typed("new", "Cup", "--format", "knockout", "--option", "seeded=true")
    typed("register", *PLAYERS)
    assert "The final" not in typed("start")
    assert "Bo goes on." in typed("report", "1", "bo")
    assert "Dee goes on." in typed("report", lines="dee\n\n")
    assert "Every table has its result" in typed("report", "3", "--winner", "Gus")
    shown = typed("tables")
    assert "★ Bo, Cy" in shown
    assert "As the bracket has it." in shown
    assert "Result: Bo goes on. → Cy goes on." in typed("amend", "1", "1", "cy", "--reason", "misheard", "--preview")
    assert "Cy goes on." in typed("amend", "1", "1", "cy", "--reason", "misheard")
    typed("next")
    assert "Matches won" in typed("standings")


def test_a_broken_format_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("", "utf-8")
    (tmp_path / "broken" / "format.py").write_text("FORMAT = 1 / 0", "utf-8")
    ran = run(tmp_path, "event", "stdio", lines=[{"do": "open", "name": "Cup"}])
    assert "Traceback" not in ran.stderr
    assert "broken" in ran.stdout + ran.stderr
