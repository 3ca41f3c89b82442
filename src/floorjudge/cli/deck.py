"""`floorjudge deck`: whether deck lists are legal, and why not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from floorjudge.cli.files import read_text
from floorjudge.cli.output import print_json, print_table, print_text
from floorjudge.cli.parameters import argument, option
from floorjudge.cli.settings import say, settings
from floorjudge.errors import BadInput
from floorjudge.formats.on_the_edge.decks import (
    Catalogue,
    DeckReport,
    Verdict,
    check_deck,
    load_catalogue,
    read_cards,
    report_json,
    with_further_cards,
)
from floorjudge.texts import Text, counted, text


def check(
    files: Annotated[list[str], argument(text("Deck lists; - is standard input."), metavar="FILE")],
    cards: Annotated[str, option(text("A file with further cards, or further bans."), "--cards", metavar="FILE")] = "",
) -> None:
    """Check deck lists: one report as it is, several each with its file."""
    catalogue = _with_cards_of(cards) if cards else load_catalogue()
    reports = [(file, _checked(file, catalogue)) for file in files]
    if settings.as_json:
        answers = [{"file": file} | report_json(report, settings.language) for file, report in reports]
        print_json({"decks": answers} if len(reports) > 1 else report_json(reports[0][1], settings.language))
        return
    for file, report in reports:
        print_report(file, report)


def summary(file: str, report: DeckReport) -> Text:
    """Return the one sentence about a deck."""
    count = report.cards
    if report.verdict is Verdict.LEGAL:
        return counted("{file} is legal: {count} card.", "{file} is legal: {count} cards.", count=count, file=file)
    if report.verdict is Verdict.ILLEGAL:
        return counted("{file} is illegal: {count} card.", "{file} is illegal: {count} cards.", count=count, file=file)
    return counted(
        "{file} is to be checked: {count} card.", "{file} is to be checked: {count} cards.", count=count, file=file
    )


def print_report(file: str, report: DeckReport) -> None:
    """Print what people read of a report: a sentence about the deck that came from a file, and its findings."""
    print_text(summary(file, report))
    if not report.findings:
        return
    columns = (text("Line"), text("Written"), text("Verdict"), text("Reason"), text("Clauses"))
    rows = (
        (
            str(finding.line or ""),
            finding.written or "",
            say(finding.verdict.said()),
            say(finding.reason),
            ", ".join(finding.clauses),
        )
        for finding in report.findings
    )
    print_table("", columns, rows, right=(0,))


def _checked(file: str, catalogue: Catalogue) -> DeckReport:
    try:
        return check_deck(read_text(Path(file)), catalogue)
    except BadInput as error:
        raise error.at(error.where or file) from error


def _with_cards_of(file: str) -> Catalogue:
    return with_further_cards(load_catalogue(), read_cards(read_text(Path(file)), file), file)
