"""Cases as JSON: what is taken, and where exactly something is wrong."""

from __future__ import annotations

import json
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.loops import Case, JudgesWord, Step, answer_value, case_value, read_case, rule
from floorjudge.loops.mtr.codec import read_kept_case
from floorjudge.texts import LANGUAGES
from tests.loops.mtr.cases import loops, plain_case
from tests.loops.mtr.slow_model import Json
from tests.support.refusals import error_of

SMALL: Json = {"turn_order": ["Ana", "Bo"], "maintained_by": ["Ana"]}

CONTRACT = """
{"edition": "mtr", "turn_order": ["Ana", "Bo", "Cy"], "maintained_by": ["Ana"], "span": "turn",
 "sustained_by": "actions", "hidden_information": false, "meaningful_change": false, "varies": null, "stalling_suspected": false,
 "body": [{"by": "Ana", "text": "tap the druid", "sustains": true, "conditional": false, "random": false, "decision_tree": false,
           "converges": false}, "untap"],
 "settled_before": {"changed": true}, "judge": null,
 "declarations": [{"player": "Ana", "says": "10^6"}, {"player": "Bo", "says": 40, "steps": 1}, {"player": "Cy", "says": "agree"}]}
"""


def answer(given: object) -> Json:
    return answer_value(rule(read_case(given)), "en")


def test_the_case_of_the_contract_has_the_answer_of_the_contract() -> None:
    case = json.loads(CONTRACT)
    assert answer(case) == {
        "outcome": "advance",
        "iterations": "39",
        "steps": 1,
        "player": "Bo",
        "then": "priority",
        "judge_needed": False,
        "flags": [],
        "clauses": ["MTR 4.4.3", "MTR 4.4.6"],
        "text": "Bo stops the loop after the first step of iteration 40. The next step, “untap”, is not taken. Bo has priority. "
        "Ana may not start the loop again before something that matters has changed.",
    }
    case["declarations"] = case["declarations"][:1]
    assert answer(case) == {
        "outcome": "waiting",
        "ask": {
            "player": "Bo",
            "may_say": ["agree", "number"],
            "below": {"iterations": "1000000", "steps": 0},
            "standing": {"iterations": "1000000", "steps": 0},
        },
    }


def test_only_the_players_and_the_maintainers_are_needed() -> None:
    assert answer(SMALL)["ask"] == {"player": "Ana", "may_say": ["number"], "below": None, "standing": None}


def test_the_judges_word_is_recorded_as_it_was_given() -> None:
    word = {"ruling": "not_loop", "reason": "the graveyard grows"}
    assert answer({**SMALL, "judge": word})["overruled"] == word
    assert case_value(read_case({**SMALL, "judge": word}))["judge"] == word
    assert "overruled" not in answer({**SMALL, "settled_before": {"changed": False}})


@pytest.mark.parametrize("written", [10**6, "1000000", "10^6"])
def test_a_number_may_be_written_in_several_ways(written: object) -> None:
    case = {**SMALL, "declarations": [{"player": "Ana", "says": written}, {"player": "Bo", "says": "agree"}]}
    assert answer(case)["iterations"] == "1000000"


def test_a_step_may_be_just_its_words_or_just_its_marks() -> None:
    body = ["untap", {"text": "untap"}, {"by": "Ana", "sustains": True}, {"by": None}]
    assert read_case({**SMALL, "body": body}).body == (
        Step("untap"),
        Step("untap"),
        Step(by="Ana", sustains=True),
        Step(),
    )


def test_how_each_maintainer_sustains_it_is_read_and_written() -> None:
    given = {**SMALL, "maintained_by": ["Ana", "Bo"], "sustained_by": {"Bo": "choices"}}
    case = read_case(given)
    assert case.choosers == ("Bo",)
    frozen = msgspec.structs.replace(case, sustained_by=MappingProxyType({"Bo": "choices"}))
    assert json.loads(json.dumps(case_value(frozen)))["sustained_by"] == {"Bo": "choices"}
    assert case_value(read_case({**given, "body": ["untap", {"text": "tap"}]}))["body"] == ["untap", "tap"]
    assert read_case({**given, "sustained_by": {}}).choosers == ()
    assert read_case({**given, "sustained_by": "choices"}).choosers == ("Ana", "Bo")


def test_a_field_that_nobody_knows_is_refused_within_the_parts_of_a_case() -> None:
    parts: dict[str, Json] = {"settled_before": {"changed": True}, "judge": {"ruling": "loop", "reason": "so"}}
    for name, part in parts.items():
        refused = error_of(BadInput, read_case, {**SMALL, name: {**part, "unheard_of": 1}})
        assert refused.where == f"{name}.unheard_of"


def test_a_case_that_was_kept_loses_marks_that_never_decided_anything() -> None:
    body: list[object] = [{"by": "Ana", "sustains": True}, {"by": "Bo", "sustains": True}, {"sustains": True}]
    kept = read_kept_case({**SMALL, "body": body})
    assert kept.body == (Step(by="Ana", sustains=True), Step(by="Bo"), Step())


