"""How a search grows with what only lies beside the loop: ours and a blind one, from the same positions."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import msgspec
from tests.magic.cases import BESIDE, example

from bench.support.blind import Blind, breadth_first
from bench.support.report import Findings, seconds
from floorjudge.magic import CardLibrary
from floorjudge.magic.cards.sides import CardText
from floorjudge.magic.positions.json_form import read_position
from floorjudge.magic.positions.position import Permanent, Position
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.search import Layout, Limits, Outcome, find, names_in

_CERTIFYING = 3.0


def grown(loops: Sequence[str], sizes: Sequence[int], library: CardLibrary, patience: float) -> Iterator[Findings]:
    """Yield the table; `sizes` are the numbers of bystanders."""
    rows = []
    for name in loops:
        case = example(name)
        position = read_position(case.given, beside=BESIDE)
        for size in sizes:
            crowded = with_bystanders(position, size)
            ours = find([Layout(crowded, 0.0)], names_in(position), library, Limits(patience))
            blind = breadth_first(crowded, library, patience)
            rows.append((case.given["about"]["title"], str(size), *_ours(ours, library), *_blind(blind)))
    heads = ("loop", "bystanders", "search: reached", "time", "of that certifying", "blind: reached", "time")
    yield Findings(f"Finding the loop among bystanders (CPU time, at most {patience:.0f} s)", heads, rows)


def with_bystanders(position: Position, many: int) -> Position:
    """Return a position with so many different permanents more, each with something that it can do once."""
    texts = tuple(
        CardText(f"Plain Bystander {number}", "Artifact", "{2}", "{T}: You gain 1 life.")
        for number in range(1, many + 1)
    )
    seat = position.priority
    board = list(position.battlefield)
    board[seat] = (*board[seat], *(Permanent(text.name) for text in texts))
    return msgspec.structs.replace(position, battlefield=tuple(board), cards=(*position.cards, *texts))


def _ours(outcome: Outcome, library: CardLibrary) -> tuple[str, str, str]:
    if outcome.loop is None:
        return f"{outcome.tally.reached:,}", "not found", "–"
    begin = time.process_time()
    certify(outcome.loop.case, library, budget=_CERTIFYING)
    return f"{outcome.tally.reached:,}", seconds(outcome.seconds), seconds(time.process_time() - begin)


def _blind(blind: Blind) -> tuple[str, str]:
    return f"{blind.reached:,}", seconds(blind.seconds) if blind.found else "not found"
