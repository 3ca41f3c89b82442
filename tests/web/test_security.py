"""What an attacker would try: without a link, with the wrong one, from another site, with hostile names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import hash_of, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.log.export import export_lines
from floorjudge.web.jobs.pool import Pool, Ticket
from floorjudge.web.security import COSTLY, SESSION_COOKIE, Rates
from tests.events.floor.small_event import finished, started
from tests.web.api_play import V1, Api, Program, serving
from tests.web.desk_of_tests import ADDRESS, Browser, Floor, form_fields, open_event
from tests.web.desk_of_tests import serving as floor_serving
from tests.web.pages_read import Page, findings

OURS = {"sec-fetch-site": "same-origin"}
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    '=HYPERLINK("http://evil.example")',
    "{{7777*7777}} {% raw %} ${7777*7777}",
    '#import "/etc/passwd"; *bold* $x$ \\',
    "Robert'); DROP TABLE records;--",
    "../../etc/passwd",
)


def test_links_are_given_only_downwards_and_taken_back_only_at_home(floor: Floor) -> None:
    desk, other = (started(floor.app.state.application.store.log) for _ in range(2))
    grants = floor.app.state.application.store.grants
    foreign, grant = make_staff_token(grants, Role.JUDGE, "Eve", datetime.now(UTC), event=other.event_id)
    organiser = floor.staff(Role.ORGANISER, "Marie", str(desk.event_id))
    sent = organiser.client.post(f"/e/{desk.event_id}/desk/staff", data={"role": "owner", "label": "x", "lasts": "day"})
    assert sent.status_code in {400, 403}
    revoked = organiser.client.post(f"/e/{desk.event_id}/desk/staff/revoke", data={"grant": grant.id})
    assert revoked.status_code == 400
    assert grants.find(hash_of(foreign)).revoked_at is None
    judge = floor.staff(Role.HEAD_JUDGE, "Bo", str(desk.event_id))
    assert judge.client.post(f"/e/{desk.event_id}/desk/staff", data={"role": "judge"}).status_code == 403


def test_a_players_link_speaks_for_one_player(api: Api) -> None:
    event = api.event()
    ana = api.player(event, 1)
    for do, fields in (
        ("leave", {"player": "Bo"}),
        ("deck", {"player": "Bo", "list": "1 x"}),
        ("propose", {"player": "Bo", "table": 1, "winner": "Bo", "influence": {}}),
        ("confirm", {"player": "Bo", "table": 1}),
        ("call", {"about": "hello"}),
        ("report", {"table": 1, "winner": "Ana", "influence": {}}),
        ("undo", {}),
        ("next", {}),
    ):
        assert ana.do(event, do, 403, **fields)["error"]["code"] == "not_yours"
    assert ana.get(f"/events/{event}")["number"] == 10


def test_tokens_are_kept_as_hashes_only(place: str) -> None:
    with serving(place) as kept:
        event = kept.event()
        token = kept.token(Role.ORGANISER, event)
        signed = kept.application.player_links.make(event, 1)
        assert Program(kept.server, token).get(f"/events/{event}")["role"] == "organiser"
        content = b"".join(path.read_bytes() for path in Path(place).parent.glob(Path(place).name + "*"))
        assert token.encode() not in content
        assert signed.encode() not in content
        assert hash_of(token).encode() in content
        # What stands in the database is of no use as a token.
        assert Program(kept.server, hash_of(token)).code(f"/events/{event}", 401) == "bad_token"


def test_a_token_that_is_no_good_is_never_quietly_nobody(api: Api) -> None:
    event = api.event()
    owner = api.staff(Role.OWNER)
    for headers in (
        "Bearer",
        "Bearer ",
        "Basic b3duZXI6",
        "Bearer x.y.z",
        f"Bearer {owner.headers['authorization'][9:]}",
    ):
        answer = api.server.get(f"{V1}/events/{event}", headers={"authorization": headers})
        assert answer.status_code == 401, headers
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.json()["error"]["code"] == "bad_token"
    begun, day = datetime.now(UTC) - timedelta(days=2), timedelta(days=1)
    expired, _ = make_staff_token(api.store.grants, Role.JUDGE, "Bo", begun, event=event, lasts=day)
    assert Program(api.server, expired).code(f"/events/{event}", 401) == "bad_token"
    ana = api.player(event, 1)
    api.application.player_links.revoke(event, 1)
    assert ana.code(f"/events/{event}", 401) == "bad_token"


def test_guessing_tokens_has_to_wait(api: Api) -> None:
    codes = [Program(api.server, f"guess{number}").get("/events", 401 if number < 30 else 429) for number in range(32)]
    assert codes[-1]["error"]["code"] == "too_often"


def test_each_token_has_its_own_measure() -> None:
    with serving(calls=5) as api:
        one, other = api.staff(Role.OWNER), api.staff(Role.OWNER)
        for _ in range(5):
            one.get("/events")
        answer = api.server.get(f"{V1}/events", headers=one.headers)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")
        other.get("/events")
        api.anybody().get("/events")


def test_several_players_links_are_counted_one_by_one_in_whatever_combination(floor: Floor) -> None:
    events = ("one", "two", "three")
    for event in events:
        open_event(floor.owner(), event, players=("Ana", "Bo"))
    application = floor.app.state.application
    application.rates = Rates(lambda: 0.0)
    first, links = events[0], application.player_links
    for others in (), events[1:2], events[2:], events[1:]:
        browser = floor.player(first, 1)
        for event in others:
            browser.client.get(f"/p/{links.make(event, 1)}", follow_redirects=False)
        for _ in range(COSTLY.most // 4):
            assert browser.client.post("/loops/deck", data={"deck": ""}).status_code != 429
    assert floor.player(first, 1).client.post("/loops/deck", data={"deck": ""}).status_code == 429
    assert floor.player(first, 2).client.post("/loops/deck", data={"deck": ""}).status_code != 429


def test_a_token_does_not_borrow_the_cookie_beside_it(floor: Floor) -> None:
    desk = started(floor.app.state.application.store.log)
    browser = floor.owner()
    assert browser.client.get(f"{V1}/events/{desk.event_id}").json()["role"] == "owner"
    grants = floor.app.state.application.store.grants
    token, _ = make_staff_token(grants, Role.JUDGE, "Bo", datetime.now(UTC), event=desk.event_id)
    headers = {"authorization": f"Bearer {token}"}
    assert browser.client.get(f"{V1}/events/{desk.event_id}", headers=headers).json()["role"] == "judge"


def test_another_site_cannot_send_commands_with_a_browsers_cookie(floor: Floor) -> None:
    desk = started(floor.app.state.application.store.log)
    owner = floor.owner()
    del owner.client.headers["sec-fetch-site"]
    others: list[dict[str, str]] = [
        {"sec-fetch-site": "cross-site", "content-type": "text/plain"},
        {"origin": "https://evil.example", "content-type": "application/json"},
        {"origin": "null"},
        {},
    ]
    for headers in others:
        announce = b'{"do": "announce", "text": "x"}'
        answer = owner.client.post(f"{V1}/events/{desk.event_id}/commands", content=announce, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_form")
        assert "access-control-allow-origin" not in answer.headers


def test_leaving_forgets_and_a_link_of_somebody_else_adds_nothing(floor: Floor) -> None:
    desk = started(floor.app.state.application.store.log)
    browser = floor.staff(Role.JUDGE, "Bo", str(desk.event_id))
    assert browser.raw(f"/e/{desk.event_id}/judge").status_code == 200
    browser.client.post("/leave")
    assert browser.raw(f"/e/{desk.event_id}/judge").status_code == 403
    # A cookie that was put there beforehand is replaced by what the link says, never taken over.
    fixed = floor.stranger()
    fixed.client.cookies.set(SESSION_COOKIE, "attacker", domain="floor.example")
    token, _ = make_staff_token(
        floor.app.state.application.store.grants, Role.JUDGE, "Bo", datetime.now(UTC), event=desk.event_id
    )
    answer = fixed.client.post(f"/in/{token}", follow_redirects=False)
    assert "attacker" not in answer.headers["set-cookie"]


@pytest.mark.server
def test_what_is_private_is_never_kept_on_the_way(floor: Floor) -> None:
    desk = started(floor.app.state.application.store.log)
    event = desk.event_id
    browser = floor.owner()
    for address in ("/", f"/e/{event}", f"/e/{event}/desk", f"/e/{event}/desk/staff", f"/e/{event}/log", "/nothing",
                    f"/e/{event}/desk/export", f"/e/{event}/print/slips.pdf", "/restore", "/backup"):  # fmt: skip
        assert browser.raw(address).headers["cache-control"] == "no-store", address
    assert browser.raw(f"{V1}/events/{event}").headers["cache-control"] == "private, no-cache"


def test_an_address_puts_nothing_into_the_answers_head(floor: Floor) -> None:
    client = floor.stranger().client
    for path in ("/e/friday/", "/e/x%0d%0aset-cookie:%20a=b", "//evil.example/", "/in/%0d%0ax", "/%00"):
        answer = client.get(f"{ADDRESS}{path}", headers={"host": "evil.example"}, follow_redirects=False)
        assert answer.status_code in {403, 404}
        assert "location" not in answer.headers
        assert "set-cookie" not in answer.headers


def test_only_known_names_are_answered_to() -> None:
    names = {"events.example.org": 200, "Events.example.org:443": 200, "evil.example": 400, "[": 400, "": 400}
    with serving(hosts=("events.example.org",)) as api:
        for host, status in names.items():
            assert api.server.get("/", headers={"host": host}).status_code == status, host
        assert api.server.get("/ready", headers={"host": "127.0.0.1"}).status_code == 200


def test_https_is_for_good_and_cookies_keep_to_it() -> None:
    for settings, secure in (({}, False), ({"address": "https://events.example.org"}, True)):
        with serving(**settings) as api:
            answer = api.server.post("/theme", data={"theme": "dark"}, headers=OURS)
            assert ("secure" in answer.headers["set-cookie"].lower()) is secure
            assert ("strict-transport-security" in answer.headers) is secure


def test_a_proxys_word_counts_only_when_it_is_known() -> None:
    told = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    for proxies, https, last in (((), False, 429), (("testclient",), True, 403)):
        with serving(proxies=proxies) as api:
            assert ("strict-transport-security" in api.server.get("/", headers=told).headers) is https
            statuses = [
                api.server.get(f"/p/none{number}", headers={"x-forwarded-for": f"203.0.113.{number}"}).status_code
                for number in range(31)
            ]
            assert (statuses[0], statuses[-1]) == (403, last)


@pytest.fixture
def hostile_event(floor: Floor) -> tuple[Floor, str]:
    """An event in which everything that people may type is an attack."""
    desk = EventService(floor.app.state.application.store.log)
    desk.take({"do": "open", "name": HOSTILE[0], "seed": "x" * 20}, "en")
    for name in HOSTILE:
        desk.take({"do": "register", "player": name}, "en")
        desk.take({"do": "deck", "player": name, "list": f"3 {name}\n</textarea>{name}"}, "en")
    desk.take({"do": "start", "public": HOSTILE[1], "reason": HOSTILE[2]}, "en", by=f"organiser {HOSTILE[0]}")
    desk.take({"do": "announce", "text": HOSTILE[1]}, "en")
    desk.take({"do": "call", "about": HOSTILE[0], "player": HOSTILE[0]}, "en")
    desk.take({"do": "note", "call": 1, "text": HOSTILE[1]}, "en", by="judge Bo")
    return floor, str(desk.event_id)


def test_no_name_becomes_html(hostile_event: tuple[Floor, str]) -> None:
    floor, event = hostile_event
    owner = floor.owner()
    found = "find=%22%3E%3Cimg%20src=x%20onerror=a%3E"
    public = ("", "/screen", "/screen?sheet=1", "/log", "/draw", "/player/1", f"/find?{found}")
    desk = (
        "",
        "/players",
        f"/players?{found}",
        "/players/1",
        "/start",
        "/results",
        "/results/1/1",
        "/table/1",
        "/undo",
    )
    pages = (*public, "/judge", *(f"/desk{page}" for page in (*desk, "/staff", "/event", "?done=<script>")))
    for address in ("/", *(f"/e/{event}{page}" for page in pages)):
        answer = owner.raw(address)
        assert answer.status_code == 200, address
        page = Page(answer.text)
        assert not [tag for tag, _ in page.attributes if tag == "img"], address
        scripts = [given for tag, given in page.attributes if tag == "script"]
        assert all(str(given.get("src")).startswith("/static/") for given in scripts), address
        assert "60481729" not in answer.text, address
        assert [found for found in findings(answer.text) if not found.startswith("unsaid")] == [], address


def test_streams_and_files_of_a_hostile_event_are_what_they_say(hostile_event: tuple[Floor, str]) -> None:
    floor, event = hostile_event
    owner = floor.owner()
    for answer in (
        owner.raw(f"/e/{event}/draw.json"),
        owner.raw(f"{V1}/events/{event}"),
        owner.raw(f"/e/{event}/desk/export"),
    ):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "html" not in answer.headers["content-type"]
        assert re.fullmatch(
            r'attachment; filename="[a-z0-9.-]+"', answer.headers.get("content-disposition", 'attachment; filename="x"')
        )
        for line in answer.text.splitlines():
            json.loads(line)


def test_a_registration_in_the_log_gives_nobody_a_players_link(floor: Floor) -> None:
    desk = EventService(floor.app.state.application.store.log)
    desk.take({"do": "open", "name": "Friday"}, "en")
    desk.take({"do": "self_registration", "open": True}, "en")
    event = str(desk.event_id)
    ana = floor.stranger()
    sent = ana.client.post(f"/join/{event}", data={"player": "Ana", "id": "secret of the form"}, follow_redirects=False)
    assert sent.headers["location"].startswith("/p/")
    again = ana.client.post(
        f"/join/{event}", data={"player": "Ana", "id": "secret of the form"}, follow_redirects=False
    )
    assert again.headers["location"] == sent.headers["location"]
    known = floor.seen(event).records()[-1].command_id
    for guess in (known, "", "another"):
        eve = floor.stranger().client.post(
            f"/join/{event}", data={"player": "Ana", "id": guess}, follow_redirects=False
        )
        assert eve.status_code == 409
        assert "location" not in eve.headers


def test_a_link_of_somebody_who_was_taken_out_again_is_nobody_elses(floor: Floor) -> None:
    desk = EventService(floor.app.state.application.store.log)
    desk.take({"do": "open", "name": "Friday"}, "en")
    desk.take({"do": "self_registration", "open": True}, "en")
    event = str(desk.event_id)
    eve = floor.stranger()
    eve.client.post(f"/join/{event}", data={"player": "Eve", "id": "a form"})
    assert "<h1>Eve</h1>" in eve.get(f"/e/{event}/me")
    link = floor.app.state.application.player_links.make(event, 1)
    owner = floor.owner()
    for given in ({"do": "undo", "id": "u"}, {"do": "register", "player": "Ana"}, {"do": "undo", "id": "u"}):
        assert owner.client.post(f"{V1}/events/{event}/commands", json=given).status_code == 200
    # The number was Eve's and is nobody's from now on; sending the undo again takes nobody else out.
    assert {player.name: player.number for player in floor.state(event).players.values()} == {"Ana": 2}
    for browser in (eve, floor.stranger()):
        browser.raw(f"/p/{link}")
        assert "<h1>Ana</h1>" not in browser.get(f"/e/{event}/me")
    assert "<h1>Ana</h1>" in floor.player(event, 2).get(f"/e/{event}/me")


def test_a_scorekeeper_does_not_read_what_judges_write(floor: Floor) -> None:
    desk = started(floor.app.state.application.store.log)
    event = str(desk.event_id)
    desk.take({"do": "call", "about": "a question", "table": 1}, "en")
    noted = desk.take({"do": "note", "call": 1, "text": "watch their shuffling"}, "en", by="judge Bo")
    for role, sees in ((Role.SCOREKEEPER, False), (Role.JUDGE, True)):
        browser: Browser = floor.staff(role, "Kim", event)
        assert ("shuffling" in browser.get(f"/e/{event}/log")) == sees
        for address in (f"/e/{event}/desk", f"/e/{event}/desk/results"):
            browser.client.cookies.set("news", f"done%3D{noted.number}", path=address)
            assert ("shuffling" in browser.get(f"{address}?done={noted.number}")) == sees


@pytest.mark.server
def test_a_loop_that_would_take_for_ever_is_stopped_and_the_next_one_is_answered(api: Api) -> None:
    """A million conditions on long numbers: far more time than a server gives."""
    endless: dict[str, Any] = {
        "resources": {"tokens": 1},
        "body": [{"change": {"tokens": "2 * tokens"}}] * 2_000,
        "ends": [{"when": f"tokens < -{number}"} for number in range(500)],
    }
    assert api.anybody().code("/loops/sheet", 400, endless) == "takes_too_long"
    assert api.anybody().post("/loops/rule", {"turn_order": ["Ana"], "maintained_by": ["Ana"]})["outcome"]


def noting_work(patch: pytest.MonkeyPatch, which: Callable[..., Callable[..., Any]]) -> list[str]:
    """Return the list that gets the names of the functions that processes without pages run; `which` of what is handed over."""
    worked_out: list[str] = []
    run = Pool.run

    async def noted(pool: Pool, ticket: Ticket, *given: Any, **more: Any) -> Any:
        worked_out.append(which(*given).__name__)
        return await run(pool, ticket, *given, **more)

    patch.setattr(Pool, "run", noted)
    return worked_out


@pytest.mark.server
def test_what_can_take_long_is_worked_out_in_a_process_that_serves_no_pages(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out = noting_work(monkeypatch, lambda work, *_: work)
    desk = finished(floor.app.state.application.store.log)
    desk.take({"do": "publish", "places": True, "decks": False}, "en")
    browser = floor.stranger().client
    for path, body in (
        ("loops/rule", {"turn_order": ["Ana"], "maintained_by": ["Ana"]}),
        ("loops/sheet", {"resources": {"a": 1}, "body": [{"change": {"a": "a + 1"}}], "times": 3}),
        (
            "shortcuts/settle",
            {"turn_order": ["A"], "proposer": "A", "end_priority": "A", "sequence": [{"by": "A", "do": "x"}]},
        ),
    ):
        assert browser.post(f"{V1}/{path}", json=body).status_code == 200
    export = "\n".join(export_lines("Friday", desk.records))
    assert browser.post(f"{V1}/verify", content=export).status_code == 200
    at = f"/e/{desk.event_id}"
    for address in (f"{at}/places.png", f"{at}/places.pdf"):
        assert browser.get(address).status_code == 200
    assert floor.owner().raw(f"{at}/print/cards.pdf").status_code == 200
    assert worked_out == [
        *("ruled", "reckoned", "settled", "verified", "compile_sheet", "compile_sheet", "player_cards")
    ]


@pytest.mark.server
def test_what_touches_many_records_is_done_in_a_process_that_serves_no_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out = noting_work(monkeypatch, lambda _work, _place, then, *_: then)
    with floor_serving(str(tmp_path / "events.db")) as floor:
        owner = floor.owner()
        names = [f"Given{number} Family{number}" for number in range(40)]
        event = open_event(owner, players=tuple(names))
        assert [player.name for player in floor.state(event).all_players()] == names
        form = owner.get(f"/e/{event}/desk/players")
        ticked = {f"p{number}": "yes" for number in range(1, 31)}
        leave = f"/e/{event}/desk/players/leave"
        sure = {"sure": "yes"}
        assert owner.client.post(leave, data=form_fields(form, leave) | ticked | sure).status_code == 200
        assert len(floor.state(event).in_event()) == 10
        owner.fill(f"/e/{event}/desk/undo")
        assert len(floor.state(event).in_event()) == 40
        packed = owner.raw("/backup").content
        export = owner.raw(f"/e/{event}/desk/export").content
        owner.client.post(f"/e/{event}/desk/rehearsal", data={"id": "r"})
        for file in (packed, export):
            assert (
                owner.client.post("/restore", files={"file": ("x", file)}, data={"links": "leave"}).status_code == 200
            )
        owner.client.post(f"/e/{event}/desk/delete", data={"sure": "yes"})
        assert owner.raw(f"/e/{event}").status_code == 404
    assert worked_out == [
        *"import_list all_taken all_taken packed_backup rehearsed restored_events restored_export delete".split()
    ]
