"""A real server as people start it: a process of its own at a port of its own, which can be killed and started again."""

from __future__ import annotations

import atexit
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self, TextIO
from urllib.parse import urlencode

from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import PlayerLinks, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.events.service.log.records import Record, check_chain
from floorjudge.store import open_venue_store
from tests.support.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
HERE = "127.0.0.1"
OURS = {"sec-fetch-site": "same-origin"}


# Connections that go out leave from ports above these, on every system.
_PORTS = iter(range(20_000, 30_000))
# Where all processes that test see which are taken; some tests have temporary files elsewhere for a while.
_TAKEN = Path(tempfile.gettempdir()) / f"floorjudge-ports-of-tests-{os.getuid()}"
_KEPT: list[TextIO] = []


def free_port() -> int:
    """Return a port that is this process's until it ends: no other test gets it, and no connection that goes out."""
    import fcntl  # noqa: PLC0415 (other systems have none, and run none of this)

    _TAKEN.mkdir(exist_ok=True)
    for port in _PORTS:
        kept = (_TAKEN / str(port)).open("w")
        with suppress(OSError), socket.socket() as trial:
            fcntl.flock(kept, fcntl.LOCK_EX | fcntl.LOCK_NB)
            trial.bind((HERE, port))
            _KEPT.append(kept)
            return port
        kept.close()
    raise AssertionError("every port is taken")


