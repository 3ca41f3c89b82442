"""Deck lists, for the judges who look through decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.formats.on_the_edge.decks import DeckReport, Finding, check_deck, load_catalogue
from floorjudge.formats.on_the_edge.decks.entries import Entry
from floorjudge.formats.on_the_edge.decks.listing import read_list
from floorjudge.texts import Text, counted, render, text
from floorjudge.web.errors import NoDeckListsYet
from floorjudge.web.print.job import Job, compile_pdf
from floorjudge.web.print.tables import in_alphabet

COLUMNS = 3


def deck_lists(job: Job, lists: Mapping[str, str]) -> bytes:
    """Return the deck lists of players, in the order of the alphabet, each with its verdict and what was found.

    `lists` holds the list of each player as it was handed in.
    Raises Refused when there are none.
    Clauses: OTE 1.1
    """
    if not lists:
        raise NoDeckListsYet
    document = job.head(text("Deck lists")) | {"decks": [_deck(job, name, lists[name]) for name in in_alphabet(lists)]}
    return compile_pdf("decks", document, job.at)


def _deck(job: Job, player: str, listing: str) -> dict[str, Any]:
    report = check_deck(listing)
    cards = [_card(job, entry, report) for entry in read_list(listing)]
    height = -(-len(cards) // COLUMNS) or 1
    return {
        "player": player,
        "cards": job.say(counted("{count} card", "{count} cards", count=report.cards)),
        "verdict": job.say(report.verdict.said()),
        "findings": [_reason(job, finding) for finding in report.findings if finding.line is None],
        "columns": [cards[start : start + height] for start in range(0, len(cards), height)],
    }


def _card(job: Job, entry: Entry, report: DeckReport) -> dict[str, Any]:
    heading = entry.perhaps_heading and not load_catalogue().named(entry.name)
    return {
        "copies": "" if heading else job.number(entry.copies),
        "name": entry.name or entry.written,
        "number": entry.number or "",
        "findings": [_reason(job, finding) for finding in report.findings if finding.line == entry.line],
    }


def _reason(job: Job, finding: Finding) -> str:
    said: Text = finding.reason
    sentence = render(said, job.language)
    return f"{sentence} ({', '.join(finding.clauses)})" if finding.clauses else sentence
