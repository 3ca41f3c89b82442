"""Certified rows before a second engine: a row on which the engines disagree is not certified any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.certifying import certify
from floorjudge.magic.collections.rows import Row
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.second_opinion.asking import Claim, second_opinion
from floorjudge.magic.second_opinion.opinions import opinion_value
from floorjudge.magic.second_opinion.program import CannotStart, SecondEngine

# A row has been certified already; how far it goes is found out again with less.
_SECONDS = 2.0


def with_second_opinions(
    rows: Sequence[Row], command: str, library: CardLibrary, done: Callable[[int, int], None]
) -> Iterator[Row]:
    """Yield the certified rows that no second engine has answered yet, with what it says; `done` is told how many, and of how many.

    Rows on which the engines disagreed are asked again, because a person may have judged them meanwhile.
    `command` is the program with its arguments. Raises CannotStart when it cannot be started.
    """
    waiting = [
        row for row in rows if (row.verdict == "certified" and row.second is None) or row.reason == "engines_disagree"
    ]
    with SecondEngine(command) as second:
        for number, row in enumerate(waiting, 1):
            answered = _asked(row, library, second)
            if answered is not None:
                yield answered
            done(number, len(waiting))


def _asked(row: Row, library: CardLibrary, second: SecondEngine) -> Row | None:
    try:
        case = read_loop_case(row.case)
        opinion = second_opinion(case, Claim.of(certify(case, library, budget=_SECONDS)), library, second)
    except CannotStart:
        raise
    except FloorjudgeError:
        return None
    if opinion.status == "no_answer":
        # It is asked again the next time.
        return None
    given = msgspec.structs.replace(row, second=opinion_value(opinion), verdict="certified", reason=None)
    if opinion.leaves_certified:
        return given
    return msgspec.structs.replace(given, verdict="undecided", reason="engines_disagree")
