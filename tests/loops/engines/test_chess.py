"""Chess, held to python-chess's own rules of repetition and quiet moves."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.loops import Occurrences
from floorjudge.loops.engines.chess import ChessGame, Draw, draw_of
from floorjudge.loops.game import fast_forward, perform
from floorjudge.loops.game.conformance import check_game
from floorjudge.loops.game.protocol import Repeat

GAME = ChessGame()
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
ROOKS = "4k3/8/8/8/8/8/8/R3K2r w Q - 0 1"


def test_keeps_the_promises_of_a_game(subtests: pytest.Subtests) -> None:
    for fen, plays in [
        (chess.STARTING_FEN, 1),
        (ROOKS, 6),
        ("8/8/8/8/8/2k5/8/K6R w - - 140 90", 6),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", 6),
    ]:
        with subtests.test(fen=fen, plays=plays):
            assert check_game(GAME, GAME.start(fen), seed=2, plays=plays, length=30).positions > 20


def test_meets_loops_and_equal_positions() -> None:
    checked = check_game(GAME, GAME.start("7k/8/8/8/8/8/p7/K7 w - - 0 1"), seed=1, plays=10, length=40)
    assert checked.loops > 0
    assert checked.equal_pairs > 0


@given(st.integers(0, 10_000), st.sampled_from([chess.STARTING_FEN, ROOKS, "4k3/8/8/8/8/8/4R3/4K2q b - - 90 60"]))
def test_draws_are_those_of_python_chess(seed: int, fen: str) -> None:
    chance = random.Random(seed)
    board, position, occurrences = chess.Board(fen), GAME.start(fen), Occurrences[str]()
    for _ in range(60):
        drawn = draw_of(position, occurrences.see(GAME.shape(position)))
        mate = board.is_checkmate()
        must_end = board.is_fivefold_repetition() or board.is_seventyfive_moves()
        may_claim = board.is_repetition(3) or board.halfmove_clock >= 100
        assert (drawn is Draw.IS_DRAWN) == (must_end and not mate)
        assert (drawn is not Draw.NONE) == ((must_end or may_claim) and not mate)
        options = GAME.choices(position)
        assert bool(options) == (board.outcome() is None or board.is_fivefold_repetition())
        if not options:
            return
        # Often back to where the player's own piece came from, so that positions come up again.
        own = board.move_stack[-2].uci() if len(board.move_stack) > 1 else ""
        undo = own[2:4] + own[:2]
        move = undo if undo in options and chance.random() < 0.7 else chance.choice(options)
        board.push_uci(move)
        position = GAME.apply(position, move)


def test_knights_that_go_back_and_forth_are_stopped_by_the_seventy_five_moves() -> None:
    after = fast_forward(GAME, GAME.start(), KNIGHTS, 10**100)
    slow = perform(GAME, GAME.start(), (Repeat(KNIGHTS, 10**3),))
    assert after.iterations == 37
    assert slow.place == (0, after.iterations, *(after.place or ()))
    assert after.position == slow.position
    assert chess.Board(f"{after.position.board} {after.position.clock} {after.position.number}").is_seventyfive_moves()


def test_a_mate_on_the_board_goes_before_a_draw() -> None:
    mated = GAME.start("7k/6Q1/6K1/8/8/8/8/8 b - - 150 100")
    assert draw_of(mated, 5) is Draw.NONE
    assert GAME.choices(mated) == ()


def test_players_take_turns_and_nobody_passes() -> None:
    start = GAME.start()
    assert GAME.player(start) == "white"
    assert GAME.player(GAME.apply(start, "e2e4")) == "black"
    assert not any(GAME.passes(choice) for choice in GAME.choices(start))
