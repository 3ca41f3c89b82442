"""`event stdio`, line by line, here and as a program of its own: the contract that scripts and bots rely on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from floorjudge.cli import main
from floorjudge.cli.event.stdio import answers
from floorjudge.events import view
from floorjudge.store import open_log
from tests.cli.talk import (
    ORDER,
    done,
    error,
    in_round,
    registering,
    say,
    unopened,
)
from tests.events.floor.small_event import NAMES
from tests.support.waiting import PATIENCE


def test_a_random_order_keeps_what_it_was_given() -> None:
    service = in_round()
    items = ["{0}", "%s", "[red]x[/red]", 'a "quote"', "two\nlines", "same", "same", "\N{SNOWMAN}"]
    (event,) = done(service, do="random_order", items=items, reason="OTE 2.8.4")["events"]
    assert set(event) == {"event", "items", "reason", "order", "number"}
    shown = [item.replace("\n", " ") for item in items]  # one line each, as they are read out
    assert (event["items"], sorted(event["order"])) == (shown, sorted(shown))
    assert any(done(service, **ORDER)["events"][0]["order"] != ORDER["items"] for _ in range(20))
    assert error(registering(), **ORDER) == ("not_started", None)


def test_what_else_is_asked_needs_no_id_and_may_have_one() -> None:
    service = registering()
    assert say(service, do="show", id="s") == say(service, do="show")


def test_each_line_is_answered_before_the_next_is_read() -> None:
    service = unopened()
    read = []

    def lines() -> Iterator[bytes]:
        for name in "abc":
            read.append(name)
            yield json.dumps({"do": "open", "name": name}).encode()

    for count, _ in enumerate(answers(service, lines(), "en"), 1):
        assert len(read) == count


def test_the_view_is_left_out_on_request() -> None:
    service = unopened()
    lines = [
        {"do": "open", "name": "Friday", "view": False},
        {"do": "register", "player": "Ana", "id": 1, "view": False},
    ]
    opened_line, registered = map(json.loads, answers(service, (json.dumps(line).encode() for line in lines), "en"))
    assert set(opened_line) == set(registered) == {"ok", "events"}
    again = say(service, **{**lines[1], "view": True})
    assert again["events"] == registered["events"]
    assert again["view"] == json.loads(json.dumps(view(service.state, "en")))
    assert error(service, do="show", view="no") == ("bad_field", "view")


class Program:
    """`floorjudge event stdio` as another program runs it."""

    def __init__(self, *options: str, **environment: str) -> None:
        self.command = [sys.executable, "-m", "floorjudge", "event", "stdio", *options]
        self.environment = {key: value for key, value in os.environ.items() if key != "FLOORJUDGE_DB"} | environment

    def run(self, *lines: bytes) -> list[bytes]:
        ended = subprocess.run(
            self.command,
            input=b"".join(lines),
            env=self.environment,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
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
        assert process.wait(timeout=PATIENCE) == 0


def test_the_program_forgets_without_a_file_and_survives_any_bytes() -> None:
    garbage = bytes(byte for byte in range(256) if byte != 10)
    out = Program().run(line(do="show"), garbage + b"\n", b"\r\n", line(do="open", name="Café \N{SNOWMAN}"), b"\xff")
    assert [json.loads(answer)["ok"] for answer in out] == [False, False, False, True, False]
    assert "Café \N{SNOWMAN}".encode() in out[3]


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
