"""One small loop for each thing that a paragraph says."""

from __future__ import annotations

import msgspec
import pytest

from floorjudge.loops import Case, JudgesWord, Point, Ruling, SettledBefore, Step, Waiting, rule
from floorjudge.loops.mtr.settling import found_changed, judge_may_find
from floorjudge.texts import render
from tests.loops.mtr.cases import asked, ruled, wrong

PLAYERS = ("Ana", "Bo", "Cy")
NOBODY = Case(PLAYERS, ())
ANA = Case(PLAYERS, ("Ana",), body=(Step("tap", "Ana", sustains=True), Step("untap")))
TWO = Case(PLAYERS, ("Ana", "Bo"), body=(Step("attach", "Ana"), Step("attach", "Bo")))
ACROSS = msgspec.structs.replace(
    TWO,
    span="turns",
    body=(Step("draw"), Step("give", "Ana", sustains=True), Step("draw"), Step("return", "Bo", sustains=True)),
)
CHOSEN = Case(
    PLAYERS, ("Bo",), sustained_by="choices", body=(Step("trigger"), Step("choose the same", "Bo", sustains=True))
)

MIXED = Case(
    PLAYERS,
    ("Ana", "Bo"),
    sustained_by={"Bo": "choices"},
    body=(Step("trigger"), Step("activate", "Ana", sustains=True), Step("choose the same", "Bo", sustains=True)),
)


def may_not_restart(player: str) -> str:
    return f"{player} may not start the loop again before something that matters has changed."


def said(ruling: Ruling) -> str:
    return " ".join(render(sentence, "en") for sentence in ruling.sentences)


@pytest.mark.clauses("MTR 4.4.1")
def test_a_condition_refuses_the_loop_and_names_the_step() -> None:
    case = msgspec.structs.replace(ANA, body=(Step("tap"), Step("if tapped, untap", conditional=True)))
    ruling = ruled(case.declared("Ana", 5))
    assert (ruling.outcome, ruling.clauses) == ("refused", ("MTR 4.4.1",))
    assert "2 (if tapped, untap)" in said(ruling)
    assert "1 (tap)" not in said(ruling)


@pytest.mark.clauses("MTR 4.4.2")
def test_the_lowest_number_is_played_and_its_player_acts_when_nobody_maintains() -> None:
    ruling = ruled(NOBODY.declared("Ana", "none").declared("Bo", 7).declared("Cy", 4))
    assert (ruling.outcome, ruling.stop, ruling.player, ruling.then) == ("advance", Point(4), "Cy", "acts")
    assert ruling.clauses == ("MTR 4.4.2",)
    assert said(ruling) == "Cy stops the loop after 4 iterations. Cy must now act to break it."


@pytest.mark.clauses("MTR 4.4.3")
def test_the_others_are_asked_after_the_maintainer_in_turn_order() -> None:
    case = msgspec.structs.replace(ANA, maintained_by=("Bo",), body=())
    assert asked(case) == Waiting(player="Bo", may_say=("number",))
    case = case.declared("Bo", 10)
    assert asked(case) == Waiting(player="Cy", may_say=("agree", "number"), below=Point(10), standing=Point(10))
    case = case.declared("Cy", 3)
    assert asked(case) == Waiting(player="Ana", may_say=("agree", "number"), below=Point(10), standing=Point(3))


@pytest.mark.clauses("MTR 4.4.3")
def test_a_higher_number_than_the_maintainers_cannot_be_said() -> None:
    error = wrong(ANA.declared("Ana", 10).declared("Bo", 11))
    assert (error.code, error.where) == ("may_not_say", "declarations[1].says")
    assert error.message("en") == (
        "Bo said “11”. Bo says “agree”, or names a point before the end of iteration 10. (MTR 4.4.3)"
    )


