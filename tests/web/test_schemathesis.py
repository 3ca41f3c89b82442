"""The whole API, with whatever its description allows and what it does not: no server error, no undescribed answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from floorjudge.events.service.access.links import make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.web.api.description import api_description
from floorjudge.web.jobs.pool import SECONDS_TO_START
from floorjudge.web.shared import QUICK
from tests.events.floor.small_event import started
from tests.web.conftest import Running


@schemathesis.serializer("application/jsonl")
def _as_it_is(_ctx: Any, value: Any) -> bytes:
    """Lines are sent as they are."""
    return str(value).encode(errors="replace")


CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
STREAM = "/api/v1/events/{event}/live"
# What is searched there takes a process and seconds each time; tests/web/test_finder.py asks for it.
SEARCHES = "^/api/v1/magic/(searches|jobs|cards)"
# What the server itself gives a process to start, and then to work, before it answers `takes_too_long`.
PATIENCE = SECONDS_TO_START + QUICK.seconds * QUICK.patience
schema = schemathesis.openapi.from_dict(api_description()).exclude(path=STREAM).exclude(path_regex=SEARCHES)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with an event, at a port of its own."""
    server = Running(str(tmp_path_factory.mktemp("api") / "web.db"), calls=10**6)
    server.start()
    started(server.application.store.log)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def session(running: Running) -> Iterator[requests.Session]:
    """Connections in the owner's name."""
    token, _ = make_staff_token(running.application.store.grants, Role.OWNER, "Olga", datetime.now(UTC))
    with requests.Session() as opened:
        opened.headers["authorization"] = f"Bearer {token}"
        yield opened


@pytest.mark.server
@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_nothing_that_is_sent_breaks_it(case: Any, running: Running, session: requests.Session) -> None:
    """Half of what is sent goes to an event that is there."""
    if "event" in (case.path_parameters or {}) and len(str(case.path_parameters["event"])) % 2:
        case.path_parameters["event"] = "friday"
    case.call_and_validate(session=session, base_url=running.address, checks=CHECKS, timeout=PATIENCE)
