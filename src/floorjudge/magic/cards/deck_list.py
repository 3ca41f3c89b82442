"""Deck lists as programs write them: Arena, Moxfield, MTGO, and plain lists with a card a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.names import words_of
from floorjudge.texts import Text, text

MOST_CHARACTERS = 100_000
MOST_LINES = 2_000
_SIMILAR = 3
# What stands below the only empty line is a sideboard where the deck and it are of these sizes, and not a commander or the lands.
_DECK, _SIDEBOARD = range(40, 98), range(2, 16)

_MAIN = frozenset(
    """deck main mainboard maindeck commander commanders companion oathbreaker signaturespell
    mazo mazoprincipal comandante comandantes companero commandant commandants compagnon baralho companheiro""".split()
)
# What is beside the deck, and the part of an Arena export that only names it.
_BESIDE = frozenset("sideboard side maybeboard considering tokens about banquillo reserve reserva".split())
_HEADING = re.compile(r"[/#\[\s]*(?P<words>[^\d(:\]]+?)\s*(?:\(\d+\)|\d+)?\s*[\]:]*\s*")
# A heading that is not known has no number before it, and ends with a colon or with how many cards follow.
_HEADED = re.compile(r"[^\d].*(?::|\(\d+\))")
_COUNTED = re.compile(r"(?:SB:\s*)?(?P<copies>\d{1,4})\s*[x×]?\s+(?P<name>\S.*)", re.IGNORECASE)
_COUNTED_BEHIND = re.compile(r"(?:SB:\s*)?(?P<name>.*\S)\s+[x×]\s?(?P<copies>\d{1,4})", re.IGNORECASE)
# Behind a name: the printing, such as (DMU) 137, how it looks, such as *F*, and what a player has marked it with.
_BEHIND = re.compile(r"\s+(?:\([A-Za-z0-9_]{2,6}\)(?:\s+[\w★†-]+)?|\*\w+\*|#.*|\[[^\]]*\]|<[^>]*>|\^.*)$")


class DeckListTooLong(BadInput):
    sentence = text("A deck list has at most {lines} lines and {characters} characters.")
    lines: int
    characters: int


class NoCardsInDeck(BadInput):
    sentence = text(
        "There is no card in this deck list. A line is a number and a name, such as “4 Llanowar Elves” or "
        "“1 Intruder Alarm (8ED) 86”."
    )


class UnknownLine(msgspec.Struct, frozen=True):
    """A line of a deck list that names no known card: its number from 1, the name as written, and similar ones."""

    line: int
    name: str
    similar: tuple[str, ...]

    def said(self) -> Text:
        """Say that there is no such card, and which ones are called alike."""
        if not self.similar:
            return text("Line {line}: there is no card “{name}”.", line=self.line, name=self.name)
        return text(
            "Line {line}: there is no card “{name}”. Similar names: {similar}.",
            line=self.line,
            name=self.name,
            similar=self.similar,
        )


class Deck(msgspec.Struct, frozen=True):
    """A deck: its cards by whole names with their copies, the commander among them; `beside` counts the sideboard."""

    cards: dict[str, int]
    beside: int
    unknown: tuple[UnknownLine, ...]


def read_deck(listing: str, library: CardLibrary) -> Deck:
    """Return the deck in a list.

    What stands under a heading such as “Sideboard” is beside the deck, and so is what MTGO writes below an empty line. A line that is no card is a heading when it begins with
    no number and ends with one in brackets or a colon, otherwise it is unknown. Raises BadInput when the list is too long, when it
    holds no card at all, and when there are no card texts.
    """
    lines = listing.splitlines()
    if len(listing) > MOST_CHARACTERS or len(lines) > MOST_LINES:
        raise DeckListTooLong(MOST_LINES, MOST_CHARACTERS)
    cards: dict[str, int] = {}
    below: dict[str, int] = {}
    gap = _only_gap(lines)
    unknown: list[tuple[int, str]] = []
    beside, in_deck = 0, True
    for number, line in enumerate(map(str.strip, lines), 1):
        heading = _heading(line)
        if heading is not None:
            in_deck = heading
            continue
        spellings = _spellings(line)
        known = next(((copies, name) for copies, typed in spellings if (name := library.whole_name(typed))), None)
        if known is None:
            if spellings and in_deck and _HEADED.fullmatch(line) is None:
                unknown.append((number, spellings[-1][1]))
        elif in_deck and not line.upper().startswith("SB:"):
            part = below if gap is not None and number > gap else cards
            part[known[1]] = part.get(known[1], 0) + known[0]
        else:
            beside += known[0]
    if not beside and sum(cards.values()) in _DECK and sum(below.values()) in _SIDEBOARD:
        beside = sum(below.values())
    else:
        cards = {name: cards.get(name, 0) + below.get(name, 0) for name in (cards | below)}
    if not cards:
        raise NoCardsInDeck
    similar = ((line, name, tuple(library.completion.complete(name, _SIMILAR))) for line, name in unknown)
    return Deck(cards, beside, tuple(UnknownLine(*each) for each in similar))


def _only_gap(lines: Sequence[str]) -> int | None:
    """Return the number of the line that alone is empty between others; None where there is none, or a heading says more."""
    filled = [number for number, line in enumerate(lines, 1) if line.strip()]
    gaps = [number for number, after in pairwise(filled) if after > number + 1]
    headed = any(_heading(line.strip()) is not None for line in lines)
    return gaps[0] if len(gaps) == 1 and not headed else None


def _heading(line: str) -> bool | None:
    """Return whether cards of the deck itself follow a line; None when it is no heading that is known."""
    found = _HEADING.fullmatch(line)
    words = "".join(words_of(found["words"])) if found else ""
    return True if words in _MAIN else False if words in _BESIDE else None


def _spellings(line: str) -> Sequence[tuple[int, str]]:
    """Return what a line may say, as copies and a name: as it stands, then without what may be no part of the name."""
    if not line or line.startswith(("#", "//")):
        return ()
    found = [(1, line)]
    shorter, left = line, ""
    while shorter != left:
        left = shorter
        counted = _COUNTED.fullmatch(left) or _COUNTED_BEHIND.fullmatch(left)
        found.append((int(counted["copies"]), counted["name"]) if counted else (1, left))
        shorter = _BEHIND.sub("", left)
    return found
