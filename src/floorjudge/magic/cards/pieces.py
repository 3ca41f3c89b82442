"""A large JSON file of cards, one card at a time: never more of it in memory than the card that is being read.

Two forms are known: MTGJSON's `{"meta": ..., "data": {"Name": [sides], ...}}`, and a plain list of cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from floorjudge.magic.errors import BadCardFile
from floorjudge.texts import text

_CHUNK = 256 * 1024
_LONGEST = 16 * 1024 * 1024


def pieces_of(stream: TextIO, file: str) -> Iterator[tuple[str, list[Any]]]:
    """Return each card of a file: its name (empty in a plain list) and its sides.

    Raises BadInput, naming `file`, when it holds no JSON, or nothing like cards.
    """
    reader = _Reader(stream, file)
    opening = reader.symbol()
    if opening == "[":
        for card in reader.items():
            yield "", [card]
    elif opening == "{":
        for key in reader.fields():
            if key != "data":
                reader.value()
            elif reader.symbol() != "{":
                raise reader.wrong()
            else:
                for name in reader.fields():
                    sides = reader.value()
                    yield name, sides if isinstance(sides, list) else []
    else:
        raise reader.wrong()


class _Reader:
    """Reads values one after the other from a stream of JSON."""

    def __init__(self, stream: TextIO, file: str) -> None:
        self._stream, self._file = stream, file
        self._text, self._at = "", 0
        self._decode = json.JSONDecoder().raw_decode

    def wrong(self) -> Exception:
        return BadCardFile(self._file, text("it is neither MTGJSON's AtomicCards nor a list of cards"))

    def symbol(self) -> str:
        """Return the next character that is no space."""
        while True:
            while self._at < len(self._text):
                char = self._text[self._at]
                self._at += 1
                if char not in " \t\r\n":
                    return char
            if not self._more():
                return ""

    def fields(self) -> Iterator[str]:
        """Return the names of an object's fields; between two of them the value has to be read."""
        symbol = self.symbol()
        while symbol != "}":
            if symbol == ",":
                symbol = self.symbol()
            if symbol != '"':
                raise self.wrong()
            self._at -= 1
            key = self.value()
            if self.symbol() != ":":
                raise self.wrong()
            yield key
            symbol = self.symbol()

    def items(self) -> Iterator[Any]:
        """Return the values of an array."""
        symbol = self.symbol()
        while symbol != "]":
            if not symbol:
                raise self.wrong()
            if symbol != ",":
                self._at -= 1
            yield self.value()
            symbol = self.symbol()

    def value(self) -> Any:  # noqa: ANN401 (any JSON value)
        """Return the next value whole."""
        if not self.symbol():
            raise self.wrong()
        self._at -= 1
        while True:
            try:
                value, end = self._decode(self._text, self._at)
            except (ValueError, RecursionError):
                end = len(self._text)
                value = None
            # A number may go on in what has not been read yet; everything else has an end of its own.
            if end < len(self._text):
                self._at = end
                return value
            if len(self._text) - self._at > _LONGEST or not self._more():
                raise self.wrong()

    def _more(self) -> bool:
        try:
            chunk = self._stream.read(_CHUNK)
        except UnicodeDecodeError:
            raise self.wrong() from None
        self._text, self._at = self._text[self._at :] + chunk, 0
        return bool(chunk)
