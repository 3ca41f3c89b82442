"""The phones of a hall: each shows its player's page, follows its stream and fetches the page when it is told to."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from html import unescape

from bench.support.web_asking import HERE, Asker

_STREAM = re.compile(r'data-live="([^"]+)" data-number="(\d+)"')


class Phones:
    """How often the phones have fetched their pages and been sent pieces; `plain`: they are told of every record."""

    def __init__(self, port: int, event: str, *, plain: bool) -> None:
        self._port = port
        self._event = event
        self._plain = plain
        self.opened = asyncio.Semaphore(0)
        self.fetched = 0
        self.pieces = 0

    async def follow(self, link: str, number: int) -> None:
        """Be the phone of a player for ever."""
        scanned = await Asker(self._port).another(number).get(f"/p/{link}")
        cookie = scanned.header("set-cookie").split(";")[0]
        own = Asker(self._port, cookie=cookie).another(number)
        page = await own.read(f"/e/{self._event}/me")
        found = _STREAM.search(page)
        if found is None:
            raise RuntimeError(page[:300])
        path = f"/e/{self._event}/live?" if self._plain else unescape(found[1]) + "&"
        reader, writer = await asyncio.open_connection(HERE, self._port)
        head = f"GET {path}since={found[2]} HTTP/1.1\r\nhost: {HERE}:{self._port}\r\ncookie: {cookie}\r\n\r\n"
        writer.write(head.encode())
        await reader.readuntil(b"retry:")
        self.opened.release()
        unread = b""
        while more := await reader.read(2**16):
            *events, unread = (unread + more).split(b"\n\n")
            for each in events:
                if b'"patch"' in each:
                    self.pieces += 1
                elif b"event: changed" in each:
                    self.fetched += 1
                    await own.get(f"/e/{self._event}/me")


@asynccontextmanager
async def phones(port: int, event: str, links: Sequence[str], *, plain: bool) -> AsyncIterator[Phones]:
    """Open a phone for each link, all of them following what happens."""
    hall = Phones(port, event, plain=plain)
    tasks = [asyncio.create_task(hall.follow(link, number)) for number, link in enumerate(links)]
    for _ in tasks:
        await hall.opened.acquire()
    yield hall
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
