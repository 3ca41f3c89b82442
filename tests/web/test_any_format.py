"""An event of any format on the pages: opened, played, corrected, printed; also one of the format that docs/formats.md leads to."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from itertools import cycle
from typing import Any

import msgspec
import pytest

from floorjudge.events.service import EventService
from floorjudge.formats import all_formats
from floorjudge.formats.competition import Phase
from floorjudge.texts import LANGUAGES, Language
from floorjudge.web.common import formats as folders
from floorjudge.web.print import documents
from floorjudge.web.print.job import Job
from tests.web.desk_of_tests import Browser, Floor, form_fields, open_event, shown, start_event
from tests.web.knockout import knockout_on_pages

PLAYERS = ("Ana", "Bo", "Cy", "Dee", "Eva", "Fay", "Gus")


@pytest.fixture(scope="module", autouse=True)
def with_knockout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with knockout_on_pages(tmp_path_factory.mktemp("formats")):
        yield


def opened(floor: Floor, owner: Browser, format_id: str, **options: Any) -> str:
    event = open_event(owner, "Cup", PLAYERS, format=format_id, **options)
    assert floor.state(event).format == format_id
    return event


def seen(owner: Browser, event: str, language: Language, *pages: str) -> None:
    """Look at pages of an event."""
    always = ("", "/screen", "/draw", "/log", "/player/1", "/desk", "/desk/results", "/desk/players", "/desk/players/1")
    staff = ("/desk/start", "/desk/undo", "/desk/staff", "/desk/event", "/desk/print")
    for address in (*(f"/e/{event}{page}" for page in (*always, *staff, *pages)), "/new", "/restore", f"/join/{event}"):
        answer = owner.client.get(address, headers={"accept-language": language})
        assert (answer.status_code, f'<html lang="{language}"' in answer.text) == (200, True), address


def test_an_event_is_played_on_its_pages(floor: Floor, subtests: pytest.Subtests) -> None:
    for format_id, rules in all_formats().items():
        with subtests.test(format=format_id):
            owner, chance, languages = floor.owner(), random.Random(format_id), cycle(LANGUAGES)
            event = opened(floor, owner, format_id)
            seen(owner, event, next(languages))
            start_event(owner, event)
            owner.get(f"/e/{event}/draw/again", 404)
            desk = EventService(floor.app.state.application.store.log, event)
            while desk.state.phase is not Phase.FINISHED:
                language = next(languages)
                seen(owner, event, language, *(f"/desk/table/{table.table}" for table in desk.state.tables[:1]))
                for table in desk.state.open_tables():
                    claim = rules.by_chance(desk.state, table, chance)
                    desk.take({"do": "report", "table": table.table, **claim}, "en")
                seen(owner, event, language, "/desk/results/1/1", "/desk/next")
                owner.fill(f"/e/{event}/desk/next")
                desk.catch_up()
            for language in LANGUAGES:
                seen(owner, event, language, "/places", "/draw/again")
            page = shown(owner.get(f"/e/{event}/draw/again"))
            assert "All tables are those that the seed and the rules give." in page
            assert page.count("as the seed gives it") == len(desk.state.stages())
            proof = owner.raw(f"/e/{event}/draw.json").json()
            made = [proof["events"][order["event"]] for order in proof["orders"]]
            assert made
            assert all({"tables", "stage"} <= set(each) for each in made)
            for sheet in re.findall(rf'href="(/e/{event}/print/[^"]*[.]pdf)', owner.get(f"/e/{event}/desk/print")):
                assert owner.raw(sheet).content.startswith(b"%PDF"), sheet
            assert shown(owner.get("/api"))


def test_a_format_without_columns_has_its_pages_and_prints(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = type(all_formats()["knockout"])
    ranked = kind.standings
    monkeypatch.setattr(kind, "columns", lambda *_: ())
    monkeypatch.setattr(
        kind, "standings", lambda *given: [msgspec.structs.replace(row, cells=()) for row in ranked(*given)]
    )
    owner = floor.owner()
    event = opened(floor, owner, "knockout")
    start_event(owner, event)
    desk = EventService(floor.app.state.application.store.log, event)
    while desk.state.phase is not Phase.FINISHED:
        for table in desk.state.open_tables():
            desk.take({"do": "report", "table": table.table, "winner": table.players[0]}, "en")
        seen(owner, event, "es")
        desk.take({"do": "next"}, "en")
    seen(owner, event, "fr", "/places")
    assert owner.raw(f"/e/{event}/places.csv").text.count("\n") == len(PLAYERS) + 1
    for sheet in ("places", "standings"):
        assert owner.raw(f"/e/{event}/print/{sheet}.pdf").content.startswith(b"%PDF"), sheet


def test_a_result_is_typed_and_filled_in(floor: Floor) -> None:
    owner = floor.owner()
    event = opened(floor, owner, "knockout")
    start_event(owner, event)
    first, second, _ = floor.state(event).tables
    # The bracket has the rounds still to come, down to the final.
    path = floor.state(event).rules.path(floor.state(event))
    counts = [len(played.matches) for played in path.rounds]
    assert counts == [len(PLAYERS) - 3, 2, 1]
    assert owner.get(f"/e/{event}").count('<li class="bracket-match">') == sum(counts)
    owner.fill(f"/e/{event}/desk", f"/e/{event}/desk/line", line=f"1 {first.players[1].lower()}")
    assert floor.state(event).results[1].winner == first.players[1]
    owner.fill(f"/e/{event}/desk/table/2", None, quick=f"winner={second.players[0]}")
    assert floor.state(event).results[2].winner == second.players[0]
    assert "Say who won" in shown(owner.fill(f"/e/{event}/desk", f"/e/{event}/desk/line", 400, line="3"))


def answers(html: str) -> dict[str, str]:
    """Return the answers of one touch that a form offers: what each says, and what it sends."""
    found = re.findall(r'name="quick" value="([^"]+)" required(?: checked)?>(.*?)</label>', html, re.DOTALL)
    return {shown(words): unescape(value) for value, words in found}


def test_a_format_is_chosen_with_its_picture_and_its_options(floor: Floor) -> None:
    owner = floor.owner()
    page = owner.get("/new")
    for format_id, rules in all_formats().items():
        assert f'name="format" value="{format_id}"' in page
        assert str(rules.summary) in unescape(page)
    assert page.count("<svg viewBox") >= len(all_formats())
    # Only where something may be left empty it is said what follows.
    cards = {re.findall(r'value="([^"]+)"', card)[0]: card for card in page.split('name="format"')[1:]}
    assert {each for each, card in cards.items() if "What is left empty" in card} == {"mtr-swiss", "mstr-pods"}
    fields: dict[str, Any] = {"name": "Cup", "format": "knockout", "knockout.seeded": "yes"}
    owner.fill("/new", **fields)
    assert msgspec.to_builtins(floor.state("cup").options) == {"seeded": True}
    assert [f'href="/new?format={each}"' in owner.get("/") for each in all_formats()] == [True] * len(all_formats())


def test_an_option_that_cannot_be_is_refused_in_words_at_its_field(floor: Floor) -> None:
    owner = floor.owner()
    fields: dict[str, Any] = {"name": "Friday", "format": "mtr-swiss", "mtr-swiss.rounds": "abc"}
    html = owner.fill("/new", status=400, **fields)
    assert "“abc” cannot stand here; needed: a whole number, 0 to 20." in shown(html)
    assert 'id="wrong-mtr-swiss.rounds"' in html
    others: dict[str, Any] = {"name": "Friday", "format": "mstr-pods", "mstr-pods.points.others": "3 x 1"}
    html = owner.fill("/new", status=400, **others)
    assert "“x” cannot stand here; needed: a whole number." in shown(html)
    assert 'id="wrong-mstr-pods.points.others"' in html
    assert 'value="Friday"' in html
    assert 'role="alert"' in owner.fill("/new", status=400, name="\u0007")
    assert floor.app.state.application.store.log.tournaments() == []


def swiss(owner: Browser, **options: str) -> str:
    """Start a Swiss event with these options and return its id."""
    fields: dict[str, Any] = {f"mtr-swiss.{name}": value for name, value in options.items()}
    owner.fill("/new", name="Cup", format="mtr-swiss", **fields)
    owner.fill("/e/cup/desk/players", "/e/cup/desk/players/import", list="\n".join(PLAYERS))
    start_event(owner, "cup")
    return "cup"


def test_a_match_is_reported_with_two_touches_and_confirmed(floor: Floor) -> None:
    owner = floor.owner()
    event = swiss(owner, rounds="2", cut="0")
    table = floor.state(event).tables[0]
    one, other = (floor.player(event, floor.state(event).players[name].number) for name in table.players)
    me = f"/e/{event}/me"
    offered = answers(one.get(me))
    assert list(offered)[:4] == [
        "2–0 you won",
        "2–1 you won",
        f"2–0 {table.players[1]} won",
        f"2–1 {table.players[1]} won",
    ]
    assert list(answers(other.get(me)))[:2] == ["2–0 you won", "2–1 you won"]
    assert 'role="alert"' in one.fill(me, f"{me}/report", 400)
    form = form_fields(one.get(me), f"{me}/report") | {"quick": offered["2–1 you won"]}
    one.send(f"{me}/report", **form)
    assert "says:" in shown(other.get(me))
    other.fill(me, f"{me}/confirm")
    assert floor.state(event).results[table.table].games == (2, 1)
    desk = f"/e/{event}/desk/results/1/{table.table}"
    assert "2–1" in re.findall(r"checked>\s*<strong>([^<]*)<", owner.get(desk))
    chosen = answers(owner.get(desk))[f"2–0 {table.players[1]} won"]
    changed = shown(owner.fill(desk, None, quick=chosen, reason="misheard", step="preview"))
    assert f"{table.players[0]}, Match points: 3 → 0." in changed


def test_a_form_of_a_table_that_was_taken_back_is_about_another_stage(floor: Floor) -> None:
    event = swiss(floor.owner(), rounds="2", cut="0")
    table = floor.state(event).tables[0]
    phone = floor.player(event, floor.state(event).players[table.players[0]].number)
    form = form_fields(phone.get(f"/e/{event}/me"), f"/e/{event}/me/report")
    others_sit_there = {"name-1": table.players[1], "name-2": table.players[0]}
    for late in (others_sit_there, {"stage": "2"}):
        sent = {**form, "quick": "games-1=2&games-2=0&drawn=0", **late}
        answer = phone.client.post(f"/e/{event}/me/report", data=sent, headers={"accept": "application/json"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "other_stage")


def test_a_bracket_is_drawn_on_the_page_on_the_screen_and_on_paper(floor: Floor) -> None:
    owner, chance = floor.owner(), random.Random(3)
    swiss(owner, rounds="1", cut="4")
    assert "/e/cup/print/bracket.pdf" not in owner.get("/e/cup/desk/print")
    assert f"Bye: {floor.state('cup').sitting_out[0]}." in shown(owner.get("/e/cup/desk"))
    desk = EventService(floor.app.state.application.store.log, "cup")
    for table in desk.state.open_tables():
        claim = desk.state.rules.by_chance(desk.state, table, chance)
        desk.take({"do": "report", "table": table.table, **claim}, "en")
    owner.fill("/e/cup/desk/next")
    log = shown(owner.get("/e/cup/log"))
    assert all(sentence in log for sentence in ("“Cup” was opened: Swiss rounds.", "Semifinals: 2 tables."))
    page = owner.get("/e/cup")
    assert page.count('class="bracket-match"') == 3
    sheets = [owner.get(f"/e/cup/screen?sheet={number}") for number in range(4)]
    assert any('class="bracket-match"' in sheet for sheet in sheets)
    assert owner.raw("/e/cup/print/bracket.pdf").content.startswith(b"%PDF")


def test_programs_are_told_what_every_format_gives(floor: Floor) -> None:
    owner = floor.owner()
    schemas = owner.raw("/api/v1/openapi.json").json()["components"]["schemas"]
    assert {"OnTheEdgeView", "ViewShape"} <= {each["$ref"].rpartition("/")[2] for each in schemas["View"]["anyOf"]}
    assert len(schemas["open"]["properties"]["options"]["anyOf"]) > len(all_formats())
    event = opened(floor, owner, "knockout")
    start_event(owner, event)
    view = owner.raw(f"/api/v1/events/{event}").json()["view"]
    assert schemas["ViewShape"]["required"] == [name for name in view if name in schemas["ViewShape"]["properties"]]
    assert view.keys() == schemas["ViewShape"]["properties"].keys()
    assert view["tables"][0].keys() >= schemas["TableShape"]["properties"].keys()
    assert view["players"][0].keys() == schemas["StandingShape"]["properties"].keys()


@pytest.mark.clauses("MTR 2.10")
def test_who_has_left_a_swiss_event_has_a_rank_among_the_others_on_the_page(floor: Floor) -> None:
    owner = floor.owner()
    options: dict[str, Any] = {"mtr-swiss.rounds": "3", "mtr-swiss.cut": "0"}
    event = opened(floor, owner, "mtr-swiss", **options)
    start_event(owner, event)
    desk = EventService(floor.app.state.application.store.log, event)
    table = desk.state.tables[0]
    first, second = table.players
    desk.take({"do": "report", "table": 1, "games": {first: 2, second: 0}}, "en")
    desk.take({"do": "leave", "player": first}, "en")
    page = owner.get(f"/e/{event}")
    number = desk.state.players[first].number
    line = re.search(rf'<tr id="p-{number}" class="([^"]*)">\s*<td class="place">([^<]*)</td>', page)
    assert line is not None
    assert "gone" not in line[1].split()
    assert line[2] != "–"
    page = owner.get(f"/e/{event}/player/{number}")
    assert re.findall(r"<small>of (\d+)</small>", page) == [str(len(PLAYERS))]


def test_players_are_moved_by_hand_once_it_was_shown_what_that_changes(floor: Floor) -> None:
    owner = floor.owner()
    options: dict[str, Any] = {"mtr-swiss.rounds": "3", "mtr-swiss.cut": "0"}
    event = opened(floor, owner, "mtr-swiss", **options)
    start_event(owner, event)
    state = floor.state(event)
    page = f"/e/{event}/desk/table/1/seats"
    (ana, bo), (cy, dee) = (table.players for table in state.tables[:2])
    assert page in owner.get(f"/e/{event}/desk/table/1")
    typed: Any = {"player": [ana, dee], "reason": "two brothers", "step": "preview"}
    html = owner.fill(page, **typed)
    assert f"{bo}: table 1, seat 2 → table 2, seat 2" in shown(html)
    assert floor.state(event).moves == ()
    confirm: Any = {"player": [ana, dee], "step": "confirm"}
    owner.send(page, **{**form_fields(html, None), **confirm})
    assert [table.players for table in floor.state(event).tables[:2]] == [(ana, dee), (cy, bo)]
    assert "moved by hand" in shown(owner.get(f"/e/{event}"))
    assert "“two brothers”" in shown(owner.get(f"/e/{event}/draw"))
    assert "“two brothers”" in shown(owner.get(f"/e/{event}/player/{state.players[ana].number}"))
    wrong: Any = {"player": [ana, cy, dee], "reason": "x", "step": "preview"}
    again = owner.fill(page, status=400, **wrong)
    assert "Table 1 would have 3 players" in shown(again)
    assert again.count('name="player"') >= 3
    swapped: Any = {"player": [ana, dee], "other": "2", "reason": "the aisle", "step": "confirm"}
    owner.fill(page, **swapped)
    assert [table.players for table in floor.state(event).tables[:2]] == [(cy, bo), (ana, dee)]
    owner.get(f"/e/{event}/desk/table/9/seats", 404)


def test_a_format_brings_its_own_sheet_for_its_bracket(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = floor.owner()
    event = opened(floor, owner, "mtr-swiss")
    start_event(owner, event)
    job = Job(floor.state(event), "en", datetime(2026, 3, 6, 19, 4, tzinfo=UTC))
    own = documents.bracket(job)
    monkeypatch.setattr(documents, "sheet_for", lambda _, name: folders.sheet_for("knockout", name))
    of_any = documents.bracket(job)
    assert own.startswith(b"%PDF")
    assert of_any.startswith(b"%PDF")
    # The lines from match to match.
    assert len(own) > len(of_any)


@pytest.mark.clauses("MSTR 10.4A")
def test_who_leaves_a_pod_reads_before_what_becomes_of_its_game(floor: Floor) -> None:
    owner = floor.owner()
    event = opened(floor, owner, "mstr-pods")
    start_event(owner, event)
    player = floor.state(event).players[floor.state(event).tables[0].players[0]]
    expected = "Who leaves keeps points and place. The others at the table play on"
    assert expected in shown(floor.player(event, player.number).get(f"/e/{event}/me/leave"))
    assert expected in shown(owner.get(f"/e/{event}/desk/players/{player.number}"))
    chosen: dict[str, Any] = {f"p{player.number}": "yes"}
    ticked = owner.fill(f"/e/{event}/desk/players", f"/e/{event}/desk/players/leave", **chosen)
    assert expected in shown(ticked)
