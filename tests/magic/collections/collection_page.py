"""The page docs/magic-collection-results.md: what came of a whole collection, its pictures, and the facts of every row.

`python -m tests.magic.collections.collection_page ROWS.jsonl` writes docs/collection/rows.csv, and from that file the page and its pictures; without
ROWS.jsonl it writes the page from the facts that are there. A test compares the page with the facts. The facts hold nothing that
the collection says, only its ids: no prose, and its phrases only as what we take them to mean.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from floorjudge.magic.collections import charts
from floorjudge.magic.collections.beginning import Unread
from floorjudge.magic.collections.report import drawing
from floorjudge.magic.collections.report_parts import Section, Speaker, Table
from floorjudge.magic.collections.report_sections import headline, sections
from floorjudge.magic.collections.rows import Details, Made, Row, read_rows
from floorjudge.magic.collections.sayings import meaning_of

DOCS = Path(__file__).parents[3] / "docs"
PAPER = {"light": "#ffffff", "dark": "#171f1c"}
PAGE, FACTS, PICTURES = "magic-collection-results.md", "collection/rows.csv", "images"
HEADS = (
    "id", "cards", "verdict", "evidence", "certificate", "reason", "seconds", "nodes", "limit_seconds", "engine", "produces", "said",
    "gaps", "unread",
)  # fmt: skip
BETWEEN = "; "
UNKNOWN = "?"
MOST_ROWS = 40
SPEAKER = Speaker("en")


def facts_of(row: Row) -> tuple[str, ...]:
    """Return the cells of a row: our own words for what was said, and the places of sentences instead of them."""
    return (
        row.id,
        str(len(row.cards)),
        row.verdict,
        row.evidence or "",
        row.certificate_verdict or "",
        row.reason or "",
        f"{row.seconds:.2f}",
        str(row.nodes),
        f"{row.limit_seconds:g}",
        row.engine,
        BETWEEN.join(dict.fromkeys(each.kind for each in row.produces)),
        BETWEEN.join(dict.fromkeys(meaning_of(phrase) or UNKNOWN for phrase in row.said_to_produce)),
        BETWEEN.join(row.details.gaps),
        BETWEEN.join(each.where for each in row.details.unread),
    )


def row_of(facts: dict[str, str]) -> Row:
    """Return a row with these facts; its cards have no names."""

    def many(name: str) -> tuple[str, ...]:
        return tuple(facts[name].split(BETWEEN)) if facts[name] else ()

    values: dict[str, Any] = {
        "id": facts["id"],
        "cards": [""] * int(facts["cards"]),
        "verdict": facts["verdict"],
        "evidence": facts["evidence"] or None,
        "certificate_verdict": facts["certificate"] or None,
        "reason": facts["reason"] or None,
        "seconds": float(facts["seconds"]),
        "nodes": int(facts["nodes"]),
        "limit_seconds": float(facts["limit_seconds"]),
        "engine": facts["engine"],
        "produces": tuple(Made(kind, "") for kind in many("produces")),
        "said_to_produce": many("said"),
        "details": Details(gaps=many("gaps"), unread=tuple(Unread(where, "") for where in many("unread"))),
    }
    return msgspec.convert(values, Row)


def write_facts(rows: Iterable[Row], file: Path) -> None:
    """Write the facts of rows, in the order of their ids."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(HEADS)
        writer.writerows(sorted(map(facts_of, rows)))


def read_facts(file: Path) -> tuple[Row, ...]:
    """Return the rows of a file of facts."""
    with file.open(encoding="utf-8", newline="") as lines:
        return tuple(map(row_of, csv.DictReader(lines)))


def page(rows: Sequence[Row]) -> str:
    """Return the page in Markdown."""
    return "\n".join(_page(rows))


def as_file(svg: str) -> str:
    """Return a drawing that stands alone: with its own colours, for light and dark, on paper of its own."""
    rules = (
        f"svg{{background:{PAPER['light']}}}{charts.style(charts.LIGHT.items())}"
        f"@media(prefers-color-scheme:dark){{svg{{background:{PAPER['dark']}}}{charts.style(charts.DARK.items())}}}"
    )
    head, _, rest = svg.partition(">")
    return f"{head}><style>{rules}</style>{rest}\n"


def _page(rows: Sequence[Row]) -> Iterator[str]:
    yield from ("# What became of a collection of combinations", "")
    yield from (*headline(rows, SPEAKER), "")
    yield "Written by `python -m tests.magic.collections.collection_page ROWS.jsonl` from the rows of `floorjudge magic verify`; the facts of"
    yield f"every row are in [{FACTS}]({FACTS}), and all rows with their cards in [the report itself](collection/report.html)."
    yield "How it is done, and what the words mean: [Many loops at once](magic-collection.md). How far the certificates can be trusted:"
    yield "[those that were checked by hand](magic-collection-checked.md)."
    limits = sorted({f"{row.limit_seconds:g}" for row in rows})
    engines = sorted({row.engine for row in rows if row.engine})
    yield f"Each combination had {' or '.join(limits)} seconds of computing at most; the engine was phase {', '.join(engines)}."
    yield ""
    for section in sections(rows, SPEAKER):
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    yield from (f"## {section.title}", "")
    if section.says:
        yield from (" ".join(section.says), "")
    picture = section.picture
    if picture is not None:
        yield from (f"![{picture.says}]({picture_name(picture.name)})", "", picture.says, "")
        if picture.how:
            yield from (picture.how, "")
    for table in section.tables:
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield from (f"### {table.title}", "", _line(table.heads))
    yield f"|{'---|' * table.words}{'---:|' * (len(table.heads) - table.words)}"
    for at, (first, *rest) in enumerate(table.rows[:MOST_ROWS]):
        more = f". *{table.more[at]}*" if table.more and table.more[at] else ""
        yield _line((first + more, *rest))
    yield ""
    if len(table.rows) > MOST_ROWS:
        yield from (f"And {len(table.rows) - MOST_ROWS} more.", "")


def _line(cells: Sequence[str]) -> str:
    safe = (cell.replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(safe)} |"


def picture_name(name: str) -> str:
    """Return where a picture lies, seen from the page."""
    return f"{PICTURES}/collection-{name}.svg"


def write_page(docs: Path) -> None:
    """Write the page and its pictures from the facts in a folder."""
    rows = read_facts(docs / FACTS)
    (docs / PAGE).write_text(page(rows), "utf-8")
    (docs / PICTURES).mkdir(exist_ok=True)
    for section in sections(rows, SPEAKER):
        if section.picture is not None:
            svg = as_file(drawing(section.picture, SPEAKER))
            (docs / picture_name(section.picture.name)).write_text(svg, "utf-8")


def main(arguments: Sequence[str], docs: Path = DOCS) -> None:
    """Write the facts of the rows in the file that is named, and the page."""
    if arguments:
        write_facts(read_rows(Path(arguments[0])), docs / FACTS)
    write_page(docs)


if __name__ == "__main__":
    main(sys.argv[1:])
