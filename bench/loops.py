"""How long N iterations take: performed step by step, and elided; and how long it takes to notice a repetition.

python3 dev.py bench loops [--quick] [--markdown]

docs/benchmarks.md shows a run and says what limits the numbers.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# dev.py runs this file by its path, so its folder is known to Python, not the package that it belongs to.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from examples.engines.embers import Embers, Table
from tests.support.sheet_game import SheetGame

from bench.support.report import Findings, machine, seconds, show
from bench.support.watching import LINES, SIZES, watch
from floorjudge.exact import short
from floorjudge.loops.game import Repeat, fast_forward, perform
from floorjudge.loops.sheet.codec import read_sheet, sheet_answer

LOOPS: dict[str, dict[str, Any]] = {
    "translation: a token and a mana each time": {
        "resources": {"tokens": 0, "mana": 0},
        "body": [{"change": {"tokens": "tokens + 1"}}, {"change": {"mana": "mana + 1"}}],
        "ends": [{"when": "tokens < 0"}],
    },
    "degree 2: every token pings": {
        "resources": {"tokens": 0, "damage": 0},
        "body": [{"change": {"tokens": "tokens + 1"}}, {"change": {"damage": "damage + tokens"}}],
        "ends": [{"when": "damage < 0"}],
    },
    "degree 3: what pings makes counters": {
        "resources": {"a": 0, "b": 0, "c": 0},
        "body": [{"change": {"a": "a + 1"}}, {"change": {"b": "b + a"}}, {"change": {"c": "c + b"}}],
        "ends": [{"when": "c < 0"}],
    },
    "doubling tokens": {
        "resources": {"tokens": 1, "turns": 0},
        "body": [{"change": {"tokens": "2 * tokens", "turns": "turns + 1"}}],
        "ends": [{"when": "tokens <= 0"}],
    },
}
STEPPED = (10**3, 10**4, 10**5, 10**6)
ELIDED = (10**3, 10**6, 10**12, 10**100)
LONGEST_STEPPING = 20.0
# Loops inside a loop, over a counter that grows: what each outer iteration does so many times.
NESTED: dict[str, tuple[str, ...]] = {
    "a counter more": ("kindle",),
    "damage by a growing counter": ("kindle", "feed", "burn"),
}
REPEATED = (10, 100, 10**100)
LONGEST_WRITTEN_OUT = 100


QUICK_WATCH = ((1_000,), 1_000)


def measured(
    stepped: tuple[int, ...], elided: tuple[int, ...], watched: tuple[tuple[int, ...], int]
) -> Iterator[Findings]:
    """Yield the tables."""
    yield Findings(
        "N iterations of a loop: performed, elided as a sheet, fast-forwarded as a game (CPU time)",
        ("loop", "N", "performed", "sheet", "game"),
        [row for name, given in LOOPS.items() for row in _rows(name, given, stepped, elided)],
    )
    yield Findings(
        "A loop inside a loop: the same outer iterations with the inner ones written out, and as a repeat (CPU time)",
        ("inner loop", "times", "outer", "written out", "as a repeat", "of the time written out"),
        [row for name in NESTED for row in _nested(name, elided, REPEATED)],
    )
    yield from watch(*watched)


def _nested(name: str, elided: tuple[int, ...], repeated: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """Yield for each count of inner and outer iterations the time of both ways; in the end how the repeat's time grows."""
    inner = NESTED[name]
    rich = Table("Ana", {"life.Ana": 20, "life.Bo": 10**800, "sparks.Ana": 2, "sparks.Bo": 1})
    spent: list[float] = []
    for times in repeated:
        for outer in elided:
            nest: tuple[str | Repeat[str], ...] = (Repeat(inner, times), "kindle")
            spent.append(_spent(lambda: fast_forward(Embers(), rich, nest, outer), at_least=3))  # noqa: B023
            flat, cost = "–", "–"
            if times <= LONGEST_WRITTEN_OUT:
                out = (*inner * times, "kindle")
                taken = _spent(lambda: fast_forward(Embers(), rich, out, outer), at_least=1)  # noqa: B023
                flat, cost = seconds(taken), f"{spent[-1] / taken:.2f}"
            yield name, short(times), short(outer), flat, seconds(spent[-1]), cost
    yield name, "largest to smallest", "", "", f"× {max(spent) / min(spent):.1f}", ""


def _rows(
    name: str, given: dict[str, Any], stepped: tuple[int, ...], elided: tuple[int, ...]
) -> Iterator[tuple[str, ...]]:
    patience = LONGEST_STEPPING
    for times in sorted({*stepped, *elided}):
        sheet = read_sheet(given | {"times": short(times)})
        game = SheetGame(sheet)
        slow = "–"
        # Numbers with as many digits as the count has units are performed no further than anybody would wait.
        if times in stepped and patience > 0:
            spent = _spent(lambda: perform(game, game.start(), (Repeat(game.body(), times),)), at_least=1)  # noqa: B023
            slow, patience = seconds(spent), patience - 10 * spent
        fast = seconds(_spent(lambda: sheet_answer(sheet, "en")))  # noqa: B023
        yield name, short(times), slow, fast, _forwarded(game, times)


def _forwarded(game: SheetGame, times: int) -> str:
    forward = fast_forward(game, game.start(), game.body(), times)
    if forward.undecided is not None:
        return "too large"
    return seconds(_spent(lambda: fast_forward(game, game.start(), game.body(), times)))


def _spent(run: Callable[[], object], *, at_least: int = 5) -> float:
    """Return the CPU seconds of one run: the least of several."""
    best = float("inf")
    for _ in range(at_least):
        begin = time.process_time_ns()
        run()
        best = min(best, (time.process_time_ns() - begin) / 1e9)
    return best


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description="Measure loops: performed and elided.")
    asked.add_argument("--quick", action="store_true", help="small counts: to see that it works")
    asked.add_argument("--markdown", action="store_true", help="tables for docs/benchmarks.md")
    given = asked.parse_args()
    print(f"{machine()}\n")
    tables = (
        measured(STEPPED[:1], ELIDED[-1:], QUICK_WATCH) if given.quick else measured(STEPPED, ELIDED, (SIZES, LINES))
    )
    show(tables, markdown=given.markdown)


if __name__ == "__main__":
    main()
