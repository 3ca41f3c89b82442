"""Checking a deck list against section 1 of the On the Edge tournament rules 1.2: every line, and the whole.

A name and a number are two witnesses. If they name different cards, or if only some printings of a name are banned, a
judge must look at the card, unless both cards or all printings are banned.
"""

from __future__ import annotations

from floorjudge.formats.decks import DeckReport, Finding, Verdict
from floorjudge.formats.on_the_edge.decks.catalogue import (
    Catalogue,
    Printing,
    ban_of_number,
    load_catalogue,
    shared_name,
)
from floorjudge.formats.on_the_edge.decks.listing import Entry, fold_name, read_list
from floorjudge.texts import Text, counted, text

LEAST_CARDS = 40
# A search for similar names takes milliseconds each; a list with more unknown names is no deck of this game.
MOST_GUESSES = 20
# A card that no list has yet may be banned: a judge decides.
OPEN_LISTS = "OTE 1.7"


def check_deck(listing: str, cards: Catalogue | None = None) -> DeckReport:
    """Return the report on a deck list.

    `listing` is the list as its player wrote it, `cards` the catalogue to check against, by default the one of the
    package.
    Raises BadInput if the list is far longer than any deck, see `read_list`.
    Clauses: OTE 1.1, OTE 1.2, OTE 1.3, OTE 1.4, OTE 1.5, OTE 1.6, OTE 1.7
    """
    cards = cards or load_catalogue()
    entries = [entry for entry in read_list(listing) if not entry.perhaps_heading or cards.named(entry.name)]
    unknown = dict.fromkeys(entry.name for entry in entries if entry.name and not cards.named(entry.name))
    similar = {name: cards.similar(name) for name in list(unknown)[:MOST_GUESSES]}
    of_lines = [finding for entry in entries for finding in judge_entry(entry, cards, similar.get(entry.name, ()))]
    total = sum(entry.copies for entry in entries)
    return DeckReport(total, (*judge_size(total), *of_lines))


def judge_size(cards: int) -> tuple[Finding, ...]:
    """Return a finding if a deck of this many cards is too small; there is no other limit, nor one for copies.

    Clauses: OTE 1.1, OTE 1.2
    """
    if cards >= LEAST_CARDS:
        return ()
    return (
        Finding(
            Verdict.ILLEGAL,
            counted(
                "The deck has {count} card; it needs at least 40.",
                "The deck has {count} cards; it needs at least 40.",
                count=cards,
            ),
            ("OTE 1.1",),
        ),
    )


