"""Abilities that the engine plays otherwise than they are written: what its parser made of them says something that the words do not.

Cards of old return what they exiled by an ability of its own when they leave, which uses the stack; newer ones exile "until" they
leave, and what was exiled is back at once. The engine plays the old ones as the new ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from floorjudge.magic.cards.faces import Face

_ABILITIES = ("abilities", "triggers", "static_abilities", "replacements")
_BACK_AT_ONCE = "UntilHostLeavesPlay"
_SAYS_SO = ("until", "as long as")


def misread(faces: Mapping[str, Face]) -> tuple[str, ...]:
    """Return the words of the abilities on the faces of a card that are known to be played otherwise than they are written.

    None are known for most cards; that does not say that all is played as it should be.
    """
    found = [words for face in faces.values() for kind in _ABILITIES for words in _misread(face.get(kind), "")]
    return tuple(dict.fromkeys(found))


def _misread(value: object, words: str) -> Iterator[str]:
    """Yield the words around each part of an ability that lasts until its source leaves, where they do not say so."""
    if isinstance(value, list):
        for part in value:
            yield from _misread(part, words)
    elif isinstance(value, dict):
        said = value.get("description")
        words = said if isinstance(said, str) else words
        if value.get("duration") == _BACK_AT_ONCE and words and not any(each in words.lower() for each in _SAYS_SO):
            yield words
        for part in value.values():
            yield from _misread(part, words)
