"""The combinations that decks are compared with: those of an imported collection, otherwise the loops of the book."""

from __future__ import annotations

import os
import shlex
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from floorjudge.errors import reason_of
from floorjudge.magic.book.combinations import read_collection
from floorjudge.magic.book.entries import STATES, KnownCombination, State
from floorjudge.magic.book.errors import DamagedCollection, UnwritableCollection
from floorjudge.magic.book.lookup import installed_book, preference
from floorjudge.magic.book.meanings import Meaning, meaning_of
from floorjudge.magic.book.rows import NAME, SearchedRow, read_rows
from floorjudge.magic.cards.database import cache_folder
from floorjudge.magic.cards.deck_list import Deck
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.texts import Text, text


class Imported(msgspec.Struct, frozen=True):
    """The result of an import: how many combinations it wrote, and how many of them were searched before."""

    combinations: int
    searched: int


def collection_path() -> Path:
    """Return the file of the imported collection."""
    return cache_folder() / "magic-collection.json"


@cache
def combinations_of_the_book() -> tuple[KnownCombination, ...]:
    """Return the loops of the book as combinations, one of each set of cards; a single card is none. Raises DamagedBook."""
    found: dict[tuple[str, ...], KnownCombination] = {}
    for entry in sorted(installed_book().entries, key=preference):
        found.setdefault(tuple(sorted(entry.cards)), entry.combination)
    return tuple(each for cards, each in found.items() if len(cards) > 1)


def known_combinations() -> tuple[KnownCombination, ...]:
    """Return the combinations of the imported collection, the loops of the book where nothing was imported.

    Raises BadInput when what was imported cannot be read, and DamagedBook.
    """
    file = collection_path()
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[KnownCombination, ...])
    except FileNotFoundError:
        return combinations_of_the_book()
    except (OSError, msgspec.MsgspecError):
        raise DamagedCollection(str(file)) from None


def import_collection(file: Path, library: CardLibrary, verified: Path | None = None) -> Imported:
    """Import a collection, which replaces the one imported before.

    `verified` is the folder into which `floorjudge-lab verify` has written what it found of this collection. Of a combination that
    is not in it, but has the cards of a loop of the book, the loop's state is taken. Raises BadInput when a file cannot be read or holds something else, when there are no card texts, and
    when the collection cannot be written.
    """
    rows = {row.id: row for row in read_rows(verified / NAME, SearchedRow)} if verified else {}
    known = {tuple(sorted(loop.cards)): loop.state for loop in reversed(combinations_of_the_book())}
    whole: dict[str, str] = {}
    found = []
    for each in read_collection(file):
        for name in each.cards:
            if name not in whole:
                whole[name] = library.whole_name(name) or name
        row = rows.get(each.id)
        cards = tuple(whole[name] for name in each.cards)
        searched = row is not None and row.combination == each.digest
        state = _state(row) if row and searched else known.get(tuple(sorted(cards)), "unchecked")
        found.append(KnownCombination(each.id, cards, state, _gives(each.produces)))
    _write(collection_path(), msgspec.json.encode(found))
    return Imported(len(found), sum(each.state != "unchecked" for each in found))


def forget_collection() -> int:
    """Remove what was imported, so that the loops of the book serve again; return how many these are."""
    collection_path().unlink(missing_ok=True)
    return len(known_combinations())


def _state(row: SearchedRow) -> State:
    if row.verdict == "played_out":
        return "observed"
    if row.verdict == "certified":
        return "extended" if row.evidence == "extended" else "certified"
    return "undecided"


def _gives(phrases: Iterable[str]) -> tuple[Meaning, ...]:
    return tuple(dict.fromkeys(meaning for phrase in phrases if (meaning := meaning_of(phrase)) is not None))


def _write(file: Path, content: bytes) -> None:
    partial = file.with_name(f".{file.name}.{os.getpid()}-{threading.get_ident()}.partial")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content)
        partial.replace(file)
    except OSError as error:
        raise UnwritableCollection(str(file), reason_of(error)) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


# Signs that a shell interprets between double quotes. A name without them is put between double quotes, because it may have
# an apostrophe.
_SPECIAL = frozenset('"$`\\!')
STATE_WORDS: Mapping[State, Text] = {
    "certified": text("certified"),
    "extended": text("extended"),
    "observed": text("observed"),
    "undecided": text("undecided"),
    "unchecked": text("unchecked"),
}
STATE_MEANS: Mapping[State, Text] = {
    "certified": text("Certified: the engine played iterations at the beginning, at the end and in between."),
    "extended": text("Extended: the engine was tried as far as it goes, and the recurrence that held there is carried on."),
    "observed": text("Observed: the engine played it until the game was won; nothing is claimed beyond that."),
    "undecided": text("Undecided: it was searched, and no loop in which all its cards take part was certified."),
    "unchecked": text("Unchecked: it is written down, and no search has been made for it yet."),
}  # fmt: skip


class InDeck(msgspec.Struct, frozen=True):
    """A combination of which a deck has all cards, or all but the `missing` one."""

    combination: KnownCombination
    missing: str | None = None


class DeckCombinations(msgspec.Struct, frozen=True):
    """The combinations in a deck, each list with the certified ones first; `compared` is how many the deck was compared with.

    `held` are those of which it has all cards, `one_short` those of which it lacks one.
    """

    deck: Deck
    compared: int
    held: tuple[InDeck, ...]
    one_short: tuple[InDeck, ...]


def combinations_in(deck: Deck, combinations: Iterable[KnownCombination]) -> DeckCombinations:
    """Return the combinations that a deck holds, and those that it would hold with one more card."""
    held: list[InDeck] = []
    one_short: list[InDeck] = []
    compared, cards = 0, Counter(deck.cards)
    for each in combinations:
        compared += 1
        # A deck lacks more than one card of most combinations: finding that out first, without counting copies, is faster.
        if len([card for card in each.cards if card not in cards]) > 1:
            continue
        missing = list((Counter(each.cards) - cards).elements())
        if not missing:
            held.append(InDeck(each))
        elif len(missing) == 1 < len(each.cards):
            one_short.append(InDeck(each, missing[0]))
    return DeckCombinations(deck, compared, _in_order(held), _in_order(one_short))


def _in_order(found: Iterable[InDeck]) -> tuple[InDeck, ...]:
    return tuple(
        sorted(
            found,
            key=lambda each: (
                STATES.index(each.combination.state),
                len(each.combination.cards),
                each.combination.cards,
            ),
        )
    )


def search_command(cards: Sequence[str]) -> str:
    """Return the command that searches a combination for its loop."""
    names = (shlex.quote(card) if _SPECIAL & set(card) else f'"{card}"' for card in dict.fromkeys(cards))
    return " ".join(("floorjudge magic find", *names))


def deck_value(found: DeckCombinations, most: int) -> dict[str, Any]:
    """Return what was found as JSON, with at most so many combinations in each list; the counts are of all."""
    return {
        "cards": sum(found.deck.cards.values()),
        "beside": found.deck.beside,
        "unknown": msgspec.to_builtins(found.deck.unknown),
        "compared": found.compared,
        "held_count": len(found.held),
        "held": [_value(each) for each in found.held[:most]],
        "one_short_count": len(found.one_short),
        "one_short": [_value(each) for each in found.one_short[:most]],
    }


def _value(each: InDeck) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.to_builtins(each.combination)
    value["search"] = search_command(each.combination.cards)
    return value if each.missing is None else value | {"missing": each.missing}
