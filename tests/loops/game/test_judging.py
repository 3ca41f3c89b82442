"""Who keeps a loop going, whether it is mandatory, and whether it is a draw."""

from __future__ import annotations

from typing import Any

import pytest
from examples.engines.embers import START, Embers, Table
from hypothesis import example, given
from hypothesis import strategies as st

from floorjudge.loops.game.judging import Judged, LoopFacts, NoLoop, Verdict, draw_or_not, is_drawn, judge_loop
from floorjudge.loops.game.protocol import Body, Game, Repeat
from floorjudge.texts import LANGUAGES, render, text
from tests.loops.game.toys import (
    Coin,
    Flying,
    Leak,
    Library,
    Piles,
    Seasons,
    Shelf,
    Signpost,
    Spot,
    Stairs,
    Storm,
    Thermostat,
)


def judged(loop: Judged | NoLoop) -> Judged:
    assert isinstance(loop, Judged)
    return loop


def test_an_act_that_the_loop_can_do_without_maintains_nothing() -> None:
    """With flying there already, Ana's act changes nothing: the loop goes on just so when she passes."""
    loop = judged(judge_loop(Flying(), Spot(marks=("flying",)), ["act", "pass"]))
    assert loop.facts.maintained_by == ()
    assert loop.facts.could_act == ("Ana", "Bo")
    assert loop.finding.verdict is Verdict.MAY_BE_SHORTCUT


@pytest.mark.clauses("MTR 4.4.3")
def test_an_act_that_alone_does_anything_maintains_the_loop_whose_shape_it_leaves_as_it_is() -> None:
    bodies: tuple[Body[str], ...] = (["act"], [Repeat(("act",), 10**100)])
    for body in bodies:
        loop = judged(judge_loop(Piles(), Spot(marks=("pile",), numbers={"tokens": 5}), body))
        assert (loop.facts.maintained_by, loop.finding.verdict) == (("Ana",), Verdict.MAY_BE_SHORTCUT)


@pytest.mark.clauses("MTR 4.4.3", "MTR 4.4.5")
@pytest.mark.parametrize("cards", [1, 3, 10**100])
def test_who_puts_back_what_is_drawn_maintains_the_loop_however_many_cards_there_are(cards: int) -> None:
    """Without the card put back a library of three is drawn three times more, and then no more."""
    bodies: tuple[Body[str], ...] = (["draw", "put back"], [Repeat(("draw", "put back"), cards)])
    for body in bodies:
        loop = judged(judge_loop(Library(), Spot(numbers={"library": cards}), body))
        assert (loop.facts.maintained_by, loop.finding.verdict) == (("Ana",), Verdict.MAY_BE_SHORTCUT)
    shuffled = judged(judge_loop(Library(shuffled=True), Spot(numbers={"library": cards}), ["draw", "put back"]))
    assert (shuffled.facts.maintained_by, shuffled.finding.verdict) == (("Ana",), Verdict.NOT_DETERMINISTIC)


@pytest.mark.clauses("MTR 4.4.2")
def test_what_may_be_left_out_of_a_loop_that_ends_as_soon_without_it_maintains_nothing() -> None:
    loop = judged(judge_loop(Leak(), Spot(numbers={"life": 7, "life.Bo": 1}), ["lose", "gain", "pass"]))
    assert (loop.facts.maintained_by, loop.facts.could_act, loop.finding.at) == ((), ("Bo",), 7)


@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.8")
def test_a_choice_that_makes_no_difference_maintains_nothing() -> None:
    start = Spot(numbers={"rung": 0})
    loop = judged(judge_loop(Signpost(), start, ["left", "ring"]))
    assert (loop.facts.maintained_by, loop.facts.could_act) == ((), ("Ana",))
    assert loop.finding.clauses == ("MTR 4.4.2",)
    loop = judged(judge_loop(Signpost(shut=True), start, ["left", "ring"]))
    assert (loop.facts.maintained_by, loop.finding.clauses) == (("Ana",), ("MTR 4.4.3",))


def test_who_keeps_it_going_is_not_known_where_looking_takes_too_much_work() -> None:
    body = ["draw", "put back"] * 40
    loop = judged(judge_loop(Library(), Spot(numbers={"library": 3}), body, budget=100_000))
    assert loop.finding.verdict is Verdict.UNDECIDED
    assert "more than the work that is allowed" in render(loop.finding.reason, "en")
    assert judged(judge_loop(Library(), Spot(numbers={"library": 3}), body)).facts.maintained_by == ("Ana",)


