"""`event stdio` as a program of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from floorjudge.cli import main
from floorjudge.store import open_log
from tests.events.floor.small_event import NAMES


class Program:
    """`floorjudge event stdio` as another program runs it."""

    def __init__(self, *options: str, **environment: str) -> None:
        self.command = [sys.executable, "-m", "floorjudge", "event", "stdio", *options]
        self.environment = {key: value for key, value in os.environ.items() if key != "FLOORJUDGE_DB"} | environment

    def run(self, *lines: bytes) -> list[bytes]:
        ended = subprocess.run(
            self.command, input=b"".join(lines), env=self.environment, capture_output=True, check=False, timeout=60
        )
        assert (ended.returncode, ended.stderr) == (0, b"")
        return ended.stdout.splitlines(keepends=True)


def line(**command: object) -> bytes:
    return json.dumps(command, ensure_ascii=False).encode() + b"\n"


def test_the_program_answers_each_line_at_once() -> None:
    program = Program()
    with subprocess.Popen(
        program.command, env=program.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for sent, ok in ((line(do="open", name="Friday"), True), (b"\n", False), (line(do="show"), True)):
            process.stdin.write(sent)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"] is ok
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(timeout=60) == 0


def test_the_program_forgets_without_a_file_and_survives_any_bytes() -> None:
    garbage = bytes(byte for byte in range(256) if byte != 10)
    out = Program().run(line(do="show"), garbage + b"\n", b"\r\n", line(do="open", name="Café \N{SNOWMAN}"), b"\xff")
    assert [json.loads(answer)["ok"] for answer in out] == [False, False, False, True, False]
    assert "Café \N{SNOWMAN}".encode() in out[3]


@pytest.mark.slow
def test_the_program_remembers_with_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a folder" / "événements.db"
    sent = [line(do="open", name="Friday", id="o"), *(line(do="register", player=name, id=name) for name in NAMES[:3])]
    sent.append(line(do="start", id="s"))
    first = Program("--db", str(file)).run(*sent)
    assert all(json.loads(answer)["ok"] for answer in first)
    again = Program("--db", str(file)).run(*sent, line(do="show"), line(do="undo", id="s"))
    assert again[: len(sent)] == first
    assert json.loads(again[-2])["view"] == json.loads(first[-1])["view"]
    assert json.loads(again[-1])["error"]["code"] == "id_used_before"
    (kept,) = open_log(file).tournaments()
    assert (kept.id, kept.records) == ("friday", 5)


def test_the_program_speaks_utf8_whatever_the_machine_speaks() -> None:
    (out,) = Program(PYTHONIOENCODING="cp1252").run(line(do="open", name="Café \N{SNOWMAN} 日本"))
    assert json.loads(out)["view"]["name"] == "Café \N{SNOWMAN} 日本"


@pytest.mark.parametrize("options", [["--db", "."], ["--event", "nothing-like-it"], ["--nonsense"]])
def test_what_is_wrong_at_the_start_is_said_as_json(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["event", "stdio", *options])
    assert ended.value.code == 2
    assert set(json.loads(capsys.readouterr().out)["error"]) == {"code", "message", "where"}