BODY = ["tap", "untap", "draw"]

WRONG: dict[str, tuple[Any, str, str]] = {
    "no object": ([], "case", "not_an_object"),
    "nothing": (None, "case", "not_an_object"),
    "no players": ({"maintained_by": []}, "turn_order", "field_left_out"),
    "no maintainers": ({"turn_order": ["Ana"]}, "maintained_by", "field_left_out"),
    "null maintainers": ({"turn_order": ["Ana"], "maintained_by": None}, "maintained_by", "field_left_out"),
    "empty players": ({"turn_order": [], "maintained_by": []}, "turn_order", "no_players"),
    "players no list": ({"turn_order": "Ana", "maintained_by": []}, "turn_order", "not_a_list"),
    "player no text": ({"turn_order": ["Ana", 3], "maintained_by": []}, "turn_order[1]", "not_words"),
    "player without name": ({"turn_order": ["Ana", " "], "maintained_by": []}, "turn_order[1]", "not_words"),
    "player twice": ({"turn_order": ["Ana", "Bo", "Ana"], "maintained_by": []}, "turn_order[2]", "named_twice"),
    "unknown maintainer": (SMALL | {"maintained_by": ["Ana", "Cy"]}, "maintained_by[1]", "not_a_player"),
    "maintainer twice": (SMALL | {"maintained_by": ["Ana", "Ana"]}, "maintained_by[1]", "named_twice"),
    "unknown field": (SMALL | {"player": "Ana"}, "player", "no_such_field"),
    "unknown edition": (SMALL | {"edition": "mtr-2017"}, "edition", "unknown_choice"),
    "unknown span": (SMALL | {"span": "game"}, "span", "unknown_choice"),
    "null span": (SMALL | {"span": None}, "span", "unknown_choice"),
    "list as span": (SMALL | {"span": ["turn"]}, "span", "unknown_choice"),
    "sustained by magic": (SMALL | {"sustained_by": "magic"}, "sustained_by", "unknown_choice"),
    "choices of nobody": (
        SMALL | {"maintained_by": [], "sustained_by": "choices"},
        "sustained_by",
        "choices_of_nobody",
    ),
    "sustained by magic of one": (SMALL | {"sustained_by": {"Ana": "magic"}}, "sustained_by.Ana", "unknown_choice"),
    "sustained by a list": (SMALL | {"sustained_by": ["Ana"]}, "sustained_by", "unknown_choice"),
    "choices of no maintainer": (SMALL | {"sustained_by": {"Bo": "choices"}}, "sustained_by.Bo", "not_a_maintainer"),
    "actions of no maintainer": (SMALL | {"sustained_by": {"Bo": "actions"}}, "sustained_by.Bo", "not_a_maintainer"),
    "choices of no player": (SMALL | {"sustained_by": {"Cy": "choices"}}, "sustained_by.Cy", "not_a_maintainer"),
    "sustained by no maintainer": (
        SMALL | {"body": ["tap", {"by": "Bo", "sustains": True}]},
        "body[1].sustains",
        "not_a_maintainer",
    ),
    "sustained by nobody": (SMALL | {"body": [{"sustains": True}]}, "body[0].sustains", "not_a_maintainer"),
    "varies a bit": (SMALL | {"varies": "a bit"}, "varies", "unknown_choice"),
    "flag as a number": (SMALL | {"hidden_information": 1}, "hidden_information", "not_true_or_false"),
    "change as a word": (SMALL | {"meaningful_change": "yes"}, "meaningful_change", "not_true_or_false"),
    "flag as null": (SMALL | {"stalling_suspected": None}, "stalling_suspected", "not_true_or_false"),
    "body no list": (SMALL | {"body": "tap"}, "body", "not_a_list"),
    "step no step": (SMALL | {"body": ["tap", 2]}, "body[1]", "not_an_object"),
    "step without words": (SMALL | {"body": [""]}, "body[0]", "not_words"),
    "step of nobody here": (SMALL | {"body": [{"by": "Cy"}]}, "body[0].by", "not_a_player"),
    "step with unknown mark": (SMALL | {"body": [{"optional": True}]}, "body[0].optional", "no_such_field"),
    "step with strange mark": (SMALL | {"body": [{"random": "yes"}]}, "body[0].random", "not_true_or_false"),
    "settled how": (SMALL | {"settled_before": {}}, "settled_before.changed", "field_left_out"),
    "settled strangely": (SMALL | {"settled_before": {"changed": "no"}}, "settled_before.changed", "not_true_or_false"),
    "settled by word": (SMALL | {"settled_before": True}, "settled_before", "not_an_object"),
    "judge without reason": (SMALL | {"judge": {"ruling": "loop"}}, "judge.reason", "field_left_out"),
    "judge with empty reason": (SMALL | {"judge": {"ruling": "loop", "reason": " "}}, "judge.reason", "not_words"),
    "judge without ruling": (SMALL | {"judge": {"reason": "so"}}, "judge.ruling", "field_left_out"),
    "judge in doubt": (SMALL | {"judge": {"ruling": "maybe", "reason": "so"}}, "judge.ruling", "unknown_choice"),
    "declarations no list": (SMALL | {"declarations": {}}, "declarations", "not_a_list"),
    "declaration no object": (SMALL | {"declarations": ["agree"]}, "declarations[0]", "not_an_object"),
}

