"""The tests in a real browser. `python3 dev.py e2e` finds or installs chromium and says where it is; other runs leave them out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.e2e.hall import Hall
from tests.support.web_server import WebServer

CHROMIUM = os.environ.get("FLOORJUDGE_CHROMIUM")
collect_ignore_glob = [] if CHROMIUM else ["test_*.py"]
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return one browser for all tests; people get windows of their own in it."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield opened
        opened.close()


@pytest.fixture
def place(tmp_path: Path) -> str:
    """Return where the events of a test are kept."""
    return str(tmp_path / "events.db")


@pytest.fixture
def hall(browser: Browser, place: str, tmp_path: Path) -> Iterator[Hall]:
    """Return a running server without events, and the people who come to it."""
    contexts: list[BrowserContext] = []
    with WebServer(place, tmp_path) as server:
        opened = Hall(browser, server, place, contexts)
        yield opened
        for context in contexts:
            context.close()
    assert "Traceback" not in server.said
    assert opened.complaints == []
