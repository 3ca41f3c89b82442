"""Findings as tables, for a terminal or for docs/benchmarks.md."""

from __future__ import annotations

import argparse
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.table import Table

_Sizes = TypeVar("_Sizes")


class Findings(NamedTuple):
    """One table; its first `words` columns are words, the others are numbers with their units."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    words: int = 1


def seconds(value: float) -> str:
    """Return a time with three digits that count: `12.3 ms`."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        rounded = float(f"{value / size:.3g}")  # first, or 999.9 ms would be 1e+03 ms
        if rounded >= 1:
            return f"{rounded:g} {unit}" if rounded < 1_000 else f"{value / size:.0f} {unit}"
    return f"{float(f'{value * 1e6:.3g}'):g} µs"


def mib(value: float) -> str:
    """Return an amount of memory."""
    return f"{value:,.0f} MiB"


def machine() -> str:
    """Say what this ran on, without saying whose it is."""
    cpus = Path("/proc/cpuinfo")
    models = [line for line in cpus.read_text().splitlines() if line.startswith("model name")] if cpus.exists() else []
    model = models[0].partition(":")[2].strip() if models else platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, {python}"


def show(findings: Iterable[Findings], *, markdown: bool) -> None:
    """Print tables, each as soon as it is there."""
    console = Console(width=None if markdown else max(Console().width, 140))
    for each in findings:
        if markdown:
            print(_markdown(each), flush=True)
        else:
            console.print(_drawn(each))


def measure(about: str, measured: Callable[[_Sizes], Iterable[Findings]], *, quick: _Sizes, full: _Sizes) -> None:
    """Measure as the command line asks and print: with `--quick` in small, with `--markdown` for docs/benchmarks.md."""
    # Whoever ends this early ends the servers, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    asked = argparse.ArgumentParser(description=about)
    asked.add_argument("--quick", action="store_true", help="small numbers: to see that it works")
    asked.add_argument("--markdown", action="store_true", help="tables for docs/benchmarks.md")
    given = asked.parse_args()
    print(f"{machine()}\n")
    show(measured(quick if given.quick else full), markdown=given.markdown)


def _markdown(findings: Findings) -> str:
    rule = "---|" * findings.words + "---:|" * (len(findings.heads) - findings.words)
    lines = [f"### {findings.title}", "", _line(findings.heads), f"|{rule}", *map(_line, findings.rows), ""]
    return "\n".join(lines)


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _drawn(findings: Findings) -> Table:
    table = Table(title=findings.title, title_justify="left")
    for index, head in enumerate(findings.heads):
        table.add_column(head, justify="left" if index < findings.words else "right")
    for row in findings.rows:
        table.add_row(*row)
    return table