def judge_entry(entry: Entry, cards: Catalogue, similar: tuple[str, ...] = ()) -> tuple[Finding, ...]:
    """Return the findings about a line; none if its card may be played.

    `similar` are names to suggest for an unknown one.

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
    """Judge printings that are known by their number, each on its own."""
    return [
        Finding(Verdict.ILLEGAL, _ban(clause, printing, number), (clause,))
        for printing in meant
        for clause in cards.bans(printing)
    ]


def _ban(clause: str, printing: Printing, number: str) -> Text:
    if clause == "OTE 1.5":
        return text("{name} changes the objective of the game and is out in every printing.", name=printing.name)
    if clause == "OTE 1.6":
        return text("{name} is a degenerate card and is out in every printing.", name=printing.name)
    if clause == "OTE 1.4":
        return text(
            "{name} [{number}] is a chase card: its number begins with CHASE.",
            name=printing.name,
            number=printing.number,
        )
    if printing.number != number:
        return text(
            "{name} [{number}] is a sample card, and was also printed with the wrong number {misprint}.",
            name=printing.name,
            number=printing.number,
            misprint=number,
        )
    return text(
        "{name} [{number}] is a sample card: its number begins with S.", name=printing.name, number=printing.number
    )


def _by_name(named: tuple[Printing, ...], cards: Catalogue) -> list[Finding]:
    """Judge a name without a number: banned if every printing is, to be checked if only some are."""
    banned = tuple(printing for printing in named if cards.bans(printing))
    if not banned:
        return []
    if len(named) == 1:
        return _by_number(named, named[0].number, cards)
    name = shared_name(named)
    if len(banned) == len(named):
        each = tuple(f"{printing.number} ({', '.join(cards.bans(printing))})" for printing in named)
        return [
            Finding(
                Verdict.ILLEGAL,
                text("Every printing of {name} is out: {printings}.", name=name, printings=each),
                _clauses(named, cards),
            )
        ]
    allowed = tuple(printing for printing in named if printing not in banned)
    sentence = text(
        "Which printing of {name} is it? {allowed} may be played, {banned} may not. Write the number.",
        name=name,
        allowed=_numbers(allowed),
        banned=_numbers(banned),
    )
    return [Finding(Verdict.TO_BE_CHECKED, sentence, _clauses(banned, cards))]


def _by_prefix(number: str, clause: str) -> Finding:
    """Judge a number in no list by its prefix, which the clause bans."""
    sentence = (
        text(
            "The card list has no number {number}, but a number that begins with CHASE is a chase card's.",
            number=number,
        )
        if clause == "OTE 1.4"
        else text(
            "The card list has no number {number}, but a number that begins with S is a sample card's.", number=number
        )
    )
    return Finding(Verdict.ILLEGAL, sentence, (clause, OPEN_LISTS))


def _contradiction(
    number: str, named: tuple[Printing, ...], numbered: tuple[Printing, ...], cards: Catalogue
) -> Finding:
    """Judge a number that belongs to another card than the name."""
    owners = tuple(printing.name for printing in numbered)
    clauses = _clauses((*named, *numbered), cards)
    if all(cards.bans(printing) for printing in (*named, *numbered)):
        sentence = text(
            "The number {number} belongs to {owners} and not to {name}; whichever it is, it is out.",
            number=number,
            owners=owners,
            name=shared_name(named),
        )
        return Finding(Verdict.ILLEGAL, sentence, clauses)
    sentence = text(
        "The number {number} belongs to {owners}, but {name} has {numbers}. Look at the card.",
        number=number,
        owners=owners,
        name=shared_name(named),
        numbers=_numbers(named),
    )
    return Finding(Verdict.TO_BE_CHECKED, sentence, clauses)


def _number_not_listed(number: str, named: tuple[Printing, ...], cards: Catalogue) -> Finding:
    """Judge a known card with a number in no list: a card that is banned by name is banned in any printing."""
    of_card = cards.bans_of_card(named[0].name)
    if of_card and len({fold_name(printing.name) for printing in named}) == 1:
        return Finding(Verdict.ILLEGAL, _ban(of_card[0], named[0], number), (*of_card, OPEN_LISTS))
    sentence = text(
        "The card list has no number {number}; {name} has {numbers}. Look at the card.",
        number=number,
        name=shared_name(named),
        numbers=_numbers(named),
    )
    return Finding(Verdict.TO_BE_CHECKED, sentence, (OPEN_LISTS,))


def _unknown_name(entry: Entry, numbered: tuple[Printing, ...], cards: Catalogue, similar: tuple[str, ...]) -> Finding:
    if numbered and entry.number:
        sentence = text(
            "The card list has no “{name}”; the number {number} belongs to {owners}. Look at the card.",
            name=entry.name,
            number=entry.number,
            owners=tuple(each.name for each in numbered),
        )
    elif not entry.name and entry.number:
        sentence = text("The card list has no number {number}. Look at the card.", number=entry.number)
    elif similar:
        sentence = text("The card list has no “{name}”. Did you mean: {names}?", name=entry.name, names=similar)
    else:
        sentence = text("The card list has no “{name}”. Look at the card.", name=entry.name)
    return Finding(Verdict.TO_BE_CHECKED, sentence, (*_clauses(numbered, cards), OPEN_LISTS))


def _clauses(printings: tuple[Printing, ...], cards: Catalogue) -> tuple[str, ...]:
    return tuple(sorted({clause for printing in printings for clause in cards.bans(printing)}))


def _numbers(printings: tuple[Printing, ...]) -> tuple[str, ...]:
    return tuple(printing.number for printing in printings)
