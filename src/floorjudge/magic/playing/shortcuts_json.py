"""Shortcuts in play as JSON: the sequence, the answers and what comes next, beside the position of a case."""

from __future__ import annotations

from typing import Any

import msgspec

from floorjudge.exact import DIGIT_BUDGET, digits, read_number
from floorjudge.loops.game import Repeat
from floorjudge.loops.shortcuts.codec import read_answers, shortcut_answer
from floorjudge.loops.shortcuts.sequence import NegativeTimes, NothingProposed, Steps, check_depth
from floorjudge.loops.shortcuts.settling import Answer, Settled
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.body_json import read_body, read_step
from floorjudge.magic.playing.shortcuts import Offer, Sequence
from floorjudge.reading import Fields
from floorjudge.texts import Language

JsonObject = dict[str, Any]


class Asked(msgspec.Struct, frozen=True):
    """What a case says about a shortcut: the sequence, the answers of the others, and the steps that come after it."""

    sequence: Sequence
    answers: tuple[Answer, ...]
    next: Body = ()


def read_asked(given: object, where: str = "shortcut") -> Asked:
    """Return the shortcut in a JSON value; raises BadInput, with the place, for anything else."""
    fields = Fields.of(given, where, ("sequence", "answers", "next"))
    fields.need("sequence")
    following = read_body(fields.given["next"], fields.place("next")) if fields.has("next") else ()
    return Asked(_sequence(fields, "sequence", 0), read_answers(fields), following)


def _sequence(fields: Fields, name: str, depth: int) -> Sequence:
    check_depth(depth, fields.place(name))
    items = fields.items(name)
    if not items:
        raise NothingProposed(where=fields.place(name))
    sequence: list[Any] = []
    for item, where in items:
        if isinstance(item, dict) and "repeat" in item:
            inner = Fields.of(item, where, ("repeat", "times"))
            times = read_number(inner.need("times"), inner.place("times"))
            if times < 0:
                raise NegativeTimes(where=inner.place("times"))
            sequence.append(Repeat(_sequence(inner, "repeat", depth + 1), times))
        else:
            sequence.append(read_step(item, where))
    return tuple(sequence)


def offer_value(offer: Offer) -> JsonObject:
    """Return an offer as it is shown to every player: who proposes which choices, and who has priority after them."""
    return {
        "proposer": offer.proposal.proposer,
        "sequence": _steps_value(offer.proposal.sequence),
        "end_priority": offer.proposal.end_priority,
    }


def _steps_value(steps: Steps) -> list[JsonObject]:
    return [
        {"repeat": _steps_value(step.body), "times": digits(step.times)}
        if isinstance(step, Repeat)
        else {"by": step.by, "do": step.do}
        for step in steps
    ]


def settled_value(offer: Offer | None, outcome: Settled, language: Language) -> JsonObject:
    """Return the JSON answer for what became of a shortcut, with the offer where there is one."""
    answer = shortcut_answer(outcome, language, DIGIT_BUDGET)
    return answer if offer is None else {**answer, "offer": offer_value(offer)}
