"""The API does what the pages do: the same commands, the same refusals, nothing more to see."""

from __future__ import annotations

import asyncio
import json
from itertools import islice
from pathlib import Path

import httpx
import pytest

from floorjudge.errors import Conflict
from floorjudge.events.codec import COMMAND_NAMES
from floorjudge.events.service import EventService
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.service import TRIES
from floorjudge.store import open_log
from floorjudge.texts import LANGUAGES
from floorjudge.web.api.description import command_schemas
from floorjudge.web.live.event_cache import EventCache
from tests.events.floor.small_event import opened
from tests.support.waiting import PATIENCE
from tests.support.watched_log import WatchedLog
from tests.web.api_play import V1, Api, serving
from tests.web.conftest import Running
from tests.web.pages_read import findings


@pytest.mark.server
def test_an_event_from_its_opening_to_a_result(api: Api) -> None:
    event = api.event()
    owner, anybody = api.staff(Role.OWNER), api.anybody()
    seen = anybody.get(f"/events/{event}")
    assert (seen["role"], seen["view"]["stage"], seen["number"]) == ("anybody", "round", 10)
    table = seen["view"]["tables"][0]
    influence = dict.fromkeys(table["players"], 3) | {table["players"][0]: table["target"]}
    done = owner.do(event, "report", table=1, winner=table["players"][0], influence=influence)
    assert done["number"] == 11
    assert done["events"][0]["event"] == "ResultReported"
    assert anybody.get(f"/events/{event}")["view"] == done["view"]
    page = anybody.get(f"/events/{event}/players/1")
    assert page["player"]["player"] == "Ana"
    assert page["number"] == 1
    assert anybody.get("/events")["events"][0] == {
        "event": event,
        "name": "Friday",
        "opened_at": anybody.get("/events")["events"][0]["opened_at"],
        "records": 11,
    }


def test_opening_again_with_the_same_id_opens_nothing(api: Api) -> None:
    owner = api.staff(Role.OWNER)
    first = owner.post("/events", {"do": "open", "name": "Friday", "id": "one"}, 201)
    again = owner.post("/events", {"do": "open", "name": "Friday", "id": "one"}, 200)
    assert first == again
    assert len(owner.get("/events")["events"]) == 1
    assert owner.code("/events", 400, {"name": "Saturday", "id": "one"}) == "id_used_before"
    assert owner.code("/events", 400, {"do": "register", "player": "Ana"}) == "open_only"
    assert api.anybody().code("/events", 403, {"name": "Mine"}) == "not_yours"


def test_the_view_is_left_out_for_who_prefers_that(api: Api) -> None:
    owner = api.staff(Role.OWNER)
    for number, preferred in enumerate(
        ("return=minimal", 'respond-async, Return="minimal"; wait=5', "return = minimal")
    ):
        headers = owner.headers | {"prefer": preferred}
        opening = {"name": "Friday", "id": f"event {number}"}
        opened, again = (api.server.post(f"{V1}/events", json=opening, headers=headers) for _ in range(2))
        path = f"/events/{opened.json()['event']}/commands"
        ana = {"do": "register", "player": "Ana", "id": "a"}
        done = api.server.post(V1 + path, json=ana, headers=headers)
        for answer in (opened, again, done):
            assert answer.headers["preference-applied"] == "return=minimal"
            assert set(answer.json()) == {"ok", "event", "number", "events"}
        assert again.json() == opened.json()
        whole = owner.post(path, ana, prefer="return=representation")
        assert whole == done.json() | {"view": owner.get(f"/events/{opened.json()['event']}")["view"]}


def test_the_newest_event_is_read_before_anybody_asks(tmp_path: Path) -> None:
    place = str(tmp_path / "events.db")
    with serving(place) as before:
        before.event("Friday")
        event = before.event("Saturday")
    with serving(place) as api:
        assert api.application.events.numbers()[event] == 10
        # Reading waits for nobody, and is not done twice.
        assert api.staff(Role.OWNER).do(event, "announce", text="Lunch")["number"] == 11


