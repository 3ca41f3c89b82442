"""Who keeps a loop going, whether it is mandatory, and whether it is a draw."""

from __future__ import annotations

import pytest
from examples.engines.embers import START, Embers, Table

from floorjudge.loops.game.judging import Judged, LoopFacts, NoLoop, Verdict, draw_or_not, is_drawn, judge_loop
from floorjudge.texts import LANGUAGES, render, text
from tests.loops.game.toys import Flying, Piles, Seasons, Spot, Thermostat


def judged(loop: Judged | NoLoop) -> Judged:
    assert isinstance(loop, Judged)
    return loop


@pytest.mark.clauses("MTR 4.4.3")
def test_one_player_who_acts_maintains_the_loop() -> None:
    loop = judged(judge_loop(Embers(), START, ["kindle"]))
    assert loop.facts.maintained_by == ("Ana",)
    assert loop.finding.verdict is Verdict.MAY_BE_SHORTCUT
    assert loop.finding.clauses == ("MTR 4.4.3",)


@pytest.mark.clauses("MTR 4.4.4")
def test_two_players_whose_acts_undo_each_other_both_maintain_it() -> None:
    loop = judged(judge_loop(Flying(), Spot(), ["act", "act"]))
    assert loop.facts.maintained_by == ("Ana", "Bo")
    assert loop.facts.position_comes_back
    assert loop.finding.clauses == ("MTR 4.4.4",)


def test_an_act_that_the_loop_can_do_without_maintains_nothing() -> None:
    """With flying there already, Ana's act changes nothing: the loop goes on just so when she passes."""
    loop = judged(judge_loop(Flying(), Spot(marks=("flying",)), ["act", "pass"]))
    assert loop.facts.maintained_by == ()


@pytest.mark.clauses("MTR 4.4.2")
def test_players_who_could_act_are_asked_before_anything_is_a_draw() -> None:
    loop = judged(judge_loop(Embers(), START, ["pass", "pass"]))
    assert loop.facts.could_act == ("Ana", "Bo")
    assert loop.finding.verdict is Verdict.MAY_BE_SHORTCUT
    assert loop.finding.clauses == ("MTR 4.4.2",)


@pytest.mark.clauses("CR shortcuts.4")
def test_a_mandatory_loop_over_turns_that_gains_life_for_ever_is_a_draw() -> None:
    loop = judged(judge_loop(Seasons(), Spot(numbers={"life.Ana": 1, "life.Bo": 1}), ["act", "act"]))
    assert loop.finding.verdict is Verdict.DRAW
    assert not loop.facts.position_comes_back
    assert loop.per_iteration.rows.keys() == {"life.Ana", "life.Bo"}


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
    changed = judge_loop(Flying(), Spot(), ["act", "pass"])
    assert isinstance(changed, NoLoop)
    assert "of another shape" in render(changed.reason, "en")
    assert isinstance(judge_loop(Piles(), Spot(), ["act"]), NoLoop)
    illegal = judge_loop(Embers(), START, ["kindle", "dance"])
    assert isinstance(illegal, NoLoop)
    assert illegal.place == 1
    assert render(illegal.reason, "en") == "Choice 2 of the body is not legal there."


@pytest.mark.clauses("CR shortcuts.4", "MTR 4.4.2", "MTR 4.4.9")
@pytest.mark.parametrize(
    ("facts", "verdict", "said", "clauses", "at"),
    [
        (
            LoopFacts(("Ana",), ("Bo",), 7, position_comes_back=True, undecided=text("It grows.")),
            Verdict.UNDECIDED,
            "Whether the loop ever ends by itself is not known. It grows. A judge decides.",
            ("MTR 4.4.9",),
            None,
        ),
        (
            LoopFacts(("Ana",), ("Bo",), 10**100 - 1, position_comes_back=False),
            Verdict.ENDS,
            "The loop ends by itself in iteration 10^100; it is played to there.",
            ("CR shortcuts.4",),
            10**100 - 1,
        ),
        (
            LoopFacts(("Ana", "Bo"), ("Cy",), None, position_comes_back=True),
            Verdict.MAY_BE_SHORTCUT,
            "The loop could be stopped by: Ana, Bo. A number of iterations is named.",
            ("MTR 4.4.4",),
            None,
        ),
        (
            LoopFacts(("Ana", "Bo"), (), None, position_comes_back=True, across_turns=True),
            Verdict.MAY_BE_SHORTCUT,
            "The loop could be stopped by: Ana, Bo. A number of iterations is named.",
            ("MTR 4.4.5",),
            None,
        ),
        (
            LoopFacts((), ("Bo", "Cy"), None, position_comes_back=True),
            Verdict.MAY_BE_SHORTCUT,
            "Nobody keeps the loop going, but these could act: Bo, Cy. Everybody is asked after how many iterations they will, if at all.",
            ("MTR 4.4.2",),
            None,
        ),
        (
            LoopFacts((), (), None, position_comes_back=True),
            Verdict.DRAW,
            "Everything in the loop is mandatory, and the position comes back exactly: the game is a draw.",
            ("CR shortcuts.4",),
            None,
        ),
        (
            LoopFacts((), (), None, position_comes_back=False),
            Verdict.DRAW,
            "Everything in the loop is mandatory, and nothing that it changes ever ends it: the game is a draw.",
            ("CR shortcuts.4",),
            None,
        ),
    ],
)
def test_every_verdict_has_its_sentence_and_its_clauses(
    facts: LoopFacts, verdict: Verdict, said: str, clauses: tuple[str, ...], at: int | None
) -> None:
    finding = draw_or_not(facts)
    assert (finding.verdict, render(finding.reason, "en"), finding.clauses, finding.at) == (verdict, said, clauses, at)
    assert all(render(finding.reason, language) for language in LANGUAGES)


@pytest.mark.clauses("CR shortcuts.4")
def test_what_is_mandatory_and_never_ends_is_a_draw() -> None:
    assert [is_drawn(mandatory=True, endless=endless) for endless in (True, False, None)] == [True, False, None]
    assert [is_drawn(mandatory=False, endless=endless) for endless in (True, False, None)] == [False, False, False]
