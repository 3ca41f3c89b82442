"""Logs to work on: in memory, in a file and in PostgreSQL, opened and closed for the test."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from floorjudge.events.service.log.contract import EventLog
from floorjudge.store import open_log
from tests.support.postgresql import Server, postgresql, postgresql_server, running_server  # noqa: F401 (fixtures)

KINDS = ("memory", "file", "postgresql")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "events.db"


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that a test may stop."""
    with running_server() as server:
        yield server


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, file: Path) -> str | Path | None:
    """Where a store may be, of each kind."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return file if request.param == "file" else None


@pytest.fixture
def log(place: str | Path | None) -> Iterator[EventLog]:
    with closing(open_log(place)) as opened:
        yield opened
