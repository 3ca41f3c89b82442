"""`floorjudge shortcut settle` as people and programs call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.loops.shortcuts.test_codec import CASE

SETTLE = ("shortcut", "settle")


@pytest.mark.clauses("CR shortcuts.2b", "CR shortcuts.2c")
def test_the_answer_to_a_shortened_shortcut(floorjudge: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps(CASE), "utf-8")
    answer = floorjudge.line(*SETTLE, str(file))
    assert floorjudge.line(*SETTLE, "-", given=CASE) == answer
    said = answer.pop("text")
    assert "Bo" in said
    assert "40" in said
    assert answer == {
        "outcome": "taken",
        "stopped_at": [1, "40", 1],
        "choices_made": "82",
        "player": "Bo",
        "must_differ_from": "pass",
        "clauses": ["CR shortcuts.2b", "CR shortcuts.2c"],
    }
    spanish = floorjudge.line(*SETTLE, "-", "--lang", "es", given=CASE)
    assert spanish.pop("text") != said
    assert spanish == answer


def test_long_numbers_become_closed_forms_on_request(floorjudge: CommandLine) -> None:
    accepted = {**CASE, "answers": [{"player": "Bo", "accept": True}]}
    answer = floorjudge.line(*SETTLE, "-", "--digits", "3", given=accepted)
    assert answer["choices_made"] == {"closed_form": "2 + 999999*2"}


def test_a_bad_case_exits_with_2_and_says_where(floorjudge: CommandLine) -> None:
    for case, code, where in (
        (b"{", "broken_json", "-:1:2"),
        ([], "not_an_object", "case"),
        (
            {**CASE, "answers": [{"player": "Bo", "stop_at": [1, "999999", 1]}]},
            "no_such_iteration",
            "answers[0].stop_at[1]",
        ),
    ):
        error = floorjudge.line(*SETTLE, "-", given=case)["error"]
        assert (error["code"], error["where"]) == (code, where)
