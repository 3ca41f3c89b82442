"""What a server counts about itself, for Prometheus: requests, commands, viewers, how busy it is. No person is in it.

With several workers each has its own counts; the folder named by PROMETHEUS_MULTIPROC_DIR brings them together, so that
it does not matter which of them is asked.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

if TYPE_CHECKING:
    from floorjudge.web.house import House

KIND = "text/plain; version=0.0.4; charset=utf-8"
TOGETHER = "PROMETHEUS_MULTIPROC_DIR"
EVERY = 1.0
_OWN = CollectorRegistry()

REQUESTS = Counter(
    "floorjudge_requests_total", "Requests that were answered.", ["method", "path", "status"], registry=_OWN
)
SECONDS = Histogram(
    "floorjudge_request_seconds",
    "Time until an answer begins.",
    ["path"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=_OWN,
)
COMMANDS = Counter(
    "floorjudge_commands_total", "Commands by what became of them.", ["command", "outcome"], registry=_OWN
)
VIEWERS = Gauge("floorjudge_live_viewers", "Open live streams.", multiprocess_mode="livesum", registry=_OWN)
LAG = Gauge(
    "floorjudge_loop_lag_seconds",
    "How late the event loop was in the last second.",
    multiprocess_mode="livemax",
    registry=_OWN,
)
MEMORY = Gauge("floorjudge_resident_bytes", "Memory in use.", multiprocess_mode="livesum", registry=_OWN)


def exposition() -> bytes:
    """Return all counts, of all workers where they are brought together."""
    if TOGETHER not in os.environ:
        return generate_latest(_OWN)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


async def watch_over(house: House) -> None:
    """Measure once a second what nobody's request shows; for ever."""
    loop = asyncio.get_running_loop()
    while True:
        before = loop.time()
        await asyncio.sleep(EVERY)
        LAG.set(max(0.0, loop.time() - before - EVERY))
        VIEWERS.set(house.channels.viewers())
        MEMORY.set(_resident())


def gone() -> None:
    """Take what only living processes count out of the common folder."""
    if TOGETHER in os.environ:
        mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]


def _resident() -> int:
    """Return the memory this process uses in bytes, 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError, AttributeError):
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
