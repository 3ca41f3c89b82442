"""What a certificate claims of where a loop ends: the count, the amounts, the sentence and the player are one truth."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.magic import CardLibrary
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certifying import BodyNotPlayed, certify
from floorjudge.texts import render
from tests.magic.loop_cases import certificate_of
from tests.magic.made_up import SAPROLING, JsonObject, creature, watched
from tests.support.refusals import error_of

BUDGET = 0.3
LOSE = "Whenever a creature enters, each opponent loses 1 life."
WIN = "Whenever a creature enters, you gain 1 life."
BOARD = [{"card": "Loss"}, {"card": "Gain"}]
CARDS = [
    {"name": "Loss", "type": "Enchantment", "text": LOSE},
    {"name": "Gain", "type": "Enchantment", "text": WIN},
]
ACTIVATE: JsonObject = {"by": 0, "do": "activate", "source": "Engine"}


def two_triggers(answers: list[JsonObject], engine: str = SAPROLING, **more: Any) -> JsonObject:
    """Return a loop in which two different abilities trigger together each time; `answers` are its steps after the first."""
    case = watched(engine, board=BOARD, cards=CARDS, **more)
    return {**case, "body": [ACTIVATE, *answers]}


def ordered(*names: str) -> list[JsonObject]:
    return [{"do": "resolve all", "choose": [list(names)]}]


# A loop of three steps, each of which may be the one that drains.
NOTHING = {"name": "Idle", "type": "Artifact", "text": "{0}: Untap this artifact."}
DRAIN = {"name": "Drain", "type": "Artifact", "text": "{0}: Each opponent loses 1 life."}


def killing_in(step: int, life: int) -> JsonObject:
    """Return a loop of three pairs of steps; the `step`-th pair (from 0) is the one in which the opponent loses a life."""
    names = ["Drain" if index == step else f"Idle {index}" for index in range(3)]
    cards = [{**(DRAIN if name == "Drain" else NOTHING), "name": name} for name in names]
    body = [part for name in names for part in ({"by": 0, "do": "activate", "source": name}, {"do": "resolve"})]
    return {"cards": cards, "battlefield": [[{"card": name} for name in names], []], "life": [20, life], "body": body}


@pytest.mark.clauses("CR shortcuts.4")
@pytest.mark.parametrize("life", [3, 30])
@pytest.mark.parametrize("step", [0, 1, 2])
def test_an_end_in_the_first_middle_and_last_step(step: int, life: int, library: CardLibrary) -> None:
    """The iteration in which somebody dies is whole when that is in its last step, and only then."""
    found = certificate_of(killing_in(step, life), library, None, BUDGET)
    whole = life if step == 2 else life - 1
    assert (found["iterations"], found["after"]["life.1"]) == (str(whole), "0")
    stop = found["stopped_by"]
    assert (stop["kind"], stop["step"], stop["player"]) == ("life", 2 * step + 1, 1)
    assert found["verdict"] == "ends"
    begins = f"It goes on for {whole} whole iterations and stops "
    ends = "there." if step == 2 else f"at step {2 * step + 2} of the next one."
    assert found["text"].startswith(begins + ends)


@pytest.mark.clauses("MTR 4.4.2", "CR shortcuts.5")
@pytest.mark.parametrize("times", [None, 2, "10^100"])
def test_before_a_mandatory_loop_ends_a_game_everybody_may_respond(times: object, library: CardLibrary) -> None:
    """Two enchantments feed each other until somebody is dead; the opponent's Seal could break them up."""
    others = {"battlefield": [["Sanguine Bond", "Exquisite Blood"], ["Seal of Cleansing"]], "life": [20, 5]}
    spark = {"name": "Spark", "type": "Instant", "mana_cost": "{0}", "text": "You gain 1 life."}
    before = [{"by": 0, "do": "cast", "source": "Spark"}, {"do": "resolve"}]
    case = {**others, "cards": [spark], "hand": [["Spark"], []], "before": before, "body": [{"do": "resolve"}] * 2}
    found = certificate_of(case, library, times, BUDGET)
    assert found["could_act"] == [1]
    where = [
        found["text"].index(words)
        for words in (
            "each player may respond",
            "these could do something: Player 2",
            "If no player does:",
            "Player 1 has won",
        )
    ]
    assert where == sorted(where)