def test_an_entity_tag_is_the_number_of_the_newest_record(api: Api) -> None:
    event = api.event()
    owner = api.staff(Role.OWNER)
    path = f"{V1}/events/{event}"
    answer = api.server.get(path)
    assert answer.headers["etag"] == '"10"'
    again = api.server.get(path, headers={"if-none-match": 'W/"9", "10"'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", '"10"')
    assert api.server.get(path, headers={"if-none-match": '"9"'}).status_code == 200
    commands = f"/events/{event}/commands"
    note = {"do": "announce", "text": "Lunch"}
    assert owner.post(commands, note, 412, **{"if-match": '"9"'})["error"]["code"] == "moved_on_since"
    assert owner.get(f"/events/{event}")["venue"]["announcement"] is None
    assert owner.post(commands, note, 200, **{"if-match": '"10"'})["number"] == 11
    assert owner.post(commands, {"do": "next", "seen": 9}, 409)["error"]["code"] == "seen_too_old"


@pytest.mark.parametrize(("times", "outcome"), [(0, "done"), (TRIES - 1, "done"), (TRIES, "log_moved_on")])
def test_a_race_that_another_process_wins_is_run_again(times: int, outcome: str) -> None:
    log = open_log()
    event = str(opened(log).event_id)
    names = iter([f"Faster {number}" for number in range(times)])

    def faster() -> None:
        for name in islice(names, 1):
            EventService(log, event).take({"do": "register", "player": name}, "en")

    async def race() -> str:
        desks = EventCache(WatchedLog(log, faster))
        try:
            answer = await desks.take(event, {"do": "register", "player": "Ana", "id": "a"}, "en")
        except Conflict as lost:
            return lost.code
        assert answer.number == (await desks.see(event)).number == times + 2
        again = await desks.take(event, {"do": "register", "player": "Ana", "id": "a"}, "en")
        assert again.number == answer.number
        return "done"

    assert asyncio.run(race()) == outcome
    records = log.read(event)
    assert sum(record.command_id is not None for record in records) == (outcome == "done")
    assert len(records) == 1 + times + (outcome == "done")


def test_the_log_says_as_much_as_the_reader_may_know(api: Api) -> None:
    event = api.event()
    judge = api.staff(Role.JUDGE, event, "Bo")
    player = api.player(event, 1)
    player.do(event, "call", about="a question", player="Ana")
    judge.do(event, "take", call=1)
    judge.do(event, "note", call=1, text="watch their shuffling")
    path = f"/events/{event}/log?after=10"
    for who, sees in (
        (judge, True),
        (api.anybody(), False),
        (player, False),
        (api.staff(Role.SCOREKEEPER, event), False),
    ):
        assert ("shuffling" in json.dumps(who.get(path))) is sees
        assert ("shuffling" in json.dumps(who.get(f"/events/{event}"))) is sees
        assert "event" not in who.get(path)["records"][0]
        assert ("shuffling" in json.dumps(who.get(f"/events/{event}/calls"))) is sees
        assert bool(who.get(f"/events/{event}/calls?words=shuffling")["calls"]) is sees
    assert "hash" in api.staff(Role.ORGANISER, event).get(path)["records"][0]
    assert player.get(f"/events/{event}/calls/1")["number"] == 1
    assert api.player(event, 5).code(f"/events/{event}/calls/1", 404) == "no_such_page"
    assert api.anybody().code(f"/events/{event}/calls/1", 404) == api.anybody().code(f"/events/{event}/calls/2", 404)


def test_places_and_decks_are_seen_when_they_are_published(api: Api) -> None:
    event = api.event(started=False)
    owner, ana, anybody = api.staff(Role.OWNER), api.player(event, 1), api.anybody()
    ana.do(event, "deck", player="Ana", list="3 Astral Wisdom [28]")
    assert "Astral" in str(ana.get(f"/events/{event}/players/1")["deck_list"])
    assert anybody.get(f"/events/{event}/players/1")["deck_list"] is None
    assert api.player(event, 2).get(f"/events/{event}/players/1")["deck_list"] is None
    owner.do(event, "publish", places=True, decks=True)
    assert "Astral" in str(anybody.get(f"/events/{event}/players/1")["deck_list"])


@pytest.mark.server
def test_an_export_is_for_organisers_and_can_be_checked_by_anybody(api: Api) -> None:
    event = api.event()
    assert api.staff(Role.JUDGE, event).code(f"/events/{event}/export", 403) == "not_yours"
    headers = api.staff(Role.ORGANISER, event).headers
    exported = api.server.get(f"{V1}/events/{event}/export", headers=headers)
    found = api.server.post(f"{V1}/verify", content=exported.content)
    assert found.json()["records"] == 10
    assert found.json()["draws_waiting"] == 1
    forged = exported.content.replace(b"Ana", b"Eve")
    refused = api.server.post(f"{V1}/verify", content=forged)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "word_damaged")


@pytest.mark.clauses("MTR 4.4.3", "MSTR 4.4A", "CR shortcuts.2b")
def test_loops_and_shortcuts_are_settled_for_anybody(api: Api) -> None:
    anybody = api.anybody()
    case = {
        "turn_order": ["Ana", "Bo", "Cy"],
        "maintained_by": ["Ana"],
        "body": [{"by": "Ana", "text": "tap the druid"}, "untap"],
        "declarations": [
            {"player": "Ana", "says": "10^6"},
            {"player": "Bo", "says": 40, "steps": 1},
            {"player": "Cy", "says": "agree"},
        ],
    }
    ruled = anybody.post("/loops/rule", case)
    assert (ruled["outcome"], ruled["iterations"], ruled["steps"], ruled["player"]) == ("advance", "39", 1, "Bo")
    again = anybody.post("/loops/rule", {**case, "edition": "mstr"})
    point = {"iterations": "39", "steps": 1}
    assert again["ask"] == {"player": "Ana", "may_say": ["agree", "number"], "below": point, "standing": point}
    described = anybody.get("/openapi.json")["components"]["schemas"]["LoopCase"]
    assert described["properties"]["edition"] == {"enum": ["mtr", "mtr-2018-07", "mstr"]}
    sheet = {"resources": {"tokens": 1}, "body": [{"change": {"tokens": "tokens + 1"}}], "times": "10^30"}
    assert anybody.post("/loops/sheet", sheet)["resources"] == {"tokens": str(10**30 + 1)}
    shortcut = {
        "turn_order": ["Ana", "Bo"],
        "proposer": "Ana",
        "end_priority": "Ana",
        "sequence": [{"repeat": [{"by": "Ana", "do": "go"}, {"by": "Bo", "do": "pass"}], "times": "999999"}],
        "answers": [{"player": "Bo", "stop_at": [0, "40", 1]}],
    }
    assert anybody.post("/shortcuts/settle", shortcut)["stopped_at"] == [0, "40", 1]
    assert anybody.code("/loops/rule", 400, {"turn_order": ["Ana"], "maintained_by": ["Bo"]}) == "not_a_player"


def test_whole_numbers_of_a_loop_have_up_to_100_000_digits_as_in_a_file(api: Api) -> None:
    case = '{"turn_order": ["Ana"], "maintained_by": ["Ana"], "declarations": [{"player": "Ana", "says": %s}]}'
    for written, code in (("7" * 5_000, None), ("7" * 100_001, "too_many_digits"), ("7" * 5_000 + ", NaN", "bad_json")):
        answer = api.server.post(f"{V1}/loops/rule", content=case % written)
        if code is None:
            assert answer.json()["iterations"] == written
        else:
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_errors_are_said_in_the_language_that_is_asked_for(api: Api) -> None:
    messages = {api.anybody().get(f"/events/none?lang={language}", 404)["error"]["message"] for language in LANGUAGES}
    assert len(messages) == len(LANGUAGES)
    spanish = api.anybody().get("/events/none?lang=es", 404)
    assert api.anybody().get("/events/none", 404, **{"accept-language": "es"}) == spanish


def test_what_is_no_command_is_a_clear_error(api: Api) -> None:
    event, headers = api.event(players=0, started=False), api.staff(Role.OWNER).headers
    for body in (b"", b"[]", b"{", b'{"do": 1e999}', b"\xff", b"1" * 5000, b'{"a":' * 5000):
        answer = api.server.post(f"{V1}/events/{event}/commands", content=body, headers=headers)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] in {"bad_json", "missing_field", "unknown_command"}


