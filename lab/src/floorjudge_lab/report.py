"""Writes the report of a verified collection: what many rows show together as Markdown, and every row as a line of CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from floorjudge.magic.book.meanings import MEANINGS
from floorjudge.texts import render
from floorjudge_lab.rows import VERDICTS, Reason, Row, Verdict, write_whole

Key = TypeVar("Key", bound=str)

REPORT, TABLE = "report.md", "report.csv"
_COLUMNS = ("id", "cards", "verdict", "reason", "gives", "certificate", "details", "seconds")
# A spreadsheet takes a cell that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@", "\t")
_SMALL = 10
VERDICT_WORDS: Mapping[Verdict, str] = {
    "certified": "certified",
    "played_out": "played until the game was won; more rounds are not certified",
    "found_without_a_card": "a loop was found that does not need all the cards",
    "undecided": "something came back, and could not be certified",
    "not_found": "no loop was found",
    "not_set_up": "could not be set up",
    "failed": "the process failed",
}
REASON_WORDS: Mapping[Reason, str] = {
    "unknown_card": "a card is not among the imported ones",
    "engine_gap": "the engine does not understand a card fully",
    "sentence_not_understood": "a sentence was not understood",
    "time": "the time ran out",
    "depth": "the loop would be longer than the search goes",
    "exhausted": "nothing was left to be tried",
    "certificate_undecided": "what came back could not be certified",
    "card_not_needed": "the loop goes on without one of the cards",
    "crash": "the engine crashed",
    "hang": "the engine did not come to an end",
    "memory": "the memory ran out",
    "not_taken_by_engine": "the engine does not take the position",
    "engines_disagree": "a second engine plays it otherwise",
}
KIND_WORDS: Mapping[str, str] = {
    "cards": "cards in a zone",
    "cost": "what it costs its player",
    "result": "how the game ends",
    **{meaning: render(words, "en") for meaning, words in MEANINGS.items()},
}
_OUTCOMES = {"advance": "as often as its player says", "draw": "a draw", "ends": "ends by itself"}


class Table(NamedTuple):
    """A table of counts: its title, the heads of its columns, its lines; the first column has words, the others numbers."""

    title: str
    heads: tuple[str, str, str]
    lines: tuple[tuple[str, str, str], ...]


def write_report(rows: Sequence[Row], folder: Path) -> None:
    """Write the results of a collection into a folder. Raises UnwritableFile."""
    write_whole(folder / REPORT, markdown(rows).encode())
    write_whole(folder / TABLE, as_csv(rows).encode())


def tables(rows: Sequence[Row]) -> tuple[Table, ...]:
    """Return the tables that have a line: verdicts, reasons, numbers of cards, what certified loops give."""
    certified = [row for row in rows if row.verdict == "certified"]
    reasons = Counter(row.reason for row in rows if row.reason is not None)
    kinds = Counter(kind for row in certified for kind in {each.kind for each in row.produces})
    sizes = Counter(len(row.cards) for row in rows)
    of_size = Counter(len(row.cards) for row in certified)
    by_size = tuple((f"{size} cards", str(count), _part(of_size[size], count)) for size, count in sorted(sizes.items()))
    every = (
        _counted("Verdicts", "Verdict", VERDICT_WORDS, Counter(row.verdict for row in rows), len(rows)),
        _counted("Why not", "The likeliest reason", REASON_WORDS, reasons, len(rows)),
        Table("Certified, by number of cards", ("Number of cards", "Combinations", "Certified"), by_size),
        _counted("What the certified loops give", "Product", KIND_WORDS, kinds, len(certified)),
    )
    return tuple(table for table in every if table.lines)


def _counted(title: str, head: str, words: Mapping[Key, str], counts: Counter[Key], whole: int) -> Table:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    lines = tuple((words.get(each, each), str(count), share(count, whole)) for each, count in ranked)
    return Table(title, (head, "Combinations", "Share"), lines)


def share(part: int, whole: int) -> str:
    """Return a part of a whole in percent, with a digit after the point if it is small; a dash for no whole."""
    if not whole:
        return "–"
    digits = 1 if 0 < part * _SMALL < whole else 0
    return f"{100 * part / whole:.{digits}f}%"


def _part(part: int, whole: int) -> str:
    return f"{part} ({share(part, whole)})"


def markdown(rows: Sequence[Row]) -> str:
    """Return the report as Markdown."""
    return "\n".join(_lines(rows))


def _lines(rows: Sequence[Row]) -> Iterator[str]:
    certified = sum(row.verdict == "certified" for row in rows)
    yield from (f"# Certified: {certified} of {len(rows)} combinations, {share(certified, len(rows))}", "")
    yield from (f"Every combination is a line of {TABLE}. That no loop was found does not mean that there is none.", "")
    for table in tables(rows):
        yield from (f"**{table.title}**", "", _line(table.heads), "| --- | ---: | ---: |", *map(_line, table.lines), "")
    for heading, values in (
        ("Seconds for each combination, on a usual computer, at most", {row.limit_seconds for row in rows}),
        ("MiB of memory for each combination, at most", {row.limit_memory for row in rows}),
        ("Version of the engine", {row.engine for row in rows}),
        ("Version of floorjudge", {row.floorjudge for row in rows}),
    ):
        known = [f"{each:g}" if isinstance(each, float) else str(each) for each in sorted(values, key=str) if each]
        if known:
            yield f"- {heading}: {_escaped(', '.join(known))}"
    yield ""


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(cell: str) -> str:
    """Return a cell in which no name can end it, or bring a tag or a link into the page."""
    return "".join(f"\\{letter}" if letter in r"\|<[`*_" else letter for letter in cell.replace("\n", " "))


def as_csv(rows: Sequence[Row]) -> str:
    """Return every row as a line of CSV, ordered by verdict."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(_COLUMNS)
    for row in sorted(rows, key=lambda each: VERDICTS.index(each.verdict)):
        certified = row.verdict == "certified"
        cells = (
            row.id,
            " + ".join(row.cards),
            VERDICT_WORDS[row.verdict],
            "" if row.reason is None else REASON_WORDS[row.reason],
            "; ".join(_products(row)) if certified else "",
            "; ".join(filter(None, (row.evidence, _OUTCOMES.get(row.certificate_verdict or "")))) if certified else "",
            " ".join(_details(row)),
        )
        lines.writerow((*(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells), row.seconds))
    return written.getvalue()


def _products(row: Row) -> Iterator[str]:
    """Yield the products of a certified loop, its cost to its player, and the end of the game, one phrase each."""
    kinds = dict.fromkeys(each.kind for each in row.produces)
    gives = [KIND_WORDS.get(kind, kind) for kind in kinds if kind not in ("cost", "result")]
    if gives or not kinds:
        yield ", ".join(gives) or "nothing is left over"
    if "cost" in kinds:
        yield "each time its player loses life"
    yield from (each.text for each in row.produces if each.kind == "result")


def _details(row: Row) -> Iterator[str]:
    """Yield further facts about a row. Sentences of the collection are not quoted, only their places."""
    details = row.details
    for heading, names in (
        ("Not known", details.unknown),
        ("Not fully understood by the engine", details.gaps),
        ("Not needed", details.unneeded),
        ("Also needed", details.also_needs),
        ("Not understood", tuple(each.where for each in details.unread)),
    ):
        if names:
            yield f"{heading}: {', '.join(dict.fromkeys(names))}."
