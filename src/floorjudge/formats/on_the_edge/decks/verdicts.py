"""What a check of a deck list says: a verdict, and the findings it rests on."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from floorjudge.texts import Language, Text, render, text


class Verdict(enum.StrEnum):
    """What a deck or a line of its list is."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    TO_BE_CHECKED = "to be checked"

    def said(self) -> Text:
        """Return the verdict as people say it."""
        return _SAID[self]


_SAID = {
    Verdict.LEGAL: text("legal"),
    Verdict.ILLEGAL: text("illegal"),
    Verdict.TO_BE_CHECKED: text("to be checked"),
}


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong, or that a person has to look at.

    `line` counts from 1 and is None, like `written`, when the finding is about the deck as a whole.
    """

    verdict: Verdict
    reason: Text
    clauses: tuple[str, ...] = ()
    line: int | None = None
    written: str | None = None


class DeckReport(msgspec.Struct, frozen=True):
    """What was found in a deck list, and how many cards it has."""

    cards: int
    findings: tuple[Finding, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict of the worst finding; a deck without findings is legal."""
        verdicts = {finding.verdict for finding in self.findings}
        return next((each for each in (Verdict.ILLEGAL, Verdict.TO_BE_CHECKED) if each in verdicts), Verdict.LEGAL)


def report_json(report: DeckReport, language: Language) -> dict[str, Any]:
    """Return the JSON value of a report, its reasons in a language."""
    return {
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
