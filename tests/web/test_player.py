"""My page: a player's report from their phone, the others' words on it, a judge; also late, twice, and from a queue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import PlayerLinks
from floorjudge.events.service.access.roles import Role
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.formats.on_the_edge.tables import Qualified, Result, Table
from floorjudge.store.opening import VenueStore
from floorjudge.texts import LANGUAGES
from tests.events.floor.small_event import report_all, steps_to_the_end
from tests.web.desk_of_tests import (
    Browser,
    Floor,
    form_fields,
    open_event,
    serving_friday,
    shown,
    start_event,
    type_all,
)
from tests.web.pages_read import findings
from tests.web.stages import STAGES

EVENT = "friday"
ME = f"/e/{EVENT}/me"
XSS = '"><script>alert(1)</script>'


@pytest.fixture
def floor() -> Iterator[Floor]:
    with serving_friday(players=("Ana", "Bo", "Cy", "Dee", "Eve", XSS)) as running:
        yield running


def phones(floor: Floor, number: int = 1) -> tuple[Table, list[Browser]]:
    """Return a table and the phones of its players, in seat order."""
    table = floor.state(EVENT).tables[number - 1]
    return table, [floor.player(EVENT, floor.state(EVENT).players[name].number) for name in table.players]


def result_of(floor: Floor) -> Result:
    """Return the result of table 1."""
    result = floor.state(EVENT).results[1]
    assert isinstance(result, Result)
    return result


def typed(table: Table, winner: int = 0, second: int = 7) -> dict[str, Any]:
    """Return what somebody fills in: who sits in seat `winner` has 16."""
    fields = {f"influence-{seat}": str(16 if seat == winner + 1 else second - seat) for seat in (1, 2, 3)}
    names = {f"name-{seat}": name for seat, name in enumerate(table.players, 1)}
    return names | fields | {"winner": str(winner + 1), "how": "result"}


def send(phone: Browser, action: str, **fields: str) -> dict[str, Any]:
    """Send a form of my page as the phone's queue does, and return the JSON answer."""
    hidden = form_fields(phone.get(ME), f"{ME}/{action}")
    answer = phone.client.post(f"{ME}/{action}", data={**hidden, **fields}, headers={"accept": "application/json"})
    value: dict[str, Any] = answer.json()
    return value


def test_a_report_becomes_the_result_when_all_have_confirmed(floor: Floor) -> None:
    table, (first, second, third) = phones(floor)
    page = first.fill(ME, f"{ME}/report", **typed(table))
    assert "Still to confirm" in shown(page)
    assert "Is this right?" in shown(second.get(ME))
    assert "Is this right?" not in shown(second.fill(ME, f"{ME}/confirm"))
    assert not floor.state(EVENT).results
    page = third.fill(ME, f"{ME}/confirm")
    assert result_of(floor).winner == table.players[0]
    assert 'class="reached" aria-current="step">Confirmed' in page
    assert [record.by for record in floor.seen(EVENT).records()[-3:]] == [f"player {name}" for name in table.players]


def test_a_player_sees_the_clock_and_what_is_said_to_everybody(floor: Floor) -> None:
    _, (phone, *_) = phones(floor)
    page = phone.get(ME)
    assert "until" not in shown(page)
    desk = floor.staff(Role.ORGANISER, "Di", EVENT)
    desk.fill(f"/e/{EVENT}/desk/event", f"/e/{EVENT}/desk/event/clock", minutes="50")
    desk.fill(f"/e/{EVENT}/desk/event", f"/e/{EVENT}/desk/event/announce", text="Pizza at <b>eight</b>")
    page = phone.get(ME)
    assert "until" in shown(page)
    assert "data-ends" in page
    assert "Pizza at &lt;b&gt;eight" in page


@pytest.mark.server
def test_everybody_can_read_every_state_of_it(floor: Floor) -> None:
    table, (first, second, third) = phones(floor)

    def look() -> None:
        for phone in (first, second, third):
            for language in LANGUAGES:
                page = phone.client.get(ME, headers={"accept-language": language})
                assert findings(page.text) == []

    look()
    first.fill(ME, f"{ME}/report", **typed(table))
    look()
    second.fill(ME, f"{ME}/dispute", text=XSS)
    look()
    second.fill(ME, f"{ME}/call", about=XSS)
    look()
    assert "<script>alert" not in third.get(ME)
    third.fill(ME, f"{ME}/report", **typed(table, winner=1))
    look()


