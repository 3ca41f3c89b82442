"""Settings that hold for all tests."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from floorjudge.magic.cards import import_cards
from floorjudge.magic.cards.importing import installed_database

settings.register_profile("fast", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
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


def pytest_configure(config: pytest.Config) -> None:
    """Look for counterexamples as long as is asked for: a quarter of the usual in the quick suite."""
    usual = "quick" if config.option.markexpr == "not slow" else "fast"
    settings.load_profile(os.environ.get("FLOORJUDGE_HYPOTHESIS", usual))


@pytest.fixture(scope="session")
def card_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the texts of all cards, imported once for all workers of a run; their folder can be FLOORJUDGE_CACHE."""
    pytest.importorskip("phase")
    shared = tmp_path_factory.getbasetemp()
    folder = (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "cards"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        patch.setenv("FLOORJUDGE_CACHE", str(folder))
        file = installed_database()
        assert file is not None
        if not file.exists():
            import_cards(into=file)
    return file


@pytest.fixture(autouse=True)
def _home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the user's own events, card texts and language."""
    monkeypatch.setenv("FLOORJUDGE_DB", str(tmp_path / "events.db"))
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("FLOORJUDGE_LANG", "en")
    monkeypatch.delenv("FLOORJUDGE_EVENT", raising=False)
