"""Settings that hold for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile("fast", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "mutants",
    max_examples=60,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
settings.load_profile(os.environ.get("FLOORJUDGE_HYPOTHESIS", "fast"))


@pytest.fixture(autouse=True)
def _home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the user's own events, card texts and language."""
    monkeypatch.setenv("FLOORJUDGE_DB", str(tmp_path / "events.db"))
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("FLOORJUDGE_LANG", "en")
    monkeypatch.delenv("FLOORJUDGE_EVENT", raising=False)