@pytest.mark.clauses("MTR 4.4.4")
def test_within_a_turn_every_maintainer_names_a_number() -> None:
    ruling = ruled(TWO.declared("Ana", 5).declared("Bo", 2).declared("Cy", "agree"))
    assert (ruling.stop, ruling.player, ruling.then, ruling.clauses) == (Point(2), "Bo", "priority", ("MTR 4.4.4",))
    assert wrong(TWO.declared("Ana", "agree")).code == "may_not_say"
    assert wrong(TWO.declared("Ana", "indefinitely")).code == "may_not_say"


@pytest.mark.clauses("MTR 4.4.4")
def test_somebody_who_maintains_nothing_may_still_stop_the_loop() -> None:
    ruling = ruled(TWO.declared("Ana", 5).declared("Bo", 2).declared("Cy", 0))
    assert (ruling.stop, ruling.player, ruling.then) == (Point(0), "Cy", "priority")
    assert said(ruling) == (
        "Cy stops the loop before its first iteration. Cy has priority. These players may not start the loop again before something "
        "that matters has changed: Ana, Bo."
    )


@pytest.mark.clauses("MTR 4.4.5")
def test_across_turns_a_maintainer_stops_where_they_would_sustain_it() -> None:
    ruling = ruled(ACROSS.declared("Ana", "indefinitely").declared("Bo", 2).declared("Cy", "indefinitely"))
    assert (ruling.stop, ruling.player, ruling.clauses) == (Point(2, 3), "Bo", ("MTR 4.4.5",))
    assert said(ruling) == (
        "Bo stops the loop after the first 3 steps of iteration 3. The next step, “return”, is not taken. Bo has priority. "
        + may_not_restart("Bo")
    )


@pytest.mark.clauses("MTR 4.4.6")
def test_a_part_of_an_iteration_comes_before_the_whole() -> None:
    ruling = ruled(ANA.declared("Ana", 40).declared("Bo", 40, 1).declared("Cy", "agree"))
    assert (ruling.stop, ruling.player, ruling.clauses) == (Point(39, 1), "Bo", ("MTR 4.4.3", "MTR 4.4.6"))
    assert wrong(ANA.declared("Ana", 40).declared("Bo", 41, 1)).where == "declarations[1].says"


@pytest.mark.clauses("MTR 4.4.9")
def test_what_a_judge_could_find_is_that_something_has_changed_or_that_it_is_a_loop() -> None:
    settled = msgspec.structs.replace(ANA, settled_before=SettledBefore(changed=False))
    varying = msgspec.structs.replace(settled, varies="relevant")
    overruled = msgspec.structs.replace(varying, judge=JudgesWord("loop", "the same"))
    assert [judge_may_find(case) for case in (ANA, settled, varying, overruled)] == [None, "changed", "loop", "changed"]
    assert judge_may_find(msgspec.structs.replace(settled, judge=JudgesWord("not_loop", "no"))) is None
    # An old edition leaves a loop that choices sustain to the judge, today's rules on it.
    assert judge_may_find(CHOSEN) is None
    assert judge_may_find(msgspec.structs.replace(CHOSEN, edition="mtr-2018-07")) == "loop"
    for case in (settled, overruled):
        assert ruled(case).outcome == "refused"
        assert isinstance(rule(found_changed(case)), Waiting)
        assert found_changed(case).settled_before == SettledBefore(changed=True)


@pytest.mark.clauses("MTR 4.4.7")
def test_what_is_not_deterministic_is_played_out_by_hand_and_a_judge_called_where_nobody_maintains_it() -> None:
    for mark in ("random", "decision_tree", "converges"):
        body = (msgspec.structs.replace(Step("shuffle"), **{mark: True}),)
        by_hand = ruled(msgspec.structs.replace(ANA, body=body))
        assert (by_hand.outcome, by_hand.clauses, by_hand.judge_needed) == ("refused", ("MTR 4.4.7",), False)
        assert "1 (shuffle)" in said(by_hand)
        assert "comes back" in said(by_hand)
        case = msgspec.structs.replace(NOBODY, body=body)
        called = ruled(case)
        assert (called.outcome, called.clauses, called.judge_needed) == ("refused", ("MTR 4.4.7",), True)
        assert "play it on, and call a judge" in said(called)
        assert "must stop" not in said(called)
        assert asked(msgspec.structs.replace(case, judge=JudgesWord("loop", "a coin with two heads"))).player == "Ana"