@pytest.mark.engine
@pytest.mark.parametrize("life", [7, 2000, 10**6])
def test_the_end_far_out_is_the_same_as_near_by(life: int, library: CardLibrary) -> None:
    """However far the engine goes: as many iterations as there is life, nobody has any left, and a token each time."""
    case = two_triggers(ordered("Gain", "Loss"), life=[20, life])
    found = certificate_of(case, library, "10^100", BUDGET)
    assert (found["iterations"], found["after"]["life.1"]) == (str(life), "0")
    assert found["after"]["tokens.0.Saproling"] == str(life)
    assert (found["stopped_by"]["kind"], found["stopped_by"]["player"]) == ("life", 1)
    assert found["text"].startswith(f"It goes on for {life} whole iterations and stops there.")
    assert "The game is over: Player 1 has won." in found["text"]
    near_by = found["near_by"]
    assert near_by is None if life == 7 else near_by["iteration"] == str(life)


@pytest.mark.engine
def test_a_game_that_is_over_with_the_last_iteration_asked_for_is_over(library: CardLibrary) -> None:
    """Whether the engine needs one iteration or several to see what comes, nobody has priority in a game that is over."""
    for life in (3, 5, 30):
        found = certificate_of(killing_in(2, life), library, life, BUDGET)
        assert (found["iterations"], found["verdict"], found["stopped_by"]["winner"]) == (str(life), "ends", 0)


@pytest.mark.engine
def test_an_end_far_out_in_the_middle_of_an_iteration(library: CardLibrary) -> None:
    case = two_triggers([*ordered("Gain", "Loss"), ACTIVATE, *ordered("Gain", "Loss")], life=[20, 10**6 + 1])
    found = certificate_of(case, library, "10^100", BUDGET)
    assert (found["iterations"], found["after"]["life.1"]) == (str(5 * 10**5), "0")
    assert (found["stopped_by"]["step"], found["after"]["tokens.0.Saproling"]) == (1, str(10**6 + 1))


def test_what_changed_before_it_ran_evenly_is_among_the_amounts(library: CardLibrary) -> None:
    """The first two iterations deal damage, those after them do not; what never changes needs no line."""
    told = "{0}: You gain 1 life. If you have 22 or less life, this artifact deals 1 damage to target creature."
    walls = [{"card": "Wall", "as": "wall"}, {"card": "Wall", "as": "other"}]
    case = watched(told, target="wall", opposing=walls, cards=[creature("Wall", "Wall", "0/9")])
    found = certificate_of(case, library, 50, BUDGET)
    assert (found["evidence"], found["warm_up"], found["per_iteration"]) == ("certified", 2, {"life.0": "1"})
    damage = {name: much for name, much in found["after"].items() if name.startswith("damage")}
    assert (damage, found["after"]["life.0"]) == ({"damage.wall": "2"}, "70")


def test_one_iteration_is_one(library: CardLibrary) -> None:
    found = certificate_of(killing_in(2, 1), library, 5, BUDGET)
    assert (found["iterations"], found["text"].split(".")[0]) == (
        "1",
        "It goes on for 1 whole iteration and stops there",
    )


