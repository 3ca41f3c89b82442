import pytest

from floorjudge.cli import rules as rules_of_the_command_line
from floorjudge.rulebook import clause, clauses
from floorjudge.rulebook import coverage as rulebook_coverage
from floorjudge.texts import LANGUAGES
from tests.cli.conftest import CommandLine


@pytest.fixture
def rules(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    return CommandLine(capsys, monkeypatch, "rules")


def test_show_finds_a_clause_however_it_is_written(rules: CommandLine) -> None:
    for words in (["OTE", "2.6.1"], ["OTE 2.6.1"], ["ote2.6.1"]):
        out = rules.done("show", *words)
        assert out.startswith(f"OTE 2.6.1  [implemented]\n{clause('OTE 2.6.1').summary.en}\n")
        assert "ote-1.2" in out


def test_show_speaks_every_language(rules: CommandLine) -> None:
    """Of a clause that is not modelled it gives the reason, of an unclear one how it is read."""
    not_modelled, unclear = clause("CR shortcuts.1a"), clause("OTE 2.2")
    assert not_modelled.reason is not None
    assert unclear.readings
    for language in LANGUAGES:
        out = rules.done("show", "CR", "729.1a", "--lang", language)
        reason = not_modelled.reason.in_language(language)
        assert not_modelled.summary.in_language(language) in out
        assert reason in out
        assert rules.line("show", "CR", "729.1a", "--lang", language, "--json")["reason"] == reason
        out = rules.done("show", "OTE", "2.2", "--lang", language)
        said = [reading.in_language(language) for reading in unclear.readings]
        assert all(f" {reading}\n" in out for reading in said)
        assert rules.line("show", "OTE", "2.2", "--lang", language, "--json")["readings"] == said


def test_show_answers_as_json(rules: CommandLine) -> None:
    wanted = clause("MTR 4.4.9")
    assert wanted.note is not None
    assert rules.line("show", "MTR", "4.4.8", "--edition", "mtr-2018-07", "--json") == {
        "clause": "MTR 4.4.9",
        "status": "implemented",
        "summary": wanted.summary.en,
        "reason": None,
        "note": wanted.note.en,
        "readings": [reading.en for reading in wanted.readings],
        "editions": [
            {"edition": "mtr-2018-07", "printed": "MTR 4.4.8", "dated": "2018-07-13"},
            {"edition": "mtr", "printed": "MTR 4.4.9", "dated": None},
        ],
    }


def test_show_says_where_a_clause_is_printed(rules: CommandLine) -> None:
    _, out, _ = rules("show", "CR", "shortcuts.2b")
    lines = [line.split() for line in out.splitlines()]
    assert lines[0][:2] == ["CR", "732.2b"]
    assert ["cr-729", "CR", "729.2b", "2024-06-07"] in lines
    assert ["cr-716", "CR", "716.2b", "not", "known"] in lines


def test_show_suggests_what_may_have_been_meant(rules: CommandLine) -> None:
    assert rules.refused("show", "OTE", "2.6.3") == ("unknown_clause", "clause")
    assert "Did you mean" in rules("show", "OTE", "2.6.3").err


def test_list_has_every_clause(rules: CommandLine) -> None:
    assert [one["clause"] for one in rules.line("list", "--json")["clauses"]] == list(clauses())
    _, out, _ = rules("list")
    for each in clauses().values():
        assert f" {each.newest} " in out


def test_list_keeps_to_a_rulebook_a_status_and_an_edition(rules: CommandLine) -> None:
    assert {one["clause"].split()[0] for one in rules.line("list", "mtr", "--json")["clauses"]} == {"MTR"}
    not_modelled = rules.line("list", "--status", "not-modelled", "--json")["clauses"]
    of_tables = ["2.2B", "2.3A", "2.4A", "2.4B", "2.5A", "2.5B", "X.7A", "appendix B"]
    assert [one["clause"] for one in not_modelled] == [
        "MTR 10.3",
        *(f"MSTR {number}" for number in of_tables),
        "CR shortcuts.1a",
    ]
    assert rules.line("list", "--status", "Not modelled", "--json")["clauses"] == not_modelled
    older = [one["clause"] for one in rules.line("list", "--edition", "mtr-2018-07", "--json")["clauses"]]
    assert older == [each.id for each in clauses().values() if each.rulebook == "MTR" and each.number != "4.4.8"]
    supplemental = [one["clause"] for one in rules.line("list", "--edition", "mstr", "--json")["clauses"]]
    assert supplemental == [each.id for each in clauses().values() if each.rulebook == "MSTR"]


def test_list_numbers_the_clauses_as_the_edition_does(rules: CommandLine) -> None:
    _, out, _ = rules("list", "--edition", "cr-729")
    assert " CR 729.2b " in out
    assert "CR shortcuts" not in out
    assert "OTE" not in out


def test_list_says_when_nothing_is_like_that(rules: CommandLine) -> None:
    assert rules("list", "ote", "--edition", "mtr") == (0, "No clause is like that.\n", "")
    assert rules.line("list", "ote", "--edition", "mtr", "--json") == {"clauses": []}


def test_what_is_not_known_is_refused(rules: CommandLine) -> None:
    for words, code in (
        (["list", "IPG"], "unknown_rulebook"),
        (["list", "--status", "done"], "unknown_status"),
        (["list", "--edition", "mtr-1999"], "unknown_edition"),
        (["show", "OTE", "2.5", "--edition", "mtr-1999"], "unknown_edition"),
        (["show"], "bad_command_line"),
    ):
        assert rules.line(*words, "--json")["error"]["code"] == code


def test_coverage_ties_clauses_to_code_and_tests(rules: CommandLine) -> None:
    read = {one["clause"]: one for one in rules.line("coverage", "--json")["clauses"]}
    assert list(read) == list(clauses())
    assert any(place.startswith("formats.on_the_edge.rules.grouping.") for place in read["OTE 2.4.1"]["code"])
    _, out, _ = rules("coverage")
    assert " formats.on_the_edge.rules.grouping." in out


def test_coverage_says_when_the_tests_are_not_at_hand(rules: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook_coverage, "folder_of_tests", lambda _: None)
    assert {one["tests"] for one in rules.line("coverage", "--json")["clauses"]} == {None}
    _, out, _ = rules("coverage")
    assert "from a checkout" in " ".join(out.split())


def test_coverage_lists_what_is_wrong(rules: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"OTE 2.5": clause("OTE 2.5")}
    monkeypatch.setattr(rules_of_the_command_line, "read_coverage", lambda: rulebook_coverage.judged(known, (), ()))
    wrong = ["OTE 2.5 is implemented, but no function cites it.", "OTE 2.5 is implemented, but no test exercises it."]
    assert rules.line("coverage", "--json")["findings"] == wrong
    _, out, _ = rules("coverage")
    assert out.splitlines()[-2:] == wrong
