"""`floorjudge loop rule`, `sheet` and `watch`: JSON in, one line of JSON out for each."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.cli import main
from floorjudge.cli.files import LARGEST_JSON
from floorjudge.loops.repetition.json_lines import watch_answers
from floorjudge.loops.repetition.watches import RepetitionWatch
from tests.support.refusals import error_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "loops").glob("*.json"))
ANA = {"turn_order": ["Ana", "Bo"], "maintained_by": ["Ana"]}

OUTCOMES = {
    "action-and-choice": ("advance", ["MTR 4.4.4", "MTR 4.4.8"]),
    "again": ("refused", ["MTR 4.4.9"]),
    "asked-again": ("advance", ["MSTR 4.2A", "MSTR 4.4A", "MTR 4.4.3", "MTR 4.4.6"]),
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
        ended = error_of(SystemExit, main, ["loop", "rule", *words])
        printed = self.capsys.readouterr()
        assert (printed.err, printed.out.count("\n")) == ("", 1)
        answer: dict[str, Any] = json.loads(printed.out)
        assert ended.code == (2 if "error" in answer else 0)
        return answer


@pytest.fixture
def rule(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(capsys, tmp_path)


@pytest.mark.clauses(
    "MTR 4.4.1", "MTR 4.4.2", "MTR 4.4.3", "MTR 4.4.4", "MTR 4.4.5", "MTR 4.4.6", "MTR 4.4.7", "MTR 4.4.8", "MTR 4.4.9"
)
def test_an_example_is_ruled(subtests: pytest.Subtests, rule: Run) -> None:
    for example in EXAMPLES:
        with subtests.test(example=example.name):
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


PINGERS = Path(__file__).parents[2] / "examples" / "sheets" / "pingers.json"


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, dict[str, Any]]:
    ended = error_of(SystemExit, main, ["loop", "sheet", *words])
    (line,) = capsys.readouterr().out.splitlines()
    value: dict[str, Any] = json.loads(line)
    return ended.code, value


def test_a_sheet_is_answered_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = answer(capsys, str(PINGERS))
    assert (code, said["iterations"], said["stopped_by"]["text"]) == (0, "1414213562373094", "Bo loses")


def test_fewer_digits_are_a_closed_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.json"
    sheet.write_text('{"resources": {"t": 1}, "body": [{"change": {"t": "2 * t"}}], "times": 100}', "utf-8")
    assert answer(capsys, str(sheet), "--digits", "5")[1]["resources"] == {"t": {"closed_form": "2^100"}}


def test_whole_numbers_of_any_length_are_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = '{"resources": {"t": 1' + "0" * 5_000 + '}, "body": [{"change": {"t": "t - 1"}}], "times": 1}'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    assert answer(capsys, "-")[1]["resources"] == {"t": "9" * 5_000}


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("", "broken_json"),
        ("[", "broken_json"),
        ("NaN", "no_number_of_json"),
        ('{"resources": {"t": Infinity}}', "no_number_of_json"),
        ('{"times": 3, "times": 4}', "written_twice"),
        ("[" * 100_000, "too_deep_json"),
        ('{"times": -1' + "0" * 100_000 + "}", "too_many_digits"),
        ("[" + " " * LARGEST_JSON + "]", "file_too_large"),
    ],
)
def test_what_is_no_json_is_an_error_in_json(
    given: str, error: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.json"
    sheet.write_text(given, "utf-8")
    code, said = answer(capsys, str(sheet))
    assert (code, said["error"]["code"]) == (2, error)


def test_a_mistake_in_a_sheet_is_named_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.json"
    sheet.write_text('{"resources": {"t": 1}, "body": []}', "utf-8")
    code, said = answer(capsys, str(sheet), "--lang", "pt")
    assert (code, said["error"]["where"]) == (2, "body")
    assert "etapa" in said["error"]["message"] or "passo" in said["error"]["message"]


class Watched:
    """Runs `floorjudge loop watch` in this process on lines of standard input."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, lines: bytes, *words: str) -> list[dict[str, Any]]:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        ended = error_of(SystemExit, main, ["loop", "watch", *words])
        printed = self.capsys.readouterr()
        assert (printed.err, ended.code) == ("", 0)
        return [json.loads(line) for line in printed.out.splitlines()]


@pytest.fixture
def watched(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(capsys, monkeypatch)


NEW = {"seen": False}


@pytest.mark.clauses("CR shortcuts.3", "MTR 4.4.7")
def test_each_position_is_answered(watched: Watched) -> None:
    lines = b'{"a": [1, 2], "b": 1}\n{"a": [2, 1], "b": 1}\n{"b":1,"a":[1,2]}\n{"a": [1, 2], "b": 1.0}\n'
    assert watched(lines) == [NEW, NEW, {"seen": True, "first": 0, "now": 2}, NEW]


def test_a_line_that_is_no_json_is_not_counted(watched: Watched) -> None:
    answers = watched(b"1\nno\n\n2\r\n1", "--lang", "en")
    assert [answers[0], answers[3], answers[4]] == [NEW, NEW, {"seen": True, "first": 0, "now": 2}]
    for answer, where in ((answers[1], "line 2"), (answers[2], "line 3")):
        assert (answer["error"]["code"], answer["error"]["where"]) == ("no_json", where)


def test_nothing_in_nothing_out(watched: Watched) -> None:
    assert watched(b"") == []


def test_bounded_memory(watched: Watched, capsys: pytest.CaptureFixture[str]) -> None:
    lines = b"".join(b"%d\n" % (number % 50) for number in range(1000))
    seen = [answer for answer in watched(lines, "--keep", "10") if answer != NEW]
    assert 50 <= seen[0]["now"] < 70
    assert (seen[0]["now"] - seen[0]["first"]) % 50 == 0
    assert error_of(SystemExit, main, ["loop", "watch", "--keep", "3"]).code == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "too_few_kept"


def test_every_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "floorjudge", "loop", "watch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for number, expected in enumerate((NEW, NEW, {"seen": True, "first": 0, "now": 2})):
            program.stdin.write(b"%d\n" % (number % 2))
            program.stdin.flush()
            assert json.loads(program.stdout.readline()) == expected
        program.stdin.close()
        assert program.wait() == 0


@given(st.lists(st.binary(max_size=6) | st.sampled_from([b"1", b"1.0", b" 1", b"true", b'{"a":1}', b"[[1]]"])))
def test_any_line_is_answered_with_a_line(lines: list[bytes]) -> None:
    answers = list(watch_answers(lines, RepetitionWatch[bytes](), "en"))
    assert len(answers) == len(lines)
    for answer in answers:
        assert json.loads(answer).keys() & {"seen", "error"}
        assert answer.endswith("\n")
        assert answer.count("\n") == 1