@pytest.mark.engine
@pytest.mark.parametrize("order", [("Loss", "Gain"), ("Gain", "Loss")])
@pytest.mark.parametrize("asked_in", ["the same step", "a step of its own"])
def test_any_order_of_triggers_can_be_chosen_each_time(
    order: tuple[str, str], asked_in: str, library: CardLibrary
) -> None:
    steps: list[JsonObject] = (
        [{"do": "resolve"}, {"do": "choose", "answer": list(order)}, {"do": "resolve all"}]
        if asked_in == "a step of its own"
        else ordered(*order)
    )
    found = certificate_of(two_triggers(steps), library, 7, BUDGET)
    assert (found["iterations"], found["stopped_by"], found["verdict"]) == ("7", None, "advance")
    assert (found["after"]["life.0"], found["after"]["life.1"]) == ("27", "13")


@pytest.mark.parametrize("steps", [[{"do": "resolve all"}], [{"do": "resolve"}], [{"do": "resolve"}, ACTIVATE]])
def test_an_iteration_that_leaves_a_question_open_is_told_where_it_is_asked(
    steps: list[JsonObject], library: CardLibrary
) -> None:
    case = {**watched("{0}: You may gain 1 life."), "body": [ACTIVATE, *steps]}
    with pytest.raises(BodyNotPlayed, match="says yes or no") as caught:
        certificate_of(case, library, 7, BUDGET)
    assert (caught.value.step, caught.value.where) == (2, "body[1]")


LATER = "Whenever a creature enters, if you control {many} or more creatures, you may draw a card."


def test_what_the_body_does_not_say_later_is_undecided(library: CardLibrary) -> None:
    """A question that comes up in the third iteration only is no end that the rules make."""
    case = watched(SAPROLING, LATER.format(many="three"), library=[[{"card": "Island", "copies": 9}], []])
    found = certificate_of(case, library, 7, BUDGET)
    assert (found["verdict"], found["iterations"], found["stopped_by"]["code"]) == ("undecided", "2", "answer_needed")
    assert "iteration 3 (body[1].choose[0])" in found["text"]
    assert found["clauses"] == ["MTR 4.4.9"]


def test_an_answer_that_is_not_asked_for_later_is_undecided(library: CardLibrary) -> None:
    text = "Whenever a creature enters, if you control two or fewer creatures, you may draw a card."
    case = watched(SAPROLING, text, library=[[{"card": "Island", "copies": 9}], []])
    case = {**case, "body": [ACTIVATE, {"do": "resolve all", "choose": [True]}]}
    found = certificate_of(case, library, 7, BUDGET)
    assert (found["verdict"], found["iterations"], found["stopped_by"]["code"]) == ("undecided", "2", "nothing_asked")
    assert "“yes”" in found["text"]
    assert "body[1].choose[0]" in found["text"]


@pytest.mark.clauses("CR shortcuts.4")
def test_a_target_that_is_gone_ends_a_loop_although_another_is_taken(library: CardLibrary) -> None:
    """The creature that is named dies; the engine takes the only one that is left without asking."""
    big = {"name": "Big", "type": "Creature — Giant", "text": "", "power": "3", "toughness": "3"}
    board = [{"card": "Big", "as": "first"}, {"card": "Big", "as": "second"}]
    case = watched("{0}: This artifact deals 1 damage to target creature.", target="first", board=board, cards=[big])
    found = certificate_of(case, library, 50, BUDGET)
    assert (found["iterations"], found["verdict"], found["stopped_by"]["code"]) == ("3", "ends", "not_possible")
    assert "“first” is not possible here" in found["text"]


NAMES = ["Ana", "Bo", "Cy"]


def test_who_is_out_and_when_is_said(library: CardLibrary) -> None:
    case = watched("{0}: Each opponent loses 1 life.", players=3, life=[20, 6, 4], names=NAMES)
    found = certificate_of(case, library, "10^100", BUDGET)
    assert found["out"] == [
        {"player": 2, "iteration": "4", "step": 1},
        {"player": 1, "iteration": "6", "step": 1},
    ]
    assert "Cy is out of the game with step 2 of iteration 4." in found["text"]
    assert (found["iterations"], found["stopped_by"]["player"]) == ("6", 1)


