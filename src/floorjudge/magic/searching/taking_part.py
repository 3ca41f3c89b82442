"""Which cards take part in a loop: each is taken out of the position, and the rest is played again.

A loop that goes on without a card, and gives as much each time round, is not a loop of that card, however it was found.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.certificates import Certificate
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.naming import fold
from floorjudge.magic.playing.playing import play
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.searching.boards import board_of
from floorjudge.magic.searching.confirming import Tried, comes_back, confirmed
from floorjudge.magic.searching.leaving_out import left_out, meant_by
from floorjudge.magic.searching.moves import Spot
from floorjudge.magic.searching.products import happenings, products
from floorjudge.magic.searching.searching import Candidate, Node

CERTIFYING = 1.0
# What is done about a trigger or a spell of a card; when the card is gone, nothing asks for it.
_FOLLOWING = frozenset({"resolve", "resolve all", "choose", "pass"})


def unneeded(
    tried: Tried, cards: Sequence[str], library: CardLibrary, *, budget: float = CERTIFYING
) -> tuple[str, ...]:
    """Return those of some cards, as `cards` names them, without all of which a loop that was found goes on just as well.

    One after the other is taken out of the position, in every zone and with its copies, and what the loop does is played,
    without the steps about that card. When it comes back, has a certificate, and each time round changes and gives at least
    what it did with the card, the card is not needed, and stays away while the next ones are tried. A card of which that
    cannot be shown takes part. `budget` is about how many seconds each of these certificates may take. Raises BadInput or Refused
    when the loop itself cannot be set up or played.
    """
    loop = _Loop(tried, library, budget)
    out: tuple[str, ...] = ()
    for name in dict.fromkeys(cards):
        if loop.goes_on_without((*out, name)):
            out = (*out, name)
    return out


class _Loop:
    """A loop that was found, with what it gives, to be compared with itself where cards are missing."""

    def __init__(self, tried: Tried, library: CardLibrary, budget: float) -> None:
        self._tried, self._library, self._budget = tried, library, budget
        self._gives = _gives(tried, library)

    def goes_on_without(self, names: Sequence[str]) -> bool:
        """Say whether the loop goes on as well in one of the positions in which none of some cards is."""
        position = self._tried.case.position
        known = self._library.with_texts([card.side() for card in position.cards])
        gone = meant_by(names, position, known)
        return any(self._goes_on_in(without, gone) for without in left_out(gone, position, known))

    def _goes_on_in(self, position: Position, gone: frozenset[str]) -> bool:
        candidate = _replayed(self._tried, position, gone, self._library)
        if candidate is None or not comes_back(candidate, position.priority):
            return False
        found = confirmed(candidate, position, self._library, self._budget)
        if found is None or not found.holds or not _changes_as_much(self._tried.certificate, found.certificate):
            return False
        return self._gives <= _gives(found, self._library)


def _gives(tried: Tried, library: CardLibrary) -> frozenset[str]:
    """Return the kinds of things that a loop gives to whoever does it."""
    happened = happenings(tried.case, library)
    return frozenset(each.kind for each in products(tried.certificate, happened, tried.case.position.priority))


def _changes_as_much(whole: Certificate, without: Certificate) -> bool:
    """Say whether all that a loop changes each time round, another one changes as much, in the same direction."""
    there = {line.key: line.change for line in without.lines}
    for line in whole.lines:
        others = there.get(line.key, ())
        for index, change in enumerate(() if line.part else line.change):
            other = others[min(index, len(others) - 1)] if others else 0
            if abs(other) < abs(change) or other * change < 0:
                return False
    return True


def _replayed(tried: Tried, position: Position, gone: frozenset[str], library: CardLibrary) -> Candidate | None:
    """Return a loop played from a position without some cards, as a sequence to be tried again; None when it cannot be played."""
    seat, body = position.priority, tried.case.body * tried.certificate.period
    try:
        table = set_up(position, library)
        before = _played(table, tried.case.before, gone)
        start = _node(table, seat)
        again = _played(table, body, gone)
        end = _node(table, seat)
    except (FloorjudgeError, ValueError):
        return None
    return Candidate(before, again, start, end, ()) if again else None


def _played(table: Table, steps: Body, gone: frozenset[str]) -> Body:
    """Play steps, but for those of cards that are gone and what only followed from these; return those that were played.

    Raises what `play` does for any other step that is not possible.
    """
    done: list[Step] = []
    for step in steps:
        if step.source is not None and fold(step.source.words) in gone:
            continue
        try:
            play(table, step)
        except FloorjudgeError:
            if step.do not in _FOLLOWING:
                raise
            continue
        done.append(step)
    return tuple(done)


def _node(table: Table, seat: int) -> Node:
    """Return the position on a table as the search has it, but whole: what a light one lacks may be looked up in a long sequence."""
    state = table.state()
    spot = Spot(table.engine, json.dumps(state), dict(table.labels), table.names)
    return Node(spot, board_of(state, seat), None, (), 0.0, 0, 0)
