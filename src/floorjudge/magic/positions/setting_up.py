"""Putting a position into the engine.

The engine deals the cards of the position as decks, so that every object is one that it has made itself; its own actions
for testers put them where they belong; then the exported game gets its turn, its order of entering, and a clean record
of a turn in which nothing has happened yet, and is loaded again. docs/decisions/0007-magic-on-phase.md says why.
"""

from __future__ import annotations

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.errors import EngineRefused, NobodyAttacks
from floorjudge.magic.phase.engine import engine_of
from floorjudge.magic.phase.table import Table
from floorjudge.magic.positions.board import place
from floorjudge.magic.positions.dealing import deal
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.record import settled
from floorjudge.magic.positions.tokens import add_tokens


def set_up(position: Position, library: CardLibrary) -> Table:
    """Return a live game in a position.

    Raises BadInput when the engine is not installed, a card is not known (with similar names), an attachment has no
    place to be, or the engine does not take the position.
    """
    library = library.with_texts([card.side() for card in position.cards])
    try:
        dealt = deal(position, library)
        placed = place(position, dealt, add_tokens(position, library, dealt))
        state = settled(position, placed)
        engine = engine_of(dealt.faces)
        table = Table(engine, engine.load_game(state), placed.labels, position.names, placed.board)
        if position.step == "declare attackers":
            _go_to_attackers(table, position)
    except ValueError as error:
        raise EngineRefused(str(error)) from error
    return table


def _go_to_attackers(table: Table, position: Position) -> None:
    """Let everybody pass at the beginning of combat, until the engine asks who attacks."""
    for _ in range(position.players):
        table.game.apply(table.game.priority_player(), {"type": "PassPriority"})
        if table.game.waiting_for()["type"] == "DeclareAttackers":
            return
    raise NobodyAttacks
