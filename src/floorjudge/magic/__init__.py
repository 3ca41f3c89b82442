"""Magic, on a real engine: cards, positions, and a live game of phase behind names that people use.

The public face: `CardLibrary` knows cards, `Position` is a board as data, `set_up` puts one into the engine and returns
the `Table` it is played on; `certify` says what repeating a body does there. Nothing here needs the engine until a game is wanted.
"""

from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.engine.table import Table
from floorjudge.magic.positions.loop_case import LoopCase, read_loop_case
from floorjudge.magic.positions.position import Card, Permanent, Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certificates import Certificate, certificate_value
from floorjudge.magic.proof.certifying import certify

__all__ = [
    "Card",
    "CardLibrary",
    "CardText",
    "Certificate",
    "LoopCase",
    "Permanent",
    "Position",
    "Table",
    "certificate_value",
    "certify",
    "read_loop_case",
    "set_up",
]
