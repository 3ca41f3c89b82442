"""`floorjudge-lab verify` and `report`: a whole collection of combinations, each set up, searched for and certified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option, seconds_option
from floorjudge.cli.magic.reading import progress_bar
from floorjudge.cli.settings import settings
from floorjudge.texts import counted, text
from floorjudge_lab.cli import stopped
from floorjudge_lab.combinations import read_collection
from floorjudge_lab.report import REPORT, TABLE, tables, write_report
from floorjudge_lab.rows import NAME, Row, read_rows


def verify(
    collection: Annotated[
        Path, argument(text("The collection: one combination a line, as JSON with “id” and “uses”."))
    ],
    out: Annotated[
        Path, option(text("The folder for the rows and the report; what it has already is not done again."), "--out")
    ],
    seconds: Annotated[
        float,
        seconds_option(
            text("How long to look for each: as much work as a usual computer does in so many seconds."),
            "--seconds",
            least=0.1,
        ),
    ] = 60.0,
    memory: Annotated[int, option(text("How many MiB of memory each may take."), "--memory", min=64, max=2**20)] = 2048,
    jobs: Annotated[
        int, option(text("How many at once on this machine; 0 is one for each processor."), "--jobs", min=0)
    ] = 0,
    scheduler: Annotated[
        str, option(text("Let the workers of a Dask cluster do it, such as tcp://10.0.0.5:8786."), "--scheduler")
    ] = "",
    cards: Annotated[
        Path | None,
        option(text("The file of imported card texts; without it, the user's on each machine."), "--cards"),
    ] = None,
    again: Annotated[bool, option(text("Do them all again, also those that are done."), "--again")] = False,
    second: Annotated[
        str,
        option(
            text("Ask a second engine about each certified row: a program, with its arguments, that plays it as well."),
            "--second",
        ),
    ] = "",
) -> int:
    """Verify a collection, write its rows and its report, and print the counts."""
    from floorjudge.magic.engine.engine import engine_version
    from floorjudge_lab.processes import Limits

    combinations = list(read_collection(collection))
    # Without an engine, there may be no way to limit a process either.
    engine_version()
    from floorjudge_lab.verifying import RunOptions
    from floorjudge_lab.verifying import verify as verified

    options = RunOptions(Limits(seconds, memory), jobs, scheduler or None, cards, again, second or None)
    try:
        with progress_bar(text("Verifying")) as watch:
            rows = verified(combinations, out, options, watch)
    except KeyboardInterrupt:
        return stopped(out / NAME)
    _report(rows, out)
    return 0


def report(folder: Annotated[Path, argument(text("The folder with the rows."))]) -> None:
    """Write the report of the existing rows, and print the counts."""
    _report(read_rows(folder / NAME, Row), folder)


def _report(rows: Sequence[Row], folder: Path) -> None:
    """Write the report of rows into a folder, and print the counts."""
    write_report(rows, folder)
    verdicts = Counter(row.verdict for row in rows)
    reasons = Counter(row.reason for row in rows if row.reason is not None)
    if settings.as_json:
        output.print_json(
            {
                "rows": len(rows),
                "verdicts": dict(verdicts.most_common()),
                "reasons": dict(reasons.most_common()),
                "seconds": round(sum(row.seconds for row in rows), 1),
                "file": str(folder / NAME),
                "report": str(folder / REPORT),
                "table": str(folder / TABLE),
            }
        )
        return
    output.print_text(counted("One combination.", "{count} combinations.", count=len(rows)))
    for table in tables(rows):
        output.print_table(table.title, table.heads, table.lines, right=(1, 2))
    files = {"rows": NAME, "report": REPORT, "table": TABLE}
    message = text("In {folder}: {rows}, {report} and {table}.", folder=str(folder), **files)
    output.print_text(message)
