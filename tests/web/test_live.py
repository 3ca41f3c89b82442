"""Live updates: what is sent turns the page before into the page after, and nothing is missed by whoever comes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import aclosing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from floorjudge.errors import Refused
from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.formats.competition import Phase
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.formats.on_the_edge.tables import Kind
from floorjudge.store import open_log
from floorjudge.store.opening import VenueStore
from floorjudge.web.common.templating import rendered
from floorjudge.web.live import fragments
from floorjudge.web.live.channels import Channel, Channels
from floorjudge.web.live.event_cache import EVENTS_KEPT, EventSnapshot
from floorjudge.web.live.fragments import ROWS_AT_A_TIME, Fragments, difference, fragments_of, live_page
from tests.events.floor.small_event import opened, report_of, started
from tests.support.waiting import PATIENCE, wait_until
from tests.web.conftest import Running

Change = dict[str, Any]


def seen_of(desk: EventService) -> EventSnapshot:
    return EventSnapshot("friday", desk.state, desk.number, desk.records)


def fragments_now(desk: EventService, before: Fragments | None = None) -> Fragments:
    return asyncio.run(fragments_of(live_page(seen_of(desk)), "en", before))


def applied(before: Fragments, patch: dict[str, Any]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Do what the script in the page does: exchange pieces, put them where they belong, take others away."""
    html = {piece: str(content) for piece, content in before.html.items() if piece not in patch["gone"]}
    html |= patch["pieces"]
    lists = {name: [piece for piece in order if piece in html] for name, order in before.page.lists.items()}
    for name, moves in patch["moves"].items():
        for piece, after in moves:
            for order in lists.values():
                if piece in order:
                    order.remove(piece)
            lists[name].insert(lists[name].index(after) + 1 if after else 0, piece)
    return html, lists


@pytest.mark.server
@given(st.data())
def test_a_change_turns_the_page_before_into_the_page_after(data: st.DataObject) -> None:
    desk = started(open_log(), players=data.draw(st.integers(3, 8)))
    before = fragments_now(desk)
    for _ in range(data.draw(st.integers(1, 12))):
        if desk.state.phase is Phase.FINISHED:
            break
        with suppress(Refused):  # who has left cannot win
            desk.take(data.draw(st.sampled_from(_possible(desk))), "en")
        after = fragments_now(desk, before)
        assert after.html == fragments_now(desk).html
        patch = difference(before, after)
        if patch is None:
            assert before.page.shape != after.page.shape
        else:
            html, lists = applied(before, json.loads(json.dumps(patch)))
            assert html == {piece: str(content) for piece, content in after.html.items()}
            assert lists == {name: list(order) for name, order in after.page.lists.items()}
        before = after


def test_another_day_of_the_event_is_shown_by_the_whole_page() -> None:
    desk = started(open_log())
    before = fragments_now(desk)
    desk.take({"do": "describe", "date": "2026-11-27"}, "en")
    assert difference(before, fragments_now(desk, before)) is None


def test_a_page_of_many_rows_is_made_in_turns_and_a_change_makes_only_what_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []

    def counting(template: str, *given: Any, **values: Any) -> Markup:
        made.append(template)
        return rendered(template, *given, **values)

    monkeypatch.setattr(fragments, "rendered", counting)
    desk = opened(open_log())
    desk.take_all([{"do": "register", "player": f"Player {each}"} for each in range(90)])
    desk.take({"do": "start", "public": "three words, said"}, "en")
    making = fragments_of(live_page(seen_of(desk)), "en")
    turns = [len(made) for _ in making.__await__()]
    # One before the first row, one after each so many, one before and one after what stands around the rows.
    assert turns == [*range(0, 120 + 1, ROWS_AT_A_TIME), 120, len(made)]
    before = fragments_now(desk)
    made.clear()
    desk.take(report_of(desk.state.tables[0]), "en")
    fragments_now(desk, before)
    assert (made.count("live/table.html"), made.count("live/standing.html")) == (1, 3)


