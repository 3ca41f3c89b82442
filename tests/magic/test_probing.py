"""What a certificate must not overlook: conditions that hold only once, thresholds far out, the turn so far, odd periods.

In each case the end after n iterations is compared with the engine stepped n times, for the n that matter.
"""

import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from tests.magic.loop_cases import COPIES, MANA, TOKENS, certificate_of
from tests.magic.made_up import (
    DRAW,
    GAIN,
    GIANT,
    LOOKING_BACK,
    SAPROLING,
    JsonObject,
    creature,
    enchantment,
    stepped,
    watched,
)

ISLANDS = [[{"card": "Island", "copies": 40}], []]
BUDGET = 0.25
PATIENT = 3.0


def agrees(case: JsonObject, library: CardLibrary, *numbers: int, budget: float = BUDGET) -> list[JsonObject]:
    """Certify a case for each number; check each against stepping, as far as it claims to know the end; return them."""
    steps = stepped(case, library, max(numbers))
    found = [certificate_of(case, library, times, budget) for times in numbers]
    for times, each in zip(numbers, found, strict=True):
        assert each["evidence"] != "undecided"
        done = int(each["iterations"])
        if done < times:
            assert each["stopped_by"] is not None
        if times < len(steps):
            assert done == times
        if done < len(steps) and each["stopped_by"] is None:
            shown = {key: amount for key, amount in each["after"].items() if amount != "0" and "(" not in key}
            assert shown == {key: amount for key, amount in steps[done].items() if key in shown or key.startswith(SEEN)}
    return found


SEEN = ("life.", "tokens", "battlefield", "hand", "graveyard", "counters", "mana", "library", "exile")

ONCE: dict[str, tuple[JsonObject, tuple[int, ...]]] = {
    "life is exactly 33": (
        watched(GAIN, "Whenever you gain life, if you have exactly 33 life, each opponent loses 5 life."),
        (12, 13, 30),
    ),
    "exactly nine creatures": (
        watched(
            SAPROLING,
            "Whenever a creature you control enters, if you control exactly nine creatures, each opponent loses 5 life.",
        ),
        (8, 9),
    ),
    "exactly twelve cards in hand": (
        watched(
            DRAW,
            "Whenever you draw a card, if you have exactly twelve cards in hand, you gain 3 life.",
            library=ISLANDS,
        ),
        (11, 12),
    ),
    "low or high": (
        watched(
            GAIN,
            "Whenever you gain life, if you have 5 or less life, each opponent loses 1 life.\n"
            "Whenever you gain life, if you have 30 or more life, each opponent loses 1 life.",
            life=[1, 1000],
        ),
        (5, 30),
    ),
}


@pytest.mark.engine
@pytest.mark.parametrize("name", ONCE)
def test_a_condition_that_holds_only_once_is_found(name: str, library: CardLibrary) -> None:
    case, numbers = ONCE[name]
    found = agrees(case, library, *numbers)
    assert len({each["after"]["life.1"] + each["after"]["life.0"] for each in found}) > 1


@pytest.mark.engine
def test_an_exact_number_far_out_is_found_and_named(library: CardLibrary) -> None:
    """The life passes 100 once, at iteration 900 of 1 000; at both ends nothing is seen of it."""
    watcher = "Whenever an opponent loses life, if you have exactly 920 life, you gain 50 life."
    case = watched("{0}: Each opponent loses 1 life and you gain 1 life.", watcher, life=[20, 1000])
    found = certificate_of(case, library, 950, BUDGET)
    plain = certificate_of(
        watched("{0}: Each opponent loses 1 life and you gain 1 life.", life=[20, 1000]), library, 950, BUDGET
    )
    assert int(found["after"]["life.0"]) - int(plain["after"]["life.0"]) in (0, 50)
    assert any("Watcher" in assumed for assumed in found["assumes"])
    assert not any("exact number, a half" in assumed for assumed in plain["assumes"])
    nobody_asks = "No condition of a card here asks for an exact number, or for an even or odd one."
    assert (nobody_asks in found["assumes"], nobody_asks in plain["assumes"]) == (False, True)


