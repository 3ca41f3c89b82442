"""What a sheet may say, and what it is told when it says something else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.exact import linear, resource
from floorjudge.loops.sheet import codec
from floorjudge.loops.sheet.codec import read_sheet, sheet_answer
from floorjudge.loops.sheet.expressions import quoted, read_comparison, read_expression
from tests.loops.sheet.strategies import sheets
from tests.support.refusals import error_of

KNOWN = frozenset({"a", "b", "life.Bo", "größe", "with space", "2x"})
VALID: dict[str, Any] = {"players": ["Ana"], "resources": {"a": 1}, "body": [{"change": {"a": "a + 1"}}]}


def test_linear_expressions(subtests: pytest.Subtests) -> None:
    for written, terms, constant in [
        ("0", {}, 0),
        ("a", {"a": 1}, 0),
        ("-a", {"a": -1}, 0),
        ("a - -b", {"a": 1, "b": 1}, 0),
        ("2 * a + 3*4 - b * 5", {"a": 2, "b": -5}, 12),
        ("2*-a", {"a": -2}, 0),
        ("life.Bo-1", {"life.Bo": 1}, -1),
        ("`with space`+größe", {"with space": 1, "größe": 1}, 0),
        ("2x + 2", {"2x": 1}, 2),
        ("a - a", {}, 0),
        ("  7  ", {}, 7),
        ("a + 10^30", {"a": 1}, 10**30),
        ("9" * 9_999, {}, 10**9_999 - 1),
        (" - ".join(["0"] + ["a"] * 20_000), {"a": -20_000}, 0),
    ]:
        with subtests.test(written=written, terms=terms, constant=constant):
            assert read_expression(written, "here", KNOWN) == linear(terms, constant)


def test_what_is_no_linear_expression(subtests: pytest.Subtests) -> None:
    for written, code in [
        ("", "no_expression"),
        ("+", "no_expression"),
        ("+a", "no_expression"),
        ("a b", "no_expression"),
        ("a +", "no_expression"),
        ("a + + b", "no_expression"),
        ("a *", "no_expression"),
        ("* a", "no_expression"),
        ("(a)", "no_expression"),
        ("a / 2", "no_expression"),
        ("a^2", "no_expression"),
        ("2^a", "no_expression"),
        ("1.5.`", "no_expression"),
        ("a * b", "not_linear"),
        ("c", "unknown_resource"),
        ("a" * 20_000, "unknown_resource"),
        ("`a``b`", "unknown_resource"),
        ("`a", "no_expression"),
        ("``", "no_expression"),
        ("a `+` b", "no_expression"),
    ]:
        with subtests.test(written=written, code=code):
            refused = error_of(BadInput, read_expression, written, "here", KNOWN)
            assert (refused.code, refused.where) == (code, "here")


def test_what_is_no_comparison(subtests: pytest.Subtests) -> None:
    for written in ["a", "a = 1", "1 < a < 3", "", "a => 1", "a <> b"]:
        with subtests.test(written=written), pytest.raises(BadInput):
            read_comparison(written, "here", KNOWN)


@given(st.text(min_size=1), st.text(min_size=1))
def test_a_name_between_backquotes_may_hold_anything(one: str, other: str) -> None:
    known = frozenset({one, other})
    written = f"{quoted(one)} >= 2 * {quoted(other)}"
    assert read_comparison(written, "here", known) == (resource(one) - resource(other).times(2), ">=")


@given(st.lists(st.tuples(st.sampled_from("+-"), st.integers(0, 9), st.sampled_from(["1", "a", "-b"])), min_size=1))
def test_a_sum_of_many_terms_is_read_as_one_of_few(terms: list[tuple[str, int, str]]) -> None:
    once = "0" + "".join(f" {sign} {times}*{what}" for sign, times, what in terms)
    expected = read_expression(once, "here", KNOWN)
    assert read_expression(f"{once} + " * 100 + "0", "here", KNOWN) == expected.times(100)


def test_a_mistake_is_named_with_its_place(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, str, str]] = [
        ({"extra": 1}, "extra", "needs here: one of the fields players, active, resources, body, ends, times."),
        ({"players": "Ana"}, "players", "needs here: a list."),
        ({"players": ["Ana", "Ana"]}, "players", "needs here: every player once."),
        ({"players": [1]}, "players[0]", "needs here: a text."),
        ({"active": "Bo"}, "active", "not_a_player: “Bo” is none of the players: Ana."),
        ({"resources": [1]}, "resources", "needs here: an object."),
        ({"resources": {" ": 1}}, "resources", "needs here: a name for every resource."),
        ({"resources": {"a": 1.5}}, "resources.a", "no_number"),
        ({"resources": {"a": "many"}}, "resources.a", "no_number"),
        ({"body": []}, "body", "needs here: at least one step."),
        ({"body": {}}, "body", "needs here: a list."),
        ({"body": ["step"]}, "body[0]", "needs here: an object."),
        ({"body": [{"by": "Bo"}]}, "body[0].by", "not_a_player"),
        ({"body": [{"optional": True}]}, "body[0].by", "optional_for_nobody"),
        ({"body": [{"optional": 1}]}, "body[0].optional", "needs here: true or false."),
        (
            {"body": [{"change": {"b": "1"}}]},
            "body[0].change.b",
            "unknown_resource: There is no resource “b” on this sheet. It has: a.",
        ),
        ({"body": [{"change": {"a": "a * a"}}]}, "body[0].change.a", "not_linear"),
        ({"body": [{"change": {"a": 1}}]}, "body[0].change.a", "needs here: a text."),
        ({"body": [{"needs": "a > 1"}]}, "body[0].needs", "needs here: a list."),
        ({"body": [{"needs": ["a"]}]}, "body[0].needs[0]", "no_comparison"),
        ({"body": [{"text": 3}]}, "body[0].text", "needs here: a text."),
        ({"body": [{"wants": 3}]}, "body[0].wants", "needs here: one of the fields by, text, optional, needs, change."),
        ({"ends": [{}]}, "ends[0].when", "needs here: a comparison."),
        ({"ends": [{"when": "a"}]}, "ends[0].when", "no_comparison"),
        (
            {"ends": [{"when": "a > 1", "wants": 3}]},
            "ends[0].wants",
            "needs here: one of the fields when, text, loses.",
        ),
        ({"ends": [{"when": "a > 1", "loses": "Bo"}]}, "ends[0].loses", "not_a_player"),
        ({"times": -1}, "times", "needs here: 0 or more."),
        ({"times": True}, "times", "no_number"),
        ({"times": "soon"}, "times", "no_number"),
    ]
    for change, where, says in cases:
        with subtests.test(change=change, where=where):
            refused = error_of(BadInput, read_sheet, VALID | change)
            assert refused.where == where
            assert says in f"{refused.code}: {refused.message('en')}"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(sheets(), st.sampled_from(["players", "active", "resources", "body", "ends", "times"]), json_values)
def test_any_json_value_gives_an_answer_or_a_named_error(sheet: dict[str, Any], field: str, value: object) -> None:
    assert answered(sheet | {field: value}) in ("proved", "undecided", "an error with its place")


def answered(sheet: dict[str, Any]) -> object:
    try:
        return sheet_answer(read_sheet(sheet), "en")["evidence"]
    except BadInput as refused:
        return "an error with its place" if refused.where else refused


@given(json_values)
def test_any_json_value_at_all_is_no_traceback(value: object) -> None:
    with pytest.raises(BadInput):
        read_sheet(value)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("between", "work"), [("+", 1_000_000), ("*", 10_000_000)])
def test_numbers_that_take_too_much_arithmetic_to_read_are_refused(
    between: str, work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading each of them once takes two million units, their product far more."""
    monkeypatch.setattr(codec, "MOST_WORK", work)
    sheet = {"resources": {"a": 1}, "body": [{"change": {"a": between.join(["10^9999"] * 1_000) + "*a"}}]}
    assert str(error_of(codec.BadSheet, read_sheet, sheet).where) == "body"


def test_a_sum_of_too_many_terms_to_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MOST_WORK", 100_000)
    sheet = VALID | {"body": [{"change": {"a": "+".join(["a"] * 20_000)}}]}
    refused = error_of(codec.BadSheet, read_sheet, sheet)
    assert (refused.where, "terms" in refused.message("en")) == ("body", True)


def test_one_number_of_the_most_digits_is_read() -> None:
    read = read_sheet({"resources": {"a": "10^99999"}, "body": [{"change": {"a": "10^99999 * a"}}]})
    assert read.resources["a"] == 10**99_999