def _possible(desk: EventService) -> list[Change]:
    """Return some commands that can be done now."""
    state = desk.state
    found: list[Change] = [report_of(table, vacancies(state), state.absent(table)) for table in state.open_tables()]
    found += [{"do": "extend", "table": table.table, "minutes": 3} for table in desk.state.open_tables()]
    found += [
        {"do": "leave", "player": player.name}
        for player in desk.state.all_players()[:1]
        if not desk.state.has_left(player.name)
    ]
    found += [{"do": "announce", "text": "Lunch"}] if desk.state.venue.announcement is None else []
    found += [{"do": "clock", "minutes": 9}] if desk.state.venue.clock is None else []
    for result in sorted(desk.state.results):
        table = desk.state.table(result)
        if table is not None and desk.state.stage == Kind.ROUND and len(table.players) > 1:
            winner = table.players[1]
            influence = {name: 17 if name == winner else 3 for name in table.players}
            amended = {
                "do": "amend",
                "round": desk.state.round,
                "table": result,
                "winner": winner,
                "influence": influence,
            }
            found.append({**amended, "reason": "typed wrong"})
    return found + ([] if desk.state.open_tables() else [{"do": "next"}])


@contextmanager
def listening(server: Running, path: str, last: int | None = None, language: str = "en") -> Iterator[Iterator[Change]]:
    """Listen to an event as a browser does; yields the changes with their id."""
    headers = {"accept-language": language} | ({} if last is None else {"last-event-id": str(last)})
    with httpx.stream("GET", server.address + path, headers=headers, timeout=PATIENCE) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield _changes(answer.iter_lines())


def _changes(lines: Iterator[str]) -> Iterator[Change]:
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "data" in fields:
            assert fields["event"] == "changed"
            yield {"id": int(fields["id"]), **json.loads(fields["data"])}
            fields = {}
        else:
            fields = {}


def taken(server: Running, event: str, command: Change) -> int:
    return server.do(server.application.events.take(event, command, "en")).number


@pytest.fixture
def event(store: VenueStore) -> str:
    return str(started(store.log).event_id)


def test_every_viewer_hears_of_a_result(server: Running, event: str) -> None:
    seen = server.do(server.application.events.see(event))
    first, second = seen.state.tables
    with listening(server, f"/e/{event}/live?pieces=1") as page, listening(server, f"/e/{event}/live") as plain:
        number = taken(server, event, report_of(first))
        news = next(page)
        assert (news["id"], next(plain)["id"]) == (number, number)
        assert "★" in news["patch"]["pieces"][f"t-{first.table}"]
        assert f"t-{second.table}" not in news["patch"]["pieces"]


def test_who_comes_back_hears_what_was_missed_and_only_that(server: Running, event: str) -> None:
    first, second = server.do(server.application.events.see(event)).state.tables
    with listening(server, f"/e/{event}/live?pieces=1") as page:
        before = taken(server, event, report_of(first))
        assert next(page)["id"] == before
    taken(server, event, {"do": "announce", "text": "Lunch"})
    newest = taken(server, event, report_of(second))
    with listening(server, f"/e/{event}/live?pieces=1", last=before) as page:
        assert [next(page)["id"], next(page)["id"]] == [before + 1, newest]
    with listening(server, f"/e/{event}/live?pieces=1&since={newest}", last=before) as page:
        assert "Lunch" in next(page)["patch"]["pieces"]["notice"]


def test_who_was_away_too_long_is_told_to_look_again(server: Running, event: str) -> None:
    newest = server.do(server.application.events.see(event)).number
    with listening(server, f"/e/{event}/live?pieces=1", last=1) as page:
        assert next(page) == {"id": newest, "number": newest, "stale": True}
    with listening(server, f"/e/{event}/live?pieces=1", last=10**8) as page:
        assert next(page) == {"id": newest, "number": newest, "stale": True}


def test_who_listens_first_after_a_change_is_sent_that_change(server: Running, event: str) -> None:
    page = httpx.get(f"{server.address}/e/{event}")
    assert page.status_code == 200
    seen = server.do(server.application.events.see(event))
    taken(server, event, report_of(seen.state.tables[0]))
    with listening(server, f"/e/{event}/live?pieces=1&since={seen.number}") as viewer:
        assert "patch" in next(viewer)


def test_channels_that_nobody_listens_to_go_when_others_were_seen_later() -> None:
    seen = seen_of(opened(open_log()))

    def channel(event: str) -> Channel:
        return channels.of(msgspec.structs.replace(seen, id=event))

    async def with_one_viewer() -> None:
        heard, unheard = channel("heard"), channel("unheard")
        async with aclosing(heard.moments(seen.number - 1, None)) as viewer:
            assert await anext(viewer) is heard.newest
            for number in range(EVENTS_KEPT):
                channel(f"later-{number}")
            assert channel("heard") is heard
            assert channel("unheard") is not unheard

    channels = Channels()
    asyncio.run(with_one_viewer())


