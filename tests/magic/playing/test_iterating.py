"""One iteration: the quick way, which makes the moves before a failing step again, and the slow one, which keeps every position, agree."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary, set_up
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body, Reference, Step
from floorjudge.magic.playing.iterating import Iteration, Loop
from floorjudge.magic.playing.playing import play
from floorjudge.magic.positions.json_form import read_position

CARDS: list[dict[str, Any]] = [
    {"name": "Own Press", "type": "Artifact", "text": "Sacrifice a creature: You gain 1 life."},
    {"name": "Own Spark", "type": "Artifact", "text": "{1}: This artifact deals 1 damage to any target."},
    {"name": "Own Beast", "type": "Creature — Beast", "power": "2", "toughness": "2"},
    {"name": "Own Page", "type": "Sorcery", "mana_cost": "{9}"},
]


def press(creature: str = "Own Beast", label: str | None = None) -> Step:
    return Step(do="activate", source=Reference("Own Press"), choose=((Reference(creature),),), label=label)


def spark(target: str) -> Step:
    return Step(do="activate", source=Reference("Own Spark"), targets=(Reference(target),))


RESOLVE = Step(do="resolve")
BODIES = {
    "whole": (press(), RESOLVE),
    "first step not possible": (press("Own Page"), RESOLVE),
    "nothing to resolve": (press(), RESOLVE, RESOLVE),
    "fails half-way": (press(), RESOLVE, spark("Own Page"), RESOLVE),
    "fails half-way later": (press(), RESOLVE, press(), RESOLVE, spark("0"), RESOLVE, spark("Own Page")),
    "runs out of mana": (spark("1"), RESOLVE) * 4,
    "left open": (Step(do="activate", source=Reference("Own Spark")), RESOLVE),
    "left open at the end": (press(), RESOLVE, Step(do="activate", source=Reference("Own Spark"))),
    "nobody is left": (press(), RESOLVE, press(), RESOLVE, press(), RESOLVE),
    "somebody dies": (spark("1"), RESOLVE, spark("1"), RESOLVE, press(), RESOLVE),
}


def table() -> Table:
    position = read_position(
        {
            "cards": CARDS,
            "battlefield": [["Own Press", "Own Spark", {"card": "Own Beast", "copies": 2}], []],
            "library": [[{"card": "Own Page", "copies": 2}], [{"card": "Own Page", "copies": 2}]],
            "mana": ["CCC", ""],
            "life": [20, 2],
        }
    )
    return set_up(position, CardLibrary.of_texts([]))


def told(ran: Iteration) -> tuple[object, ...]:
    return (
        ran.end.abstraction.shape,
        dict(ran.end.abstraction.counters),
        ran.end.labels,
        ran.stop,
        ran.out,
        ran.decisions,
    )


def test_after_a_failing_step_the_table_is_in_the_position_before_it(subtests: pytest.Subtests) -> None:
    for name, body in BODIES.items():
        with subtests.test(name=name):
            check_both_ways(body)


def check_both_ways(body: Body) -> None:
    quick, slow = table(), table()
    start = quick.snapshot()
    loop = Loop(quick.engine, body, quick.names)
    ran = loop.iterate_on(quick, start)
    assert told(loop.iterate(start)) == told(ran)
    kept = [start]
    with suppress(FloorjudgeError):
        for step in loop.body:
            play(slow, step)
            kept.append(slow.snapshot())
    if ran.stop is None or not ran.stop.over:
        assert ran.end.abstraction.key == kept[-1].abstraction.key
    # Both tables can be played on from where they are.
    assert told(loop.iterate_on(quick, ran.end)) == told(loop.iterate_on(slow, ran.end))
