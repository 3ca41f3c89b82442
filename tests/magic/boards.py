"""Small boards of real cards, for playing on."""

from __future__ import annotations

from typing import Any

from floorjudge.magic import CardLibrary, Table, set_up
from floorjudge.magic.positions.json_form import read_position

NO_CARDS = CardLibrary.of_texts([])
GOND: dict[str, Any] = {
    "battlefield": [
        [
            {"card": "Intruder Alarm"},
            {"card": "Grizzly Bears", "as": "bear"},
            {"card": "Presence of Gond", "on": "bear"},
        ],
        [{"card": "Mountain"}],
    ],
}
KIKI: dict[str, Any] = {
    "battlefield": [
        [{"card": "Kiki-Jiki, Mirror Breaker", "as": "kiki"}, {"card": "Pestermite"}, {"card": "Forest"}],
        [{"card": "Grizzly Bears"}],
    ],
}
ALTAR: dict[str, Any] = {
    "battlefield": [
        [
            {"card": "Ashnod's Altar"},
            {"card": "Blood Artist"},
            {"card": "Zulaport Cutthroat"},
            {"card": "Viscera Seer"},
            {"card": "Kitchen Finks"},
            {"card": "Grizzly Bears", "copies": 3},
            {"card": "Grizzly Bears", "as": "big", "counters": {"+1/+1": 1}},
        ],
        [{"card": "Grizzly Bears"}, {"card": "Plains", "copies": 2}],
    ],
    "hand": [[], ["Swords to Plowshares"]],
    "library": [["Forest", "Island"] * 4, ["Forest"] * 8],
}
SPELLS: dict[str, Any] = {
    "battlefield": [
        [
            {"card": "Mountain", "copies": 4},
            {"card": "Plains"},
            {"card": "Sol Ring"},
            {"card": "Basalt Monolith"},
            {"card": "Birds of Paradise"},
        ],
        [{"card": "Grizzly Bears", "copies": 2}, {"card": "Island", "copies": 2}],
    ],
    "hand": [["Lightning Bolt", "Lightning Bolt", "Fireball", "Boros Charm", "Mountain"], ["Counterspell"]],
    "library": [["Forest"] * 5, ["Forest"] * 5],
}
COMBAT: dict[str, Any] = {
    "battlefield": [
        [{"card": "Grizzly Bears", "copies": 2}, {"card": "Serra Angel", "as": "angel"}],
        [{"card": "Grizzly Bears"}, {"card": "Serra Angel"}],
    ],
    "library": [["Forest"] * 5, ["Forest"] * 5],
}
BOARDS = {"gond": GOND, "kiki": KIKI, "altar": ALTAR, "spells": SPELLS, "combat": COMBAT}


def table_of(board: dict[str, Any], cards: CardLibrary = NO_CARDS, **more: Any) -> Table:
    """Return a table on which a board lies, with some of its fields given otherwise."""
    return set_up(read_position({"players": 2, **board, **more}), cards)


def life(table: Table) -> tuple[int, ...]:
    return tuple(table.game.player(seat)["life"] for seat in range(2))


def mana(table: Table, seat: int = 0) -> list[str]:
    return [unit["color"] for unit in table.game.player(seat)["mana_pool"]["mana"]]


def permanents(table: Table, seat: int = 0) -> list[str]:
    """Return the names of what a player controls, sorted."""
    return sorted(thing["name"] for thing in table.game.battlefield() if thing["controller"] == seat)


def game_of(table: Table) -> dict[str, Any]:
    """Return the exported game, without the engine's notes on its own shortcuts."""
    game: dict[str, Any] = table.game.state()["state"]
    return game
