"""The sections of a list: the deck, the sideboard, the commanders; without headings, the empty lines decide."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from floorjudge.deck_lists.listing import Entry, Section
from floorjudge.deck_lists.names import fold_name
from floorjudge.texts import Text, text

# Without a heading, the cards below a deck that lacks at most this many cards count as its sideboard.
_NEARLY = 5
_MOST_COMMANDERS = 2


class DeckKind(enum.StrEnum):
    """How decks are built: for constructed play, from opened or drafted cards, or for Commander."""

    CONSTRUCTED = "constructed"
    LIMITED = "limited"
    COMMANDER = "commander"

    @property
    def least(self) -> int:
        """The minimum number of cards in a deck; of a Commander deck also the maximum."""
        return _LEAST[self]


_LEAST = {DeckKind.CONSTRUCTED: 60, DeckKind.LIMITED: 40, DeckKind.COMMANDER: 100}
MOST_BESIDE = 15


class DeckList(msgspec.Struct, frozen=True):
    """The cards of a list by their sections; `doubts` are about the list as a whole.

    In Commander `deck` lacks the commanders. A companion is a card of the sideboard, in Commander of neither.
    """

    deck: tuple[Entry, ...]
    sideboard: tuple[Entry, ...] = ()
    commanders: tuple[Entry, ...] = ()
    companions: tuple[Entry, ...] = ()
    doubts: tuple[Text, ...] = ()


def in_sections(entries: Sequence[Entry], kind: DeckKind) -> DeckList:
    """Return the cards of a list by their sections.

    A heading or a mark decides. Without one, the cards below an empty line are the sideboard if the deck above it is
    complete, and one or two cards apart from the other 98 or 99 are the commanders. Magic Online saves commanders in
    the sideboard.
    """
    by_section = {section: tuple(each for each in entries if each.section is section) for section in Section}
    deck = tuple(each for each in entries if each.section in (None, Section.DECK))
    beside, leading = by_section[Section.SIDEBOARD], by_section[Section.COMMANDER]
    companions = by_section[Section.COMPANION]
    doubts: tuple[Text, ...] = ()
    if kind is DeckKind.COMMANDER:
        if not leading:
            leading = _apart(deck) or (beside if _may_lead(beside, deck) else ())
            deck, beside = _without(deck, leading), _without(beside, leading)
    else:
        # Any deck may be named after a legend; only in Commander is that card separate.
        deck, leading = (*leading, *deck), ()
        if not beside:
            beside, doubts = _below(deck, kind)
            deck = _without(deck, beside)
    # Arena writes a companion twice.
    beside = _unnamed(beside, companions) if kind is DeckKind.COMMANDER else (*_unnamed(companions, beside), *beside)
    return DeckList(deck, beside, leading, companions, doubts)


def copies(entries: Sequence[Entry]) -> int:
    """Return the total number of copies."""
    return sum(each.copies for each in entries)


def _without(entries: tuple[Entry, ...], taken: Sequence[Entry]) -> tuple[Entry, ...]:
    lines = {each.line for each in taken}
    return tuple(each for each in entries if each.line not in lines)


def _unnamed(entries: tuple[Entry, ...], others: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries whose cards others do not name."""
    names = {fold_name(each.name) for each in others}
    return tuple(each for each in entries if fold_name(each.name) not in names)


def _may_lead(few: Sequence[Entry], others: Sequence[Entry]) -> bool:
    """Return whether a few cards are as many as commanders, and the others nearly as many as the rest of a deck."""
    return 0 < copies(few) <= _MOST_COMMANDERS and copies(others) >= DeckKind.COMMANDER.least - _NEARLY


def _apart(deck: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the first group of lines, or else the last, if it may be the commanders of the others."""
    blocks = {each.block for each in deck if each.copies}
    for block in (min(blocks, default=0), max(blocks, default=0)):
        few = tuple(each for each in deck if each.block == block)
        if _may_lead(few, _without(deck, few)):
            return few
    return ()


def _below(deck: tuple[Entry, ...], kind: DeckKind) -> tuple[tuple[Entry, ...], tuple[Text, ...]]:
    """Return the cards below the empty line that ends a complete deck, and a doubt if that is not clear."""
    most = MOST_BESIDE if kind is DeckKind.CONSTRUCTED else copies(deck)
    doubted: Entry | None = None
    for block in sorted({each.block for each in deck})[1:]:
        below = tuple(each for each in deck if each.block >= block)
        above = copies(deck) - copies(below)
        if above >= kind.least and copies(below) <= most:
            return below, ()
        if above >= kind.least - _NEARLY and copies(deck) > kind.least and (copies(below) <= most or doubted is None):
            doubted = below[0]
    if doubted is None:
        return (), ()
    doubt = text(
        "Nothing says whether the cards from line {line} on are the sideboard; they were counted in the deck. Write “Sideboard” "
        "above a sideboard.",
        line=doubted.line,
    )
    return (), (doubt,)
