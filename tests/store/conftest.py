"""Logs to work on: one in memory and one in a file, opened and closed for the test."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from floorjudge.floor.log import EventLog
from floorjudge.store import open_log


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "events.db"


@pytest.fixture(params=["memory", "file"])
def log(request: pytest.FixtureRequest, file: Path) -> Iterator[EventLog]:
    with closing(open_log(file if request.param == "file" else None)) as opened:
        yield opened
