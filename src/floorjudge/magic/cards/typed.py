"""Reading card names typed in one line: “Krenko, Mob Boss + Skirk Prospector”, with or without mistakes.

A comma or an “and” can separate two cards or stand in the name of one, and a plus sign can begin one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.names import words_of
from floorjudge.magic.errors import UnknownCard
from floorjudge.texts import text

MOST_CARDS = 10
_AND = re.compile(r"\s(?:&|and|y|e|et)(?=\s)", re.IGNORECASE)
_SEPARATOR = re.compile(rf"\s*[,;+\n]\s*|{_AND.pattern}\s+", re.IGNORECASE)
# Characters that no name has, except for a sign before its first letter.
_STRONG = frozenset(";+\n")
_COUNT = re.compile(r"(\d{1,2})\s*[x×]?\s+(?=\S)", re.IGNORECASE | re.ASCII)
_MOST_PIECES = 24
_LONGEST_NAME = 6
# So many words with nothing between them are divided into names.
_MOST_WORDS = 12


class TooManyCardsNamed(BadInput):
    sentence = text("At most {most} cards can be searched for a loop.")
    most: int = MOST_CARDS


class TypedCard(NamedTuple):
    """A typed card: the number of copies, and the name as `written`.

    `name` is the whole name of the card that is meant, None if that is unclear; then `similar` are the possible ones.
    `exactly`: the typed name is the card's.
    """

    written: str
    copies: int
    name: str | None
    exactly: bool
    similar: tuple[str, ...] = ()


def cards_typed(typed: str, library: CardLibrary) -> tuple[TypedCard, ...]:
    """Return the typed cards, in order, with commas or plus signs between them.

    Names may contain commas. So as much of the text as possible becomes names of cards, and as few cards as possible;
    each part of the rest stands for the card that is clearly meant, if there is one. Raises BadInput if there are no
    card texts.
    """
    pieces = _pieces(typed)
    called = cache(lambda words: _called(_counted(words)[1], library))
    meant = cache(lambda words: _meant(_counted(words)[1], library))
    cards: list[TypedCard] = []
    for exactly, run in _runs(pieces, lambda words: called(words) is not None):
        parts = [run] if exactly else _divided(run, lambda words: meant(words) is not None)
        for part in parts:
            written = _joined(part)
            copies, name = _counted(written)
            whole = called(written) if exactly else meant(written)
            several = () if whole else _without_signs(written, called, meant)
            if several:
                cards += several
                continue
            similar = () if whole else library.similar(name)
            cards.append(TypedCard(name, copies, whole, exactly, similar))
    return tuple(cards)


def card_meant(typed: str, library: CardLibrary) -> str:
    """Return the whole name of the one card that is typed or clearly meant. Raises UnknownCard, with similar names."""
    name = _called(typed, library) or _meant(typed, library)
    if name is None:
        raise UnknownCard(typed, library.similar(typed))
    return name


def _called(words: str, library: CardLibrary) -> str | None:
    """Return the whole name of the card with this name, an “&” counting as “and”; None if there is none."""
    return library.whole_name(words) or (library.whole_name(words.replace("&", "and")) if "&" in words else None)


def _meant(words: str, library: CardLibrary) -> str | None:
    """Return the whole name of the card that is clearly meant; it has every comma and “and” of the words."""
    name = library.completion.best(words)
    if name is None or words.count(",") > name.count(",") or len(_AND.findall(words)) > len(_AND.findall(name)):
        return None
    return name


def _without_signs(
    written: str, called: Callable[[str], str | None], meant: Callable[[str], str | None]
) -> tuple[TypedCard, ...]:
    """Return the cards in a text without separators, as few as possible; none unless all of it is written-out names."""
    words = [_Piece(" ", word) for word in written.split()]
    if not 1 < len(words) <= _MOST_WORDS:
        return ()

    def card(typed: str) -> TypedCard | None:
        copies, name = _counted(typed)
        whole = called(typed) or meant(typed)
        short = "" if whole is None else whole.partition(",")[0]
        if whole is None or len(words_of(name)) not in (len(words_of(whole)), len(words_of(short))):
            return None
        return TypedCard(name, copies, whole, exactly=called(typed) is not None)

    cards = [card(_joined(group)) for group in _divided(words, lambda typed: card(typed) is not None)]
    return tuple(each for each in cards if each is not None) if all(cards) else ()


class _Piece(NamedTuple):
    """The text between two separators, and the separator before it."""

    before: str
    words: str


def _pieces(typed: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    start, before = 0, ""
    for separator in _SEPARATOR.finditer(typed):
        pieces.append(_Piece(before, typed[start : separator.start()]))
        start, before = separator.end(), separator[0]
    pieces.append(_Piece(before, typed[start:]))
    # A sign at an end, or two in a row, is the first letter of a name such as “+2 Mace”, or nothing.
    return [piece for piece in _with_signs(pieces) if any(char.isalnum() or char == "_" for char in piece.words)]


def _with_signs(pieces: Sequence[_Piece]) -> Iterator[_Piece]:
    """Yield the pieces; an empty piece adds its separator to the beginning of the next one."""
    empty = False
    for piece in pieces:
        sign = piece.before.strip()
        yield piece._replace(words=f"{sign}{piece.words}") if empty and sign == "+" else piece
        empty = not piece.words.strip()


def _joined(pieces: Sequence[_Piece]) -> str:
    first, *others = pieces
    return (first.words + "".join(f"{piece.before}{piece.words}" for piece in others)).strip()


def _counted(words: str) -> tuple[int, str]:
    """Return the requested number of copies, and the name."""
    match = _COUNT.match(words)
    return (int(match[1]), words[match.end() :]) if match and int(match[1]) else (1, words)


def _divided(pieces: Sequence[_Piece], fits: Callable[[str], bool]) -> list[Sequence[_Piece]]:
    """Return the pieces in groups: fewest pieces outside a fitting group, then fewest groups."""
    if len(pieces) > _MOST_PIECES:
        return [[piece] for piece in pieces]
    best: list[tuple[int, int, list[Sequence[_Piece]]]] = [(0, 0, [])]
    for end in range(1, len(pieces) + 1):
        ways = []
        for start in range(max(0, end - _LONGEST_NAME), end):
            group = pieces[start:end]
            unfit = 0 if fits(_joined(group)) else len(group)
            if unfit <= 1:
                missed, groups, before = best[start]
                ways.append((missed + unfit, groups + 1, [*before, group]))
        best.append(min(ways, key=lambda way: way[:2]))
    return best[-1][2]


def _runs(pieces: Sequence[_Piece], known: Callable[[str], bool]) -> Iterator[tuple[bool, Sequence[_Piece]]]:
    """Yield the groups of pieces that are known names, and the rest between them, joined across commas only."""
    run: list[_Piece] = []
    for group in _divided(pieces, known):
        exactly = known(_joined(group))
        if run and (exactly or _STRONG.intersection(group[0].before)):
            yield False, run
            run = []
        if exactly:
            yield True, group
        else:
            run += group
    if run:
        yield False, run
