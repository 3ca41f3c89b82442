"""The loop finder under load: how long searches take, and whether an event beside them notices.

python3 dev.py bench searches [--quick] [--markdown]

The server, its workers and those who ask share one machine, so the numbers are those of a laptop that does everything.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support.report import Findings, measure, seconds
from bench.support.web_asking import Asker, share
from bench.support.web_event import Prepared, line, prepare, serving
from floorjudge.formats.on_the_edge.tables import Table
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.searching import names_in

EXAMPLES = Path(__file__).parents[1] / "examples" / "magic"
API = "/api/v1/magic"
LOOK_EVERY = 0.05
# So that nothing of it is known.
HELPED = {"helpers": ["Wastes"]}


class Sizes(NamedTuple):
    """How much is measured: loops searched one after the other, people searching at once, results saved before and meanwhile."""

    loops: int
    crowd: int
    players: int
    results: int


FULL = Sizes(60, 50, 600, 150)
QUICK = Sizes(1, 3, 12, 2)


def questions() -> list[dict[str, Any]]:
    """Return what is asked: the cards of each famous loop, by their names."""
    found = []
    for file in sorted(EXAMPLES.glob("*.json")):
        given = json.loads(file.read_text("utf-8"))
        position = read_position(given, beside=tuple(given))
        invented = {card.name for card in position.cards}
        names = [name for name in names_in(position) if name not in invented][:4]
        found.append({"cards": names})
    return found


class Searched(NamedTuple):
    """One search: seconds from asking to being told that it waits or runs, to its beginning, and to its end."""

    told: float
    begun: float
    done: float
    found: bool


async def ask(asker: Asker, question: dict[str, Any]) -> Searched:
    """Ask for a loop, and look how far it is until it is over."""
    begin = time.perf_counter()
    job = await post(asker, question)
    told = time.perf_counter() - begin
    begun = None
    while True:
        if begun is None and job["state"] != "waiting":
            begun = time.perf_counter() - begin
        if job["state"] not in {"waiting", "running"}:
            return Searched(told, begun or told, time.perf_counter() - begin, job["found"] is True)
        await asyncio.sleep(LOOK_EVERY)
        job = json.loads((await asker.get(f"{API}/jobs/{job['job']}")).body)


async def post(asker: Asker, question: dict[str, Any]) -> dict[str, Any]:
    """Ask for a loop and return its job."""
    answered = await asker.send(f"{API}/searches", question)
    job: dict[str, Any] = json.loads(answered.body)
    if answered.status != 200:
        raise RuntimeError(job)
    return job


def measured(sizes: Sizes) -> Iterator[Findings]:
    """Yield each table when it is measured."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"
        event = prepare(file, sizes.players)
        with serving(file) as server:
            asked = questions()[: sizes.loops]
            yield asyncio.run(one_by_one(server.port, asked))
            yield asyncio.run(all_at_once(server.port, event, sizes))


async def one_by_one(port: int, asked: Sequence[dict[str, Any]]) -> Findings:
    """Search one loop after the other, then all of them again."""
    cold = [await ask(Asker(port, f"127.0.2.{1 + number}"), question) for number, question in enumerate(asked)]
    known = [await ask(Asker(port, f"127.0.3.{1 + number}"), question) for number, question in enumerate(asked)]
    rows = []
    for name, several in (("cold", cold), ("known", known)):
        times = [[each.told for each in several], [each.done for each in several]]
        cells = [seconds(share(values, part)) for values in times for part in (0.5, 0.99, 1.0)]
        rows.append((name, *cells, f"{sum(each.found for each in several)} of {len(several)}"))
    heads = ("searches", "first word", "99th percentile", "maximum", "result", "99th percentile", "maximum", "found")
    return Findings("Famous loops by the names of their cards, one after the other", heads, rows)


async def all_at_once(port: int, event: Prepared, sizes: Sizes) -> Findings:
    """Save results alone, then while many search, each from an address of their own."""
    organiser = await Asker(port).enter(event.organiser)
    half = min(sizes.results, len(event.tables) // 2)
    before = [await saved(organiser, event, table) for table in event.tables[:half]]
    every = questions()
    crowd = [
        asyncio.create_task(ask(Asker(port, f"127.0.1.{1 + number}"), every[number % len(every)] | HELPED))
        for number in range(sizes.crowd)
    ]
    meanwhile = [await saved(organiser, event, table) for table in event.tables[half : 2 * half]]
    searched = await asyncio.gather(*crowd)
    rows = [
        ("a result is saved, nobody searches", *spread(before)),
        (f"a result is saved, {sizes.crowd} search", *spread(meanwhile)),
        ("a search is told of its place", *spread([each.told for each in searched])),
        ("a search begins", *spread([each.begun for each in searched])),
        ("a search ends", *spread([each.done for each in searched])),
    ]
    return Findings(f"{sizes.crowd} people search at once", ("what", "median", "99th percentile", "maximum"), rows)


async def saved(organiser: Asker, event: Prepared, table: Table) -> float:
    """Save a result as the organiser types it, and return how long that took."""
    await asyncio.sleep(LOOK_EVERY)
    typed = {"id": f"b-{table.table}", "line": line(table)}
    return (await organiser.post(f"/e/{event.event}/desk/line", typed)).took


def spread(values: Sequence[float]) -> tuple[str, str, str]:
    """Return the median, the 99th percentile, and the maximum."""
    return seconds(share(values, 0.5)), seconds(share(values, 0.99)), seconds(max(values))


if __name__ == "__main__":
    measure("Measure the loop finder from outside.", measured, quick=QUICK, full=FULL)
