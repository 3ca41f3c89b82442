"""The pictures of the README: what the four kinds of people look at while an event goes on.

FLOORJUDGE_PICTURES names the folder where they are to be kept; otherwise they are only looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.hall import Hall, fill_report
from tests.events.floor.small_event import steps_to_the_end
from tests.support.web_server import WebServer, desk_of

LARGEST = 200_000
EVENT = "demonstration"


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    wanted = os.environ.get("FLOORJUDGE_PICTURES")
    return Path(wanted).resolve() if wanted else tmp_path


@pytest.fixture(scope="module")
def demonstration(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with WebServer(None, tmp_path_factory.mktemp("demonstration")) as server:
        hall = Hall(browser, server, "", [])
        yield hall
    assert hall.complaints == []


def organiser(hall: Hall, width: int, height: int, *, scheme: str = "light") -> Page:
    page = hall.window(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
    page.goto(hall.server.link())
    page.get_by_role("button", name="Use it on this device").click()
    page.wait_for_url("**/desk")
    return page


def keep(page: Page, folder: Path, name: str) -> None:
    page.wait_for_load_state("load")
    path = folder / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    assert 5_000 < path.stat().st_size < LARGEST


def test_the_organisers_desk(demonstration: Hall, pictures: Path) -> None:
    page = organiser(demonstration, 1_100, 720)
    expect(page.locator(".report")).to_have_count(1)
    keep(page, pictures, "desk")


def test_a_players_phone(demonstration: Hall, pictures: Path) -> None:
    desk = organiser(demonstration, 1_100, 720)
    desk.goto(f"/e/{EVENT}")
    # Somebody who still plays at a table where nothing was said yet.
    names = desk.locator("#tables > li").last.locator("a").all_inner_texts()
    desk.goto(f"/e/{EVENT}/desk/players")
    desk.get_by_role("link", name=names[0].strip(), exact=True).click()
    link = desk.locator(".code-box figcaption a").inner_text()
    phone = demonstration.window(
        viewport={"width": 390, "height": 780}, is_mobile=True, has_touch=True, reduced_motion="reduce"
    )
    phone.goto(link)
    fill_report(phone, [17, 9, 4][: len(names)])
    phone.locator("h1").click()
    phone.evaluate("scrollTo(0, 0)")
    keep(phone, pictures, "phone")


def test_the_judges_loop_desk(demonstration: Hall, pictures: Path) -> None:
    judge = organiser(demonstration, 390, 780)
    judge.goto(f"/e/{EVENT}/calls/1/loop")
    judge.locator("input[name=keeps]").first.check()
    judge.get_by_role("button", name="Ask the players").last.click()
    judge.get_by_label("A number of iterations").fill("10^100")
    judge.get_by_role("button", name="Send this number").click()
    while judge.get_by_role("button", name="Agree").count():
        asked = judge.locator(".asked-name").inner_text()
        judge.get_by_role("button", name="Agree").click()
        expect(judge.locator(".asked-name", has_text=asked)).to_have_count(0)
    expect(judge.locator("h1")).to_have_text("The loop is settled")
    keep(judge, pictures, "loop-desk")


def test_the_big_screen(demonstration: Hall, pictures: Path) -> None:
    screen = demonstration.window(
        viewport={"width": 1_280, "height": 720}, color_scheme="dark", reduced_motion="reduce"
    )
    screen.goto(f"/e/{EVENT}/screen")
    expect(screen.locator("ol.tables li").first).to_be_visible()
    keep(screen, pictures, "big-screen")


def test_the_live_page(demonstration: Hall, pictures: Path) -> None:
    page = demonstration.window(viewport={"width": 1_280, "height": 800}, reduced_motion="reduce")
    page.goto(f"/e/{EVENT}")
    expect(page.locator("#tables")).to_be_visible()
    keep(page, pictures, "live")


def test_the_final_places(hall: Hall, pictures: Path) -> None:
    names = [
        f"{first} {last}" for last in ("Almeida", "Castro", "Dubois") for first in ("Ana", "Bruno", "Clara", "Zoé")
    ]
    event = hall.prepared(names)
    with desk_of(event.place, event.event) as desk:
        for _ in steps_to_the_end(desk):
            pass
        desk.take({"do": "publish", "places": True, "decks": False}, "en")
    page = hall.window(viewport={"width": 1_100, "height": 720}, reduced_motion="reduce")
    page.goto(f"/e/{event.event}/places")
    expect(page.locator(".podium li")).to_have_count(3)
    keep(page, pictures, "places")


def test_a_loop_of_real_cards(demonstration: Hall, pictures: Path) -> None:
    page = demonstration.window(viewport={"width": 900, "height": 760}, reduced_motion="reduce")
    page.goto("/loops/famous/presence-of-gond-intruder-alarm")
    keep(page, pictures, "finder")
    phone = demonstration.window(
        viewport={"width": 390, "height": 780}, is_mobile=True, has_touch=True, reduced_motion="reduce"
    )
    phone.goto(f"{page.url}?scene=4#player")
    expect(phone.locator(".card-box.token")).to_be_visible()
    keep(phone, pictures, "finder-steps")
