"""Chess as a `Game`, on python-chess (the extra `chess`).

A position is the board without its history. The number of moves without a pawn move or a capture is a resource, so that
a loop of moves is elided up to the move at which the game ends by itself. How often a position has occurred belongs to
the play, not to the position: count it with `floorjudge.loops.Occurrences`, and call `draw_of`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import chess
import msgspec

from floorjudge.exact import Number

CLAIM_AFTER = 100
END_AFTER = 150
CLAIM_AT = 3
END_AT = 5
_CLOCK, _NUMBER = "half moves since a capture or pawn move", "full moves"


class ChessPosition(msgspec.Struct, frozen=True):
    """The `board` in EPD notation (with en passant where it is legal), and the two counters."""

    board: str
    clock: Number
    number: Number


class Draw(Enum):
    """The effect of repetition and quiet moves: a player may claim a draw, or the game is drawn by itself."""

    NONE = "none"
    CAN_CLAIM = "can_claim"
    IS_DRAWN = "is_drawn"


class ChessGame:
    """The rules of chess; a choice is a move as python-chess writes it (UCI: `g1f3`)."""

    def start(self, fen: str = chess.STARTING_FEN) -> ChessPosition:
        """Return the position that a FEN describes.

        Raises ValueError if the FEN is not valid.
        """
        board = chess.Board(fen)
        return ChessPosition(board.epd(), board.halfmove_clock, board.fullmove_number)

    def choices(self, position: ChessPosition) -> tuple[str, ...]:
        """Return the legal moves; none if the game has ended by itself."""
        board = _board(position)
        if board.is_insufficient_material():
            return ()
        moves = tuple(move.uci() for move in board.legal_moves)
        return moves if moves and position.clock < END_AFTER else ()

    def player(self, position: ChessPosition) -> str:
        """Return whose move it is."""
        return "white" if _board(position).turn else "black"

    def apply(self, position: ChessPosition, choice: str) -> ChessPosition:
        """Return the position after a move."""
        board, move = _board(position), chess.Move.from_uci(choice)
        clock = 0 if board.is_zeroing(move) else position.clock + 1
        number = position.number if board.turn else position.number + 1
        board.push(move)
        return ChessPosition(board.epd(), clock, number)

    def passes(self, choice: str) -> bool:
        """Return False: a chess player may not pass."""
        del choice
        return False

    def shape(self, position: ChessPosition) -> str:
        """Return the board."""
        return position.board

    def resources(self, position: ChessPosition) -> Mapping[str, Number]:
        """Return the two counters."""
        return {_CLOCK: position.clock, _NUMBER: position.number}

    def with_resources(self, position: ChessPosition, resources: Mapping[str, Number]) -> ChessPosition:
        """Return the position with other counters."""
        return ChessPosition(position.board, resources[_CLOCK], resources[_NUMBER])


def draw_of(position: ChessPosition, occurrences: int) -> Draw:
    """Return the draw by the laws of chess in a position that has occurred `occurrences` times with its player to move.

    A player may claim a draw after three occurrences or fifty quiet moves of each side. Five occurrences or
    seventy-five quiet moves end the game. Checkmate takes precedence over any of them.
    """
    if _board(position).is_checkmate():
        return Draw.NONE
    if occurrences >= END_AT or position.clock >= END_AFTER:
        return Draw.IS_DRAWN
    return Draw.CAN_CLAIM if occurrences >= CLAIM_AT or position.clock >= CLAIM_AFTER else Draw.NONE


def _board(position: ChessPosition) -> chess.Board:
    return chess.Board(f"{position.board} 0 1")
