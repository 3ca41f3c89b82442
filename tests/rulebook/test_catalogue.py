import re
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest

from floorjudge.errors import BadInput
from floorjudge.rulebook import catalogue, clause, clauses, edition, for_people, parse, rulebook, rulebooks
from floorjudge.rulebook.catalogue import FILES, read_rulebook
from floorjudge.texts import LANGUAGES
from tests.support.refusals import error_of

OTE = (
    "1.1 1.2 1.3 1.4 1.5 1.6 1.7 2.0 2.1 2.2 2.3 2.4 2.4.1 2.4.2 2.4.3 2.5 2.6 2.6.1 2.6.2 2.7 2.7.1 2.7.2 2.8 2.8.1 "
    "2.8.2 2.8.3 2.8.4 2.9 2.10"
).split()
MTR = [
    *("2.1", "2.2", "2.4", "2.5", "2.10", "3.1"),
    *(f"4.4.{paragraph}" for paragraph in range(1, 10)),
    *("6.1", "7.1"),
    *("10.2", "10.3", "10.4", "appendix C", "appendix E"),
]
MSTR = [
    *"1.1A 2.1A 2.2A 2.2B 2.3A 2.4A 2.4B 2.5A 2.5B 3.1A 4.2A 4.4A X.1B X.3A X.7A".split(),
    *("10.2A", "10.2B", "10.4A", "appendix B", "appendix C", "appendix E"),
]
SHORTCUTS = [f"shortcuts.{number}" for number in ["1", "1a", "1b", "1c", "2", "2a", "2b", "2c", "3", "4", "5", "6"]]
DECKS = ["100.2a", "100.2b", "100.2d", "100.4a", "100.4b", "702.124", "702.139"]
COMMANDER = ["903.3", "903.4", "903.5a", "903.5b", "903.5c", "903.5d", "903.5e", "903.11a"]
CR = [*DECKS, *SHORTCUTS, *COMMANDER]

SMALL = """
id = "XX"
name = {en = "Rules", es = "Reglas", fr = "Règles", pt = "Regras"}
[[editions]]
id = "xx-1"
[[editions]]
id = "xx-2"
[[clauses]]
number = "7"
status = "planned"
summary = {en = "One.", es = "Uno.", fr = "Un.", pt = "Um."}
"""


def test_every_clause_is_there_in_printed_order() -> None:
    books = {"OTE": OTE, "MTR": MTR, "MSTR": MSTR, "CR": CR}
    wanted = [f"{book} {number}" for book, numbers in books.items() for number in numbers]
    assert list(clauses()) == wanted
    assert [book.id for book in rulebooks()] == [*books]


def test_every_clause_is_one_whole_sentence_in_every_language(subtests: pytest.Subtests) -> None:
    for language in LANGUAGES:
        with subtests.test(language=language):
            for known in clauses().values():
                for wording in (known.summary, known.reason, known.note, *known.readings):
                    if wording is None:
                        continue
                    said = wording.in_language(language)
                    assert said[0].isupper(), known.id
                    assert said.endswith("."), known.id
                    assert not re.search(r"[.!?] [A-ZÀ-Ý]", said), known.id
                    plain = said.replace(
                        "\u202f", " "
                    )  # what French puts before a colon and inside its quotation marks
                    assert plain == " ".join(plain.split()), known.id


def test_no_language_was_copied_from_another() -> None:
    for known in clauses().values():
        for wording in (known.summary, *known.readings):
            assert len({wording.in_language(language) for language in LANGUAGES}) == len(LANGUAGES), known.id
    for book in rulebooks():
        assert len({book.name.in_language(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_what_is_not_modelled_has_a_reason_and_nothing_else_has() -> None:
    for known in clauses().values():
        assert (known.status == "not_modelled") == (known.reason is not None), known.id


def test_a_clause_is_printed_as_it_is_cited() -> None:
    assert clause("CR shortcuts.2b").id == "CR shortcuts.2b"
    assert str(clause("OTE 2.4.1")) == "OTE 2.4.1"


def test_people_get_the_number_that_the_newest_edition_prints() -> None:
    assert for_people("CR shortcuts.4") == "CR 732.4"
    assert for_people("MTR 4.4.9") == "MTR 4.4.9"
    assert for_people("a house rule") == "a house rule"
    assert all(parse(each.newest) == each for each in clauses().values())


def test_an_unknown_id_is_refused() -> None:
    caught = error_of(BadInput, clause, "ote 2.4.1")
    assert caught.code == "unknown_clause"
    assert "OTE 2.4.1" in caught.message("en")


def test_every_edition_that_a_clause_names_exists(subtests: pytest.Subtests) -> None:
    for name in FILES:
        with subtests.test(name=name):
            book = tomllib.loads(Path(catalogue.__file__).with_name(name).read_text("utf-8"))
            known = {edition["id"] for edition in book["editions"]}
            for record in book["clauses"]:
                assert {*record.get("editions", ()), *record.get("printed", {})} <= known, record["number"]


def test_rulebooks_and_editions_are_found_in_any_case() -> None:
    assert rulebook(" mtr ").id == "MTR"
    assert edition("MTR-2018-07").id == "mtr-2018-07"


def test_unknown_rulebooks_and_editions_are_refused_with_the_known_ones() -> None:
    caught = error_of(BadInput, rulebook, "IPG")
    assert (caught.code, "OTE, MTR, MSTR, CR" in caught.message("en")) == ("unknown_rulebook", True)
    caught = error_of(BadInput, edition, "mtr-1999")
    assert (caught.code, "mtr-2018-07" in caught.message("en")) == ("unknown_edition", True)


def test_a_clause_stands_in_every_edition_under_its_number_unless_its_file_says_otherwise() -> None:
    assert read_rulebook(SMALL).clauses[0].printed == (("xx-1", "7"), ("xx-2", "7"))
    only = read_rulebook(SMALL + 'editions = ["xx-2"]\nprinted = {"xx-2" = "8"}')
    assert only.clauses[0].printed == (("xx-2", "8"),)


def test_a_file_that_lacks_something_is_not_read(subtests: pytest.Subtests) -> None:
    for was, becomes in [
        (', pt = "Um."', ""),
        ('"planned"', '"done"'),
        ("number =", "nummer ="),
        ('pt = "Um."', 'pt = "Um.", de = "Eins."'),
    ]:
        with subtests.test(was=was, becomes=becomes), pytest.raises(msgspec.ValidationError):
            read_rulebook(SMALL.replace(was, becomes))


def test_importing_the_rulebook_reads_no_file() -> None:
    asked = (
        "import floorjudge.rulebook as r; print(r.rulebooks.cache_info().currsize + r.clauses.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout == "0\n"
