"""Which part of the past cards look up: only that is compared, and leaving out the rest is the same as performing."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary, read_loop_case, set_up
from floorjudge.magic.engine.readings.looking_back import EVERYTHING, Past, past_of
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.engine.work import Work, units
from floorjudge.magic.proof.trajectory import trajectory_of
from tests.magic.made_up import GAIN, LOOKING_BACK, SAPROLING, watched

STILL_TO_COME = [
    "Sacrifice this creature: When target creature is put into your graveyard this turn, return that card to the battlefield.",
    "{1}: When that creature dies this turn, draw a card.",
    "Whenever a creature you control enters this turn, you gain 1 life.",
    "Whenever that creature deals combat damage to a player this turn, draw a card.",
    "The next time target creature adapts this turn, it adapts as though it had no +1/+1 counters on it.",
    "The next time you would draw a card this turn, each player returns a permanent they control to its owner's hand instead.",
    "When you next cast an instant or sorcery spell this turn, copy that spell.",
    "This creature attacks each combat if able.",
    "That token gains haste and attacks this turn if able.",
    "{2}, {T}: The next spell they cast this turn has cascade.",
    "{0}: This creature can attack this turn as though it didn't have defender.",
]
LOOKS_BACK = [
    "When this creature enters, return all creature cards in your graveyard that were put there this turn.",
    "Whenever you cast your second spell this turn, draw a card.",
    "Whenever a creature that was dealt damage this turn dies, draw a card.",
    "Whenever a creature dies this turn, if another creature died this turn, draw a card.",
    "Whenever a creature enters this turn, it gets +1/+1 for each creature that died this turn.",
    "When you cast a card that was discarded this turn, draw a card.",
    "The next time you cast a spell this turn, draw a card for each spell you've cast this turn.",
    "The next time you cast a spell from among cards exiled this turn, draw a card.",
    "When you next cast a card that was milled this turn, draw a card.",
    "At the beginning of combat, if a card was put into exile this turn, draw a card.",
    "Whenever this creature attacks, if you attacked with two creatures this combat, draw a card.",
    "If a creature attacked this turn, it attacks each combat if able.",
    "When that creature dies for the first time this turn, draw a card.",
    "This ability triggers only once each turn.",
    "The next spell you cast this turn costs {1} less to cast for each spell you've cast this turn.",
    "The next creature spell you cast this turn from among cards exiled this turn can't be countered.",
    "Creatures that died this turn can attack this turn as though they had haste.",
]


def test_what_is_still_to_come_looks_nothing_up(subtests: pytest.Subtests) -> None:
    for said in STILL_TO_COME:
        with subtests.test(said=said):
            assert past_of({"description": said}).is_nothing


@pytest.mark.parametrize("mode", ["DamageDoneOnce", "DamageDoneOnceByController", "DamageDealtOnce"])
def test_one_event_with_several_things_in_it_looks_nothing_up(mode: str) -> None:
    assert past_of({"mode": mode}).is_nothing
    assert past_of({"mode": mode, "constraint": {"type": "OncePerTurn"}}) == Past(frozenset({"uses"}))


def test_what_looks_back_is_known_for_it_also_beside_what_is_still_to_come(subtests: pytest.Subtests) -> None:
    for said in LOOKS_BACK:
        with subtests.test(said=said):
            assert past_of({"description": said}) == EVERYTHING
            for other in STILL_TO_COME:
                assert past_of({"description": f"{other}\n{said}"}) == EVERYTHING
                assert past_of({"description": f"{other} {said}"}) == EVERYTHING


# Words that the engine reads in no such form, or that may mean more than it has read.
ALL_OF_IT = (
    "Whenever you gain life for the first time each turn, each opponent loses 1 life.",
    "At the beginning of each end step, if you gained life this turn and a creature died this turn, draw a card.",
    "Whenever a creature dies, if three or more creatures died this turn, draw a card.",
)


def past_in(case: dict[str, Any], library: CardLibrary) -> Past:
    return set_up(read_loop_case(case).position, library).snapshot().wording.past


def test_the_engine_says_which_part_of_the_past_is_meant(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for said, part in LOOKING_BACK.items():
        with subtests.test(said=said):
            assert past_in(watched(GAIN, said), library) == part
    for said in ALL_OF_IT:
        with subtests.test(said=said):
            assert past_in(watched(GAIN, said), library).everything


FOR_EACH = "{1}, {T}: You gain 1 life for each creature that died this turn."
STAYS = {
    "it makes mana": "{T}: Add {C} for each creature that died this turn.",
    "the past says whether it may be used": "{T}: Draw a card. Activate only if a creature died this turn.",
    "it triggers": "Whenever you gain life, you gain 1 life for each creature that died this turn.",
    "another object may get it": f"{FOR_EACH}\nEngine has all activated abilities of this enchantment.",
}


def begun(case: dict[str, Any], library: CardLibrary) -> Snapshot:
    return trajectory_of(read_loop_case(case), library, Work(units(60))).positions[0]


def test_what_only_an_ability_looks_up_that_no_step_activates_is_left_out(library: CardLibrary) -> None:
    case = watched(GAIN, FOR_EACH)
    idle = begun(case, library).wording
    assert (idle.past.is_nothing, idle.not_activated) == (True, ("Watcher",))
    step = {"by": 0, "do": "activate", "source": "Watcher"}
    used = begun({**case, "body": [*case["body"], step]}, library).wording
    assert (used.past.everything, used.not_activated) == (True, ())
    assert past_in(case, library).everything


def test_where_a_step_may_mean_any_object_every_ability_counts_as_used(library: CardLibrary) -> None:
    case = watched(GAIN, FOR_EACH)
    case["battlefield"][0][0]["as"] = "it"
    case["body"][0]["source"] = "it"
    assert begun(case, library).wording.past.everything


def test_what_else_may_look_it_up_stays(library: CardLibrary, subtests: pytest.Subtests) -> None:
    for why, said in STAYS.items():
        with subtests.test(why=why):
            assert begun(watched(GAIN, said), library).wording.past.everything


def test_every_position_of_a_loop_leaves_out_the_same(library: CardLibrary) -> None:
    led = trajectory_of(read_loop_case(watched(SAPROLING, FOR_EACH)), library, Work(units(60)))
    recurrence = led.recurrence(0, None)
    assert recurrence is not None
    assert led.follows(recurrence, 9)
    for position in (*led.positions.values(), led.put(recurrence, recurrence.at(5))):
        for each in (position, *position.with_other_histories(), position.without_log(), position.without_end()):
            assert each.wording.not_activated == ("Watcher",)
