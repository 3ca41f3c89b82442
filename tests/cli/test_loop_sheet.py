"""`floorjudge loop sheet`, as programs call it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from floorjudge.cli.files import LARGEST_JSON
from floorjudge.cli.main import main

PINGERS = Path(__file__).parents[2] / "examples" / "sheets" / "pingers.json"


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, dict[str, Any]]:
    with pytest.raises(SystemExit) as ended:
        main(["loop", "sheet", *words])
    (line,) = capsys.readouterr().out.splitlines()
    value: dict[str, Any] = json.loads(line)
    return ended.value.code, value


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
