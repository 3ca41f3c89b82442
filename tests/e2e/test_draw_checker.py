"""The page of the draw computes every draw again on the visitor's own device, without the server."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Page, expect

from floorjudge.events import commands
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import read_export
from floorjudge.events.tournament import decide
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.store import open_log
from tests.clauses.playing import Example
from tests.e2e.hall import PHONE, Hall
from tests.events.driver import Script, played, scripts
from tests.events.floor.small_event import finished, report_all, steps_to_the_end
from tests.events.test_draw_history import OLDER
from tests.events.test_renaming import event_of, facts_of
from tests.support.draw_checker import numbered
from tests.support.reports import qualified


def as_proved(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events of a log as a proof has them: with numbers for names since version 2."""
    return numbered(facts) if facts[0].get("version") == 2 else facts


def are_right(page: Page, facts: list[dict[str, Any]]) -> list[bool]:
    """Return what the page says of each draw of an event."""
    found: Any = page.evaluate("(events) => window.floor.checkDraws({events})", facts)
    assert found["sealed"]
    return [draw["right"] for draw in found["draws"]]


@pytest.fixture
def page(hall: Hall) -> Page:
    """The page of the draw of an event that is over, on a phone."""
    log = open_log(hall.place)
    event = str(finished(log).event_id)
    log.close()
    return with_proof(hall.window(**PHONE), event)


def with_proof(page: Page, event: str) -> Page:
    """Open the page of the draw; a test that ends before the proof is there would leave the server with half an answer."""
    with page.expect_response("**/draw.json") as proof:
        page.goto(f"/e/{event}/draw")
    proof.value.finished()
    return page


def test_the_page_checks_every_draw_without_the_server(page: Page) -> None:
    expect(page.get_by_role("button", name="Check all draws")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Check all draws").click()
    expect(page.locator("#checked li").first).to_have_text("The seal is right: its seed is the one that was revealed.")
    assert page.locator("#checked li").count() > 2
    expect(page.locator("#checked li:not(.done)")).to_have_count(0)


def test_a_proof_in_a_file_with_two_players_who_changed_seats_is_wrong(page: Page) -> None:
    facts = copy.deepcopy(played(Script(9)).facts)
    one, other = next(fact for fact in facts if fact["event"] == "RoundGrouped")["tables"][:2]
    one["players"][0], other["players"][0] = other["players"][0], one["players"][0]
    page.locator("#proof-file").set_input_files(
        {
            "name": "proof.json",
            "mimeType": "application/json",
            "buffer": msgspec.json.encode({"events": as_proved(facts)}),
        }
    )
    page.get_by_role("button", name="Check all draws").click()
    expect(page.locator("#checked li.warn").first).to_contain_text("Round 1, tables: 3: not what the seed gives")


def test_the_page_agrees_with_the_program_on_any_event(page: Page) -> None:
    @given(scripts())
    @settings(
        max_examples=15, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    def agrees(script: Script) -> None:
        assert set(are_right(page, as_proved(played(script).facts))) == {True}

    agrees()


@pytest.mark.parametrize("version", [None, 2])
def test_the_page_follows_players_who_were_renamed_and_came_back(
    page: Page, version: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "VERSION", version)
    desk = event_of(17)
    (one, other), (third, *_) = desk.state.tables[0].players[:2], desk.state.tables[1].players
    desk.take({"do": "rename", "player": one, "name": "Zoltán"}, "en")
    # Somebody else gets the name that has become free.
    desk.take({"do": "rename", "player": other, "name": one}, "en")
    report_all(desk)
    for command in ("leave", "come_back"):
        desk.take({"do": command, "player": third}, "en")
    desk.take({"do": "next"}, "en")
    desk.take({"do": "rename", "player": "Zoltán", "name": "Zsolt"}, "en")
    for _ in steps_to_the_end(desk):
        pass
    assert set(are_right(page, as_proved(facts_of(desk)))) == {True}


def test_the_page_knows_who_missed_a_readmission_game_whose_result_was_taken_away(page: Page) -> None:
    event = Example.of(6)
    event.all_end((16, 9, 9))
    away, *_ = event.those("active")
    event.leaves(away)
    event.next()
    assert event.now.stage == "readmission"
    seats = vacancies(event.now)
    event.do(qualified(1, tuple(event.seated(1)[:seats])))
    event.do(commands.ComeBack(away))
    event.do(commands.Unreport(1, "misheard"))
    event.do(qualified(1, tuple(event.seated(1)[-seats:])))
    event.next()
    event.all_end()
    event.next()
    assert are_right(page, as_proved(event.facts)) == [True] * 3


def test_the_page_checks_an_older_event_by_the_rules_of_its_opening(page: Page) -> None:
    _, records = read_export(OLDER.read_bytes().splitlines(keepends=True))
    facts = [msgspec.json.decode(record.event) for record in records]
    right = are_right(page, facts)
    assert right.count(True) == len(right) > 3
    # As an event of today it is not what the seed gives.
    facts[0]["draws"] = 2
    assert False in are_right(page, facts)


def test_whole_tables_that_changed_places_change_no_later_draw(page: Page) -> None:
    desk = event_of(12)
    one, other = (table.players for table in desk.state.tables[:2])
    desk.take({"do": "seat", "table": 1, "players": list(other), "reason": "the aisle"}, "en")
    assert [table.players for table in desk.state.tables[:2]] == [other, one]
    for _ in steps_to_the_end(desk):
        pass
    assert set(are_right(page, as_proved(facts_of(desk)))) == {True}


def test_of_other_formats_the_page_checks_what_chance_gave_and_leads_to_the_rest(hall: Hall) -> None:
    log = open_log(hall.place)
    desk = EventService(log)
    desk.take({"do": "open", "name": "Swiss", "format": "mtr-swiss", "options": {"rounds": 2, "cut": 2}}, "en")
    for number in range(6):
        desk.take({"do": "register", "player": f"Player {number}"}, "en")
    desk.take({"do": "start", "public": "4 1 6"}, "en")
    while desk.state.stage != "finished":
        for table in desk.state.tables:
            first, second = table.players
            desk.take({"do": "report", "table": table.table, "games": {first: 2, second: 0}}, "en")
        desk.take({"do": "next"}, "en")
    log.close()
    opened = with_proof(hall.window(**PHONE), str(desk.event_id))
    opened.get_by_role("button", name="Check all draws").click()
    expect(opened.locator("#checked li")).to_have_count(4)
    # The seal and both rounds; the final follows from the standings.
    expect(opened.locator("#checked li.done")).to_have_count(3)
    expect(opened.locator("#checked li").nth(1)).to_contain_text("That no better pairing exists is not checked here")
    expect(opened.locator("#checked li.warn")).to_have_count(0)
    opened.get_by_role("link", name="Have this computer draw every round again").click()
    expect(opened.locator("main li.done, li.done")).to_have_count(3)
