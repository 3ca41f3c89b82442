"""Writes the report of a verified collection: the results of many rows as Markdown, and every row as a line of CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from floorjudge.errors import reason_of
from floorjudge_lab.errors import UnwritableReport
from floorjudge_lab.report import words
from floorjudge_lab.report.sections import Table, headline, sections
from floorjudge_lab.rows import VERDICTS, Row, write_whole

REPORT, TABLE = "report.md", "report.csv"
_HEADS = ("id", "cards", "verdict", "reason", "gives", "certificate", "details", "seconds")
# A spreadsheet takes a cell that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@", "\t")


def write_report(rows: Sequence[Row], folder: Path) -> None:
    """Write the results of a collection into a folder. Raises UnwritableReport if it cannot be written."""
    for name, content in ((REPORT, markdown(rows)), (TABLE, table(rows))):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, content.encode())
        except OSError as error:
            raise UnwritableReport(str(folder / name), reason_of(error)) from None


def table(rows: Sequence[Row]) -> str:
    """Return every row as a line of CSV, the verdicts in the order of the report."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(_HEADS)
    for row in sorted(rows, key=lambda each: VERDICTS.index(each.verdict)):
        certified = row.verdict == "certified"
        cells = (
            row.id,
            " + ".join(row.cards),
            words.VERDICT_WORDS[row.verdict],
            "" if row.reason is None else words.REASON_WORDS[row.reason],
            "; ".join(words.gains(row)) if certified else "",
            words.certificate_words(row) if certified else "",
            " ".join(_details(row)),
        )
        lines.writerow((*map(_plain, cells), row.seconds))
    return written.getvalue()


def _plain(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _details(row: Row) -> Iterator[str]:
    """Yield further facts about a row. Sentences of the collection are not quoted, only their places."""
    details = row.details
    for heading, names in (
        ("Not known", details.unknown),
        ("Not fully understood by the engine", details.gaps),
        ("Not needed", details.unneeded),
        ("Also needed", details.also_needs),
        ("Not understood", tuple(words.place_words(*words.place_of(each.where)) for each in details.unread)),
    ):
        if names:
            yield f"{heading}: {', '.join(dict.fromkeys(names))}."


def markdown(rows: Sequence[Row]) -> str:
    """Return the report as Markdown."""
    return "\n".join(_lines(rows))


def _lines(rows: Sequence[Row]) -> Iterator[str]:
    yield from (f"# What became of {words.plural(len(rows), 'combination', 'combinations')}", "")
    if not rows:
        yield from ("There are no rows yet.", "")
        return
    yield from (" ".join(headline(rows)), "", f"Every combination is a line of {TABLE}.", "")
    for section in sections(rows):
        yield from (f"## {section.title}", "")
        for sentence in section.sentences:
            yield from (sentence, "")
        for each in section.tables:
            yield from _table(each)
    yield from _how_to_read(rows)


def _table(given: Table) -> Iterator[str]:
    columns = list(zip(*given.lines, strict=True))
    sides = ["---:" if all(cell[:1].isdigit() or cell == "–" for cell in column) else "---" for column in columns[1:]]
    yield from (f"**{given.title}**", "", _line(given.heads), _line(["---", *sides]))
    yield from map(_line, given.lines)
    yield ""


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(cell: str) -> str:
    """Return a cell in which no name can end it, or bring a tag or a link into the page."""
    return "".join(f"\\{letter}" if letter in r"\|<[`*_" else letter for letter in cell.replace("\n", " "))


def _how_to_read(rows: Sequence[Row]) -> Iterator[str]:
    yield from (
        "## How to read it",
        "",
        (
            "Each combination was set up as written, searched for its loop in its own process, and what was found "
            "was certified. Only certificates count: the steps that the collection describes decide what is tried first, never "
            "the answer. That no loop was found never means that there is none."
        ),
        "",
    )
    yield from (f"- *{words.VERDICT_WORDS[each]}*: {words.VERDICT_MEANS[each]}" for each in VERDICTS)
    yield ""
    for heading, values in (
        ("Seconds for each combination, on a usual computer, at most", {row.limit_seconds for row in rows}),
        ("MiB of memory for each combination, at most", {row.limit_memory for row in rows}),
        ("Version of the engine", {row.engine for row in rows}),
        ("Version of floorjudge", {row.floorjudge for row in rows}),
    ):
        known = [f"{each:g}" if isinstance(each, float) else str(each) for each in sorted(values, key=str) if each]
        if known:
            yield f"- {heading}: {_escaped(', '.join(known))}"
    yield from (
        "- Time is that of computing; of a process that was lost, by the clock. A slow machine takes longer and finds the same.",
        "",
        f"The same again: `floorjudge-lab verify COLLECTION.jsonl --out FOLDER{_options(rows)}`. Rows that are there are kept.",
        "",
    )


def _options(rows: Sequence[Row]) -> str:
    """Return the options with which the same rows are made, if they are the same for all."""
    seconds, memory = {row.limit_seconds for row in rows}, {row.limit_memory for row in rows}
    options = (("--seconds", seconds), ("--memory", memory))
    return "".join(f" {name} {min(values):g}" for name, values in options if len(values) == 1 and min(values))
