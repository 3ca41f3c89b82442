"""Commands for an event that is kept in a file: from the JSON object to the JSON answer with the whole view."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import fmean, median

from bench.support.day import answer, day
from bench.support.fsyncs import fsyncs
from bench.support.measuring import Spent, alone, timed
from bench.support.report import Findings, seconds
from floorjudge.events import replay
from floorjudge.events.codec import read_event
from floorjudge.events.service.answers import Answer, answer_json
from floorjudge.events.service.service import EventService
from floorjudge.store import open_log

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
