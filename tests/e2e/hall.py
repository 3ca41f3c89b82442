"""People with browsers of their own in one hall, and what they do there, as they do it: by what stands on the page."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from floorjudge.events.service.log.records import Record
from tests.support.web_server import Prepared, WebServer, desk_of, prepare, records_of

LARGEST_PICTURE = 200_000
PHONE: Mapping[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
# What the browser itself says about a line that a test has cut, or a page that a test was not meant to get.
_EXPECTED = re.compile(r"net::ERR_|Failed to load resource")
PATIENCE_MS = 60_000
# For what a server computes only while the machine is idle, such as a search or a proof.
LONG_MS = 300_000
expect.set_options(timeout=PATIENCE_MS)


class Hall:
    """A server and the windows of the people who use it; `complaints` are what the browsers complained about."""

    def __init__(self, browser: Browser, server: WebServer, place: str, contexts: list[BrowserContext]) -> None:
        self.server = server
        self.place = place
        self.complaints: list[str] = []
        self._browser = browser
        self._contexts = contexts

    def window(self, *, port: int | None = None, **options: Any) -> Page:
        """Open a window for somebody new; their cookies are their own."""
        address = f"http://127.0.0.1:{port or self.server.port}"
        context = self._browser.new_context(base_url=address, **{"locale": "en-GB", **options})
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        return self.page(context)

    def page(self, context: BrowserContext) -> Page:
        """Open another page of somebody who is here already."""
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", self._broke)
        return page

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"} and not _EXPECTED.search(said.text):
            self.complaints.append(said.text)

    def _broke(self, error: Error) -> None:
        self.complaints.append(str(error))

    def prepared(self, names: Sequence[str], *, start: bool = True) -> Prepared:
        """Return an event that is there already."""
        return prepare(self.place, tuple(names), start=start)

    def staff(self, token: str, **options: Any) -> Page:
        """Open a window and use a staff link in it."""
        page = self.window(**options)
        use_link(page, f"/in/{token}")
        return page

    def phone(self, signed: str, **options: Any) -> Page:
        """Open a player's phone and scan the code of their slip with it."""
        page = self.window(**{**PHONE, **options})
        page.goto(f"/p/{signed}")
        return page

    def records(self, event: str) -> list[Record]:
        """Return the log of an event as it is kept."""
        return records_of(self.place, event)

    def tables(self, event: str) -> dict[int, tuple[str, ...]]:
        """Return who sits at which table."""
        with desk_of(self.place, event) as desk:
            return {table.table: tuple(table.players) for table in desk.state.tables}

    def open_tables(self, event: str) -> list[int]:
        """Return the tables that still play."""
        with desk_of(self.place, event) as desk:
            return [table.table for table in desk.state.open_tables()]


def use_link(page: Page, address: str) -> None:
    """Use a staff link on a device; it is used when another page is there."""
    page.goto(address)
    page.locator("main form button").click()
    page.wait_for_url(lambda url: "/in/" not in url)


def send(page: Page, button: Locator) -> None:
    """Press a button that sends a form, and wait until the server has answered: a script may send it, and the page stays."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        button.click()


def keep_picture(page: Page, otherwise: Path, name: str, width: int, height: int) -> None:
    """Take a picture for README and guides into the folder FLOORJUDGE_PICTURES, or else into `otherwise`."""
    before = page.viewport_size
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.wait_for_load_state("load")
    path = Path(os.environ.get("FLOORJUDGE_PICTURES") or otherwise) / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    assert 5_000 < path.stat().st_size < LARGEST_PICTURE
    if before is not None:
        page.set_viewport_size(before)


def fill_report(page: Page, influence: Sequence[int], winner: int = 1) -> None:
    """Fill in a player's report: the final influence by seat, and who won."""
    form = page.locator("form.report-form").locator("visible=true").first
    for seat, value in enumerate(influence, 1):
        form.locator(f"[name=influence-{seat}]").fill(str(value))
    form.locator(f"[name=winner][value='{winner}']").check()


def type_result(page: Page, line: str) -> None:
    """Type a result at the desk: no mouse, no tab; the line has the focus."""
    expect(page.locator("#line")).to_be_focused()
    before = page.evaluate("document.querySelector('.notice.done')?.dataset.record ?? 'none'")
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    expect(page.locator(f".notice.done:not([data-record='{before}'])")).to_be_visible()


def line_for(table: int, seats: int) -> str:
    """Return a typed result that the first player wins."""
    return " ".join(map(str, (table, 16, *range(1, seats))))


def go_home(*pages: Page) -> None:
    """Close the windows of people who have shown what they were there for: each that is open loads whatever happens."""
    for page in pages:
        page.context.close()


def mark(page: Page) -> None:
    """Leave a mark on a page that is gone when it is loaded again."""
    page.evaluate("window.notLoadedAgain = true")


def was_not_loaded_again(page: Page) -> bool:
    """Say whether a page is still the one that was marked."""
    return bool(page.evaluate("window.notLoadedAgain === true"))
