from pathlib import Path

import pytest

from floorjudge.rulebook import Clause, Status, Wording
from floorjudge.rulebook.coverage import PACKAGE, Citation, folder_of_tests, judged
from floorjudge.texts import LANGUAGES, render

WORDS = Wording(**dict.fromkeys(LANGUAGES, "A."))
BY_FUNCTION = Citation("room.py", "f", "XX 1")
BY_MODULE = Citation("room.py", "", "XX 1")
BY_TEST = Citation("test_room.py", "test_f", "XX 1")


def findings(
    status: Status, code: list[Citation], tests: list[Citation] | None, reason: Wording | None = None
) -> list[str]:
    known = Clause("XX", "1", status, WORDS, (), reason)
    found = judged({known.id: known}, tuple(code), None if tests is None else tuple(tests))
    return [render(finding, "en") for finding in found.findings]


def test_an_implemented_clause_needs_a_function_and_a_test() -> None:
    assert findings("implemented", [BY_FUNCTION], [BY_TEST]) == []
    assert findings("implemented", [BY_FUNCTION], []) == ["XX 1 is implemented, but no test exercises it."]
    assert findings("implemented", [], [BY_TEST]) == ["XX 1 is implemented, but no function cites it."]
    assert len(findings("implemented", [], [])) == 2


def test_a_module_that_names_a_clause_does_not_implement_it() -> None:
    assert findings("implemented", [BY_MODULE], [BY_TEST]) == ["XX 1 is implemented, but no function cites it."]
    assert findings("planned", [BY_MODULE], [BY_TEST]) == []


def test_nothing_is_said_of_tests_that_are_not_at_hand() -> None:
    assert findings("implemented", [BY_FUNCTION], None) == []
    assert findings("planned", [BY_FUNCTION], None) == []


@pytest.mark.parametrize("status", ["planned", "not_modelled"])
def test_a_clause_is_not_implemented_in_secret(status: Status) -> None:
    said = ["XX 1 is cited by code and tests: its status should be “implemented”."]
    assert findings(status, [BY_FUNCTION], [BY_TEST], WORDS) == said
    assert findings(status, [BY_FUNCTION], [], WORDS) == []
    assert findings(status, [], [BY_TEST], WORDS) == []


def test_what_is_not_modelled_needs_a_reason() -> None:
    assert findings("not_modelled", [], []) == ["XX 1 is not modelled, and no reason is given."]


def test_unknown_clauses_are_found_in_code_and_tests() -> None:
    code, test = Citation("room.py", "f", "XX 2"), Citation("test_room.py", "", "*IDS")
    assert findings("planned", [code], [test]) == [
        "room.f cites “XX 2”, which is no clause.",
        "tests/test_room.py cites “*IDS”, which is no clause.",
    ]
    assert findings("planned", [code], None) == ["room.f cites “XX 2”, which is no clause."]


def test_citations_stand_beside_their_clause_in_a_stable_order() -> None:
    known = Clause("XX", "1", "implemented", WORDS, ())
    other = Citation("another.py", "g", "XX 1")
    covered = judged({known.id: known}, (BY_FUNCTION, other), (BY_TEST,)).covered
    assert [(one.clause, one.code, one.tests) for one in covered] == [(known, (other, BY_FUNCTION), (BY_TEST,))]


def test_the_tests_are_found_beside_the_source_of_a_checkout_only(tmp_path: Path) -> None:
    assert folder_of_tests(PACKAGE) == Path(__file__).parents[1]
    (tmp_path / "tests").mkdir()
    assert folder_of_tests(tmp_path / "src" / "floorjudge") == tmp_path / "tests"
    assert folder_of_tests(tmp_path / "site-packages" / "floorjudge") is None
    (tmp_path / "tests").rmdir()
    assert folder_of_tests(tmp_path / "src" / "floorjudge") is None
