"""The sealing of names and texts in a log, so that they can be removed while the chain stays valid.

The chain of hashes covers an event in its *sealed* form: a player is their number, and a typed text is a *seal*, the
SHA-256 of a random salt and the text. Texts and salts, the *words*, are stored beside the chain. A removed word leaves
a seal that cannot be opened; the chain, the points and the draws do not change. docs/log-format.md describes the form.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec
from rpds import HashTrieMap

from floorjudge.events import events
from floorjudge.events.codec import event_value
from floorjudge.events.events import Event
from floorjudge.events.service.access.roles import Role, author_parts
from floorjudge.events.service.log import errors
from floorjudge.events.tournament.names import removed_name
from floorjudge.formats import log_events, names_fields, plain_fields
from floorjudge.formats.log import Admitted

# Fields, at any depth, whose texts the program chooses and no person writes, and those behind the draws. The text of
# any other field is sealed, so that a new field is safe from the start.
PLAIN = frozenset(
    {
        "event", "format", "commitment", "roster", "seed", "public", "stage", "set", "kind", "score", "verdict", "clauses",
        "undone", "says", "found", "date", "options",
    }
)  # fmt: skip
# Fields with any JSON value, which is sealed as a whole.
VALUES = frozenset({"case", "sheet", "loop"})
_SEAL = re.compile("[0-9a-f]{64}")
# No number of a player has so many digits.
_SHORTEST_SEAL = 64
_PLAYER = Role.PLAYER.value
# Words that no person wrote are keys of the log, for ids and for fingerprints of commands; they are stored as those of
# player 0.
IDS, FINGERPRINTS = "ids", "fingerprints"
KEYS = 0
_Names: TypeAlias = tuple[tuple[int, str], ...]


@cache
def naming() -> Mapping[str, str]:
    """Return the field in which a player gets a name, by the kind of event; in all other fields the name is an existing one."""
    admitted = {kind.__name__: "player" for kind in log_events() if issubclass(kind, Admitted)}
    return {events.PlayerRegistered.__name__: "player", events.PlayerRenamed.__name__: "name", **admitted}


class Word(msgspec.Struct, frozen=True, gc=False, order=True):
    """A text beside the chain.

    `seal` stands for it in record `record` and in later ones; `player` is the number of the player with this name,
    `KEYS` for a key. A removed name has neither `salt` nor `text`; a text with a removed part has no `salt`, and proves
    nothing.
    """

    seal: str
    record: int
    player: int | None
    salt: str | None
    text: str | None

    def is_right(self) -> bool:
        """Return whether the text is the sealed one, as far as that can be known."""
        if self.salt is None or self.text is None:
            return self.salt is None and (self.text is None) is (self.player is not None)
        return seal_of(self.salt, self.text) == self.seal


def seal_of(salt: str, words: str) -> str:
    """Return the seal of a text: the SHA-256, in hex, of the salt, a line break and the text."""
    return hashlib.sha256(f"{salt}\n{words}".encode()).hexdigest()


class Book(msgspec.Struct, frozen=True):
    """The words of a log, indexed for sealing and for opening.

    `names` are those of each player with the records that gave them, the newest last; `numbers` is the present player
    of each name. `seals` maps a text to its seal, `texts` a seal to its text; `removed` are the seals of texts with a
    removed part.
    """

    names: HashTrieMap[int, _Names] = HashTrieMap()
    numbers: HashTrieMap[str, int] = HashTrieMap()
    seals: HashTrieMap[str, str] = HashTrieMap()
    texts: HashTrieMap[str, str] = HashTrieMap()
    removed: frozenset[str] = frozenset()
    words: HashTrieMap[str, Word] = HashTrieMap()
    keys: HashTrieMap[str, Word] = HashTrieMap()

    def with_words(self, words: Iterable[Word]) -> Book:
        """Return the book with more words, those of a record after those of the records before.

        Raises Damaged if a text is not the sealed one.
        """
        listed = tuple(words)
        if not listed:
            return self
        names, numbers, seals, texts, known = self.names, self.numbers, self.seals, self.texts, self.words
        keys = self.keys
        removed = set(self.removed)
        for word in listed:
            if not word.is_right():
                raise errors.DamagedWord(word.record)
            known = known.insert(word.seal, word)
            if word.player == KEYS:
                keys = keys if word.text is None else keys.insert(word.text, word)
            elif word.player is not None:
                name = removed_name(word.player) if word.text is None else word.text
                before = names.get(word.player) or ()
                if before and numbers.get(before[-1][1]) == word.player:
                    numbers = numbers.remove(before[-1][1])
                names = names.insert(word.player, (*before, (word.record, name)))
                numbers = numbers.insert(name, word.player)
                texts = texts.insert(word.seal, name)
            elif word.text is not None:
                texts = texts.insert(word.seal, word.text)
                if word.salt is None:
                    removed.add(word.seal)
                else:
                    seals = seals.insert(word.text, word.seal)
        return Book(names, numbers, seals, texts, frozenset(removed), known, keys)

    def name(self, number: int, record: int) -> str | None:
        """Return the name that a player had before a record; None if there is no such player."""
        given = self.names.get(number) or ()
        if given and given[-1][0] < record:
            return given[-1][1]
        return next((name for since, name in reversed(given) if since < record), None)

    def key(self, purpose: str) -> Word | None:
        """Return one of the log's keys, `IDS` or `FINGERPRINTS`."""
        return self.keys.get(purpose)


