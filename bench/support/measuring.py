"""Times, memory and growth. CPU time is the measure: it does not depend on what else the machine does."""

from __future__ import annotations

import math
import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import fmean, median
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Spent(NamedTuple):
    """CPU and wall time in seconds; `peak` is the most memory the process has had by then, in MiB."""

    cpu: float
    wall: float
    peak: float


def timed(work: Callable[[], object], repeats: int = 1) -> Spent:
    """Do something several times and return the medians."""
    cpus, walls = [], []
    for _ in range(repeats):
        cpu, wall = time.process_time(), time.perf_counter()
        work()
        cpus.append(time.process_time() - cpu)
        walls.append(time.perf_counter() - wall)
    return Spent(median(cpus), median(walls), peak_memory())


def peak_memory() -> float:
    """Return the most memory that this process has had at once, in MiB."""
    units = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / units


def alone(measure: Callable[..., T], *arguments: object) -> T:
    """Return what a measurement gives in a fresh process, so that its memory is its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(measure, *arguments).result()


def growth(sizes: Sequence[int], values: Sequence[float]) -> float:
    """Return the exponent of growth: the slope of the line nearest to the points, both axes logarithmic."""
    across, up = [math.log(size) for size in sizes], [math.log(value) for value in values]
    middle, level = fmean(across), fmean(up)
    slopes = sum((x - middle) * (y - level) for x, y in zip(across, up, strict=True))
    return slopes / sum((x - middle) ** 2 for x in across)
