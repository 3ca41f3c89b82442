"""The loops of the book as facts, and the packed file that holds them: a head and a line for each loop, compressed.

An entry has no sentences, and nothing in it is believed: `opening` proves it again before it counts as certified.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Literal, TypeAlias, get_args

import msgspec

from floorjudge.errors import Damaged
from floorjudge.magic.book.meanings import Meaning
from floorjudge.reading import JsonObject
from floorjudge.texts import text

State: TypeAlias = Literal["certified", "extended", "undecided"]
STATES: tuple[State, ...] = get_args(State)
SURE: tuple[State, ...] = ("certified", "extended")
# The second form keeps what first lines rest on; books of the first can be read, and may need some play for them.
FORM = 2
_READ = frozenset({1, FORM})
_LETTERS = 16


class DamagedBook(Damaged):
    sentence = text("The book of known loops is damaged. Install floorjudge again.")


class KnownCombination(msgspec.Struct, frozen=True):
    """A combination: the whole names of its cards, twice where one is needed twice, and what it gives.

    `state`: `certified` and `extended` are the words of its certificate; of an `undecided` one nothing was certified in
    which all its cards take part.
    """

    id: str
    cards: tuple[str, ...]
    state: State
    gives: tuple[Meaning, ...] = ()


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A loop of the book: its cards by their whole names, what it gives, and the facts of its certificate as JSON.

    `kind` is the heading of a famous loop, empty for any other. `digest` is a hash over everything else.
    """

    id: str
    cards: tuple[str, ...]
    state: State
    gives: tuple[Meaning, ...] = ()
    kind: str = ""
    certificate: msgspec.Raw
    digest: str = ""

    @property
    def is_sure(self) -> bool:
        """Return whether it is a certified loop; the others are famous loops that no certificate decides."""
        return self.state in SURE

    @property
    def facts(self) -> JsonObject:
        """Return the facts of its certificate, with the case."""
        facts: JsonObject = msgspec.json.decode(self.certificate)
        return facts

    @property
    def combination(self) -> KnownCombination:
        """Return it as a combination that decks are compared with."""
        return KnownCombination(self.id, self.cards, self.state, self.gives)


def sealed(entry: Entry) -> Entry:
    """Return an entry with the hash over everything else."""
    content = msgspec.json.encode(msgspec.structs.replace(entry, digest=""))
    return msgspec.structs.replace(entry, digest=sha256(content).hexdigest()[:_LETTERS])


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The head of the file: its form, the number of entries, the versions that proved them, the origin of their ids."""

    form: int = FORM
    entries: int
    floorjudge: str
    engine: str
    origin: str


class Book(msgspec.Struct, frozen=True, dict=True):
    """The loops of the book, found by their cards, by their ids and by their digests."""

    head: Head
    entries: tuple[Entry, ...]

    @cached_property
    def by_card(self) -> Mapping[str, tuple[Entry, ...]]:
        """Return the certified loops of each card."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            for card in dict.fromkeys(entry.cards if entry.is_sure else ()):
                found.setdefault(card, []).append(entry)
        return {card: tuple(entries) for card, entries in found.items()}

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        """Return the entries by their ids."""
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def by_digest(self) -> Mapping[str, Entry]:
        """Return the entries by their digests."""
        return {entry.digest: entry for entry in self.entries}


def packed(head: Head, entries: Iterable[Entry]) -> bytes:
    """Return the packed file of some entries, the same bytes for the same entries."""
    lines = (msgspec.json.encode(each) + b"\n" for each in (head, *entries))
    return gzip.compress(b"".join(lines), 9, mtime=0)


def unpacked(content: bytes) -> Book:
    """Return the book in a packed file. Raises DamagedBook when it is none, or when an entry is not as it was written."""
    try:
        first, *lines = gzip.decompress(content).splitlines()
        head = msgspec.json.decode(first, type=Head)
        entries = tuple(map(msgspec.json.Decoder(Entry).decode, lines))
    except (OSError, EOFError, zlib.error, ValueError, msgspec.MsgspecError):
        raise DamagedBook from None
    if head.form not in _READ or head.entries != len(entries) or any(sealed(each) != each for each in entries):
        raise DamagedBook
    return Book(head, entries)
