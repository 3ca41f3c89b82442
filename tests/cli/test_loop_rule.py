"""`floorjudge loop rule`: one case in, one line of JSON out."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from floorjudge.cli import main

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "loops").glob("*.json"))
ANA = {"turn_order": ["Ana", "Bo"], "maintained_by": ["Ana"]}

OUTCOMES = {
    "action-and-choice": ("advance", ["MTR 4.4.4", "MTR 4.4.8"]),
    "again": ("refused", ["MTR 4.4.9"]),
    "cut-in-halfway": ("advance", ["MTR 4.4.3", "MTR 4.4.6"]),
    "extra-turns": ("advance", ["MTR 4.4.3"]),
    "extra-turns-full-library": ("refused", ["MTR 4.4.5"]),
    "four-horsemen": ("refused", ["MTR 4.4.7"]),
    "hidden-choice": ("advance", ["MTR 4.4.3", "MTR 4.4.8"]),
    "hidden-choice-2018": ("judge", ["MTR 4.4.9"]),
    "irrelevant-change": ("advance", ["MTR 4.4.3", "MTR 4.4.9"]),
    "million-mana": ("advance", ["MTR 4.4.3"]),
    "one-card-left": ("advance", ["MTR 4.4.3", "MTR 4.4.9"]),
    "over-turns": ("advance", ["MTR 4.4.5"]),
    "undo-each-other": ("advance", ["MTR 4.4.4"]),
    "until": ("refused", ["MTR 4.4.1"]),
    "way-out": ("advance", ["MTR 4.4.2", "MTR 4.4.6"]),
}


class Run:
    """Runs `floorjudge loop rule` in this process on a case, and keeps its answer."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys = capsys
        self.file = folder / "case.json"

    def on(self, case: object, *words: str) -> dict[str, Any]:
        self.file.write_text(case if isinstance(case, str) else json.dumps(case), "utf-8")
        return self(str(self.file), *words)

    def __call__(self, *words: str) -> dict[str, Any]:
        with pytest.raises(SystemExit) as ended:
            main(["loop", "rule", *words])
        printed = self.capsys.readouterr()
        assert (printed.err, printed.out.count("\n")) == ("", 1)
        answer: dict[str, Any] = json.loads(printed.out)
        assert ended.value.code == (2 if "error" in answer else 0)
        return answer


@pytest.fixture
def rule(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(capsys, tmp_path)


@pytest.mark.clauses(
    "MTR 4.4.1", "MTR 4.4.2", "MTR 4.4.3", "MTR 4.4.4", "MTR 4.4.5", "MTR 4.4.6", "MTR 4.4.7", "MTR 4.4.8", "MTR 4.4.9"
)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_ruled(rule: Run, example: Path) -> None:
    answer = rule(str(example))
    assert (answer["outcome"], answer["clauses"]) == OUTCOMES[example.stem]
    assert answer["text"]


def test_every_example_is_there() -> None:
    assert {path.stem for path in EXAMPLES} == set(OUTCOMES)


def test_a_case_may_come_from_standard_input(rule: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(ANA).encode())))
    assert rule("-") == {
        "outcome": "waiting",
        "ask": {"player": "Ana", "may_say": ["number"], "below": None, "standing": None},
    }


def test_a_dialogue_can_be_led_from_outside(rule: Run) -> None:
    said: list[dict[str, object]] = []
    for number in ("10^100", "10^99"):
        ask = rule.on({**ANA, "declarations": said})["ask"]
        assert "number" in ask["may_say"]
        said.append({"player": ask["player"], "says": number})
    answer = rule.on({**ANA, "declarations": said})
    assert (answer["player"], answer["iterations"]) == ("Bo", "1" + "0" * 99)


@pytest.mark.parametrize(
    ("case", "code", "where"),
    [
        ("{", "broken_json", None),
        ([], "not_an_object", "case"),
        ({}, "field_left_out", "turn_order"),
        ({**ANA, "span": "game"}, "unknown_choice", "span"),
        ({**ANA, "declarations": [{"player": "Ana", "says": "agree"}]}, "may_not_say", "declarations[0].says"),
    ],
)
def test_what_is_no_case_is_one_error_line(rule: Run, case: object, code: str, where: str | None) -> None:
    error = rule.on(case)["error"]
    assert (error["code"], error["where"]) == (code, where or f"{rule.file}:1:2")


def test_a_file_that_is_not_there_is_an_error_line_too(rule: Run) -> None:
    nowhere = rule("nowhere.json", "--lang", "fr")["error"]
    assert nowhere["code"] == "unreadable_file"
    # The reason that the system gives is told in the reader's language, too.
    assert "n’existe pas" in nowhere["message"]
