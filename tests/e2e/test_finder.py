"""The loop finder in a browser: from two names to a ruling on two phones, with reloading and going back at each step."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hall import PHONE, Hall
from tests.e2e.test_every_page import AXE, RUN_AXE, STICKS_OUT
from tests.support.few_cards import few_cards

LONG_MS = 90_000


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the server know a few cards."""
    folder = tmp_path / "few"
    folder.mkdir()
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(few_cards(folder)))


def check(page: Page) -> None:
    """Nothing sticks out, and axe finds nothing."""
    assert page.evaluate(STICKS_OUT) == []
    page.evaluate(AXE)
    assert page.evaluate(RUN_AXE) == []


@pytest.mark.usefixtures("cards")
def test_two_names_to_a_ruling_on_two_phones(hall: Hall) -> None:
    ana = hall.window(**PHONE, bypass_csp=True)
    ana.goto("/loops")
    check(ana)
    typed = ana.get_by_role("combobox")
    typed.fill("Presence of Gond")
    typed.press("Enter")
    expect(ana.locator(".chip")).to_have_text(["Presence of Gond×"])
    for _ in range(100):
        typed.fill("")
        typed.press_sequentially("intr al")
        ana.wait_for_timeout(300)
        if ana.get_by_role("option").count():
            break
    typed.press("ArrowDown")
    typed.press("Enter")
    expect(ana.locator(".chip")).to_have_count(2)
    ana.get_by_role("button", name="Remove Presence of Gond").click()
    typed.fill("Presence of Gond")
    ana.get_by_role("button", name="Find the loop").last.click()
    expect(ana.locator("#player")).to_be_visible(timeout=LONG_MS)
    check(ana)
    found = ana.url
    ana.reload()
    expect(ana.locator(".ruling")).to_contain_text("10^100 iterations")
    ana.locator(".scene-nav a[rel=next]").click()
    expect(ana.locator(".card-box.changed")).to_have_count(1)
    ana.locator("#times").fill("40")
    ana.get_by_role("button", name="Show the position").click()
    expect(ana.locator(".amounts").first).to_contain_text("40", timeout=LONG_MS)
    ana.go_back()
    expect(ana).to_have_url(found + "?scene=1#player")

    bo = hall.window(**PHONE, locale="es-ES", bypass_csp=True)
    bo.goto(found)
    expect(bo.locator("html")).to_have_attribute("lang", "es")
    check(bo)
    bo.get_by_role("button", name="Resolverlo en la mesa").click()
    check(bo)
    bo.locator("button[value=ask]").last.click()
    bo.get_by_label("Un número de iteraciones").fill("10^100")
    bo.locator(".answer-form button").click()
    bo.locator("button[value=agree]").click()
    bo.get_by_role("button", name="Mostrar la posición exacta").click()
    expect(bo.locator(".amounts").first).to_contain_text("10^100", timeout=LONG_MS)


@pytest.mark.usefixtures("cards")
def test_a_loop_is_played_by_hand_without_scripts(hall: Hall) -> None:
    page = hall.window(java_script_enabled=False)
    page.goto("/loops")
    page.get_by_label("Cards, one a line").fill("Intruder Alarm\nGrizzly Bears")
    page.get_by_role("button", name="Find the loop").last.click()
    expect(page.locator("article, #job")).to_be_visible()
    while page.locator("#job").count():
        page.wait_for_timeout(500)
        page.reload()
    expect(page.locator(".lead")).to_contain_text("No loop")
    page.get_by_role("link", name="Play it yourself, choice by choice").click()
    page.get_by_role("link", name="pass", exact=True).first.click()
    page.reload()
    expect(page.locator(".body-steps li")).to_have_count(1)
    page.go_back()
    expect(page.locator(".body-steps")).to_have_count(0)
