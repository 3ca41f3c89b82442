"""`floorjudge loop watch`: one line in, one line out."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.cli import main
from floorjudge.loops.repetition.json_lines import watch_answers
from floorjudge.loops.repetition.watches import RepetitionWatch


class Watched:
    """Runs `floorjudge loop watch` in this process on lines of standard input."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, lines: bytes, *words: str) -> list[dict[str, Any]]:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        with pytest.raises(SystemExit) as ended:
            main(["loop", "watch", *words])
        printed = self.capsys.readouterr()
        assert (printed.err, ended.value.code) == ("", 0)
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
    with pytest.raises(SystemExit) as ended:
        main(["loop", "watch", "--keep", "3"])
    assert ended.value.code == 2
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
