"""Players from a file or a pasted list, on the page that asks what the list does not tell."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from floorjudge.web.organiser.importing import MOST_DOUBTS
from tests.web.desk_of_tests import Browser, Floor, form_fields, serving_friday, shown
from tests.web.pages_read import findings

EVENT = "friday"
PAGE = f"/e/{EVENT}/desk/players"
ACTION = f"{PAGE}/import"


@pytest.fixture
def floor() -> Iterator[Floor]:
    """Return a server with an event that has no players yet."""
    with serving_friday(players=(), start=False) as running:
        yield running


@pytest.fixture
def desk(floor: Floor) -> Browser:
    """Return the organiser's browser."""
    return floor.owner()


def names(floor: Floor) -> list[str]:
    return list(floor.state(EVENT).players)


class AsItStands(HTMLParser):
    """What a browser would send of the last form of a page, as the page shows it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._area: str | None = None
        self.feed(html[html.index(f'action="{ACTION}"') :].partition("</form>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a field."""
        given = {name: value or "" for name, value in attrs}
        if tag == "textarea":
            self._area = given["name"]
            self.fields[self._area] = ""
        elif tag == "input" and (given.get("type") not in {"radio", "checkbox", "file"} or "checked" in given):
            self.fields[given["name"]] = given.get("value", "on")

    def handle_data(self, data: str) -> None:
        """Take the text of a field, without the line break that browsers leave out."""
        if self._area is not None:
            self.fields[self._area] += data.removeprefix("\n") if not self.fields[self._area] else data

    def handle_endtag(self, tag: str) -> None:
        """End a field."""
        if tag == "textarea":
            self._area = None


def paste(desk: Browser, listed: str, status: int = 200) -> str:
    return desk.fill(PAGE, ACTION, status, list=listed)


def upload(desk: Browser, content: bytes, status: int = 200) -> str:
    return desk.fill(PAGE, ACTION, status, files={"file": ("players.csv", content)})


def go_on(desk: Browser, html: str, code: int = 200, /, **changed: str) -> str:
    """Send the form of a page as it stands, with some fields changed."""
    answer = desk.client.post(ACTION, data={**AsItStands(html).fields, **changed})
    assert answer.status_code == code, shown(answer.text)
    return answer.text


def test_a_file_of_players_is_imported_once(floor: Floor, desk: Browser) -> None:
    fields = form_fields(desk.get(PAGE), ACTION)
    file = {"file": ("players.csv", "Name;Land\nAna;ES\nJosé;PT\n".encode("utf-8-sig"))}
    assert "2 players were added" in shown(desk.send(ACTION, files=file, **fields))
    desk.send(ACTION, files=file, **fields)  # the same form, by an impatient finger
    again = shown(desk.send(ACTION, files=file, **form_fields(desk.get(PAGE), ACTION)))
    assert "2 players are registered already Ana José" in again
    assert "Add players" not in again
    assert "All players on this list are registered already" in again
    assert names(floor) == ["Ana", "José"]
    page = paste(desk, "Ana\nBo")
    assert "1 player is registered already Ana 1 player would be added Bo" in shown(page)
    assert "1 player was added. 1 player of the list was registered before." in shown(go_on(desk, page, step="add"))
    assert names(floor) == ["Ana", "José", "Bo"]


def test_a_list_of_more_players_than_an_event_takes_is_refused_when_it_is_looked_at(
    desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("floorjudge.web.organiser.importing.LARGEST_EVENT", 3)
    assert "3 players" in shown(paste(desk, "Ana\nBo\nCy\nDi", 409))


def test_letters_that_are_not_unicode_are_asked_about(floor: Floor, desk: Browser) -> None:
    page = upload(desk, "Imię;Nazwisko;Klub\nŁukasz;Żółć;A\nAna;Nowak;B\n".encode("cp1250"))
    assert "Which letters are right?" in shown(page)
    assert "Imię;Nazwisko;Klub / Łukasz;Żółć;A windows-1250" in shown(page)
    assert findings(page) == []
    assert names(floor) == []
    go_on(desk, page, encoding="windows-1250")
    assert names(floor) == ["Łukasz Żółć", "Ana Nowak"]


def test_what_no_page_sends_is_refused(floor: Floor, desk: Browser) -> None:
    page = upload(desk, "Ana;Żółć\n".encode("cp1250"))
    for field, value in (("bytes", "%"), ("bytes", "QQ"), ("encoding", "rot13")):
        assert 'role="alert"' in go_on(desk, page, 400, **({"encoding": "cp1250"} | {field: value}))
    assert names(floor) == []


def test_the_ways_to_read_a_list_are_shown_on_a_line_that_tells_them_apart(floor: Floor, desk: Browser) -> None:
    page = paste(desk, "Ana\nSmith, John\nBo")
    assert "Line 2 becomes" in shown(page)
    assert "Smith, John" in shown(page)
    assert findings(page) == []
    go_on(desk, page, columns="line", skip="0", step="add")
    assert names(floor) == ["Ana", "Smith, John", "Bo"]


def test_a_line_that_could_be_read_in_several_ways_is_asked_about(floor: Floor, desk: Browser) -> None:
    page = paste(desk, "Lag,Klubb\nAna Silva,Lisboa\nBo Kim,Porto")
    assert "would be added" not in shown(page)
    # Nothing is chosen beforehand: to press the button adds nobody.
    assert "Which part is the name?" in shown(go_on(desk, page, step="add"))
    assert names(floor) == []
    page = go_on(desk, page, columns="2,1", skip="1", step="preview")
    assert "Lisboa Ana Silva" in page
    assert "2 players would be added" in shown(page)
    go_on(desk, page, columns="1", step="add")
    assert names(floor) == ["Ana Silva", "Bo Kim"]


def test_whether_the_first_line_of_a_file_is_a_heading_is_asked(floor: Floor, desk: Browser) -> None:
    page = upload(desk, b"Contestants\nAna\nBo\n")
    assert "The first line with a player Contestants Ana Bo" in shown(page)
    go_on(desk, page, skip="1", step="add")
    assert names(floor) == ["Ana", "Bo"]


def test_who_takes_part_is_asked(floor: Floor, desk: Browser) -> None:
    page = upload(desk, b"Name,Status\nAna,Paid\nBo,Cancelled\nCy,\n")
    assert "Who takes part Paid 1 Cancelled 1 without a word 1" in shown(page)
    assert findings(page) == []
    go_on(desk, page, status="Paid", step="add")
    assert names(floor) == ["Ana"]


def test_a_file_that_cannot_be_meant_adds_nobody(floor: Floor, desk: Browser, subtests: pytest.Subtests) -> None:
    for content, said in [
        *((b"", ""), (b"\0\1\2", ""), (b"Name\nAna\n\x1b[0m\n", "line 3"), (b"Name\n" + b"x" * 300, "line 2")),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "This is a workbook of Excel."),
        *(
            (each, "This is no list of players.")
            for each in (b"<!doctype html><p>Ana", b'{"players": ["Ana"]}', b"%PDF-1.7")
        ),
    ]:
        with subtests.test(content=content[:20]):
            html = upload(desk, content, 400)
            assert 'role="alert"' in html
            assert said in shown(html)
    assert names(floor) == []