@pytest.mark.clauses("MTR 4.4.1")
def test_what_only_the_first_iteration_brings_into_being_is_no_loop_yet() -> None:
    assert isinstance(judge_loop(Shelf(), Spot(numbers={"ore": 5}), ["cast", "dig", "dig", "dig"]), NoLoop)
    loop = judged(judge_loop(Shelf(), Spot(numbers={"ore": 5, "bars": 1}), ["cast", "dig", "dig", "dig"]))
    assert loop.facts.maintained_by == ("Ana",)


@pytest.mark.clauses("CR shortcuts.4")
def test_a_mandatory_loop_over_turns_that_gains_life_for_ever_is_a_draw() -> None:
    loop = judged(judge_loop(Seasons(), Spot(numbers={"life.Ana": 1, "life.Bo": 1}), ["act", "act"]))
    assert loop.finding.verdict is Verdict.DRAW
    assert not loop.facts.position_comes_back
    assert loop.per_iteration is not None
    assert loop.per_iteration.rows.keys() == {"life.Ana", "life.Bo"}


@pytest.mark.clauses("CR shortcuts.4")
def test_a_position_that_comes_back_after_several_iterations_comes_back() -> None:
    loop = judged(judge_loop(Thermostat(), Spot(numbers={"warmth": 10}), ["act"]))
    assert (loop.finding.verdict, loop.facts.position_comes_back) == (Verdict.DRAW, True)


def test_a_loop_beyond_our_bounds_is_left_to_a_judge() -> None:
    loop = judged(judge_loop(Stairs(), Spot(numbers={"times": 0, "height": 0}), ["act"]))
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


@pytest.mark.clauses("MTR 4.4.7")
@pytest.mark.parametrize("body", [["heads"], ["tails"], ["heads", "tails"], [Repeat(("tails",), 10**100)]])
def test_a_loop_of_chance_that_nobody_keeps_going_is_no_draw_and_calls_a_judge(body: Body[str]) -> None:
    loop = judged(judge_loop(Coin(), Spot(numbers={"heads": 0}), body))
    assert (loop.finding.verdict, loop.finding.clauses) == (Verdict.NOT_DETERMINISTIC, ("MTR 4.4.7",))
    said = render(loop.finding.reason, "en")
    assert said.startswith("Whether “")
    assert said.endswith("No player keeps it going, so no player can stop it: play it on, and call a judge.")
    assert (loop.facts.ends_at, loop.per_iteration) == (None, None)


@pytest.mark.clauses("MTR 4.4.7")
def test_who_maintains_a_loop_of_chance_may_play_it_out() -> None:
    once = ("light", "on")
    bodies: tuple[Body[str], ...] = (once, [Repeat(once, 10**100)], [Repeat(once, 0), *once])
    for body in bodies:
        loop = judged(judge_loop(Storm(), Spot(), body))
        assert (loop.facts.maintained_by, loop.finding.verdict) == (("Ana",), Verdict.NOT_DETERMINISTIC)
        assert "must stop as soon as an earlier game state comes back" in render(loop.finding.reason, "en")
    assert isinstance(judge_loop(Storm(), Spot(), ["light", "out"]), NoLoop)
    assert judge_loop(Storm(), Spot(), ["light", "sideways"]) == judge_loop(Embers(), START, ["burn", "dance"])


@pytest.mark.clauses("MTR 4.4.7")
def test_chance_between_one_thing_is_none() -> None:
    loop = judged(judge_loop(Coin(sides=("tails", "tails")), Spot(numbers={"heads": 0}), ["tails"]))
    assert loop.finding.verdict is Verdict.DRAW


@pytest.mark.clauses("MTR 4.4.7")
def test_chance_that_comes_only_later_is_chance() -> None:
    loop = judged(judge_loop(Coin(sure=10**50), Spot(numbers={"heads": 0}), ["heads"]))
    assert loop.finding.verdict is Verdict.NOT_DETERMINISTIC


def test_a_repeat_in_the_body_is_judged_as_if_it_were_written_out() -> None:
    rich = Table("Ana", {**START.numbers, "life.Bo": 10**400})
    body: Body[str] = [Repeat(("kindle",), 10**100), "burn"]
    loop = judged(judge_loop(Embers(), rich, body))
    assert (loop.facts.maintained_by, loop.facts.could_act) == (("Ana",), ())
    assert loop.finding.verdict is Verdict.ENDS
    peace = judged(judge_loop(Embers(), START, [Repeat(("pass",), 10**100)]))
    assert peace.facts.could_act == ("Ana", "Bo")
    assert peace.finding.clauses == ("MTR 4.4.2",)
    body = ["kindle", Repeat(("kindle", Repeat(("feed", "dance"), 2)), 3)]
    illegal = judge_loop(Embers(), START, body)
    assert isinstance(illegal, NoLoop)
    assert illegal.place == 1


