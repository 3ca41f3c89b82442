"""Whether the engine is known, or seen, to play an iteration otherwise than the rules, and what it paid in it by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floorjudge.errors import BadInput
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.checking.course import NotSo
from floorjudge.magic.phase.misreadings import misreadings_of
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.auditing import audited
from floorjudge.magic.playing.bodies import Body
from floorjudge.texts import text

JsonObject = dict[str, Any]


def payments_of(played: Sequence[tuple[Table, Sequence[Body]]], library: CardLibrary) -> list[JsonObject]:
    """Return what the engine paid by itself in the last of some bodies that are played on tables, which are spoilt.

    Raises NotSo where it plays something otherwise than the rules.

    Clauses: MTR 4.4.9
    """
    audits = [audited(table, *bodies) for table, bodies in played]
    used = frozenset().union(*(audit.used for audit in audits))
    present = frozenset().union(*(audit.present for audit in audits))
    if any(audit.remarks for audit in audits) or any(_is_misread(name, used, library) for name in present):
        raise NotSo(text("The rules engine plays something here otherwise than the rules."))
    return [{"step": each.step, "sources": dict(each.sources)} for each in audits[-1].payments]


def _is_misread(name: str, used: frozenset[str], library: CardLibrary) -> bool:
    try:
        faces = library.card(name).faces
    except BadInput:  # a token has no card behind it
        return False
    return any(each.matters == "in play" or each.words in used for each in misreadings_of(faces))
