"""Takes many iterations of a body at once: a certificate gives the position after any number of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.engine.prompts import open_question
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.engine.work import Work, WorkIsOver, units
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.counter_names import main_amounts, shown_amounts
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import play_on
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.position import Position
from floorjudge.magic.proof.certificates import Certificate
from floorjudge.magic.proof.certifying import certify
from floorjudge.magic.proof.moments import Moment, far_out
from floorjudge.magic.proof.recurrences import Recurrence
from floorjudge.magic.proof.trajectory import NotSo, trajectory_of

# The most work of a certificate, and of all positions looked up by it afterwards, in seconds of a usual machine.
_CERTIFYING, _LOOKING = 3.0, 60.0
_HIDDEN, _TAPPED = "hand", " (tapped)"


class Start(NamedTuple):
    """Where a shortcut is proposed: in a position after the steps `before`."""

    position: Position
    library: CardLibrary
    before: Body = ()

    def elision(self, done: Body, body: Body, times: int) -> Elision | None:
        """Return the elision of a repeat after the choices `done`; None if no certificate gives its result.

        Clauses: CR shortcuts.2a
        """
        case = LoopCase(self.position, body, times, (*self.before, *done))
        try:
            certificate = certify(case, self.library, budget=_CERTIFYING)
            return Elision(certificate, self.library) if _holds(certificate, times) else None
        except (FloorjudgeError, NotSo, ValueError, WorkIsOver):
            return None


def _holds(certificate: Certificate, times: int) -> bool:
    """Return whether all requested iterations can be done, and their result is known."""
    return (
        certificate.evidence in ("certified", "extended")
        and certificate.verdict in ("advance", "draw")
        and certificate.iterations == times
        and certificate.stopped_by is None
        and not certificate.out
        and certificate.knows_end
    )


class Elision:
    """Many iterations at once, for which a certificate holds.

    The position after any number of them is the one to which the recurrence of the certificate leads.

    Clauses: CR shortcuts.2c
    """

    def __init__(self, certificate: Certificate, library: CardLibrary) -> None:
        self.certificate = certificate
        self._led = trajectory_of(certificate.case, library, Work(units(_LOOKING), most=units(_LOOKING)))

    def samples(self) -> Iterator[int]:
        """Yield the last iteration to which the engine can be put, and one half-way: they must have the same choices."""
        times, checked = self.certificate.case.times or 1, self.certificate.checked_to
        yield from dict.fromkeys((min(times, checked) - 1, min(times, checked) // 2))

    def table_after(self, whole: int, choices: Body = ()) -> Table | None:
        """Return a table after so many iterations, and some choices of the next; None if the engine cannot be put there."""
        try:
            start = self._position(whole)
            table = self._led.loop.table(start)
        except (NotSo, WorkIsOver, ValueError):
            return None
        play_on(table, choices, "sequence")
        return table

    def moment_after(self, whole: int, choices: Body, viewer: int | None = None) -> Moment:
        """Return the moment after so many iterations, and some choices of the next, to which the engine cannot be put.

        The amounts continue from the first iterations.

        It has what the player at a seat sees; with None, what a judge sees, who may look at every hand. Raises NotSo,
        or ValueError, if the first iterations do not determine it.
        """
        recurrence = self._leading_to(whole)
        if recurrence is None:
            raise ValueError(whole)
        (moment,) = far_out(self._led, recurrence, whole, lambda table: (_moment(table, whole, choices),))
        seen = {key: line for key, line in moment.lines.items() if viewer is None or _is_seen(key, viewer)}
        return msgspec.structs.replace(moment, lines=seen)

    def _position(self, whole: int) -> Snapshot:
        recurrence = self._leading_to(whole)
        if recurrence is None:
            return self._led.positions[whole]
        return self._led.ahead(recurrence, *divmod(whole - recurrence.first, recurrence.period)).snapshot()

    def _leading_to(self, whole: int) -> Recurrence | None:
        return self._led.leading_to(whole, self.certificate.breaks, self.certificate.case.times)


def _moment(table: Table, whole: int, choices: Body) -> Moment:
    """Play the choices of an iteration after so many whole ones on a table, and return the moment after them."""
    play_on(table, choices, "sequence")
    position = table.snapshot()
    shown = shown_amounts(position, table.names, ())
    usual = (*main_amounts(position, table.names), *shown)
    lines = {key: shown[key] for key in usual if key in shown and (shown[key][1] or not key.endswith(_TAPPED))}
    return Moment(whole + 1, 0, open_question(table)[1], Names(table).stack(), lines)


def _is_seen(key: str, viewer: int) -> bool:
    word, _, rest = key.partition(".")
    return word != _HIDDEN or rest.partition(".")[0] == str(viewer)
