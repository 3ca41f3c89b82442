"""The big screen of the hall: every sheet fits every projector, and says what people look up at that stage."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from floorjudge.events.service import EventService
from floorjudge.store import open_venue_store
from tests.e2e.hall import Hall
from tests.events.floor.small_event import report_all
from tests.support.web_server import desk_of

WIDE = ((1280, 720), (1920, 1080), (3840, 2160))
PROJECTORS = (*WIDE, (1366, 768), (1024, 768))
# Every part that would be cut off: outside the screen, or higher than the line it stands in.
CUT_OFF = """() => {
    const wide = innerWidth, high = innerHeight;
    const found = [...document.querySelectorAll(".hall-page, .hall-page li, .hall-page h1, .hall-page .digits, .hall-page .qr, .seat, .state")]
        .filter((part) => {
            const box = part.getBoundingClientRect();
            const card = part.closest(".table")?.getBoundingClientRect();
            return box.right > wide + 1 || box.bottom > high + 1 || (card && box.bottom > card.bottom + 1)
                || (part.matches(".lines li") && part.scrollHeight > part.clientHeight + 1);
        });
    const bracket = document.querySelector(".hall-page .bracket");
    if (bracket && bracket.scrollHeight > bracket.clientHeight + 1) found.push(bracket);
    if (document.documentElement.scrollHeight > high) found.push(document.documentElement);
    return found.slice(0, 3).map((part) => part.outerHTML.slice(0, 150));
}"""
# Words of a name on the podium that go on in the next line.
WORDS_BROKEN = r"""() => [...document.querySelectorAll(".podium .name")].flatMap((each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
    while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\S+/g)) {
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (range.getClientRects().length > 1) found.push(word[0]);
    }
    return found;
})"""
_TIME_IS_OVER = """document.addEventListener("DOMContentLoaded", () => {
    document.querySelector("[data-ends]").dataset.ends = "1000";
    document.querySelector("[data-over]").hidden = false;
})"""
NAMES = tuple(
    f"{first} {last}"
    for first in ("Ana", "Łukasz", "Maximiliana von und", "Bo")
    for last in map("Hohenbruckner{:02}".format, range(32))
)


# Letters that are cut off at their top or bottom: no box of a name hides what stands out of it upwards or downwards.
CUT_LETTERS = """() => [...document.querySelectorAll(".lines .name, .seat .name, .hall-page h1, .state")]
    .filter((part) => getComputedStyle(part).overflowY !== "visible").map((part) => part.textContent)"""


def sheets(page: Page, address: str, keep: str) -> list[str]:
    """Look at every sheet on every projector, and return their kinds."""
    kinds: list[str] = []
    while not kinds or len(kinds) < int((page.locator(".sheet-number").text_content() or "of 1").split()[-1]):
        page.goto(f"{address}?sheet={len(kinds)}")
        kinds.append((page.locator("#hall").get_attribute("class") or "").rpartition("kind-")[2])
        for width, height in PROJECTORS:
            page.set_viewport_size({"width": width, "height": height})
            if folder := os.environ.get("SHOTS"):
                page.screenshot(path=Path(folder, f"screen-{keep}-{len(kinds)}-{kinds[-1]}-{width}.png"))
            assert page.evaluate(CUT_OFF) == [], (kinds[-1], width)
            assert page.evaluate(CUT_LETTERS) == [], (kinds[-1], width)
        if page.locator(".sheet-number").count() == 0:
            break
    return kinds


def test_every_sheet_fits_every_projector_with_128_players(hall: Hall) -> None:
    event = hall.prepared(NAMES, start=False)
    page = hall.window(viewport={"width": 1920, "height": 1080}, locale="fr-FR")
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "self_registration", "open": True}, "en")
    address = f"/e/{event.event}/screen"
    page.goto(address)
    expect(page.locator(".join .qr")).to_be_visible()
    assert set(sheets(page, address, "before")) == {"join", "players"}
    page.goto(f"{address}?sheet=1&names=last")
    expect(page.locator(".beside .qr")).to_be_visible()
    assert "names=last" in (page.locator("#hall").get_attribute("data-next") or "")
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "self_registration", "open": False}, "en")
        desk.take({"do": "start", "public": "three words, said"}, "en")
        desk.take({"do": "clock", "minutes": 60}, "en")
        desk.take({"do": "announce", "text": "Lunch at one. " * 20}, "en")
        desk.take({"do": "extend", "table": 3, "minutes": 5}, "en")
        where = {name: table.table for table in desk.state.tables for name in table.players}
    page.goto(address)
    expect(page.locator("#stage")).to_contain_text("1")
    expect(page.locator(".announcement")).to_be_visible()
    assert sheets(page, address, "round") == ["seating", "seating", "seating", "open"]
    page.goto(address)
    expect(page.locator(".lines li").filter(has_text="Ana Hohenbruckner00").locator(".table-number")).to_contain_text(
        str(where["Ana Hohenbruckner00"])
    )
    expect(page.locator(".top, .foot")).to_have_count(0)


def test_every_sheet_fits_when_time_is_over_and_much_is_said_about_it(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "describe", "time_over": "Finish the turn of whoever is playing. " * 8}, "en")
        desk.take({"do": "clock", "minutes": 30}, "en")
        desk.take({"do": "announce", "text": "Lunch at one.\n" * 6}, "en")
    page = hall.window(viewport={"width": 1920, "height": 1080})
    page.add_init_script(_TIME_IS_OVER)
    address = f"/e/{event.event}/screen"
    page.goto(address)
    expect(page.locator(".time-over")).to_be_visible()
    assert sheets(page, address, "over") == ["seating", "seating", "seating", "open"]


@pytest.mark.parametrize("count", [3, 12, 24])
def test_a_few_names_are_large_in_equal_columns_and_none_is_shortened(hall: Hall, count: int) -> None:
    event = hall.prepared(NAMES[32 : 32 + count], start=False)
    page = hall.window(viewport={"width": 1920, "height": 1080})
    address = f"/e/{event.event}/screen"
    assert sheets(page, address, f"few-{count}") == ["welcome", "players"]
    page.goto(f"{address}?sheet=1")
    columns = [column.locator("li").count() for column in page.locator(".lines").all()]
    assert (len(columns), max(columns) - min(columns)) in {(1 if count < 9 else 2, 0), (2, 1)}
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".lines .name").evaluate_all(
            "all => all.every((each) => each.scrollWidth <= each.clientWidth)"
        )
        letters = page.locator(".lines .name").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert letters > width / 45


# The height that tables and numbers take, and the size of their letters, in parts of the height of the screen.
FILLED = """() => {
    const parts = [...document.querySelectorAll(".tables .table, .discs .disc")].map((part) => part.getBoundingClientRect());
    const letters = (part) => parseFloat(getComputedStyle(document.querySelector(part)).fontSize) / innerHeight;
    const names = document.querySelector(".seat .name") ? [letters(".seat .name"), letters(".table .disc")] : [letters(".disc")];
    return [Math.max(...parts.map((box) => box.bottom)) - Math.min(...parts.map((box) => box.top))]
        .map((height) => height / innerHeight).concat(names);
}"""


@pytest.mark.parametrize(("tables", "letters"), [(1, 0.08), (2, 0.04), (4, 0.04), (8, 0.025), (30, 0.06), (60, 0.05)])
def test_any_number_of_tables_fills_any_projector_without_scripts(hall: Hall, tables: int, letters: float) -> None:
    names = [f"Élodie É. {number:03}" for number in range(3 * tables)]
    event = hall.prepared(names)
    page = hall.window(viewport={"width": 1920, "height": 1080}, java_script_enabled=False)
    address = f"/e/{event.event}/screen"
    kinds = sheets(page, address, f"filled-{tables}")
    shown = next(number for number, kind in enumerate(kinds) if kind in {"tables", "open"})
    page.goto(f"{address}?sheet={shown}")
    sizes = []
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        filled, *found = page.evaluate(FILLED)
        assert filled > 0.75
        assert min(found) > letters
        sizes.append(found)
    assert sizes[1:] == [pytest.approx(sizes[0], rel=0.02)] * 2


def test_the_winner_is_on_the_screen_when_the_places_are_published(hall: Hall) -> None:
    event = hall.prepared(NAMES[:9])
    page = hall.window(viewport={"width": 1920, "height": 1080})
    address = f"/e/{event.event}/screen"
    with desk_of(hall.place, event.event) as desk:
        assert sheets(page, address, "nine") == ["tables"]
        while desk.state.stage != "finished":
            report_all(desk)
            desk.take({"do": "next"}, "en")
        winner = min(desk.state.places().items(), key=lambda entry: entry[1])[0]
        page.goto(address)
        expect(page.locator(".podium")).to_have_count(0)
        desk.take({"do": "publish", "places": True, "decks": False}, "en")
    expect(page.locator(".podium li").first).to_contain_text(winner)
    assert sheets(page, address, "end")[0] == "podium"
    page.goto(address)
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WORDS_BROKEN) == [], width


# The size of the letters of names, seeds and headings, in parts of the height of the screen.
BRACKET_LETTERS = """() => [".name", ".seed", "h3"].map((part) =>
    parseFloat(getComputedStyle(document.querySelector(`.bracket ${part}`)).fontSize) / innerHeight)"""


@pytest.mark.parametrize("cut", [2, 8, 32])
def test_a_bracket_of_any_size_fills_any_projector(hall: Hall, cut: int) -> None:
    with closing(open_venue_store(hall.place)) as store:
        desk = EventService(store.log)
        options = {"rounds": 1, "cut": cut}
        desk.take({"do": "open", "name": "Cup", "format": "mtr-swiss", "options": options, "seed": "s" * 40}, "en")
        for number in range(cut):
            desk.take({"do": "register", "player": f"Élodie Équipée {number}"}, "en")
        desk.take({"do": "start", "public": "three words, said"}, "en")
        for table in desk.state.open_tables():
            desk.take(
                {"do": "report", "table": table.table, "games": dict(zip(table.players, (2, 0), strict=True))}, "en"
            )
        desk.take({"do": "next"}, "en")
        address = f"/e/{desk.event_id}/screen"
    page = hall.window(viewport={"width": 1920, "height": 1080}, java_script_enabled=False)
    kinds = sheets(page, address, f"bracket-{cut}")
    page.goto(f"{address}?sheet={kinds.index('bracket')}")
    sizes = []
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        sizes.append(page.evaluate(BRACKET_LETTERS))
    assert sizes[1:] == [pytest.approx(sizes[0], rel=0.02)] * 2
    assert sizes[0][0] > {2: 0.06, 8: 0.025, 32: 0.008}[cut]
