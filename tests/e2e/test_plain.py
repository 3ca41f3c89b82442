"""Without scripts, and without a mouse: what must work when a phone is old, and when somebody types all evening."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.hall import Hall, fill_report, line_for, send, type_result

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay")


def test_results_from_the_keyboard_alone(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    page = hall.staff(event.organiser)
    page.goto(f"/e/{event.event}/desk")
    # A mistake keeps what was typed, and the fingers stay where they are.
    page.keyboard.type("1 16 99999999999 2")
    page.keyboard.press("Enter")
    expect(page.locator("#problem-line")).to_be_visible()
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#line")).to_have_value("1 16 99999999999 2")
    page.keyboard.press("Control+a")
    type_result(page, line_for(1, 3))
    take_back(page)
    for table in (1, 2):
        page.keyboard.type(line_for(table, 3))
        page.keyboard.press("Enter")
        expect(page.locator("#stage")).to_contain_text(f"{table} of 2 results are in")
    # The line is gone with the last game, and the focus is where it goes on.
    expect(page.get_by_role("link", name="Preview the next round")).to_be_focused()
    press_link(page, "Preview the next round")
    press_link(page, "Finish the event|Use these tables")
    expect(page.locator("#stage")).to_contain_text("Readmission after round 1")


def take_back(page: Page) -> None:
    """Take back what was just typed, by the keyboard."""
    press_link(page, "Take the last step back")
    press_link(page, "Undo it")
    expect(page.locator("#stage")).to_contain_text("0 of 2 results are in")


def press_link(page: Page, words: str) -> None:
    """Press Tab until a link or button with these words has the focus, which must be seen, then Enter."""
    for _ in range(60):
        if not page.evaluate(
            "(words) => document.activeElement.matches('a, button') && new RegExp(words).test(document.activeElement.textContent)",
            words,
        ):
            page.keyboard.press("Tab")
        focused = page.evaluate(
            """(words) => {
                const it = document.activeElement;
                const style = getComputedStyle(it);
                const seen = style.outlineStyle !== "none" || style.boxShadow !== "none";
                return [new RegExp(words).test(it.textContent), seen, it.outerHTML];
            }""",
            words,
        )
        assert focused[1], f"nobody can see that this has the focus: {focused[2]}"
        if focused[0]:
            with page.expect_navigation():
                page.keyboard.press("Enter")
            return
    raise AssertionError(f"no key leads to {words}")


def test_without_scripts(hall: Hall) -> None:
    event = hall.prepared(NAMES)
    tables = hall.tables(event.event)
    first, second, third = tables[1]
    phones = {name: hall.phone(event.players[name], java_script_enabled=False) for name in tables[1]}
    fill_report(phones[first], [16, 7, -2])
    phones[first].get_by_role("button", name="Report this").click()
    expect(phones[first].locator("#report-head")).to_have_text("Reported")
    for name in (second, third):
        phones[name].reload()
        phones[name].get_by_role("button", name="Yes, that is right").click()
        expect(phones[name].locator("#report-head")).to_have_text("Result" if name == third else "Reported")
    doubting = hall.phone(event.players[tables[2][0]], java_script_enabled=False)
    doubting.locator("#call-judge summary").click()
    doubting.get_by_label("What for, in a few words").fill("a loop, I think")
    doubting.get_by_role("button", name="Call a judge now").click()
    expect(doubting.locator(".own-call")).to_contain_text("a loop, I think")

    judge = hall.staff(event.judge, java_script_enabled=False)
    expect(judge.locator(".call")).to_contain_text("a loop, I think")
    judge.get_by_role("button", name="I am going there").click()
    judge.get_by_label("Your ruling; the players read it").fill("Go on with ten iterations.")
    send(judge, judge.get_by_role("button", name="Record the ruling"))
    doubting.reload()
    expect(doubting.locator(".own-call")).to_contain_text("Go on with ten iterations.")

    organiser = hall.staff(event.organiser, java_script_enabled=False)
    expect(organiser.locator("#stage")).to_contain_text("1 of 2 results")
    organiser.locator("#line").fill(line_for(2, 3))
    organiser.get_by_role("button", name="Save").click()
    organiser.get_by_role("link", name="Preview the next round").click()
    organiser.get_by_role("button", name="Use these tables").click()
    expect(organiser.locator("#stage")).to_contain_text("the final")
