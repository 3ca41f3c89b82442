"""Card files, the one of the package and those that people bring, and the bytes of deck lists."""

import io
import json
import zipfile
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripts.derive_cards import derive

from floorjudge.decoding import decoded
from floorjudge.errors import BadInput
from floorjudge.formats.on_the_edge.decks import Printing, load_catalogue, read_cards, with_further_cards
from floorjudge.formats.on_the_edge.decks.catalogue import ban_of_number
from floorjudge.formats.on_the_edge.decks.listing import fold_number
from tests.formats.on_the_edge.slow_decks import DEGENERATE, OBJECTIVE, ROWS
from tests.support.refusals import error_of, told


def test_the_card_list_of_the_package() -> None:
    cards = load_catalogue()
    assert load_catalogue() is cards
    assert len(cards.printings) == len(ROWS) == 658
    assert len({row.name for row in ROWS}) == 636
    assert cards.numbered("S8") == (Printing("S8", "Lope", ("Specials",), "OTE 1.3"),)
    assert cards.numbered("28")[0].sets == ("Limited Edition", "Standard Edition", "Unlimited Edition")


@pytest.mark.clauses("OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6")
def test_the_clauses_of_the_package_are_those_of_the_rules() -> None:
    listed = dict.fromkeys(OBJECTIVE, "OTE 1.5") | dict.fromkeys(DEGENERATE, "OTE 1.6")
    for row in ROWS:
        assert row.number == fold_number(row.number)
        assert row.clause == (ban_of_number(row.number) or listed.get(row.number, ""))


def item(number: str, name: str, edition: str) -> str:
    attributes = json.dumps({"number": number, "rarity": "R"}).replace('"', '""')
    name = name.replace('"', '""')
    return f'id,"{attributes}",{edition},"{name}"\n'


def test_the_card_list_is_derived_from_a_table_of_items() -> None:
    table = [
        "id,attributes,set,functional_name\n",
        item("S16", "Message to Space", "Specials"),
        item("CHASE 4", "Chris Robinson", "Arcana"),
        item("C47", "Message to Space", "The Cut-Ups Project"),
        item("28", "Astral Wisdom", "Standard Edition"),
        item("28", "Astral Wisdom", "Limited Edition"),
        item("9", "Tulpas' Secret", "Limited Edition"),
        item("28", "Astral Wisdom", "Limited Edition"),
    ]
    lines = list(derive(table))
    assert [line for line in lines if not line.startswith("#")] == [
        "number\tname\tset\tclause",
        "9\tTulpas' Secret\tLimited Edition\tOTE 1.6",
        "28\tAstral Wisdom\tLimited Edition|Standard Edition\t",
        "C47\tMessage to Space\tThe Cut-Ups Project\tOTE 1.5",
        "CHASE4\tChris Robinson\tArcana\tOTE 1.4",
        "S16\tMessage to Space\tSpecials\tOTE 1.3",
    ]
    assert list(derive([table[0], *reversed(table[1:])])) == lines
    assert len(read_cards("\n".join(lines), "cards.tsv")) == 5


@pytest.mark.parametrize("second", [item("28", "Lope", "Shadows"), item("?", "Lope", "Shadows")])
def test_a_table_that_contradicts_itself_is_not_derived(second: str) -> None:
    with pytest.raises(SystemExit, match="of Lope is not understood"):
        list(derive(["id,attributes,set,functional_name\n", item("28", "Astral Wisdom", "Shadows"), second]))


def test_card_files(subtests: pytest.Subtests) -> None:
    for content in [
        'number\tname\tset\tclause\nE1\tStar "Bar"\tNew|Old\tOTE 1.6\n',
        'number;name;set;clause\r\nE1;Star "Bar";New|Old;1.6',
        '\ufeff# a note\n\nName,Clause,Number,Set\n"Star ""Bar""", ote 1.6,E 1,New|Old\n',
    ]:
        with subtests.test(content=content):
            assert read_cards(content, "more") == (Printing("E1", 'Star "Bar"', ("New", "Old"), "OTE 1.6"),)


