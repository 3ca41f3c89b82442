"""Who keeps a loop going, whether it is mandatory, and whether it is a draw."""

from __future__ import annotations

import pytest
from examples.engines.embers import START, Embers, Table

from floorjudge.loops.game.draws import Repetition, Verdict, draw_or_not
from floorjudge.loops.game.judging import Judged, NoLoop, judge_loop
from floorjudge.texts import LANGUAGES, render, text
from tests.loops.game.toys import Flying, Piles, Seasons, Spot, Thermostat


def judged(loop: Judged | NoLoop) -> Judged:
    assert isinstance(loop, Judged)
    return loop


@pytest.mark.clauses("MTR 4.4.3")
def test_one_player_who_acts_maintains_the_loop() -> None:
    loop = judged(judge_loop(Embers(), START, ["kindle"]))
    assert loop.repetition.maintained_by == ("Ana",)
    assert loop.finding.verdict is Verdict.MAY_BE_SHORTCUT
    assert loop.finding.clauses == ("MTR 4.4.3",)


@pytest.mark.clauses("MTR 4.4.4")
def test_two_players_whose_acts_undo_each_other_both_maintain_it() -> None:
    loop = judged(judge_loop(Flying(), Spot(), ["act", "act"]))
    assert loop.repetition.maintained_by == ("Ana", "Bo")
    assert loop.repetition.position_comes_back
    assert loop.finding.clauses == ("MTR 4.4.4",)


def test_an_act_that_the_loop_can_do_without_maintains_nothing() -> None:
    """With flying there already, Ana's act changes nothing: the loop goes on just so when she passes."""
    loop = judged(judge_loop(Flying(), Spot(marks=("flying",)), ["act", "pass"]))
    assert loop.repetition.maintained_by == ()


@pytest.mark.clauses("MTR 4.4.2")
def test_players_who_could_act_are_asked_before_anything_is_a_draw() -> None:
    loop = judged(judge_loop(Embers(), START, ["pass", "pass"]))
    assert loop.repetition.could_act == ("Ana", "Bo")
    assert loop.finding.verdict is Verdict.MAY_BE_SHORTCUT
    assert loop.finding.clauses == ("MTR 4.4.2",)


@pytest.mark.clauses("CR shortcuts.4")
def test_a_mandatory_loop_over_turns_that_gains_life_for_ever_is_a_draw() -> None:
    loop = judged(judge_loop(Seasons(), Spot(numbers={"life.Ana": 1, "life.Bo": 1}), ["act", "act"]))
    assert loop.finding.verdict is Verdict.DRAW
    assert not loop.repetition.position_comes_back
    assert not loop.reads
    assert loop.writes == {"life.Ana", "life.Bo"}


@pytest.mark.clauses("CR shortcuts.4")
def test_a_loop_that_kills_somebody_is_no_draw() -> None:
    table = Table("Ana", {"life.Ana": 20, "life.Bo": 37, "sparks.Ana": 1, "sparks.Bo": 1})
    loop = judged(judge_loop(Embers(), table, ["burn"]))
    assert (loop.finding.verdict, loop.finding.at) == (Verdict.ENDS, 37)


def test_a_loop_beyond_our_bounds_is_left_to_a_judge() -> None:
    loop = judged(judge_loop(Thermostat(), Spot(numbers={"warmth": 0}), ["act"]))
    assert loop.finding.verdict is Verdict.UNDECIDED


@pytest.mark.clauses("MTR 4.4.1")
def test_what_does_not_come_back_is_no_loop() -> None:
    assert isinstance(judge_loop(Flying(), Spot(), ["act", "pass"]), NoLoop)
    assert isinstance(judge_loop(Piles(), Spot(), ["act"]), NoLoop)
    illegal = judge_loop(Embers(), START, ["kindle", "dance"])
    assert isinstance(illegal, NoLoop)
    assert illegal.place == 1


@pytest.mark.parametrize(
    "repetition",
    [
        Repetition((), (), None, position_comes_back=True),
        Repetition((), (), None, position_comes_back=False),
        Repetition(("Ana",), (), None, position_comes_back=True),
        Repetition((), ("Bo",), None, position_comes_back=True),
        Repetition((), (), 10**100, position_comes_back=False),
        Repetition(
            (),
            (),
            None,
            position_comes_back=False,
            undecided=text("The numbers of the loop become too large to go on with exactly."),
        ),
    ],
)
def test_every_finding_has_its_reason_and_its_clauses(repetition: Repetition) -> None:
    finding = draw_or_not(repetition)
    assert finding.clauses
    assert all(render(finding.reason, language) for language in LANGUAGES)
