"""Tries the other answer to each yes-or-no question: its effect has to differ."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import msgspec

from floorjudge.magic.engine.actions import NO, YES, Action
from floorjudge.magic.engine.prompts import Prompt, open_question, perform
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.playing import Decision, perform_again

# Looking at cards or revealing them may change nothing on the table.
_LOOKS = re.compile(r"\b(look at|reveal)", re.IGNORECASE)
_PAYS = re.compile(r"\bpays?\b", re.IGNORECASE)


class YesOrNo(msgspec.Struct, frozen=True):
    """An answer to a yes-or-no question: the words of the ability, whether it was yes (`agreed`), and the `other` answer.

    `place` is the same for every repetition of the answer in a body; `made` is the number of decisions before it.
    """

    place: tuple[int, ...]
    made: int
    card: str
    words: str
    agreed: bool
    other: Action


def other_answer(prompt: Prompt, decision: Decision) -> Action | None:
    """Return the no in place of a yes, or the yes in place of a no; None for an answer to any other question.

    Return None, too, for a player who declines to pay: a yes has the same effect if the player cannot pay.
    """
    if decision.chosen.declines_to_pay or prompt.kind == "Priority":
        return None
    answers = {subject.words for act in prompt.actions for subject in prompt.subjects(act)}
    others = decision.alternatives
    if answers != {YES, NO} or len(others) != 1:
        return None
    declines = any(subject.words == NO for subject in prompt.subjects(decision.chosen))
    return None if declines and _PAYS.search(prompt.description) is not None else others[0]


def ignored(begun: Callable[[], Table], decisions: Sequence[Decision], answers: Sequence[YesOrNo]) -> Iterator[YesOrNo]:
    """Yield one of the answers of each place at which yes and no always have the same effect.

    `begun` returns a new table in the position before the first decision. A yes has the effect of a no if the table
    looks the same afterwards and the same changes have happened. A no has the effect of a yes if the table looks the
    same, unless only the yes changes something (a permanent leaves and comes back) and nothing is left on the stack. An
    impossible answer has another effect.
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
    # The no may fail to keep an ability off the stack.
    return bool(given) or not other or bool(here.stack)


def _led(
    table: Table, decisions: Sequence[Decision], answer: YesOrNo, given: Action
) -> tuple[Snapshot, tuple[str, ...]]:
    """Return the position after an answer, when a player next has priority, and the kinds of changes on the way."""
    before, (made, *rest) = decisions[: answer.made], decisions[answer.made :]
    perform_again(table, before)
    events = [*perform(table, made.player, given)]
    for each in rest:
        if open_question(table)[0] in ("Priority", "GameOver"):
            break
        events += perform(table, each.player, each.chosen)
    return table.snapshot(), tuple(each.kind for each in events if each.changes_something)