def test_who_watches_a_table_is_not_woken_for_another(server: Running, event: str) -> None:
    first, second = server.do(server.application.events.see(event)).state.tables
    with listening(server, f"/e/{event}/live?watch=t-{second.table}") as watching:
        taken(server, event, report_of(first))
        number = taken(server, event, report_of(second))
        assert next(watching)["id"] == number


def test_a_phone_fetches_its_page_for_its_own_table_only(server: Running, event: str) -> None:
    state = server.do(server.application.events.see(event)).state
    first, second = state.tables
    mine = state.players[second.players[0]].number
    with listening(server, f"/e/{event}/live?player={mine}&watch=stage,notice,clock") as phone:
        taken(server, event, report_of(first))
        pieces = next(phone)["patch"]["pieces"]
        assert set(pieces) == {"own-numbers"}
        number = taken(server, event, report_of(second))
        assert next(phone) == {"id": number, "number": number}
        number = taken(server, event, {"do": "announce", "text": "Lunch"})
        assert next(phone) == {"id": number, "number": number}


def test_what_another_process_writes_is_heard_too(server: Running, event: str, store: VenueStore) -> None:
    desk = EventService(store.log, event)
    with listening(server, f"/e/{event}/live?pieces=1") as page:
        desk.take({"do": "announce", "text": "From the command line"}, "en")
        assert "From the command line" in next(page)["patch"]["pieces"]["notice"]


def test_a_new_stage_is_another_page(server: Running, event: str) -> None:
    tables = server.do(server.application.events.see(event)).state.tables
    with listening(server, f"/e/{event}/live?pieces=1") as page:
        for table in tables:
            taken(server, event, report_of(table))
            assert "patch" in next(page)
        taken(server, event, {"do": "next"})
        assert next(page)["stale"] is True


def test_nobody_is_left_listening(server: Running, event: str) -> None:
    server.do(server.application.events.see(event))
    with listening(server, f"/e/{event}/live") as page:
        taken(server, event, {"do": "announce", "text": "Lunch"})
        next(page)
        assert server.application.channels.viewers() == 1
    taken(server, event, {"do": "announce", "text": None})
    wait_until(lambda: server.application.channels.viewers() == 0)


@contextmanager
def signed_in(server: Running, method: str, link: str) -> Iterator[httpx.Client]:
    """Give the browser of somebody who has opened a link."""
    with httpx.Client(base_url=server.address, headers={"sec-fetch-site": "same-origin"}, timeout=PATIENCE) as browser:
        assert browser.request(method, link).status_code == 303
        yield browser


def test_a_revoked_link_ends_its_open_streams_and_a_deleted_event_all(
    server: Running, event: str, store: VenueStore, tmp_path: Path
) -> None:
    now = datetime.now(UTC)
    owner = make_staff_token(store.grants, Role.OWNER, "Olga", now)[0]
    judge, grant = make_staff_token(store.grants, Role.JUDGE, "Bo", now, event=event)
    links = {
        f"/e/{event}/desk/staff/revoke": ("POST", f"/in/{judge}"),
        f"/e/{event}/desk/players/1/link": ("GET", f"/p/{server.application.player_links.make(event, 1)}"),
    }
    with signed_in(server, "POST", f"/in/{owner}") as desk, listening(server, f"/e/{event}/live") as of_strangers:
        for revoke, link in links.items():
            with signed_in(server, *link) as browser, browser.stream("GET", f"/e/{event}/live") as stream:
                lines = stream.iter_lines()
                assert next(lines).startswith("retry")
                assert desk.post(revoke, data={"id": revoke, "grant": grant.id}).status_code == 303
                assert not [line for line in lines if line.startswith("id")]
        number = taken(server, event, {"do": "announce", "text": "Lunch"})
        assert next(of_strangers)["id"] == number
        # Whoever deletes it may be another process.
        store.delete(event, tmp_path / "backup.db")
        assert list(of_strangers) == []
        assert desk.get(f"/e/{event}/desk").status_code == 404
        assert httpx.get(f"{server.address}/e/{event}").status_code == 404