def written_out(body: Body[str]) -> list[str]:
    """Return the choices of a body one by one."""
    parts = ([step] if not isinstance(step, Repeat) else written_out(step.body) * step.times for step in body)
    return [choice for part in parts for choice in part]


def bodies_of(steps: st.SearchStrategy[Body[str]]) -> st.SearchStrategy[Body[str]]:
    """Return bodies of such steps, of which some, alone or together, are repeated up to four times."""
    repeated = st.builds(lambda body, times: (Repeat(tuple(body), times),), steps, st.integers(0, 4))
    more = st.lists(st.one_of(steps, repeated), max_size=2).map(lambda parts: [step for part in parts for step in part])
    return st.builds(lambda *parts: [step for part in parts for step in part], more, repeated, more)


CHOICES = st.sampled_from(["kindle", "feed", "burn", "pass"]).map(lambda choice: (choice,))
TABLES = st.integers(1, 40).map(
    lambda life: Table("Ana", {"life.Ana": life, "life.Bo": life, "sparks.Ana": 2, "sparks.Bo": 2})
)
GAINS = st.builds(lambda times: (Repeat(("gain",), times),), st.integers(0, 3)) | st.just(()) | st.just(("gain",))
LEAKS = st.builds(lambda gains: ("lose", *gains, "pass"), GAINS)
SIGNS = st.sampled_from([("left", "ring"), ("right", "ring"), ("left",), ("ring",)])
NESTED = st.one_of(
    st.tuples(st.just(Embers()), TABLES, bodies_of(CHOICES)),
    st.tuples(
        st.just(Leak()),
        st.integers(0, 9).map(lambda life: Spot(numbers={"life": life, "life.Bo": 1})),
        bodies_of(LEAKS),
    ),
    st.tuples(
        st.booleans().map(lambda shut: Signpost(shut=shut)), st.just(Spot(numbers={"rung": 0})), bodies_of(SIGNS)
    ),
)


# What is repeated no times need not be possible.
@example((Signpost(), Spot(numbers={"rung": 0}), ["left", Repeat(("left",), 0), "ring"]))
@given(NESTED)
def test_a_nested_body_is_judged_as_the_same_body_written_out(case: tuple[Game[Any, str], Any, Body[str]]) -> None:
    game, start, body = case
    flat = written_out(body)
    if not flat:
        return
    nested, one_by_one = judge_loop(game, start, body), judge_loop(game, start, flat)
    assert type(nested) is type(one_by_one)
    if isinstance(nested, Judged) and isinstance(one_by_one, Judged):
        assert (nested.facts, nested.finding) == (one_by_one.facts, one_by_one.finding)


@pytest.mark.clauses("MTR 4.4.5")
def test_across_turns_several_maintainers_are_asked_by_another_paragraph() -> None:
    loop = judged(judge_loop(Flying(), Spot(), ["act", "act"], across_turns=True))
    assert loop.finding.clauses == ("MTR 4.4.5",)


@pytest.mark.clauses("CR shortcuts.4", "MTR 4.4.2", "MTR 4.4.9")
def test_every_verdict_has_its_sentence_and_its_clauses(subtests: pytest.Subtests) -> None:
    for facts, verdict, said, clauses, at in [
        (
            LoopFacts(("Ana",), ("Bo",), 7, position_comes_back=True, undecided=text("It grows.")),
            Verdict.UNDECIDED,
            "Whether the loop ever ends by itself is not known. It grows. A judge decides.",
            ("MTR 4.4.9",),
            None,
        ),
        (
            LoopFacts(("Ana",), ("Bo",), 10**100, position_comes_back=False),
            Verdict.ENDS,
            "The loop ends by itself after 10^100 whole iterations; it is played to there.",
            ("CR shortcuts.4",),
            10**100,
        ),
        (
            LoopFacts(("Ana",), ("Bo",), 1, position_comes_back=False),
            Verdict.ENDS,
            "The loop ends by itself after 1 whole iteration; it is played to there.",
            ("CR shortcuts.4",),
            1,
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
            "No player keeps the loop going, but these could act: Bo, Cy. Each player is asked after how many iterations they will, if at all.",
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
    ]:
        with subtests.test(said=said, at=at):
            finding = draw_or_not(facts)
            assert (finding.verdict, render(finding.reason, "en"), finding.clauses, finding.at) == (
                verdict,
                said,
                clauses,
                at,
            )
            assert all(render(finding.reason, language) for language in LANGUAGES)


@pytest.mark.clauses("CR shortcuts.4")
def test_what_is_mandatory_and_never_ends_is_a_draw() -> None:
    assert [is_drawn(mandatory=True, endless=endless) for endless in (True, False, None)] == [True, False, None]
    assert [is_drawn(mandatory=False, endless=endless) for endless in (True, False, None)] == [False, False, False]
