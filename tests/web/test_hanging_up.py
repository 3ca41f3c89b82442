"""Phones leave the network in the middle of what they send."""

from __future__ import annotations

import logging
import socket
from datetime import UTC, datetime
from urllib.parse import urlsplit

import httpx2
import pytest

from floorjudge.events.service.access.links import make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.store.opening import VenueStore
from tests.events.floor.small_event import opened
from tests.web.conftest import Running


@pytest.mark.parametrize("path", ["/e/{event}/desk/line", "/new", "/e/{event}/calls", "/language", "/api/v1/events"])
def test_who_hangs_up_in_the_middle_of_a_form_leaves_no_trace_in_the_log(
    path: str, server: Running, store: VenueStore, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("uvicorn.error").addHandler(caplog.handler)
    desk = opened(store.log)
    token, _ = make_staff_token(store.grants, Role.OWNER, "Marie", datetime.now(UTC))
    address = urlsplit(server.address)
    with httpx2.Client(base_url=server.address, headers={"sec-fetch-site": "same-origin"}) as browser:
        browser.post(f"/in/{token}")
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        before = server.do(server.application.events.see(str(desk.event_id))).number
        with socket.create_connection((str(address.hostname), address.port)) as line:
            line.sendall(
                f"POST {path.format(event=desk.event_id)} HTTP/1.1\r\nhost: {address.netloc}\r\n"
                f"cookie: {cookie}\r\nauthorization: Bearer {token}\r\nsec-fetch-site: same-origin\r\n"
                "content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\nid=1".encode()
            )
        # A whole request after it on another line: by its answer the server has long dealt with the first one.
        for _ in range(20):
            assert browser.get("/health").status_code in (200, 503)
    assert server.do(server.application.events.see(str(desk.event_id), fresh=True)).number == before
    assert [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR] == []
