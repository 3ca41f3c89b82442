"""What whoever keeps a server running can see: is it there, is its database, how busy is it; and what is written down."""

from __future__ import annotations

import json
import re
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from floorjudge.events.service.access.links import make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.store import open_venue_store, sqlite
from floorjudge.store.errors import DatabaseAway
from floorjudge.web.common.settings import Settings, from_environment
from tests.support.postgresql import postgresql, postgresql_server  # noqa: F401 (fixtures)
from tests.support.waiting import PATIENCE
from tests.support.web_server import WebServer
from tests.web.api_play import V1, Api, serving


def value_of(exposition: str, series: str) -> float:
    """Return the value of a series, 0 when it is not there."""
    found = re.search(rf"^{re.escape(series)} (\S+)$", exposition, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_a_server_says_that_it_is_there_and_that_its_database_is(api: Api) -> None:
    assert api.server.get("/health").json() == {"ok": True}
    ready = api.server.get("/ready").json()
    assert (ready["ok"], ready["database"], ready["durable"]) == (True, "sqlite", False)


def test_a_database_that_is_away_makes_it_unready_and_not_dead(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise DatabaseAway("secret.example/events", "secret reason")

    monkeypatch.setattr(api.store, "health", away)
    answer = api.server.get("/ready")
    assert answer.status_code == 503
    assert "secret" not in answer.text
    assert api.server.get("/health").status_code == 200


def test_a_full_disk_makes_it_unready_until_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(str(tmp_path / "events.db")) as api:
        assert api.server.get("/ready").status_code == 200
        with monkeypatch.context() as patched:
            patched.setattr(sqlite, "ROOM", 1 << 60)
            answer = api.server.get("/ready")
            assert answer.status_code == 503
            assert str(tmp_path) not in answer.text
            assert api.server.get("/health").status_code == 200
        assert api.server.get("/ready").status_code == 200


def test_counts_are_for_this_machine_and_the_owner(api: Api) -> None:
    owner = api.staff(Role.OWNER)
    event = api.event(players=3, started=False)
    assert api.server.get("/metrics").status_code == 403
    assert api.server.get("/metrics", headers=api.staff(Role.ORGANISER, event).headers).status_code == 403
    before = api.server.get("/metrics", headers=owner.headers).text
    owner.do(event, "register", player="Zoe")
    api.anybody().do(event, "undo", 403)
    api.anybody().do(event, "no such command", 400)
    after = api.server.get("/metrics", headers=owner.headers).text
    for series in (
        'floorjudge_commands_total{command="register",outcome="done"}',
        'floorjudge_commands_total{command="undo",outcome="refused"}',
        'floorjudge_commands_total{command="unknown",outcome="badinput"}',
        'floorjudge_requests_total{method="POST",path="/api/v1/events/{event}/commands",status="403"}',
        'floorjudge_request_seconds_count{path="/metrics"}',
    ):
        assert value_of(after, series) == value_of(before, series) + 1, series
    assert "Zoe" not in after
    assert event not in after


def test_no_link_and_no_name_is_written_down(capsys: pytest.CaptureFixture[str]) -> None:
    with serving(log="json") as api:
        event = api.event(players=3, started=False)
        token = api.token(Role.OWNER)
        api.server.get(f"/in/{token}")
        api.server.get(f"/p/{api.application.player_links.make(event, 1)}")
        api.server.get(f"/e/{event}/find?name=Ana")
        api.server.get("/somewhere%0aelse")
        signed = api.application.player_links.make(event, 1)
    written = capsys.readouterr().err
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    assert {"/in/{token}", "/p/{signed}", "/e/{event}/find", "(none)"} <= {line["path"] for line in lines}
    assert all(set(line) == {"event", "level", "timestamp", "method", "path", "status", "ms"} for line in lines)
    for secret in (token, signed, "Ana", "testclient", "somewhere"):
        assert secret not in written


def test_settings_come_from_the_environment() -> None:
    given = Settings("x.db", "https://a.example", ("a.example", "b.example"), ("127.0.0.1",), "json", 7)
    variables = {
        "FLOORJUDGE_DATABASE": "x.db",
        "FLOORJUDGE_ADDRESS": "https://a.example",
        "FLOORJUDGE_HOSTS": "a.example, B.example",
        "FLOORJUDGE_PROXIES": "127.0.0.1",
        "FLOORJUDGE_LOG": "json",
        "FLOORJUDGE_CALLS": "7",
    }
    assert from_environment(variables) == given
    assert from_environment({"FLOORJUDGE_LOG": "loud", "FLOORJUDGE_CALLS": "-1"}) == from_environment({})
    # Nobody else's names are answered to unless they are given.
    assert from_environment({}) == Settings(hosts=("localhost", "127.0.0.1", "::1"))


@pytest.mark.server
def test_several_workers_count_together(postgresql: str, tmp_path: Path) -> None:  # noqa: F811 (the fixture)
    with WebServer(postgresql, tmp_path, "--workers", "2") as served:
        with closing(open_venue_store(postgresql)) as store:
            token, _ = make_staff_token(store.grants, Role.OWNER, "a program", datetime.now(UTC))
        events, headers = f"{served.address}{V1}/events", {"authorization": f"Bearer {token}"}
        opened = httpx.post(events, json={"name": "Friday"}, headers=headers, timeout=PATIENCE).json()
        for number in range(1, 7):
            register: dict[str, Any] = {"do": "register", "player": f"Player {number}", "id": str(number)}
            # Each on a connection of its own, so that both processes write.
            path = f"{events}/{opened['event']}/commands"
            done = httpx.post(path, json=register, headers=headers, timeout=PATIENCE)
            assert done.json()["number"] == number + 1
        counts = httpx.get(f"{served.address}/metrics", timeout=PATIENCE).text
        assert value_of(counts, 'floorjudge_commands_total{command="register",outcome="done"}') == 6
    assert "Traceback" not in served.output
