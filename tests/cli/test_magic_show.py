"""`floorjudge magic show`: a position on the table, in JSON and in words."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine

pytest.importorskip("phase")

WORDS = """
card: Own Pinger | {1}{U} | Creature — Wizard | 1/1 | {T}: This creature deals 1 damage to any target.
card: Own Helm | {1} | Artifact — Equipment | Equipped creature gets +2/+2.
Ana 19 life, 2 poison: Own Pinger as ping [3 +1/+1]; Own Helm on ping [tapped]; 2 Treasure [token] | mana: GG
Bo: | graveyard: Own Helm
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path / "cache"))
    written = tmp_path / "position.txt"
    written.write_text(WORDS, "utf-8")
    return str(written)


def test_the_board_is_shown_as_it_is(floorjudge: CommandLine, file: str) -> None:
    shown = floorjudge.done("magic", "show", file)
    assert "Turn of Ana: first main phase. Priority: Ana." in shown
    assert "Ana: 19 life" in shown
    assert "Counters: 2 poison" in shown
    (pinger,) = (line for line in shown.splitlines() if "Own Pinger (ping)" in line)
    assert "Creature — Wizard 6/6" in pinger
    assert "3 +1/+1 counters" in pinger
    assert "2 × Treasure" in shown
    assert "Graveyard: Own Helm" in shown


def test_what_has_died_on_the_way_to_attackers_is_not_shown(floorjudge: CommandLine, file: str) -> None:
    ghost, ox = "card: Own Ghost | {1} | Creature — Spirit | 0/0", "card: Own Ox | {1} | Creature — Ox | 2/4"
    board = "Ana: Own Ghost; 2 Own Ox\nBo: Own Ghost; Own Ox [tapped]"
    Path(file).write_text(f"{ghost}\n{ox}\nturn: Ana, declare attackers\n{board}\n", "utf-8")
    shown = floorjudge.done("magic", "show", file)
    rows = [line.split("  ") for line in shown.splitlines() if "Own" in line]
    assert [[cell.strip() for cell in row if cell.strip()] for row in rows] == [
        ["2 × Own Ox", "Creature — Ox 2/4"],
        ["Own Ox", "Creature — Ox 2/4", "tapped"],
    ]


def test_what_may_be_done_is_said(floorjudge: CommandLine, file: str) -> None:
    shown = floorjudge.done("magic", "show", file, "--actions")
    assert "Ana may do" in shown
    assert "  - pass" in shown
    assert "activate ping" in shown
    value = floorjudge.json("magic", "show", file, "--actions")
    assert "pass" in value["actions"]
    assert value["position"]["life"] == [19, 20]


def test_mana_is_made_only_by_who_has_priority(floorjudge: CommandLine, file: str) -> None:
    Path(file).write_text(f"turn: Ana, declare attackers\n{WORDS.strip()}", "utf-8")
    actions = floorjudge.json("magic", "show", file, "--actions")["actions"]
    assert "attack with ping" in actions
    assert not [action for action in actions if action.startswith("activate")]


def test_both_forms_are_forms_of_one_position(floorjudge: CommandLine, file: str, tmp_path: Path) -> None:
    value = floorjudge.json("magic", "show", file)
    again = tmp_path / "position.json"
    again.write_text(json.dumps(value), "utf-8")
    assert floorjudge.json("magic", "show", str(again)) == value
    words = tmp_path / "again.txt"
    words.write_text(floorjudge.done("magic", "show", str(again), "--words"), "utf-8")
    assert floorjudge.json("magic", "show", str(words)) == value


def test_of_a_case_the_position_is_shown(floorjudge: CommandLine, tmp_path: Path) -> None:
    case = tmp_path / "case.json"
    case.write_text('{"life": [7, 8], "body": [{"do": "pass"}], "times": "10^100", "about": "anything"}', "utf-8")
    assert floorjudge.json("magic", "show", str(case))["life"] == [7, 8]
    case.write_text('{"life": [7, 8], "abuot": "anything"}', "utf-8")
    assert floorjudge.refused("magic", "show", str(case)) == ("bad_position", "abuot")


def test_a_mistake_is_told_with_its_place(floorjudge: CommandLine, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"battlefield": [[{"card": "A", "on": "b"}], []]}', "utf-8")
    assert floorjudge.refused("magic", "show", str(bad)) == ("no_such_permanent", "battlefield[0][0].on")
    bad.write_text('{"battlefield": [', "utf-8")
    assert floorjudge.refused("magic", "show", str(bad)) == ("broken_json", f"{bad}:1:18")


def test_without_the_engine_its_absence_is_said(
    floorjudge: CommandLine, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "phase", None)
    ran = floorjudge("magic", "show", file)
    assert ran.code == 2
    assert "floorjudge[magic]" in ran.err
    # What needs no engine still works.
    assert floorjudge.json("magic", "show", file)["players"] == 2