def test_every_command_is_described_from_its_own_definition(api: Api) -> None:
    described = api.anybody().get("/openapi.json")
    assert described["openapi"].startswith("3.1")
    named = {
        schema["properties"]["do"]["const"]
        for schema in command_schemas().values()
        if "do" in schema.get("properties", {})
    }
    assert named == set(COMMAND_NAMES)
    for operations in described["paths"].values():
        for operation in operations.values():
            assert operation["summary"]
            assert operation["description"]
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    assert answer["content"]["application/json"]["examples"], (operation["summary"], status)
            if "application/json" in operation.get("requestBody", {}).get("content", {}):
                # Every body can be refused for a field that stands twice.
                assert "written_twice" in operation["responses"]["400"]["content"]["application/json"]["examples"]


def test_the_page_for_people_is_made_from_the_description(api: Api) -> None:
    for language in LANGUAGES:
        page = api.server.get("/api", headers={"accept-language": language}).text
        assert [each for each in findings(page) if not each.startswith("unsaid")] == []
        assert all(f"<code>{name}</code>" in page for name in COMMAND_NAMES)
        assert "/api/v1/events/{event}/live" in page


def test_the_stream_leaves_no_record_out_and_goes_on_where_it_was(server: Running) -> None:
    async def opened() -> str:
        _, seen = await server.application.events.open({"do": "open", "name": "Friday"}, "en")
        return seen.id

    async def register(event: str, name: str) -> None:
        await server.application.events.take(event, {"do": "register", "player": name}, "en")

    event = server.do(opened())
    for number in range(250):
        server.do(register(event, f"Player {number}"))
    path = f"{server.address}{V1}/events/{event}/live"
    with httpx.stream("GET", f"{path}?since=20", timeout=PATIENCE) as stream:
        assert ids(stream, 231) == list(range(21, 252))
        server.do(register(event, "Late"))
    with httpx.stream("GET", path, headers={"last-event-id": "250"}, timeout=PATIENCE) as stream:
        assert ids(stream, 2) == [251, 252]


def ids(stream: httpx.Response, count: int) -> list[int]:
    """Return the ids of so many events of a stream, each the number of the record it tells of."""
    found: list[int] = []
    for line in stream.iter_lines():
        if line.startswith("id: "):
            found.append(int(line[4:]))
        elif line.startswith("data: "):
            assert json.loads(line[6:])["number"] == found[-1]
            if len(found) == count:
                return found
    return found
