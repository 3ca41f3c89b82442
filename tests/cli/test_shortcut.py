"""`floorjudge shortcut settle` as people and programs call it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from floorjudge.cli import main
from floorjudge.texts import LANGUAGES, Language
from tests.loops.shortcuts.test_codec import CASE


class Settle:
    """Runs `floorjudge shortcut settle` in this process on a case from standard input."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, case: object, *words: str) -> tuple[int, dict[str, Any]]:
        given = case if isinstance(case, bytes) else json.dumps(case).encode()
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        return self.run("-", *words)

    def run(self, *words: str) -> tuple[int, dict[str, Any]]:
        with pytest.raises(SystemExit) as ended:
            main(["shortcut", "settle", *words])
        printed = self.capsys.readouterr()
        assert (printed.err, printed.out.count("\n")) == ("", 1)
        assert isinstance(ended.value.code, int)
        return ended.value.code, json.loads(printed.out)


@pytest.fixture
def settle(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Settle:
    return Settle(capsys, monkeypatch)


@pytest.mark.clauses("CR shortcuts.2b", "CR shortcuts.2c")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answer_to_a_shortened_shortcut(settle: Settle, language: Language) -> None:
    code, answer = settle(CASE, "--lang", language)
    assert code == 0
    said = answer.pop("text")
    assert "Bo" in said
    assert "40" in said
    assert answer == {
        "outcome": "taken",
        "stopped_at": [1, "40", 1],
        "choices_made": "82",
        "player": "Bo",
        "must_differ_from": "pass",
        "clauses": ["CR shortcuts.2b", "CR shortcuts.2c"],
    }


def test_a_case_from_a_file(settle: Settle, tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps(CASE), "utf-8")
    assert settle.run(str(file)) == settle(CASE)


def test_who_is_asked_and_what_is_refused_are_answers(settle: Settle) -> None:
    ask = {"player": "Bo", "may_say": ["accept", "stop_at"], "end": None}
    assert settle({**CASE, "answers": []}) == (0, {"outcome": "waiting", "ask": ask})
    code, refused = settle({**CASE, "sequence": [{"by": "Bo", "do": "counter it", "conditional": True}]})
    assert (code, refused["outcome"], refused["place"]) == (0, "refused", [0])


def test_long_numbers_become_closed_forms_on_request(settle: Settle) -> None:
    _, answer = settle({**CASE, "answers": [{"player": "Bo", "accept": True}]}, "--digits", "3")
    assert answer["choices_made"] == {"closed_form": "2 + 999999*2"}


@pytest.mark.parametrize(
    ("case", "code", "where"),
    [
        (b"{", "broken_json", "-:1:2"),
        ([], "not_an_object", "case"),
        (
            {**CASE, "answers": [{"player": "Bo", "stop_at": [1, "999999", 1]}]},
            "no_such_iteration",
            "answers[0].stop_at[1]",
        ),
        ({**CASE, "answers": [{"player": "Bo", "stop_at": [1, "4", 0]}]}, "not_their_choice", "answers[0].stop_at"),
    ],
)
def test_a_bad_case_exits_with_2_and_says_where(settle: Settle, case: object, code: str, where: str) -> None:
    exit_code, answer = settle(case)
    assert exit_code == 2
    assert (answer["error"]["code"], answer["error"]["where"]) == (code, where)


def test_the_group_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["shortcut", "--help"])
    assert "settle" in capsys.readouterr().out
