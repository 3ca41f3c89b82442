"""What the engine makes of a card: its own parser reads the sides, and the result is what a game is loaded with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from floorjudge.magic.cards.sides import Side, oracle_id_of
from floorjudge.magic.phase.engine import phase

Face = dict[str, Any]

# Layouts of which both sides are one card to the engine; of all others it knows one side.
_TWO_SIDED = {"split", "flip", "transform", "meld", "adventure", "modal_dfc", "prepare", "aftermath"}


def parsed(sides: Sequence[Side]) -> dict[str, Face]:
    """Return the faces of a card, by their names in lower case, as the engine's card data has them.

    Raises BadInput when the engine is not installed.
    """
    engine = phase()
    identity = oracle_id_of(sides[0])
    layouts = {_layout(side, sides) for side in sides}
    if len(sides) == 1 or not layouts <= _TWO_SIDED:
        # The keywords listed with one half of a card are those of both; the text says which are whose.
        listed = "keywords" in sides[0] and " // " not in sides[0]["name"]
        build = engine.build_oracle_face if listed else engine.build_oracle_face_multi
        face = build(sides[0], identity)
        return {face["name"].lower(): face}
    faces: dict[str, Face] = {}
    for index, side in enumerate(sides[:2]):
        face = engine.build_oracle_face_multi(side, identity)
        faces.setdefault(face["name"].lower(), {**face, "layout": min(layouts), "face_index": index})
    return faces


def _layout(side: Side, sides: Sequence[Side]) -> str:
    """Return a side's layout; the newest kind of adventure is listed as a reversible card."""
    if len(sides) == 2 and sides[1].get("subtypes") == ["Omen"]:
        return "adventure"
    return str(side.get("layout", "normal"))