def test_who_looks_like_another_is_kept_apart_or_left_out(floor: Floor, desk: Browser) -> None:
    desk.fill(PAGE, player="Ana Silva")
    page = paste(desk, "ANA SILVA,Lisboa\nBo Kim,Porto\nBo K\u0456m,Vigo")
    page = go_on(desk, page, columns="1", skip="0", step="preview")
    assert "ANA SILVA looks like Ana Silva" in shown(page)
    assert "Bo K\u0456m looks like Bo Kim" in shown(page)
    assert 'value="Bo K\u0456m (Vigo)"' in page
    page = go_on(desk, page, columns="2", step="add")
    # What was typed for the names of one column means nothing for another one.
    assert names(floor) == ["Ana Silva", "Lisboa", "Porto", "Vigo"]
    page = paste(desk, "ANA SILVA,Lisboa\nBo Kim,Porto\nBo K\u0456m,Vigo")
    page = go_on(desk, page, columns="1", skip="0", step="preview")
    assert findings(page) == []
    # As it is typed it stands, however much it looks like another.
    go_on(desk, page, step="add", out1="yes", as3="Bo K\u0456m")
    assert names(floor) == ["Ana Silva", "Lisboa", "Porto", "Vigo", "Bo Kim", "Bo K\u0456m"]


def test_people_of_one_name_are_kept_apart(floor: Floor, desk: Browser) -> None:
    content = "First name,Last name,Club\nRui,Sá,Faro\nRui,Sá,Beja\nEva,Paz,Faro\n".encode()
    page = upload(desk, content)
    assert "Line 2: Rui Sá there are several leave out Line 3: Rui Sá there are several" in shown(page)
    same = go_on(desk, page, step="add", as2="Rui Sá", as3="Rui Sá")
    assert "Line 2: Rui Sá there are several" in shown(same)
    assert names(floor) == []
    go_on(desk, same, step="add")
    assert names(floor) == ["Rui Sá (Faro)", "Rui Sá (Beja)", "Eva Paz"]
    assert "3 players are registered already Rui Sá (Faro) Rui Sá (Beja) Eva Paz" in shown(upload(desk, content))


def test_what_was_decided_stays_decided(floor: Floor, desk: Browser) -> None:
    page = paste(desk, "Rui;Faro\nRui;Faro\nEva;Beja")
    page = go_on(desk, page, columns="1", skip="0", step="preview")
    page = go_on(desk, page, step="preview", as1="Rui", as2="Rui B")
    assert "there are several" not in shown(page)
    go_on(desk, page, step="add")
    assert names(floor) == ["Rui", "Rui B", "Eva"]


def test_what_may_be_no_name_is_pointed_out(floor: Floor, desk: Browser) -> None:
    page = upload(desk, "Name\nAna\nWaiting list:\nbo@example.org\n£ukasz\n".encode())
    assert shown(page).count("perhaps no name") == 3
    go_on(desk, page, step="add", out3="yes", as4="Bo")
    assert names(floor) == ["Ana", "Bo", "£ukasz"]


def test_a_list_of_more_doubles_than_a_page_can_ask_about_is_refused(floor: Floor, desk: Browser) -> None:
    html = paste(desk, "\n".join(f"Player {number // 2}" for number in range(2 * MOST_DOUBTS)), 400)
    assert "Import the list in parts" in shown(html)
    assert names(floor) == []
