"""Whether the engine heeds an answer: the other one is given in its place, and has to do something else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import msgspec

from floorjudge.magic.phase.actions import NO, YES, Action
from floorjudge.magic.phase.prompts import Prompt, asked, perform
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.playing import Decision, listed

# Who looks or shows may change nothing that is there.
_LOOKS = re.compile(r"\b(look at|reveal)", re.IGNORECASE)


class YesOrNo(msgspec.Struct, frozen=True):
    """A question that was answered with yes or no: of an ability of which card, in which words, and the `other` answer.

    `place` is the same wherever the same answer of a body is given again; `made` is how many decisions came before it.
    """

    place: tuple[int, ...]
    made: int
    card: str
    words: str
    agreed: bool
    other: Action


def other_answer(prompt: Prompt, decision: Decision) -> Action | None:
    """Return the no to a question that is answered with yes, or the yes; None where something else is asked.

    Who does not pay may have nothing to pay with; a yes comes to the same then.
    """
    if decision.chosen.declines_to_pay:
        return None
    said = {subject.words for act in prompt.actions for subject in prompt.subjects(act)}
    return listed(decision)[0] if said == {YES, NO} and len(listed(decision)) == 1 else None


def ignored(begun: Callable[[], Table], decisions: Sequence[Decision], answers: Sequence[YesOrNo]) -> Iterator[YesOrNo]:
    """Yield one of the answers of each place at which yes and no did the same, every time.

    `begun` returns a new table in the position in which the first of the decisions was made. A yes does the same as a no when the
    table looks the same afterwards and nothing else has happened: so one that is heeded stands, also where the engine would not
    heed the no. A no does the same when the table looks the same, unless nothing has happened after it, nothing is left on the stack,
    and something has happened after a yes (a permanent leaves and comes back). An answer that cannot be given does not do the same.
    """
    by_place = defaultdict[tuple[int, ...], list[YesOrNo]](list)
    for answer in answers:
        if _LOOKS.search(answer.words) is None:
            by_place[answer.place].append(answer)
    for same in by_place.values():
        if all(_does_the_same(begun, decisions, answer) for answer in same):
            yield same[0]


def _does_the_same(begun: Callable[[], Table], decisions: Sequence[Decision], answer: YesOrNo) -> bool:
    try:
        here, given = _led(begun(), decisions, answer, decisions[answer.made].chosen)
        there, other = _led(begun(), decisions, answer, answer.other)
    except ValueError:
        return False
    if not here.looks_like(there):
        return False
    if answer.agreed:
        return given == other
    # What is on the stack may be what the no should have kept away from it.
    return bool(given) or not other or bool(here.stack)


def _led(
    table: Table, decisions: Sequence[Decision], answer: YesOrNo, given: Action
) -> tuple[Snapshot, tuple[str, ...]]:
    """Return where an answer leads, up to the next time that somebody has priority, and which changes happened from it on."""
    before, (made, *rest) = decisions[: answer.made], decisions[answer.made :]
    for each in before:
        perform(table, each.player, each.chosen)
    events = [*perform(table, made.player, given)]
    for each in rest:
        if asked(table)[0] in ("Priority", "GameOver"):
            break
        events += perform(table, each.player, each.chosen)
    return table.snapshot(), tuple(each.kind for each in events if each.changes_something)
