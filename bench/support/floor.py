"""Commands for an event that is kept in a file: from the JSON object to the JSON answer with the whole view."""

from __future__ import annotations

import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Any

import msgspec

from bench.support.fsyncs import fsyncs
from bench.support.measuring import Spent, alone, timed
from bench.support.report import Findings, seconds
from bench.support.rounds import SEED
from bench.support.whole import result_of
from floorjudge.events import replay
from floorjudge.events.codec import read_event
from floorjudge.events.service.service import Answer, EventService, answer_json
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Table
from floorjudge.store import open_log

ROUNDS = 2
# What happens once a round is taken back and done again so often, for a median.
AGAIN = 4
JsonObject = dict[str, Any]


WAYS: dict[str, Callable[[Answer], object]] = {
    "with the view": lambda done: answer_json(done, "en"),
    "without the view": lambda done: answer_json(done, "en", with_view=False),
}


def event(number: int) -> Iterator[Findings]:
    """Measure two rounds of an event, and coming back to it."""
    spent, reopened = alone(two_rounds, number)
    heads = ("command", "times", "CPU: median", "mean", "maximum", "wall: median")
    rows = [
        (
            name,
            f"{len(each):,}",
            *(seconds(figure([one.cpu for one in each])) for figure in (median, fmean, max)),
            seconds(median(one.wall for one in each)),
        )
        for name, each in spent.items()
    ]
    yield Findings(
        f"A command on an event of {number:,} players in a file: from JSON to JSON, view included", heads, rows
    )
    yield Findings(
        f"Answering a command of {number:,} players: the answer alone",
        ("answer", "CPU: median"),
        [(name, seconds(each)) for name, each in answering(number).items()],
    )
    yield Findings(
        "What else an event costs",
        ("what", "value"),
        [("commands by their number of fsyncs", fsyncs(number)), *reopened],
        words=2,
    )


def two_rounds(number: int) -> tuple[dict[str, list[Spent]], list[tuple[str, str]]]:
    """Return what each command took, and what reading the event back takes."""
    spent: dict[str, list[Spent]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        log = open_log(Path(folder) / "bench.db")
        service = EventService(log)
        for command in day(service, number):
            spent[command["do"]].append(timed(partial(answer, service, command)))
        events = [read_event(record.event) for record in service.records]
        from_file = timed(lambda: EventService(log, service.event_id), repeats=3)
        log.close()
    replayed = timed(lambda: replay(events), repeats=3)
    return spent, [
        ("records of its log", f"{len(events):,}"),
        ("reading it back from the file, chain checked: CPU", f"{len(events) / from_file.cpu:,.0f} records/s"),
        ("replaying its events in memory: CPU", f"{len(events) / replayed.cpu:,.0f} events/s"),
    ]


def answering(number: int) -> dict[str, float]:
    """Return what the answer to a report takes, with its view and without."""
    service = EventService(open_log())
    spent: dict[str, list[float]] = defaultdict(list)
    for command in day(service, number):
        done = service.take(command, "en")
        if command["do"] == "report":
            for name, way in WAYS.items():
                spent[name].append(timed(partial(way, done)).cpu)
    return {name: median(each) for name, each in spent.items()}


def answer(service: EventService, given: JsonObject) -> bytes:
    """Take a command as every channel does, and return the line that goes back."""
    return answer_json(service.take(given, "en"), "en")


def day(service: EventService, number: int) -> Iterator[JsonObject]:
    """Yield the commands of two rounds, looking at the desk's state in between."""
    luck = random.Random(number)
    yield {"do": "open", "name": "Bench", "seed": SEED}
    for each in range(1, number + 1):
        yield {"do": "register", "id": f"r{each}", "player": f"Player {each:04}"}
    yield from _several_times({"do": "start", "public": "said at the start"})
    for _ in range(ROUNDS):
        for table in service.state.tables:
            yield from _at_table(service.state, table, luck)
        yield from _several_times({"do": "next"})
    yield {"do": "show"}


def _several_times(command: JsonObject) -> Iterator[JsonObject]:
    for _ in range(AGAIN):
        yield command
        yield {"do": "undo"}
    yield command


def _at_table(state: State, table: Table, luck: random.Random) -> Iterator[JsonObject]:
    """Yield the report of a game, and now and then what else happens."""
    if table.table % 10 == 1:
        yield {"do": "drawn", "table": table.table}
    report = msgspec.to_builtins(result_of(state, table, luck))
    yield {**report, "id": f"t{state.round}-{table.table}"}
    if table.table % 10 == 2:
        yield {**report, "do": "amend", "round": state.round, "reason": "misread"}
    if table.table % 10 == 3:
        yield {"do": "leave", "player": table.players[0]}
    if table.table % 20 == 3:
        yield {"do": "undo"}