class _Ready:
    """The process from which servers are started; see `tests.support.web_servers_ready`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.web_servers_ready"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=_variables(),
            text=True,
        )
        atexit.register(self.close)

    def start(self, output: Path, words: list[str]) -> int:
        """Start a server with the variables that are set now, and return the number of its process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([str(output), _variables(), *words]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it; it has nothing to lose."""
        self._process.communicate()


@cache
def _ready() -> _Ready:
    return _Ready()


def _variables() -> dict[str, str]:
    # Where card texts are kept is the test's own place, too.
    ours = [name for name in os.environ if name.startswith("FLOORJUDGE_") and name != "FLOORJUDGE_CACHE"]
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {"PYTHONUTF8": "1", "FLOORJUDGE_LANG": "en"}


class WebServer:
    """`floorjudge serve` for the events of a place; always at the same port, however often it is started."""

    def __init__(self, place: str | None, folder: Path, *words: str) -> None:
        self.port = free_port()
        self._output = folder / f"server-{self.port}.txt"
        choice = ["--demo"] if place is None else ["--database", place]
        self._words = ["serve", *choice, "--host", HERE, "--port", str(self.port), *words]
        self.process: int | None = None

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://{HERE}:{self.port}"

    @property
    def output(self) -> str:
        """Everything it has printed, over all its lives."""
        return self._output.read_text("utf-8", "replace")

    def link(self) -> str:
        """Return the newest link that it has printed."""
        return self.links()[-1]

    def links(self) -> list[str]:
        """Return all links that it has printed."""
        return re.findall(r"http://\S+/in/\S+", self.output)

    def start(self) -> None:
        """Start it, and return when it answers."""
        self.process = _ready().start(self._output, self._words)
        wait_until(self._answers, lambda: self.output)

    def _answers(self) -> bool:
        with suppress(OSError, http.client.HTTPException):
            Caller(self.port).get("/static/mark.svg")
            return True
        assert self.is_there, self.output
        return False

    @property
    def is_there(self) -> bool:
        """Whether its process is still there."""
        try:
            os.kill(self.process or 0, 0)
        except ProcessLookupError:
            return False
        return self.process is not None

    def kill(self) -> None:
        """Kill it and all its workers where they are."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        until = time.monotonic() + PATIENCE
        while self.is_there:
            with suppress(ProcessLookupError):
                if how is signal.SIGKILL or time.monotonic() > until:
                    os.killpg(self.process, signal.SIGKILL)
                elif time.monotonic() < until:
                    os.kill(self.process, how)
            for _ in range(300):
                if not self.is_there:
                    break
                time.sleep(0.01)
        self.process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Reply(NamedTuple):
    """An answer: `headers` with names in small letters."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The JSON value that it is."""
        return json.loads(self.text)

    @property
    def done(self) -> int:
        """The number of the record that acknowledges a form."""
        if self.headers.get("content-type", "").startswith("application/json"):
            assert self.json["ok"], self.text
            return int(self.json["number"])
        found = re.search(r"[?&]done=(\d+)", self.headers.get("location", ""))
        assert found is not None, (self.status, self.headers, self.text[:2_000])
        return int(found[1])


class Caller:
    """Somebody with a browser without scripts: one connection for each request, and a cookie."""

    def __init__(self, port: int, *, language: str = "en", host: str = HERE) -> None:
        self.port = port
        self._host = host
        self._headers = {**OURS, "accept-language": language}

    def open_staff_link(self, token: str) -> Caller:
        """Use a staff link on this device."""
        return self._keep_cookie(self._ask("POST", f"/in/{token}", b""))

    def open_player_link(self, signed: str) -> Caller:
        """Use a player's link on this device."""
        return self._keep_cookie(self._ask("GET", f"/p/{signed}"))

    def _keep_cookie(self, reply: Reply) -> Caller:
        assert reply.status == 303, reply
        self._headers["cookie"] = reply.headers["set-cookie"].partition(";")[0]
        return self

    def at(self, port: int) -> Caller:
        """Return the same person, reaching the server by another port."""
        other = Caller(port)
        other._headers = dict(self._headers)
        return other

    def get(self, path: str, **headers: str) -> Reply:
        """Fetch a page; raises OSError or HTTPException when there is no whole answer."""
        return self._ask("GET", path, more=headers)

    def post(self, path: str, fields: Mapping[str, str], *, as_json: bool = False) -> Reply:
        """Send a form; `as_json`: as a phone does that keeps what it sends until it has an answer."""
        more = {"content-type": "application/x-www-form-urlencoded"}
        return self._ask(
            "POST", path, urlencode(fields).encode(), more | ({"accept": "application/json"} if as_json else {})
        )

    def send(self, path: str, body: bytes, kind: str) -> Reply:
        """Send anything; `kind` is its media type."""
        return self._ask("POST", path, body, {"content-type": kind})

    def _ask(self, method: str, path: str, body: bytes | None = None, more: Mapping[str, str] | None = None) -> Reply:
        with closing(http.client.HTTPConnection(self._host, self.port, timeout=PATIENCE)) as connection:
            connection.request(method, path, body, {**self._headers, **(more or {})})
            answer = connection.getresponse()
            content = answer.read()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return Reply(answer.status, headers, content.decode("utf-8", "replace"))

    def download(self, path: str) -> bytes:
        """Fetch a file."""
        with closing(http.client.HTTPConnection(self._host, self.port, timeout=PATIENCE)) as connection:
            connection.request("GET", path, headers=self._headers)
            answer = connection.getresponse()
            content = answer.read()
        assert answer.status == 200, content[:2_000]
        return content


class Prepared(NamedTuple):
    """An event in a place, with the secrets that open it."""

    place: str
    event: str
    owner: str
    organiser: str
    judge: str
    players: dict[str, str]


@contextmanager
def desk_of(place: str, event: str | None = None) -> Iterator[EventService]:
    """Open the desk of an event as another process beside the server would."""
    with closing(open_venue_store(place)) as store:
        yield EventService(store.log, event)


def prepare(place: str, names: tuple[str, ...], *, name: str = "Friday", start: bool = True) -> Prepared:
    """Open an event with players, and links for its people."""
    with closing(open_venue_store(place)) as store:
        desk = EventService(store.log)
        desk.take({"do": "open", "name": name, "seed": "the seed of the tests, long enough"}, "en")
        for player in names:
            desk.take({"do": "register", "player": player}, "en")
        if start:
            desk.take({"do": "start", "public": "three words, said"}, "en")
        event = str(desk.event_id)
        now = datetime.now(UTC)
        links = PlayerLinks(store.grants)
        return Prepared(
            place,
            event,
            make_staff_token(store.grants, Role.OWNER, "Olga", now)[0],
            make_staff_token(store.grants, Role.ORGANISER, "Marie", now, event=event)[0],
            make_staff_token(store.grants, Role.JUDGE, "Bo the judge", now, event=event)[0],
            {player: links.make(event, desk.state.players[player].number) for player in names},
        )


def records_of(place: str, event: str) -> list[Record]:
    """Return the log of an event, whose chain is intact and whose events can be played."""
    with closing(open_venue_store(place)) as store:
        desk = EventService(store.log, event)
        records = list(desk.records_after(0))
    check_chain(records)
    return records
