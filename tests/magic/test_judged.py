"""Positions judged by the rules and not by any program: what a certificate may say of each.

*Undecided* with its reason is never false; a claim may be. Some are here because the engine plays a card otherwise than it is
written: then nothing may be certified. The cases are in the folder `judged`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.colours import read_mana
from floorjudge.magic.engine.work import Work, units
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.proof.certificates import certificate_value
from floorjudge.magic.proof.certifying import BodyNotPlayed, certify
from floorjudge.magic.search.confirming import Tried
from floorjudge.magic.search.drafts import Granted, thing_key
from floorjudge.magic.search.paring import also_needed, pared
from floorjudge.texts import render

JsonObject = dict[str, Any]
FOLDER = Path(__file__).parent / "judged"
BUDGET = 0.2
# Whatever is begun may be brought to its end, and the proof is a part of it: three times the budget and some seconds more.
MOST = units(3 * BUDGET + 30)
GOOGOL = 10**100
ASKED = ("Temur Sabertooth", "Hyrax Tower Scout", "Brigid, Clachan's Heart // Brigid, Doun's Mind")
HELPED = "needs_the_unasked_bear"
Judgement = Callable[[JsonObject], bool]


def certified(found: JsonObject) -> bool:
    return found["evidence"] in ("certified", "extended")


def undecided(found: JsonObject) -> bool:
    return found["verdict"] == "undecided" and not certified(found) and bool(found["text"])


def not_certified(found: JsonObject) -> bool:
    return not certified(found)


def drawn_for_ever(found: JsonObject) -> bool:
    """Nobody can stop it, and nothing does."""
    return (found["verdict"], found["draw"], found["stopped_by"]) == ("draw", True, None)


def as_often_as_said(found: JsonObject) -> bool:
    return (found["verdict"], found["iterations"], found["stopped_by"]) == ("advance", str(GOOGOL), None)


def refused_across_turns(found: JsonObject) -> bool:
    return (found["verdict"], found["clauses"]) == ("refused", ["MTR 4.4.5"])


def drawn_in_the_end(found: JsonObject) -> bool:
    """Everybody loses at once: the game is drawn, and what is shown was there before the engine cleared it away."""
    drawn = (found["verdict"], found["draw"], found["stopped_by"]["winner"]) == ("draw", True, None)
    return drawn and any(key.startswith("battlefield.0.") for key in found["after"])


def won_by(winner: int, iterations: int) -> Judgement:
    """After so many whole iterations somebody has won; where that is not with the last step, in the middle of the next one."""

    def judged(found: JsonObject) -> bool:
        stop = found["stopped_by"]
        return (found["verdict"], found["iterations"], stop["winner"]) == ("ends", str(iterations), winner)

    return judged


def before(number: int, judged: Judgement = undecided) -> Judgement:
    """Either so judged, or undecided after fewer iterations than would reach a number."""
    return lambda found: judged(found) or (undecided(found) and int(found["iterations"] or 0) < number)


def last_choice(iteration: int, step: int, judged: Judgement) -> Judgement:
    def both(found: JsonObject) -> bool:
        last = found["last_choice"]
        return judged(found) and (last["iteration"], last["step"]) == (str(iteration), step)

    return both


def misplayed_by(card: str) -> Judgement:
    """Undecided, because the engine does with this card what it does not do by the rules."""
    return lambda found: undecided(found) and {each["card"] for each in found["misplayed"]} == {card}


def says(*words: str, judged: Judgement) -> Judgement:
    """So judged, and each of these is said in the verdict or among what it rests on."""

    def both(found: JsonObject) -> bool:
        said = "\n".join((found["text"], *found["assumes"]))
        return judged(found) and all(each in said for each in words)

    return both


def goes_on_against(player: str, iterations: int, winner: int) -> Judgement:
    """The steps end after so many whole iterations and the game does not: played on, somebody has won."""

    def judged(found: JsonObject) -> bool:
        left = found["left_on_stack"]
        return (found["iterations"], left["winner"]) == (str(iterations), winner)

    return says(f"It goes on against {player}.", f"The game is over: Player {winner + 1} has won.", judged=judged)


def maintained_by_one(seat: int, clause: str, could_act: int, judged: Judgement) -> Judgement:
    """So judged; one player maintains it, and another could do something."""

    def both(found: JsonObject) -> bool:
        who = (found["maintained_by"], found["could_act"], found["clauses"])
        return judged(found) and who == ([seat], [could_act], [clause])

    return both


def either(*judgements: Judgement) -> Judgement:
    return lambda found: any(judged(found) for judged in judgements)


JUDGED: dict[str, Judgement] = {
    # 20 life, and a damage to everybody with each creature: both are at 0 with the twentieth.
    "both_die": drawn_in_the_end,
    "both_lose_pyrohemia": drawn_in_the_end,
    "budget_kept": either(undecided, as_often_as_said, lambda found: found["verdict"] == "refused"),
    # Its words hold wherever the card is: it never lies in a graveyard, and whoever discards it has it back.
    "discarded_blightsteel_shuffles": misplayed_by("Blightsteel Colossus"),
    "grindstone_two_blightsteel_draw": misplayed_by("Blightsteel Colossus"),
    "milled_blightsteel_exiled": as_often_as_said,
    "milled_blightsteel_shuffles": misplayed_by("Blightsteel Colossus"),
    # In the main phase the draw of the turn has been made: Player 1 draws none with Temple Bell, and the three cards in hand are used up.
    "drawn_for_the_turn_leovold": says(
        "that Player 1 drew a card in the draw step",
        "counts as the first draw",
        judged=lambda found: found["iterations"] == "3",
    ),
    # Player 1 is at 0 life after 15 creatures; Player 2, who could say no, has no reason to.
    "last_choice_of_the_loser": last_choice(15, 0, says("Player 1 is at 0 life.", judged=won_by(1, 14))),
    "late_trigger_dualcaster": not_certified,
    # 28 cards, one of them drawn before: 27 iterations draw, and the last step of the next one draws from an empty library.
    "mandatory_draws_out_drogskol": won_by(1, 28),
    "marath_x_is_zero": misplayed_by("Marath, Will of the Wild"),
    # Four damage each time: the second attack that nothing blocks ends it. Who does not block maintains nothing.
    "not_blocking_maintains_nothing": maintained_by_one(0, "MTR 4.4.3", 1, won_by(0, 2)),
    "mill_only": as_often_as_said,
    "milling_out_altar_of_dementia": as_often_as_said,
    "one_copy_one_trigger_storm_kiln": not_certified,
    "opponent_draws_out_starfall": won_by(0, 29),
    "pays_without_mana_emiel": not_certified,
    # The last choice is the target in iteration 27: with the library empty, another one draws nothing.
    "pending_trigger_draws_out_niv": last_choice(27, 2, won_by(1, 27)),
    # Ten damage at 0 life or less are ten poison counters: 30 in all. The engine does not deal them.
    "phyrexian_unlife_maintained": not_certified,
    "phyrexian_unlife_mandatory": either(undecided, drawn_for_ever),
    "platinum_angel_maintained": as_often_as_said,
    "platinum_angel_mandatory": drawn_for_ever,
    # 15 life by threes, the first before the loop: Player 2 is out, and what is on the stack has another opponent for its target.
    "three_players_chain_goes_on": goes_on_against("Player 3", 4, 0),
    # The Walker has seen that Amalia explored before it was destroyed; the engine forgets that.
    "why_it_ended_amalia": misplayed_by("Wildgrowth Walker"),
    "surveil_on_empty_library": either(undecided, as_often_as_said),
    # 20 + n life is 10,000 with n = 9,980.
    "threshold_10000_life": before(9_981, won_by(0, 9_980)),
    # The bear and 999 tokens.
    "threshold_1000_creatures": before(1_000, won_by(1, 999)),
    "transcendence_at_20_loses": not_certified,
    "transcendence_growing": not_certified,
    "trigger_that_does_nothing_dance_of_many": not_certified,
    "turns_drain": refused_across_turns,
    "turns_gain_life": refused_across_turns,
    "turns_make_token": refused_across_turns,
    "unlife_infect": not_certified,
}
SLOW = {"one_copy_one_trigger_storm_kiln", "pays_without_mana_emiel"}


def cases() -> list[Any]:
    return [
        pytest.param(name, judged, id=name, marks=[pytest.mark.engine] if name in SLOW else [])
        for name, judged in JUDGED.items()
    ]


@pytest.mark.engine
@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.3", "MTR 4.4.5", "CR shortcuts.4")
@pytest.mark.parametrize(("name", "judged"), cases())
def test_what_is_claimed_is_what_the_rules_say(name: str, judged: Judgement, library: CardLibrary) -> None:
    case = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    work = Work(MOST)
    try:
        found = certify(read_loop_case(case), library, budget=BUDGET, within=work)
    except BodyNotPlayed:
        assert judged is not_certified  # nothing is claimed
        return
    value = certificate_value(found, "en")
    assert judged(value), value
    assert work.spent <= MOST


@pytest.mark.engine
def test_helpers_that_nobody_asked_for_are_named_or_left_out(library: CardLibrary) -> None:
    """Brigid has to give five mana each time: beside the two other cards that were asked for, three creatures are needed.

    The lands pay for the first time round, when Brigid stays tapped. Nothing of the opponent's is left.
    """
    case = read_loop_case(json.loads((FOLDER / f"{HELPED}.json").read_text("utf-8")))
    granted = Granted(
        {(0, thing_key(name, None)): 1 for name in ASKED}, "".join(read_mana(case.position.mana[0]) or ())
    )
    found = pared(Tried(case, certify(case, library, budget=BUDGET)), granted, library, BUDGET)
    assert found.holds
    said = [render(each, "en") for each in also_needed(found.case.position, granted)]
    assert said[:3] == ["2 other lands", "another creature", "2 other creatures"]
    # It was asked for by its name, and lies there with its other face up.
    assert said[3:] == ["Brigid, Clachan's Heart // Brigid, Doun's Mind, transformed"]


@pytest.mark.engine
@pytest.mark.clauses("CR shortcuts.4")
def test_an_end_names_its_cause(library: CardLibrary) -> None:
    """With enough work the loop is led to its end, which is another one than by the rules."""
    case = json.loads((FOLDER / "why_it_ended_amalia.json").read_text("utf-8"))
    said = certificate_value(certify(read_loop_case(case), library, budget=5.0), "en")["text"]
    assert "this comes to 20, of which Amalia Benavides Aguirre speaks: power of Amalia Benavides Aguirre." in said
    assert "With step 1 of iteration 18, Amalia Benavides Aguirre destroys Wildgrowth Walker." in said


def test_every_case_is_judged() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {*JUDGED, HELPED}
