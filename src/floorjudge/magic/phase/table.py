"""A live game of the engine, and the names by which people mean its objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from phase import Engine, Game

Board = tuple[tuple[tuple[int, ...], ...], ...]


class Table:
    """A game on the engine.

    `game` is the engine's own game, which changes as it is played; `labels` are the names that the position gave to
    objects, with the engine's numbers of these objects; `names` are the players' names in the order of seats; `board`
    are the numbers of the objects that each entry of the position's battlefield became, by seat.
    """

    def __init__(
        self, engine: Engine, game: Game, labels: Mapping[str, int], names: tuple[str, ...] = (), board: Board = ()
    ) -> None:
        self.engine = engine
        self.game = game
        self.labels = dict(labels)
        self.names = names
        self.board = board

    @classmethod
    def of_state(
        cls, engine: Engine, state: Mapping[str, Any], labels: Mapping[str, int], names: tuple[str, ...] = ()
    ) -> Table:
        """Return a table on which a game goes on from an exported state.

        Raises ValueError, in the engine's words, for a state that it does not take.
        """
        return cls(engine, engine.load_game(state), labels, names)

    def state(self) -> dict[str, Any]:
        """Return the whole game as the engine exports it: a new value that may be changed. The game is under `state`."""
        exported: dict[str, Any] = self.game.state()
        return exported

    def clone(self) -> Table:
        """Return another table in the same position; what is played on one does not change the other."""
        return Table(self.engine, self.engine.load_game(self.state()), self.labels, self.names, self.board)
