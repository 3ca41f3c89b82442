"""The everyday takes few actions: the flows of `bench/flows.py`, counted in a real browser."""

from __future__ import annotations

from pathlib import Path

from bench.flows import FLOWS, flows, whole
from playwright.sync_api import Browser


def test_no_flow_takes_more_than_it_must(browser: Browser, tmp_path: Path) -> None:
    rows = flows(browser, tmp_path).rows
    assert len(rows) == len(FLOWS)
    for title, _, *counted in rows:
        actions, fewest, loads, least = map(int, counted)
        assert (actions, loads) == (fewest, least), title


def test_a_whole_event_survives_a_reload_at_every_step(browser: Browser, tmp_path: Path) -> None:
    """In three languages, with scripts and without; `bench flows --whole` is the same with 128 players."""
    for players, _, placed, *_ in whole(browser, tmp_path, 12).rows:
        assert players == placed == "12"
