"""The loop finder under load: how long searches take, and whether an event beside them notices.

python3 dev.py bench searches [--quick] [--markdown]

The server, its workers and those who ask share one machine, so the numbers are those of a laptop that does everything.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support.report import Findings, measure, seconds
from bench.support.web_asking import Asker, share
from bench.support.web_event import Prepared, Served, line, prepare, serving
from floorjudge.formats.on_the_edge.tables import Table
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.search import names_in
from floorjudge.web.jobs.worker import GIVES_WAY

EXAMPLES = Path(__file__).parents[1] / "examples" / "magic"
API = "/api/v1/magic"
# How often is looked who searches alone, and how long there is between two results.
LOOK_EVERY, SAVE_EVERY = 0.05, 0.05
# So that nothing of it is known.
HELPED = {"helpers": ["Wastes"]}
SPIN = "import os; os.nice(19)\nwhile True: sum(range(10_000))"


class Sizes(NamedTuple):
    """How much is measured: loops searched one after the other, people searching at once, players in each of several events.

    Results are saved in turn while nobody searches, while all do, and beside busy processes instead: in so many rounds,
    so many results each time, so that what else the machine does disturbs all alike.
    """

    loops: int
    crowd: int
    events: int
    players: int
    rounds: int
    results: int


FULL = Sizes(60, 50, 5, 600, 12, 25)
QUICK = Sizes(1, 3, 1, 36, 1, 2)


def questions() -> list[dict[str, Any]]:
    """Return what is asked: the cards of each famous loop, by their names."""
    found = []
    for file in sorted(EXAMPLES.glob("*.json")):
        given = json.loads(file.read_text("utf-8"))
        position = read_position(given, beside=tuple(given))
        # Neither helpers nor tokens are cards that can be named.
        invented = {card.name for card in position.cards}
        tokens = {thing.card for row in position.battlefield for thing in row if thing.token}
        names = [name for name in names_in(position) if name not in invented | tokens][:4]
        found.append({"cards": names})
    return found


class Searched(NamedTuple):
    """One search: seconds from asking to being told that it waits or runs, to its first progress, and to its end."""

    told: float
    progress: float
    done: float
    found: bool


async def ask(asker: Asker, question: dict[str, Any], goes_on: asyncio.Event | None = None) -> Searched:
    """Ask for a loop, and look how far it is until it is over.

    One of many looks as often as the server says, and not while nothing `goes_on`; who searches alone looks all the time.
    """
    begin = time.perf_counter()
    answered = await asker.send(f"{API}/searches", question)
    job: dict[str, Any] = json.loads(answered.body)
    if answered.status != 200:
        raise RuntimeError(job)
    told = time.perf_counter() - begin
    progress = None
    while job["state"] in {"waiting", "running"}:
        if progress is None and job["done"] is not None:
            progress = time.perf_counter() - begin
        if goes_on is None:
            await asyncio.sleep(LOOK_EVERY)
        else:
            wait = float(answered.header("retry-after"))
            await asyncio.sleep(wait)
            if not goes_on.is_set():
                await goes_on.wait()
                # Pages do not look in step, and would not have been stopped.
                await asyncio.sleep(wait * random.random())
        answered = await asker.get(f"{API}/jobs/{job['job']}")
        job = json.loads(answered.body)
    done = time.perf_counter() - begin
    return Searched(told, progress or done, done, job["found"] is True)


def measured(sizes: Sizes) -> Iterator[Findings]:
    """Yield each table when it is measured."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"
        events = [prepare(file, sizes.players) for _ in range(sizes.events)]
        with serving(file) as server:
            yield asyncio.run(one_by_one(server.port, questions()[: sizes.loops]))
            yield asyncio.run(all_at_once(server, events, sizes))


async def one_by_one(port: int, asked: Sequence[dict[str, Any]]) -> Findings:
    """Search one loop after the other, then all of them again."""
    cold = [await ask(Asker(port, f"127.0.2.{1 + at}"), each) for at, each in enumerate(asked)]
    known = [await ask(Asker(port, f"127.0.3.{1 + at}"), each) for at, each in enumerate(asked)]
    rows = []
    for name, several in (("cold", cold), ("known", known)):
        times = [[each.progress for each in several], [each.done for each in several]]
        cells = [seconds(share(values, part)) for values in times for part in (0.5, 0.99, 1.0)]
        rows.append((name, *cells, f"{sum(each.found for each in several)} of {len(several)}"))
    heads = (
        "searches",
        "first progress",
        "99th percentile",
        "maximum",
        "result",
        "99th percentile",
        "maximum",
        "found",
    )
    return Findings("Famous loops by the names of their cards, one after the other", heads, rows)


async def all_at_once(server: Served, events: Sequence[Prepared], sizes: Sizes) -> Findings:
    """Save results alone, while many search, each from an address of their own, and beside busy processes instead."""
    entered = [(await Asker(server.port).enter(event.organiser), event) for event in events]
    tables = ((organiser, event, table) for organiser, event in entered for table in event.tables)
    goes_on, every = asyncio.Event(), questions()
    crowd: list[asyncio.Task[Searched]] = []
    took: dict[str, list[float]] = {"nobody": [], "search": [], "busy": []}
    for _ in range(sizes.rounds):
        for kind, times in took.items():
            busy = [
                subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(os.cpu_count() or 1) if kind == "busy"
            ]
            if kind == "search":
                goes_on.set()
                signal_workers(server, signal.SIGCONT)
                crowd = crowd or [
                    asyncio.create_task(
                        ask(
                            Asker(server.port, f"127.0.1.{1 + number}"),
                            every[number % len(every)] | HELPED,
                            goes_on,
                        )
                    )
                    for number in range(sizes.crowd)
                ]
            try:
                times += [await saved(*table) for table in islice(tables, sizes.results)]
            finally:
                for process in busy:
                    process.kill()
                    process.wait()
            goes_on.clear()
            signal_workers(server, signal.SIGSTOP)
    goes_on.set()
    signal_workers(server, signal.SIGCONT)
    searched = await asyncio.gather(*crowd)
    rows = [
        ("a result is saved, nobody searches", *spread(took["nobody"])),
        (f"a result is saved, {sizes.crowd} search", *spread(took["search"])),
        (f"a result is saved, {os.cpu_count()} busy processes of the lowest priority", *spread(took["busy"])),
        ("a search is told of its place", *spread([each.told for each in searched])),
        ("a search shows progress", *spread([each.progress for each in searched])),
        ("a search ends", *spread([each.done for each in searched])),
    ]
    return Findings(f"{sizes.crowd} people search at once", ("what", "median", "99th percentile", "maximum"), rows)


def signal_workers(server: Served, number: int) -> None:
    """Stop the processes that search, or let them go on."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_text().split("\0")
            if GIVES_WAY in words and f"PPid:\t{server.process}\n" in (folder / "status").read_text():
                os.kill(int(folder.name), number)


async def saved(organiser: Asker, event: Prepared, table: Table) -> float:
    """Save a result as the organiser types it, and return how long that took."""
    await asyncio.sleep(SAVE_EVERY)
    typed = {"id": f"b-{table.table}", "line": line(table)}
    return (await organiser.post(f"/e/{event.event}/desk/line", typed)).took


def spread(values: Sequence[float]) -> tuple[str, str, str]:
    """Return the median, the 99th percentile, and the maximum."""
    return seconds(share(values, 0.5)), seconds(share(values, 0.99)), seconds(max(values))


if __name__ == "__main__":
    measure("Measure the loop finder from outside.", measured, quick=QUICK, full=FULL)
