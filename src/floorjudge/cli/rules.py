"""`floorjudge rules`: the requirement of a clause, the list of clauses, and the code and tests that cite each."""

from __future__ import annotations

from typing import Annotated, Any

from floorjudge import rulebook as books
from floorjudge.cli import output
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.settings import say, settings
from floorjudge.rulebook import STATUSES, Clause, Status
from floorjudge.rulebook.catalogue import UnknownStatus
from floorjudge.rulebook.coverage import Covered
from floorjudge.rulebook.coverage import coverage as read_coverage
from floorjudge.texts import text


def show(
    words: Annotated[
        list[str],
        argument(text("A clause, such as OTE 2.6.1, ote2.6.1, MTR 4.4.3 or CR 732.2b."), metavar="CLAUSE"),
    ],
    edition: Annotated[
        str, option(text("Read the number as this edition prints it: mtr-2018-07."), metavar="EDITION")
    ] = "",
) -> None:
    """Print one clause: its requirement, our reading of open points, how far it is implemented, where it is printed."""
    clause = books.parse(" ".join(words), edition or None)
    if settings.as_json:
        output.print_json(_as_json(clause))
        return
    output.print_line(f"{clause.newest}  [{_status(clause.status)}]")
    output.print_line(clause.summary.in_language(settings.language))
    for further in (clause.reason, clause.note):
        if further is not None:
            output.print_line(further.in_language(settings.language))
    for reading in clause.readings:
        output.print_text(text("Our reading: {reading}", reading=reading.in_language(settings.language)))
    _print_editions(clause)


def list_clauses(
    rulebook: Annotated[
        str, argument(text("One rulebook instead of all."), metavar="[OTE|MTR|MSTR|CR]", show_default=False)
    ] = "",
    status: Annotated[
        str,
        option(text("Only the clauses that have this status."), metavar="implemented|planned|not-modelled"),
    ] = "",
    edition: Annotated[
        str,
        option(text("Only the clauses that this edition has, numbered as it does."), metavar="EDITION"),
    ] = "",
) -> None:
    """Print the clauses, one table for each rulebook."""
    wanted_status = _known_status(status) if status else None
    wanted_edition = books.edition(edition).id if edition else None
    chosen = [books.rulebook(rulebook)] if rulebook else books.rulebooks()
    found = [
        clause
        for book in chosen
        for clause in book.clauses
        if wanted_status in (None, clause.status)
        if wanted_edition is None or books.printed_in(clause, wanted_edition) is not None
    ]
    if settings.as_json:
        output.print_json({"clauses": [_as_json(clause) for clause in found]})
        return
    for book in chosen:
        rows = [_row(clause, wanted_edition) for clause in found if clause.rulebook == book.id]
        if rows:
            columns = [text("Clause"), text("Status"), text("What it requires")]
            output.print_table(book.name.in_language(settings.language), columns, rows)
    if not found:
        output.print_text(text("No clause is like that."))


def coverage() -> None:
    """Print the code and the tests that cite each clause, and the findings."""
    read = read_coverage()
    if settings.as_json:
        output.print_json(
            {
                "clauses": [_covered_as_json(covered) for covered in read.covered],
                "findings": [say(finding) for finding in read.findings],
            }
        )
        return
    columns = [text("Clause"), text("Status"), text("Code"), text("Tests")]
    rows = [
        (
            covered.clause.id,
            _status(covered.clause.status),
            "\n".join(citation.code for citation in covered.code),
            "\n".join(citation.test for citation in covered.tests or ()),
        )
        for covered in read.covered
    ]
    output.print_table("", columns, rows)
    if all(covered.tests is None for covered in read.covered):
        output.print_text(text("Tests are listed only where the program runs from a checkout, which it does not here."))
    for finding in read.findings:
        output.print_text(finding)


def _print_editions(clause: Clause) -> None:
    unknown = say(text("not known"))
    columns = [text("Edition"), text("Printed as"), text("Dated")]
    rows = [
        (name, f"{clause.rulebook} {number}", books.edition(name).dated or unknown) for name, number in clause.printed
    ]
    output.print_table("", columns, rows)


def _row(clause: Clause, in_edition: str | None) -> tuple[str, str, str]:
    number = None if in_edition is None else books.printed_in(clause, in_edition)
    name = clause.newest if number is None else f"{clause.rulebook} {number}"
    return name, _status(clause.status), clause.summary.in_language(settings.language)


def _status(status: Status) -> str:
    labels = {
        "implemented": text("implemented"),
        "planned": text("planned"),
        "not_modelled": text("not modelled"),
    }
    return say(labels[status])


def _known_status(given: str) -> Status:
    for known in STATUSES:
        if given.strip().lower().replace("-", "_").replace(" ", "_") == known:
            return known
    raise UnknownStatus(given, tuple(known.replace("_", "-") for known in STATUSES))


def _as_json(clause: Clause) -> dict[str, Any]:
    language = settings.language
    return {
        "clause": clause.id,
        "status": clause.status,
        "summary": clause.summary.in_language(language),
        "reason": clause.reason and clause.reason.in_language(language),
        "note": clause.note and clause.note.in_language(language),
        "readings": [reading.in_language(language) for reading in clause.readings],
        "editions": [
            {"edition": name, "printed": f"{clause.rulebook} {number}", "dated": books.edition(name).dated}
            for name, number in clause.printed
        ],
    }


def _covered_as_json(covered: Covered) -> dict[str, Any]:
    return {
        "clause": covered.clause.id,
        "status": covered.clause.status,
        "summary": covered.clause.summary.in_language(settings.language),
        "code": [citation.code for citation in covered.code],
        "tests": None if covered.tests is None else [citation.test for citation in covered.tests],
    }