def test_a_step_that_needs_somebody_who_is_out_stops_there(library: CardLibrary) -> None:
    case = watched("{0}: Target opponent loses 2 life.", target="Bo", players=3, life=[20, 6, 40], names=NAMES)
    found = certificate_of(case, library, 50, BUDGET)
    assert (found["iterations"], found["verdict"]) == ("3", "ends")
    assert (found["stopped_by"]["kind"], found["stopped_by"]["player"]) == ("life", 1)
    assert "Bo is out of the game, and this step needs them." in found["text"]
    assert found["out"] == [{"player": 1, "iteration": "3", "step": 1}]


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.2", "CR shortcuts.4")
@pytest.mark.parametrize("players", [2, 3])
def test_putting_like_triggers_on_the_stack_keeps_nothing_going(players: int, library: CardLibrary) -> None:
    """Two opponents lose life at once, so two like abilities trigger together; in what order makes no difference."""
    cards = [
        {"name": "Blood", "type": "Enchantment", "text": "Whenever an opponent loses life, you gain that much life."},
        {"name": "Bond", "type": "Enchantment", "text": "Whenever you gain life, each opponent loses 1 life."},
        {"name": "Start", "type": "Artifact", "text": "{T}: You gain 1 life."},
    ]
    case: JsonObject = {
        "cards": cards,
        "life": [20, 5, 12][:players],
        "battlefield": [[{"card": card["name"]} for card in cards], [], []][:players],
        "before": [{"by": 0, "do": "activate", "source": "Start"}, {"do": "resolve"}],
        "body": [{"do": "resolve"}] * players,
    }
    found = certificate_of(case, library, None, BUDGET)
    assert (found["maintained_by"], found["mandatory"], found["verdict"]) == ([], True, "ends")


@pytest.mark.engine
def test_an_order_that_changes_nothing_keeps_nothing_going(library: CardLibrary) -> None:
    """The opponent has to put two abilities on the stack, and whichever comes first, the same comes of it."""
    case = watched(SAPROLING, opposing=BOARD, cards=CARDS)
    for order in (["Loss", "Gain"], ["Gain", "Loss"]):
        body = [ACTIVATE, {"do": "resolve all", "choose": [order]}]
        found = certificate_of({**case, "body": body}, library, 9, BUDGET)
        assert (found["iterations"], found["maintained_by"], found["verdict"]) == ("9", [0], "advance")


def test_a_letter_is_a_colour_of_mana(library: CardLibrary, subtests: pytest.Subtests) -> None:
    case = watched("{0}: Add one mana of any color.")
    for letter, colour in (*((each, each) for each in "WUBRG"), ("black", "B"), ("Blue", "U")):
        with subtests.test(letter=letter):
            found = certificate_of({**case, "body": [ACTIVATE | {"choose": [letter]}]}, library, 3, BUDGET)
            assert found["after"][f"mana.0.{colour}"] == "3"


BAD: dict[str, tuple[JsonObject, str, str]] = {
    "no body": ({"body": []}, "no_body", "body"),
    "less than no times": ({"times": -1}, "times_below_nothing", "times"),
    "no number of times": ({"times": "many"}, "no_number", "times"),
    "no life": ({"life": [20, 0]}, "no_life_left", "life[1]"),
    "less than none": ({"life": [-3, 20]}, "no_life_left", "life[0]"),
    "before is an object": ({"before": {}}, "bad_step", "before"),
    "before is false": ({"before": False}, "bad_step", "before"),
}


def test_what_is_typed_wrongly_is_told(subtests: pytest.Subtests) -> None:
    for name, (changed, code, where) in BAD.items():
        with subtests.test(name=name):
            error = error_of(BadInput, read_loop_case, {**watched(SAPROLING), **changed})
            assert (error.code, error.where) == (code, where)


