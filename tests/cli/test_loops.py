"""`floorjudge loop rule`, `sheet` and `watch`: JSON in, one line of JSON out for each."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.cli.files import LARGEST_JSON
from floorjudge.loops.repetition.json_lines import watch_answers
from floorjudge.loops.repetition.watches import RepetitionWatch
from tests.cli.conftest import CommandLine

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


@pytest.mark.clauses(
    "MTR 4.4.1", "MTR 4.4.2", "MTR 4.4.3", "MTR 4.4.4", "MTR 4.4.5", "MTR 4.4.6", "MTR 4.4.7", "MTR 4.4.8", "MTR 4.4.9"
)
def test_an_example_is_ruled(subtests: pytest.Subtests, floorjudge: CommandLine) -> None:
    assert {path.stem for path in EXAMPLES} == set(OUTCOMES)
    for example in EXAMPLES:
        with subtests.test(example=example.name):
            answer = floorjudge.line("loop", "rule", str(example))
            assert (answer["outcome"], answer["clauses"]) == OUTCOMES[example.stem]
            assert answer["text"]


def test_a_dialogue_can_be_led_from_outside(floorjudge: CommandLine) -> None:
    assert floorjudge.line("loop", "rule", "-", given=ANA) == {
        "outcome": "waiting",
        "ask": {"player": "Ana", "may_say": ["number"], "below": None, "standing": None},
    }
    said: list[dict[str, object]] = [{"player": "Ana", "says": "10^100"}]
    ask = floorjudge.line("loop", "rule", "-", given={**ANA, "declarations": said})["ask"]
    assert ask["player"] == "Bo"
    assert "number" in ask["may_say"]
    said.append({"player": "Bo", "says": "10^99"})
    answer = floorjudge.line("loop", "rule", "-", given={**ANA, "declarations": said})
    assert (answer["player"], answer["iterations"]) == ("Bo", "1" + "0" * 99)


def test_what_is_no_case_is_one_error_line(floorjudge: CommandLine, subtests: pytest.Subtests) -> None:
    for case, code, where in [
        (b"{", "broken_json", "-:1:2"),
        ([], "not_an_object", "case"),
        ({}, "field_left_out", "turn_order"),
        ({**ANA, "span": "game"}, "unknown_choice", "span"),
        ({**ANA, "declarations": [{"player": "Ana", "says": "agree"}]}, "may_not_say", "declarations[0].says"),
    ]:
        with subtests.test(case=case):
            error = floorjudge.line("loop", "rule", "-", given=case)["error"]
            assert (error["code"], error["where"]) == (code, where)


def test_a_file_that_is_not_there_is_an_error_line_too(floorjudge: CommandLine) -> None:
    nowhere = floorjudge.line("loop", "rule", "nowhere.json", "--lang", "fr")["error"]
    assert nowhere["code"] == "unreadable_file"
    # The reason that the system gives is told in the reader's language, too.
    assert "n’existe pas" in nowhere["message"]


PINGERS = Path(__file__).parents[2] / "examples" / "sheets" / "pingers.json"


def test_a_sheet_is_answered_with_one_line(floorjudge: CommandLine) -> None:
    said = floorjudge.line("loop", "sheet", str(PINGERS))
    assert (said["iterations"], said["stopped_by"]["text"]) == ("1414213562373094", "Bo loses")


def test_fewer_digits_are_a_closed_form(floorjudge: CommandLine) -> None:
    sheet = {"resources": {"t": 1}, "body": [{"change": {"t": "2 * t"}}], "times": 100}
    said = floorjudge.line("loop", "sheet", "-", "--digits", "5", given=sheet)
    assert said["resources"] == {"t": {"closed_form": "2^100"}}


def test_whole_numbers_of_any_length_are_taken(floorjudge: CommandLine) -> None:
    given = '{"resources": {"t": 1' + "0" * 5_000 + '}, "body": [{"change": {"t": "t - 1"}}], "times": 1}'
    assert floorjudge.line("loop", "sheet", "-", given=given.encode())["resources"] == {"t": "9" * 5_000}


def test_what_is_no_json_is_an_error_in_json(
    floorjudge: CommandLine, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    sheet = tmp_path / "sheet.json"
    for given_, error in [
        ("", "broken_json"),
        ("[", "broken_json"),
        ('{"resources": {"t": Infinity}}', "no_number_of_json"),
        ("[" * 100_000, "too_deep_json"),
        ('{"times": -1' + "0" * 100_000 + "}", "too_many_digits"),
        ("[" + " " * LARGEST_JSON + "]", "file_too_large"),
    ]:
        with subtests.test(error=error):
            sheet.write_text(given_, "utf-8")
            assert floorjudge.line("loop", "sheet", str(sheet))["error"]["code"] == error


def test_a_field_that_stands_twice_is_named_with_its_place(floorjudge: CommandLine) -> None:
    given = b'{"resources": {"t": 1}, "body": [{"change": {}}, {"change": {"t": "0", "t": "1"}}], "times": 1}'
    error = floorjudge.line("loop", "sheet", "-", given=given)["error"]
    assert (error["code"], error["where"]) == ("written_twice", "body[1].change.t")


Watched: TypeAlias = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def watched(floorjudge: CommandLine) -> Watched:
    """Return what runs `floorjudge loop watch` on lines of standard input and reads its answers."""
    return lambda lines, *words: list(
        map(json.loads, floorjudge.done("loop", "watch", *words, piped=lines).splitlines())
    )


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


def test_bounded_memory(watched: Watched, floorjudge: CommandLine) -> None:
    lines = b"".join(b"%d\n" % (number % 50) for number in range(1000))
    seen = [answer for answer in watched(lines, "--keep", "10") if answer != NEW]
    assert 50 <= seen[0]["now"] < 70
    assert (seen[0]["now"] - seen[0]["first"]) % 50 == 0
    assert floorjudge.line("loop", "watch", "--keep", "3")["error"]["code"] == "too_few_kept"


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
