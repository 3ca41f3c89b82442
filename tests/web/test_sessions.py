"""Who gets in, and what is turned away before anything looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from threading import current_thread
from typing import NoReturn

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from floorjudge.events.service.access.links import PlayerLinks, make_staff_token, revoke_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.store.errors import DatabaseAway
from floorjudge.store.opening import VenueStore
from floorjudge.texts import LANGUAGES
from floorjudge.web import forms
from floorjudge.web.api import views
from floorjudge.web.forms import fields_in
from floorjudge.web.security import LARGEST_BODY, LARGEST_CASE, LARGEST_FORM, SESSION_COOKIE
from tests.events.floor.small_event import opened, started
from tests.web.pages_read import Page, findings

OURS = {"sec-fetch-site": "same-origin"}
NOW = datetime(2026, 3, 6, tzinfo=UTC)


def test_a_form_of_another_site_does_nothing(client: TestClient, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, str], int]] = [
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"sec-fetch-site": "none"}, 303),
        ({"origin": "http://testserver"}, 303),
        ({}, 303),  # no browser, and nobody's session
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://testserver.evil.example"}, 403),
        ({"origin": "http://testserver:81"}, 403),
        ({"origin": "http://evil.example", "sec-fetch-site": "same-origin"}, 403),
        ({"cookie": f"{SESSION_COOKIE}=anything"}, 403),
    ]
    for headers, status in cases:
        with subtests.test(headers=headers):
            client.cookies.clear()
            answer = client.post("/theme", data={"theme": "dark"}, headers=headers)
            assert answer.status_code == status
            assert ("theme" in answer.headers.get("set-cookie", "")) is (status == 303)


def test_what_is_too_long_is_refused_at_the_door(client: TestClient) -> None:
    declared = client.post("/theme", content=b"x", headers={**OURS, "content-length": str(LARGEST_BODY + 1)})
    assert declared.status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(LARGEST_BODY // 500_000 + 2):
            yield b"theme=" + b"x" * 500_000

    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/theme", content=endless(), headers=OURS | kind).status_code == 413


def test_a_form_without_a_file_is_short_wherever_it_goes(client: TestClient) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    sent = client.post("/e/friday/me/deck", content=b"list=" + b"x" * LARGEST_FORM, headers=OURS | kind)
    assert sent.status_code == 413


def test_a_longer_object_is_refused_before_it_is_read(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_: bytes) -> NoReturn:
        raise AssertionError

    monkeypatch.setattr(views, "read_object", read)
    json = {"content-type": "application/json"}
    for path, most in (
        ("events/friday/commands", LARGEST_FORM),
        ("events", LARGEST_FORM),
        ("loops/rule", LARGEST_CASE),
    ):
        answer = client.post(f"/api/v1/{path}", content=b'{"do":"' + b"x" * most, headers=json)
        assert answer.status_code == 413, path


@pytest.mark.server
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "application/jsonl"])
def test_a_program_may_send_an_export_as_what_curl_says_of_anything(kind: str, client: TestClient) -> None:
    sent = client.post("/api/v1/verify", content=b"x" * (LARGEST_FORM + 1), headers={"content-type": kind})
    assert (sent.status_code, sent.json()["error"]["code"]) == (400, "no_export")


def test_a_long_form_is_not_read_by_the_thread_that_serves(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[str] = []

    def noted(body: bytes) -> tuple[tuple[str, str], ...]:
        readers.append(current_thread().name)
        return fields_in(body)

    monkeypatch.setattr(forms, "fields_in", noted)
    for length in (10, 100_000):
        assert client.post("/loop", data={"id": "x" * length}, headers=OURS).status_code < 500
    assert len(readers) == 2
    assert [each.startswith("AnyIO worker") for each in readers] == [False, True]


def test_a_form_has_so_many_fields_and_no_more(client: TestClient) -> None:
    assert fields_in(b"a=%C3%A9+b&a=&b=1%0D%0A2") == (
        ("a", "\N{LATIN SMALL LETTER E WITH ACUTE} b"),
        ("a", ""),
        ("b", "1\n2"),
    )
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/loop", content=b"a=1&" * 501, headers=OURS | kind).status_code == 400


def test_every_answer_carries_the_headers(client: TestClient) -> None:
    for path in ("/", "/nothing", "/static/look.css", "/in/none"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_a_staff_link_is_taken_by_a_form_and_can_be_taken_back(store: VenueStore, client: TestClient) -> None:
    desk = started(store.log)
    token, grant = make_staff_token(store.grants, Role.JUDGE, "Bo", NOW, event=desk.event_id)
    page = client.get(f"/in/{token}")
    assert findings(page.text) == []
    assert "set-cookie" not in page.headers  # whoever previews a link does not open it
    answer = client.post(f"/in/{token}", headers=OURS)
    assert answer.headers["location"] == f"/e/{desk.event_id}/judge"
    cookie = answer.headers["set-cookie"]
    assert token not in cookie
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    tabs = f'href="/e/{desk.event_id}/judge"'
    assert tabs in client.get(f"/e/{desk.event_id}").text
    revoke_staff_token(store.grants, desk.event_id, grant.id, NOW)
    assert tabs not in client.get(f"/e/{desk.event_id}").text
    assert client.get(f"/in/{token}").status_code == 403


def test_a_player_gets_to_their_page_and_stays_themselves(store: VenueStore, client: TestClient) -> None:
    desk = started(store.log)
    links = PlayerLinks(store.grants)
    event = str(desk.event_id)
    assert client.get(f"/p/{links.make(event, 2)}").headers["location"] == f"/e/{event}/me"
    assert "<h1>Bo</h1>" in client.get(f"/e/{event}/me").text
    assert 'action="/leave"' in client.get(f"/e/{event}/me").text
    client.post("/leave", headers=OURS)
    assert "<h1>Bo</h1>" not in client.get(f"/e/{event}/me").text
    client.get(f"/p/{links.make(event, 2)}")
    links.revoke(event, 2)
    assert "<h1>Bo</h1>" not in client.get(f"/e/{event}/me").text


def test_a_link_opens_the_page_of_whom_another_process_has_just_registered(
    store: VenueStore, client: TestClient
) -> None:
    desk = opened(store.log)
    event = str(desk.event_id)
    assert client.get(f"/e/{event}").status_code == 200
    desk.take({"do": "register", "player": "Newcomer"}, "en")
    number = desk.state.players["Newcomer"].number
    answer = client.get(f"/p/{PlayerLinks(store.grants).make(event, number)}")
    assert (answer.status_code, answer.headers.get("location")) == (303, f"/e/{event}/me")
    assert "<h1>Newcomer</h1>" in client.get(f"/e/{event}/me").text
    assert client.get(f"/p/{PlayerLinks(store.grants).make(event, number + 1)}").status_code == 403


def test_a_session_cannot_be_made_up(store: VenueStore, client: TestClient) -> None:
    desk = started(store.log)
    event = str(desk.event_id)
    client.get(f"/p/{PlayerLinks(store.grants).make(event, 2)}")
    value = str(client.cookies[SESSION_COOKIE])
    client.cookies.clear()
    forged = value[:-3] + ("abc" if not value.endswith("abc") else "xyz")
    for cookie in (forged, "", "x", value.partition(".")[0], "\x7f" * 20):
        answer = client.get(f"/e/{event}/me", headers={"cookie": f"{SESSION_COOKIE}={cookie}"})
        assert answer.status_code == 200
        assert "<h1>Bo</h1>" not in answer.text


def test_a_database_that_is_away_is_said_without_its_name(client: TestClient) -> None:
    async def away() -> None:
        raise DatabaseAway("secret.example/events", "secret reason")

    app = client.app
    assert isinstance(app, FastAPI)
    app.add_api_route("/away", away)
    for language in LANGUAGES:
        answer = client.get("/away", headers={"accept-language": language})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert "secret" not in answer.text
        assert findings(answer.text) == []
        assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_files_of_ours_are_kept_for_ever_under_their_own_address(client: TestClient) -> None:
    page = client.get("/").text
    address = next(given["href"] for tag, given in Page(page).attributes if given.get("rel") == "stylesheet")
    answer = client.get(str(address))
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")
    old = client.get("/static/look.css?v=older")
    assert old.headers["cache-control"] == "no-cache"
    again = client.get("/static/look.css", headers={"if-none-match": old.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/static/live.js").status_code == 200
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404
