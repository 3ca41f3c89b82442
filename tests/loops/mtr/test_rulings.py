"""Loops that are easily ruled wrong, each as a file with the case and what the rules make of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from floorjudge.errors import BadInput
from floorjudge.loops import answer_value, read_case, rule
from tests.loops.mtr.slow_model import Json

FILES = sorted((Path(__file__).parent / "rulings").glob("*.json"))


def answer(case: object) -> Json:
    try:
        return answer_value(rule(read_case(case)), "en")
    except BadInput as error:
        return {"error": error.as_json("en")}


@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.4", "MTR 4.4.7", "MTR 4.4.8", "MTR 4.4.9")
def test_it_is_ruled_as_the_rules_say(subtests: pytest.Subtests) -> None:
    assert len(FILES) == 6
    for file in FILES:
        with subtests.test(file=file):
            given = json.loads(file.read_text("utf-8"))
            found, expected = answer(given["case"]), given["answer"]
            if "error" in expected:
                found, expected = found["error"], expected["error"]
            assert {name: found[name] for name in expected} == expected
            assert "must stop" not in found.get("text", "")