class Sealed(msgspec.Struct, frozen=True):
    """An event and its author in the form that the chain covers, with the new words in it."""

    event: str
    by: str | None
    words: tuple[Word, ...]


def sealed(event: Event, by: str | None, number: int, book: Book) -> Sealed:
    """Return the sealed form of an event for record `number`."""
    sealing = _Sealing(number, book)
    text = msgspec.json.encode(sealing.event(event)).decode()
    return Sealed(text, None if by is None else sealing.author(by), tuple(sorted(sealing.words)))


class _Walk:
    """A pass through an event as a JSON value, which returns one with replaced texts."""

    def __init__(self) -> None:
        self._of_names, self._plain = names_fields(), PLAIN | plain_fields()

    def name(self, name: str) -> str:
        """Return the replacement of a player's name."""
        return name

    def text(self, text: str) -> str:
        """Return the replacement of any other text."""
        return text

    def value(self, value: Any) -> Any:  # noqa: ANN401 (any JSON value)
        """Return the replacement of a JSON value that is sealed as a whole."""
        return value

    def fields(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return an object with replaced texts in its fields."""
        return {key: self._field(key, each) for key, each in value.items()}

    def _field(self, key: str, value: Any) -> Any:  # noqa: ANN401 (any JSON value)
        kind = type(value)
        if kind is int or kind is bool or value is None or key in self._plain:
            return value
        if key in self._of_names:
            return self._names(value)
        if key in VALUES:
            return self.value(value)
        if kind is str:
            return self.text(value)
        return self.fields(value) if kind is dict else [self._field(key, each) for each in value]

    def _names(self, value: Any) -> Any:  # noqa: ANN401 (names, alone or in any collection)
        kind = type(value)
        if kind is str:
            return self.name(value)
        if kind is dict:
            return {self.name(key): each for key, each in value.items()}
        return [self.name(each) if type(each) is str else self._names(each) for each in value]


class _Sealing(_Walk):
    """The sealing of one event."""

    def __init__(self, number: int, book: Book) -> None:
        super().__init__()
        self._number = number
        self._book = book
        self._new: dict[str, str] = {}
        self.words: list[Word] = []

    def event(self, event: Event) -> dict[str, Any]:
        """Return an event in its sealed form."""
        value = event_value(event)
        field = naming().get(value["event"])
        if field is None:
            return self.fields(value)
        number = self._book.numbers[value["player"]] if field == "name" else value["number"]
        rest = self.fields({key: each for key, each in value.items() if key != field})
        given = self._word(value[field], number)
        return {key: given if key == field else rest[key] for key in value}

    def author(self, by: str) -> str:
        """Return an author in the sealed form."""
        role, name = author_parts(by)
        if name is None:
            return by
        known = self.name(name) if role == _PLAYER else self.text(name)
        return f"{role} {known}" if role else known

    def name(self, name: str) -> str:
        """Return the number of a player, or the seal of a name of no player."""
        number = self._book.numbers.get(name)
        return self.text(name) if number is None else str(number)

    def text(self, text: str) -> str:
        """Return the seal of a text, the existing one if the log has it already."""
        known = self._book.seals.get(text) or self._new.get(text)
        if known is None:
            known = self._new[text] = self._word(text, None)
        return known

    def value(self, value: Any) -> str:  # noqa: ANN401 (any JSON value)
        """Return the seal of a value's JSON text."""
        return self.text(msgspec.json.encode(value).decode())

    def _word(self, text: str, player: int | None) -> str:
        salt = secrets.token_hex(16)
        self.words.append(Word(seal_of(salt, text), self._number, player, salt, text))
        return self.words[-1].seal


def opened(event: str, by: str | None, number: int, book: Book, words: Iterable[Word]) -> tuple[str, str | None]:
    """Return the event in record `number`, and its author, as before sealing.

    `words` are those that came with it; `book` has them, too.
    Raises Damaged if a word is missing, or claims to be the name of another player.
    """
    opening = _Opening(number, book)
    try:
        value = msgspec.json.decode(event)
        named = _named(value)
        text = msgspec.json.encode(opening.fields(value)).decode()
        author = None if by is None else opening.author(by)
    except (LookupError, TypeError, ValueError, AttributeError, msgspec.DecodeError, UnicodeEncodeError):
        raise errors.DamagedWord(number) from None
    if {word.player: word.seal for word in words if word.player} != named:
        raise errors.DamagedWord(number)
    return text, author


def _named(value: dict[str, Any]) -> dict[int, str]:
    """Return the seal of the name that a sealed event gives, by the number of the player."""
    field = naming().get(value["event"])
    if field == "player":
        return {value["number"]: value["player"]}
    return {int(value["player"]): value["name"]} if field == "name" else {}


class _Opening(_Walk):
    """The opening of one event."""

    def __init__(self, number: int, book: Book) -> None:
        super().__init__()
        self._number = number
        self._book = book

    def author(self, by: str) -> str:
        """Return the original author."""
        if _SEAL.fullmatch(by):
            return self.text(by)
        role, name = author_parts(by)
        return by if name is None else f"{role} {self.name(name)}"

    def name(self, name: str) -> str:
        """Return the name that a player had, by number, or the text of a seal."""
        if len(name) >= _SHORTEST_SEAL:
            return self._book.texts[name]
        given = self._book.name(int(name), self._number)
        if given is None:
            raise LookupError(name)
        return given

    def text(self, text: str) -> str:
        """Return the text of a seal."""
        return self._book.texts[text]

    def value(self, value: Any) -> Any:  # noqa: ANN401 (any JSON value)
        """Return the value whose JSON text a seal stands for."""
        return msgspec.json.decode(self.text(value))


class _Renaming(_Walk):
    """A replacement of players' names."""

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__()
        self._names_now = names

    def name(self, name: str) -> str:
        """Return the other name."""
        return self._names_now.get(name, name)


def with_other_names(value: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return an event, as a JSON value, with other names for players, in the fields for names only."""
    return _Renaming(names).fields(value)


def keyed(key: Word, text: str) -> str:
    """Return the keyed id or fingerprint of a command: its HMAC-SHA-256, in hex, with a key of the log."""
    return hmac.new(str(key.salt).encode(), text.encode(), "sha256").hexdigest()


def new_key(purpose: str, record: int) -> Word:
    """Return a new key of a log, for `IDS` or `FINGERPRINTS`, for the records from `record` on."""
    salt = secrets.token_hex(16)
    return Word(seal_of(salt, purpose), record, KEYS, salt, purpose)
