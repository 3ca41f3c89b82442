"""The repetition watch against python-chess's own test and a plain list scan, for 10^3 to 10^6 positions.

Every time is that of one answer when N positions have been seen. The watch is timed over the whole
stream (its answers cost the same everywhere); the others on the last positions of it. python-chess is optional.
"""

from __future__ import annotations

import importlib
import json
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import ModuleType
from typing import Any

from bench.support.report import Findings, seconds
from floorjudge.loops.repetition.watches import CheckpointWatch, RepetitionWatch

SIZES = (10**3, 10**4, 10**5, 10**6)
KEPT = 1_000
LINES = 200_000
PATIENCE = 1.0
TARGET_PER_SECOND = 500_000
TARGET_LINES = 60_000
TARGET_BYTES = 200

_RANKS = range(1, 7)


def chess_or_none() -> ModuleType | None:
    """Return python-chess, None when it is not installed."""
    try:
        return importlib.import_module("chess")
    except ModuleNotFoundError:
        return None


def positions(count: int) -> list[Hashable]:
    """Return positions as tuples of twelve numbers, nearly all different, the last one new."""
    dice = random.Random(3)
    stream: list[Hashable] = [tuple(dice.randrange(8) for _ in range(12)) for _ in range(count - 1)]
    return [*stream, (8,) * 12]


def rook_moves(chess: ModuleType, count: int) -> list[Any]:
    """Return moves of six rooks, each along its own rank: never a capture, so that nothing is ever irreversible."""
    dice = random.Random(5)
    files = dict.fromkeys(_RANKS, 0)
    moves = []
    for number in range(count):
        rank = dice.choice(_RANKS[:3] if number % 2 == 0 else _RANKS[3:])
        there = (files[rank] + dice.randrange(1, 8)) % 8
        moves.append(chess.Move(chess.square(files[rank], rank), chess.square(there, rank)))
        files[rank] = there
    return moves


def rook_board(chess: ModuleType) -> Any:  # noqa: ANN401 (a board of a package that need not be there)
    """Return the position from which `rook_moves` start."""
    return chess.Board("7k/r7/r7/r7/R7/R7/R7/K7 w - - 0 1")


def board_key(board: Any) -> Hashable:  # noqa: ANN401 (see above)
    """Return what makes two chess positions the same, as a value."""
    white, black = board.occupied_co
    pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings, white, black)
    passing = board.ep_square if board.has_legal_en_passant() else None
    return (*pieces, board.turn, board.clean_castling_rights(), passing)


def per_answer(see: Callable[[Any], object], stream: Sequence[Any]) -> float:
    """Return the microseconds of one answer, over a whole stream."""
    start = perf_counter()
    for position in stream:
        see(position)
    return (perf_counter() - start) * 1e6 / len(stream)


def per_late_answer(ask: Callable[[], object]) -> float:
    """Return the microseconds of one answer to the last position, as often as patience allows."""
    start = perf_counter()
    asked = 0
    while asked == 0 or perf_counter() - start < PATIENCE / 4:
        ask()
        asked += 1
    return (perf_counter() - start) * 1e6 / asked


def scan_time(stream: list[Hashable]) -> float:
    """Return the microseconds in which a plain list finds that its last position is new."""
    last = stream[-1]
    return per_late_answer(lambda: stream.index(last))


def chess_times(chess: ModuleType, count: int) -> tuple[float, float]:
    """Return the microseconds of python-chess's test after `count` moves, and of the watch on its boards."""
    board = rook_board(chess)
    watch = RepetitionWatch[Hashable]()
    watching = 0.0
    for move in rook_moves(chess, count):
        board.push(move)
        start = perf_counter()
        watch.see(board_key(board))
        watching += perf_counter() - start
    board.push(chess.Move(chess.A1 if count % 2 == 0 else chess.H8, chess.B2 if count % 2 == 0 else chess.G8))
    return per_late_answer(lambda: board.is_repetition(2)), watching * 1e6 / count


def bytes_per_position(count: int) -> float:
    """Return what the watch itself keeps for each position, in bytes; the positions are there already."""
    stream = positions(count)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        watch = RepetitionWatch[Hashable]()
        for position in stream:
            watch.see(position)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / count


def lines_per_second(count: int) -> float:
    """Return how many JSON lines a second go through `floorjudge loop watch`, its start included."""
    dice = random.Random(7)
    lines = [
        json.dumps({"board": [[dice.randrange(7) for _ in range(8)] for _ in range(8)], "turn": number, "clock": 1.5})
        for number in range(count)
    ]
    # Files, so that nobody's time but the program's is measured.
    with TemporaryDirectory() as folder:
        given, answered = Path(folder, "given"), Path(folder, "answered")
        given.write_text("\n".join(lines), "utf-8")
        with given.open("rb") as stdin, answered.open("wb") as stdout:
            start = perf_counter()
            subprocess.run(
                [sys.executable, "-m", "floorjudge", "loop", "watch"], stdin=stdin, stdout=stdout, check=True
            )
            taken = perf_counter() - start
        if answered.read_bytes().count(b"\n") != count:
            raise RuntimeError("loop watch did not answer every line")
    return count / taken


def watch(sizes: Sequence[int], lines: int) -> Iterator[Findings]:
    """Yield the tables: one answer beside the others' ways, and the rates, with the targets where the sizes are theirs."""
    chess = chess_or_none()
    rows = []
    slowest = 0.0
    for count in sizes:
        stream = positions(count)
        ours = per_answer(RepetitionWatch[Hashable]().see, stream)
        bounded = per_answer(CheckpointWatch[Hashable](KEPT).see, stream)
        slowest = max(slowest, ours)
        theirs = "not installed", "not installed"
        if chess is not None:
            test, on_boards = chess_times(chess, count)
            theirs = seconds(test * 1e-6), seconds(on_boards * 1e-6)
        rows.append(
            (f"{count:,}", seconds(ours * 1e-6), seconds(bounded * 1e-6), seconds(scan_time(stream) * 1e-6), *theirs)
        )
    yield Findings(
        "Repetition: the time of one answer when N positions have been seen",
        ("N", "watch", f"keeping {KEPT:,}", "list scan", "python-chess", "watch on its boards"),
        rows,
    )
    heads = ("measure", "found", "target")
    rates = [
        ("hashable positions a second, slowest size", f"{1e6 / slowest:,.0f}", f"{TARGET_PER_SECOND:,}"),
        ("bytes a position beside the key", f"{bytes_per_position(sizes[-1]):.0f}", f"below {TARGET_BYTES}"),
        ("JSON lines a second, end to end", f"{lines_per_second(lines):,.0f}", f"{TARGET_LINES:,}"),
    ]
    shown = 3 if (tuple(sizes), lines) == (SIZES, LINES) else 2
    yield Findings("Repetition: rates", heads[:shown], [row[:shown] for row in rates])
