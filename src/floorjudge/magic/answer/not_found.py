"""The answer of a search that has certified no loop: the verdict, the reason, which card stands in the way, what was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Literal

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.answer.steps import LoopStep, loop_steps, steps_before
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.doubt.doubts import NOTHING_BECAUSE_OF_IT
from floorjudge.magic.positions.loop_case import LoopCase, case_value
from floorjudge.magic.search import NOT_KNOWN, Outcome, looked_at, verdict_without, why_not
from floorjudge.reading import JsonObject
from floorjudge.texts import Text

_MOST_UNCERTAIN = 5


class Uncertain(msgspec.Struct, frozen=True):
    """A sequence that came back, and could not be certified: its case, its steps, the reason, and what is done `before` it."""

    case: JsonObject
    steps: tuple[Text, ...]
    why: tuple[Text, ...]
    before: tuple[Text, ...] = ()


class NotFound(msgspec.Struct, frozen=True):
    """The answer of a search without a loop: none was found, or it is `not_known` whether what came back is one.

    `reason` is why it ended; `in_the_way` is what the engine does not play as the cards say, `looked_at` what was tried.
    `can_go_on`: with more work it may find one.
    """

    verdict: Text
    reason: Text
    in_the_way: tuple[Text, ...] = ()
    looked_at: tuple[Text, ...] = ()
    uncertain: tuple[Uncertain, ...] = ()
    can_go_on: bool = False
    kind: Literal["not_found", "not_known"] = "not_found"


def not_found(outcome: Outcome, library: CardLibrary) -> NotFound:
    """Return the answer of a search that has certified no loop."""
    verdict = verdict_without(outcome)
    came_back = tuple(_uncertain(outcome, library))[:_MOST_UNCERTAIN]
    # What follows from the doubts stands once, after them.
    follows = (NOTHING_BECAUSE_OF_IT,) if outcome.doubts and any(not each.why for each in came_back) else ()
    return NotFound(
        verdict=verdict,
        reason=why_not(outcome),
        in_the_way=(*outcome.doubts, *follows),
        looked_at=tuple(looked_at(outcome)),
        uncertain=came_back,
        can_go_on=outcome.tally.ended == "time",
        kind="not_known" if verdict is NOT_KNOWN else "not_found",
    )


def _uncertain(outcome: Outcome, library: CardLibrary) -> Iterator[Uncertain]:
    """Yield sequences that could not be certified, without the doubts of the whole search; of those with the same steps in a ring only one."""
    known: set[tuple[frozenset[tuple[str, ...]], tuple[str, ...]]] = set()
    for tried in outcome.undecided:
        steps = _in_words(loop_steps, tried.case, library)
        why = tuple(each for each in tried.certificate.sentences if each not in outcome.doubts)
        why = () if outcome.doubts and why == (NOTHING_BECAUSE_OF_IT,) else why
        ring = frozenset(_turned(tuple(map(str, steps)))), tuple(map(str, why))
        if ring not in known:
            known.add(ring)
            yield Uncertain(case_value(tried.case), steps, why, _in_words(steps_before, tried.case, library))


def _in_words(
    steps: Callable[[LoopCase, CardLibrary], Iterable[LoopStep]], case: LoopCase, library: CardLibrary
) -> tuple[Text, ...]:
    """Return the sentences of the `steps` of a case, each repeated as often as its step; none if the engine does not play them."""
    with suppress(FloorjudgeError):
        return tuple(chain.from_iterable(each.sentences * each.times for each in steps(case, library)))
    return ()


def _turned(steps: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the steps as they are from each of them on, round to the one before it."""
    return (steps[at:] + steps[:at] for at in range(len(steps) or 1))
