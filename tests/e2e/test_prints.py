"""Pages on paper, as a browser prints them: what there is to read, in black on white, and nothing to press."""

from __future__ import annotations

from playwright.sync_api import Page

from floorjudge.texts import LANGUAGES
from tests.e2e.hall import LONG_MS, Hall, go_home
from tests.e2e.test_every_page import STICKS_OUT
from tests.events.floor.small_event import report_all
from tests.support.web_server import desk_of

NAMES = tuple(
    f"{first} {last}" for last in ("Équipée", "Hohenbruckner") for first in ("Élodie", "Maximiliana", "Ángel")
)
# The width between the margins of A4 and of Letter, in pixels.
PAPERS = (703, 725)
# What can be pressed, opened or typed into, and what would be printed in another colour than black or grey on white.
NOT_FOR_PAPER = r"""() => [...document.querySelectorAll("main *")].filter((each) => each.checkVisibility()).filter((each) => {
    const grey = (colour) => {
        const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
        const whole = colour.startsWith("rgb") ? 255 : 1;
        return alpha === 0 || Math.max(red, green, blue) - Math.min(red, green, blue) < 0.1 * whole;
    };
    const { color, backgroundColor } = getComputedStyle(each);
    const pressed = each.matches("button, input, textarea, select, .button, details:not([open])");
    return pressed || !grey(color) || !grey(backgroundColor);
}).slice(0, 3).map((each) => each.outerHTML.slice(0, 150))"""
# How far from the top a page begins: its heading, and the verdict of a loop.
FIRST = """() => [...document.querySelectorAll("main h1, main .verdict, main .ruling")].filter((each) => each.checkVisibility())
    .map((each) => Math.round(each.getBoundingClientRect().top))"""


def check(page: Page, address: str) -> None:
    """Look at a page as it is printed on each paper."""
    for width in PAPERS:
        page.set_viewport_size({"width": width, "height": 1000})
        assert page.evaluate(STICKS_OUT) == [], (address, width)
        assert page.evaluate(NOT_FOR_PAPER) == [], (address, width)
        tops = page.evaluate(FIRST)
        assert tops, (address, width)
        assert min(tops) < 150, (address, width)


def test_what_people_print_is_to_be_read_and_not_to_be_pressed(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "call", "about": "a loop", "table": 1, "player": desk.state.tables[0].players[0]}, "en")
        report_all(desk)
        desk.take({"do": "next"}, "en")
        desk.take({"do": "publish", "places": True, "decks": True}, "en")
        player = desk.state.tables[0].players[0]
    for language in LANGUAGES:
        page = hall.phone(
            event.players[player], locale=language, color_scheme="dark", viewport={"width": 703, "height": 1000}
        )
        look_at_all(page, f"/e/{event.event}", language)
        go_home(page)


def look_at_all(page: Page, here: str, language: str) -> None:
    """Look at what a player of an event prints, and at a settled loop."""
    page.emulate_media(media="print", color_scheme="dark")
    for address in (
        here,
        f"{here}/me",
        f"{here}/me/deck",
        f"{here}/decks",
        f"{here}/player/1",
        f"{here}/places",
        f"{here}/draw",
    ):
        page.goto(address)
        check(page, f"{address} in {language}")
    page.goto("/loop?do=ask&player=Ana&player=Bo&keeps=0&steps=tap%0Auntap")
    for number in ("1000000", "40"):
        page.emulate_media(media="screen")
        page.locator("#says").fill(number)
        page.locator(".answer-form button").click()
        page.wait_for_load_state()
    page.locator(".ruling").wait_for()
    page.emulate_media(media="print", color_scheme="dark")
    check(page, f"/loop in {language}")


def test_a_printed_loop_begins_with_its_verdict(hall: Hall) -> None:
    for language in LANGUAGES:
        page = hall.window(viewport={"width": 703, "height": 1000}, locale=language, color_scheme="dark")
        page.goto("/loops/famous/presence-of-gond-intruder-alarm")
        page.locator("#proof").wait_for(timeout=LONG_MS)
        page.emulate_media(media="print", color_scheme="dark")
        check(page, f"/loops in {language}")
        page.emulate_media(media="screen")
        page.locator("#proof > summary").click()
        page.emulate_media(media="print", color_scheme="dark")
        check(page, f"/loops with the proof in {language}")
        assert page.locator("#proof > summary").is_visible()
        assert page.locator("#changes").is_hidden()
        go_home(page)
