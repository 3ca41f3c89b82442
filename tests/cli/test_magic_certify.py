"""`floorjudge magic certify`: the certificate of a loop, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine

pytest.importorskip("phase")

# Cards of our own: the loop makes a point of damage a time, and is kept going by its owner.
CASE = {
    "names": ["Ana", "Bo"],
    "life": [20, 9],
    "battlefield": [[{"card": "Own Pinger", "as": "ping"}], []],
    "cards": [
        {
            "name": "Own Pinger",
            "type": "Artifact",
            "text": "{0}: This artifact deals 1 damage to target player or planeswalker.",
        }
    ],
    "body": [{"by": "Ana", "do": "activate", "source": "ping", "targets": ["Bo"]}, {"do": "resolve all"}],
    "times": 4,
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path / "cache"))
    written = tmp_path / "case.json"
    written.write_text(json.dumps(CASE), "utf-8")
    return str(written)


@pytest.mark.clauses("MTR 4.4.3")
def test_people_get_a_ruling_and_a_table(floorjudge: CommandLine, file: str) -> None:
    shown = floorjudge.done("magic", "certify", file)
    assert "Ana stops the loop after 4 iterations." in shown
    (life,) = (line for line in shown.splitlines() if "life of Bo" in line)
    assert life.split()[-2:] == ["-1", "5"]
    assert "It is kept going by: Ana." in shown


def test_programs_get_json_with_numbers_as_digits(floorjudge: CommandLine, file: str) -> None:
    found = json.loads(floorjudge.done("magic", "certify", file, "--times", "10^100", "--json"))
    assert found["per_iteration"] == {"life.1": "-1"}
    assert (found["verdict"], found["stopped_by"]["kind"], found["after"]["life.1"]) == ("ends", "life", "0")
    assert (found["evidence"], found["maintained_by"], found["mandatory"], found["draw"]) == (
        "certified",
        [0],
        False,
        False,
    )


def test_a_case_without_a_body_is_told_so(floorjudge: CommandLine, tmp_path: Path) -> None:
    written = tmp_path / "case.json"
    written.write_text(json.dumps({name: value for name, value in CASE.items() if name != "body"}), "utf-8")
    assert floorjudge.refused("magic", "certify", str(written)) == ("no_body", "body")
