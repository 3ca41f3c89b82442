"""The combinations that decks are compared with: those of an imported collection, otherwise the famous loops."""

from __future__ import annotations

import gzip
import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.shelf import cache_folder
from floorjudge.magic.collections.combinations import read_collection
from floorjudge.magic.collections.errors import DamagedCollection, UnwritableCollection
from floorjudge.magic.collections.report.meanings import Meaning, meaning_of
from floorjudge.magic.collections.rows import NAME, Row, read_rows

FAMOUS = "famous.jsonl.gz"
State: TypeAlias = Literal["certified", "extended", "observed", "undecided", "unchecked"]
STATES: tuple[State, ...] = get_args(State)


class KnownCombination(msgspec.Struct, frozen=True):
    """A combination: the whole names of its cards, twice where one is needed twice; what it is said to give.

    `state`: `certified` and `extended` are the words of its certificate; `observed` was played until the game was won;
    `undecided` was searched, and nothing was certified in which all its cards take part; `unchecked` was never
    searched.
    """

    id: str
    cards: tuple[str, ...]
    state: State
    gives: tuple[Meaning, ...] = ()


class Imported(msgspec.Struct, frozen=True):
    """What an import has done: how many combinations there are, and of how many a row says what came of a search."""

    combinations: int
    searched: int


def collection_path() -> Path:
    """Return the file of the imported collection."""
    return cache_folder() / "magic-collection.json"


def famous_lines() -> list[bytes]:
    """Return all that is kept of the famous loops, a JSON object each; `python -m tests.magic.loops_page` makes them."""
    return gzip.decompress(resources.files(__package__).joinpath(FAMOUS).read_bytes()).splitlines()


@cache
def famous_loops() -> tuple[KnownCombination, ...]:
    """Return the loops that everybody knows, with what a certificate said of each; a single card is no combination."""
    loops = (msgspec.json.decode(line, type=KnownCombination) for line in famous_lines())
    return tuple(loop for loop in loops if len(loop.cards) > 1)


def known_combinations() -> tuple[KnownCombination, ...]:
    """Return the combinations of the imported collection, the famous loops where nothing was imported.

    Raises BadInput when what was imported cannot be read.
    """
    file = collection_path()
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[KnownCombination, ...])
    except FileNotFoundError:
        return famous_loops()
    except (OSError, msgspec.MsgspecError):
        raise DamagedCollection(str(file)) from None


def import_collection(file: Path, library: CardLibrary, verified: Path | None = None) -> Imported:
    """Import a collection, in the place of the one before.

    `verified` is the folder that `magic verify` has filled for it. What is known of a famous loop holds for the same
    cards here. Raises BadInput when a file cannot be read or holds something else, when there are no card texts, and
    when the collection cannot be written.
    """
    rows = {row.id: row for row in read_rows(verified / NAME)} if verified else {}
    famous = {tuple(sorted(loop.cards)): loop.state for loop in famous_loops()}
    whole: dict[str, str] = {}
    found = []
    for each in read_collection(file):
        for name in each.cards:
            if name not in whole:
                whole[name] = library.whole_name(name) or name
        row = rows.get(each.id)
        cards = tuple(whole[name] for name in each.cards)
        searched = row is not None and row.combination == each.digest
        state = _state(row) if row and searched else famous.get(tuple(sorted(cards)), "unchecked")
        found.append(KnownCombination(each.id, cards, state, _gives(each.produces)))
    _write(collection_path(), msgspec.json.encode(found))
    return Imported(len(found), sum(each.state != "unchecked" for each in found))


def forget_collection() -> int:
    """Remove what was imported, so that the famous loops serve again; return how many these are."""
    collection_path().unlink(missing_ok=True)
    return len(known_combinations())


def _state(row: Row) -> State:
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
        raise UnwritableCollection(str(file), error.strerror or str(error)) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
