"""The web application under load: a real server, real connections, and everybody who looks on.

python3 dev.py bench web [--quick] [--markdown]

The server, those who look on and those who ask are processes of their own on one machine, so they share its cores: a
server that has them to itself is faster. docs/benchmarks.md shows a run and says what limits the numbers.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.support.report import Findings, measure, mib, seconds
from bench.support.web_asking import Answered, Asker, Load, load, share
from bench.support.web_event import Prepared, Served, line, prepare, serving
from bench.support.web_phones import phones
from bench.support.web_viewers import Told, Viewers
from floorjudge.formats.on_the_edge.tables import Table

ASKERS = 4
RESULTS_TO_PHONES = 15
_DONE = re.compile(rb"[?&]done=(\d+)")


class Sizes(NamedTuple):
    """How much is measured: numbers of viewers and players, and how often each thing is asked."""

    players: int
    viewers: tuple[int, ...]
    naive: tuple[int, ...]
    results: int
    naive_results: int
    asked: int
    growing: tuple[int, ...]
    rounds: int
    phones: int


FULL = Sizes(1_000, (100, 1_000, 2_000), (100, 1_000), 120, 2, 400, (26, 260, 2_600), 7, 128)
QUICK = Sizes(30, (5,), (5,), 3, 1, 12, (12,), 2, 9)


def measured(sizes: Sizes) -> Iterator[Findings]:
    """Yield each table when it is measured."""
    yield screens(sizes)
    yield hall(sizes)
    yield pages(sizes)
    yield players(sizes)
    yield rounds(sizes)


def screens(sizes: Sizes) -> Findings:
    """A result that the organiser types, until it is on the screens of all who look on."""
    rows = []
    kinds = [(count, False) for count in sizes.viewers] + [(count, True) for count in sizes.naive]
    for count, refetch in kinds:
        with _venue(sizes.players) as (event, server):
            results = sizes.naive_results if refetch else sizes.results
            rows.append(asyncio.run(_to_the_screens(event, server, count, results, refetch=refetch)))
    heads = (
        "how",
        "who look on",
        "saved",
        "99th percentile",
        "first screen",
        "all screens",
        "99th percentile",
        "CPU",
        "memory",
    )
    return Findings(f"A result to all screens, with {sizes.players:,} players", tuple(heads), rows)


async def _to_the_screens(
    event: Prepared, server: Served, count: int, results: int, *, refetch: bool
) -> tuple[str, ...]:
    viewers = Viewers(server.port, event.event, count, refetch=refetch)
    try:
        organiser = await Asker(server.port).enter(event.organiser)
        saved: list[float] = []
        told: list[Told] = []
        before = server.processor_time()
        for table in event.tables[:results]:
            begin = time.perf_counter()
            answered = await _type(organiser, event, table)
            saved.append(answered.took)
            number = _DONE.search(answered.head)
            if number is None:
                raise RuntimeError(answered)
            seen = await asyncio.to_thread(viewers.told, int(number[1]))
            told.append(Told(seen.first - begin, seen.last - begin))
            await asyncio.sleep(0.05)
        spent = server.processor_time() - before
        memory = server.memory()
        await organiser.close()
    finally:
        viewers.close()
    lasts = [each.last for each in told]
    return (
        "the whole page again" if refetch else "what has changed",
        f"{count:,}",
        *_median_and_most(saved),
        seconds(share([each.first for each in told], 0.5)),
        *_median_and_most(lasts),
        seconds(spent / len(told)),
        mib(memory),
    )


def _type(organiser: Asker, event: Prepared, table: Table) -> Awaitable[Answered]:
    return organiser.post(f"/e/{event.event}/desk/line", {"id": f"b-{table.table}", "line": line(table)})


def _median_and_most(values: Sequence[float]) -> tuple[str, str]:
    return seconds(share(values, 0.5)), seconds(share(values, 0.99))


def hall(sizes: Sizes) -> Findings:
    """Results that the organiser types while every player has their own page open."""
    rows = []
    for plain in (True, False):
        with _venue(sizes.phones, 2) as (event, server):
            rows.append(asyncio.run(_to_the_phones(event, server, plain=plain)))
    heads = ("how", "results", "pages fetched", "pieces", "CPU")
    return Findings(f"Results to the phones of {sizes.phones} players", heads, rows)


async def _to_the_phones(event: Prepared, server: Served, *, plain: bool) -> tuple[str, ...]:
    organiser = await Asker(server.port).enter(event.organiser)
    async with phones(server.port, event.event, event.players, plain=plain) as counted:
        before = server.processor_time()
        for table in event.tables[:RESULTS_TO_PHONES]:
            await _type(organiser, event, table)
            await _until_quiet(server)
        spent = server.processor_time() - before
    await organiser.close()
    how = "told of every record" if plain else "told of what is theirs"
    results = len(event.tables[:RESULTS_TO_PHONES])
    return how, str(results), f"{counted.fetched:,}", f"{counted.pieces:,}", seconds(spent)


async def _until_quiet(server: Served) -> None:
    """Wait until the server has nothing to do."""
    before = -1.0
    while before != (before := server.processor_time()):
        await asyncio.sleep(0.25)


def pages(sizes: Sizes) -> Findings:
    """Pages and commands, asked for by several at once."""
    with _venue(sizes.players) as (event, server):
        rows = [
            (name, f"{each.a_second:,.0f}", *_times(each), f"{each.size / 1_024:,.1f} KiB")
            for name, each in asyncio.run(_each_page(event, server, sizes.asked))
        ]
        rows.append(("memory of the server afterwards", "", "", "", "", mib(server.memory())))
    heads = ("what", "a second", "median", "99th percentile", "maximum", "packed size")
    return Findings(f"Pages and commands, {sizes.players:,} players, {ASKERS} asking at once", heads, rows)


async def _each_page(event: Prepared, server: Served, asked: int) -> list[tuple[str, Load]]:
    organiser = await Asker(server.port).enter(event.organiser)
    own = (await Asker(server.port).get(f"/p/{event.players[0]}")).head
    cookie = re.search(rb"set-cookie: ([^;]+)", own)
    player = Asker(server.port, cookie=cookie[1].decode() if cookie else "")
    address = f"/e/{event.event}"
    visited = (
        ("live page, kept for a second", Asker(server.port), address),
        ("live page, made for each", Asker(server.port), f"{address}?afresh"),
        ("big screen", Asker(server.port), f"{address}/screen"),
        ("log", Asker(server.port), f"{address}/log"),
        ("a player's own page", player, f"{address}/me"),
        ("staff: the desk", organiser, f"{address}/desk"),
        ("staff: results", organiser, f"{address}/desk/results"),
    )
    found = [(name, await _load(who, path, asked)) for name, who, path in visited]
    tables = event.tables[:asked]
    typists = [organiser.another(number) for number in range(ASKERS)]
    typed = await load(typists, lambda asker, number: _type(asker, event, tables[number]), len(tables))
    commands = [("command: a result is saved", typed)]
    for name, prefer in (
        ("API: a command, answered with the view", ""),
        ("API: a command, return=minimal", "return=minimal"),
    ):
        programs = [organiser.another(number) for number in range(ASKERS)]
        sent = await load(programs, _announcing(event, prefer), asked)
        commands.append((name, sent))
    return [*found, *commands]


def _announcing(event: Prepared, prefer: str) -> Callable[[Asker, int], Awaitable[Answered]]:
    announce = {"do": "announce", "text": "Lunch"}
    return lambda asker, _: asker.command(event.event, announce, prefer)


async def _load(who: Asker, path: str, times: int) -> Load:
    askers = [who.another(number) for number in range(ASKERS)]
    return await load(askers, lambda asker, _: asker.get(path), times)


def _times(each: Load) -> tuple[str, str, str]:
    return seconds(each.middle), seconds(each.slowest_of_a_hundred), seconds(each.most)


def players(sizes: Sizes) -> Findings:
    """How it grows with the number of players: one asks after another, and everything changes in between."""
    rows = []
    for number in sizes.growing:
        with _venue(number) as (event, server):
            rows.append((f"{number:,}", *asyncio.run(_between_results(event, server, sizes.results))))
    return Findings("As the number of players grows: one result, then each page", _HEADS, rows)


def rounds(sizes: Sizes) -> Findings:
    """How it goes as rounds go by."""
    rows = []
    for number in range(1, sizes.rounds + 1):
        with _venue(sizes.players, number) as (event, server):
            if event.rounds < number:
                break
            rows.append((str(number), *asyncio.run(_between_results(event, server, sizes.results))))
    heads = ("round", *_HEADS[1:])
    return Findings(f"As rounds go by, {sizes.players:,} players: one result, then each page", heads, rows)


_HEADS = (
    "players",
    "first result",
    "result saved",
    "99th percentile",
    "staff page",
    "99th percentile",
    "live page",
    "99th percentile",
    "memory",
)


async def _between_results(event: Prepared, server: Served, results: int) -> tuple[str, ...]:
    """Type results, and fetch the pages after each: nothing that was made before is of use.

    The first result after the server's start is measured by itself: it should be as quick as the others.
    """
    organiser = await Asker(server.port).enter(event.organiser)
    visitor = Asker(server.port)
    first = await _type(organiser, event, event.tables[0])
    await organiser.get(f"/e/{event.event}/desk")
    await visitor.get(f"/e/{event.event}")
    waits: dict[str, list[float]] = {"saved": [], "desk": [], "live": []}
    for table in event.tables[1 : results + 1]:
        waits["saved"].append((await _type(organiser, event, table)).took)
        waits["desk"].append((await organiser.get(f"/e/{event.event}/desk")).took)
        waits["live"].append((await visitor.get(f"/e/{event.event}")).took)
    await organiser.close()
    await visitor.close()
    times = (each for values in waits.values() for each in _median_and_most(values))
    return (seconds(first.took), *times, mib(server.memory()))


@contextmanager
def _venue(number: int, round_number: int = 1) -> Iterator[tuple[Prepared, Served]]:
    """Serve an event of so many players at the beginning of a round, from a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"
        event = prepare(file, number, round_number)
        with serving(file) as server:
            yield event, server


if __name__ == "__main__":
    measure("Measure the web application from outside.", measured, quick=QUICK, full=FULL)
