"""The end of a game, followed another way: by the engine's moves in the game as it was played."""

from __future__ import annotations

import pytest

from floorjudge.magic.engine.actions import ENDS, LOST, Event
from floorjudge.magic.playing.iterating import Loop
from floorjudge.magic.playing.playing import perform_again
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.positions.setting_up import set_up
from floorjudge.magic.proof.certificates import sealed
from floorjudge.magic.proof.checking import check
from tests.magic.loop_cases import JsonObject, certificate_of
from tests.magic.playing.test_last_moment import EARLIER, NOBODY, SEEN


def moved(events: tuple[Event, ...]) -> dict[int, str]:
    """Return the last place of each moved object before the first player lost, after which the engine clears objects away."""
    moves: list[Event] = []
    for event in events:
        if event.kind in ENDS:
            # Where an effect ends the game, the engine has by then cleared away the objects of the players who have lost by it.
            while event.kind != LOST and moves and moves[-1].may_clear_away:
                moves.pop()
            break
        moves.append(event)
    return {each.thing: str(each.moved[1]) for each in moves if each.thing is not None and each.moved is not None}


def test_everything_lies_where_it_was_moved_until_the_first_loss(subtests: pytest.Subtests) -> None:
    for name, (case, _) in (SEEN | EARLIER).items():
        with subtests.test(name=name):
            check_places(case)


def check_places(case: JsonObject) -> None:
    read = read_loop_case(case)
    table = set_up(read.position, NOBODY)
    loop, start = Loop(table.engine, read.body, table.names), table.snapshot()
    ran = loop.iterate(start)
    while ran.stop is None:
        start = ran.end
        ran = loop.iterate(start)
    again = loop.table(start)
    perform_again(again, ran.decisions[:-1])
    before = again.snapshot()
    happened = tuple(perform_again(again, ran.decisions[-1:]))
    zones = {number: thing.zone for number, thing in before.objects.items()}
    if ran.stop.is_seen:
        zones |= moved(happened)
    assert ran.end.counts_like(again.snapshot() if ran.stop.is_seen else before)
    # A token moved from the battlefield is nowhere.
    assert all(
        ran.end.objects[number].zone == zone if number in ran.end.objects else zone != "Battlefield"
        for number, zone in zones.items()
    )


def test_a_changed_amount_of_the_end_is_rejected() -> None:
    found = certificate_of(SEEN["an ability that moves its source"][0], NOBODY, "10^100", 0.5)
    for key in ("library.0", "battlefield.0.Own Top", "hand.0.Own Page", "life.0"):
        other = sealed({**found, "after": {**found["after"], key: str(int(found["after"][key]) + 1)}})
        assert [each.where for each in check(other, NOBODY).rejected] == [f"after.{key}"]
