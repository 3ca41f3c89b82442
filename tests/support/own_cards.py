"""Cards of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from floorjudge.magic.cards import import_cards

SPRING, WAKER, STONE, GUN, BRICK = "Own Spring", "Own Waker", "Own Stone", "Own Gun", "Own Brick"
TEXTS = {
    SPRING: "{T}: Add {C}{C}.",
    WAKER: "{1}: Untap target artifact.",
    STONE: "{T}: You gain 1 life.",
    BRICK: "Creatures you control have reach.",
    # What it does doubles: there is no law for it, but nobody lives long enough to see that.
    GUN: (
        "Own Gun enters with a charge counter on it.\n{0}: Double the number of charge counters on Own Gun. It deals damage equal to the "
        "number of charge counters on it to each opponent."
    ),
}


def card_file(folder: Path) -> Path:
    """Import our cards into a file of card texts, and return it."""
    source, kept = folder / "own-cards.json", folder / "own-cards.sqlite3"
    source.write_text(json.dumps({"data": {name: [_side(name, words)] for name, words in TEXTS.items()}}), "utf-8")
    import_cards(source, into=kept)
    return kept


def _side(name: str, words: str) -> dict[str, Any]:
    kinds = {"type": "Artifact", "types": ["Artifact"], "subtypes": [], "supertypes": [], "layout": "normal"}
    return {"name": name, "text": words, "manaCost": "{1}", "manaValue": 1.0, **kinds, "identifiers": {}}
