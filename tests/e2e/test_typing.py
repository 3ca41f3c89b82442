"""What somebody types stays where it is typed, whatever happens around it, and everything around it stays live."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.hall import PHONE, Hall, fill_report, line_for, mark, was_not_loaded_again
from tests.events.floor.small_event import report_all
from tests.support.web_server import desk_of

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")


def test_lines_are_typed_one_after_another_without_waiting(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    page = hall.staff(event.organiser)
    page.goto(f"/e/{event.event}/desk")
    expect(page.locator("#line")).to_be_focused()
    # Each letter as fast as it goes, and no look at the page between two lines.
    for number in (1, 2):
        page.keyboard.type(f"{line_for(number, 3)}\n")
    page.keyboard.type("3 16")
    expect(page.locator(".notice.done")).to_contain_text("Table 2")
    assert hall.open_tables(event.event) == [3]
    assert page.locator("#line").input_value() == "3 16"
    expect(page.locator("#line")).to_be_focused()


def test_a_line_that_is_refused_comes_back(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    page = hall.staff(event.organiser)
    page.goto(f"/e/{event.event}/desk")
    page.keyboard.type("1 2 3\n")
    expect(page.locator("#problem-line")).to_be_visible()
    expect(page.locator("#line")).to_have_value("1 2 3")
    # What is typed meanwhile is not overwritten by it; the refused line is shown beside.
    page.locator("#line").fill("")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/desk/line", hold)
    with page.expect_request("**/desk/line"):
        page.keyboard.type("1 2 4\n2")
    page.wait_for_function("document.querySelector('#line').value === '2'")
    held[0].continue_()
    expect(page.locator(".left-over q")).to_have_text("1 2 4")
    expect(page.locator("#line")).to_have_value("2")
    page.get_by_role("button", name="Throw it away").click()
    expect(page.locator(".left-over")).to_have_count(0)


def test_what_is_typed_after_a_line_came_back_is_not_mixed_with_it(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    page = hall.staff(event.organiser)
    page.goto(f"/e/{event.event}/desk")
    line, left = page.locator("#line"), page.locator(".left-over q")
    page.keyboard.type("1 2 4\n")
    expect(line).to_have_value("1 2 4")
    page.keyboard.type("2")
    expect(line).to_have_value("2")
    expect(left).to_have_text("1 2 4")
    # Whoever goes into the line that came back changes it.
    line.fill("1 2 5")
    line.press("Enter")
    expect(line).not_to_have_value("")
    line.press("End")
    page.keyboard.type(" 16")
    expect(line).to_have_value("1 2 5 16")
    line.press("Enter")
    expect(page.locator(".notice.done")).to_contain_text("Table 1")
    expect(line).to_have_value("")
    expect(left).to_have_count(0)


def test_a_phone_with_a_half_typed_report_is_asked_what_a_neighbour_reported(hall: Hall) -> None:
    event = hall.prepared(NAMES[:3])
    first, second, _ = hall.tables(event.event)[1]
    one, other = (hall.phone(event.players[name]) for name in (first, second))
    mark(one)
    one.locator("#influence-1").press_sequentially("1")
    fill_report(other, [16, 7, 2])
    other.get_by_role("button", name="Report this").click()
    expect(one.locator("#report-head")).to_have_text("Is this right?")
    expect(one.get_by_role("button", name="Yes, that is right")).to_be_visible()
    assert one.locator("#influence-1").input_value() == "1"
    expect(one.locator("#influence-1")).to_be_focused()
    one.keyboard.type("2")
    assert one.locator("#influence-1").input_value() == "12"
    assert was_not_loaded_again(one)


def test_a_phone_with_a_half_typed_report_is_told_its_next_table(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    name = hall.tables(event.event)[1][0]
    phone = hall.phone(event.players[name])
    mark(phone)
    phone.locator("#influence-1").press_sequentially("9")
    with desk_of(hall.place, event.event) as desk:
        report_all(desk)
    expect(phone.locator("#report-head")).to_have_text("Result")
    expect(phone.locator(".left-over q")).to_have_text(f"{name} 9")
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "next"}, "en")
        here = next(table for table in desk.state.tables if name in table.players)
    expect(phone.locator(".callout").first).to_contain_text(f"Now at table {here.table}")
    expect(phone.locator("#report-head")).to_have_text("Report the result")
    assert phone.locator("#influence-1").input_value() == ""
    expect(phone.locator(".left-over q")).to_have_text(f"{name} 9")
    assert was_not_loaded_again(phone)


def test_what_was_typed_beside_a_name_is_told_with_that_name(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    name, opponent, _ = hall.tables(event.event)[1]
    phone = hall.phone(event.players[name])
    phone.locator("#influence-2").press_sequentially("7")
    phone.locator("#more-call > summary").click()
    phone.locator("#about").press_sequentially("Half a question")
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "rename", "player": opponent, "name": "Somebody Else"}, "en")
        expect(phone.locator("#report")).to_contain_text("Somebody Else")
        report_all(desk)
        desk.take({"do": "next"}, "en")
    expect(phone.locator(".left-over q")).to_have_text("Somebody Else 7")
    expect(phone.locator("#about")).to_have_value("Half a question")


def test_no_live_page_touches_what_is_typed(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    with desk_of(hall.place, event.event) as desk:
        one, two, _ = desk.state.tables
        desk.take({"do": "call", "about": "A card fell down.", "table": 1, "player": one.players[0]}, "en")
        case = {"turn_order": list(one.players), "maintained_by": [one.players[0]]}
        desk.take({"do": "loop", "call": 1, "case": case, "sheet": None}, "en")
        claim = {"winner": two.players[0], "influence": dict(zip(two.players, (16, 3, 2), strict=True))}
        desk.take({"do": "propose", "table": 2, "player": two.players[0], **claim}, "en")
    staff = hall.staff(event.owner)
    pages = {
        f"/e/{event.event}": "#find",
        f"/e/{event.event}/desk": "#line, #reason-2",
        f"/e/{event.event}/judge": "#table, #about, #q",
        f"/e/{event.event}/judge/calls/1": "input:not([type=hidden]):not([type=checkbox]):not([data-pick]), textarea",
        f"/e/{event.event}/calls/1/loop": "input:not([type=hidden])",
    }
    windows = []
    for address, fields in pages.items():
        page = hall.page(staff.context)
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
        listed = page.locator("main").locator(fields)
        assert listed.count()
        for field in listed.all():
            field.fill("7")
        page.evaluate(
            "['exchanged', 'changed'].forEach((each) => "
            "document.addEventListener(`floor:${each}`, () => { document.body.dataset[each] = '1'; }))"
        )
        windows.append((page, fields, listed.count()))
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "announce", "text": "Lunch at one."}, "en")
        desk.take({"do": "note", "call": 1, "text": "It goes on."}, "en")
        desk.take({"do": "confirm", "table": 2, "player": two.players[1], "statement": 1}, "en")
    for page, fields, count in windows:
        merged = "data-exchanged" if page is not windows[0][0] else "data-changed"
        expect(page.locator("body")).to_have_attribute(merged, "1")
        assert [field.input_value() for field in page.locator("main").locator(fields).all()] == ["7"] * count


def test_a_judge_who_reads_a_call_is_offered_what_another_judge_has_made_possible(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "call", "table": 1, "about": "A question"}, "en")
        one, other = hall.staff(event.judge), hall.staff(event.organiser)
        for page in (one, other):
            page.goto(f"/e/{event.event}/judge/calls/1")
            mark(page)
        one.get_by_role("button", name="I am going there").click()
        expect(other.get_by_role("button", name="Take over")).to_be_visible()
        other.get_by_label("For judges only").fill("They have played")
        one.get_by_label("Your ruling; the players read it").fill("Play on.")
        one.get_by_role("button", name="Record the ruling").click()
        expect(other.get_by_role("heading", name="Rule differently")).to_be_visible()
        expect(other.get_by_role("heading", name="A player appeals")).to_be_visible()
        expect(other.get_by_label("For judges only")).to_have_value("They have played")
        assert was_not_loaded_again(other)
        desk.take({"do": "close_call", "call": 1}, "en")
        expect(other.get_by_role("button", name="Record the ruling")).to_have_count(0)
        expect(other.locator(".left-over q")).to_contain_text("They have played")


def test_the_loop_desk_and_a_half_typed_line_survive_reload_back_and_another_language(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    page = hall.staff(event.owner)
    page.goto("/loop")
    for number, name in enumerate(("Ana", "Bo"), 1):
        page.locator(f"#player-{number}").fill(name)
    page.locator("input[name=keeps]").first.check()
    page.locator("#loop-steps summary").click()
    page.locator("#steps").fill("Ana: tap the druid")
    page.get_by_role("button", name="Ask the players").last.click()
    expect(page.locator(".asked-name")).to_have_text("Ana")
    page.reload()
    page.get_by_label("A number of iterations").fill("10^100")
    page.get_by_role("button", name="Send this number").click()
    expect(page.locator(".asked-name")).to_have_text("Bo")
    page.locator("#says").fill("12")
    page.locator(".switches summary").click()
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator(".asked-name")).to_have_text("Bo")
    expect(page.locator("#says")).to_have_value("12")
    page.go_back()
    page.go_back()
    expect(page.locator(".asked-name")).to_have_text("Ana")
    expect(page.locator("#says")).to_have_value("10^100")
    page.go_back()
    expect(page.locator("#player-2")).to_have_value("Bo")
    expect(page.locator("input[name=keeps]").first).to_be_checked()
    expect(page.locator("#steps")).to_have_value("Ana: tap the druid")
    page.go_forward()
    page.get_by_role("link", name="Empezar de nuevo").click()
    expect(page.locator("#player-2")).to_have_value("")
    page.goto(f"/e/{event.event}/desk")
    page.locator("#line").fill("1 16 3")
    page.locator(".switches summary").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#line")).to_have_value("1 16 3")


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_wrong_is_in_sight_on_a_small_phone(hall: Hall, *, scripts: bool) -> None:
    """Nobody looks for the error at the other end of a long page, nor under the tabs."""
    event = hall.prepared(NAMES)
    desk = hall.staff(event.organiser, **{**PHONE, "java_script_enabled": scripts})
    desk.goto(f"/e/{event.event}/desk/event")
    desk.locator("#capacity").fill("many")
    desk.locator("form[action$='/describe'] button").click()
    assert in_sight(desk, desk.locator("#problem-describe"))
    # The browser itself leads back to a field that is missing.
    desk.goto(f"/e/{event.event}/desk/event")
    desk.locator("#name").fill("")
    desk.locator("form[action$='/describe'] button").click()
    assert in_sight(desk, desk.locator("#name"))


@pytest.mark.parametrize("scripts", [True, False])
def test_a_refusal_is_in_sight_on_pages_of_their_own(hall: Hall, *, scripts: bool) -> None:
    """The loop desk, the finder, a new event, a backup, registering oneself: the reason is what one sees first."""
    event = hall.prepared((), start=False)
    with desk_of(hall.place, event.event) as desk:
        desk.take({"do": "self_registration", "open": True}, "en")
    phone = hall.staff(
        event.owner, **{**PHONE, "viewport": {"width": 360, "height": 480}, "java_script_enabled": scripts}
    )
    for address in ("/loop", "/loops", "/new", "/restore", f"/join/{event.event}"):
        phone.goto(address)
        form = phone.locator("main form[method=post]").last
        form.evaluate("form => form.querySelectorAll('[required]').forEach((field) => (field.required = false))")
        form.locator("button:visible").last.click()
        assert in_sight(phone, phone.locator(".error")), address


def in_sight(page: Page, what: Locator) -> bool:
    """Say whether something is on the screen, below the tabs that stay there."""
    expect(what).to_be_focused()
    place, tabs, size = what.bounding_box(), page.locator(".top").bounding_box(), page.viewport_size
    assert place
    assert tabs
    assert size
    return tabs["y"] + tabs["height"] <= place["y"] <= size["height"] - place["height"]
