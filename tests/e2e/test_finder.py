"""The loop finder in a browser: from two names to a ruling on two phones, with reloading and going back at each step."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from floorjudge.web.jobs.worker import GIVES_WAY
from tests.e2e.hall import LONG_MS, PHONE, Hall, keep_picture
from tests.e2e.test_every_page import AXE, RUN_AXE, STICKS_OUT
from tests.support.few_cards import few_cards
from tests.support.waiting import wait_until
from tests.support.web_server import desk_of

FAMOUS = "/loops/famous/presence-of-gond-intruder-alarm"
# The module of a process that works for the server, and what one that searches is told.
WORKER = ("floorjudge.web.jobs.worker", GIVES_WAY)


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the server know a few cards."""
    folder = tmp_path / "few"
    folder.mkdir()
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(few_cards(folder)))


def bounds(part: Locator) -> FloatRect:
    """Return where a part of a page stands."""
    box = part.bounding_box()
    assert box is not None
    return box


def check(page: Page) -> None:
    """Nothing sticks out, and axe finds nothing."""
    assert page.evaluate(STICKS_OUT) == []
    page.evaluate(AXE)
    assert page.evaluate(RUN_AXE, [{"include": [["html"]]}, {}]) == []


@pytest.mark.usefixtures("cards")
def test_two_names_to_a_ruling_on_two_phones(hall: Hall) -> None:
    ana = hall.window(**PHONE, bypass_csp=True)
    ana.goto("/loops")
    check(ana)
    typed = ana.get_by_role("combobox", name="Cards")
    typed.fill("Presence of Gond")
    typed.press("Enter")
    expect(ana.locator(".chip")).to_have_text(["Presence of Gond×"])
    wait_until(lambda: ana.request.get("/loops/cards?q=intr%20al").json())
    # At once: what is offered for half of it would take the mark away from what is offered for all of it.
    typed.fill("intr al")
    expect(ana.get_by_role("option", name="Intruder Alarm")).to_be_visible()
    typed.press("ArrowDown")
    typed.press("Enter")
    expect(ana.locator(".chip")).to_have_text(["Presence of Gond×", "Intruder Alarm×"])
    ana.get_by_role("button", name="Remove Presence of Gond").click()
    typed.fill("Presence of Gond")
    ana.get_by_role("button", name="Find the loop").last.click()
    expect(ana.locator("#player")).to_be_visible(timeout=LONG_MS)
    check(ana)
    found = ana.url
    ana.reload()
    first_screen = ana.locator(".verdict, .given")
    expect(first_screen).to_have_count(2)
    assert all(box["y"] + box["height"] <= PHONE["viewport"]["height"] for box in map(bounds, first_screen.all()))
    expect(ana.locator(".verdict-line")).to_have_text("Any number of Elf Warrior tokens.")
    ana.locator("#player > summary").click()
    ana.locator(".scene-nav a[rel=next]").click()
    expect(ana.locator(".card-box.changed")).to_have_count(1)
    ana.locator("#changes > summary").click()
    ana.locator("#times").fill("40")
    ana.get_by_role("button", name="Show the position").click()
    expect(ana.locator(".amounts").first).to_contain_text("40", timeout=LONG_MS)
    ana.go_back()
    expect(ana).to_have_url(found + "?scene=1#player")


