"""Random loops and declarations against the slow model, and what must hold whatever the loop."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.loops import Ruling, Waiting, answer_value, case_value, read_case, rule
from floorjudge.loops.errors import MayNotSay
from floorjudge.loops.mtr.asking import possibilities
from floorjudge.rulebook import clause, printed_in
from tests.loops.mtr.cases import NAMES, answered, everything_sayable, is_open, said_anyhow, saying
from tests.loops.mtr.slow_model import Json, slow_answer
from tests.support.refusals import error_of


def fast_answer(case: Json) -> Json:
    """Return the answer without its text, or the place of the error and who it is about, as the slow model gives it."""
    try:
        answer = answer_value(rule(read_case(case)), "en")
    except BadInput as error:
        return {"error": error.where, "player": getattr(error, "player", None)}
    assert answer["outcome"] == "waiting" or answer.pop("text")
    return answer


@pytest.mark.clauses("MTR 4.4.2", "MTR 4.4.3", "MTR 4.4.4", "MTR 4.4.5", "MTR 4.4.6", "MTR 4.4.8", "MTR 4.4.9")
@given(answered())
def test_what_was_answered_in_order_is_ruled_as_the_slow_model_does(case: Json) -> None:
    assert fast_answer(case) == slow_answer(case)


@pytest.mark.clauses("MTR 4.4.1", "MTR 4.4.5", "MTR 4.4.7")
@given(said_anyhow())
def test_whatever_was_said_the_slow_model_agrees(case: Json) -> None:
    assert fast_answer(case) == slow_answer(case)


@given(answered().filter(is_open))
def test_what_may_be_said_is_taken_and_everything_else_is_not(case: Json) -> None:
    question = rule(read_case(case))
    if not isinstance(question, Waiting):
        extra = {**case, "declarations": [*case["declarations"], saying(case["turn_order"][0], 0)]}
        assert fast_answer(extra) == slow_answer(extra)
        return
    asked = possibilities(read_case(case), question.player)
    for player in case["turn_order"]:
        for said in everything_sayable(case, player):
            more = {**case, "declarations": [*case["declarations"], said]}
            expected = slow_answer(more).get("error")
            assert fast_answer(more).get("error") == expected
            if expected and expected.endswith(".says"):
                assert error_of(MayNotSay, rule, read_case(more)).possible == asked


@given(answered(), st.permutations(["X", "Y\u200d", "agree", "none"]))
def test_other_names_give_the_same_ruling_for_them(case: Json, names: list[str]) -> None:
    called = dict(zip(NAMES, names, strict=True))
    renamed = {
        **case,
        "turn_order": [called[player] for player in case["turn_order"]],
        "maintained_by": [called[player] for player in case["maintained_by"]],
        "sustained_by": (
            {called[player]: means for player, means in case["sustained_by"].items()}
            if isinstance(case["sustained_by"], dict)
            else case["sustained_by"]
        ),
        "body": [{**step, "by": step["by"] and called[step["by"]]} for step in case["body"]],
        "declarations": [{**said, "player": called[said["player"]]} for said in case["declarations"]],
    }
    expected, answer = fast_answer(case), fast_answer(renamed)
    for values in (expected, expected.get("ask", {})):
        if values.get("player"):
            values["player"] = called[values["player"]]
    assert answer == expected


@pytest.mark.clauses("MTR 4.4.8")
@given(answered())
def test_an_edition_cites_only_what_it_contains(case: Json) -> None:
    answer = rule(read_case(case))
    if isinstance(answer, Ruling):
        assert answer.clauses
        # The supplement for more than two players holds together with the current rules.
        editions = ("mtr", "mstr") if case["edition"] == "mstr" else (case["edition"],)
        for cited in answer.clauses:
            assert any(printed_in(clause(cited), edition) for edition in editions)


@given(answered())
def test_a_case_written_and_read_again_is_the_same(case: Json) -> None:
    read = read_case(case)
    written = case_value(read)
    assert read_case(written) == read
    assert all(isinstance(value, str | int) for said in written["declarations"] for value in said.values())
    assert all(isinstance(said["says"], str) for said in written["declarations"])


@pytest.mark.clauses("MTR 4.4.3")
@given(answered().filter(is_open))
def test_the_game_never_advances_beyond_the_number_of_a_single_maintainer(case: Json) -> None:
    answer = rule(read_case(case))
    if isinstance(answer, Ruling) and len(case["maintained_by"]) == 1:
        assert answer.stop is not None
        assert answer.stop.iterations <= case["declarations"][0]["says"]
