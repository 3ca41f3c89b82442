"""The application for tests: in this process for pages, and as a real server for what streams."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
import uvicorn
from starlette.testclient import TestClient

from floorjudge.store import open_venue_store
from floorjudge.store.opening import VenueStore
from floorjudge.web import shared
from floorjudge.web.app import make_app
from floorjudge.web.common.settings import Settings
from floorjudge.web.jobs.pool import Pool, _Worker
from floorjudge.web.shared import Application
from tests.support import workers_ready
from tests.support.waiting import PATIENCE, wait_until
from tests.web import api_play
from tests.web.api_play import Api
from tests.web.desk_of_tests import Floor, serving

T = TypeVar("T")


@pytest.fixture(autouse=True, scope="session")
def patience() -> Iterator[None]:
    """Let nothing fail by the clock: no search of the application in this process gives way to whoever loads the machine.

    Its workers come from a process that has everything loaded.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared, "PATIENCE_FOR_CARDS", 600.0)
        patch.setattr(shared, "QUICK", msgspec.structs.replace(shared.QUICK, patience=600.0))
        patch.setattr(shared, "Pool", lambda at_once, limits, **_: Pool(at_once, limits))
        if hasattr(os, "pidfd_open"):  # where a process can be watched that is no child
            patch.setattr(_Worker, "started", classmethod(workers_ready.started))
        yield


@pytest.fixture
def place(tmp_path: Path) -> str:
    """Return where the events of a test are kept."""
    return str(tmp_path / "web.db")


@pytest.fixture
def store(place: str) -> Iterator[VenueStore]:
    """Return the store of a test, to prepare events in it."""
    with closing(open_venue_store(place)) as opened:
        yield opened


@pytest.fixture
def client(place: str) -> Iterator[TestClient]:
    """Return a browser without scripts, before the application."""
    with TestClient(make_app(Settings(database=place)), follow_redirects=False) as opened:
        yield opened


@pytest.fixture
def floor() -> Iterator[Floor]:
    """Return a server in memory without events, and the people who come to it."""
    with serving() as running:
        yield running


@pytest.fixture
def api() -> Iterator[Api]:
    """Return a server in memory without events, and the programs that ask it."""
    with api_play.serving() as running:
        yield running


class Running:
    """A server that listens at a port of its own, in a thread."""

    def __init__(self, place: str, **settings: Any) -> None:
        self.app = make_app(Settings(database=place, **settings))
        config = uvicorn.Config(self.app, host="127.0.0.1", port=0, log_level="error", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._server.serve())

    def start(self) -> None:
        """Start, and return when it answers."""
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started

    def stop(self) -> None:
        """Stop, whoever is still connected."""
        self._server.should_exit = True
        self._thread.join()

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    @property
    def application(self) -> Application:
        """What its pages share."""
        application: Application = self.app.state.application
        return application

    def do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Have something done in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)


@pytest.fixture
def server(place: str) -> Iterator[Running]:
    """Return a running server."""
    running = Running(place)
    running.start()
    yield running
    running.stop()
