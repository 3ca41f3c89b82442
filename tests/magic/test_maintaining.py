"""Who keeps a loop going: a choice after which it goes on, whatever is chosen from then on, keeps nothing going."""

from __future__ import annotations

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.engine.actions import Action
from floorjudge.magic.proof.checking import check
from tests.magic.loop_cases import certificate_of
from tests.magic.made_up import JsonObject, artifact, begun_by_gaining, creature, enchantment

BUDGET = 0.5
SHRINK = enchantment("Shrink", "Whenever you gain life, put a -1/-1 counter on target creature you control.")
GIANT = creature("Giant", "Giant", "99/99")
OX = creature("Ox", "Ox", "50/50")
GOAT = creature("Goat", "Goat", "2/2")
START = artifact("Start", "{T}: You gain 1 life.")


def shrinking(shrunk: str, other: JsonObject) -> JsonObject:
    """Return a loop of two triggers; the first has Giant as its target in each iteration, and could have another creature."""
    drain = f"Whenever a -1/-1 counter is put on {shrunk}, each opponent loses 1 life and you gain 1 life."
    cards = [SHRINK, enchantment("Drain", drain), GIANT, other, START]
    return {
        "cards": cards,
        "life": [20, 30],
        "battlefield": [[{"card": card["name"], "as": card["name"].lower()} for card in cards], []],
        "before": [
            {"by": 0, "do": "activate", "source": "Start"},
            {"do": "resolve"},
            {"by": 0, "do": "choose", "answer": "giant"},
        ],
        "body": [{"do": "resolve"}, {"do": "resolve"}, {"by": 0, "do": "choose", "answer": "giant"}],
    }


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.8", "CR shortcuts.4")
@pytest.mark.parametrize(
    ("shrunk", "other", "kept_by"),
    [
        # Whatever gets the counter, the drain comes, and the same choice comes again.
        ("a creature you control", OX, []),
        # A counter on the Ox is the last one.
        ("a Giant you control", OX, [0]),
        # One on the Goat is not, but the second one on it is: nothing drains any more without it.
        ("a creature you control, if you control a Goat", GOAT, [0]),
    ],
)
def test_a_choice_after_which_it_goes_on_either_way_keeps_nothing_going(
    shrunk: str, other: JsonObject, kept_by: list[int], library: CardLibrary
) -> None:
    found = certificate_of(shrinking(shrunk, other), library, None, BUDGET)
    assert (found["maintained_by"], found["mandatory"]) == (kept_by, not kept_by)
    assert (found["evidence"], found["after"]["life.1"]) == ("certified", "0")
    assert check(found, library).holds


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.8", "MTR 4.4.9")
@pytest.mark.parametrize(("judged", "how"), [([0], "MTR 4.4.8"), ([1], "MTR 4.4.3"), ([], "CR shortcuts.4")])
def test_a_judge_may_name_others_for_a_loop_that_choices_keep_going(
    judged: list[int], how: str, library: CardLibrary
) -> None:
    case = {**shrinking("a Giant you control", OX), "maintained_by": judged}
    found = certificate_of(case, library, None, BUDGET)
    assert (found["evidence"], found["verdict"], found["maintained_by"]) == ("certified", "ends", judged)
    assert found["corrected"] == {"maintained_by": [0]}
    assert how in found["clauses"]
    assert ("MTR 4.4.8" in found["clauses"]) == (judged == [0])


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.8")
def test_more_answers_than_are_tried_leave_it_undecided_who_keeps_a_loop_going(library: CardLibrary) -> None:
    case = shrinking("a creature you control", OX)
    case["battlefield"][0] += [{"card": "Ox", "as": f"ox {number}"} for number in range(20)]
    found = certificate_of(case, library, None, BUDGET)
    assert found["evidence"] == "undecided"
    assert "more than is allowed" in found["text"]


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.8")
def test_who_chooses_differently_does_so_at_a_step_up_to_which_the_stack_goes_on_resolving(
    library: CardLibrary,
) -> None:
    seeds = "Whenever you gain life, you may create a 1/1 green Saproling creature token."
    hope = enchantment("Hope", "Whenever a creature you control enters, you gain 1 life.")
    case = begun_by_gaining(seeds, cards=[hope], board=[{"card": "Hope"}], times=20)
    case["body"] = [{"do": "resolve"}, {"by": 0, "do": "choose", "answer": "yes"}, {"do": "resolve"}]
    found = certificate_of(case, library, None, BUDGET)
    assert found["clauses"] == ["MTR 4.4.3", "MTR 4.4.8"]
    after = "The next iteration goes on as before up to step 2, where Player 1 makes a different choice."
    settled = "Player 1 may not start the loop again before something that matters has changed."
    waits = "What waits on the stack after the last whole iteration, the top first: ability of Watcher."
    assert found["text"] == f"Player 1 stops the loop after 20 iterations. {after} {settled} {waits}"
    assert check(found, library).holds


def test_what_is_left_undone(subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, dict[str, object], bool]] = [
        ("DeclareBlockers", {"assignments": []}, True),
        ("DeclareBlockers", {"assignments": [[7, 8]]}, False),
        ("DeclareAttackers", {"attacks": [], "bands": []}, True),
        ("PayUnlessCost", {"pay": False}, True),
        ("PayUnlessCost", {"pay": True}, False),
        ("DecideOptionalEffect", {"accept": False}, True),
        ("DecideOptionalEffect", {"accept": True}, False),
        ("SelectTargets", {"targets": []}, False),
    ]
    for kind, data, declines in cases:
        with subtests.test(kind=kind, declines=declines):
            assert Action(kind, data).declines is declines


@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.3")
def test_who_says_no_each_time_maintains_nothing(library: CardLibrary) -> None:
    text, islands = "Whenever you gain life, you may draw a card. You gain 1 life.", [{"card": "Island", "copies": 9}]
    case = begun_by_gaining(text, library=[islands, []], times=20)
    case["body"] = [{"do": "resolve"}, {"by": 0, "do": "choose", "answer": "no"}]
    found = certificate_of(case, library, None, BUDGET)
    assert (found["verdict"], found["maintained_by"], found["could_act"]) == ("draw", [], [0]), found["text"]


@pytest.mark.clauses("MTR 4.4.2")
def test_who_passes_and_could_activate_or_crew_what_all_see_could_act(
    library: CardLibrary, subtests: pytest.Subtests
) -> None:
    cart = {"name": "Cart", "type": "Artifact — Vehicle", "power": "3", "toughness": "3", "text": "Crew 1"}
    gift = {"name": "Gift", "type": "Instant", "mana_cost": "{0}", "text": "You gain 1 life."}
    cards = [OX, cart, artifact("Spring", "{T}: You gain 1 life."), gift]
    for opposing, hand, could_act in (
        ([], [], []),
        (["Ox"], [], []),
        (["Ox", "Cart"], [], [1]),
        (["Spring"], [], [1]),
        ([], ["Gift"], []),
    ):
        with subtests.test(opposing=opposing, hand=hand):
            echo = "Whenever you gain life, you gain 1 life."
            case = begun_by_gaining(echo, cards=cards, opposing=opposing, hand=[[], hand])
            found = certificate_of(case, library, None, BUDGET)
            assert (found["verdict"], found["maintained_by"], found["could_act"]) == ("draw", [], could_act)
