"""`floorjudge loop` without a command: what is asked, and what becomes of the answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from floorjudge.cli import main
from floorjudge.loops import Case, answer_value, read_case, rule
from floorjudge.texts import LANGUAGES
from tests.cli.conftest import CommandLine, Keyboard
from tests.support.refusals import error_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "loops").glob("*.json"))
QUIET = ["1", "", "1", ""]
END = ""


class Table:
    """A dialogue in this process: what is typed is given beforehand, what is printed is kept."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        self.left: list[str | type[BaseException]] = []

    def __call__(self, *typed: str | type[BaseException], words: tuple[str, ...] = (), code: int = 0) -> str:
        self.left = [*typed]
        self.monkeypatch.setattr("builtins.input", self._type)
        self.monkeypatch.setattr("sys.stdin", Keyboard((), person=True))
        ended = error_of(SystemExit, main, ["loop", *words])
        printed = self.capsys.readouterr()
        assert (ended.code, printed.err) == (code, "")
        assert self.left == []
        return printed.out

    def _type(self, prompt: str) -> str:
        line = self.left.pop(0) if self.left else EOFError
        if isinstance(line, type):
            raise line
        print(f"{prompt}{line}")  # noqa: T201 (the terminal's echo)
        return line


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(capsys, monkeypatch)


def test_it_ends_with_the_ruling_and_its_clauses(table: Table) -> None:
    said = table("Ana, Bo, Cy", "Ana", "1", "Ana: tap", "untap", "", "1", "", "10^6", "40 1", "agree", END)
    assert "Bo stops the loop after the first step of iteration 40." in said
    assert [said.count(f"\nMTR 4.4.{number}  ") for number in (3, 6)] == [1, 1]
    assert "So far the loop stops at the end of step 1 of iteration 40.\nCy says “agree”" in said


def test_what_cannot_be_used_is_explained_and_asked_again(table: Table) -> None:
    said = table(
        "", "Ana, Ana", "Ana, Bo",
        "Cy", "ana",
        "3", "x", "", "",
        "1", "77", "",
        "0", "agree", "many", "5 x y", "5",
        "6", "1 1", "bo", "0",
        END,
    )  # fmt: skip
    for explained in (
        "At least one player is needed",
        "Ana is named twice here.",
        "“Cy” is none of the players: Ana, Bo.",
        "“3” is none of the numbers from 1 to 2.",
        "“x” is none of the numbers from 1 to 2.",
        "“77” is none of the numbers from 1 to 9.",
        "Ana said “0”. Ana alone keeps the loop going",
        "Ana said “agree”. Ana alone keeps the loop going",
        "A player says a whole number",
        "Bo said “6”. Bo says “agree”",
        "Bo named steps of an iteration",
        "Bo stops the loop before its first iteration. Bo has priority.",
    ):
        assert explained in said


def test_a_dash_is_nothing(table: Table) -> None:
    assert "the game is a draw" in table("Ana, Bo", "-", "-", "-", "-", "none", "none", "-")


