"""`floorjudge deck`: whether deck lists are legal, and the reasons if not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from floorjudge.cli.files import read_text
from floorjudge.cli.line.parameters import argument, option
from floorjudge.cli.output import print_json, print_table, print_text
from floorjudge.cli.settings import say, settings
from floorjudge.deck_lists.sections import DeckKind
from floorjudge.errors import BadInput
from floorjudge.events.commands import FIRST_FORMAT
from floorjudge.formats import format_of
from floorjudge.formats.decks import DeckReport, Verdict, report_json
from floorjudge.texts import Text, counted, text

Check: TypeAlias = Callable[[str], DeckReport]


class UnknownDeckFormat(BadInput):
    sentence = text("There is no format “{given}” for deck lists; choose one of: {known}.")
    place = "--format"
    given: str
    known: tuple[str, ...]


class OptionOfOtherDecks(BadInput):
    sentence = text("{option} is for deck lists of another game than “--format {format}”.")
    place = "{option}"
    option: str
    format: str


def complete_format(begun: str, _given: Mapping[str, Any]) -> list[str]:
    """Return the formats whose names begin like this."""
    return [known for known in (FIRST_FORMAT, *DeckKind) if known.startswith(begun)]


def check(
    files: Annotated[list[str], argument(text("Deck lists; - is standard input."), metavar="FILE")],
    format_id: Annotated[
        str,
        option(
            text("How decks are built: ote-1.2, or for Magic constructed, limited or commander."),
            "--format",
            metavar="FORMAT",
            autocompletion=complete_format,
        ),
    ] = FIRST_FORMAT,
    cards: Annotated[
        str, option(text("For On the Edge, a file with further cards, or further bans."), "--cards", metavar="FILE")
    ] = "",
    banned: Annotated[
        str, option(text("For Magic, a file with the names of banned cards and its date."), "--banned", metavar="FILE")
    ] = "",
) -> None:
    """Check deck lists: print a single report alone, several each with its file's name."""
    with _check_of(format_id, cards, banned) as checked:
        reports = [(file, _checked(file, checked)) for file in files]
    if settings.as_json:
        answers = [{"file": file} | report_json(report, settings.language) for file, report in reports]
        print_json({"decks": answers} if len(reports) > 1 else report_json(reports[0][1], settings.language))
        return
    for file, report in reports:
        print_report(file, report)


@contextmanager
def _check_of(format_id: str, cards: str, banned: str) -> Iterator[Check]:
    """Yield a format's check of a list, with the files of cards that it needs."""
    if format_id == FIRST_FORMAT:
        if banned:
            raise OptionOfOtherDecks("--banned", format_id)
        yield _own_check(format_id, cards)
        return
    from floorjudge.formats.magic_decks import check_deck, read_banned

    kinds = tuple(kind.value for kind in DeckKind)
    if format_id not in kinds:
        raise UnknownDeckFormat(format_id, (FIRST_FORMAT, *kinds))
    if cards:
        raise OptionOfOtherDecks("--cards", format_id)
    from floorjudge.cli.magic.reading import open_library
    from floorjudge.magic.cards.deck_facts import installed_cards

    of_list = read_banned(read_text(Path(banned)), banned) if banned else None
    with installed_cards(open_library) as known:
        yield lambda listing: check_deck(listing, DeckKind(format_id), known, of_list)


def _own_check(format_id: str, cards: str) -> Check:
    """Return the check of a format that events use."""
    check_with = format_of(format_id).deck_check(read_text(Path(cards)) if cards else "", cards)

    def checked(listing: str) -> DeckReport:
        report = check_with(listing)
        if report is None:
            raise UnknownDeckFormat(format_id, ())
        return report

    return checked


def summary(file: str, report: DeckReport) -> Text:
    """Return the sentence that sums up a deck."""
    count = report.cards
    if report.verdict is Verdict.LEGAL:
        return counted("{file} is legal: {count} card.", "{file} is legal: {count} cards.", count=count, file=file)
    if report.verdict is Verdict.ILLEGAL:
        return counted("{file} is illegal: {count} card.", "{file} is illegal: {count} cards.", count=count, file=file)
    return counted(
        "{file} is to be checked: {count} card.", "{file} is to be checked: {count} cards.", count=count, file=file
    )


def print_report(file: str, report: DeckReport) -> None:
    """Print a report for people: a sentence about the deck in the file, and its findings."""
    print_text(summary(file, report))
    if report.findings:
        columns = (text("Line"), text("Written"), text("Verdict"), text("Reason"), text("Clauses"))
        rows = (
            (
                str(finding.line or ""),
                finding.written or "",
                say(finding.verdict.label()),
                say(finding.reason),
                ", ".join(finding.clauses),
            )
            for finding in report.findings
        )
        print_table("", columns, rows, right=(0,))
    for note in report.notes:
        print_text(note)


def _checked(file: str, check: Check) -> DeckReport:
    try:
        return check(read_text(Path(file)))
    except BadInput as error:
        raise error.at(error.where or file) from error
