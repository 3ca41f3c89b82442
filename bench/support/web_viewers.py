"""People who look at an event live: many connections in a process of their own, which says when the last one knew."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

HERE = "127.0.0.1"
ROOT = Path(__file__).parents[2]
AT_ONCE = 100
_NUMBER = re.compile(rb"(?:^|\n)id: (\d+)\n")


class Told(NamedTuple):
    """When the first and the last of all viewers were told of a record, by the clock of this machine."""

    first: float
    last: float


class Viewers:
    """A process with viewers: each either takes the pieces that changed, or fetches the whole page again."""

    def __init__(self, port: int, event: str, count: int, *, refetch: bool = False) -> None:
        how = [str(port), event, str(count), "refetch" if refetch else "pieces"]
        module = [sys.executable, "-m", "bench.support.web_viewers", *how]
        self._process = subprocess.Popen(module, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, cwd=ROOT)
        self.opening = float(self._line()["opened"])

    def told(self, number: int) -> Told:
        """Wait until all have been told of a record."""
        while True:
            said = self._line()
            if said["number"] == number:
                return Told(said["first"], said["last"])

    def close(self) -> None:
        """Send them home."""
        self._process.kill()
        self._process.communicate()

    def _line(self) -> dict[str, float]:
        if self._process.stdout is None:
            raise RuntimeError
        line: dict[str, float] = json.loads(self._process.stdout.readline())
        return line


class _Crowd:
    """Counts who has been told of what."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._told: Counter[int] = Counter()
        self._first: dict[int, float] = {}

    def heard(self, number: int) -> None:
        now = time.perf_counter()
        self._first.setdefault(number, now)
        self._told[number] += 1
        if self._told[number] == self._count:
            print(json.dumps({"number": number, "first": self._first[number], "last": now}), flush=True)


async def _view(port: int, event: str, crowd: _Crowd, ready: asyncio.Semaphore, *, refetch: bool) -> None:
    """Look on for ever; `ready` is given back when the stream is open."""
    path = f"/e/{event}/live" + ("" if refetch else "?pieces=1")
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: {HERE}:{port}\r\n\r\n".encode())
    unread = b""
    opened = False
    while more := await reader.read(2**16):
        if not opened and b"retry:" in unread + more:
            opened = True
            ready.release()
        *events, unread = (unread + more).split(b"\n\n")
        for each in events:
            found = _NUMBER.search(each)
            if found:
                if refetch:
                    await _fetch(port, event)
                crowd.heard(int(found[1]))


async def _fetch(port: int, event: str) -> None:
    """Fetch the live page, made for this viewer alone."""
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(f"GET /e/{event}?afresh HTTP/1.1\r\nhost: {HERE}:{port}\r\nconnection: close\r\n\r\n".encode())
    await reader.read(-1)
    writer.close()


async def _look_on(port: int, event: str, count: int, *, refetch: bool) -> None:
    crowd = _Crowd(count)
    begin = time.perf_counter()
    views = []
    for start in range(0, count, AT_ONCE):
        together = min(AT_ONCE, count - start)
        ready = asyncio.Semaphore(0)
        views += [asyncio.create_task(_view(port, event, crowd, ready, refetch=refetch)) for _ in range(together)]
        for _ in range(together):
            await ready.acquire()
    print(json.dumps({"opened": time.perf_counter() - begin}), flush=True)
    await asyncio.gather(*views)


def main() -> None:
    """Look on until killed."""
    port, event, count, how = sys.argv[1:]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(_look_on(int(port), event, int(count), refetch=how == "refetch"))


if __name__ == "__main__":
    main()
