"""Lists of people as spreadsheets, forms and people write them: read as a person would, or asked about."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from floorjudge.decoding import in_encoding, possible_encodings
from floorjudge.errors import BadInput
from floorjudge.events.service.roster import Choices, Entry, People, errors, read_people
from floorjudge.events.service.roster.headings import heading_of, is_no_name, is_remark
from floorjudge.events.tournament.checks import new_name
from floorjudge.formats.competition import as_kept

PLAIN = Choices(plain=True)


def names(content: bytes | str, choices: Choices = PLAIN) -> list[str]:
    """Return the names of a list about which nothing is asked."""
    people = read_people(content, choices)
    assert people.questions == ()
    return [entry.name for entry in people.entries]


def asked(content: bytes | str, choices: Choices = PLAIN) -> list[str]:
    """Return what is asked of a list, by the options that answer it."""
    return [str(question.where) for question in read_people(content, choices).questions]


def refused(content: bytes | str, choices: Choices = PLAIN) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read_people(content, choices)
    return caught.value


def keys(people: People) -> list[str]:
    return [offer.key for offer in people.ways]


# Headings


def test_a_column_of_names_is_found_in_many_languages(subtests: pytest.Subtests) -> None:
    for head in [
        *(
            "Name",
            "NAME",
            " name ",
            "Name:",
            "Name *",
            "Player",
            "Nombre",
            "Jugador",
            "Nom",
            "Joueur",
            "Nome",
            "Jogador",
        ),
        *("Full name", "Gracz", "Hráč", "Spelare", "名前", "이름", "фио"),
    ]:
        for separator in [",", ";", "\t"]:
            with subtests.test(head=head, separator=separator):
                content = "\n".join(
                    separator.join(row) for row in (["No.", head, "Club"], ["1", "Ana", "X"], ["2", "Bo", "Y"])
                )
                people = read_people(content, Choices())
                assert people.questions == ()
                assert people.entries == (Entry(2, "Ana", ("1", "", "X")), Entry(3, "Bo", ("2", "", "Y")))


def test_first_and_last_names_are_put_together(subtests: pytest.Subtests) -> None:
    for given_name, family_name in [
        *(("First name", "Last name"), ("Given name", "Family name"), ("First name", "Surname"), ("Name", "Surname")),
        *(("Nombre", "Apellidos"), ("Nombre", "Apellido"), ("Prénom", "Nom"), ("Prenom", "Nom de famille")),
        *(("Nome", "Sobrenome"), ("Nome", "Apelido"), ("Primeiro nome", "Sobrenome"), ("Vorname", "Nachname")),
        *(("Vorname", "Name"), ("Nome", "Cognome"), ("Voornaam", "Achternaam"), ("Imię", "Nazwisko")),
    ]:
        with subtests.test(given_name=given_name, family_name=family_name):
            assert names(f"{given_name},{family_name},Club\nAna,Silva,X\nBo,Nkosi,Y\n") == ["Ana Silva", "Bo Nkosi"]
            assert names(f"Club;{family_name};{given_name}\nX;Silva;Ana\nY;Nkosi;Bo\n") == ["Ana Silva", "Bo Nkosi"]


def test_a_whole_name_beside_its_parts_is_enough() -> None:
    assert names("First name,Last name,Full name\nAna,Sá,Ana Sá\n") == ["Ana Sá"]


def test_one_of_two_names_may_be_missing() -> None:
    assert names("First name,Last name\nAna,\n,Nkosi\nBo\n") == ["Ana", "Nkosi", "Bo"]


def test_headings_that_do_not_tell_the_name_are_asked_about(subtests: pytest.Subtests) -> None:
    for content in [
        "Surname;Club\nNowak;Rome\n",  # half a name
        "First name,Club\nAna,Rome\n",  # the other half
        "Name,Surname,Club\nAna Sá,Sá,Rome\n",  # a whole name, and the last one again
        "Player,Player\nAna,Bo\n",
        "Name,Club\nSá, Ana,Rome\n",  # a comma that should stand in quotation marks
        "Name\nSá, Ana\nPaz, Eva\n",
    ]:
        with subtests.test(content=content):
            assert asked(content) == ["--columns"]


def test_titles_above_the_headings_are_no_people() -> None:
    assert names("Autumn Open,,\n,,\nName,Club,Paid\nAna,X,yes\nBo,Y,no\n", Choices()) == ["Ana", "Bo"]
    assert names("Players\nAutumn Open,,\nName,Club,Paid\nAna,X,yes\n", Choices()) == ["Ana"]
    assert asked("Autumn Open\n\nName\nAna\n", Choices()) == ["--skip"]
    assert names("Autumn Open\n\nName\nAna\n", Choices(skip=3)) == ["Ana"]


def test_headings_that_come_again_are_no_people() -> None:
    assert names("Name,Club\nAna,X\nName,Club\nBo,Y\n") == ["Ana", "Bo"]


def test_names_like_headings_and_headings_like_names() -> None:
    assert names("Nickname\nNull\n99+Neko\nNick\n") == ["Null", "99+Neko", "Nick"]
    assert names("Nick\nAna\n", Choices(skip=0)) == ["Nick", "Ana"]


# Asked


def test_a_file_without_headings_is_asked_about() -> None:
    people = read_people(b"Ana\nBo\nCy", Choices())
    assert [type(question) for question in people.questions] == [errors.HeadingUnknown]
    assert "--skip 1 (“Bo”)" in people.questions[0].message("en")
    assert names(b"Ana\nBo\nCy", Choices(skip=0)) == ["Ana", "Bo", "Cy"]
    assert names(b"Starters\nBo\nCy", Choices(skip=1)) == ["Bo", "Cy"]
    assert refused("Ana\nBo", Choices(skip=2)).code == "empty_roster"
    assert refused("Ana\nBo", Choices(skip=-1)).code == "heading_unknown"


def test_two_columns_without_headings_are_asked_about() -> None:
    content = "Eva,Paz\nRui,Sá\n"
    people = read_people(content, PLAIN)
    assert asked(content) == ["--skip", "--columns"]
    assert keys(people) == ["1", "2", "1,2", "2,1", "line"]
    assert "--columns 1,2 (“Eva Paz”)" in people.questions[1].message("en")
    assert names(content, Choices(skip=0, columns="1,2")) == ["Eva Paz", "Rui Sá"]
    assert names(content, Choices(skip=0, columns="line")) == ["Eva,Paz", "Rui,Sá"]
    for wrong in ("3", "0", "1,1", "a", ""):
        assert refused(content, Choices(skip=0, columns=wrong)).code == "no_such_columns"


@pytest.mark.parametrize("content", ["Smith, John\nLee, Ana", "Bo\nSmith, John\nCy", "Lima, Ana;Rome\nDiaz, Bo;Vigo"])
def test_a_name_with_a_comma_is_one_of_the_ways(content: str) -> None:
    assert "--columns" in asked(content)
    ways = [offer.shows for offer in read_people(content, PLAIN).ways]
    assert "Smith, John" in ways or "Lima, Ana" in ways


def test_columns_without_names_are_not_offered() -> None:
    assert names("1;ana@example.org;Ana\n2;bo@example.org;Bo\n", Choices(skip=0)) == ["Ana", "Bo"]
    answers = (
        'When,Mail,Your name?,Deck?\n2027/01/02 9:10:11 PM GMT+2,a@b.org,Ana,No\n2027/01/03 9:00,c@d.org,"Bo\nSá",Yes\n'
    )
    assert asked(answers, Choices()) == ["--skip", "--columns"]
    assert keys(read_people(answers, Choices())) == ["3", "4", "3,4", "4,3", "line"]
    assert read_people(answers, Choices()).skip == "1"
    assert names(answers, Choices(skip=1, columns="3")) == ["Ana", "Bo Sá"]


def test_who_takes_part_is_asked() -> None:
    content = "Name,Status\nAna,Paid\nBo,Cancelled\nCy,\n"
    people = read_people(content, Choices())
    assert [entry.name for entry in people.entries] == ["Ana", "Cy"]
    assert "--status Cancelled (1)" in people.questions[0].message("en")
    assert names(content, Choices(status=("Paid",))) == ["Ana"]
    assert names(content, Choices(status=("Paid", "-"))) == ["Ana", "Cy"]
    assert refused(content, Choices(status=("Free",))).code == "no_such_status"
    assert refused("Name\nAna\n", Choices(status=("Paid",))).code == "no_status"
    assert names("Name,Status\nAna,Paid\nBo,Paid\n") == ["Ana", "Bo"]
    assert asked("Name,Coming\nAna,Yes\nBo,No\n") == ["--status"]
    assert asked("Name,Note\nAna,Dropped\n") == ["--status"]


# Shapes


def test_the_separator_may_be_named_in_the_file() -> None:
    assert names('sep=;\r\nName;Club\r\nAna, Lima;X\r\n"Bo; Kim";Y\r\n') == ["Ana, Lima", "Bo; Kim"]
    assert names("sep=|\nName|Club\nAna|X\n") == ["Ana"]


def test_numbers_before_the_names_are_none_of_them() -> None:
    for listed in ("1. Ana\n2. Bo\n3) Cy", "１．Ana\n２．Bo\n３．Cy", "#1 Ana\n#2 Bo\n#3 Cy", "1 - Ana\n2 - Bo\n3- Cy"):
        assert names(listed) == ["Ana", "Bo", "Cy"]
        assert names(listed.encode(), Choices()) == ["Ana", "Bo", "Cy"]
    assert names("1\ufe0f\u20e3 Ana\n2\ufe0f\u20e3 Bo") == ["Ana", "Bo"]
    assert names("Name\n1. Ana\n2. Bo", Choices()) == ["Ana", "Bo"]
    assert names("3 Doors\n1 Ana\n7 Bo") == ["3 Doors", "1 Ana", "7 Bo"]
    assert names("1. Ana\n2. Bo", Choices(skip=0)) == ["Ana", "Bo"]


@pytest.mark.parametrize("above", ["Starters", "Ana Sá", "0. Ana", "3 Ana"])
def test_what_stands_above_numbers_is_asked_about(above: str) -> None:
    listed = f"{above}\n1. Bo\n2. Cy"
    assert asked(listed, Choices()) == ["--skip"]
    assert [each.key for each in read_people(listed, Choices()).skips] == ["0", "1", "2"]
    assert names(listed, Choices(skip=1)) == ["Bo", "Cy"]


def test_a_number_without_a_name_is_a_free_place() -> None:
    assert names("1. Ana\n2. Bo\n3.\n4.") == ["Ana", "Bo"]
    assert names("No,Name\n1,Ana\n2,\n3,Bo\n", Choices()) == ["Ana", "Bo"]
    assert names("Name,Paid\nAna,5\nBo,5\n,10\n", Choices()) == ["Ana", "Bo"]


def test_a_line_that_holds_something_else_where_names_stand_is_said() -> None:
    error = refused("Name,Deck\nAna,Elves\n,Burn\n", Choices())
    assert (error.code, error.where) == ("no_name_there", "line 3")
    assert "“Burn”" in error.message("en")


def test_bullets_before_all_names_are_none_of_them() -> None:
    assert names("- Ana\n- Bo") == ["Ana", "Bo"]
    assert names("• Ana\n* Bo\n– Cy") == ["Ana", "Bo", "Cy"]
    assert names("-Ana\n- Bo") == ["-Ana", "- Bo"]
    assert names("- Ana") == ["- Ana"]


def test_every_column_with_a_name_is_offered() -> None:
    content = "When,Club,City,Deck,Team,Your name\n1/3/2026 9:12,a,b,c,d,Ana\n1/3/2026 9:13,e,f,g,h,Bo\n"
    assert "6" in keys(read_people(content, Choices(skip=1)))
    assert names(content, Choices(skip=1, columns="6")) == ["Ana", "Bo"]


def test_a_list_longer_than_any_event_is_refused() -> None:
    assert refused("a\n" * 30_002).code == "too_many_lines"


def test_who_may_not_take_part_is_seen_in_other_words(subtests: pytest.Subtests) -> None:
    for head, gone in [
        *(("Order status", "Refunded (2026-03-01)"), ("Ticket", "Cancelled by Ana"), ("RSVP status", "Not going")),
        *(("Estado de inscripción", "Baja"), ("Drop Round", "3"), ("Status", "CANCELLED!"), ("Note", "Cancelled, ill")),
    ]:
        with subtests.test(head=head, gone=gone):
            assert asked(f'Name,{head}\nAna,\nBo,"{gone}"\n', Choices()) == ["--status"]


def test_what_only_begins_like_a_word_for_who_is_gone_is_none() -> None:
    assert names("Name,Deck\nAna,Dropping bombs\nBo,Maybelline\nCy,Bajada\n", Choices()) == ["Ana", "Bo", "Cy"]
    assert names("Name,State\nAna,Texas\nBo,Ohio\n", Choices()) == ["Ana", "Bo"]


def test_what_a_spreadsheet_would_compute_is_a_name_as_it_is() -> None:
    assert names('Name\n=HYPERLINK("x"&A1;"y")\n+351 Bo\n-Cy\n@Eva\n') == [
        '=HYPERLINK("x"&A1;"y")',
        "+351 Bo",
        "-Cy",
        "@Eva",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_any_line_end_will_do(end: str) -> None:
    people = read_people(end.join(["Name", "Ana", "", "  ", "Bo", ""]), Choices())
    assert people.entries == (Entry(2, "Ana", ("",)), Entry(5, "Bo", ("",)))


def test_names_are_kept_as_the_tournament_keeps_them() -> None:
    assert names("Name\n  Jose\u0301   Silva \nEva\u200b Paz\nRui\u00a0Sá \n") == ["José Silva", "Eva Paz", "Rui Sá"]


def test_a_name_that_cannot_be_one_is_said_with_its_line() -> None:
    for wrong in ("x" * 101, "A\u202ena", "A\x1bna"):
        error = refused(f"Name,Club\nAna,X\n{wrong},Y\n")
        assert (error.code, error.where) == ("bad_name", "line 3")
    assert refused("Name,Club\nAna,X\n,Y\n").where == "line 3"
    assert refused("Eva,Paz\n\x1b,\x1b\n").where == "line 2"


def test_a_file_without_names_says_so(subtests: pytest.Subtests) -> None:
    for content in ["", "\n\n", "\ufeff", "  \n\t\n", "Name\n", "Name,Club\n,\n", "sep=;"]:
        with subtests.test(content=content):
            assert refused(content).code == "empty_roster"


def test_quotation_marks_that_are_never_closed_swallow_nobody() -> None:
    error = refused('Name,Club\nAna,X\n"Bo,Y\nCy,Z\n')
    assert (error.code, error.where) == ("bad_roster", "line 3")


def test_quotation_marks_may_belong_to_a_name() -> None:
    assert names('Name\n"Bear" Bo\nEva', Choices()) == ['"Bear" Bo', "Eva"]
    assert names('Ana\n"><b>') == ["Ana", '"><b>']
    assert refused('Name\n"Bear" Bo\n"Eva\nPaz"', Choices()).code == "bad_roster"


def test_a_very_long_cell_is_refused() -> None:
    assert refused("Name\n" + "x" * 200_000).code in ("bad_name", "bad_roster")


@given(st.text() | st.text(alphabet="ab,;\t\"'\n\r \ufeffNameé\x001.", max_size=200))
@example('"')
@example('Name\n"Ana')
@example("\x00")
@example("Name\r\nA\rB")
@example('a"b,c\n"d"e')
@example("1" * 5_000 + ". a")
def test_any_text_is_a_list_or_says_what_is_wrong(content: str) -> None:
    with suppress(BadInput):
        people = read_people(content, PLAIN)
        assert people.entries
        lines = [entry.line for entry in people.entries]
        assert lines == sorted(set(lines))
        assert lines[0] > int(people.skip)


# Letters

LETTERS = {
    "utf-8": "Łukasz Ñandú Дима 佐藤次郎 Ωλέ",
    "utf-8-sig": "Łukasz Ñandú Дима 佐藤次郎 Ωλέ",
    "utf-16": "Łukasz Ñandú Дима 佐藤次郎 Ωλέ",
    "utf-16-le": "Łukasz Ñandú Дима 佐藤次郎 Ωλέ",
    "utf-16-be": "Łukasz Ñandú Дима 佐藤次郎 Ωλέ",
    "cp1252": "JoséÑandúÉœßÀŠø’",
    "cp1250": "ŁukaszŻółćÁřŠľő",
    "cp1251": "ДимаЁжийЩ",
    "mac-roman": "JoséÑandúÉœßÀø’",
    "cp437": "JoséÑandúßÅçèü",
    "cp850": "JoséÑandúßÅÀÃÊø",
    "cp852": "ŁukaszŻółćÁřŠľő",
    "iso-8859-2": "ŁukaszŻółćÁřŠľőąśź",
    "koi8-r": "ДимаЁжийЩ",
    "shift-jis": "佐藤次郎花子あアー",
    "euc-kr": "김철수이영희",
    "gb18030": "王小明李雷",
    "big5": "王小明陳",
}


@st.composite
def lists(draw: st.DrawFn, encoding: str) -> list[str]:
    """Draw names in letters that an encoding has."""
    letters = st.sampled_from([*LETTERS[encoding].replace(" ", ""), *"abcXYZ"])
    words = st.text(letters, min_size=2, max_size=8)
    name = st.lists(words, min_size=1, max_size=3).map(" ".join) | st.tuples(words, words).map(", ".join)
    return draw(st.lists(name, min_size=2, max_size=6, unique=True))


def written(rows: Sequence[Sequence[str]], separator: str, end: str, *, quoted: bool) -> str:
    """Return what a spreadsheet writes."""
    target = io.StringIO()
    csv.writer(
        target, delimiter=separator, lineterminator=end, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    ).writerows(rows)
    return target.getvalue()


@given(st.data())
def test_a_list_is_read_back_or_asked_about_and_never_other_letters(data: st.DataObject) -> None:
    encoding = data.draw(st.sampled_from(list(LETTERS)))
    listed = data.draw(lists(encoding))
    assume(
        all(
            new_name("", name) == name == as_kept(name) and not is_no_name(name) and not is_remark(name)
            for name in listed
        )
    )
    separator, end = data.draw(st.sampled_from(",;\t")), data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    heading, club = data.draw(st.booleans()), data.draw(st.booleans())
    rows = [[name, "Rome"] if club else [name] for name in listed]
    assume(heading or heading_of(rows[0]) is None)
    rows = [["Name", "Club"][: len(rows[0])], *rows] if heading else rows
    content = written(rows, separator, end, quoted=data.draw(st.booleans())).encode(encoding)
    choices = Choices()
    try:
        people = read_people(content, choices)
    except errors.EncodingUnknown:
        choices = Choices(encoding=encoding)
        people = read_people(content, choices)
    if not heading:
        assert "--skip" in [question.where for question in people.questions]
        people = read_people(content, Choices(encoding=choices.encoding, skip=0))
    if people.questions:
        assert [question.where for question in people.questions] == ["--columns"]
        readings = [read_people(content, Choices(choices.encoding, int(people.skip), key)) for key in keys(people)]
        assert listed in [[entry.name for entry in reading.entries] for reading in readings]
    else:
        assert [entry.name for entry in people.entries] == listed


@given(
    st.sampled_from([name for name in LETTERS if not name.startswith("utf")]).flatmap(
        lambda name: st.tuples(st.just(name), lists(name))
    )
)
def test_the_letters_that_a_file_has_are_among_those_offered(drawn: tuple[str, list[str]]) -> None:
    encoding, listed = drawn
    content = "\n".join(["Name", *listed])
    with suppress(UnicodeDecodeError):
        content.encode(encoding).decode()
        return
    shown = [each.content for each in possible_encodings(content.encode(encoding))]
    assert content in shown
    assert len(set(shown)) == len(shown)


def test_older_letters_are_shown_in_each_way() -> None:
    error = refused("Imię\nŁukasz Żółć\n".encode("cp1250"))
    assert (error.code, error.where) == ("encoding_unknown", "--encoding")
    assert "--encoding windows-1250 (“Imię / Łukasz Żółć”)" in error.message("en")
    assert names("Name\rJosé\r".encode("mac-roman"), Choices(encoding="mac-roman")) == ["José"]
    assert refused(b"Name\nJos\xe9", Choices(encoding="klingon")).code == "unknown_encoding"
    assert refused(b"Name\nJos\xe9", Choices(encoding="rot13")).code == "unknown_encoding"
    assert refused(b"Name\nJos\xe9", Choices(encoding="utf-8")).code == "other_encoding"
    assert refused(b"Name\nJos\x81", Choices(encoding="latin-1")).code == "other_encoding"
    assert in_encoding("\ufeffAna".encode(), "utf-8") == "Ana"


def test_bytes_that_no_encoding_has_are_no_text() -> None:
    assert refused(b"\x01\x02\xff\xfe\x81").code == "not_a_text"