def test_a_step_without_do_says_what_it_needs() -> None:
    said = render(error_of(BadInput, read_loop_case, {**watched(SAPROLING), "body": [{"by": 0}]}).full_sentence, "en")
    assert "“do”" in said
    assert "resolve all" in said
    assert "None" not in said


def test_a_card_that_is_not_understood_is_told_to_every_caller(library: CardLibrary) -> None:
    case = watched(SAPROLING, "Whenever the moon is blue, flumble the wizzle of each gromp.")
    found = certify(read_loop_case({**case, "times": 3}), library, budget=BUDGET)
    assert "Beware" in render(found.assumes[0], "en")
    assert "Watcher" in render(found.assumes[0], "en")


def test_an_end_that_cannot_be_played_is_not_claimed(library: CardLibrary) -> None:
    """The loss grows from iteration to iteration, so no iteration near by shows the last one."""
    text = "Whenever a creature enters, each opponent loses life equal to the number of creatures you control."
    found = certificate_of(watched(SAPROLING, text, life=[20, 2 * 10**9]), library, "10^100", BUDGET)
    whole = int(found["iterations"])
    assert whole * (whole + 1) // 2 < 2 * 10**9 <= (whole + 1) * (whole + 2) // 2
    assert found["after"]["life.1"] == str(2 * 10**9 - whole * (whole + 1) // 2)
    assert (found["evidence"], found["verdict"], found["stopped_by"]["kind"]) == ("undecided", "undecided", "number")
    assert f"In iteration {whole + 1} this reaches or passes 0: life of Player 2." in found["text"]


@pytest.mark.engine
def test_a_death_far_out_that_does_not_end_the_game_claims_nothing_beyond(library: CardLibrary) -> None:
    text = "Whenever a creature enters, each opponent loses 1 life."
    case = watched(SAPROLING, text, players=3, life=[20, 10**6, 2 * 10**6], names=NAMES)
    found = certificate_of(case, library, "10^100", BUDGET)
    assert (found["verdict"], found["evidence"], found["stopped_by"]["kind"]) == ("undecided", "undecided", "number")
    assert (found["iterations"], found["after"]["life.1"]) == (str(10**6 - 1), "1")
    assert "In iteration 1000000 this reaches or passes" in found["text"]
    assert "life of Bo" in found["text"]


@pytest.mark.engine
def test_an_end_in_a_loop_that_comes_round_every_second_time(library: CardLibrary) -> None:
    engine = (
        "{0}: If this artifact has a charge counter on it, remove a charge counter from it and each opponent loses 1 life. "
        "Otherwise, put a charge counter on it."
    )
    found = certificate_of(watched(engine, life=[20, 15]), library, None, BUDGET)
    assert (found["iterations"], found["after"]["life.1"], found["stopped_by"]["step"]) == ("30", "0", 1)
    assert found["text"].startswith("It goes on for 30 whole iterations and stops there.")


@pytest.mark.engine
def test_changes_that_grow_are_said_from_where_they_do(library: CardLibrary) -> None:
    """Marwyn adds 1, 3, 5, ... and {3} is paid each time, at first with two of another colour: green mana goes 1, 3, 5, 9, 15."""
    case: JsonObject = {
        "battlefield": [[{"card": "Marwyn, the Nurturer", "as": "elf"}, {"card": "Umbral Mantle", "on": "elf"}], []],
        "mana": ["2", ""],
        "before": [{"by": 0, "do": "activate", "source": "elf", "ability": 0}],
        "body": [
            {"by": 0, "do": "activate", "source": "elf"},
            {"do": "resolve"},
            {"by": 0, "do": "activate", "source": "elf", "ability": 0},
        ],
    }
    found = certify(read_loop_case({**case, "times": 4}), library, budget=BUDGET)
    (green,) = (line for line in found.lines if line.key == "mana.0.G")
    assert (green.change, green.after) == ((2, 4, 6), 15)
    assert found.begins_otherwise == 1
