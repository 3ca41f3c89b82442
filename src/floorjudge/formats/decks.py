"""The report on a deck list in any game: findings and a verdict.

The log needs only the verdict and the broken clauses: no decision is ever checked again.
"""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from floorjudge.texts import Language, Text, render, text


class Verdict(enum.StrEnum):
    """The verdict on a deck or on a line of its list."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    TO_BE_CHECKED = "to be checked"

    def label(self) -> Text:
        """Return the verdict as a phrase."""
        return _SAID[self]


_SAID = {
    Verdict.LEGAL: text("legal"),
    Verdict.ILLEGAL: text("illegal"),
    Verdict.TO_BE_CHECKED: text("to be checked"),
}


class Finding(msgspec.Struct, frozen=True):
    """A problem of a deck list, or a question for a judge.

    `line` counts from 1 and is None, like `written`, when the finding is about the deck as a whole.
    """

    verdict: Verdict
    reason: Text
    clauses: tuple[str, ...] = ()
    line: int | None = None
    written: str | None = None


class DeckReport(msgspec.Struct, frozen=True):
    """The findings in a deck list, and the number of its cards.

    `sideboard` is the number of cards beside the deck, None in a game without sideboards; `notes` state what every
    check rests on or leaves out: they change no verdict.
    """

    cards: int
    findings: tuple[Finding, ...] = ()
    sideboard: int | None = None
    notes: tuple[Text, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict of the worst finding; a deck without findings is legal."""
        verdicts = {finding.verdict for finding in self.findings}
        return next((each for each in (Verdict.ILLEGAL, Verdict.TO_BE_CHECKED) if each in verdicts), Verdict.LEGAL)

    @property
    def broken(self) -> tuple[str, ...]:
        """The clauses for which the deck is illegal, in order."""
        illegal = (finding for finding in self.findings if finding.verdict is Verdict.ILLEGAL)
        return tuple(sorted({clause for finding in illegal for clause in finding.clauses}))


class DeckLine(msgspec.Struct, frozen=True):
    """A line of a deck list for a print: `copies` is None for a heading, `number` distinguishes cards of one name."""

    line: int
    copies: int | None
    name: str
    number: str | None = None


def report_json(report: DeckReport, language: Language) -> dict[str, Any]:
    """Return a report as JSON, with its reasons in a language."""
    value: dict[str, Any] = {
        "verdict": report.verdict.value,
        "cards": report.cards,
        "findings": [
            {
                "line": finding.line,
                "written": finding.written,
                "reason": render(finding.reason, language),
                "clauses": list(finding.clauses),
                "verdict": finding.verdict.value,
            }
            for finding in report.findings
        ],
    }
    if report.sideboard is not None:
        value["sideboard"] = report.sideboard
        value["notes"] = [render(note, language) for note in report.notes]
    return value
