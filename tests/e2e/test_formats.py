"""A Swiss evening in the browser: the format is chosen first, a phone reports with two touches, the desk types, a bracket is drawn."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from playwright.sync_api import expect

from floorjudge.events.service.access.links import PlayerLinks
from floorjudge.store import open_venue_store
from tests.e2e.hall import PHONE, Hall, send, type_result
from tests.e2e.test_every_page import complaints
from tests.support.web_server import desk_of

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")


def signed(hall: Hall, event: str, name: str) -> str:
    """Return what the code of a player's slip says."""
    with desk_of(hall.place, event) as desk:
        number = desk.state.players[name].number
    store = open_venue_store(hall.place)
    made = PlayerLinks(store.grants).make(event, number)
    store.close()
    return made


def test_a_swiss_event_is_opened_reported_and_drawn(hall: Hall) -> None:
    owner = hall.staff(hall.prepared((), start=False).owner, **PHONE)
    owner.goto("/")
    owner.get_by_role("link", name="Swiss rounds").click()
    expect(owner.get_by_role("radio", name="Swiss rounds")).to_be_checked()
    owner.get_by_label("Swiss rounds", exact=True).last.select_option("1")
    owner.get_by_label("Players in the playoff").select_option("4")
    assert complaints(owner) == []
    owner.get_by_role("textbox", name="Name").fill("Modern")
    owner.get_by_role("button", name="Open the event").click()
    expect(owner).to_have_url(re.compile("/e/modern/desk"))
    with desk_of(hall.place, "modern") as desk:
        for name in NAMES:
            desk.take({"do": "register", "player": name}, "en")
        desk.take({"do": "start", "public": f"said at {datetime.now(UTC):%Y}"}, "en")
    one, other = hall.tables("modern")[1]
    phone, second = (hall.phone(signed(hall, "modern", name)) for name in (one, other))
    phone.locator("input[name=quick]").nth(1).check()
    phone.get_by_role("button", name="Report this").click()
    expect(phone.get_by_text("Still to confirm")).to_be_visible()
    second.reload()
    assert complaints(second) == []
    second.reload()
    second.get_by_role("button", name="Yes, that is right").click()
    expect(second.get_by_text("If this is wrong, tell a judge")).to_be_visible()
    desk_page = hall.staff(hall.prepared((), start=False).owner)
    desk_page.goto("/e/modern/desk")
    for table in hall.open_tables("modern"):
        type_result(desk_page, f"{table} 2 0")
    desk_page.goto("/e/modern/desk/next")
    send(desk_page, desk_page.get_by_role("button", name="Use these tables").first)
    live = hall.window(**PHONE)
    live.goto("/e/modern")
    live.locator("#part-path > summary").click()
    expect(live.locator(".bracket-match")).to_have_count(3)
    live.locator("#standings > summary").click()
    live.locator(".more-cells summary").first.click()
    expect(live.get_by_text("Opponents' match-win percentage").first).to_be_visible()
    assert complaints(live) == []