SAID: dict[str, tuple[Any, str, str]] = {
    "nobody": ({"says": 1}, "player", "field_left_out"),
    "nothing": ({"player": "Bo"}, "says", "field_left_out"),
    "somebody else": ({"player": "Cy", "says": 1}, "player", "not_a_player"),
    "a word": ({"player": "Bo", "says": "maybe"}, "says", "no_declaration"),
    "a truth": ({"player": "Bo", "says": True}, "says", "no_declaration"),
    "a fraction": ({"player": "Bo", "says": 2.5}, "says", "no_declaration"),
    "below zero": ({"player": "Bo", "says": -1}, "says", "below_zero"),
    "too many digits": ({"player": "Bo", "says": "10^100001"}, "says", "too_many_digits"),
    "more": ({"player": "Bo", "says": 1, "more": 1}, "more", "no_such_field"),
    "steps as a text": ({"player": "Bo", "says": 3, "steps": "1"}, "steps", "not_a_count"),
    "steps as a truth": ({"player": "Bo", "says": 3, "steps": True}, "steps", "not_a_count"),
    "no steps": ({"player": "Bo", "says": 3, "steps": 0}, "steps", "steps_outside"),
    "all steps": ({"player": "Bo", "says": 3, "steps": 3}, "steps", "steps_outside"),
    "steps of no iteration": ({"player": "Bo", "says": 0, "steps": 1}, "steps", "steps_without_iteration"),
    "steps of a word": ({"player": "Bo", "says": "agree", "steps": 1}, "steps", "steps_without_number"),
    "not theirs": ({"player": "Bo", "says": "none"}, "says", "may_not_say"),
    "not asked": ({"player": "Ana", "says": 3}, "player", "not_asked"),
}


def test_a_case_that_is_none_is_told_where(subtests: pytest.Subtests) -> None:
    for name, (wrong, where, code) in WRONG.items():
        with subtests.test(name=name):
            error = error_of(BadInput, answer, wrong)
            assert (error.where, error.code) == (where, code)


def test_a_declaration_that_is_none_is_told_where(subtests: pytest.Subtests) -> None:
    for name, (wrong, where, code) in SAID.items():
        with subtests.test(name=name):
            declarations = [{"player": "Ana", "says": 9}, wrong]
            error = error_of(BadInput, answer, {**SMALL, "body": BODY, "declarations": declarations})
            assert (error.where, error.code) == (f"declarations[1].{where}", code)


@pytest.mark.clauses("MTR 4.4.6")
@pytest.mark.parametrize(("body", "code"), [([], "steps_without_body"), (["only"], "steps_outside")])
def test_a_part_of_an_iteration_needs_one_of_several_steps(body: list[str], code: str) -> None:
    said = [{"player": "Ana", "says": 9}, {"player": "Bo", "says": 3, "steps": 1}]
    error = error_of(BadInput, answer, {**SMALL, "body": body, "declarations": said})
    assert (error.code, error.where) == (code, "declarations[1].steps")
    answered = answer({**SMALL, "body": ["a", "b"], "declarations": said})
    assert (answered["iterations"], answered["steps"]) == ("2", 1)


def test_a_case_that_was_never_json_is_looked_at_too() -> None:
    for case, where in (
        (Case(("Ana", "\t"), ()), "turn_order[1]"),
        (Case(("Ana",), (), judge=JudgesWord("loop", "")), "judge.reason"),
    ):
        error = error_of(BadInput, rule, case)
        assert (error.code, error.where) == ("not_words", where)


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["Ana", "agree", "10^6", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["player", "says", "by"]), inner),
    max_leaves=6,
)


@given(ANYTHING)
def test_any_value_gets_an_answer_or_an_error_with_its_place(given: object) -> None:
    answered_or_told(given)


@given(loops(), st.data())
def test_a_case_with_anything_in_one_field_gets_an_answer_or_an_error(case: Json, data: st.DataObject) -> None:
    spoilt = {**case, data.draw(st.sampled_from([*plain_case(), "other"])): data.draw(ANYTHING)}
    answered_or_told(spoilt)


@given(ANYTHING, st.sampled_from(["player", "says", "steps", "other"]))
def test_a_declaration_with_anything_in_one_field_gets_an_answer_or_an_error(given: object, field: str) -> None:
    answered_or_told({**SMALL, "body": BODY, "declarations": [{"player": "Ana", "says": 1, field: given}]})


def answered_or_told(given: object) -> None:
    with suppress(BadInput):
        answered = rule(read_case(given))
        for language in LANGUAGES:
            assert msgspec.json.encode(answer_value(answered, language))
        return
    error = error_of(BadInput, answer, given)
    assert error.where
    for language in LANGUAGES:
        assert error.message(language)
