"""A client for the web application that costs little itself: one open connection, requests one after another."""

from __future__ import annotations

import asyncio
import gzip
import json
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

HERE = "127.0.0.1"


class Answered(NamedTuple):
    """What came back, and how long it took in seconds."""

    status: int
    head: bytes
    body: bytes
    took: float

    def header(self, name: str) -> str:
        """Return what a header says, empty when it is not there."""
        lines = self.head.decode("latin-1").split("\r\n")
        return next(
            (said.strip() for each, _, said in (line.partition(":") for line in lines) if each.lower() == name), ""
        )


class Asker:
    """One browser's connection. The server counts what one sender sends, so `sender` is this one's own address."""

    def __init__(self, port: int, sender: str = HERE, cookie: str = "") -> None:
        self._port = port
        self._sender = sender
        self._cookie = cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answered:
        """Fetch a page; as browsers do, once more where the server has hung up meanwhile."""
        try:
            return await self._ask("GET", path, b"")
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.close()
            return await self._ask("GET", path, b"")

    async def read(self, path: str) -> str:
        """Fetch a page and return its text."""
        answered = await self.get(path)
        packed = answered.header("content-encoding") == "gzip"
        return (gzip.decompress(answered.body) if packed else answered.body).decode()

    async def post(self, path: str, fields: dict[str, str]) -> Answered:
        """Send a form."""
        return await self._ask("POST", path, urlencode(fields).encode())

    async def send(self, path: str, value: object) -> Answered:
        """Send JSON."""
        return await self._ask("POST", path, json.dumps(value).encode(), {"content-type": "application/json"})

    async def command(self, event: str, fields: dict[str, Any], prefer: str = "") -> Answered:
        """Have the API do a command."""
        headers = {"content-type": "application/json"} | ({"prefer": prefer} if prefer else {})
        return await self._ask("POST", f"/api/v1/events/{event}/commands", json.dumps(fields).encode(), headers)

    async def enter(self, token: str) -> Asker:
        """Open a staff link, and be staff from now on."""
        answered = await self.post(f"/in/{token}", {})
        self._cookie = answered.header("set-cookie").split(";")[0]
        return self

    def another(self, number: int) -> Asker:
        """Return the same person with a connection and an address of their own."""
        return Asker(self._port, f"127.0.{1 + number // 250}.{1 + number % 250}", self._cookie)

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str] | None = None) -> Answered:
        begin = time.perf_counter()
        if self._streams is not None and self._streams[0].at_eof():
            # A server hangs up on who asks nothing for some seconds.
            await self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection(HERE, self._port, local_addr=(self._sender, 0), limit=2**22)
        reader, writer = self._streams
        cookie = f"cookie: {self._cookie}\r\n" if self._cookie else ""
        own = headers or ({"content-type": "application/x-www-form-urlencoded"} if body else {})
        kind = "".join(f"{name}: {value}\r\n" for name, value in own.items())
        length = f"content-length: {len(body)}\r\n" if method == "POST" else ""
        head = f"{method} {path} HTTP/1.1\r\nhost: {HERE}:{self._port}\r\nsec-fetch-site: same-origin\r\n"
        writer.write(f"{head}accept-encoding: gzip\r\n{kind}{length}{cookie}\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        size = next((line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0")
        content = await reader.readexactly(int(size.partition(b":")[2]))
        status = int(answer.split(b" ", 2)[1])
        return Answered(status, answer, content, time.perf_counter() - begin)


class Load(NamedTuple):
    """What some askers at once were answered: how many a second, and how long each waited, in seconds."""

    a_second: float
    middle: float
    slowest_of_a_hundred: float
    most: float
    size: int


async def load(askers: Sequence[Asker], ask: Callable[[Asker, int], Awaitable[Answered]], times: int) -> Load:
    """Have several ask at once until they have asked so many times altogether."""
    numbers = iter(range(times))
    waits: list[float] = []
    sizes: list[int] = []

    async def go_on(asker: Asker) -> None:
        for number in numbers:
            answered = await ask(asker, number)
            if answered.status not in {200, 303}:
                raise RuntimeError(answered.status, answered.body[:300])
            waits.append(answered.took)
            sizes.append(len(answered.body))

    begin = time.perf_counter()
    await asyncio.gather(*map(go_on, askers))
    spent = time.perf_counter() - begin
    for asker in askers:
        await asker.close()
    return Load(len(waits) / spent, share(waits, 0.5), share(waits, 0.99), max(waits), max(sizes))


def share(values: Sequence[float], part: float) -> float:
    """Return the smallest value that at least this part of all values does not exceed."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]
