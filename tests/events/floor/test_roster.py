"""Players from CSV files, as spreadsheets and people write them."""

from __future__ import annotations

import csv
import io
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.events.lookalikes import is_visible
from floorjudge.events.service.roster import Entry, read_roster


def names(content: str) -> list[str]:
    return [entry.name for entry in read_roster(content)]


def refused(content: str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read_roster(content)
    return caught.value


@pytest.mark.parametrize("content", ["Smith, John\nLee, Ana", "Bo\nSmith, John\nCy", "Smith, John\nBo"])
def test_a_line_with_a_comma_is_one_name_where_no_line_holds_more(content: str) -> None:
    assert names(content) == content.splitlines()


@pytest.mark.parametrize(
    "head",
    ["Name", "NAME", " name ", "Player", "Nombre", "Jugador", "Nom", "Joueur", "Nome", "Jogador", "Full name"],
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_column_of_names_is_found_in_four_languages(head: str, delimiter: str) -> None:
    content = "\n".join(delimiter.join(row) for row in (["No.", head, "Club"], ["1", "Ana", "X"], ["2", "Bo", "Y"]))
    assert read_roster(content) == [Entry(2, "Ana"), Entry(3, "Bo")]


@pytest.mark.parametrize(
    ("given_name", "family_name"),
    [
        ("First name", "Last name"),
        ("Given name", "Family name"),
        ("First name", "Surname"),
        ("Name", "Surname"),
        ("Nombre", "Apellidos"),
        ("Nombre", "Apellido"),
        ("Prénom", "Nom"),
        ("Prenom", "Nom de famille"),
        ("Nome", "Sobrenome"),
        ("Nome", "Apelido"),
        ("Primeiro nome", "Sobrenome"),
        ("Vorname", "Nachname"),
        ("Vorname", "Name"),
        ("Nome", "Cognome"),
        ("Voornaam", "Achternaam"),
        ("Imię", "Nazwisko"),
    ],
)
def test_first_and_last_names_are_put_together(given_name: str, family_name: str) -> None:
    assert names(f"{given_name},{family_name},Club\nAna,Silva,X\nBo,Nkosi,Y\n") == ["Ana Silva", "Bo Nkosi"]
    assert names(f"Club;{family_name};{given_name}\nX;Silva;Ana\nY;Nkosi;Bo\n") == ["Ana Silva", "Bo Nkosi"]


def test_one_of_two_names_may_be_missing() -> None:
    assert names("First name,Last name\nAna,\n,Nkosi\nBo\n") == ["Ana", "Nkosi", "Bo"]


def test_without_a_head_the_first_column_holds_the_names() -> None:
    assert read_roster("Ana\nBo\nCy") == [Entry(1, "Ana"), Entry(2, "Bo"), Entry(3, "Cy")]
    assert names("Ana;1200\nBo;1300") == ["Ana", "Bo"]


def test_the_mark_that_spreadsheets_put_first_is_no_part_of_a_name() -> None:
    assert names("\ufeffName\nAna\n") == ["Ana"]
    assert names("\ufeffAna\nBo\n") == ["Ana", "Bo"]


def test_names_may_be_quoted() -> None:
    assert names('Name,Club\n"Silva, Ana",X\n"Bo ""the Bear"" Nkosi",Y\n') == ["Silva, Ana", 'Bo "the Bear" Nkosi']


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_will_do(end: str) -> None:
    assert names(end.join(["Name", "Ana", "", "  ", "Bo", ""])) == ["Ana", "Bo"]


def test_names_are_kept_as_the_tournament_keeps_them() -> None:
    assert names("Name\n  Jose\u0301   Silva \n") == ["José Silva"]


def test_a_name_that_stands_twice_is_said_with_both_lines() -> None:
    error = refused("Name,Club\nAna,X\n\nBo,Y\nCy,Z\n Ana ,Z\n")
    assert (error.code, error.where) == ("name_twice", "line 6")
    assert "2" in error.message("en")


def test_lines_are_those_of_the_file() -> None:
    """Notes with line breaks inside quotes take several lines of the file."""
    error = refused('Name,Note\nAna,"one\ntwo\nthree"\nBo,x\nAna,y\n')
    assert (error.code, error.where) == ("name_twice", "line 6")


def test_a_name_that_cannot_be_one_is_said_with_its_line() -> None:
    for wrong in ("x" * 101, "A\u200bna", "A\x1bna"):
        error = refused(f"Name,Club\nAna,X\n{wrong},Y\n")
        assert (error.code, error.where) == ("bad_name", "line 3")
    assert refused("Name,Club\nAna,X\n,Y\n").where == "line 3"


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff", "  \n\t\n", "Name\n", "Name,Club\n,\n"])
def test_a_file_without_names_says_so(content: str) -> None:
    assert refused(content).code == "empty_roster"


def test_a_very_long_cell_is_refused() -> None:
    assert refused("Name\n" + "x" * 200_000).code in ("bad_name", "bad_roster")


@given(st.text() | st.text(alphabet="ab,;\t\"'\n\r \ufeffNameé\x00", max_size=200))
@example('"')
@example('Name\n"Ana')
@example("\x00")
@example("Name\r\nA\rB")
@example('a"b,c\n"d"e')
def test_any_text_is_a_roster_or_says_what_is_wrong(content: str) -> None:
    code = None
    entries = []
    try:
        entries = read_roster(content)
    except BadInput as error:
        code = error.code
    assert code in (None, "empty_roster", "bad_name", "name_twice", "bad_roster", "not_a_roster")
    assert bool(entries) is (code is None)
    assert len({entry.name for entry in entries}) == len(entries)
    assert all(1 <= entry.line <= len(content.splitlines()) for entry in entries)


# csv writes what spreadsheets write: cells in quotes where they need them.
PRINTABLE = st.text(
    st.characters(categories=["L", "N", "P", "S"], exclude_characters="\ufeff").filter(is_visible),
    min_size=1,
    max_size=30,
)


@given(
    st.lists(PRINTABLE.map(lambda name: unicodedata.normalize("NFC", f"{name} x")), min_size=1, unique=True),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\r\n", "\n"]),
)
def test_what_a_spreadsheet_writes_is_read_back(players: list[str], delimiter: str, end: str) -> None:
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter, lineterminator=end)
    # So many columns that no mark inside a name outnumbers the delimiter.
    writer.writerow(["Name", *["Club"] * 40])
    writer.writerows([[player, *["X"] * 40] for player in players])
    assert read_roster(written.getvalue()) == [Entry(line, player) for line, player in enumerate(players, 2)]
