"""A disk that takes nothing more: whoever reports is told which trouble it is, on every way in, and so are the staff."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, NoReturn

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.access.links import make_device_link
from floorjudge.events.service.access.roles import Role
from floorjudge.store.errors import DiskFailed, DiskFull, FileBusy, ReadOnly
from floorjudge.store.sqlite import SqliteDatabase
from floorjudge.texts import LANGUAGES
from floorjudge.web.errors import StoreAway, StoreFails, StoreFull, StoreHeld, StoreReadOnly
from floorjudge.web.shared import Application
from tests.web.desk_of_tests import Browser, Floor, open_event, serving, shown, start_event
from tests.web.pages_read import findings

PLACE = "/secret/place/events.db"
TROUBLES = [
    (DiskFull(PLACE), StoreFull),
    (ReadOnly(PLACE), StoreReadOnly),
    (FileBusy(PLACE), StoreHeld),
    (DiskFailed(PLACE, "disk I/O error"), StoreFails),
]


@contextmanager
def in_trouble(error: FloorjudgeError) -> Iterator[None]:
    """Let the database refuse everything that would write; what it refuses is remembered as it is there."""

    @contextmanager
    def refuse(database: SqliteDatabase) -> Iterator[NoReturn]:
        with database.last_write.noticing():
            raise error
        yield

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteDatabase, "writing", refuse)
        yield


@pytest.fixture(scope="module")
def floor() -> Iterator[Floor]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def event(floor: Floor) -> str:
    owner = floor.owner()
    event = open_event(owner)
    start_event(owner, event)
    return event


def answered(browser: Browser, address: str, **sent: Any) -> str:
    """Return what is said to whoever sends something that cannot be saved."""
    answer = browser.client.post(address, **sent)
    assert answer.status_code == 503, (address, answer.text)
    if "json" in answer.headers["content-type"]:
        value = answer.json()
        assert value["ok"] is False
        return str(value["error"]["message"])
    assert findings(answer.text) == []
    return shown(answer.text)


@pytest.mark.parametrize(("error", "told"), TROUBLES)
def test_whoever_sends_something_is_told_which_trouble_it_is(
    error: FloorjudgeError, told: type[StoreAway], floor: Floor, event: str, caplog: pytest.LogCaptureFixture
) -> None:
    organiser, phone, owner = floor.staff(Role.ORGANISER, "Marie", event), floor.player(event, 1), floor.owner()
    before, at = floor.seen(event).number, f"/e/{event}"
    call = {"about": "help", "id": "a call"}
    token, _ = make_device_link(floor.app.state.application.store.grants, "Phone", datetime.now(UTC))
    for language in LANGUAGES:
        for browser in (organiser, phone, owner):
            browser.client.headers["accept-language"] = language
        caplog.clear()
        with in_trouble(error), caplog.at_level(logging.ERROR, "floorjudge.web"):
            said = {
                "form": answered(organiser, f"{at}/desk/event/announce", data={"text": "Lunch"}),
                "players": answered(organiser, f"{at}/desk/players/8/leave", data={"id": "leaving"}),
                "phone": answered(phone, f"{at}/me/call", data=call, headers={"accept": "application/json"}),
                "phone without a script": answered(phone, f"{at}/me/call", data=call),
                "program": answered(
                    organiser, f"/api/v1/events/{event}/commands", json={"do": "call", "about": "help"}
                ),
                "staff link": answered(
                    organiser, f"{at}/desk/staff", data={"role": "judge", "label": "Bo", "lasts": "day"}
                ),
                "owner's link": answered(owner, "/owner", data={"kind": "device", "label": "Phone"}),
                "new event": answered(owner, "/new", data={"name": "Saturday", "format": "ote-1.2", "id": "new"}),
                "link": answered(floor.stranger(), f"/in/{token}", headers={"accept-language": language}),
            }
        for way, words in said.items():
            assert " ".join(told().message(language).split()) in " ".join(words.split()), way
            assert PLACE not in words, way
        assert caplog.text.count(PLACE) >= len(said)
    assert floor.seen(event).number == before
    assert phone.client.post(f"{at}/me/call", data={"about": "help", "id": str(told)}).status_code == 200


@pytest.mark.parametrize("error", [error for error, told in TROUBLES if told is not StoreHeld])
def test_the_staff_see_on_every_page_what_is_to_be_done_until_it_is(
    error: FloorjudgeError, floor: Floor, event: str
) -> None:
    people = floor.owner(), floor.staff(Role.ORGANISER, "Marie", event), floor.staff(Role.JUDGE, "Jo", event)
    pages = (f"/e/{event}/desk", f"/e/{event}", f"/e/{event}/log"), (f"/e/{event}/desk/staff",), (f"/e/{event}/judge",)
    listed = [(browser, address) for browser, addresses in zip(people, pages, strict=True) for address in addresses]
    alarm = 'class="notice warn trouble" role="alert"'
    with in_trouble(error):
        answered(people[0], f"/e/{event}/desk/players/8/leave", data={"id": "leaving"})
        for browser, address in (*listed, (people[0], "/")):
            for language in LANGUAGES:
                page = browser.client.get(address, headers={"accept-language": language}).text
                assert alarm in page, address
                assert findings(page) == []
        for browser, address in (
            (floor.player(event, 1), f"/e/{event}/me"),
            (floor.stranger(), f"/e/{event}"),
            (floor.stranger(), "/"),
        ):
            assert alarm not in browser.get(address)
    assert people[0].client.post(f"/e/{event}/desk/event/announce", data={"text": str(error)}).status_code == 200
    for browser, address in listed:
        assert alarm not in browser.get(address)


def test_a_search_that_cannot_be_noted_tells_no_file(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page shows of an error goes the same way as an error that has a page of its own."""

    async def full(_: Application) -> NoReturn:
        raise DiskFull(PLACE)

    monkeypatch.setattr(Application, "cards_prepared", full)
    for address, fields in (("/loops/deck", {"deck": "1 Forest"}), ("/loops", {"cards": "Intruder Alarm"})):
        answer = floor.stranger().client.post(address, data=fields)
        assert answer.status_code == 503
        assert StoreFull().message("en") in shown(answer.text)
        assert PLACE not in answer.text
