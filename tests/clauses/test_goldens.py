"""Whole small events as people type them, each in a file of `goldens/` that is named by the clause it is about.

A file holds lines that are given to `floorjudge event stdio`, and what the answer to a line must hold. Of an object only
the fields that are written down are compared; lists are compared as a whole, item by item. The draws follow from the
seed in the first line, so that a golden also fixes how draws are derived.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from floorjudge.cli.event.stdio import answers
from floorjudge.events.service import EventService
from floorjudge.events.tournament import decide
from floorjudge.rulebook import clauses
from floorjudge.store import open_log

GOLDENS = sorted((Path(__file__).parent / "goldens").glob("*.json"))


def differences(expected: object, found: object, where: str) -> list[str]:
    """Return where an answer is not as it was written down."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            said
            for key, value in expected.items()
            for said in (
                differences(value, found[key], f"{where}.{key}") if key in found else [f"{where}.{key} missing"]
            )
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [
            said
            for number, (value, other) in enumerate(zip(expected, found, strict=True))
            for said in differences(value, other, f"{where}[{number}]")
        ]
    same = expected == found and type(expected) is type(found)
    return [] if same else [f"{where}: {found!r} instead of {expected!r}"]


@pytest.mark.clauses("OTE 2.2", "OTE 2.3", "OTE 2.4.1", "OTE 2.4.2", "OTE 2.6.1", "OTE 2.7.2", "OTE 2.8.3", "OTE 2.10")
@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.stem)
def test_an_event_goes_as_it_is_written_down(golden: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = json.loads(golden.read_text("utf-8"))
    # Most of them were played when names were drawn, and such logs are to go on as they did.
    monkeypatch.setattr(decide, "VERSION", written.get("version"))
    lines = written["lines"]
    log = open_log()
    given = [json.dumps(line["give"]).encode() for line in lines]
    answered = [json.loads(answer) for answer in answers(EventService(log), given, "en")]
    log.close()
    assert len(answered) == len(lines)
    for number, (line, answer) in enumerate(zip(lines, answered, strict=True), 1):
        assert differences(line.get("expect", {"ok": True}), answer, f"line {number}") == []


def test_a_golden_is_named_by_its_clause_and_says_what_it_is_about(subtests: pytest.Subtests) -> None:
    for golden in GOLDENS:
        with subtests.test(golden=golden):
            named = re.match(r"ote_(\d+(?:_\d+)*)_[a-z]", golden.stem)
            assert named
            assert f"OTE {named[1].replace('_', '.')}" in clauses()
            written = json.loads(golden.read_text("utf-8"))
            assert written["about"]
            assert any("expect" in line for line in written["lines"])


def test_a_difference_is_seen() -> None:
    found = {"a": [1, {"b": 2, "c": 3}], "d": True}
    assert differences({"a": [1, {"b": 2}]}, found, "x") == []
    assert differences({"a": [1], "d": 1, "e": 0}, found, "x") == [
        "x.a: [1, {'b': 2, 'c': 3}] instead of [1]",
        "x.d: True instead of 1",
        "x.e missing",
    ]