def test_the_case_and_the_ruling_can_be_kept(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "loop.json"
    taken = tmp_path / "taken.json"
    taken.write_text("{}", "utf-8")
    said = table(
        "Ana, Bo", "Ana", *QUIET, "5", "3",
        str(taken), str(tmp_path / "nowhere" / "loop.json"), str(tmp_path / ("n" * 400)), "/", "a\0b", str(file),
    )  # fmt: skip
    assert f"{taken} exists already" in said
    assert "cannot be written" in said
    assert said.count("cannot be the name of a file") == 3
    case = read_case(json.loads(file.read_text("utf-8")))
    assert case == Case(("Ana", "Bo"), ("Ana",)).declared("Ana", 5).declared("Bo", 3)
    ruling = json.loads((tmp_path / "loop.ruling.json").read_text("utf-8"))
    assert ruling == answer_value(rule(case), "en")


@pytest.mark.clauses("MTR 4.4.9")
def test_a_judge_may_overrule_a_refusal(table: Table) -> None:
    typed = ("Ana, Bo", "Ana", "1", "", "1", "2", "only one card is left")
    said = table(*typed, "5", "agree", END)
    assert "These steps rest on chance: 1." in said
    assert "A judge ruled that this is a loop (“only one card is left”)." in said
    assert "5 iterations" in said


@pytest.mark.clauses("MTR 4.4.9")
def test_of_a_loop_settled_before_it_is_asked_whether_something_has_changed(table: Table) -> None:
    settled = ("Ana, Bo", "Ana", "1", "", "1", "7")
    said = table(*settled, "2", "5", "agree", END)
    assert "Has something that matters changed since the loop was settled?" in said
    assert "If a judge rules" not in said
    assert "5 iterations" in said
    assert "5 iterations" not in table(*settled, "1", END)


@pytest.mark.clauses("MTR 4.4.7")
def test_without_a_judge_a_refusal_ends_the_dialogue(table: Table) -> None:
    said = table("Ana, Bo", "Ana", "1", "shuffle", "look", "", "1", "3 4", "9", "", "2", "1, 2", "", END)
    assert "These steps rest on a decision tree: 2 (look)." in said
    assert "These steps rest on mathematical convergence: 1 (shuffle), 2 (look)." in said
    assert said.count("\nMTR 4.4.7  ") == 1


@pytest.mark.clauses("MTR 4.4.9")
def test_a_judge_may_rule_that_it_is_no_loop(table: Table) -> None:
    said = table("Ana, Bo", "Ana", "1", "", "1", "9", "", "the graveyard grows", END)
    assert "A text is needed here" in said
    assert "A judge ruled that this is not a loop (“the graveyard grows”)." in said
    assert "If a judge rules" not in said


@pytest.mark.clauses("MSTR 4.2A", "MSTR 4.4A")
def test_for_more_than_two_players_all_are_asked_until_they_agree(table: Table, tmp_path: Path) -> None:
    typed = ("Ana, Bo, Cy", "Ana", "1", "tap", "untap", "", "1", "", "10^6", "40", "agree")
    file = tmp_path / "loop.json"
    said = table(*typed, "30 1", "agree", "40 1", "agree", "40", "agree", str(file), words=("--edition", "mstr"))
    assert said.startswith("A loop, by MTR 4.4 and MSTR 4.4A.")
    assert "Ana said “30 iterations" not in said
    for explained in (
        "So far the loop stops at the end of iteration 40.\nAna is asked again and says “agree”, or names a number of whole",
        "Ana keeps this loop going and names whole iterations",
        "So far the loop stops at the end of step 1 of iteration 40.\nAna is asked again",
        "Bo said “40”. Bo is asked again and says “agree”, or names a point before the end of step 1 of iteration 40.",
        "Cy stops the loop after the first step of iteration 40.",
        "If Cy then does nothing, priority goes back to Ana, the active player.",
        "\nMSTR 4.2A  ",
        "\nMSTR 4.4A  ",
    ):
        assert explained in said
    case = read_case(json.loads(file.read_text("utf-8")))
    assert (case.edition, len(case.declarations)) == ("mstr", 7)


def test_a_program_is_told_where_to_go_and_whoever_names_no_edition_which_there_are(floorjudge: CommandLine) -> None:
    ran = floorjudge("loop", "--edition", "mtr-1993")
    assert (ran.code, "mtr, mtr-2018-07, mstr" in ran.err) == (2, True)
    assert floorjudge.line("loop", "--json")["error"]["code"] == "dialogue_as_json"


def test_the_end_of_the_input_and_ctrl_c_end_it_politely(table: Table) -> None:
    goodbye = "\nThe dialogue ends here. Nothing was saved.\n"
    for typed in ((), ("Ana, Bo",), ("Ana, Bo", "Ana", *QUIET, "5"), ("Ana", "", "", "", "", "none")):
        assert table(*typed, EOFError).endswith(goodbye)
        assert table(*typed, KeyboardInterrupt, code=130).endswith(goodbye)


def test_half_characters_are_asked_for_again(table: Table) -> None:
    said = table("Ana \udcff", UnicodeDecodeErrorAtTheKeyboard, "Ana", "", "", "", "", "none", END)
    assert said.count("cannot be read as text") == 2


class UnicodeDecodeErrorAtTheKeyboard(UnicodeDecodeError):
    """What Python raises for bytes that are no text."""

    def __init__(self) -> None:
        super().__init__("utf-8", b"\xff", 0, 1, "invalid start byte")


def test_it_can_be_led_in_every_language(table: Table) -> None:
    for language in LANGUAGES:
        words = ("--lang", language)
        said = table("Ana, Bo", "Ana, Bo", "2", "", "1", "", "indefinitely", "Indefinitely", END, words=words)
        assert "\nMTR 4.4.5  " in said


@pytest.mark.clauses("MTR 4.4.4", "MTR 4.4.7", "MTR 4.4.8", "MTR 4.4.9")
def test_every_example_can_be_told_in_the_dialogue(table: Table, tmp_path: Path, subtests: pytest.Subtests) -> None:
    for example in EXAMPLES:
        with subtests.test(example=example.stem):
            case = read_case(json.loads(example.read_text("utf-8")))
            file = tmp_path / example.name
            table(*typed_for(case), str(file), words=("--edition", case.edition))
            assert rule(read_case(json.loads(file.read_text("utf-8")))) == rule(case)


def typed_for(case: Case) -> Iterator[str]:
    """Yield what somebody types to tell a case."""
    yield ", ".join(case.turn_order)
    yield ", ".join(case.maintained_by)
    yield "2" if case.span == "turns" else "1"
    yield from (f"{step.by}: {step.text}" if step.by else step.text for step in case.body)
    yield ""
    if case.maintained_by:
        if isinstance(case.sustained_by, str):
            yield "2" if case.choosers else "1"
        else:
            yield "3"
            yield " ".join(
                str(number) for number, player in enumerate(case.maintained_by, 1) if player in case.choosers
            )
        if case.choosers:
            yield "2" if case.hidden_information else "1"
        if case.choosers or (len(case.maintained_by) > 1 and case.span == "turns"):
            for player in case.maintained_by:
                own = (index for index, step in enumerate(case.body, 1) if step.sustains and step.by == player)
                yield " ".join(map(str, own))
    yield from facts_of(case)
    if answer_value(rule(without_answers(case)), "en")["outcome"] != "waiting":
        yield ""
        return
    for said in case.declarations:
        yield f"{said.says} {said.steps or ''}"


def facts_of(case: Case) -> Iterator[str]:
    marks = ("conditional", "random", "decision_tree", "converges")
    marked = {mark: [index for index, step in enumerate(case.body, 1) if getattr(step, mark)] for mark in marks}
    true: list[Any] = [*marked.values(), False, case.varies == "irrelevant", case.settled_before is not None]
    true += [case.stalling_suspected, False, case.meaningful_change]
    yield ",".join(str(number) for number, fact in enumerate(true, 1) if fact)
    if len(case.body) > 1:
        yield from (" ".join(map(str, steps)) for steps in marked.values() if steps)
    if case.judge:
        yield case.judge.reason


def without_answers(case: Case) -> Case:
    fields = {name: getattr(case, name) for name in case.__struct_fields__ if name != "declarations"}
    return Case(**fields)
