"""The page docs/rulebook-coverage.md: how far each clause is implemented, by what, tested by what; and what each requires, for the site."""

from __future__ import annotations

from floorjudge.rulebook import STATUSES, Rulebook, Status, rulebooks
from floorjudge.rulebook.coverage import Citation, Covered, coverage

BEGINNING = """\
# The rulebooks, clause by clause

The code and the tests that cite each clause, and how we read what a clause leaves open. `floorjudge rules list` says what the clauses require, `floorjudge rules show "OTE 2.6.1"
--lang pt` explains one; on the documentation site that stands below.
"""
CALLED: dict[Status, str] = {"implemented": "implemented", "planned": "planned", "not_modelled": "not modelled"}


def coverage_page() -> str:
    """Return the page as Markdown."""
    covered = {one.clause.id: one for one in coverage().covered}
    parts = [BEGINNING, _counts()]
    for book in rulebooks():
        parts += [f"## {book.name.en}", _editions(book)]
        parts += [_clause(covered[clause.id], book) for clause in book.clauses]
    return "\n".join(parts)


def clause_list() -> str:
    """Return Markdown: what each clause requires, in our own words."""
    parts = ["\n## What each requires"]
    for book in rulebooks():
        parts.append(f"\n### {book.name.en}\n")
        for clause in book.clauses:
            remarks = [remark.en for remark in (clause.reason, clause.note) if remark is not None]
            remarks += [f"Our reading: {reading.en}" for reading in clause.readings]
            parts.append(f"- **{clause.id}**: {' '.join([clause.summary.en, *remarks])}")
    return "\n".join([*parts, ""])


def _counts() -> str:
    rows = [f"| rulebook | {' | '.join(CALLED.values())} |", "|---|---|---|---|"]
    for book in rulebooks():
        counts = [sum(clause.status == status for clause in book.clauses) for status in STATUSES]
        rows.append(f"| {book.name.en} | {' | '.join(map(str, counts))} |")
    return "\n".join([*rows, ""])


def _editions(book: Rulebook) -> str:
    named = [f"`{edition.id}` ({edition.dated})" if edition.dated else f"`{edition.id}`" for edition in book.editions]
    known = f"Editions, with the date of a text of each where one is known: {', '.join(named)}."
    chapters = [edition.chapter for edition in book.editions if edition.chapter]
    moved = (
        f" Their numbers are the chapter’s: `shortcuts.2b` is {chapters[-1]}.2b in the last one." if chapters else ""
    )
    return f"\n{known}{moved}\n"


def _clause(covered: Covered, book: Rulebook) -> str:
    clause = covered.clause
    lines = [f"### {clause.id}", ""]
    if clause.status != "implemented":
        lines.append(f"- {CALLED[clause.status]}")
    if len(clause.printed) < len(book.editions):
        lines.append(f"- editions: {', '.join(f'`{edition}`' for edition, _ in clause.printed)}")
    moved = [pair for pair in clause.printed if pair[1] != clause.number and not clause.number.startswith("shortcuts")]
    lines += [f"- printed as {number} in `{edition}`" for edition, number in moved]
    lines += [f"- our reading: {reading.en}" for reading in clause.readings]
    if covered.code:
        lines.append(f"- code: {', '.join(map(_code, covered.code))}")
    if covered.tests:
        lines.append(f"- tests: {', '.join(map(_test, covered.tests))}")
    return "\n".join([*lines, ""])


def _code(citation: Citation) -> str:
    return f"[`{citation.code}`](../src/floorjudge/{citation.path})"


def _test(citation: Citation) -> str:
    return f"[`{citation.name or citation.path}`](../tests/{citation.path})"
