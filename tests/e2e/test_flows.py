"""The everyday takes few actions: the flows of `bench/flows.py`, counted in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.flows import FLOWS, flows
from playwright.sync_api import Browser


@pytest.mark.slow
def test_no_flow_takes_more_than_it_must(browser: Browser, tmp_path: Path) -> None:
    rows = flows(browser, tmp_path).rows
    assert len(rows) == len(FLOWS)
    for title, _, *counted in rows:
        actions, fewest, loads, least = map(int, counted)
        assert (actions, loads) == (fewest, least), title
