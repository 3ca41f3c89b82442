"""The pieces of a position in words: names, quoted where they could be misread, and lists of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[ ',.!?/&+()-])*")
_MISREAD = re.compile(r"\b(as|on|player|owner)\b|//.*//|\s$", re.IGNORECASE)


def quoted(name: str) -> str:
    """Return a name between quotation marks, as any text can be written."""
    escaped = (
        name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    )
    return f'"{escaped}"'


def written(name: str, *, never: tuple[str, ...] = ()) -> str:
    """Return a name as it is written: plain where it cannot be misread, else between quotation marks.

    `never` are words that mean something else in this place.
    """
    plain = _PLAIN.fullmatch(name) and not _MISREAD.search(name) and name.casefold() not in never
    return name if plain else quoted(name)


def unquoted(word: str) -> str | None:
    """Return what a word between quotation marks says; None when it has none."""
    found = _QUOTED.fullmatch(word.strip())
    if found is None:
        return None
    return re.sub(r"\\(.)", lambda escape: _ESCAPES.get(escape[1], escape[1]), found[1], flags=re.DOTALL)


def name_in(word: str) -> str:
    """Return the name that a word says, with or without quotation marks; empty when it says nothing."""
    plain = unquoted(word)
    return " ".join((word if plain is None else plain).split())


def parts(line: str, at: str) -> list[str]:
    """Return the parts of a line between separators such as `;`, leaving alone those inside quotation marks and brackets."""
    found, start = [], 0
    for place in _outside(line):
        if line.startswith(at, place) and place >= start:
            found.append(line[start:place])
            start = place + len(at)
    found.append(line[start:])
    return found


def _outside(line: str) -> Iterator[int]:
    """Return the places of a line that are neither inside quotation marks nor inside brackets."""
    depth, place = 0, 0
    while place < len(line):
        quotation = _QUOTED.match(line, place)
        if quotation is not None:
            place = quotation.end()
            continue
        if line[place] == "]":
            depth = max(0, depth - 1)
        if depth == 0:
            yield place
        if line[place] == "[":
            depth += 1
        place += 1