FAR: dict[str, tuple[JsonObject, tuple[int, ...]]] = {
    "40 or more life": (
        watched(GAIN, "Whenever you gain life, if you have 40 or more life, each opponent loses 1 life."),
        (21,),
    ),
    "ten or more creatures": (
        watched(
            SAPROLING, "Whenever a creature you control enters, if you control ten or more creatures, you gain 1 life."
        ),
        (10,),
    ),
    "fewer creatures than the opponent": (
        watched(
            "{0}: You gain 1 life. Create a 1/1 green Saproling creature token.",
            "Whenever you gain life, if an opponent controls more creatures than you, draw a card.",
            opposing=[{"card": "Grizzly Bears", "copies": 7}],
            library=ISLANDS,
        ),
        (8,),
    ),
    "a runaway counter": (
        watched(
            "{0}: Put a charge counter on this artifact. If there are twelve or more charge counters on this artifact, sacrifice it."
        ),
        (12, 13),
    ),
    "what the opponent must do kills them": (
        watched(
            GAIN,
            opposing=[{"card": "Grudge"}],
            cards=[
                {"name": "Grudge", "type": "Enchantment", "text": "Whenever an opponent gains life, you lose 1 life."}
            ],
        ),
        (19, 20),
    ),
    "one of several creatures dies": (
        watched("{0}: This artifact deals 1 damage to target creature.", target="bear",
                board=[{"card": "Big", "as": "bear"}, {"card": "Big"}], cards=[GIANT]),
        (25, 26),
    ),
    "effects until end of turn pile up": (
        watched("{0}: Target creature gets -1/-1 until end of turn.", target="bear",
                board=[{"card": "Big", "as": "bear"}], cards=[GIANT]),
        (25, 26),
    ),
    "delayed triggers pile up": (
        watched("{0}: Create a 1/1 green Saproling creature token. Exile it at the beginning of the next end step."),
        (5, 12),
    ),
    "a run of other cards in the library": (
        watched(DRAW, "Whenever you draw a card, you gain 1 life.",
                library=[[{"card": "Island", "copies": 8}, {"card": "Forest", "copies": 2}, {"card": "Island", "copies": 9}], []]),
        (9,),
    ),
    "as much as there are": (
        watched("{0}: Create a 1/1 green Saproling creature token. You gain 1 life.",
                "Whenever you gain life, each opponent loses life equal to the number of creatures you control.", life=[20, 200]),
        (20,),
    ),
}  # fmt: skip


@pytest.mark.engine
@pytest.mark.parametrize("name", FAR)
def test_what_changes_far_out_is_found(name: str, library: CardLibrary) -> None:
    case, numbers = FAR[name]
    agrees(case, library, *numbers)


# What would sacrifice each copy at the end of the turn waits for things that are gone by then.
SACRIFICED: JsonObject = {
    "cards": [
        creature(
            "Own Mirror",
            "Shade",
            "1/1",
            "{T}: Create a token that's a copy of target creature you control, except it has haste. "
            "Sacrifice it at the beginning of the next end step.",
        ),
        creature("Own Waker", "Spirit", "1/1", "Sacrifice this creature: Untap target creature."),
        enchantment("Own Chime", "Whenever a creature dies, you gain 1 life."),
    ],
    "battlefield": [["Own Mirror", "Own Waker", "Own Chime"], []],
    "body": [
        {"by": 0, "do": "activate", "source": "Own Mirror", "targets": ["Own Waker"]},
        {"do": "resolve"},
        {"by": 0, "do": "activate", "source": "token:Own Waker", "targets": ["Own Mirror"]},
        {"do": "resolve all"},
    ],
}


@pytest.mark.engine
def test_what_waits_for_things_that_are_gone_is_counted_as_when_it_is_played(library: CardLibrary) -> None:
    for found in agrees(SACRIFICED, library, 3, 9, budget=10.0):
        assert found["after"]["life.0"] == str(20 + int(found["iterations"]))
    far = certificate_of(SACRIFICED, library, 10**100, PATIENT)
    assert (far["verdict"], far["per_iteration"]["life.0"], int(far["checked_to"]) > 8) == ("advance", "1", True)


TURNS = {
    "first time": "Whenever you gain life for the first time each turn, each opponent loses 1 life.",
    "this turn": "Whenever you gain life, if you've gained 12 or more life this turn, each opponent loses 1 life.",
    "resolved": "Whenever you gain life, if this is the sixth time this ability has resolved this turn, each opponent loses 5 life.",
}


