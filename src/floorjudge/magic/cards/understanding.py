"""How much of a card the engine has understood: its parser says itself what it could not read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from floorjudge.magic.cards.faces import Face

Level: TypeAlias = Literal["fully", "partly", "not at all"]
LEVELS: tuple[Level, ...] = get_args(Level)

_ABILITIES = ("abilities", "triggers", "static_abilities", "replacements")
_GAPS = {"Unimplemented", "Unrecognized"}
_REMINDER = re.compile(r"\([^()]*\)")


class Understanding(NamedTuple):
    """What the engine understood of a card, and the parts of its text that it did not, in its own words."""

    level: Level
    reasons: tuple[str, ...]


def understanding_of(faces: Mapping[str, Face]) -> Understanding:
    """Return how much the engine has understood of the faces of a card.

    Only what it knows not to have understood is found: it may also have read something wrongly.
    """
    reasons: list[str] = []
    understood = 0
    for face in faces.values():
        abilities = [ability for kind in _ABILITIES for ability in face.get(kind) or ()]
        abilities += face.get("keywords") or ()
        gaps = [list(_gaps(ability)) for ability in abilities]
        understood += sum(not found for found in gaps)
        for found in gaps:
            reasons += found
        reasons += list(_gaps(face.get("parse_warnings")))
        if _has_text(face) and not abilities and not face.get("modal") and not face.get("additional_cost"):
            reasons.append(str(face["oracle_text"]))
    if not reasons:
        return Understanding("fully", ())
    return Understanding("partly" if understood else "not at all", tuple(dict.fromkeys(reasons)))


def _gaps(value: object) -> Iterator[str]:
    """Return what the parser says of each part that it could not read."""
    if isinstance(value, list):
        for part in value:
            yield from _gaps(part)
    elif isinstance(value, dict):
        if value.get("type") in _GAPS or "gap" in value or value.get("type") == "TargetFallback":
            yield _words(value)
        elif isinstance(value.get("Unknown"), str):
            yield value["Unknown"]
        else:
            for part in value.values():
                yield from _gaps(part)


def _words(gap: Mapping[str, Any]) -> str:
    """Return the words of the card that a gap is about, where the parser kept them."""
    for field in ("description", "text", "name"):
        if isinstance(gap.get(field), str):
            return str(gap[field])
    inner = gap.get("gap")
    if isinstance(inner, dict):
        return " ".join(str(word) for key, word in inner.items() if key != "kind" and isinstance(word, str))
    return str(gap.get("type", "?"))


def _has_text(face: Face) -> bool:
    return bool(_REMINDER.sub("", face.get("oracle_text") or "").strip())
