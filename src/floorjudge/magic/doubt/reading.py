"""Finds the cards that the engine misreads: the parts that it has not read, then the table of words and forms.

A misreading `matters` as soon as its card is in play, or only when its part is used, when an object has a target, while
its card is in a graveyard, or when a step is impossible. docs/upstream has a position for each, and
tests/magic/doubt/test_known_mistakes.py fails once the engine reads it correctly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from floorjudge.magic.doubt.words_and_forms import CONDITION, INSTEAD, ROWS, Matters, Part, form_of
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.engine.gaps import gaps, without_jargon
from floorjudge.magic.engine.objects import description_of
from floorjudge.magic.engine.readings.faces import ABILITIES, Face

# The number of faces whose misreadings are kept.
_KEPT = 1_000


class Misreading(NamedTuple):
    """Words of a card that the engine misreads: the kind of mistake, and when it matters."""

    code: str
    words: str
    matters: Matters = "in play"


def misreadings_of(faces: Mapping[str, Face]) -> tuple[Misreading, ...]:
    """Return the known engine mistakes on the faces of a card.

    Most cards have none; that does not prove that the engine plays them correctly.
    """
    return tuple(dict.fromkeys(found for face in faces.values() for found in _on_face(face)))


@lru_cache(maxsize=_KEPT)
def _on_face(face: Face) -> tuple[Misreading, ...]:
    return tuple(found for look in _LOOKS for found in look(face))


def _each(face: Face, kind: str) -> Iterator[tuple[Part, str]]:
    """Yield the abilities of a kind, in the engine's form, with their words."""
    return ((ability, description_of(ability)) for ability in face.raw.get(kind) or ())


def _parts(value: object, words: str = "") -> Iterator[tuple[Part, str]]:
    """Yield each part of an ability with the words around it."""
    if isinstance(value, list):
        for part in value:
            yield from _parts(part, words)
    elif isinstance(value, dict):
        own = value.get("description")
        words = own if isinstance(own, str) else words
        yield value, words
        for part in value.values():
            yield from _parts(part, words)


def _not_read(face: Face) -> Iterator[Misreading]:
    """Yield the parts that the engine reports as unread; for its warnings about the rest see `_swallowed`.

    An unread part is then among the abilities of a permanent, like the effect of a spell.
    """
    for kind in (*ABILITIES, "keywords"):
        for part in face.raw.get(kind) or ():
            for words in gaps(part):
                whole = part.get("description") if isinstance(part, dict) else None
                yield Misreading("not_read", str(whole or without_jargon(words)), _when(kind, part, face))


# Words that only ask for the outcome of the words before them.
_ASKS_WHAT_CAME = re.compile(r"^(?:\w+ )?\w+ (?:do|does|did|don't|doesn't|didn't|can't|win|wins|lose|loses)\b")
# The forms of an amount that is counted or chosen.
_QUANTITY = re.compile(r"\bRef$|Multiply|Double|Each|ParentTarget|TrackedSet|PreviousEffect|\bUp", re.MULTILINE)
_THIS_CARD = re.compile(
    r"\bthis (?:creature|enchantment|artifact|land|card|permanent|aura|equipment|spell|vehicle|planeswalker|token)\b"
)


def _swallowed(face: Face) -> Iterator[Misreading]:
    """Yield the clauses that the engine warns it has dropped: a condition, an amount, a replacement.

    A warning without a counterpart in the form counts; if no ability has the words, none of them was read.
    """
    for warning in face.raw.get("parse_warnings") or ():
        gap = warning.get("gap") if isinstance(warning, dict) else None
        if not isinstance(gap, dict):
            continue
        kind = str(gap.get("kind"))
        clause = _as_itself(next((str(words) for name, words in gap.items() if name != "kind"), ""), face)
        every = ((each, part, words) for each in ABILITIES for part, words in _each(face, each))
        having = [each for each in every if clause in _as_itself(each[-1], face)]
        for each, part, words in having:
            if not _has_counterpart(kind, clause, each, form_of(part)):
                yield Misreading("not_read", words, _when(each, part, face))
        if not having and not _ASKS_WHAT_CAME.search(clause):
            yield Misreading("not_read", str(warning.get("description") or clause))


def _has_counterpart(kind: str, clause: str, ability: str, form: str) -> bool:
    """Return whether the form of an ability may have the clause that the engine warns about."""
    if kind == "unparsed_quantity":
        return _QUANTITY.search(form) is not None
    if kind == "unparsed_condition":
        return _ASKS_WHAT_CAME.search(clause) is not None or re.search(CONDITION, form) is not None
    return ability == "replacements" and re.search(INSTEAD, form, re.MULTILINE) is not None


def _as_itself(words: str, face: Face) -> str:
    """Return words in lower case, with one form of the card's references to itself."""
    name = face.name.lower()
    return _THIS_CARD.sub(ITSELF, words.lower().replace(name, ITSELF).replace(name.partition(",")[0], ITSELF))


def _otherwise(face: Face) -> Iterator[Misreading]:
    """Yield the matches of the table. An ability that is never used and has no words may have those of no other ability."""
    unquoted = _unquoted(face)
    types = "".join(f"on {each}\n" for each in face.types)
    abilities = {kind: list(_each(face, kind)) for kind in ABILITIES}
    abilities["parts"] = [each for kind in ABILITIES for each in _parts(face.raw.get(kind))]
    formed = {kind: [(*each, types + form_of(each[0])) for each in every] for kind, every in abilities.items()}
    for row, kind in ((each, kind) for each in ROWS for kind in each.kinds.split()):
        for part, own, form in formed[kind]:
            used = kind in ("parts", "triggers") or _when(kind, part, face) == "when used"
            words = next(filter(row.is_about, unquoted), "") if row.words and not own and not used else own
            if row.is_about(words) and row.is_wrong(form):
                yield Misreading(row.mistake, words, row.matters or ("when used" if used else "in play"))


def _never_used(face: Face) -> Iterator[Misreading]:
    """Yield the lines of a permanent that the engine takes for the effect of a spell, which is never used."""
    abilities = face.raw.get("abilities") or ()
    taken = any(each.get("kind") == "Spell" and each["effect"]["type"] != "Unimplemented" for each in abilities)
    for line in _unquoted(face) if taken and not _is_spell(face) else ():
        if line.endswith(".") and not line.startswith(("When", "At ")):
            yield Misreading("no_effect", line)


def _unquoted(face: Face) -> list[str]:
    """Return the lines of a card that are the words of no part of an ability."""
    quoted = {words for kind in ABILITIES for _, words in _parts(face.raw.get(kind))}
    return [line for line in face.text.splitlines() if line not in quoted]


def _when(kind: str, part: Part, face: Face) -> Matters:
    """Return when a part of a face matters: once it is used, if it has no effect before it is cast, activated or triggered."""
    triggers = kind == "triggers" and isinstance(part.get("mode"), str)
    used = kind == "abilities" and (part.get("kind") == "Activated" or _is_spell(face))
    return "when used" if triggers or used else "in play"


def _is_spell(face: Face) -> bool:
    return not {"Instant", "Sorcery"}.isdisjoint(face.types)


_LOOKS: tuple[Callable[[Face], Iterator[Misreading]], ...] = (_not_read, _swallowed, _otherwise, _never_used)
