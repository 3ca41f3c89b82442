"""Settings that hold for all tests, and which of them a usual run leaves out."""

from __future__ import annotations

import gc
import os
import random
from collections.abc import Generator
from itertools import groupby
from pathlib import Path
from types import MappingProxyType, SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, settings

from floorjudge.events.service import service
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


# A test that takes seconds is marked by what it needs. A usual run leaves these out, unless it names their file.
NEEDS = MappingProxyType(
    {
        "engine": "the rules engine of Magic for seconds",
        "server": "servers or databases, in processes of their own",
        "cluster": "a Dask cluster",
        "benchmark": "a benchmark's whole run",
        "exhaustive": "to go through very many cases",
    }
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for a whole run."""
    parser.addoption(
        "--all", action="store_true", help="run the tests that take seconds too, and look longer for counterexamples"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks, and look for counterexamples as long as a run asks for: a quarter of the whole run's in a usual one."""
    for mark, need in NEEDS.items():
        config.addinivalue_line("markers", f"{mark}: needs {need}")
    usual = "fast" if config.option.all else "quick"
    settings.load_profile(os.environ.get("FLOORJUDGE_HYPOTHESIS", usual))


def takes_long(item: pytest.Item) -> bool:
    """Return whether a test is marked by what it needs."""
    return any(item.get_closest_marker(mark) for mark in NEEDS)


def long_ones_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests in as many shares as there are workers, each beginning with whole modules that take long.

    A worker that is done early takes over short tests, and none ends with a long one while the others have nothing to do.
    """
    modules = [list(group) for _, group in groupby(items, lambda item: item.path)]
    modules.sort(key=lambda module: not any(map(takes_long, module)))
    return [item for share in range(workers) for module in modules[share::workers] for item in module]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Take the modules and tests out of what Python looks through for garbage: that was a sixth of all work of a run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000)
        gc.enable()


def is_chosen(config: pytest.Config) -> bool:
    """Return whether the run names what it wants: everything, marks, or files."""
    return bool(config.option.all or config.option.markexpr) or any(".py" in argument for argument in config.args)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the lab's tests out of a usual run, unless it names them."""
    lab = config.rootpath / "lab"
    named = () if config.args_source == pytest.Config.ArgsSource.TESTPATHS else config.args
    is_named = any((config.invocation_params.dir / each).is_relative_to(lab) for each in named)
    return True if collection_path.is_relative_to(lab) and not (is_chosen(config) or is_named) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of a usual run the tests that need more than a moment; let a whole one begin with them."""
    if config.option.all:
        items[:] = long_ones_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    if is_chosen(config):
        return
    left_out = {item for item in items if takes_long(item)}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name at the end of a usual run the tests that it left out, and the command for them."""
    if not is_chosen(config):
        terminalreporter.write_line(
            f"Left out: tests that need {'; '.join(NEEDS.values())}; those of the lab. All tests: python3 dev.py test --all; in a browser: python3 dev.py e2e"
        )


@pytest.fixture(scope="session")
def card_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the texts of all cards, imported once for all workers of a run; their folder can be FLOORJUDGE_CACHE."""
    pytest.importorskip("phase")
    import fcntl  # noqa: PLC0415 (no system has the engine without it)

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
def _seeds_that_come_again(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the seeds of events that a test opens without one be drawn from its name: what fails once fails again."""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr(service, "secrets", SimpleNamespace(token_hex=lambda size: chance.randbytes(size).hex()))


@pytest.fixture(autouse=True)
def _home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the user's own events, card texts and language."""
    monkeypatch.setenv("FLOORJUDGE_DB", str(tmp_path / "events.db"))
    monkeypatch.setenv("FLOORJUDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("FLOORJUDGE_LANG", "en")
    monkeypatch.delenv("FLOORJUDGE_EVENT", raising=False)
