"""The removal of a person's name: of the names themselves, and of the texts that hold them.

A text is searched for whole words, ignoring case, spaces and composition; in writing without spaces between words, it
is searched at any position.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from floorjudge.events.events import PlayerForgotten
from floorjudge.events.service.log.contract import Removal
from floorjudge.events.service.log.records import Record
from floorjudge.events.service.log.sealing import FINGERPRINTS, KEYS, Book, Word
from floorjudge.events.state import State
from floorjudge.events.tournament.names import is_removed_name, removed_name

# For a text with no room for a sign with the number.
_LEFT_OUT = "…"
# Shorter words of a name are searched for only as part of the whole.
_TELLING = 3


def removal(event: PlayerForgotten, also: Iterable[str], state: State, book: Book) -> Removal:
    """Return the changes to the words of a log by a record that forgets a player.

    `state` is the tournament before it; `also` are other spellings to search for in texts.
    """
    number = state.players[event.player].number
    own = {name for _, name in book.names.get(number) or ()}
    gone = {name for name in own - {event.player if event.former else None} if not is_removed_name(name)}
    redacted = redacting([*gone, *also], removed_name(number))
    here = {player.number for player in state.all_players()}
    newest = book.key(FINGERPRINTS)
    words = (_without(word, gone, number, here, redacted) for word in book.words.values() if word is not newest)
    return Removal(tuple(filter(None, words)), redacted)


def _without(word: Word, gone: set[str], number: int, here: set[int], redacted: Callable[[str], str]) -> Word | None:
    """Return the rest of a word; None if nothing is removed from it."""
    if word.player == KEYS:
        # No reader may find out by trying which person sent a command: earlier commands are recognised by their id
        # alone.
        return replace(word, salt=None, text=None) if word.text == FINGERPRINTS else None
    if word.text is None:
        return None
    if word.player is not None:
        # A number without a player belonged to the same person, whose registration was undone.
        theirs = word.player == number or word.player not in here
        return replace(word, salt=None, text=None) if theirs and word.text in gone else None
    after = redacted(word.text)
    return None if after == word.text else replace(word, salt=None, text=after)


def redacting(names: Iterable[str], sign: str) -> Callable[[str], str]:
    """Return a function that replaces names by a sign in a text, also in a text that is a JSON object."""
    wanted = sorted({_folded(name.strip())[0] for name in names} - {""}, key=len, reverse=True)
    if not wanted:
        return lambda text: text
    pattern = re.compile("|".join(map(_pattern, wanted)))

    def redacted(text: str) -> str:
        """Return a text with the sign in place of each name."""
        value = _object(text)
        if value is not None:
            after = _each(value, lambda part: _replaced(pattern, sign, part))
            return text if after == value else msgspec.json.encode(after).decode()
        changed = _replaced(pattern, sign, text)
        return changed if len(changed) <= len(text) else _replaced(pattern, _LEFT_OUT, text)

    return redacted


def _replaced(pattern: re.Pattern[str], sign: str, text: str) -> str:
    """Return a text with a sign in place of each match of the pattern, ignoring case."""
    folded, places = _folded(text)
    composed = unicodedata.normalize("NFC", text)
    parts, end = [], 0
    for found in pattern.finditer(folded):
        parts += [composed[end : places[found.start()]], sign]
        end = places[found.end() - 1] + 1
    return "".join((*parts, composed[end:])) if parts else text


def _folded(text: str) -> tuple[str, list[int]]:
    """Return a text in composed characters and folded case, with the position of each of its characters in the composed one."""
    pairs = [
        (small, place) for place, char in enumerate(unicodedata.normalize("NFC", text)) for small in char.casefold()
    ]
    return "".join(small for small, _ in pairs), [place for _, place in pairs]


def texts_with(records: Iterable[Record], name: str) -> list[str]:
    """Return the texts of a log that hold words of a name, of three letters or more, other than in the whole name."""
    without = redacting([name], _LEFT_OUT)
    found = redacting([word for word in name.split() if len(word) >= _TELLING], _LEFT_OUT)
    texts = (word.text for record in records for word in record.words if word.player is None and word.text)
    return [text for text in texts if found(rest := without(text)) != rest]


def _pattern(name: str) -> str:
    words = r"\s+".join(map(re.escape, name.split()))
    before = r"(?<![^\W\d_])" if _has_case(name[0]) else ""
    after = r"(?![^\W\d_])" if _has_case(name[-1]) else ""
    return f"{before}{words}{after}"


def _has_case(char: str) -> bool:
    """Return whether a letter has two cases: such writing separates words by spaces."""
    return char.lower() != char.upper()


def _object(text: str) -> dict[str, Any] | None:
    if not text.startswith("{"):
        return None
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None
    return value if isinstance(value, dict) else None


def _each(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 (any JSON value)
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_each(each, change) for each in value]
    if isinstance(value, dict):
        return {_each(key, change): _each(each, change) for key, each in value.items()}
    return value
