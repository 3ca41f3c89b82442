"""Orders triggered abilities that go onto the stack together (CR 603.3b) and whose order a body leaves open.

The engine's order is written into the body as a step, so that players can read and change it.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from floorjudge.errors import BadInput, FloorjudgeError
from floorjudge.magic.engine.actions import Action, Subject
from floorjudge.magic.engine.fields import ITSELF
from floorjudge.magic.engine.prompts import Prompt, open_question, prompt_of
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body, Step
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import play_on
from floorjudge.magic.playing.questions import act_meant
from floorjudge.magic.playing.recording import step_of

_ORDER = "OrderTriggers"
# Steps that continue after a question.
_GO_ON = ("resolve all", "to step")


class OrderStep(msgspec.Struct, frozen=True):
    """A step (its index) that is such an order, its player (a seat), and the abilities: the first resolves last."""

    step: int
    seat: int
    order: tuple[str, ...]


class Ordered(msgspec.Struct, frozen=True):
    """A body with a step for every order that it left open: `orders` are those steps, and the ones that it had.

    `of` has for each step the index of the original step it belongs to. `played`: it was played to its end; if not, the
    rest is unchanged.
    """

    body: Body
    orders: tuple[OrderStep, ...]
    of: tuple[int, ...]
    played: bool


def ordered(table: Table, body: Body, then: Step | None = None) -> Ordered:
    """Return a body with a step for every order of triggered abilities that it leaves open; the table is played on.

    The order is that of the engine's list. `then` is the step that follows the body.
    """
    steps: list[tuple[Step, int]] = []
    orders: list[OrderStep] = []
    left = [(step, index) for index, step in enumerate(body)]
    # An impossible step is an error later, when the body is played for its certificate.
    with suppress(FloorjudgeError):
        while left:
            step, index = left[0]
            play_on(table, (step,))
            steps.append(left.pop(0))
            if open_question(table)[0] != _ORDER:
                continue
            prompt, names = prompt_of(table), Names(table)
            stated = _stated_order(left[0][0] if left else then, prompt, names)
            act = stated or Action.order_triggers(range(len(prompt.triggers)))
            if stated is None or left:
                called = _called(prompt, names)
                orders.append(OrderStep(len(steps), prompt.seat, tuple(called[place] for place in act.order)))
            if stated is not None:
                continue
            order = step_of(prompt, act, names)
            steps.append((order, index))
            play_on(table, (order,))
            if step.do in _GO_ON and (table.stack() or step.do == "to step"):
                left.insert(0, (msgspec.structs.replace(step, label=None), index))
    every = (*steps, *left)
    return Ordered(tuple(step for step, _ in every), tuple(orders), tuple(index for _, index in every), not left)


def _called(prompt: Prompt, names: Names) -> list[str]:
    """Return the names of the abilities: those of their sources, with their words if abilities of one name differ."""
    subjects = prompt.triggers
    called = [_name(each, names) for each in subjects]
    words = dict(zip(called, (each.words for each in subjects), strict=True))
    several = {name for name, each in zip(called, subjects, strict=True) if each.words != words[name]}
    return [
        f"{name} (“{each.words.replace(ITSELF, name)}”)" if name in several else name
        for name, each in zip(called, subjects, strict=True)
    ]


def _name(subject: Subject, names: Names) -> str:
    """Return the name on a card, without the label that other uses need."""
    thing = names.thing(subject.thing or 0)
    return str(subject.thing) if thing is None else thing.name


def _stated_order(step: Step | None, prompt: Prompt, names: Names) -> Action | None:
    if step is None or step.do != "choose":
        return None
    try:
        return act_meant(prompt, step.choose[0], names, "")
    except BadInput:
        return None
