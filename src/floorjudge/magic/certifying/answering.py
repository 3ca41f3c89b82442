"""What if somebody answers in iteration N: what lies where, and who has priority, at each moment of that iteration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from floorjudge.errors import BadInput
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.certifying.certificates import Certificate
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_body, play_on
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.texts import Text, text

JsonObject = dict[str, Any]


class IterationNotKnown(BadInput):
    """An iteration is asked about of which the certificate does not say what is there."""

    code = "iteration_not_known"
    place = "--answer-in"
    sentence = text(
        "Of iteration {iteration} it is not known what is there. This can be asked of iterations {first} to {last} of a loop that is "
        "certified or extended and changes the same amounts each time."
    )
    iteration: str
    first: str
    last: str


class Moment(msgspec.Struct, frozen=True):
    """A moment at which a player (seat) has priority, in a step of the body (from 0): the stack, top first, and the amounts.

    `amounts` are by their names for programs, `said` those for people.
    """

    step: int
    seat: int
    stack: tuple[str, ...]
    amounts: dict[str, int]
    said: dict[str, Text]


def moments_in(certificate: Certificate, library: CardLibrary, iteration: int) -> tuple[Moment, ...]:
    """Return the moments of one iteration (from 1, of any size) at which somebody has priority, in order.

    An iteration like it is played on the engine; what the iterations between them change is added. Raises IterationNotKnown where the
    certificate does not say what that is.
    """
    warm_up, last = certificate.warm_up, _last(certificate)
    if not 0 < iteration <= last:
        raise IterationNotKnown(digits(iteration), "1", digits(last))
    played = min(iteration - 1, warm_up)
    table = set_up(certificate.case.position, library)
    play_body(table, certificate.case.before, "before")
    for _ in range(played):
        play_body(table, certificate.case.body)
    further = iteration - 1 - played
    changes = {line.key: line.change[0] for line in certificate.lines if line.change and not line.part}
    return tuple(_moments(table, certificate, {key: further * change for key, change in changes.items()}))


def _last(certificate: Certificate) -> int:
    """Return the last iteration of which is known what is there, 0 where nothing is."""
    known = certificate.evidence in ("certified", "extended") and certificate.period == 1 and not certificate.breaks
    if not known or certificate.iterations is None or any(len(line.change) > 1 for line in certificate.lines):
        return 0
    return certificate.iterations


def _moments(table: Table, certificate: Certificate, more: dict[str, int]) -> Iterator[Moment]:
    seen: list[tuple[int, Snapshot, tuple[str, ...]]] = []
    step = 0

    def noted(_: object, made: Decision, names: Names) -> None:
        if made.prompt == "Priority":
            stack = (names.called(each.source) if each.source is not None else each.words for each in table.stack())
            seen.append((step, table.snapshot(), tuple(reversed(list(stack)))))

    for step, done in enumerate(certificate.case.body):
        play_on(table, (done,), f"body[{step}]", noted)
    for step, position, stack in seen:
        lines = [each for each in names_of(position, certificate.players) if not (each.quiet or each.part)]
        here = {each.key: sum(position.abstraction.counters[name] for name in each.counters) for each in lines}
        amounts = {
            key: here.get(key, 0) + more.get(key, 0) for key in (*here, *(key for key in more if key not in here))
        }
        said = {line.key: line.said for line in certificate.lines} | {line.key: line.said for line in lines}
        asked = position.asked[1]
        yield Moment(step, 0 if asked is None else asked, stack, amounts, said)


def moment_value(moment: Moment) -> JsonObject:
    """Return the JSON of a moment."""
    return {
        "step": moment.step,
        "player": moment.seat,
        "stack": list(moment.stack),
        "amounts": {key: digits(amount) for key, amount in moment.amounts.items()},
    }