def test_what_is_no_card_file(subtests: pytest.Subtests) -> None:
    banning = ("OTE 1.3", "OTE 1.4", "OTE 1.5", "OTE 1.6")
    wrong: list[tuple[Any, ...]] = [
        ("", "card_file_columns", "more", ("number", "name")),
        ("Lope\nJanis", "card_file_columns", "more", ("number", "name")),
        ("number,name\n?,Lope", "card_file_number", "more:2", "?"),
        ("name,number\nLope", "card_file_number", "more:2", ""),
        ("number,name\n\nE1", "card_file_name", "more:3", "E1"),
        ("number,name,clause\nE1,Lope,OTE 2.1", "card_file_clause", "more:2", "OTE 2.1", banning),
        (f"number,name\nE1,{'x' * 140_000}", "card_file_row", "more:2"),
    ]
    for content, *expected in wrong:
        with subtests.test(content=content):
            assert told(error_of(BadInput, read_cards, content, "more")) == tuple(expected)


@given(st.text())
def test_any_text_is_a_card_file_or_bad_input(content: str) -> None:
    with suppress(BadInput):
        assert len(read_cards(f"number,name,clause\n{content}", "more")) <= len(content.splitlines())


def test_further_cards_join_those_that_are_known() -> None:
    cards = load_catalogue()
    further = (Printing("112", "barber hammock", (), None), Printing("9", "Tulpa’s Secret", (), "OTE 1.5"))
    joined = with_further_cards(cards, further, "more")
    assert joined.numbered("112") == cards.numbered("112")
    assert joined.bans_of_card("Tulpas Secret") == ("OTE 1.5",)
    assert cards.bans_of_card("Tulpas Secret") == ("OTE 1.6",)
    refused = error_of(BadInput, with_further_cards, cards, (Printing("112", "Lope"),), "more")
    assert told(refused) == ("card_file_contradicts", "more", "112", "Barber Hammock", "Lope")


def test_a_name_with_a_note_of_signs_only_is_one_card() -> None:
    cards = with_further_cards(load_catalogue(), (Printing("E1", "Star Bar (!)"),), "more")
    assert len(cards.named("Star Bar")) == 1


def test_lists_are_decoded(subtests: pytest.Subtests) -> None:
    for encoding in ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"]:
        with subtests.test(encoding=encoding):
            assert decoded("3 Tulpä's Secret".encode(encoding)) == "3 Tulpä's Secret"
            assert decoded("\ufeff3 Lope".encode("utf-16-be")) == "3 Lope"


def test_the_apostrophe_of_windows_is_decoded() -> None:
    assert decoded(b"Tulpa\x92s Secret") == "Tulpa’s Secret"


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0", b"3 Lope\0", b"\x81\x8d", b"\xff\xfeL"])
def test_bytes_that_are_no_text(content: bytes) -> None:
    assert error_of(BadInput, decoded, content).code == "not_a_text"


@given(st.binary())
def test_any_bytes_are_a_text_or_bad_input(content: bytes) -> None:
    with suppress(BadInput):
        assert "\0" not in decoded(content)


def packed(**files: str) -> bytes:
    """Return a packed file that holds files of these names, slashes and dots written out."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as target:
        for name, content in files.items():
            target.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return made.getvalue()


def test_the_own_file_of_a_spreadsheet_is_named(subtests: pytest.Subtests) -> None:
    for content, code in [
        (packed(xl__workbook_dot_xml="<a/>"), "excel_file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "excel_file"),
        (packed(mimetype="x", content_dot_xml="<a/>"), "open_document_sheet"),
        (packed(Index__Document_dot_iwa="x"), "numbers_file"),
        (packed(names_dot_txt="Ana"), "not_a_text"),
        (b"PK\x03\x04 and nothing else", "not_a_text"),
    ]:
        with subtests.test(content=content, code=code):
            assert error_of(BadInput, decoded, content).code == code


@given(st.lists(st.text("Añoſš佐藤 Éλ"), min_size=2), st.sampled_from(["utf-16-le", "utf-16-be"]))
def test_utf_16_without_its_mark_is_known_by_its_line_ends(lines: list[str], encoding: str) -> None:
    assert decoded("\r\n".join(lines).encode(encoding)) == "\r\n".join(lines)
