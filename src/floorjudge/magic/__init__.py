"""Magic, on a real engine: cards, positions, and a live game of phase behind names that people use.

The public face: `CardLibrary` knows cards, `Position` is a board as data, `set_up` puts one into the engine and returns
the `Table` it is played on. Nothing here needs the engine until a game is wanted.
"""

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.phase.table import Table
from floorjudge.magic.positions.position import Card, CardText, Permanent, Position
from floorjudge.magic.positions.setting_up import set_up

__all__ = ["Card", "CardLibrary", "CardText", "Permanent", "Position", "Table", "set_up"]
