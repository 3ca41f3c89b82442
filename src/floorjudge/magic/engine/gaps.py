"""Finds the parts of the engine's form of a card that stand for words it could not read; in play they do nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_GAPS = {"Unimplemented", "Unrecognized", "TargetFallback"}
# Before a line of a card that it could not read, the engine names the parser that gave up.
_JARGON = " parser: "


def gaps(value: object) -> Iterator[str]:
    """Yield the parser's report of each part that it could not read."""
    if isinstance(value, list):
        for part in value:
            yield from gaps(part)
    elif isinstance(value, dict):
        if value.get("type") in _GAPS or "gap" in value:
            yield _words(value)
        elif isinstance(value.get("Unknown"), str):
            yield value["Unknown"]
        else:
            for part in value.values():
                yield from gaps(part)


def _words(gap: Mapping[str, Any]) -> str:
    """Return the words of the card that a gap is about, where the parser kept them."""
    for field in ("description", "text", "name"):
        if isinstance(gap.get(field), str):
            return str(gap[field])
    inner = gap.get("gap")
    if isinstance(inner, dict):
        return " ".join(str(word) for key, word in inner.items() if key != "kind" and isinstance(word, str))
    return str(gap.get("type", "?"))


def without_jargon(words: str) -> str:
    """Return the words of a card in the parser's report, without the name of the parser before them."""
    return words.rpartition(_JARGON)[2]


def to_its_end(words: str, text: str) -> str:
    """Return words of a text up to the end of their sentence, as the parser cuts long ones off; unchanged if they are not in it."""
    _, separator, after = text.partition(words) if words else ("", "", "")
    if not separator or words.endswith((".", ")")):
        return words
    line = after.partition("\n")[0]
    sentence, stop, _ = line.partition(".")
    return words + sentence + stop
