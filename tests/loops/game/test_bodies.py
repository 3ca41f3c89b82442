"""Bodies and numbers of iterations are read in one place, whoever takes them; what is none is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from examples.engines.embers import START, Embers

from floorjudge.errors import BadInput
from floorjudge.loops.errors import NegativeTimes, NothingProposed, TooDeep
from floorjudge.loops.game import Repeat, fast_forward, judge_loop, perform
from floorjudge.loops.game.bodies import MOST_DEEP, BodyIsAText, NotABody, NotANumberOfTimes, read_body, written
from floorjudge.texts import LANGUAGES
from tests.support.refusals import error_of

TAKERS: list[Callable[[Any], object]] = [
    lambda body: fast_forward(Embers(), START, body, 3),
    lambda body: fast_forward(Embers(), START, body, None),
    lambda body: judge_loop(Embers(), START, body),
    lambda body: perform(Embers(), START, body),
]


def deep(levels: int) -> object:
    body: tuple[Any, ...] = ("kindle",)
    for _ in range(levels):
        body = (Repeat(body, 2),)
    return body


WRONG: list[tuple[object, type[BadInput], str]] = [
    ("kindle", BodyIsAText, "body"),
    (b"kindle", BodyIsAText, "body"),
    ([], NothingProposed, "body"),
    (None, NotABody, "body"),
    (7, NotABody, "body"),
    ({"kindle"}, NotABody, "body"),
    ({"kindle": 3}, NotABody, "body"),
    (["kindle", Repeat((), 3)], NothingProposed, "body[1].body"),
    ([Repeat("kindle", 3)], BodyIsAText, "body[0].body"),  # type: ignore[arg-type]
    ([Repeat(("kindle",), -1)], NegativeTimes, "body[0].times"),
    ([Repeat(("kindle",), 2.5)], NotANumberOfTimes, "body[0].times"),  # type: ignore[arg-type]
    ([Repeat(("kindle",), times=True)], NotANumberOfTimes, "body[0].times"),
    (["kindle", Repeat((Repeat(("burn",), "3"),), 2)], NotANumberOfTimes, "body[1].body[0].times"),  # type: ignore[arg-type]
    (deep(MOST_DEEP + 1), TooDeep, "body" + "[0].body" * (MOST_DEEP + 1)),
]


def test_what_is_no_body_is_refused_with_its_place(subtests: pytest.Subtests) -> None:
    for take in TAKERS:
        for body, kind, where in WRONG:
            with subtests.test(take=take, body=body, kind=kind, where=where):
                refused = error_of(kind, take, body)
                assert refused.where == where
                assert getattr(refused, "given", "") in repr(body)
                assert all(refused.message(language) for language in LANGUAGES)


@pytest.mark.parametrize(("times", "kind"), [(-1, NegativeTimes), (2.0, NotANumberOfTimes), ("3", NotANumberOfTimes)])
def test_what_is_no_number_of_iterations_is_refused(times: Any, kind: type[BadInput]) -> None:
    assert error_of(kind, fast_forward, Embers(), START, ["kindle"], times).where == "times"


def test_choices_that_come_one_after_another_are_a_body_and_are_read_once() -> None:
    forward = fast_forward(Embers(), START, (choice for choice in ("kindle", "pass")), 7)  # type: ignore[arg-type]
    assert forward.position == fast_forward(Embers(), START, ("kindle", "pass"), 7).position
    assert read_body(["kindle", Repeat(["burn"], 2)]) == ("kindle", Repeat(("burn",), 2))  # type: ignore[arg-type]


def test_a_body_as_deep_as_allowed_is_forwarded() -> None:
    body: Any = deep(20)
    assert fast_forward(Embers(), START, body, 1).position.numbers["sparks.Ana"] == 1 + 2**20


def test_a_repeat_is_written_in_one_line() -> None:
    repeat: Repeat[str] = Repeat(("kindle", Repeat(("burn",), 2)), 10**100)
    assert written(repeat) == "(kindle, (burn) × 2) × 10^100"