def test_what_was_taken_before_is_still_taken_when_it_comes_again_a_round_later(floor: Floor) -> None:
    """The answer was lost on the way, the game went on, and only now the phone is back."""
    table, (first, second, third) = phones(floor)
    fields = {**form_fields(first.get(ME), f"{ME}/report"), **typed(table)}
    first.client.post(f"{ME}/report", data=fields)
    second.fill(ME, f"{ME}/confirm")
    third.fill(ME, f"{ME}/confirm")
    owner = floor.owner()
    type_all(floor, owner, EVENT)
    owner.fill(f"/e/{EVENT}/desk/next")
    answer = first.client.post(f"{ME}/report", data=fields, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["ok"]) == (200, True)
    # What was only typed in another round, and never sent, is refused.
    late = fields | {"id": "another"}
    value = first.client.post(f"{ME}/report", data=late, headers={"accept": "application/json"}).json()
    assert (value["ok"], value["again"], value["error"]["code"]) == (False, False, "other_stage")


def test_a_confirmation_of_what_was_changed_is_refused(floor: Floor) -> None:
    table, (first, second, _) = phones(floor)
    first.fill(ME, f"{ME}/report", **typed(table))
    fields = form_fields(second.get(ME), f"{ME}/confirm")
    first.fill(ME, f"{ME}/report", **typed(table, second=9))
    answer = second.client.post(f"{ME}/confirm", data=fields, headers={"accept": "application/json"})
    assert answer.json()["error"]["code"] == "statement_gone"
    page = second.send(f"{ME}/confirm", 409, **fields)
    assert "have changed since" in shown(page)
    assert findings(page) == []


def test_what_is_typed_wrong_is_explained_and_kept(floor: Floor, subtests: pytest.Subtests) -> None:
    table, (first, *_) = phones(floor)
    for change, code in [
        ({"influence-1": "many"}, "bad_number"),
        ({"influence-1": ""}, "bad_number"),
        ({"influence-1": "9" * 30}, "bad_number"),
        ({"winner": ""}, "no_winner_named"),
        ({"winner": "17"}, "no_winner_named"),
        ({"influence-1": "3"}, "target_not_reached"),
        ({"table": "x"}, "bad_number"),
        ({"name-1": "Nobody"}, "not_at_the_table"),
    ]:
        with subtests.test(change=change):
            fields = typed(table) | change
            value = send(first, "report", **fields)
            assert (value["ok"], value["again"], value["error"]["code"]) == (False, False, code)
            page = first.client.post(f"{ME}/report", data={**form_fields(first.get(ME), f"{ME}/report"), **fields}).text
            assert 'role="alert"' in page
            assert f'value="{fields["influence-2"]}"' in page
    assert not floor.seen(EVENT).venue.proposals


def test_a_game_can_be_won_without_the_target_when_it_is_said_why(floor: Floor) -> None:
    table, (first, second, third) = phones(floor)
    fields: dict[str, Any] = typed(table) | {"influence-1": "11", "note": "They conceded.", "influence-2": "\u22122"}
    first.fill(ME, f"{ME}/report", **fields)
    second.fill(ME, f"{ME}/confirm")
    third.fill(ME, f"{ME}/confirm")
    result = result_of(floor)
    assert (result.note, result.influence[1]) == ("They conceded.", -2)


def test_a_drawn_game_is_reported_by_its_button(floor: Floor) -> None:
    _, players = phones(floor)
    players[0].fill(ME, f"{ME}/report", how="drawn")
    assert "The game was drawn." in shown(players[1].get(ME))