@pytest.mark.usefixtures("cards")
def test_names_are_typed_in_one_line_and_a_tap_takes_what_is_meant(hall: Hall) -> None:
    """By keyboard and by touch: Enter takes the card that is clear, and marks the one that is not."""
    ana = hall.window(**PHONE, bypass_csp=True)
    ana.goto("/loops")
    typed, chips = ana.get_by_role("combobox", name="Cards"), ana.locator(".chip")
    typed.press_sequentially("gond pres, intruder alarm + 2 gri")
    expect(chips).to_have_text(["Presence of Gond×", "Intruder Alarm×"], timeout=LONG_MS)
    expect(typed).to_have_value("2 gri")
    typed.press("Enter")
    expect(chips).to_have_text(["Presence of Gond×", "Intruder Alarm×", "2 Grizzly Bears×"])
    typed.fill("intruder alarm")
    typed.press("Enter")
    expect(chips).to_have_text(["Presence of Gond×", "Intruder Alarm×", "2 Grizzly Bears×", "Intruder Alarm×"])
    typed.fill("er, bears intruder")
    typed.press("Enter")
    expect(ana.locator(".chip.wrong")).to_have_text(["er×", "bears intruder×"])
    check(ana)
    ana.get_by_role("group", name="“bears intruder”").get_by_role("button", name="Grizzly Bears").tap()
    expect(ana.locator(".chip.wrong")).to_have_text(["er×"])
    ana.get_by_role("button", name="First say what else is on the table").click()
    expect(ana.get_by_role("alert")).to_have_text("One card is not clear. Tap the one that you mean.")
    check(ana)
    ana.get_by_role("group", name="“er”").get_by_role("button", name="Intruder Alarm").tap()
    expect(ana.get_by_role("heading", name="The table")).to_be_visible()


@pytest.mark.usefixtures("cards")
def test_the_button_is_beside_the_suggestions_and_a_tap_on_it_counts_while_they_are_there(hall: Hall) -> None:
    ana = hall.window(**PHONE, bypass_csp=True)
    ana.goto("/loops")
    wait_until(lambda: ana.request.get("/loops/cards?q=er").json())
    ana.get_by_role("combobox", name="Cards").fill("er")
    suggestions = ana.get_by_role("listbox")
    expect(suggestions).to_be_visible()
    button = ana.get_by_role("button", name="Find the loop").last
    assert bounds(suggestions)["y"] + bounds(suggestions)["height"] <= bounds(button)["y"]
    check(ana)
    button.tap()
    expect(ana.get_by_role("alert")).to_have_text("One card is not clear. Tap the one that you mean.")
    ana.get_by_role("button", name="Leave it out").tap()
    expect(ana.locator(".chip")).to_have_count(0)


@pytest.mark.usefixtures("cards")
def test_paper_shows_the_steps_of_the_loop(hall: Hall) -> None:
    """It is wider than a phone, and the drawing of a wide screen does not stand on it."""
    page = hall.window(viewport={"width": 800, "height": 1100})
    page.goto(FAMOUS)
    page.locator("#proof").wait_for(timeout=LONG_MS)
    page.emulate_media(media="print")
    box = page.locator(".ring-list").bounding_box()
    assert box is not None
    assert box["width"] > 100


def answer(phone: Page, number: str) -> None:
    """Answer the loop desk's question with a number."""
    phone.locator("#says").fill(number)
    phone.locator(".answer-form button").click()


@pytest.mark.usefixtures("cards")
def test_a_call_is_settled_on_phones_in_two_languages(hall: Hall) -> None:
    """The ruling ends with the exact position, by the certificate of the loop that the judge has filled in."""
    event = hall.prepared(("Ana", "Bo", "Cy"))
    first, second, third = hall.tables(event.event)[1]
    called = {"do": "call", "about": "a loop", "table": 1, "player": first}
    with desk_of(hall.place, event.event) as desk:
        desk.take(called, "en")
    judge = hall.staff(event.judge, **PHONE, bypass_csp=True)
    judge.goto(FAMOUS)
    judge.locator("#proof").wait_for(timeout=LONG_MS)
    found = judge.url
    judge.goto(f"/e/{event.event}/calls/1/loop")
    judge.locator("#fill-in summary").click()
    judge.get_by_label("The address of its page").fill(found)
    judge.get_by_role("button", name="Fill in", exact=True).click()
    expect(judge.locator("input[name=keeps]").first).to_be_checked()
    check(judge)
    judge.locator("button[value=ask]").last.click()
    ana, bo = hall.phone(event.players[first]), hall.phone(event.players[second], locale="es-ES", bypass_csp=True)
    loop = f"/e/{event.event}/calls/1/loop"
    for phone in (ana, bo):
        phone.goto(loop)
    answer(ana, "10^100")
    expect(bo.locator(".answer-form")).to_be_visible()
    check(bo)
    answer(bo, "40")
    expect(judge.locator("h1")).to_have_text(third)
    judge.locator("button[value=agree]").click()
    for phone, says, token in (
        (bo, "Lo que hay entonces", "Guerrero Elfo"),
        (judge, "What there is then", "Elf Warrior"),
    ):
        expect(phone.get_by_role("heading", name=says)).to_be_visible(timeout=LONG_MS)
        phone.reload()
        expect(phone.locator(".loop-numbers").last).to_contain_text("40")
        expect(phone.locator(".loop-numbers").last).to_contain_text(token)
    check(bo)
    bo.get_by_role("link", name="Mostrar la posición exacta").click()
    expect(bo.locator(".amounts").first).to_contain_text("40")
    bo.go_back()
    expect(bo).to_have_url(re.compile(f"{loop}$"))


