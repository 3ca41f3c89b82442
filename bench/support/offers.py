"""What the engine's own loop detection makes of loops that were found, each in a process of its own, beside their certificates.

The body that was found is played on a table that looks for loops; where the engine offers a shortcut, it is taken, and the board
afterwards is compared with one on which the iterations were performed one by one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import msgspec

# The process that drives one loop runs this file by its path.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.magic.cases import Example, begun, counted

from bench.support.report import Findings, seconds
from bench.support.stepping import ENDS_THE_GAME, OFFERS_NOTHING, Reached, by_its_own_shortcut
from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import certify

What: TypeAlias = Literal[
    "the same board", "another board", "not done in time", "ends the game", "offers nothing", "not played again", "crash or hang"
]  # fmt: skip
WHATS: tuple[What, ...] = get_args(What)
TIMES, LEAST = 10, 3
_WAITING = 180.0


class Driven(msgspec.Struct, frozen=True):
    """What the engine made of a loop: in how many seconds of computing, and in how many the certificate was made."""

    what: What
    engine: float = 0.0
    certified: float = 0.0


class Asked(msgspec.Struct, frozen=True):
    """A loop to drive: its case, and how many seconds each part may take."""

    case: dict[str, Any]
    patience: float = 10.0


def driven(asked: Asked) -> Driven:
    """Let a process of its own drive a loop; a crash of the engine there is an answer too."""
    command = [sys.executable, str(Path(__file__).resolve())]
    try:
        done = subprocess.run(
            command, input=msgspec.json.encode(asked), capture_output=True, timeout=_WAITING, check=True
        )
        return msgspec.json.decode(done.stdout, type=Driven)
    except (subprocess.SubprocessError, msgspec.MsgspecError):
        return Driven("crash or hang")


def drive(asked: Asked, library: CardLibrary) -> Driven:
    """Return what the engine makes of a loop, and how long the certificate takes for the same."""
    begin = time.process_time()
    certify(read_loop_case(asked.case), library, budget=1.0)
    certified = time.process_time() - begin
    case, wanted, times = _performed(Example("", asked.case), library, asked.patience)
    if times < LEAST:
        return Driven("not played again", 0.0, certified)
    begin = time.process_time()
    try:
        reached = by_its_own_shortcut(case, library, times, asked.patience, wanted)
    except (FloorjudgeError, ValueError, LookupError):
        return Driven("not played again", time.process_time() - begin, certified)
    return Driven(_what(reached), time.process_time() - begin, certified)


def _what(reached: Reached) -> What:
    if not reached.offered:
        return "ends the game" if reached.why_not == ENDS_THE_GAME else OFFERS_NOTHING
    if reached.why_not is None:
        return "the same board"
    return "not done in time" if reached.gave_up else "another board"


def _performed(case: Example, library: CardLibrary, patience: float) -> tuple[Example, Counter[str], int]:
    """Return the example with what its iterations change, the board after them, and how many there were, one by one."""
    table = begun(case, library)
    start = now = counted(table)
    begin, times = time.process_time(), 0
    while times < TIMES and time.process_time() - begin < patience:
        try:
            play_body(table, case.body)
        except FloorjudgeError:
            break
        now, times = counted(table), times + 1
    changed = {name: now[name] - start[name] for name in sorted({*start, *now}) if now[name] != start[name]}
    return Example(case.name, case.given | {"expected": {"per_iteration": changed}}), now, times


def table_of(found: Sequence[tuple[tuple[int, frozenset[str]], Driven]]) -> Iterator[Findings]:
    """Yield the table for loops, each with how many cards it has and the kinds of what it gives: by these, and all together."""
    kinds = sorted({kind for (_, given), _ in found for kind in given})
    numbers = sorted({cards for (cards, _), _ in found})
    groups = [(kind, [each for (_, given), each in found if kind in given]) for kind in kinds]
    groups += [(f"of {number} cards", [each for (cards, _), each in found if cards == number]) for number in numbers]
    groups.append(("all", [each for _, each in found]))
    heads = ("loops", "how many", "offered", *WHATS, "engine, median", "certificate, median")
    rows = [(name, str(len(each)), _offered(each), *_counts(each), *_times(each)) for name, each in groups]
    yield Findings(f"The engine's own detection on loops that were found, {TIMES} iterations", heads, rows)


def _offered(found: Sequence[Driven]) -> str:
    return str(sum(each.what in WHATS[:3] for each in found))


def _counts(found: Sequence[Driven]) -> tuple[str, ...]:
    counts = Counter(each.what for each in found)
    return tuple(str(counts[what]) for what in WHATS)


def _times(found: Sequence[Driven]) -> tuple[str, str]:
    """Return the medians of the loops that could be driven at all."""
    ran = [each for each in found if each.what != "crash or hang"]
    if not ran:
        return "–", "–"
    middle = len(ran) // 2
    return seconds(sorted(each.engine for each in ran)[middle]), seconds(sorted(each.certified for each in ran)[middle])


def main() -> None:
    """Drive the loop on standard input, and print what came of it."""
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Asked)
    library = CardLibrary.open()
    print(json.dumps(msgspec.to_builtins(drive(asked, library))))


if __name__ == "__main__":
    main()