def test_a_player_calls_a_judge_and_reads_the_ruling_but_no_note(floor: Floor) -> None:
    table, (first, second, _) = phones(floor)
    first.fill(ME, f"{ME}/call", about="is this a loop?")
    call = floor.seen(EVENT).venue.calls[1]
    assert (call.table, call.player, call.about) == (1, table.players[0], "is this a loop?")
    judge = floor.staff(Role.JUDGE, "Jo", EVENT)
    address = f"/e/{EVENT}/judge/calls/1"
    judge.fill(address, f"{address}/note", text="watch him")
    judge.fill(address, f"{address}/ruling", text="No, it is not.", clauses="mtr 4.4.1")
    for phone in (first, second):
        html = phone.get(ME)
        assert "own-call ruled-now" in html  # above the report of the game
        page = shown(html)
        assert "No, it is not." in page
        assert "MTR 4.4.1" in page
        assert "watch him" not in page


def test_nobody_acts_in_the_name_of_somebody_else(floor: Floor) -> None:
    table, (first, second, _) = phones(floor)
    fields = {**form_fields(first.get(ME), f"{ME}/report"), **typed(table)}
    for action in ("report", "confirm", "dispute", "call"):
        for stranger in (floor.stranger(), floor.staff(Role.JUDGE, "Jo", EVENT)):
            answer = stranger.client.post(f"{ME}/{action}", data=fields, headers={"accept": "application/json"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_yours")
            assert stranger.client.post(f"{ME}/{action}", data=fields).status_code == 403
    answer = second.client.post(f"{ME}/report", data=fields, headers={"accept": "application/json"})
    assert answer.json()["error"]["code"] == "another_players"
    assert not floor.seen(EVENT).venue.proposals


def test_every_page_of_the_event_sends_what_is_kept(floor: Floor) -> None:
    _, (first, *_) = phones(floor)
    for path in ("", "/me", "/log", "/draw", "/player/1"):
        page = first.get(f"/e/{EVENT}{path}")
        assert "queue.js" in page
        assert 'id="queue"' in page
        assert "queue.js" not in floor.stranger().get(f"/e/{EVENT}{path}")


def test_who_leaves_a_readmission_game_is_reported_by_its_players(store: VenueStore, client: TestClient) -> None:
    desk = STAGES["readmission"](store.log)
    (tied,) = desk.state.tables
    seats, links = vacancies(desk.state), PlayerLinks(store.grants)
    address = f"/e/{desk.event_id}/me"
    for index, name in enumerate(tied.players):
        client.cookies.clear()
        client.get(f"/p/{links.make(str(desk.event_id), desk.state.players[name].number)}")
        page = client.get(address).text
        assert findings(page) == []
        action = f"{address}/confirm" if index else f"{address}/report"
        fields = form_fields(page, action)
        if not index:
            places = range(1, len(tied.players) + 1)
            fields |= {f"place-{seat}": str(seat) if seat <= seats else "" for seat in places} | {"how": "result"}
        answer = client.post(action, data=fields, headers={"sec-fetch-site": "same-origin"})
        assert answer.status_code == 303
    desk.catch_up()
    outcome = desk.state.results[tied.table]
    assert isinstance(outcome, Qualified)
    assert outcome.players == tied.players[:seats]
    said = re.findall('<p class="what-said">(.*?)</p>', client.get(address).text)
    assert len(said) == 1
    assert all(name in unescape(said[0]) for name in outcome.players)


def test_a_player_sees_table_seat_opponents_and_rank_first_and_the_result_in_rows(floor: Floor) -> None:
    table, (phone, second, _) = phones(floor)
    page = shown(second.get(ME))
    assert "Seat 2 of 3, against" in page
    assert "Rank by score" not in page
    type_all(floor, floor.owner(), EVENT)
    assert re.search(r"Rank by score [1-6] of 6", shown(second.get(ME)))
    report = phone.get(ME).partition('id="report"')[2].partition("</section>")[0]
    rows = re.findall('<li class="seat.*?</li>', report)
    assert [unescape(name) for row in rows for name in re.findall('class="name">(.*?)<', row)] == list(table.players)
    assert "points +" in shown(rows[0])


def test_in_a_match_of_two_no_seat_is_named(floor: Floor) -> None:
    owner = floor.owner()
    event = open_event(owner, "Swiss", ("Ana", "Bo", "Cy", "Dee"), format="mtr-swiss")
    start_event(owner, event)
    desk = EventService(floor.app.state.application.store.log, event)
    one, other = desk.state.tables[0].players
    page = shown(floor.player(event, desk.state.players[one].number).get(f"/e/{event}/me"))
    assert f"Against {other}." in page
    assert "Seat" not in page


def test_it_ended_differently_begins_with_what_was_reported(floor: Floor) -> None:
    table, (first, second, _) = phones(floor)
    first.fill(ME, f"{ME}/report", **typed(table))
    page = second.get(ME)
    for seat, value in enumerate((16, 5, 4), 1):
        assert f'name="influence-{seat}" type="number" step="1" autocomplete="off" required value="{value}"' in page
    assert 'name="winner" value="1" required checked' in page


class TestOwnEntry:
    """Before the start, and leaving."""

    LIST = "3 Astral Wisdom [28]"

    def phone(self, floor: Floor) -> Browser:
        """Return the phone of a player who has registered for another event."""
        open_event(floor.owner(), name="Saturday", players=("Zoe", "Yan", "Xu"))
        return floor.player("saturday", 1)

    def test_an_empty_list_is_refused(self, floor: Floor) -> None:
        phone, page = self.phone(floor), "/e/saturday/me/deck"
        assert 'placeholder="3 Lope [143]"' in phone.get(page)
        assert 'role="alert"' in phone.fill(page, None, 400, list=" ", how="hand in")

    def test_nobody_hands_in_after_the_start(self, floor: Floor) -> None:
        _, (phone, *_) = phones(floor)
        assert "<textarea" not in phone.get(f"{ME}/deck")
        phone.send(f"{ME}/deck", 409, list=self.LIST, how="hand in")

    def test_a_player_leaves_after_reading_what_it_means(self, floor: Floor) -> None:
        table, (phone, *_) = phones(floor)
        page = phone.get(f"{ME}/leave")
        assert f"{table.players[0]} leaves the event." in shown(page)
        assert f"{table.players[0]} cannot win the game at table {table.table} any more" in shown(page)
        assert not floor.state(EVENT).has_left(table.players[0])
        phone.fill(f"{ME}/leave", None)
        assert floor.state(EVENT).has_left(table.players[0])
        assert "You have left the event." in phone.get(f"{ME}/leave")


def saturday(floor: Floor) -> EventService:
    """Start an event of three players."""
    open_event(floor.owner(), name="Saturday", players=("Zoe", "Yan", "Xu"))
    desk = EventService(floor.app.state.application.store.log, "saturday")
    desk.take({"do": "start", "public": "three words, said"}, "en")
    return desk


def test_after_the_end_a_place_stands_above_what_was_ruled(floor: Floor) -> None:
    desk = saturday(floor)
    desk.take({"do": "call", "table": 1, "player": "Zoe", "about": "a loop?"}, "en")
    desk.take({"do": "ruling", "call": 1, "text": "It is a loop."}, "en")
    page = shown(floor.player("saturday", 1).get("/e/saturday/me"))
    assert page.index("It is a loop.") < page.index("Results")
    for _ in steps_to_the_end(desk):
        pass
    page = shown(floor.player("saturday", 1).get("/e/saturday/me"))
    assert page.index("Results") < page.index("It is a loop.")


def test_a_finalist_who_pressed_leave_after_the_final_reads_the_place_that_it_gave(floor: Floor) -> None:
    desk = saturday(floor)
    report_all(desk)
    desk.take({"do": "next"}, "en")
    (table,) = desk.state.tables
    influence = dict(zip(table.players, (16, 5, 1), strict=True))
    desk.take({"do": "report", "table": 1, "winner": table.players[0], "influence": influence}, "en")
    second = desk.state.players[table.players[1]]
    phone = floor.player("saturday", second.number)
    leaving = "/e/saturday/me/leave"
    assert f"The place that the final gave stays that of {second.name}." in shown(phone.get(leaving))
    phone.fill(leaving, None)
    desk.take({"do": "next"}, "en")
    desk.take({"do": "publish", "places": True, "decks": False}, "en")
    page = shown(phone.get("/e/saturday/me"))
    assert "Has left the event." in page
    assert "Finished in place 2 of 3." in page
    assert "Has left the event." in shown(floor.stranger().get(f"/e/saturday/player/{second.number}"))