@pytest.mark.usefixtures("cards")
def test_a_search_that_is_cancelled_or_crashes_can_be_begun_again(hall: Hall) -> None:
    page = hall.window(**PHONE)
    page.goto("/loops?card=Intruder+Alarm&card=Grizzly+Bears")
    page.get_by_role("button", name="Find the loop").last.click()
    page.get_by_role("button", name="Search anyway").click()
    first = searching(hall)
    os.kill(first, signal.SIGSTOP)
    page.reload()
    page.get_by_role("button", name="Cancel the search").click()
    expect(page.get_by_role("status")).to_have_text("The search was cancelled.")
    page.go_back()
    page.go_forward()
    page.get_by_role("button", name="Search again").click()
    os.kill(searching(hall, beside=first), signal.SIGKILL)
    expect(page.get_by_role("alert")).to_contain_text("The rules engine broke down")
    page.reload()
    expect(page.get_by_role("button", name="Search again")).to_be_visible()


def searching(hall: Hall, beside: int | None = None) -> int:
    """Return the process that searches for a server, not the one `beside` it; it gives way to those that serve pages."""
    found: list[int] = []

    def searches() -> bool:
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (folder / "cmdline").read_text().split("\0")
                parent = re.search(r"PPid:\t(\d+)", (folder / "status").read_text())
                is_ours = parent is not None and int(parent[1]) == hall.server.process
                if words[2:5] == [*WORKER, ""] and is_ours and int(folder.name) != beside:
                    found.append(int(folder.name))
        return bool(found)

    wait_until(searches)
    return found[0]


@pytest.mark.usefixtures("cards")
def test_a_loop_is_played_by_hand_without_scripts(hall: Hall) -> None:
    page = hall.window(java_script_enabled=False)
    page.goto("/loops")
    page.get_by_label("Cards", exact=True).fill("Presence of Gond\nGrizzly Bears")
    page.get_by_role("button", name="Find the loop").last.click()
    expect(page.locator("article, #job")).to_be_visible()
    # The page reloads itself.
    expect(page.locator(".verdict-line")).to_contain_text("No loop", timeout=LONG_MS)
    page.get_by_role("link", name="Play it yourself, choice by choice").click()
    page.get_by_role("link", name="pass", exact=True).first.click()
    page.reload()
    expect(page.locator(".body-steps li")).to_have_count(1)
    page.go_back()
    expect(page.locator(".body-steps")).to_have_count(0)


def test_a_loop_of_real_cards(hall: Hall, tmp_path: Path) -> None:
    page = hall.window(viewport={"width": 900, "height": 760}, reduced_motion="reduce")
    page.goto(FAMOUS)
    expect(page.get_by_text("Settle it at the table")).to_be_visible(timeout=LONG_MS)  # the loop is proved
    keep_picture(page, tmp_path, "finder", 900, 760)
    phone = hall.window(is_mobile=True, has_touch=True, reduced_motion="reduce")
    phone.goto(f"{page.url}?scene=4#player")
    expect(phone.locator(".card-box.token")).to_be_visible(timeout=LONG_MS)
    keep_picture(phone, tmp_path, "finder-steps", 390, 780)
