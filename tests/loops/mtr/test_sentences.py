"""Every sentence about loops, said in every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given

from floorjudge.errors import BadInput
from floorjudge.loops import Case, JudgesWord, Point, Ruling, SettledBefore, Step, Waiting, read_case, rule
from floorjudge.loops.mtr import explain
from floorjudge.loops.mtr.asking import possibilities
from floorjudge.texts import LANGUAGES, Text, render
from tests.loops.mtr.cases import answered, ruled
from tests.loops.mtr.slow_model import Json
from tests.support.refusals import error_of

ANA = Case(("Ana", "Bo"), ("Ana",))
BOTH = Case(("Ana", "Bo"), ("Ana", "Bo"), span="turns")
HERE = Case(("Ana", "Bo", "Cy"), ("Ana", "Bo"))
TWO_STEPS = msgspec.structs.replace(ANA, body=(Step(), Step()))
LOOP = JudgesWord("loop", "because")


def end_of(point: Point) -> str:
    if point.steps:
        return f"the end of step {point.steps} of iteration {point.iterations + 1}"
    return f"the end of iteration {point.iterations}" if point.iterations else "the beginning of the loop"


def stopped(point: Point) -> str:
    if point.steps:
        steps = "step" if point.steps == 1 else f"{point.steps} steps"
        return f"after the first {steps} of iteration {point.iterations + 1}."
    many = "iteration" if point.iterations == 1 else "iterations"
    return f"after {point.iterations} {many}." if point.iterations else "before its first iteration."


def in_english(sentences: Sequence[Text], player: str | None) -> list[str]:
    """Return sentences, the first of which names a player in every language."""
    texts = {language: [render(sentence, language) for sentence in sentences] for language in LANGUAGES}
    assert all((player or "") in each[0] for each in texts.values())
    assert "{" not in str([*texts.values()])
    return texts["en"]


def question_is_said(asked: Waiting, sentence: str) -> None:
    assert {word for word in ("agree", "indefinitely", "none") if f"“{word}”" in sentence} == {*asked.may_say} - {
        "number"
    }
    assert ("names a" in sentence, "again" in sentence) == ("number" in asked.may_say, asked.again)
    if asked.below is not None and "number" in asked.may_say and asked.below.iterations < 10:
        assert end_of(asked.below) in sentence
    if asked.standing is not None and asked.standing.iterations < 10:
        said = render(explain.standing_text(asked.standing), "en")
        assert said == f"So far the loop stops at {end_of(asked.standing)}."


def stop_is_said(ruling: Ruling, stop: Point, active: str, sentences: list[str]) -> None:
    if stop.iterations < 10:
        assert sentences[0] == f"{ruling.player} stops the loop {stopped(stop)}"
    then = {"acts": "must now act", "chooses": "now makes a different choice", "priority": "has priority"}
    assert any(each.startswith(f"{ruling.player} {then[str(ruling.then)]}") for each in sentences)
    gives_back = f"If {ruling.player} then does nothing, priority goes back to {active}, the active player."
    assert (gives_back in sentences) == ("MSTR 4.2A" in ruling.clauses)


@given(answered())
def test_a_question_says_what_is_possible_and_a_ruling_where_the_loop_stops(case: Json) -> None:
    whole = read_case(case)
    for count in range(len(whole.declarations) + 1):
        so_far = msgspec.structs.replace(whole, declarations=whole.declarations[:count])
        answer = rule(so_far)
        if isinstance(answer, Waiting):
            question_is_said(answer, *in_english([possibilities(so_far, answer.player)], answer.player))
            continue
        sentences = in_english(answer.sentences, answer.player)
        if answer.stop is not None:
            stop_is_said(answer, answer.stop, case["turn_order"][0], sentences)


def test_every_ground_can_be_said() -> None:
    marks: dict[str, Any] = dict.fromkeys(("conditional", "random", "decision_tree", "converges"), True)
    case = Case(
        ("Ana",),
        (),
        span="turns",
        varies="relevant",
        meaningful_change=True,
        body=(Step("Lope", **marks), Step(**marks)),
        judge=JudgesWord("not_loop", "because"),
    )
    for maintained in (case, msgspec.structs.replace(case, maintained_by=("Ana",))):
        ruling = ruled(maintained)
        said = in_english(ruling.sentences, None)
        assert len(said) == 8
        for language in LANGUAGES:
            assert sum("1 (Lope), 2" in render(sentence, language) for sentence in ruling.sentences) == 4


@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.5", "MTR 4.4.7", "MTR 4.4.8", "MTR 4.4.9")
def test_every_part_of_a_ruling_is_said_and_in_order(subtests: pytest.Subtests) -> None:
    for case, said in [
        (Case(("Ana",), ()).declared("Ana", "none"), ["No player will act to break the loop: the game is a draw."]),
        (
            BOTH.declared("Ana", "indefinitely").declared("Bo", "indefinitely"),
            ["All players go on indefinitely: the game is a draw."],
        ),
        (
            msgspec.structs.replace(ANA, varies="irrelevant", judge=LOOP, stalling_suspected=True)
            .declared("Ana", 3)
            .declared("Bo", "agree"),
            [
                "Ana stops the loop after 3 iterations.",
                "Ana has priority.",
                "What changes between the iterations does not matter: it is the same loop.",
                "Ana may not start the loop again before something that matters has changed.",
                "A judge ruled that this is a loop (“because”).",
                "A player or a judge suspects that the loop was proposed to use up time: a judge looks into that.",
            ],
        ),
        (
            msgspec.structs.replace(ANA, sustained_by="choices", hidden_information=True)
            .declared("Ana", 3)
            .declared("Bo", "agree"),
            [
                "Ana stops the loop after 3 iterations.",
                "Ana now makes a different choice.",
                "The choice involves hidden information: a judge may have to see whether any choice would not continue the loop.",
                "Ana may not start the loop again before something that matters has changed.",
            ],
        ),
        (
            msgspec.structs.replace(ANA, sustained_by="choices", edition="mtr-2018-07"),
            ["Choices keep this loop going, and this edition of the rules does not settle that: a judge decides."],
        ),
        (
            msgspec.structs.replace(ANA, settled_before=SettledBefore(changed=False)),
            ["This loop was settled before, and nothing that matters has changed since: it may not start again."],
        ),
        (
            msgspec.structs.replace(BOTH, meaningful_change=True),
            ["The game changes in a way that matters from one turn cycle to the next: this is not a loop."],
        ),
        (
            Case(("Ana",), (), body=(Step("flip", random=True), Step(converges=True))),
            [
                "These steps rest on chance: 1 (flip).",
                "These steps rest on mathematical convergence: 2.",
                "Such a loop cannot be shortcut. No player keeps it going, so no player can stop it: play it on, and call a judge.",
            ],
        ),
    ]:
        with subtests.test(case=case):
            ruling = rule(case)
            assert isinstance(ruling, Ruling)
            assert [render(sentence, "en") for sentence in ruling.sentences] == said


def test_what_may_not_be_said_is_refused_with_who_said_it_and_what_they_may(subtests: pytest.Subtests) -> None:
    for case, said in [
        (msgspec.structs.replace(ANA, maintained_by=("Ana", "Ana")), "Ana"),
        (msgspec.structs.replace(ANA, sustained_by={"Bo": "choices"}), "Bo"),
        (msgspec.structs.replace(ANA, body=(Step(by="Bo", sustains=True),)), "Bo"),
        (ANA.declared("Ana", -1), "Ana"),
        (ANA.declared("Ana", "agree"), "Ana alone keeps the loop going and names a number of iterations, at least 1."),
        (TWO_STEPS.declared("Ana", 3).declared("Bo", 4, 1), "“4 iterations, the last one up to step 1”."),
        (
            BOTH.declared("Ana", "agree"),
            "Ana helps to keep the loop going and names a number of iterations, or says “indefinitely”.",
        ),
        (HERE.declared("Ana", "agree"), "Ana helps to keep the loop going and names a number of iterations."),
        (
            HERE.declared("Ana", 3).declared("Bo", 3).declared("Cy", "none"),
            "Cy names a number of iterations, or says “agree”.",
        ),
        (
            msgspec.structs.replace(HERE, span="turns").declared("Ana", 3).declared("Bo", 3).declared("Cy", "none"),
            "Cy names a number of iterations, or says “agree” or “indefinitely”.",
        ),
        (ANA.declared("Ana", 3).declared("Bo", "agree", 1), "Bo"),
        (ANA.declared("Ana", 3).declared("Bo", 2, 1), "Bo"),
        (TWO_STEPS.declared("Ana", 3, 1), "Ana"),
        (TWO_STEPS.declared("Ana", 3).declared("Bo", 0, 1), "Bo"),
        (
            TWO_STEPS.declared("Ana", 3).declared("Bo", 2, 2),
            "Bo can stop an iteration halfway only after its first step.",
        ),
    ]:
        with subtests.test(said=said):
            assert said in render(error_of(BadInput, rule, case).full_sentence, "en")
