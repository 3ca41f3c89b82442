"""A server in memory, and browsers of an owner, of staff and of strangers in front of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from html import unescape
from typing import Any

import httpx2
from fastapi import FastAPI
from starlette.testclient import TestClient

from floorjudge.events.service.access.links import make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.rules.event import vacancies
from floorjudge.formats.on_the_edge.tables import Table, TableSet
from floorjudge.web.app import make_app
from floorjudge.web.common.settings import Settings
from floorjudge.web.live.event_cache import EventSnapshot

ADDRESS = "http://floor.example"
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
Response = httpx2.Response


class Browser:
    """One person's browser: keeps cookies, fills in forms as they stand on the page, follows where it is sent."""

    def __init__(self, server: TestClient) -> None:
        self.client = TestClient(server.app, base_url=ADDRESS, headers={"sec-fetch-site": "same-origin"})
        # Every browser meets the one server that runs.
        self.client.portal = server.portal

    def get(self, address: str, status: int = 200) -> str:
        """Open a page and return its HTML."""
        answer = self.client.get(address)
        assert answer.status_code == status, (address, answer.status_code, shown(answer.text))
        return answer.text

    def raw(self, address: str) -> Response:
        """Fetch anything."""
        return self.client.get(address)

    def send(
        self, address: str, status: int = 200, *, files: dict[str, tuple[str, bytes]] | None = None, **fields: str
    ) -> str:
        """Send fields as they are, and return the HTML of the page one ends up at."""
        answer = self.client.post(address, data=fields, files=files)
        assert answer.status_code == status, (address, answer.status_code, shown(answer.text))
        return answer.text

    def fill(
        self,
        page: str,
        action: str | None = None,
        status: int = 200,
        *,
        files: dict[str, tuple[str, bytes]] | None = None,
        **fields: str,
    ) -> str:
        """Fill in the form of a page that is sent to `action` (None: to the page itself), and send it."""
        html = self.get(page) if not page.startswith("<") else page
        hidden = form_fields(html, action)
        return self.send(action or page, status, files=files, **{**hidden, **fields})


def form_fields(html: str, action: str | None) -> dict[str, Any]:
    """Return the hidden fields of the form with this action, in the HTML of a page."""
    forms = re.findall(r"<form\b([^>]*)>(.*?)</form>", html, re.DOTALL)
    fitting = [
        body
        for head, body in forms
        if 'method="post"' in head and (f'action="{action}"' in head if action else "action=" not in head)
    ]
    assert fitting, f"no form for {action}"
    hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', fitting[0])
    return {name: unescape(value) for name, value in hidden}


def shown(html: str) -> str:
    """Return the words of a page."""
    body = re.sub(r"<(script|style|head)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


class Floor:
    """A running server with its people."""

    def __init__(self, server: TestClient, app: FastAPI) -> None:
        self._server = server
        self.app = app

    def stranger(self) -> Browser:
        """Return the browser of somebody without any link."""
        return Browser(self._server)

    def staff(self, role: Role, label: str, event: str | None = None) -> Browser:
        """Return the browser of somebody with a staff link."""
        token, _ = make_staff_token(
            self.app.state.application.store.grants, role, label, datetime.now(UTC), event=event
        )
        browser = Browser(self._server)
        browser.client.post(f"/in/{token}", follow_redirects=False)
        return browser

    def owner(self) -> Browser:
        """Return the browser of the owner."""
        return self.staff(Role.OWNER, "Olga")

    def player(self, event: str, number: int) -> Browser:
        """Return the phone of a player."""
        browser = Browser(self._server)
        browser.client.get(f"/p/{self.app.state.application.player_links.make(event, number)}", follow_redirects=False)
        return browser

    def seen(self, event: str) -> EventSnapshot:
        """Return the event as the server has it."""
        portal = self._server.portal
        assert portal is not None
        found: EventSnapshot = portal.call(self.app.state.application.events.see, event)
        return found

    def take(self, event: str, **command: Any) -> None:
        """Give a command to the server, past its pages."""
        portal = self._server.portal
        assert portal is not None
        portal.call(self.app.state.application.events.take, event, command, "en")

    def state(self, event: str) -> State:
        """Return the tournament as the server has it."""
        return self.seen(event).state


@contextmanager
def serving(database: str | None = None) -> Iterator[Floor]:
    """Run the application with the events of a file, or with events that end with it."""
    app = make_app(Settings(database=database))
    with TestClient(app, base_url=ADDRESS) as server:
        yield Floor(server, app)


@contextmanager
def serving_friday(*, players: tuple[str, ...] = NAMES, start: bool = True) -> Iterator[Floor]:
    """Run the application with one event, `friday`, in its first round or open."""
    with serving() as floor:
        owner = floor.owner()
        event = open_event(owner, players=players)
        if start:
            start_event(owner, event)
        yield floor


def open_event(owner: Browser, name: str = "Friday", players: tuple[str, ...] = NAMES, **fields: Any) -> str:
    """Open an event with players, in the format that the further fields name, and return its id."""
    html = owner.fill("/new", name=name, **fields)
    found = re.search(r'href="/e/([^/"]+)/desk"', html)
    assert found
    event = found[1]
    if players:
        # A quotation mark at the beginning of a line opens a field of a CSV file.
        lines = ['"{}"'.format(name.replace('"', '""')) if '"' in name else name for name in players]
        owner.fill(f"/e/{event}/desk/players", f"/e/{event}/desk/players/import", list="\n".join(lines))
    return event


def start_event(browser: Browser, event: str) -> str:
    """Start an event and return the page that follows."""
    close_roster(browser, event)
    return browser.fill(f"/e/{event}/desk/start", f"/e/{event}/desk/start", public="apple, river, seven")


def close_roster(browser: Browser, event: str) -> str:
    """Close the list of players and return the page that asks for the public words."""
    return browser.fill(f"/e/{event}/desk/start", f"/e/{event}/desk/start/close")


def line_for(table: Table, seats: int = 1) -> str:
    """Return a typed line with which the first player of a table wins."""
    if table.set is TableSet.READMISSION:
        return " ".join(str(number) for number in (table.table, *range(1, seats + 1)))
    return " ".join(str(number) for number in (table.table, 16, *range(len(table.players) - 1)))


def type_all(floor: Floor, browser: Browser, event: str) -> None:
    """Type a result for every open table."""
    for table in floor.state(event).open_tables():
        line = line_for(table, vacancies(floor.state(event)))
        browser.fill(f"/e/{event}/desk", f"/e/{event}/desk/line", line=line)
