"""Tries the other answer in place of each yes or no: it has to do something else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import msgspec

from floorjudge.magic.engine.actions import NO, YES, Action
from floorjudge.magic.engine.prompts import Prompt, asked, perform
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.playing import Decision, listed

# To look at cards or to reveal them may change nothing on the table.
_LOOKS = re.compile(r"\b(look at|reveal)", re.IGNORECASE)


class YesOrNo(msgspec.Struct, frozen=True):
    """A yes or no to a question about an ability of a card: the words of the ability, whether it was yes (`agreed`), and the `other` answer.

    `place` is the same wherever a body gives the same answer again; `made` is the number of decisions before it.
    """

    place: tuple[int, ...]
    made: int
    card: str
    words: str
    agreed: bool
    other: Action


def other_answer(prompt: Prompt, decision: Decision) -> Action | None:
    """Return the no in place of a yes, or the yes in place of a no; None for an answer to any other question.

    A player who declines to pay may have nothing to pay with; a yes comes to the same then.
    """
    if decision.chosen.declines_to_pay:
        return None
    answers = {subject.words for act in prompt.actions for subject in prompt.subjects(act)}
    return listed(decision)[0] if answers == {YES, NO} and len(listed(decision)) == 1 else None


def ignored(begun: Callable[[], Table], decisions: Sequence[Decision], answers: Sequence[YesOrNo]) -> Iterator[YesOrNo]:
    """Yield one of the answers of each place at which yes and no do the same, every time.

    `begun` returns a new table in the position of the first of the decisions. A yes does the same as a no when the table looks the same
    afterwards and the same changes have happened: so the engine has heeded a yes, even if it would not heed the no. A no does the same when
    the table looks the same, unless nothing changes after it, nothing is left on the stack, and something changes after a yes (a permanent
    leaves and comes back). An answer that cannot be given does not do the same.
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
    # The no may fail to keep something off the stack.
    return bool(given) or not other or bool(here.stack)


def _led(
    table: Table, decisions: Sequence[Decision], answer: YesOrNo, given: Action
) -> tuple[Snapshot, tuple[str, ...]]:
    """Return the position to which an answer leads, up to the next time that a player has priority, and the kinds of changes on the way."""
    before, (made, *rest) = decisions[: answer.made], decisions[answer.made :]
    for each in before:
        perform(table, each.player, each.chosen)
    events = [*perform(table, made.player, given)]
    for each in rest:
        if asked(table)[0] in ("Priority", "GameOver"):
            break
        events += perform(table, each.player, each.chosen)
    return table.snapshot(), tuple(each.kind for each in events if each.changes_something)
