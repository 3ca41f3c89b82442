"""Every command that reads a file or its standard input, with what Windows puts around a text."""

from __future__ import annotations

import codecs
import io
import json
import os
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.decoding import unicode_lines
from tests.cli.conftest import CommandLine

MARKED = {
    "utf-8": b"",
    "utf-8-sig": b"",
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
}
BARE = {"utf-16-le": b"", "utf-16-be": b""}
FORMS = [*MARKED.items(), *BARE.items()]


def written(content: str, form: tuple[str, bytes]) -> bytes:
    encoding, mark = form
    return mark + content.encode(encoding)


def test_results_are_read(started: CommandLine) -> None:
    lines = "\r\n".join("16 0 0 0" for _ in started.tables())
    for form in FORMS:
        out = started.done("event", "report", piped=written(lines, form))
        assert "cannot be read" not in out
        assert all(table["result"] for table in started.tables())
        for _ in started.tables():
            started.done("event", "undo")


def test_a_deck_list_is_checked(floorjudge: CommandLine) -> None:
    for form in FORMS:
        out = floorjudge.done("deck", "check", "-", piped=written("40 Astral Wisdom [28]\r\n", form))
        assert "40 cards" in out
        assert "\ufeff" not in out


def test_a_loop_is_read(floorjudge: CommandLine) -> None:
    loop = '{"resources": {"t": 1}, "body": [{"change": {"t": "2 * t"}}], "times": 3}'
    for form in FORMS:
        answer = json.loads(floorjudge.done("loop", "sheet", "-", piped=written(loop, form)))
        assert answer["resources"]["t"] == "8"


def test_positions_are_watched(floorjudge: CommandLine) -> None:
    for form in FORMS:
        out = floorjudge.done("loop", "watch", piped=written('"a"\r\n"č"\r\n"a"', form))
        assert [json.loads(line)["seen"] for line in out.splitlines()] == [False, False, True]


def test_commands_are_served(floorjudge: CommandLine, tmp_path: Path) -> None:
    lines = '{"do": "open", "name": "Friday"}\r\n{"do": "register", "player": "Jiří"}\r\n'
    for form in FORMS:
        db = str(tmp_path / f"{FORMS.index(form)}.db")
        out = floorjudge.done("event", "stdio", "--db", db, piped=written(lines, form))
        answers = [json.loads(line) for line in out.splitlines()]
        assert [answer["ok"] for answer in answers] == [True, True]
        assert answers[1]["view"]["players"][0]["player"] == "Jiří"


def test_an_export_is_verified_and_imported(started: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "friday.jsonl"
    exported = started.done("event", "export")
    for form in FORMS:
        file.write_bytes(written(exported, form))
        assert started.json("event", "verify", str(file))["verified"]
        started.done("event", "import", "-", "--db", str(tmp_path / "other.db"), piped=file.read_bytes())
    listed = started.json("event", "list", "--db", str(tmp_path / "other.db"))["events"]
    assert [kept["records"] for kept in listed] == [10] * len(FORMS)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\ufeff")), min_size=1))
@example([""])
@example(["Ana"])
def test_the_lines_of_a_stream_are_those_of_its_text(lines: list[str]) -> None:
    content = "\n".join(lines)
    for mark in (name for name in MARKED.items() if name[1]):
        read = [line.decode().removesuffix("\n") for line in unicode_lines(io.BytesIO(written(content, mark)))]
        assert read == (lines[:-1] if lines[-1] == "" else lines)


def test_a_line_is_answered_before_the_next_one_comes() -> None:
    """A program that writes UTF-16 waits for each answer."""
    for mark in (name for name in MARKED.items() if name[1]):
        source, target = os.pipe()
        with os.fdopen(source, "rb") as stream, os.fdopen(target, "wb", buffering=0) as pipe:
            pipe.write(written("a\n", mark))
            read = unicode_lines(stream)
            assert next(read) == b"a\n"
            pipe.write("b\n".encode(mark[0]))
            assert next(read) == b"b\n"
