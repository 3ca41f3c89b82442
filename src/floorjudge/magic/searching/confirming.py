"""From a sequence that seems to come back to a certificate: tried twice more, then certified with the full key."""

from __future__ import annotations

import json

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.certificates import Certificate
from floorjudge.magic.certifying.certifying import certify
from floorjudge.magic.phase.prompts import asked
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.playing import play_on
from floorjudge.magic.positions.case_json import LoopCase
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.searching.boards import Board, board_of, covers
from floorjudge.magic.searching.lightness import lightened
from floorjudge.magic.searching.moves import spot_of
from floorjudge.magic.searching.searching import Candidate, Node

TIMES = 10**100
_TRIES = 2
# As many rounds as it takes to see a law, and some more.
_ROUNDS = 14


class Tried(msgspec.Struct, frozen=True):
    """A loop as a case, and its certificate."""

    case: LoopCase
    certificate: Certificate

    @property
    def holds(self) -> bool:
        """Say whether the certificate says for sure what repeating the loop does, and it does not stop for want of something."""
        found = self.certificate
        if found.stopped_by is not None and found.stopped_by.kind == "step":
            return False
        return found.evidence in ("certified", "extended") and found.verdict not in ("refused", "undecided")

    @property
    def leaves_something(self) -> bool:
        """Say whether something is more or less after each time round."""
        return any(line.change for line in self.certificate.lines)


def comes_back(candidate: Candidate, seat: int) -> bool:
    """Say whether the same steps, named as they are, can be done again and again from where a sequence has ended."""
    spot = candidate.end.spot
    before: Board = candidate.end.board
    try:
        table = spot.table()
        for _ in range(_TRIES):
            play_on(table, candidate.body)
            if asked(table)[0] == "GameOver":
                return False
            now = board_of(lightened(table.state(), reads_past=spot.reads_past), seat)
            if not covers(before, now):
                return False
            before = now
    except (FloorjudgeError, ValueError):
        return False
    return True


def deepened(candidate: Candidate, position: Position, deeper: Position) -> Position:
    """Return a position with the library of `deeper` for every player whose library a sequence has changed, the others as they are.

    Of a run of equal cards there is as much as that many rounds of the sequence take: the more cards, the longer everything takes.
    """
    libraries = list(position.library)
    sizes = zip(candidate.start.board.library, candidate.end.board.library, strict=True)
    for seat, (before, now) in enumerate(sizes):
        if before != now:
            most = _ROUNDS * (abs(before - now) + 1)
            libraries[seat] = tuple(
                msgspec.structs.replace(card, copies=min(card.copies, most)) for card in deeper.library[seat]
            )
    return msgspec.structs.replace(position, library=tuple(libraries))


def moved_to(candidate: Candidate, position: Position, library: CardLibrary, seat: int) -> Candidate | None:
    """Return the same sequence played from another position; None when it cannot be played there."""
    reads_past = candidate.start.spot.reads_past
    try:
        table = set_up(position, library)
        root = _node(candidate.start, table, seat, reads_past=reads_past)
        play_on(table, (*candidate.before, *candidate.body))
    except (FloorjudgeError, ValueError):
        return None
    end = _node(candidate.end, table, seat, reads_past=reads_past)
    return msgspec.structs.replace(candidate, start=root, end=end)


def _node(like: Node, table: Table, seat: int, *, reads_past: bool) -> Node:
    spot = spot_of(table, reads_past=reads_past)
    return msgspec.structs.replace(like, spot=spot, board=board_of(json.loads(spot.saved), seat), parent=None, steps=())


def confirmed(candidate: Candidate, position: Position, library: CardLibrary, budget: float) -> Tried | None:
    """Return the certificate of a sequence; None when the steps before it cannot be played from the position itself.

    `budget` is about how many seconds the engine may be tried for.
    """
    case = LoopCase(position, candidate.body, TIMES, candidate.before)
    try:
        return Tried(case, certify(case, library, budget=budget))
    except (FloorjudgeError, ValueError):
        return None
