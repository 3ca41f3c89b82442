"""A library of invented cards, and combinations of them, for the tests of reading."""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.magic import CardLibrary, CardText
from floorjudge_lab.combinations import Combination

TEXTS = (
    CardText("Amber Ogre", "Creature — Ogre", "{2}{R}", power="3", toughness="3"),
    CardText("Quiet Veil", "Enchantment — Aura", "{1}{U}", "Enchant creature\nEnchanted creature has flying."),
    CardText("Sudden Echo", "Instant", "{1}{U}", "Draw a card."),
    CardText("Brazen Engine", "Artifact", "{3}", "{T}: Add {C}{C}.\n{2}: Untap this artifact."),
    CardText("Orla, Keeper of Bells", "Legendary Creature — Human", "{1}{W}{W}", power="2", toughness="2"),
    CardText("Orla, the Late", "Legendary Creature — Zombie", "{1}{B}", power="2", toughness="2"),
    CardText("Quick Hands", "Instant", "{R}", "Untap target creature."),
    CardText(
        "Lamplighter Class",
        "Enchantment — Class",
        "{R}",
        "(Gain the next level as a sorcery to add its ability.)\nCreatures you control have haste.\n{1}{R}: Level 2\n"
        "Whenever you attack, draw a card.\n{2}{R}: Level 3\nCreatures you control get +1/+0.",
    ),
    CardText("Moss Mimic", "Creature — Beast", "{3}{G}", "Mutate {1}{G}", "2", "2"),
    CardText("Vault of Echoes", "Artifact", "{2}", "When this artifact enters, exile an instant card from your hand."),
    CardText("Grey Cage", "Enchantment", "{2}{W}", "When this enchantment enters, exile another target creature."),
    CardText(
        "Budding Hydra", "Creature — Hydra", "{2}{G}", "This creature enters with three +1/+1 counters on it.", "0", "0"
    ),
)


def own_library() -> CardLibrary:
    """Return a library of the invented cards only."""
    return CardLibrary.of_texts([card.side() for card in TEXTS])


def combination(*uses: str | dict[str, Any], **said: Any) -> Combination:
    """Return a combination; a card by its name is on the battlefield."""
    whole = [{"name": use} if isinstance(use, str) else use for use in uses]
    number = "-".join(str(index + 1) for index in range(len(whole)))
    return msgspec.convert({"id": number, "uses": whole, **said}, Combination)
