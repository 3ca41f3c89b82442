"""The texts of a few cards, so that a server of a test knows them without preparing 34 000."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from floorjudge.magic.cards import import_cards

CARDS: list[dict[str, Any]] = [
    {
        "name": "Presence of Gond",
        "type": "Enchantment — Aura",
        "types": ["Enchantment"],
        "subtypes": ["Aura"],
        "manaCost": "{2}{G}",
        "keywords": ["Enchant"],
        "text": 'Enchant creature\nEnchanted creature has "{T}: Create a 1/1 green Elf Warrior creature token."',
    },
    {
        "name": "Intruder Alarm",
        "type": "Enchantment",
        "types": ["Enchantment"],
        "manaCost": "{2}{U}",
        "text": "Creatures don't untap during their controllers' untap steps.\nWhenever a creature enters, untap all creatures.",
    },
    {
        "name": "Grizzly Bears",
        "type": "Creature — Bear",
        "types": ["Creature"],
        "subtypes": ["Bear"],
        "manaCost": "{1}{G}",
        "power": "2",
        "toughness": "2",
        "text": "",
    },
]


def few_cards(folder: Path, cards: list[dict[str, Any]] = CARDS) -> Path:
    """Write these cards, or other ones, into a folder, which FLOORJUDGE_CACHE then names."""
    (folder / "cards.json").write_text(json.dumps(cards))
    import_cards(folder / "cards.json", into=folder / "magic-cards.sqlite3")
    return folder
