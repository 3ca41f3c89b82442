"""What the rules say about one line of a deck list.

A name and a number are two witnesses. Where they name different cards, or only some printings of a name are banned,
somebody has to look at the card, unless it is out whichever it is.
"""

from __future__ import annotations

from floorjudge.formats.on_the_edge.decks import reasons
from floorjudge.formats.on_the_edge.decks.catalogue import Catalogue, Printing, ban_of_number, shared_name
from floorjudge.formats.on_the_edge.decks.entries import Entry
from floorjudge.formats.on_the_edge.decks.spelling import fold_name
from floorjudge.formats.on_the_edge.decks.verdicts import Finding, Verdict
from floorjudge.texts import Text

# What no list has yet can still be out: a person decides.
OPEN_LISTS = "OTE 1.7"


def judge_entry(entry: Entry, cards: Catalogue, similar: tuple[str, ...] = ()) -> tuple[Finding, ...]:
    """Return the findings about a line, none when its card may be played.

    `similar` are names to suggest should nobody know the one written.

    Clauses: OTE 1.3, OTE 1.4, OTE 1.5, OTE 1.6, OTE 1.7
    """
    findings = [Finding(Verdict.TO_BE_CHECKED, doubt) for doubt in entry.doubts]
    if entry.copies:
        findings += _judge_card(entry, cards, similar)
    return tuple(Finding(found.verdict, found.reason, found.clauses, entry.line, entry.written) for found in findings)


def _judge_card(entry: Entry, cards: Catalogue, similar: tuple[str, ...]) -> list[Finding]:
    named = cards.named(entry.name)
    numbered = cards.numbered(entry.number) if entry.number else ()
    if entry.number is None:
        return _by_name(named, cards) if named else [_unknown_name(entry, numbered, cards, similar)]
    meant = tuple(printing for printing in numbered if printing in named or not entry.name)
    if meant:
        return _by_number(meant, entry.number, cards)
    if named and numbered:
        return [_contradiction(entry.number, named, numbered, cards)]
    prefix = ban_of_number(entry.number)
    if prefix:
        return _by_number(numbered, entry.number, cards) if numbered else [_by_prefix(entry.number, prefix)]
    if named:
        return [_number_not_listed(entry.number, named, cards)]
    return [_unknown_name(entry, numbered, cards, similar)]


def _by_number(meant: tuple[Printing, ...], number: str, cards: Catalogue) -> list[Finding]:
    """Judge printings that are known by their number, each for itself."""
    return [
        Finding(Verdict.ILLEGAL, _ban(clause, printing, number), (clause,))
        for printing in meant
        for clause in cards.bans(printing)
    ]


def _ban(clause: str, printing: Printing, number: str) -> Text:
    if clause == "OTE 1.5":
        return reasons.changes_the_objective(printing.name)
    if clause == "OTE 1.6":
        return reasons.degenerate(printing.name)
    if clause == "OTE 1.4":
        return reasons.chase_card(printing.name, printing.number)
    if printing.number != number:
        return reasons.misprinted_sample_card(printing.name, printing.number, number)
    return reasons.sample_card(printing.name, printing.number)


def _by_name(named: tuple[Printing, ...], cards: Catalogue) -> list[Finding]:
    """Judge a name without a number: out when every printing is, to be checked when only some are."""
    banned = tuple(printing for printing in named if cards.bans(printing))
    if not banned:
        return []
    if len(named) == 1:
        return _by_number(named, named[0].number, cards)
    name = shared_name(named)
    if len(banned) == len(named):
        each = tuple(f"{printing.number} ({', '.join(cards.bans(printing))})" for printing in named)
        return [Finding(Verdict.ILLEGAL, reasons.every_printing_banned(name, each), _clauses(named, cards))]
    allowed = tuple(printing for printing in named if printing not in banned)
    said = reasons.some_printings_banned(name, _numbers(allowed), _numbers(banned))
    return [Finding(Verdict.TO_BE_CHECKED, said, _clauses(banned, cards))]


def _by_prefix(number: str, clause: str) -> Finding:
    """Judge a number that no list has by how it begins, which the clause bans."""
    said = reasons.unlisted_chase_card(number) if clause == "OTE 1.4" else reasons.unlisted_sample_card(number)
    return Finding(Verdict.ILLEGAL, said, (clause, OPEN_LISTS))


def _contradiction(
    number: str, named: tuple[Printing, ...], numbered: tuple[Printing, ...], cards: Catalogue
) -> Finding:
    """Judge a number that belongs to another card than the one named."""
    owners = tuple(printing.name for printing in numbered)
    clauses = _clauses((*named, *numbered), cards)
    if all(cards.bans(printing) for printing in (*named, *numbered)):
        said = reasons.wrong_number_banned_anyway(shared_name(named), number, owners)
        return Finding(Verdict.ILLEGAL, said, clauses)
    said = reasons.wrong_number(shared_name(named), _numbers(named), number, owners)
    return Finding(Verdict.TO_BE_CHECKED, said, clauses)


def _number_not_listed(number: str, named: tuple[Printing, ...], cards: Catalogue) -> Finding:
    """Judge a known card with a number that no list has: a card that is banned as such is out in any printing."""
    of_card = cards.bans_of_card(named[0].name)
    if of_card and len({fold_name(printing.name) for printing in named}) == 1:
        return Finding(Verdict.ILLEGAL, _ban(of_card[0], named[0], number), (*of_card, OPEN_LISTS))
    said = reasons.number_not_listed(shared_name(named), _numbers(named), number)
    return Finding(Verdict.TO_BE_CHECKED, said, (OPEN_LISTS,))


def _unknown_name(entry: Entry, numbered: tuple[Printing, ...], cards: Catalogue, similar: tuple[str, ...]) -> Finding:
    if numbered and entry.number:
        said = reasons.unknown_name_known_number(entry.name, entry.number, tuple(each.name for each in numbered))
    elif not entry.name and entry.number:
        said = reasons.unknown_number(entry.number)
    elif similar:
        said = reasons.unknown_name_like(entry.name, similar)
    else:
        said = reasons.unknown_name(entry.name)
    return Finding(Verdict.TO_BE_CHECKED, said, (*_clauses(numbered, cards), OPEN_LISTS))


def _clauses(printings: tuple[Printing, ...], cards: Catalogue) -> tuple[str, ...]:
    return tuple(sorted({clause for printing in printings for clause in cards.bans(printing)}))


def _numbers(printings: tuple[Printing, ...]) -> tuple[str, ...]:
    return tuple(printing.number for printing in printings)