@pytest.mark.clauses("MTR 4.4.4", "MTR 4.4.8")
def test_only_a_maintainer_who_sustains_by_a_choice_chooses_differently() -> None:
    case = msgspec.structs.replace(MIXED, hidden_information=True)
    ruling = ruled(case.declared("Ana", 4).declared("Bo", 9).declared("Cy", "agree"))
    assert (ruling.stop, ruling.player, ruling.then, ruling.judge_needed) == (Point(4), "Ana", "priority", False)
    assert "hidden information" not in said(ruling)
    ruling = ruled(case.declared("Ana", 9).declared("Bo", 4).declared("Cy", "agree"))
    assert (ruling.stop, ruling.player, ruling.then, ruling.judge_needed) == (Point(4, 2), "Bo", "chooses", True)
    assert ruling.clauses == ("MTR 4.4.4", "MTR 4.4.8")


@pytest.mark.clauses("MTR 4.4.8")
def test_who_sustains_a_loop_by_choices_stops_at_the_choice_and_chooses_differently() -> None:
    ruling = ruled(CHOSEN.declared("Bo", 6).declared("Cy", "agree").declared("Ana", "agree"))
    assert (ruling.stop, ruling.then, ruling.judge_needed) == (Point(6, 1), "chooses", False)
    assert ruling.clauses == ("MTR 4.4.3", "MTR 4.4.8")


@pytest.mark.clauses("MTR 4.4.9")
def test_a_judge_makes_a_loop_of_what_looks_like_none_and_the_reason_is_kept() -> None:
    word = JudgesWord("loop", "there is only one card to find")
    case = msgspec.structs.replace(
        ANA,
        body=(Step("search", conditional=True, random=True),),
        varies="relevant",
        span="turns",
        meaningful_change=True,
        judge=word,
    )
    ruling = ruled(case.declared("Ana", 5).declared("Bo", "agree").declared("Cy", "agree"))
    assert (ruling.outcome, ruling.clauses, ruling.overruled) == ("advance", ("MTR 4.4.3", "MTR 4.4.9"), word)
    assert word.reason in said(ruling)


@pytest.mark.clauses("MTR 4.4.9")
def test_a_judge_may_rule_that_it_is_no_loop() -> None:
    word = JudgesWord("not_loop", "the graveyard grows")
    settled = SettledBefore(changed=False)
    ruling = ruled(msgspec.structs.replace(ANA, judge=word, settled_before=settled).declared("Ana", 5))
    assert (ruling.outcome, ruling.clauses, ruling.overruled) == ("refused", ("MTR 4.4.9",), word)
    assert said(ruling) == "A judge ruled that this is not a loop (“the graveyard grows”)."
    conditional = msgspec.structs.replace(ANA, judge=word, body=(Step(conditional=True),))
    assert ruled(conditional).clauses == ("MTR 4.4.1", "MTR 4.4.9")


@pytest.mark.clauses("MTR 4.4.9")
def test_irrelevant_changes_do_not_hide_a_loop() -> None:
    case = msgspec.structs.replace(ANA, varies="irrelevant").declared("Ana", 1)
    ruling = ruled(case.declared("Bo", "agree").declared("Cy", "agree"))
    assert ruling.clauses == ("MTR 4.4.3", "MTR 4.4.9")
    assert "same loop" in said(ruling)


def test_a_very_long_number_is_read_out_without_its_middle() -> None:
    case = Case(("Ana",), ("Ana",)).declared("Ana", 10**9999 + 7)
    assert said(ruled(case)) == (
        "Ana stops the loop after 100000000000…000000000007 iterations. Ana has priority. " + may_not_restart("Ana")
    )
