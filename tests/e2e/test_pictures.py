"""The pictures of real cards in README and guides; those of an event are taken by `test_evening.py`.

FLOORJUDGE_PICTURES names the folder where they are to be kept; otherwise they are only looked at.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.hall import Hall, keep_picture


def test_a_loop_of_real_cards(hall: Hall, tmp_path: Path) -> None:
    page = hall.window(viewport={"width": 900, "height": 760}, reduced_motion="reduce")
    page.goto("/loops/famous/presence-of-gond-intruder-alarm")
    keep_picture(page, tmp_path, "finder", 900, 760)
    phone = hall.window(is_mobile=True, has_touch=True, reduced_motion="reduce")
    phone.goto(f"{page.url}?scene=4#player")
    expect(phone.locator(".card-box.token")).to_be_visible()
    keep_picture(phone, tmp_path, "finder-steps", 390, 780)
