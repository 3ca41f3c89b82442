"""A form that is sent twice may reach two processes of one server: what it does is done once all the same."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from floorjudge.events.service.access.links import is_good, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.store.opening import VenueStore
from floorjudge.web.app import make_app
from floorjudge.web.common.settings import Settings
from tests.events.floor.small_event import opened

OURS = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def workers(place: str, store: VenueStore) -> Iterator[list[TestClient]]:
    """Return the same owner's browser before two processes of one server."""
    token, _ = make_staff_token(store.grants, Role.OWNER, "Olga", datetime.now(UTC))
    with ExitStack() as stack:
        clients = [
            stack.enter_context(TestClient(make_app(Settings(database=place)), headers=OURS, follow_redirects=False))
            for _ in range(2)
        ]
        for client in clients:
            assert client.post(f"/in/{token}").status_code == 303
            # Routes are made ready when they are looked at first, and that is not for two threads of one process.
            assert client.post("/nothing/here").status_code == 404
        yield clients


def at_once(workers: list[TestClient], address: str, fields: dict[str, str]) -> list[tuple[int, str | None]]:
    with ThreadPoolExecutor(len(workers)) as threads:
        answers = list(threads.map(lambda client: client.post(address, data=fields), workers * 2))
    return [(answer.status_code, answer.headers.get("location")) for answer in answers]


@pytest.mark.server
@pytest.mark.parametrize("seed", ["", "a seed of my own, long enough"])
def test_a_form_for_a_new_event_opens_one(workers: list[TestClient], store: VenueStore, seed: str) -> None:
    answers = at_once(workers, "/new", {"id": "form", "name": "Friday", "format": "ote-1.2", "seed": seed})
    assert set(answers) == {(303, "/e/friday/desk")}
    (kept,) = store.log.tournaments()
    assert (kept.id, kept.records) == ("friday", 1)
    assert {client.get("/e/friday/desk").status_code for client in workers} == {200}
    assert workers[0].post("/new", data={"id": "form", "name": "Saturday", "format": "ote-1.2"}).status_code == 400
    assert len(store.log.tournaments()) == 1


@pytest.mark.server
def test_a_form_for_a_link_leaves_one_good_link(workers: list[TestClient], store: VenueStore) -> None:
    event = str(opened(store.log).event_id)
    fields = {"id": "form", "role": "judge", "label": "Bo", "lasts": "week"}
    answers = at_once(workers, f"/e/{event}/desk/staff", fields)
    assert {status for status, _ in answers} == {200}
    now = datetime.now(UTC)
    assert [grant.label for grant in store.grants.of_event(event) if is_good(grant, now)] == ["Bo"]


@pytest.mark.server
def test_a_list_of_players_adds_each_once(workers: list[TestClient], store: VenueStore) -> None:
    event = str(opened(store.log).event_id)
    names = [f"Player {number}" for number in range(60)]
    answers = at_once(workers, f"/e/{event}/desk/players/import", {"id": "form", "list": "\n".join(names)})
    assert {status for status, _ in answers} == {303}
    assert store.log.tournaments()[0].records == 1 + len(names)
    assert {location for _, location in answers} == {
        f"/e/{event}/desk/players?added=60&there=0",
        f"/e/{event}/desk/players?added=0&there=0",
    }
