"""The report of a collection in a browser: axe finds nothing in light or dark, and nothing sticks out on the smallest phones."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from floorjudge.magic.collections.report.page import write_report
from floorjudge.texts import LANGUAGES, Language
from tests.e2e.test_every_page import complaints
from tests.magic.collections.report.made_up_rows import made_up_rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_for_everybody(browser: Browser, tmp_path: Path, language: Language) -> None:
    file = tmp_path / "report.html"
    write_report(made_up_rows(40), file, language)
    page = browser.new_page(viewport={"width": 1_200, "height": 800})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert complaints(page) == []
    assert asked == [file.as_uri()]
    page.close()
