"""docs/log-format.md: a checker written from that page alone agrees with the program."""

import hashlib
import json
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.service.log.export import export_lines
from floorjudge.events.service.log.records import Record, seal
from floorjudge.store.schema import APPLICATION

PAGE = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text(encoding="utf-8")
SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def written(value: str | int | None) -> str:
    if value is None:
        return "null"
    if isinstance(value, int):
        return str(value)
    characters = (SHORT.get(each) or (f"\\u{ord(each):04x}" if ord(each) < 0x20 else each) for each in value)
    return '"' + "".join(characters) + '"'


def hashed(*values: str | int | None) -> bytes:
    return ("[" + ",".join(map(written, values)) + "]").encode()


def first_wrong_line(export: str) -> int | None:
    """Check an export as the page says; return the number of the first record that is wrong, None when there is none.

    For a wrong head or last line that is 0.
    """
    head, *lines, tail = (json.loads(line) for line in export.split("\n") if line.strip())
    if (head["floorjudge"], head["version"]) != ("event-log", 1):
        return 0
    before = "0" * 64
    for number, line in enumerate(lines, 1):
        author = [] if line.get("by") is None else [line["by"]]
        content = hashed(before, line["number"], line["at"], line["id"], line["fingerprint"], line["event"], *author)
        if line["number"] != number or line["hash"] != hashlib.sha256(content).hexdigest():
            return number
        before = line["hash"]
    return None if tail == {"records": len(lines), "head": before} else 0


def block(kind: str) -> str:
    found = re.findall(rf"^```{kind}\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def test_the_example_is_right() -> None:
    export = block("json")
    assert first_wrong_line(export) is None
    first = json.loads(export.split("\n")[1])
    assert hashlib.sha256(block("text").encode()).hexdigest() == first["hash"]
    assert f"{APPLICATION:#x}" in PAGE


def test_the_checker_finds_what_is_wrong() -> None:
    lines = block("json").split("\n")
    for number in (1, 2, 3):
        for field in ("number", "at", "id", "fingerprint", "event", "hash", "by"):
            wrong = json.dumps(json.loads(lines[number]) | {field: 7 if field == "number" else "other"})
            assert first_wrong_line("\n".join([*lines[:number], wrong, *lines[number + 1 :]])) == number, field
    assert first_wrong_line("\n".join([*lines[:1], *lines[2:]])) == 1


texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(
    texts,
    st.lists(st.tuples(texts, st.none() | texts, st.none() | texts, texts, st.none() | texts), min_size=1, max_size=5),
)
def test_the_checker_agrees_with_the_program(
    name: str, contents: list[tuple[str, str | None, str | None, str, str | None]]
) -> None:
    records: list[Record] = []
    for at, command, fingerprint, event, by in contents:
        before = records[-1] if records else None
        records.append(seal(before, at=at, event=event, command_id=command, fingerprint=fingerprint, by=by))
    assert first_wrong_line("\n".join(export_lines(name, records))) is None
