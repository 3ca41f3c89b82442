"""The engine's door for testers: actions that move things about in a game without any rule answering them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from phase import Engine


class TesterGame:
    """A game whose door for testers is open."""

    def __init__(self, engine: Engine, exported: dict[str, Any]) -> None:
        """Open the door of an exported game, which has to be the engine's own; the export is changed."""
        game = exported["state"]
        game["debug_mode"], game["debug_permitted"] = True, [0]
        game["format_config"]["allow_debug_actions"] = True
        game["phase"] = "PreCombatMain"
        game["waiting_for"] = {"type": "Priority", "data": {"player": 0}}
        self.game = engine.load_game(exported)

    def do(self, kind: str, **what: object) -> None:
        """Perform one of the engine's actions for testers. Raises ValueError, in its words, when it cannot be done."""
        self.game.apply(0, {"type": "Debug", "data": {"type": kind, "data": what}})


def close_door(exported: dict[str, Any]) -> None:
    """Close the door in an exported game."""
    game = exported["state"]
    game["debug_mode"], game["debug_permitted"] = False, []
    game["format_config"]["allow_debug_actions"] = False
