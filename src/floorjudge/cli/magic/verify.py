"""`floorjudge magic verify`: a whole collection of combinations, each set up, searched for and certified."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from floorjudge.cli import output
from floorjudge.cli.magic.reading import SecondEngineOption
from floorjudge.cli.parameters import argument, option, seconds_option
from floorjudge.cli.settings import say, settings
from floorjudge.magic.collections.combinations import Combination, read_collection
from floorjudge.magic.collections.errors import NoSuchCombination
from floorjudge.magic.collections.report.page import write_report
from floorjudge.magic.collections.report.words import REASON_WORDS, VERDICT_WORDS
from floorjudge.magic.collections.rows import NAME, Row, read_rows
from floorjudge.texts import Text, counted, decimal, text

if TYPE_CHECKING:
    from floorjudge.magic.collections.verifying import Progress

Key = TypeVar("Key", bound=str)

_REPORT = "report.html"
# Rows take a minute each: what a guess of the time left rests on must be longer than that.
_GUESSED_FROM = 3600.0


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
    only: Annotated[list[str] | None, option(text("The combination with this id; again for more."), "--only")] = None,
    sample: Annotated[int, option(text("So many combinations, chosen at random."), "--sample", min=0)] = 0,
    seed: Annotated[int, option(text("Another number chooses another sample."), "--seed")] = 1,
    cards: Annotated[
        Path | None,
        option(text("The file of imported card texts; without it, the user's on each machine."), "--cards"),
    ] = None,
    again: Annotated[bool, option(text("Do them all again, also those that are done."), "--again")] = False,
    report_only: Annotated[
        bool, option(text("Look for nothing; write the report of what is done."), "--report-only")
    ] = False,
    second: SecondEngineOption = "",
) -> int:
    """Verify a collection, write its rows and its report, and print the counts."""
    every = list(read_collection(collection))
    wanted = _chosen(every, only or [], sample, seed)
    if not report_only:
        from floorjudge.magic.collections.processes import Limits
        from floorjudge.magic.phase.engine import engine_version

        # Where there is no engine, there may be no way to limit a process either.
        engine_version()
        from floorjudge.magic.collections.verifying import RunOptions
        from floorjudge.magic.collections.verifying import verify as verified

        options = RunOptions(Limits(seconds, memory), jobs, scheduler or None, cards, again, second or None)
        try:
            with _progress_bars() as progress:
                verified(every, wanted, out, options, progress)
        except KeyboardInterrupt:
            _say_how_to_go_on(out / NAME)
            return output.INTERRUPTED
    of_collection = {combination.id for combination in every}
    rows = [row for row in read_rows(out / NAME) if row.id in of_collection]
    write_report(rows, out / _REPORT, settings.language)
    ids = {combination.id for combination in wanted}
    _print([row for row in rows if row.id in ids], len(wanted), out / NAME, out / _REPORT)
    return 0


def _chosen(every: Sequence[Combination], only: Sequence[str], sample: int, seed: int) -> list[Combination]:
    known = {combination.id for combination in every}
    for wanted in only:
        if wanted not in known:
            raise NoSuchCombination(wanted)
    chosen = [combination for combination in every if not only or combination.id in only]
    if not sample or sample >= len(chosen):
        return chosen
    places = random.Random(seed).sample(range(len(chosen)), sample)  # noqa: S311 (a sample, no secret)
    return [chosen[place] for place in sorted(places)]


@contextmanager
def _progress_bars() -> Iterator[Progress]:
    """Show how far it is on standard error, for people who watch."""
    from rich import progress
    from rich.console import Console

    from floorjudge.magic.collections.verifying import Progress

    console = Console(stderr=True)
    with progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=settings.as_json or not console.is_terminal,
        speed_estimate_period=_GUESSED_FROM,
    ) as bar:
        reading = bar.add_task(say(text("Reading cards")), total=None)
        verifying = bar.add_task(say(text("Combinations")), total=None, visible=False)

        asking = bar.add_task(say(text("Second engine")), total=None, visible=False)

        def second(done: int, total: int) -> None:
            bar.update(asking, completed=done, total=total, visible=done < total)

        def cards(done: int, total: int) -> None:
            bar.update(reading, completed=done, total=total, visible=done < total)

        def rows(done: Sequence[Row], total: int) -> None:
            certified = sum(row.verdict == "certified" for row in done)
            said = say(counted("{count} certified", "{count} certified", count=certified))
            bar.update(verifying, description=said, completed=len(done), total=total, visible=True)

        yield Progress(cards, second, rows)


def _say_how_to_go_on(file: Path) -> None:
    said = text("Stopped. What was done is kept in {file}; type the same again to go on.", file=str(file))
    sys.stderr.write(output.harmless(say(said)) + "\n")


def _print(rows: Sequence[Row], wanted: int, file: Path, report: Path) -> None:
    verdicts = Counter(row.verdict for row in rows)
    reasons = Counter(row.reason for row in rows if row.reason is not None)
    if settings.as_json:
        output.print_json(
            {
                "combinations": wanted,
                "rows": len(rows),
                "verdicts": dict(verdicts.most_common()),
                "reasons": dict(reasons.most_common()),
                "by_cards": _by_cards(rows),
                "seconds": round(sum(row.seconds for row in rows), 1),
                "file": str(file),
                "report": str(report),
            }
        )
        return
    heads = (text("What came of it"), text("Combinations"), text("Share"))
    title = say(counted("One combination", "{count} combinations", count=len(rows)))
    output.print_table(title, heads, _shares(verdicts, VERDICT_WORDS, len(rows)), right=(1, 2))
    if reasons:
        heads = (text("The likeliest reason"), *heads[1:])
        output.print_table(text("Why not"), heads, _shares(reasons, REASON_WORDS, len(rows)), right=(1, 2))
    output.print_text(text("Each has its row in {file}; the report is {report}.", file=str(file), report=str(report)))


def _shares(counts: Counter[Key], words: Mapping[Key, Text], whole: int) -> list[tuple[str, ...]]:
    return [
        (say(words[each]), str(count), f"{say(decimal(100 * count / whole))} %") for each, count in counts.most_common()
    ]


def _by_cards(rows: Sequence[Row]) -> list[dict[str, int]]:
    many = Counter(len(row.cards) for row in rows)
    certified = Counter(len(row.cards) for row in rows if row.verdict == "certified")
    return [{"cards": number, "combinations": many[number], "certified": certified[number]} for number in sorted(many)]
