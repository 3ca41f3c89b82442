"""A report on the way from a phone to the desk: whatever happens to the network, nothing is lost and nothing counts twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.hall import PHONE, Hall, fill_report, go_home, mark, use_link, was_not_loaded_again
from tests.events.floor.small_event import NAMES as EIGHT
from tests.events.floor.small_event import report_all, report_of
from tests.support.phone_line import MOMENTS, Moment, PhoneLine
from tests.support.web_server import Prepared, desk_of

NAMES = ("Ana", "Bo", "Cy")
NINE = (*EIGHT, "Ida")


@pytest.fixture
def line(hall: Hall) -> Iterator[PhoneLine]:
    """Return a line to the server that can be cut."""
    opened = PhoneLine(hall.server.port)
    yield opened
    opened.close()


def reached(page: Page) -> str:
    """Return how far the report on this phone is, as the page says it."""
    return page.locator("[data-track] [aria-current=step]").inner_text()


def commands(hall: Hall, event: Prepared) -> int:
    """Return how many commands were given since the start of the event."""
    return len(hall.records(event.event)) - 2 - len(NAMES)


def test_a_report_goes_from_phone_to_phone_without_loading_a_page_again(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    first, *others = hall.tables(event.event)[1]
    reporter = hall.phone(event.players[first])
    phones = [hall.phone(event.players[name]) for name in others]
    onlooker = hall.window()
    onlooker.goto(f"/e/{event.event}")
    for page in (reporter, *phones, onlooker):
        mark(page)
    fill_report(reporter, [16, 7, -2])
    reporter.get_by_role("button", name="Report this").click()
    expect(reporter.locator("#report-head")).to_have_text("Reported")
    assert reached(reporter) == "At the desk"
    for phone in phones:
        expect(phone.locator("#report-head")).to_have_text("Is this right?")
        phone.get_by_role("button", name="Yes, that is right").click()
    for phone in (reporter, *phones):
        expect(phone.locator("#report-head")).to_have_text("Result")
        assert reached(phone) == "Confirmed"
    expect(onlooker.locator("#stage")).to_contain_text("1 of 1 result is in")
    assert all(map(was_not_loaded_again, (reporter, *phones, onlooker)))
    assert commands(hall, event) == 3


def test_offline_before_the_press(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    reporter = hall.phone(event.players[hall.tables(event.event)[1][0]])
    fill_report(reporter, [16, 3, 4])
    reporter.context.set_offline(True)
    reporter.get_by_role("button", name="Report this").click()
    expect(reporter.locator("#queue")).to_be_visible()
    expect(reporter.locator("#queue")).to_contain_text("Saved here, not at the desk yet")
    # An impatient finger makes no second report.
    reporter.get_by_role("button", name="Report this").click()
    expect(reporter.locator("#queue .queued")).to_have_count(1)
    assert commands(hall, event) == 0
    reporter.context.set_offline(False)
    expect(reporter.locator("#report-head")).to_have_text("Reported")
    expect(reporter.locator("#queue")).to_be_hidden()
    assert reached(reporter) == "At the desk"
    assert commands(hall, event) == 1


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_line_is_cut_after_the_press(hall: Hall, line: PhoneLine, moment: Moment) -> None:
    event = hall.prepared(NAMES)
    reporter = hall.phone(event.players[hall.tables(event.event)[1][0]], port=line.port)
    fill_report(reporter, [16, 3, 4])
    line.cut(moment)
    reporter.get_by_role("button", name="Report this").click()
    expect(reporter.locator("#queue")).to_contain_text("Saved here")
    expect(reporter.locator("#report-head")).to_have_text("Reported")
    expect(reporter.locator("#queue")).to_be_hidden()
    assert line.cuts == 1
    assert commands(hall, event) == 1


def test_a_page_that_was_closed_sends_when_it_is_opened_again(hall: Hall, line: PhoneLine) -> None:
    """The line itself is down: a browser that only plays at being offline gives the line back to a page while it closes it."""
    event = hall.prepared(NAMES)
    first, second, _ = hall.tables(event.event)[1]
    reporter = hall.phone(event.players[first], port=line.port)
    fill_report(reporter, [16, 3, 4])
    context = reporter.context
    line.down = True
    reporter.get_by_role("button", name="Report this").click()
    expect(reporter.locator("#queue")).to_contain_text("Saved here")
    reporter.close()
    assert commands(hall, event) == 0
    line.down = False
    # Any page of the event will do.
    again = hall.page(context)
    again.goto(f"/e/{event.event}/log")
    expect(again.locator("#queue")).to_be_hidden()
    expect(again.locator(".log")).to_contain_text("Table 1")
    again.goto(f"/e/{event.event}/me")
    assert reached(again) == "At the desk"
    assert commands(hall, event) == 1
    asked = hall.phone(event.players[second])
    expect(asked.locator("#report-head")).to_have_text("Is this right?")


def test_a_confirmation_given_offline_is_sent_later(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    first, second, third = hall.tables(event.event)[1]
    reporter, one, other = (hall.phone(event.players[name]) for name in (first, second, third))
    fill_report(reporter, [16, 3, 4])
    reporter.get_by_role("button", name="Report this").click()
    for page in (one, other):
        expect(page.locator("#report-head")).to_have_text("Is this right?")
    one.context.set_offline(True)
    one.get_by_role("button", name="Yes, that is right").click()
    expect(one.locator("#queue")).to_contain_text("Saved here")
    other.get_by_role("button", name="Yes, that is right").click()
    expect(other.locator("#report-head")).to_have_text("Reported")
    one.context.set_offline(False)
    for page in (reporter, one, other):
        expect(page.locator("#report-head")).to_have_text("Result")
    assert commands(hall, event) == 3


def test_what_comes_too_late_is_kept_and_said(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    first = hall.tables(event.event)[1][0]
    reporter = hall.phone(event.players[first])
    fill_report(reporter, [16, 3, 4])
    reporter.context.set_offline(True)
    reporter.get_by_role("button", name="Report this").click()
    expect(reporter.locator("#queue")).to_contain_text("Saved here")
    organiser = hall.staff(event.organiser)
    organiser.goto(f"/e/{event.event}/desk")
    organiser.keyboard.type("1 3 16 4")
    organiser.keyboard.press("Enter")
    expect(organiser.locator(".notice.done")).to_be_visible()
    reporter.context.set_offline(False)
    expect(reporter.locator("#queue")).to_contain_text("Not accepted:")
    reporter.get_by_role("button", name="Throw it away").click()
    expect(reporter.locator("#queue")).to_be_hidden()
    assert commands(hall, event) == 1


def test_what_was_refused_goes_when_the_game_is_reported_otherwise(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    first = hall.tables(event.event)[1][0]
    reporter = hall.phone(event.players[first])
    fill_report(reporter, [10, 3, 4])
    reporter.get_by_role("button", name="Report this").click()
    expect(reporter.locator("#queue")).to_contain_text("Not accepted:")
    fill_report(reporter, [16, 3, 4])
    reporter.get_by_role("button", name="Report this").click()
    expect(reporter.locator("#report-head")).to_have_text("Reported")
    expect(reporter.locator("#queue")).to_be_hidden()
    assert commands(hall, event) == 1


def test_on_a_phone_one_finds_oneself_first(hall: Hall) -> None:
    event = hall.prepared((*EIGHT, "Ida"))
    with desk_of(event.place, event.event) as desk:
        table = desk.state.tables[0]
        desk.take(report_of(table), "en")
    page = hall.window(**PHONE)
    page.goto(f"/e/{event.event}")
    expect(page.locator("#tables > li").first).not_to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") < 1_000
    last = page.locator("#standing th a").last.text_content() or ""
    seen = "[...document.querySelectorAll('#standing tr')].map((row) => row.getBoundingClientRect().height > 5)"
    page.locator("[data-find]").fill(last.upper())
    expect(page.locator("#standing tr:not(.unfit)")).to_have_count(1)
    expect(page.locator("#standing tr:not(.unfit)")).to_be_visible()
    assert page.evaluate(seen).count(True) == 1


SHOWS = "number => Number(document.querySelector('[data-live]').dataset.number) >= number"


def test_what_changes_while_a_page_is_on_its_way_is_not_missed(hall: Hall) -> None:
    """The line is slow: the page that was asked for after the first announcement comes when the second one was made."""
    event = hall.prepared(NAMES)
    phone = hall.phone(event.players["Ana"])
    phone.goto(f"/e/{event.event}/me")
    held: list[str] = []

    def hold(route: Route) -> None:
        if "x-live" not in route.request.headers or held:
            return route.continue_()
        answer = route.fetch()
        held.append(answer.text())
        announce(hall, event, "the second one")
        phone.wait_for_function(SHOWS, arg=hall.records(event.event)[-1].number)
        return route.fulfill(response=answer)

    phone.route("**/me", hold)
    announce(hall, event, "the first one")
    expect(phone.locator("main")).to_contain_text("the second one")
    assert "the first one" in held[0]


def test_sixteen_chooses_the_winner_and_the_button_is_in_sight(hall: Hall) -> None:
    event = hall.prepared((*EIGHT[:6], "Ida-Maria von der Osterweide", "Jo Ó Súilleabháin-Fernández"))
    seated = max(hall.tables(event.event).values(), key=len)
    announce(hall, event, "Pizza is here. Please keep it off the tables.")
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "clock", "minutes": 50}, "en")
    for locale in ("en-GB", "es-ES", "fr-FR", "pt-PT"):
        phone = hall.phone(event.players[seated[0]], locale=locale)
        send = phone.locator("form.report-form button.wide")
        winners = [phone.locator(f"[name=winner][value='{seat}']") for seat in range(1, len(seated) + 1)]
        expect(send).to_be_in_viewport(ratio=1)
        phone.locator("#influence-1").fill("9")
        phone.locator("#influence-2").press_sequentially("16")
        expect(send).to_be_in_viewport(ratio=1)
        assert [each.is_checked() for each in winners] == [False, True, *[False] * (len(seated) - 2)], locale
        phone.locator("#influence-2").fill("15")
        assert not any(each.is_checked() for each in winners), locale
        winners[2].check()
        phone.locator("#influence-2").fill("17")
        assert winners[2].is_checked(), locale
        go_home(phone)


def test_a_phone_keeps_rank_and_open_games_right_without_fetching_its_page(hall: Hall) -> None:
    event = hall.prepared(NINE)
    mine = hall.tables(event.event)[1]
    with desk_of(hall.place, event.event) as desk:
        desk.take(report_of(desk.state.tables[0]), "en")
    phone = hall.phone(event.players[mine[1]])
    expect(phone.locator("#own-next")).to_contain_text("2 tables of this round are still playing")
    fetched: list[str] = []
    phone.on("request", lambda request: fetched.append(request.url) if request.headers.get("x-live") else None)
    with desk_of(hall.place, event.event) as desk:
        desk.take(report_of(desk.state.tables[1]), "en")
        expect(phone.locator("#own-next")).to_contain_text("1 table of this round is still playing")
        desk.take(report_of(desk.state.tables[2]), "en")
        expect(phone.locator("#own-next")).not_to_contain_text("still playing")
        assert fetched == []
        shown = phone.locator("#own-numbers").inner_text()
        phone.reload()
        assert phone.locator("#own-numbers").inner_text() == shown
        desk.take({"do": "next"}, "en")
    expect(phone.locator("#own-next")).to_contain_text("Now at table")


def test_ages_go_on_by_the_minute(hall: Hall) -> None:
    event = hall.prepared(EIGHT)
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "call", "about": "a loop?"}, "en")
    judge = hall.window(**PHONE)
    judge.clock.install()
    use_link(judge, f"/in/{event.owner}")
    judge.goto(f"/e/{event.event}/judge")
    age = judge.locator("[data-since]")
    expect(age).to_have_text("just now")
    for minutes, words in (
        (3, "3 minutes ago"),
        (100, "103 minutes ago"),
        (17, "2 hours ago"),
        (46 * 60, "2 days ago"),
    ):
        judge.clock.fast_forward(minutes * 60_000)
        expect(age).to_have_text(words)


# A phone that writes down what it is told to do, and can be put into a pocket.
_WRITES_DOWN = """() => {
    window.done = [];
    const note = { connect: (to) => to, start: () => done.push("sound"), stop() {} };
    window.AudioContext = class {
        async resume() {}
        async suspend() {}
        createOscillator() { return { ...note, frequency: {} }; }
        createGain() { return { ...note, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }; }
    };
    Object.defineProperty(navigator, "vibrate", { value: () => done.push("shaken") });
    Object.defineProperty(document, "hidden", { get: () => window.pocketed === true });
}"""


def test_a_phone_in_a_pocket_says_that_there_is_a_new_round(hall: Hall) -> None:
    event = hall.prepared((*EIGHT, "Ida"))
    phone = hall.window(**PHONE)
    phone.add_init_script(f"({_WRITES_DOWN})()")
    phone.goto(f"/p/{event.players[EIGHT[0]]}")
    phone.locator("h1").tap()
    title = phone.title()
    phone.evaluate("window.pocketed = true")
    with desk_of(hall.place, event.event) as desk:
        report_all(desk)
        expect(phone.locator("#report-head")).to_have_text("Result")
        assert phone.evaluate("done") == []
        desk.take({"do": "next"}, "en")
    expect(phone).to_have_title(re.compile("^● "))
    assert phone.evaluate("done") == ["shaken", "sound", "sound"]
    phone.evaluate("pocketed = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert phone.title() == title


# The first question to a page counts as a touch of it: what it is before, it says itself.
_WRITES_DOWN_ITS_SOUND = """(() => {
    const Sound = window.AudioContext;
    window.states = [];
    window.AudioContext = class extends Sound {
        async resume() { await super.resume(); states.push(this.state); }
        async suspend() { await super.suspend(); states.push(this.state); }
    };
})()"""


def test_a_finger_on_the_page_allows_its_sound_which_runs_only_while_there_is_something_to_hear(hall: Hall) -> None:
    event = hall.prepared(NINE)
    phone = hall.window(**PHONE)
    phone.add_init_script(_WRITES_DOWN_ITS_SOUND)
    phone.goto(f"/p/{event.players[EIGHT[0]]}")
    phone.touchscreen.tap(100, 120)
    phone.wait_for_function("() => states.join() === 'running,suspended'")
    with desk_of(hall.place, event.event) as desk:
        report_all(desk)
        expect(phone.locator("#report-head")).to_have_text("Result")
        desk.take({"do": "next"}, "en")
    phone.wait_for_function("() => states.join() === 'running,suspended,running,suspended'")


def announce(hall: Hall, event: Prepared, words: str) -> None:
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "announce", "text": words}, "en")
