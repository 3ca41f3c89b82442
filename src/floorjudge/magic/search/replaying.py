"""Play a loop again from another position, without the steps that nothing asks for there."""

from __future__ import annotations

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.work import Work, units
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.naming import fold
from floorjudge.magic.playing.playing import play
from floorjudge.magic.positions.position import Position
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.fingerprint import fingerprint_of
from floorjudge.magic.search.moves import SavedPosition
from floorjudge.magic.search.search import Candidate, Standing

# What setting up a position counts, in seconds of a usual machine.
SETTING_UP = 0.02
# Steps that are about what was done before them; when the card of that is gone, nothing asks for them.
FOLLOWING = frozenset({"resolve", "resolve all", "choose", "pass"})


def replayed(
    tried: Tried, position: Position, gone: frozenset[str], library: CardLibrary, work: Work | None = None
) -> Candidate | None:
    """Return a loop played from a position, without the steps of cards that are gone; None when it cannot be played.

    What the engine does is counted in `work`.
    """
    seat, body = position.priority, tried.case.body * tried.certificate.period
    try:
        table = set_up(position, library)
        if work is not None:
            work.spend(units(SETTING_UP))
            table = table.counted_in(work)
        before = _played(table, tried.case.before, gone)
        start = _standing(table, seat)
        again = _played(table, body, gone)
        end = _standing(table, seat)
    except (FloorjudgeError, ValueError):
        return None
    return Candidate(before, again, start, end, start) if again else None


def _played(table: Table, steps: Body, gone: frozenset[str]) -> Body:
    """Play steps, but for those of cards that are gone and what followed from these; return those that were played.

    Raises what `play` does for any other step that is not possible.
    """
    done: list[Step] = []
    for step in steps:
        if step.source is not None and fold(step.source.words) in gone:
            continue
        try:
            play(table, step)
        except FloorjudgeError:
            if step.do not in FOLLOWING and not blocks_nothing(step):
                raise
            continue
        done.append(step)
    return tuple(done)


def blocks_nothing(step: Step) -> bool:
    """Return whether a step declares no blockers, which is not asked for where no creature could block."""
    return step.do == "block" and not step.blocks


def _standing(table: Table, seat: int) -> Standing:
    """Return the position of a table, not compacted: a long sequence may look up what is left out then."""
    snapshot = table.snapshot()
    position = SavedPosition(table.engine, snapshot.as_json(), snapshot.labels, table.names)
    return Standing(position, fingerprint_of(snapshot, seat))
