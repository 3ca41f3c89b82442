"""The organiser's desk in a small window, and while others work."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from floorjudge.web.common.languages import plain
from tests.e2e.hall import Hall, go_home, line_for, mark, send, type_result, was_not_loaded_again
from tests.events.floor.small_event import report_all
from tests.support.web_server import desk_of

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")


def test_every_page_of_the_staff_is_two_touches_away_on_a_phone(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    for width, locale in ((320, "en-GB"), (320, "es-ES"), (390, "fr-FR"), (390, "pt-BR")):
        page = hall.staff(event.organiser, locale=locale, viewport={"width": width, "height": 700})
        page.goto(f"/e/{event.event}/desk")
        page.locator(".switches summary").click()
        for name in (
            "judge",
            "desk/results",
            "desk/players",
            "desk/print",
            "desk/staff",
            "desk/event",
            "log",
            "screen",
        ):
            link = page.locator(f".top a[href$='/{name}']:visible").first
            link.scroll_into_view_if_needed()
            box = link.bounding_box()
            assert box is not None
            assert box["x"] >= 0, (locale, name)
            assert box["x"] + box["width"] <= width, (locale, name)
            assert box["height"] >= 44, (locale, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, locale
        go_home(page)


def test_the_progress_moves_while_somebody_types(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    one, other = hall.staff(event.organiser), hall.staff(event.organiser)
    for page in (one, other):
        page.goto(f"/e/{event.event}/desk")
        mark(page)
    one.locator("#line").fill("2 16")
    type_result(other, line_for(1, len(hall.tables(event.event)[1])))
    expect(one.locator("#stage progress")).to_have_attribute("value", "1")
    expect(one.locator("#stage")).to_contain_text("1 of 3 results are in")
    assert one.locator("#line").input_value() == "2 16"
    assert was_not_loaded_again(one)


def test_the_results_come_as_they_are_saved(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    one, other = hall.staff(event.organiser), hall.staff(event.organiser)
    one.goto(f"/e/{event.event}/desk/results")
    mark(one)
    other.goto(f"/e/{event.event}/desk")
    type_result(other, line_for(1, len(hall.tables(event.event)[1])))
    expect(one.locator(".result-rows .star")).to_have_count(1)
    assert was_not_loaded_again(one)


WIDTHS = (360, 768, 1024)
# Names and titles that are broken into lines although they are one word.
BROKEN_WORDS = """(chosen) => [...document.querySelectorAll(chosen)].map((part) => [part, document.createRange()])
    .filter(([part, range]) => (range.selectNodeContents(part), new Set([...range.getClientRects()].map((line) => line.top)).size > 1))
    .map(([part]) => part.textContent).filter((words) => !words.trim().includes(" "))"""


def test_a_desk_that_waits_gets_the_line_with_the_next_tables(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    one, other = hall.staff(event.organiser), hall.staff(event.organiser)
    one.goto(f"/e/{event.event}/desk")
    for number, players in hall.tables(event.event).items():
        type_result(one, line_for(number, len(players)))
    other.goto(f"/e/{event.event}/desk")
    expect(other.get_by_role("heading", name="Every table has its result")).to_be_visible()
    expect(other.locator("#line")).to_have_count(0)
    one.goto(f"/e/{event.event}/desk/next")
    one.get_by_role("button", name="Use these tables").first.click()
    expect(one.locator("#line")).to_be_visible()
    other.locator("#line").click()
    table = hall.open_tables(event.event)[0]
    type_result(other, line_for(table, len(hall.tables(event.event)[table])))


def test_no_usual_name_is_broken_beside_its_numbers(hall: Hall) -> None:
    event = hall.prepared(("Fatou", "Mateus", "Wanda", "Catarina"))
    with desk_of(hall.place, event.event) as desk:
        report_all(desk)
        desk.take({"do": "clock", "minutes": 60}, "en")
    owner = hall.staff(event.organiser)
    owner.goto(f"/e/{event.event}/desk/results")
    expect(owner.locator(".figure").first).to_be_visible()
    for width in WIDTHS:
        owner.set_viewport_size({"width": width, "height": 740})
        assert owner.evaluate(BROKEN_WORDS, "bdi") == [], width
    owner.goto(f"/e/{event.event}/desk/event")
    owner.get_by_label("Name", exact=True).fill("Demonstration")
    send(owner, owner.get_by_role("button", name="Save").first)
    owner.goto(f"/e/{event.event}/screen")
    expect(owner.locator("h1")).to_contain_text("Demonstration")
    for width in WIDTHS:
        owner.set_viewport_size({"width": width, "height": 740})
        assert owner.evaluate(BROKEN_WORDS, "h1") == [], width


def test_the_line_has_the_focus_as_soon_as_the_page_is_there(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    page = hall.staff(event.organiser)
    # What is typed before a browser paints for the first time would be lost: the line does not wait for that.
    page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => { window.focused = document.activeElement.id })"
    )
    page.goto(f"/e/{event.event}/desk")
    assert page.evaluate("window.focused") == "line"


LETTERS = ("Łukasz Żółć", "Søren Ærø", "Þóra Óðinsdóttir", "Đorđe Ħ", "José Œuvre", "Işıl Straße")


def test_a_name_is_found_while_it_is_typed_however_it_is_written(hall: Hall) -> None:
    event = hall.prepared(LETTERS, start=False)
    page = hall.staff(event.organiser)
    page.goto(f"/e/{event.event}/desk/players")
    for name in LETTERS:
        page.locator("#find").fill(plain(name).upper())
        expect(page.locator("tbody tr:visible")).to_have_count(1)
        expect(page.locator("tbody tr:visible")).to_contain_text(name)
    page.locator("#find").fill(" ".join(reversed(LETTERS[0].split())))
    expect(page.locator("tbody tr:visible")).to_have_count(1)
    page.locator("#find").fill("nobody")
    expect(page.locator("[data-found]")).to_have_text("No player has that name.")


def test_a_call_that_waits_is_seen_wherever_somebody_could_send_a_judge(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    desk, judge, onlooker = hall.staff(event.owner), hall.staff(event.judge), hall.window()
    desk.goto(f"/e/{event.event}/desk")
    other_page = hall.page(desk.context)
    other_page.goto(f"/e/{event.event}/desk/players")
    live = hall.page(desk.context)
    live.goto(f"/e/{event.event}")
    judge.goto(f"/e/{event.event}/judge")
    onlooker.goto(f"/e/{event.event}")
    for page in (desk, other_page, live, judge, onlooker):
        mark(page)
    player = hall.phone(event.players[hall.tables(event.event)[2][0]])
    player.locator("#more-call summary").click()
    player.get_by_label("What for, in a few words").fill("A card fell down.")
    player.get_by_role("button", name="Call a judge now").click()
    expect(desk.locator("#waiting-calls")).to_contain_text("A card fell down.")
    for page in (desk, other_page, live, judge):
        expect(page.locator("#event-nav .badge")).to_have_text(re.compile("1"))
        expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(onlooker.locator("#t-2")).to_contain_text("Waiting for a judge")
    judge.get_by_role("button", name="I am going there").click()
    expect(judge.get_by_text("You have taken this call.")).to_be_visible()
    expect(judge.get_by_role("button", name="Take over")).to_have_count(0)
    expect(desk.locator("#waiting-calls")).to_have_count(0)
    for page in (desk, other_page, live):
        expect(page.locator("#event-nav .badge")).to_have_count(0)
    expect(onlooker.locator("#t-2")).to_contain_text("A judge is there")
    assert all(map(was_not_loaded_again, (desk, other_page, onlooker)))


def test_everybody_reads_what_happens_when_time_is_over(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    page, onlooker = hall.staff(event.organiser), hall.window()
    page.goto(f"/e/{event.event}/desk/event")
    page.get_by_label("When time is over").fill("Finish the turn.")
    page.get_by_label("When time is over").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Finish the turn.")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    onlooker.goto(f"/e/{event.event}")
    said = onlooker.get_by_text("Finish the turn.")
    expect(onlooker.locator("[data-ends]")).to_be_visible()
    expect(said).to_be_hidden()
    onlooker.evaluate("document.querySelector('[data-ends]').dataset.ends = '1000'")
    expect(said).to_be_visible()


def test_a_page_that_took_anothers_place_is_live_and_back_leads_to_the_other(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    page = hall.staff(event.organiser)
    page.goto(f"/e/{event.event}/desk")
    type_result(page, line_for(1, 3))
    mark(page)
    page.locator("#line").fill("1 3 16 2")
    page.keyboard.press("Enter")
    expect(page.locator("#event-nav [aria-current]")).to_have_text("Results")
    page.locator("#other > summary").click()
    page.locator("#influence-3").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("form.actions [name=influence-3]")).to_have_value("4")
    assert was_not_loaded_again(page)
    page.go_back()
    expect(page.locator("#line")).to_be_focused()
    page.go_forward()
    page.locator("button[value=confirm]").click()
    expect(page.locator(".notice.done")).to_contain_text("was corrected")
    mark(page)
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "call", "about": "A card fell down.", "table": 2}, "en")
    expect(page.locator("#event-nav .badge")).to_have_text(re.compile("1"))
    assert was_not_loaded_again(page)