@pytest.mark.engine
@pytest.mark.parametrize("name", TURNS)
def test_what_counts_the_turn_is_only_observed(name: str, library: CardLibrary) -> None:
    found = agrees(watched(GAIN, TURNS[name], life=[20, 200]), library, 14, budget=PATIENT)
    assert found[0]["evidence"] == "observed"


PERIODS: list[tuple[str, int, int]] = [
    (
        (
            "{0}: If this artifact has a charge counter on it, remove a charge counter from it and you gain 1 life. "
            "Otherwise, put a charge counter on it."
        ),
        2,
        1,
    ),
    (
        (
            "{0}: Put a charge counter on this artifact. Then if it has three or more charge counters on it, remove all of "
            "them and you gain 1 life."
        ),
        3,
        1,
    ),
]


@pytest.mark.engine
@pytest.mark.parametrize(("engine", "period", "change"), PERIODS, ids=["second", "third"])
def test_loops_that_come_round_only_every_few_iterations(
    engine: str, period: int, change: int, library: CardLibrary
) -> None:
    found = agrees(watched(engine), library, 20, 23, budget=PATIENT)
    assert {each["period"] for each in found} == {period}
    far = certificate_of(watched(engine), library, 10**100, PATIENT)
    assert (far["evidence"], far["per_iteration"]["life.0"]) == ("extended", str(change))
    assert far["after"]["life.0"] == str(20 + 10**100 // period)
    assert far["after"].get("counters.charge.Engine", "0") == str(10**100 % period)
    assert f"every {period} iterations" in far["text"]


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.9")
def test_a_judge_says_who_keeps_it_going(library: CardLibrary) -> None:
    case = watched(GAIN, maintained_by=[])
    found = certificate_of(case, library, 5, BUDGET)
    assert (found["maintained_by"], found["corrected"], found["mandatory"]) == ([], {"maintained_by": [0]}, True)
    assert "MTR 4.4.9" in found["clauses"]
    plain = certificate_of(watched(GAIN), library, 5, BUDGET)
    assert (plain["maintained_by"], plain["corrected"]) == ([0], None)


def test_who_keeps_it_going_is_a_list_of_players(subtests: pytest.Subtests) -> None:
    for given in [0, [2], [-1], ["Ana"], [True]]:
        with subtests.test(given=given):
            with pytest.raises(BadInput) as caught:
                read_loop_case(watched(GAIN, maintained_by=given))
            assert (caught.value.code, caught.value.where) == ("no_seats", "maintained_by")


@pytest.mark.engine
def test_eliding_is_performing_on_both_sides_of_a_change(library: CardLibrary) -> None:
    case = watched(GAIN, "Whenever you gain life, if you have 40 or more life, each opponent loses 1 life.")
    agrees(case, library, 0, 1, *range(19, 22), 30, budget=PATIENT)
    for plain in (TOKENS, COPIES, MANA):
        agrees(plain, library, 0, 1, 13)


@pytest.mark.engine
def test_what_happens_once_a_turn_is_over_with_the_first_iteration(library: CardLibrary) -> None:
    watcher = "Whenever you gain life, each opponent loses 1 life. This ability triggers only once each turn."
    for found in agrees(watched(GAIN, watcher), library, 2, 30, budget=PATIENT):
        assert (found["evidence"], found["after"]["life.1"]) == ("certified", "19")


# Each iteration is of the kind that cards look up, but for draws, spells and activations of the watcher.
EVENTFUL = "{0}: You gain 1 life and each opponent loses 1 life."
WITH_TOKENS = "{0}: Each opponent loses 1 life, and you create a 1/1 green Saproling creature token."


@pytest.mark.engine
def test_leaving_out_what_no_card_looks_up_is_the_same_as_performing(
    library: CardLibrary, subtests: pytest.Subtests
) -> None:
    for said in LOOKING_BACK:
        case = watched(WITH_TOKENS if "enter" in said else EVENTFUL, said, life=[20, 1000], library=ISLANDS)
        with subtests.test(said=said):
            agrees(case, library, 12)
