"""What if somebody answers in iteration N: the same as playing there, and exact far beyond."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary, certificate_value, certify, read_loop_case
from floorjudge.magic.proof.certificates import Certificate, Claims, read_claims, sealed
from floorjudge.magic.proof.checking import check
from floorjudge.magic.proof.moments import IterationNotKnown, moment_value, moments_in
from tests.magic.loop_cases import DRAIN, MANA, SHUFFLED, JsonObject
from tests.magic.made_up import GAIN, SAPROLING, watched

BUDGET = 0.3
IN_TURNS = "{0}: If this artifact has a charge counter on it, remove a charge counter from it and you gain 1 life. Otherwise, put a charge counter on it."
EACH_TIME_MORE = "Whenever a creature enters, you gain life equal to the number of creatures you control."
CASES: dict[str, JsonObject] = {
    "the same each time": MANA,
    "killing": {**DRAIN, "life": [20, 60]},
    "every second time": watched(IN_TURNS),
    "more each time": watched(SAPROLING, EACH_TIME_MORE),
    "otherwise from 40 life on": watched(
        GAIN, "Whenever you gain life, if you have 40 or more life, each opponent loses 1 life.", life=[20, 99]
    ),
}


def claimed(certificate: Certificate) -> Claims:
    return read_claims(certificate_value(certificate, "en"))


@pytest.mark.engine
@pytest.mark.parametrize("name", CASES)
def test_what_is_added_up_is_what_playing_gives(name: str, library: CardLibrary) -> None:
    case, asked = CASES[name], 25 if name == "otherwise from 40 life on" else 10
    found = certify(read_loop_case({**case, "times": asked + 1}), library, budget=BUDGET)
    assert found.evidence in ("certified", "extended")
    by_change = moments_in(claimed(found), library, asked)
    played = read_loop_case({**case, "before": [*case.get("before", []), *case["body"] * (asked - 1)], "times": 1})
    by_playing = moments_in(claimed(certify(played, library, budget=BUDGET)), library, 1)
    assert len(by_change) > 1
    assert [(each.step, each.seat, each.stack, each.amounts) for each in by_change] == [
        (each.step, each.seat, each.stack, each.amounts) for each in by_playing
    ]


def test_far_beyond_every_amount_is_exact(library: CardLibrary) -> None:
    found = certify(read_loop_case({**MANA, "times": "10^100"}), library, budget=BUDGET)
    first, last = moments_in(claimed(found), library, 1)[0], moments_in(claimed(found), library, 10**99)[0]
    assert last.amounts.get("mana.0.C", 0) - first.amounts.get("mana.0.C", 0) == 2 * (10**99 - 1)


@pytest.mark.parametrize(("case", "times", "iteration"), [(MANA, 30, 0), (MANA, 30, 31), (SHUFFLED, 30, 1)])
def test_what_is_not_known_is_not_told(case: JsonObject, times: int, iteration: int, library: CardLibrary) -> None:
    found = certify(read_loop_case({**case, "times": times}), library, budget=BUDGET)
    with pytest.raises(IterationNotKnown):
        moments_in(claimed(found), library, iteration)


@pytest.mark.engine
def test_moments_are_established_again(library: CardLibrary) -> None:
    found = certify(read_loop_case({**MANA, "times": "10^100"}), library, budget=BUDGET)
    moments = [moment_value(each) for each in moments_in(claimed(found), library, 10**99)]
    value = sealed({**certificate_value(found, "en"), "moments": moments})
    assert check(value, library).holds
    first = moments[0]
    for other in (
        [{**first, "amounts": {**first["amounts"], "mana.0.C": "7"}}, *moments[1:]],
        [{**first, "iteration": "8"}, *moments[1:]],
        moments[:-1],
        [],
    ):
        rejected = check(sealed({**value, "moments": other}), library).rejected
        assert [each.where for each in rejected] == ["moments"]
