"""The end of a game seen another way: nothing but the position of one moment is taken for it."""

from __future__ import annotations

import msgspec
import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.engine.prompts import perform
from floorjudge.magic.playing.iterating import Loop
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certificates import sealed
from floorjudge.magic.proof.checking import check
from floorjudge.magic.proof.watching import is_as_moved
from tests.magic.loop_cases import certificate_of
from tests.magic.made_up import watched
from tests.magic.playing.test_last_moment import NOBODY, SEEN, TOP


def test_only_the_position_of_one_moment_is_taken_for_the_end() -> None:
    case = read_loop_case({**TOP, "library": [[], []]})
    table = set_up(case.position, NOBODY)
    loop, start = Loop(table.engine, case.body, table.names), table.snapshot()
    ran = loop.iterate(start)
    assert ran.stop is not None
    table = loop.table(start)
    for made in ran.decisions[:-1]:
        perform(table, made.player, made.chosen)
    before = table.snapshot()
    perform(table, ran.decisions[-1].player, ran.decisions[-1].chosen)
    cleared = table.snapshot()
    earlier = msgspec.structs.replace(ran.stop, is_seen=False)
    told = [
        (ran, True),
        (msgspec.structs.replace(ran, end=before), False),
        (msgspec.structs.replace(ran, end=cleared), False),
        (msgspec.structs.replace(ran, end=before, stop=earlier), True),
        (msgspec.structs.replace(ran, stop=earlier), False),
    ]
    assert [is_as_moved(loop, start, each) for each, _ in told] == [expected for _, expected in told]


def test_life_is_of_the_same_moment() -> None:
    case = read_loop_case(watched("{0}: Each opponent loses 1 life.", life=[20, 1]))
    table = set_up(case.position, CardLibrary.of_texts([]))
    loop, start = Loop(table.engine, case.body, table.names), table.snapshot()
    ran = loop.iterate(start)
    assert is_as_moved(loop, start, ran)
    assert not is_as_moved(loop, start, msgspec.structs.replace(ran, end=start))


@pytest.mark.engine
@pytest.mark.parametrize("key", ["library.0", "battlefield.0.Own Top", "hand.0.Own Page", "life.0"])
def test_a_changed_amount_of_the_end_is_rejected(key: str) -> None:
    found = certificate_of(SEEN["an ability that moves its source"][0], NOBODY, "10^100", 0.5)
    other = {**found["after"], key: str(int(found["after"][key]) + 1)}
    assert [each.where for each in check(sealed({**found, "after": other}), NOBODY).rejected] == [f"after.{key}"]
