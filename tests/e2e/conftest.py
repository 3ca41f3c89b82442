"""The tests in a real browser. `python3 dev.py e2e` finds or installs chromium and says where it is.

Other runs leave them out, and skip with the reason those that are asked for by name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.e2e.hall import Hall
from tests.support.web_server import WebServer

CHROMIUM = os.environ.get("FLOORJUDGE_CHROMIUM")
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave these tests out of a run that has no browser and does not name them."""
    named = any("e2e" in Path(argument.partition("::")[0]).parts for argument in config.args)
    return True if collection_path.name.startswith("test_") and not (CHROMIUM or named) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is named in a run without a browser, and say how it is run."""
    if CHROMIUM:
        return
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            file = item.path.relative_to(item.config.rootpath)
            item.add_marker(pytest.mark.skip(reason=f"it needs a browser: python3 dev.py e2e {file.as_posix()}"))


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
    assert "Traceback" not in server.output
    assert opened.complaints == []
