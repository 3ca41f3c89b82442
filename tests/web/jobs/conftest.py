"""Pools with workers as a server starts them."""

import pytest

from floorjudge.web.jobs.pool import _Worker

STARTED = _Worker.__dict__["started"]


@pytest.fixture(autouse=True)
def _workers_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Worker, "started", STARTED)
