"""How pages look where somebody once looked at every photograph of them: what belongs together stands together, in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from tests.e2e.hall import LONG_MS, PHONE, Hall
from tests.events.floor.small_event import report_all
from tests.support.web_server import desk_of

NAMES = tuple(
    f"{first} {last}" for last in ("Almeida", "Castro Núñez", "Dubois-Lefèvre") for first in ("Ana", "Björn", "Chloé")
)
DESKTOP: Mapping[str, Any] = {"viewport": {"width": 1_366, "height": 768}}
# In how many lines a part is written.
LINES = """(part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""
# How far the text of each card is below its title.
UNDER_TITLES = """() => [...document.querySelectorAll(".gallery .card")].map((card) => Math.round(
    card.querySelector("p").getBoundingClientRect().top - card.querySelector("h3").getBoundingClientRect().bottom))"""
# Between the points of a player and the name that stands to their right, in pixels; where the next one stands below, nothing.
TO_THE_NEXT_NAME = """() => [...document.querySelectorAll(".result-rows .names > span:has(.figure) + span")].map((next) => {
    const points = next.previousElementSibling.querySelector(".figure:last-child").getBoundingClientRect();
    const name = next.querySelector(".who").getBoundingClientRect();
    return name.left > points.right ? Math.round(name.left - points.right) : 1000;
})"""
# Where the names of each table begin.
LEFTS = """() => [...document.querySelectorAll(".result-rows li")].map((row) =>
    [...row.querySelectorAll(".who")].map((each) => Math.round(each.getBoundingClientRect().left)))"""
LAST_LINE = """(part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const boxes = [...range.getClientRects()];
    return boxes.length < 2 ? 1 : boxes.at(-1).width / boxes[0].width;
}"""


def columns(page: Page) -> int:
    """Return how many tables stand side by side on the live page."""
    lefts = page.locator("#tables > .table").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().left)"
    )
    return len(set(lefts))


def test_the_text_of_each_famous_loop_is_right_under_its_title(hall: Hall) -> None:
    page = hall.window(**DESKTOP, locale="fr")
    page.goto("/loops/famous")
    assert len(set(page.evaluate(UNDER_TITLES))) == 1


def test_what_is_counted_of_a_loop_has_its_words_in_one_line(hall: Hall) -> None:
    page = hall.window(**DESKTOP, locale="fr")
    page.goto("/loops/famous/presence-of-gond-intruder-alarm")
    heads = page.locator(".amounts").first.locator("thead th")
    heads.first.wait_for(state="attached", timeout=LONG_MS)
    # A browser lays out what is folded only when it is opened.
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    heads.first.wait_for()
    assert [heads.nth(index).evaluate(LINES) for index in range(3)] == [1, 1, 1]


def test_a_wider_screen_shows_no_fewer_tables_side_by_side(hall: Hall) -> None:
    event = hall.prepared(NAMES).event
    page = hall.window(**DESKTOP)
    page.goto(f"/e/{event}")
    before = columns(page)
    page.set_viewport_size({"width": 1_920, "height": 1_080})
    assert columns(page) >= before == 3


def test_numbers_are_nearer_to_their_player_than_to_the_next(hall: Hall) -> None:
    prepared = hall.prepared(NAMES)
    with desk_of(hall.place, prepared.event) as desk:
        report_all(desk)
    page = hall.staff(prepared.organiser, **DESKTOP)
    for width in (768, 1_366, 1_920):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"/e/{prepared.event}/desk/results")
        assert min(page.evaluate(TO_THE_NEXT_NAME)) >= 40


def test_why_the_points_of_a_game_are_so_stands_below_its_players_in_one_line(hall: Hall) -> None:
    prepared = hall.prepared(NAMES)
    with desk_of(hall.place, prepared.event) as desk:
        for name in desk.state.tables[0].players[1:]:
            desk.take({"do": "leave", "player": name}, "en")
    page = hall.staff(prepared.organiser, **DESKTOP)
    page.goto(f"/e/{prepared.event}/desk/results")
    assert page.locator(".result-rows .note").evaluate(LINES) == 1
    with desk_of(hall.place, prepared.event) as desk:
        report_all(desk)
    page.reload()
    # The players of this table stand under one another with those of the others.
    assert page.locator(".result-rows li").count() > 1
    assert len({tuple(lefts) for lefts in page.evaluate(LEFTS)}) == 1


def test_headings_of_the_desk_leave_no_word_alone(hall: Hall) -> None:
    prepared = hall.prepared(NAMES)
    with desk_of(hall.place, prepared.event) as desk:
        desk.take({"do": "call", "about": "A card fell down.", "table": 1}, "en")
    page = hall.staff(prepared.organiser, **DESKTOP, locale="es")
    page.goto(f"/e/{prepared.event}/desk/players")
    assert page.locator(".roster thead th").last.evaluate(LINES) == 1
    page.goto(f"/e/{prepared.event}/desk/staff")
    weights = page.locator("form.form legend, form.form .field > label").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each).fontWeight)"
    )
    assert len(weights) > 2
    assert len(set(weights)) == 1
    phone = hall.staff(prepared.judge, **PHONE, locale="fr")
    phone.goto(f"/e/{prepared.event}/judge/calls/1")
    assert phone.locator("#head-extend").evaluate(LAST_LINE) > 0.3


def test_a_typed_result_is_shown_in_one_line(hall: Hall) -> None:
    prepared = hall.prepared(NAMES)
    page = hall.staff(prepared.organiser, **DESKTOP)
    for width in range(320, 800, 40):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"/e/{prepared.event}/desk")
        example = page.locator("#line").get_attribute("placeholder") or ""
        assert example
        assert page.locator("#line-how").inner_text().replace("\n", " ").count(example.replace(" ", "\u00a0")) == 1
