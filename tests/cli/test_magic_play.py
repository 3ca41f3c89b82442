"""`magic play` and `magic shortcut`, as people type them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CommandLine

pytest.importorskip("phase")

CASE: dict[str, Any] = {
    "players": 2,
    "names": ["Ana", "Bo"],
    "battlefield": [
        [
            {"card": "Intruder Alarm"},
            {"card": "Grizzly Bears", "as": "bear"},
            {"card": "Presence of Gond", "on": "bear"},
        ],
        [{"card": "Mountain"}],
    ],
    "library": [["Forest"], ["Forest"]],
}


@pytest.fixture
def case(tmp_path: Path, card_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(card_file.parent))
    file = tmp_path / "case.json"
    file.write_text(json.dumps(CASE), "utf-8")
    return file


def test_a_played_body_is_saved_and_plays_again(floorjudge: CommandLine, case: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    said = floorjudge.done("magic", "play", str(case), "--save", str(saved), typed=["2", "r", "9", "2", "u", "b", "q"])
    assert "Ana has priority." in said
    assert "2  activate bear" in said
    assert "The last step is undone." in said
    assert "token:Elf Warrior" in said
    case_value = json.loads(saved.read_text("utf-8"))
    assert case_value["body"] == [
        {"by": 0, "do": "activate", "source": "bear"},
        {"do": "resolve all"},
    ]
    again = floorjudge.done("magic", "play", str(saved), typed=["q"])
    assert "Grizzly Bears" in again or "bear" in again


def test_playing_ends_when_nobody_answers_any_more(floorjudge: CommandLine, case: Path) -> None:
    said = floorjudge.done("magic", "play", str(case), typed=["1"])
    assert json.loads(said.splitlines()[-1]) == {"body": [{"by": 0, "do": "pass"}]}


def test_what_was_played_is_not_lost_with_its_file(floorjudge: CommandLine, case: Path, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "such.json")
    ran = floorjudge("magic", "play", str(case), "--save", nowhere, typed=["2", "q"])
    assert ran.code == 2
    assert nowhere in ran.err
    assert '{"body": [{"by": 0, "do": "activate", "source": "bear"}]}' in ran.out


def test_attackers_are_ticked(floorjudge: CommandLine, case: Path) -> None:
    said = floorjudge.done("magic", "play", str(case), typed=["1", "1", "1", "1", "1", "q"])
    assert "Which creatures attack?" in said
    (line,) = (line for line in said.splitlines() if line.startswith('{"body"'))
    assert {"by": 0, "do": "attack", "attackers": ["bear"]} in json.loads(line)["body"]


def test_play_refuses(floorjudge: CommandLine, case: Path) -> None:
    assert floorjudge.refused("magic", "play", str(case), "--save", str(case))[0] == "file_exists"
    assert json.loads(floorjudge("magic", "play", str(case), "--json").out)["error"]["code"] == "play_as_json"


@pytest.mark.engine
def test_a_shortcut_of_a_million_is_taken_through_its_certificate(floorjudge: CommandLine, case: Path) -> None:
    shortcut: dict[str, Any] = {
        "sequence": [{"repeat": [{"do": "activate", "source": "bear"}, {"do": "resolve all"}], "times": "1000000"}],
        "answers": [{"player": "Bo", "stop_at": [0, "3", 2]}],
    }
    case.write_text(json.dumps({**CASE, "shortcut": shortcut}), "utf-8")
    value = floorjudge.json("magic", "shortcut", str(case))
    assert (value["outcome"], value["choices_made"], value["evidence"]) == ("taken", "17", "extended")
    assert any("3 × token:Elf Warrior" in line for line in value["board"])
    shortcut["answers"] = [{"player": "Bo", "accept": True}]
    case.write_text(json.dumps({**CASE, "shortcut": shortcut, "hand": [[], ["Lightning Bolt"]]}), "utf-8")
    value = floorjudge.json("magic", "shortcut", str(case))
    assert (value["board"], value["amounts"]["tokens.0.Elf Warrior"]) == ([], "1000000")
    assert value["assumes"]
    shown = floorjudge.done("magic", "shortcut", str(case))
    assert all(words in shown for words in ("1,000,000", "Extended: ", "This rests on:", "Lightning Bolt"))
    assert "Lightning Bolt" not in floorjudge.done("magic", "shortcut", str(case), "--seen-by", "Ana")


def test_a_shortcut_is_taken(floorjudge: CommandLine, case: Path) -> None:
    shortcut = {
        "sequence": [{"repeat": [{"do": "activate", "source": "bear"}, {"do": "resolve all"}], "times": "5"}],
        "answers": [{"player": "Bo", "accept": True}],
    }
    case.write_text(json.dumps({**CASE, "shortcut": shortcut}), "utf-8")
    value = floorjudge.json("magic", "shortcut", str(case))
    assert (value["outcome"], value["choices_made"]) == ("taken", "25")
    assert any("5 × token:Elf Warrior" in line for line in value["board"])
    assert "5 × token:Elf Warrior" in floorjudge.done("magic", "shortcut", str(case))
    hands = {**CASE, "shortcut": shortcut, "hand": [["Forest"], ["Lightning Bolt"]]}
    case.write_text(json.dumps(hands), "utf-8")
    assert "Lightning Bolt" in floorjudge.done("magic", "shortcut", str(case))
    assert "Lightning Bolt" not in floorjudge.done("magic", "shortcut", str(case), "--seen-by", "Ana")
    assert floorjudge.refused("magic", "shortcut", str(case), "--seen-by", "Eve") == ("unknown_seat", "--seen-by")
    del shortcut["answers"]
    case.write_text(json.dumps({**CASE, "shortcut": shortcut}), "utf-8")
    assert floorjudge.json("magic", "shortcut", str(case))["ask"]["player"] == "Bo"
    assert "Bo is asked" in floorjudge.done("magic", "shortcut", str(case))
    case.write_text(json.dumps(CASE), "utf-8")
    assert floorjudge.refused("magic", "shortcut", str(case)) == ("shortcut_left_out", "shortcut")
