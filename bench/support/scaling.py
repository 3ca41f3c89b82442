"""What more workers are good for: the same combinations verified by one, two and more, on this machine and on a Dask cluster here."""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.support.report import Findings, seconds
from floorjudge_lab.combinations import Combination, Use
from floorjudge_lab.processes import Job, Limits, answer_to
from floorjudge_lab.rows import Row
from floorjudge_lab.verifying import RunOptions, verify

_EMPTY = Combination("empty", (Use("Nothing"),))
_TIMES = 3
# What every row's process does, but for the row.
_NO_WORK = """
from floorjudge_lab import verdict
from floorjudge_lab.processes import Answer, row_for
from floorjudge_lab.worker import main
main(lambda job: Answer(row_for(job, "not_found", None)))
"""


def chosen(collection: Sequence[Combination], many: int, seed: int) -> list[Combination]:
    """Return so many combinations of a collection, the same ones for the same seed."""
    return random.Random(seed).sample(list(collection), min(many, len(collection)))


def scaled(wanted: Sequence[Combination], workers: Sequence[int], limits: Limits) -> Iterator[Findings]:
    """Yield the tables: how many rows a minute, and what a process for each row costs."""
    rows: list[tuple[str, ...]] = []
    for where in ("joblib", "Dask cluster"):
        alone = 0.0
        for many in workers:
            spent, found = _verified(wanted, where, many, limits)
            alone = alone or spent
            rows.append(_row(where, many, spent, alone, found))
    heads = ("workers", "how many", "rows a minute", "time", "speed-up", "CPU time, all rows", "certified")
    title = f"{len(wanted)} combinations, {limits.seconds:g} s each, side by side (time on the wall)"
    yield Findings(title, heads, rows)
    yield Findings("What a row costs besides", ("what", "median"), [("a process without work", seconds(empty_row()))])


def _row(where: str, many: int, spent: float, alone: float, found: Sequence[Row]) -> tuple[str, ...]:
    return (
        where,
        str(many),
        f"{len(found) * 60 / spent:.1f}",
        seconds(spent),
        f"{alone / spent:.2f}",
        seconds(sum(row.seconds for row in found)),
        str(sum(row.verdict == "certified" for row in found)),
    )


def _verified(wanted: Sequence[Combination], where: str, many: int, limits: Limits) -> tuple[float, tuple[Row, ...]]:
    """Return how long it takes to verify combinations, and the rows."""
    with tempfile.TemporaryDirectory() as folder, _scheduler(where, many) as scheduler:
        begin = time.perf_counter()
        rows = verify(wanted, Path(folder), RunOptions(limits, many, scheduler))
        return time.perf_counter() - begin, rows


@contextmanager
def _scheduler(where: str, many: int) -> Iterator[str | None]:
    """Start a cluster on this machine where one is asked for; yields its address."""
    if where == "joblib":
        yield None
        return
    from distributed import LocalCluster  # noqa: PLC0415 (only with the extra that brings it)

    with LocalCluster(n_workers=many, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as cluster:  # type: ignore[no-untyped-call]
        yield cluster.scheduler_address


def empty_row() -> float:
    """Return how long a process takes that begins, reads its job, and answers without having looked for anything."""
    command = (sys.executable, "-c", _NO_WORK)
    times = []
    for _ in range(_TIMES):
        begin = time.perf_counter()
        answer = answer_to(Job(_EMPTY), command)
        times.append(time.perf_counter() - begin)
        if answer.row is None or answer.row.verdict != "not_found":
            raise RuntimeError(f"the empty row failed: {answer}")
    return statistics.median(times)
