import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.rulebook import Clause, clauses, editions, parse, printed_in
from tests.support.refusals import error_of

any_clause = st.sampled_from(sorted(clauses().values(), key=str))


@given(any_clause, st.data())
def test_case_and_spaces_do_not_matter(clause: Clause, data: st.DataObject) -> None:
    written = "".join(
        data.draw(st.sampled_from(["", " ", "\t", "\u00a0"])) + data.draw(st.sampled_from([char.lower(), char.upper()]))
        for char in clause.id.replace(" ", "")
    )
    assert parse(written) == clause


def test_what_people_write_is_understood(subtests: pytest.Subtests) -> None:
    for written, meant in [
        ("ote2.6.1", "OTE 2.6.1"),
        ("OTE 2.6.1.", "OTE 2.6.1"),
        ("CR shortcuts.2b", "CR shortcuts.2b"),
        ("CR 729.2b", "CR shortcuts.2b"),
        ("cr732.6", "CR shortcuts.6"),
        ("CR 716.1a", "CR shortcuts.1a"),
        ("MTR 4.4.8", "MTR 4.4.8"),
        ("mstr 4.4a", "MSTR 4.4A"),
    ]:
        with subtests.test(written=written, meant=meant):
            assert parse(written).id == meant


def test_in_an_edition_a_number_is_read_as_that_edition_prints_it() -> None:
    for clause in clauses().values():
        for edition, number in clause.printed:
            assert parse(f"{clause.rulebook} {number}", edition) == clause


def test_in_an_edition_an_id_is_understood_too() -> None:
    assert parse("MTR 4.4.9", "mtr-2018-07").id == "MTR 4.4.9"
    assert parse("CR shortcuts.2b", "CR-729").id == "CR shortcuts.2b"


def test_a_clause_that_an_edition_lacks_is_not_found_in_it() -> None:
    for clause in clauses().values():
        for edition in editions():
            if printed_in(clause, edition.id) is None and clause.id != "MTR 4.4.8":
                with pytest.raises(BadInput):
                    parse(clause.id, edition.id)


def test_the_nearest_clauses_are_suggested(subtests: pytest.Subtests) -> None:
    for written, edition, suggested in [
        ("OTE 2.6.3", None, "OTE 2.6.1"),
        ("2.6.1", None, "OTE 2.6.1"),
        ("OTE 2.11", None, "OTE 2.10"),
        ("CR 729.2d", None, "CR 732.2"),
        ("CR 729.2b", "cr-732", "CR 732.2b"),
    ]:
        with subtests.test(written=written, edition=edition):
            caught = error_of(BadInput, parse, written, edition)
            assert caught.code == ("clause_not_in_edition" if edition else "unknown_clause")
            assert suggested in caught.message("en")


def test_each_clause_is_suggested_once() -> None:
    caught = error_of(BadInput, parse, "CR 729.2bb")
    suggested = caught.full_sentence.values["close"]
    assert isinstance(suggested, tuple)
    assert len(suggested) == len(set(suggested)) == 3


def test_nonsense_is_answered_with_examples(subtests: pytest.Subtests) -> None:
    for written in ["", "   ", "?", "\x00", "x" * 1000]:
        with subtests.test(written=written):
            assert "MTR 4.4.3" in error_of(BadInput, parse, written).message("en")


def test_nothing_near_in_an_edition_is_said_plainly() -> None:
    assert error_of(BadInput, parse, "?", "mtr").message("en") == "The edition mtr has no clause “?”."
