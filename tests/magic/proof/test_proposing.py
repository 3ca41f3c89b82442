"""A proposal is a few numbers: what is stated comes of them alone, whether the engine's answers are remembered or asked for anew."""

from __future__ import annotations

import msgspec
import pytest

from floorjudge.magic import CardLibrary, read_loop_case
from floorjudge.magic.engine.work import Work, units
from floorjudge.magic.proof.certificates import Claims, facts_of
from floorjudge.magic.proof.proposing import Proposal, propose
from floorjudge.magic.proof.proving import Proof, prove
from floorjudge.magic.proof.trajectory import Trajectory, trajectory_of
from tests.magic.loop_cases import DRAIN, MANA, MILL, TOKENS, JsonObject
from tests.magic.made_up import GAIN, watched

SECONDS = 60.0
MANDATORY: JsonObject = {**DRAIN, "life": [20, 9]}
COUNTED = watched("Remove a charge counter from Engine: You gain 1 life.")
COUNTED["battlefield"][0][0]["counters"] = {"charge": 7}
CASES: dict[str, tuple[JsonObject, object]] = {
    "ends by itself": (MANDATORY, "10^100"),
    "ends by itself, asked for fewer": (MANDATORY, 3),
    "mana without end": (MANA, "10^100"),
    "tokens, more than the engine holds": (TOKENS, "10^100"),
    "goes on otherwise after a break": (MILL, 60),
    "uses something up": (COUNTED, 30),
    "very few": (watched(GAIN), 2),
}


def led_to(case: JsonObject, times: object, library: CardLibrary) -> Trajectory:
    return trajectory_of(read_loop_case({**case, "times": times}), library, Work(units(SECONDS)))


def proposed(case: JsonObject, times: object, library: CardLibrary) -> tuple[Trajectory, Proposal]:
    led = led_to(case, times, library)
    return led, propose(led, read_loop_case({**case, "times": times}))


def facts(proof: Proof) -> JsonObject:
    assert proof.certificate is not None, proof.why
    return facts_of(proof.certificate)


@pytest.mark.engine
@pytest.mark.parametrize("name", CASES)
def test_what_is_proved_with_remembered_answers_is_proved_without_them(name: str, library: CardLibrary) -> None:
    case, times = CASES[name]
    led, proposal = proposed(case, times, library)
    assert proposal.why is None
    remembered = prove(proposal.claims, library, led.anew())
    assert facts(remembered) == facts(prove(proposal.claims, library, led_to(case, times, library)))


def test_the_engine_is_asked_nothing_twice(library: CardLibrary) -> None:
    led, proposal = proposed(watched(GAIN), 10**6, library)
    spent, anew = led.work.spent, led.anew()
    recurrence = anew.recurrence(0, 10**6)
    assert recurrence is not None
    assert not anew.hangs_on_history(recurrence)
    anew.follow(recurrence, proposal.claims.checked_to)
    assert led.work.spent == spent
    assert anew.positions[proposal.claims.checked_to] is not led.positions[0]


WRONG: dict[str, JsonObject] = {
    "one iteration more": {"iterations": 9},
    "one iteration less": {"iterations": 7},
    "no stop": {"stops": False},
    "a break where nothing changes": {"breaks": (5,)},
    "a break before the first iteration": {"breaks": (0,)},
    "a break after fewer than none": {"breaks": (-3,)},
    "an end of its own before the end": {"own_end": 4, "stops": False, "iterations": 3},
}


@pytest.mark.engine
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_number_is_refused_or_comes_out_as_it_is(name: str, library: CardLibrary) -> None:
    """The end that is stated is the one to which the engine has come, whatever is claimed."""
    led, proposal = proposed(MANDATORY, "10^100", library)
    right = facts(prove(proposal.claims, library, led.anew()))
    assert (right["iterations"], right["verdict"]) == ("8", "ends")
    claims: Claims = msgspec.structs.replace(proposal.claims, **WRONG[name])
    found = prove(claims, library, led.anew())
    assert found.certificate is None or facts(found)["stopped_by"] == right["stopped_by"]
    assert found.certificate is not None or found.why is not None


@pytest.mark.engine
def test_of_a_loop_that_explodes_what_was_performed_is_kept(library: CardLibrary) -> None:
    doubling = watched(
        "{0}: For each creature you control, create a 1/1 green Saproling creature token.",
        board=[{"card": "Grizzly Bears"}],
    )
    led = trajectory_of(read_loop_case({**doubling, "times": 10**100}), library, Work(units(0.2)))
    proposal = propose(led, read_loop_case({**doubling, "times": 10**100}))
    assert proposal.why is not None
    assert proposal.claims.evidence == "undecided"
    assert proposal.claims.iterations == proposal.claims.checked_to == led.performed() > 0
