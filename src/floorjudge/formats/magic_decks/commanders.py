"""Cards that may be the commander of a deck, and pairs that may be together; all of it from their printed text."""

from __future__ import annotations

import re

from floorjudge.formats.magic_decks.cards import CardFacts, without_reminders

_DASHES = "—–-"
_CAN_LEAD = re.compile(r"\bcan be your commander\b", re.IGNORECASE)
# Grist is a creature outside the battlefield, and therefore in a deck.
_CREATURE_ELSEWHERE = re.compile(r"isn't on the battlefield, it's an? [^.]*\bcreature\b", re.IGNORECASE)
_TWO_COMMANDERS = re.compile(r"two commanders|second commander|as your commanders", re.IGNORECASE)
_CHOOSES_COLOUR = re.compile(r"is your commander, choose a color before the game begins", re.IGNORECASE)
_PARTNER_WITH = re.compile(r"partner with (.+)", re.IGNORECASE)
_PARTNER_OF_KIND = re.compile(rf"partner\s*[{_DASHES}]+\s*(.+)|(friends forever)", re.IGNORECASE)
_DOCTOR = ("Time Lord", "Doctor")


def may_lead(card: CardFacts) -> bool:
    """Return whether a card alone may be a commander.

    Clauses: CR 903.3
    """
    if _CAN_LEAD.search(without_reminders(card.words)):
        return True
    if "Legendary" not in card.supertypes:
        return False
    of_size = card.has_size and {"Vehicle", "Spacecraft"} & {*card.subtypes}
    return "Creature" in card.types or bool(of_size) or _CREATURE_ELSEWHERE.search(card.words) is not None


def may_lead_together(one: CardFacts, other: CardFacts) -> bool | None:
    """Return whether two cards may be the commanders of one deck; None if the text of a card has unknown words about it.

    Clauses: CR 702.124
    """
    if any(_pairs(*pair) for pair in ((one, other), (other, one))):
        return True
    return None if any(_speaks_of_two(card) for card in (one, other)) else False


def chooses_its_colour(card: CardFacts) -> bool:
    """Return whether a commander gets one more color, which its player chooses.

    Clauses: CR 903.4
    """
    return _CHOOSES_COLOUR.search(card.words) is not None


def _lines(card: CardFacts) -> list[str]:
    """Return the lines of a rules text, without reminder text; each of these abilities has its own line."""
    return [line.strip() for line in without_reminders(card.words).splitlines()]


def _pairs(one: CardFacts, other: CardFacts) -> bool:
    """Return whether two cards that may lead have the same ability, or the second is what the ability of the first requires."""
    lines, others = _lines(one), _lines(other)
    if not may_lead(one):
        return False
    for line in map(str.casefold, lines):
        if line == "partner":
            found = may_lead(other) and "partner" in map(str.casefold, others)
        elif named := _PARTNER_WITH.fullmatch(line):
            back = (_PARTNER_WITH.fullmatch(each) for each in others)
            found = named[1] == other.name.casefold() and one.name.casefold() in (
                each[1].casefold() for each in back if each
            )
        elif kind := _PARTNER_OF_KIND.fullmatch(line):
            kinds = (_PARTNER_OF_KIND.fullmatch(each.casefold()) for each in others)
            found = may_lead(other) and (kind[1] or kind[2]) in (each[1] or each[2] for each in kinds if each)
        elif line == "choose a background":
            found = {"Legendary"} <= {*other.supertypes} and {"Background"} <= {*other.subtypes}
        elif line.replace("’", "'") == "doctor's companion":
            found = may_lead(other) and tuple(other.subtypes) == _DOCTOR
        else:
            found = False
        if found:
            return True
    return False


def _speaks_of_two(card: CardFacts) -> bool:
    """Return whether a card may have a second commander in a way that is not known here."""
    known = ("partner", "choose a background", "doctor's companion", "friends forever")
    lines = (line.casefold().replace("’", "'") for line in card.words.splitlines())
    return any(_TWO_COMMANDERS.search(line) and not line.startswith(known) for line in lines)
