"""What each request costs the process that serves: nothing that takes more than 20 ms of CPU belongs there.

python3 dev.py bench serving [--quick] [--markdown]

A real server, one request at a time: the CPU of the serving process, all its threads together, and of the longest step of its
event loop, during which nobody else is answered. What other processes work out for it is in neither.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


from bench.support.measured_server import LONGEST, STEPS
from bench.support.report import Findings, measure, seconds
from bench.support.rounds import SEED
from bench.support.web_asking import HERE
from bench.support.web_event import Served, line, serving
from bench.support.web_viewers import Viewers
from bench.support.whole import sent
from floorjudge.events.service import EventService
from floorjudge.events.service.access.links import PlayerLinks, make_staff_token
from floorjudge.events.service.access.roles import Role
from floorjudge.formats.competition import Phase
from floorjudge.store import open_venue_store
from floorjudge.store.opening import VenueStore

_DONE = re.compile(r"[?&]done=(\d+)")
_DECK = "\n".join(f"2 Card {number}" for number in range(1, 21))
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


class Sizes(NamedTuple):
    """Players of the event, names in the list that is imported, who look on, and how often each thing is asked."""

    players: int
    imported: int
    viewers: int
    times: int


FULL = Sizes(1_000, 9_000, 1_000, 5)
QUICK = Sizes(30, 40, 5, 1)


class Spent(NamedTuple):
    """CPU in seconds: of the serving process altogether, and of the longest step of its event loop."""

    altogether: float
    longest: float


class Answer(NamedTuple):
    """What came back."""

    status: int
    to: str
    body: bytes


class Browser:
    """Somebody who asks, and what that costs the server."""

    def __init__(self, served: Served, steps: Path, sender: str) -> None:
        self._served, self._steps, self._sender = served, steps, sender
        self._cookies: dict[str, str] = {}
        self._clock = ((~served.process) << 3) | 2  # how Linux names the clock of another process

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = FORM) -> Answer:
        """Ask once."""
        connection = http.client.HTTPConnection(HERE, self._served.port, timeout=120, source_address=(self._sender, 0))
        with closing(connection):
            cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
            headers = {"sec-fetch-site": "same-origin", "cookie": cookies} | ({"content-type": kind} if body else {})
            connection.request(method, path, body or (b"" if method == "POST" else None), headers)
            came = connection.getresponse()
            for name, value in came.getheaders():
                if name == "set-cookie":
                    key, _, rest = value.partition("=")
                    self._cookies[key] = rest.partition(";")[0]
            return Answer(came.status, came.getheader("location") or "", came.read())

    def form(self, path: str, **fields: str) -> Answer:
        """Send a form."""
        return self.ask("POST", path, urlencode(fields).encode())

    def file(self, path: str, content: bytes, **fields: str) -> Answer:
        """Send a form with a file."""
        parts = [
            f'--x\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{said}\r\n' for name, said in fields.items()
        ]
        head = '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'
        body = "".join(parts).encode() + head.encode() + content + b"\r\n--x--\r\n"
        return self.ask("POST", path, body, "multipart/form-data; boundary=x")

    def cost(self, ask: Callable[[], Answer]) -> tuple[Spent, Answer]:
        """Return what a request costs, what it leaves to be done included."""
        _longest(self._steps, forget=True)
        before = time.clock_gettime(self._clock)
        answer = ask()
        spent = -1.0
        while (now := time.clock_gettime(self._clock)) - spent > 0.002:
            spent = now
            time.sleep(0.2)
        return Spent(now - before, _longest(self._steps)), answer


def _longest(steps: Path, *, forget: bool = False) -> float:
    with steps.open("r+b") as file:
        if forget:
            file.write(LONGEST.pack(0.0))
            return 0.0
        return float(LONGEST.unpack(file.read(LONGEST.size))[0])


class Venue(NamedTuple):
    """The events of one file, by what they are for, and the links that open them."""

    running: str
    finished: str
    empty: str
    owner: str
    player: str
    lines: tuple[str, ...]


def measured(sizes: Sizes) -> Iterator[Findings]:
    """Yield the table when it is measured."""
    with tempfile.TemporaryDirectory() as folder:
        file, steps = Path(folder, "bench.db"), Path(folder, "steps")
        steps.write_bytes(LONGEST.pack(0.0))
        os.environ[STEPS] = str(steps)
        venue = prepare(file, sizes)
        rows = []
        with serving(file, "bench.support.measured_server") as served:
            for what, costs in requests(
                Browser(served, steps, HERE), Browser(served, steps, "127.0.0.2"), served, venue, sizes
            ):
                middle = sorted(costs, key=lambda each: each.altogether)[len(costs) // 2]
                rows.append((what, seconds(middle.altogether), seconds(max(each.longest for each in costs))))
    heads = ("what", "CPU of the serving process", "longest step of its event loop")
    yield Findings(f"What a request costs the process that serves, {sizes.players:,} players", heads, rows)


def prepare(file: Path, sizes: Sizes) -> Venue:
    """Play three events: one in its second round, one to its end, one without players."""
    with closing(open_venue_store(file)) as store:
        finished = _played(store, "Finished", sizes.players, rounds=99)
        finished.take({"do": "publish", "places": True, "decks": True}, "en")
        running = _played(store, "Running", sizes.players, rounds=2)
        empty = _played(store, "Empty", 0, rounds=0)
        owner, _ = make_staff_token(store.grants, Role.OWNER, "Bench", datetime.now(UTC))
        player = PlayerLinks(store.grants).make(str(running.event_id), 1)
        lines = tuple(map(line, running.state.tables))
        return Venue(str(running.event_id), str(finished.event_id), str(empty.event_id), owner, player, lines)


def _played(store: VenueStore, name: str, players: int, *, rounds: int) -> EventService:
    service = EventService(store.log)
    service.take({"do": "open", "name": name, "seed": SEED}, "en")
    if players:
        names = [f"Player {number:04}" for number in range(1, players + 1)]
        service.take_all([{"do": "register", "player": each} for each in names])
        service.take_all([{"do": "deck", "player": each, "list": _DECK} for each in names])
    luck = random.Random(players)
    while service.state.round < rounds:
        service.take({"do": "start" if service.state.phase is Phase.REGISTRATION else "next"}, "en")
        if service.state.phase is Phase.FINISHED:
            break
        if service.state.round < rounds:
            service.take_all([sent(service.state, table, luck) for table in service.state.tables])
    return service


Row = tuple[str, list[Spent]]


def requests(stranger: Browser, owner: Browser, served: Served, venue: Venue, sizes: Sizes) -> Iterator[Row]:
    """Ask everything, and yield what each cost."""
    owner.form(f"/in/{venue.owner}")
    yield from _first(owner, venue)
    yield from _of_strangers(stranger, venue, sizes)
    yield from _pages_of_staff(owner, venue, sizes)
    yield from _results(owner, served, venue, sizes)
    yield from _files(owner, venue, sizes)


def _several(browser: Browser, times: int, ask: Callable[[], Answer]) -> list[Spent]:
    """Return the costs of a request that is asked several times; the first one also does what is done once."""
    found = []
    for _ in range(times):
        spent, answer = browser.cost(ask)
        if answer.status not in {200, 303, 400, 403, 409, 413, 422}:
            raise RuntimeError(answer.status, answer.body[-500:])
        found.append(spent)
    return found


def _first(owner: Browser, venue: Venue) -> Iterator[Row]:
    yield (
        "the first page after the start: the desk",
        [owner.cost(lambda: owner.ask("GET", f"/e/{venue.running}/desk"))[0]],
    )
    yield "the first line typed", [owner.cost(lambda: _type(owner, venue, 0))[0]]
    yield "the finder, opened first: card names prepared", [owner.cost(lambda: owner.ask("GET", "/loops"))[0]]
    while not owner.ask("GET", "/loops/cards?q=gond").body.startswith(b'["'):
        time.sleep(1.0)
    yield "completing a card's name", _several(owner, 5, lambda: owner.ask("GET", "/loops/cards?q=pres+of"))


def _type(owner: Browser, venue: Venue, number: int) -> Answer:
    return owner.form(f"/e/{venue.running}/desk/line", id=f"l{number}", line=venue.lines[number])


def _of_strangers(stranger: Browser, venue: Venue, sizes: Sizes) -> Iterator[Row]:
    many = json.dumps({"do": "announce", "text": ["a", 1] * 300_000}).encode()
    api = f"/api/v1/events/{venue.running}"
    posts = (
        ("a stranger's JSON of 3.9 MB", f"{api}/commands", many, JSON),
        ("… of 190 kB", f"{api}/commands", json.dumps({"do": "announce", "text": [{}] * 47_000}).encode(), JSON),
        ("a case of 390 kB", "/api/v1/loops/rule", json.dumps({"turn_order": ["a", "b"] * 39_000}).encode(), JSON),
        ("a form of 190 kB", "/loop", b"do=" + b"%C3%A1" * 31_000, FORM),
        ("an export to be checked, 1.2 MB", "/api/v1/verify", b'{"a": 1}\n' * 130_000, "application/jsonl"),
    )
    for what, path, body, kind in posts:
        yield what, _several(stranger, sizes.times, partial(stranger.ask, "POST", path, body, kind))
    running, finished = f"/e/{venue.running}", f"/e/{venue.finished}"
    pages = (
        ("the live page, made for each", f"{running}?afresh"),
        ("the live page of a finished event", f"{finished}?afresh"),
        ("the places", f"{finished}/places"),
        ("the places as a picture", f"{finished}/places.png"),
        ("the big screen", f"{running}/screen"),
        ("the log", f"{finished}/log"),
        ("the page of the draw", f"{finished}/draw"),
        ("what the browser checks the draws from", f"{finished}/draw.json"),
        ("the deck lists", f"{finished}/decks"),
        ("a deck list", f"{finished}/decks/1"),
        ("a player looked for", f"{running}/find?q=player+1"),
        ("a player's page", f"{running}/player/7"),
        ("JSON of the event", api),
        ("JSON of a player", f"{api}/players/7"),
        ("JSON of the log", f"{api}/log?limit=500"),
    )
    for what, path in pages:
        yield what, _several(stranger, sizes.times, partial(stranger.ask, "GET", path))


def _pages_of_staff(owner: Browser, venue: Venue, sizes: Sizes) -> Iterator[Row]:
    running, finished = f"/e/{venue.running}", f"/e/{venue.finished}"
    pages = (
        ("staff: the desk", f"{running}/desk"),
        ("staff: results", f"{running}/desk/results"),
        ("staff: players", f"{running}/desk/players"),
        ("staff: one player with a deck list", f"{running}/desk/players/7"),
        ("staff: settings", f"{running}/desk/event"),
        ("staff: what an undo takes back", f"{running}/desk/undo"),
        ("staff: calls", f"{running}/judge"),
        ("staff: export", f"{finished}/desk/export"),
        ("staff: slips as PDF", f"{running}/print/slips.pdf"),
        ("staff: tables by name as PDF", f"{running}/print/tables-by-name.pdf"),
        ("staff: standings as PDF", f"{running}/print/standings.pdf"),
        ("staff: backup", "/backup"),
    )
    for what, path in pages:
        yield what, _several(owner, sizes.times, partial(owner.ask, "GET", path))
    numbers = iter(range(2, 1_000))

    def rename() -> Answer:
        number = next(numbers)
        return owner.form(f"{running}/desk/players/{number}/rename", name=f"Somebody else {number}")

    yield "staff: a player's other name", _several(owner, sizes.times, rename)


def _results(owner: Browser, served: Served, venue: Venue, sizes: Sizes) -> Iterator[Row]:
    running = f"/e/{venue.running}"
    lines = iter(range(1, len(venue.lines)))
    yield "a line typed", _several(owner, sizes.times, lambda: _type(owner, venue, next(lines)))
    viewers = Viewers(served.port, venue.running, sizes.viewers)
    try:
        yield (
            f"… while {sizes.viewers:,} look on",
            _several(owner, sizes.times, lambda: _type(owner, venue, next(lines))),
        )
        for number in lines:
            _type(owner, venue, number)
        time.sleep(1.0)
        yield (
            "what comes next, shown before",
            _several(owner, sizes.times, lambda: owner.ask("GET", f"{running}/desk/next")),
        )
        going, back = [], []
        for number in range(sizes.times):
            seen = _seen(owner, f"{running}/desk/next")
            going += _several(owner, 1, partial(owner.form, f"{running}/desk/next", id=f"n{number}", seen=seen))
            seen = _seen(owner, f"{running}/desk/undo")
            back += _several(owner, 1, partial(owner.form, f"{running}/desk/undo", id=f"u{number}", seen=seen))
        yield f"the next round, while {sizes.viewers:,} look on", going
        yield "… taken back", back
    finally:
        viewers.close()


def _seen(owner: Browser, path: str) -> str:
    found = re.search(rb'name="seen" value="(\d+)"', owner.ask("GET", path).body)
    return "" if found is None else found[1].decode()


def _files(owner: Browser, venue: Venue, sizes: Sizes) -> Iterator[Row]:
    names = "\n".join(f"{number:05},Given{number} Family{number * 7},Town" for number in range(sizes.imported))
    path = f"/e/{venue.empty}/desk/players/import"
    yield (
        f"a list of {sizes.imported:,} names, shown first",
        _several(owner, 1, lambda: owner.file(path, names.encode(), id="i")),
    )
    add = {"id": "i", "step": "add", "columns": "1"}
    yield "… registered", _several(owner, 1, lambda: owner.file(path, names.encode(), **add))
    yield (
        "… the page of players then",
        _several(owner, sizes.times, lambda: owner.ask("GET", f"/e/{venue.empty}/desk/players")),
    )
    yield "… the live page then", _several(owner, sizes.times, lambda: owner.ask("GET", f"/e/{venue.empty}?afresh"))
    undo = f"/e/{venue.empty}/desk/undo"
    yield "… taken back", _several(owner, 1, partial(owner.form, undo, id="u", seen=_seen(owner, undo)))
    backup = owner.ask("GET", "/backup").body
    size = f"{len(gzip.decompress(backup)) / 1e6:.1f} MB"
    yield (
        f"restoring a backup of {size}, all here already",
        _several(owner, 1, lambda: owner.file("/restore", backup, links="leave")),
    )
    export = owner.ask("GET", f"/e/{venue.finished}/desk/export").body
    yield (
        f"restoring an export of {len(export) / 1e6:.1f} MB",
        _several(owner, 1, lambda: owner.file("/restore", export)),
    )
    yield "a rehearsal", _several(owner, 1, lambda: owner.form(f"/e/{venue.running}/desk/rehearsal", id="r"))


if __name__ == "__main__":
    measure("Measure what each request costs the process that serves.", measured, quick=QUICK, full=FULL)
