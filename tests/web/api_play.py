"""Programs in front of the API: each with its own token, at one server in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from floorjudge.events.service.access.links import make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.store.opening import VenueStore
from floorjudge.web.app import make_app
from floorjudge.web.common.settings import Settings
from floorjudge.web.shared import Application
from tests.events.floor.small_event import NAMES

V1 = "/api/v1"
Json = dict[str, Any]


class Program:
    """One program with its token, or without one."""

    def __init__(self, server: TestClient, token: str | None = None) -> None:
        self._server = server
        self.headers = {} if token is None else {"authorization": f"Bearer {token}"}

    def get(self, path: str, status: int = 200, **headers: str) -> Json:
        """Ask for something and return its JSON value."""
        answer = self._server.get(V1 + path, headers=self.headers | headers)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else {}

    def post(self, path: str, value: object, status: int = 200, **headers: str) -> Json:
        """Send something and return the JSON value of the answer."""
        answer = self._server.post(V1 + path, json=value, headers=self.headers | headers)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    def do(self, event: str, do: str, status: int = 200, **fields: Any) -> Json:
        """Send a command."""
        return self.post(f"/events/{event}/commands", {"do": do, **fields}, status)

    def code(self, path: str, status: int, value: object = None) -> str:
        """Return the code with which something is refused."""
        found = self.get(path, status) if value is None else self.post(path, value, status)
        assert found["ok"] is False
        return str(found["error"]["code"])


class Api:
    """A server with its programs."""

    def __init__(self, server: TestClient, app: FastAPI) -> None:
        self.server = server
        self.application: Application = app.state.application

    @property
    def store(self) -> VenueStore:
        """Where its events are kept."""
        return self.application.store

    def anybody(self) -> Program:
        """Return a program without a token."""
        return Program(self.server)

    def staff(self, role: Role, event: str | None = None, label: str = "Olga") -> Program:
        """Return a program with a token of a role."""
        return Program(self.server, self.token(role, event, label))

    def token(self, role: Role, event: str | None = None, label: str = "Olga") -> str:
        """Return a new token."""
        return make_staff_token(self.store.grants, role, label, datetime.now(UTC), event=event)[0]

    def player(self, event: str, number: int) -> Program:
        """Return a player's program."""
        return Program(self.server, self.application.player_links.make(event, number))

    def event(self, name: str = "Friday", players: int = 8, *, started: bool = True) -> str:
        """Open an event with players, and start it."""
        owner = self.staff(Role.OWNER)
        event = str(owner.post("/events", {"name": name, "seed": "a seed that is long enough"}, 201)["event"])
        for player in NAMES[:players]:
            owner.do(event, "register", player=player)
        if started:
            owner.do(event, "start", public="three words, said")
        return event


@contextmanager
def serving(place: str | None = None, **settings: Any) -> Iterator[Api]:
    """Run the application in this process."""
    app = make_app(Settings(database=place, **settings))
    with TestClient(app, follow_redirects=False) as server:
        yield Api(server, app)
