"""The event as a whole: clock, announcement, order, what is published, prints, export, backup, restoring."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from floorjudge.errors import BadInput
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.log.export import read_export
from floorjudge.extras import PackageNotInstalled
from floorjudge.store import open_venue_store
from floorjudge.web.app import make_app
from floorjudge.web.common.settings import Settings
from floorjudge.web.error_pages import status_of
from floorjudge.web.links import only_here
from floorjudge.web.organiser.backups import unpacked
from floorjudge.web.print import documents
from floorjudge.web.print.job import Job
from tests.events.floor.small_event import started
from tests.support.waiting import wait_until
from tests.web.desk_of_tests import (
    NAMES,
    Browser,
    Floor,
    form_fields,
    open_event,
    serving,
    serving_friday,
    shown,
    start_event,
    type_all,
)

EVENT = "friday"
DESK = f"/e/{EVENT}/desk"


@pytest.fixture
def floor() -> Iterator[Floor]:
    with serving_friday(start=False) as running:
        yield running


@pytest.fixture
def desk(floor: Floor) -> Browser:
    return floor.staff(Role.ORGANISER, "Marie", EVENT)


def test_the_clock_starts_stands_goes_on_and_goes_away(floor: Floor, desk: Browser) -> None:
    start_event(desk, EVENT)
    action = f"{DESK}/event/clock"
    desk.fill(f"{DESK}/event", action, 400, do="clock", minutes="soon")
    desk.fill(f"{DESK}/event", action, do="clock", minutes="50")
    clock = floor.seen(EVENT).venue.clock
    assert clock is not None
    assert clock.minutes == 50
    desk.fill(f"{DESK}/event", action, do="pause_clock")
    assert "Resume" in shown(desk.get(f"{DESK}/event"))
    desk.fill(f"{DESK}/event", action, do="resume_clock")
    desk.fill(f"{DESK}/event", action, do="stop_clock")
    assert floor.seen(EVENT).venue.clock is None
    desk.fill(f"{DESK}/event", action, 409, do="stop_clock")


def test_an_announcement_stands_until_it_is_taken_away(floor: Floor, desk: Browser) -> None:
    desk.fill(f"{DESK}/event", f"{DESK}/event/announce", text="Lunch at one")
    assert "Lunch at one" in shown(floor.stranger().get(f"/e/{EVENT}"))
    desk.fill(f"{DESK}/event", f"{DESK}/event/announce", text=" ")
    assert "Lunch at one" not in shown(floor.stranger().get(f"/e/{EVENT}"))


def test_what_is_published_is_a_choice(floor: Floor, desk: Browser) -> None:
    action = f"{DESK}/event/publish"
    desk.fill(f"{DESK}/event", action, decks="yes")
    assert (floor.seen(EVENT).venue.decks_published, floor.seen(EVENT).venue.places_published) == (True, False)
    desk.fill(f"{DESK}/event", action)
    assert not floor.seen(EVENT).venue.decks_published


@pytest.mark.clauses("OTE 2.8.4")
def test_a_random_order_is_drawn_and_said(floor: Floor, desk: Browser) -> None:
    start_event(desk, EVENT)
    fields = form_fields(desk.get(f"{DESK}/event"), f"{DESK}/event/order")
    fields |= {"items": "first effect\n\n second effect \n", "reason": "a player left"}
    said = shown(desk.send(f"{DESK}/event/order", **fields))
    assert "first effect" in said
    assert "second effect" in said
    number = floor.seen(EVENT).number
    desk.send(f"{DESK}/event/order", **fields)
    assert floor.seen(EVENT).number == number
    desk.fill(f"{DESK}/event", f"{DESK}/event/order", 400, items="", reason="nothing")
    desk.send(f"{DESK}/event/nonsense", 400)


def words_of(browser: Browser, what: str, paper: str = "a4") -> str:
    answer = browser.raw(f"/e/{EVENT}/print/{what}.pdf?paper={paper}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


def test_without_what_typesets_the_extra_is_named(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(PackageNotInstalled) as missing:
        documents.score_sheet(Job(floor.state(EVENT), "en", datetime(2026, 3, 6, tzinfo=UTC)))
    assert status_of(missing.value) == 501
    assert "floorjudge[print]" in missing.value.message("en")


@pytest.mark.server
def test_everything_in_the_menu_prints(desk: Browser) -> None:
    assert desk.get(f"{DESK}/print").count(".pdf") == 2 * len(("poster", "cards"))
    assert all(name in words_of(desk, "cards") for name in NAMES)
    assert f"http://floor.example/join/{EVENT}" in words_of(desk, "poster").replace("\u200b", "")
    assert desk.raw(f"/e/{EVENT}/print/slips.pdf").status_code == 409
    assert desk.raw(f"/e/{EVENT}/print/nonsense.pdf").status_code == 404
    page = f"{DESK}/players/1"
    desk.fill(page, f"{page}/deck", list="40 Astral Wisdom")
    assert "Astral Wisdom" in words_of(desk, "decks")
    start_event(desk, EVENT)
    for what in ("tables-by-name", "tables-by-number", "slips", "cards", "standings"):
        assert all(name in words_of(desk, what, "us-letter") for name in NAMES)


def test_codes_that_only_this_machine_can_open_are_warned_of(desk: Browser) -> None:
    assert "Phones cannot open this address" not in shown(desk.get(f"{DESK}/print"))
    here = {"http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000", "http://floor.localhost"}
    assert all(only_here(address) for address in here)
    assert not any(
        only_here(address) for address in ("http://192.168.1.5:8000", "https://floor.example", "http://[fe80::1]")
    )


def test_an_export_makes_the_same_event_elsewhere(floor: Floor, desk: Browser) -> None:
    start_event(desk, EVENT)
    answer = desk.raw(f"{DESK}/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    seed = floor.app.state.application.store.log.secret(EVENT)
    assert seed not in answer.text
    with serving() as other:
        owner = other.owner()
        html = owner.send("/restore", 200, files={"file": ("friday.jsonl", answer.content)}, seed=seed)
        assert "“friday” was restored." in shown(html)
        assert other.seen(EVENT).records() == floor.seen(EVENT).records()
        assert "seed of this event is not here" not in shown(html)
        without = owner.send("/restore", 200, files={"file": ("friday.jsonl", answer.content)}, seed="")
        assert "seed of this event is not here" in shown(without)
        assert "Another event has the id “friday” here; this one was restored as “friday-2”." in shown(without)
        assert "restored as" not in shown(owner.get("/e/friday-2/desk"))
        type_all(other, owner, EVENT)
        owner.fill(f"{DESK}/next")


def test_a_backup_brings_everything_back(floor: Floor) -> None:
    owner = floor.owner()
    start_event(owner, EVENT)
    answer = owner.raw("/backup")
    assert answer.headers["content-type"] == "application/gzip"
    phone, printed = floor.player(EVENT, 1), floor.app.state.application.player_links.make(EVENT, 2)
    with serving() as other:
        new_owner = other.owner()
        asked = new_owner.send("/restore", files={"file": ("backup.db.gz", answer.content)})
        assert "owner Olga" in shown(asked)
        assert "all players with a printed link" in shown(asked)
        assert other.app.state.application.store.log.tournaments() == []
        told = shown(new_owner.fill(asked, "/restore", links="take"))
        assert "“friday” was restored." in told
        assert "The links of the backup open this installation, too." in told
        assert other.seen(EVENT).records() == floor.seen(EVENT).records()
        # What was printed and what phones keep opens the new machine at once, and whoever restored is not shut out.
        new_phone, another = other.stranger(), other.stranger()
        new_phone.client.cookies = phone.client.cookies
        new_phone.get(f"/e/{EVENT}/me")
        another.get(f"/p/{printed}")
        another.get(f"/e/{EVENT}/me")
        new_owner.get(DESK)
        again = new_owner.send("/restore", files={"file": ("backup.db", gzip.decompress(answer.content))})
        assert "“friday” was here as far or further, and stays as it is." in shown(again)
        assert other.app.state.application.store.log.secret(EVENT) == floor.app.state.application.store.log.secret(
            EVENT
        )


def test_a_backup_whose_links_are_left_out_names_each_of_its_events(floor: Floor) -> None:
    owner = floor.owner()
    events = [EVENT, *(open_event(owner, f"Day {number}", ()) for number in range(1, 24))]
    answer = owner.raw("/backup")
    with serving() as other:
        new_owner = other.owner()
        asked = new_owner.send("/restore", files={"file": ("backup.db.gz", answer.content)})
        told = shown(new_owner.fill(asked, "/restore", links="leave"))
        assert [event for event in events if f"“{event}” was restored." in told] == events[:20]
        assert "4 more events, too." in told
        assert "The links of the backup were left out." in told
        assert len(other.app.state.application.store.grants.of_event(None)) == 1
        # What was decided about is not kept.
        assert new_owner.client.post("/restore", data={"held": "", "links": "take"}).status_code == 400
        assert "“friday” was restored." not in shown(new_owner.get("/"))


def test_a_backup_that_another_process_restores_brings_its_keys_to_this_one(tmp_path: Path) -> None:
    with closing(open_venue_store(tmp_path / "old.db")) as old:
        started(old.log)
        key = old.grants.setting("session-key", lambda: "the old machine's key")
        old.backup(tmp_path / "copy.db")
    app = make_app(Settings(database=str(tmp_path / "new.db")))
    with TestClient(app), closing(open_venue_store(tmp_path / "new.db")) as other:
        application = app.state.application
        assert application.key != key
        other.restore(tmp_path / "copy.db", links=True)
        wait_until(lambda: application.key == key)


def test_a_file_that_is_no_backup_restores_nothing(floor: Floor) -> None:
    owner = floor.owner()
    before = floor.app.state.application.store.log.tournaments()
    database = b"SQLite format 3\x00" + b"\0" * 500
    for content in (b"", b"hello", b"\x1f\x8bbroken", database, gzip.compress(b"hello", mtime=0), b"{}\n{}\n"):
        answer = owner.client.post("/restore", files={"file": ("x", content)})
        assert answer.status_code in {400, 409}
        assert "floorjudge-restore-" not in answer.text
    assert floor.app.state.application.store.log.tournaments() == before


def test_an_export_that_unpacks_to_millions_of_lines_is_refused_at_its_second(floor: Floor) -> None:
    lines = b'{"floorjudge":"event-log","version":1,"name":"x"}\n' + b"[]\n" * 1_000_000
    read = 0

    def counted() -> Iterator[bytes]:
        nonlocal read
        for line in io.BytesIO(lines):
            read += 1
            yield line

    with pytest.raises(BadInput):
        read_export(counted())
    assert read == 3
    answer = floor.owner().client.post("/restore", files={"file": ("x", gzip.compress(lines, 1))})
    assert answer.status_code == 400


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("floorjudge.web.organiser.backups.LARGEST_UNPACKED", 1_000)
    assert unpacked(gzip.compress(b"x" * 1_000)) == b"x" * 1_000
    with pytest.raises(BadInput):
        unpacked(gzip.compress(b"x" * 1_001))
