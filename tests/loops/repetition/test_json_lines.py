"""Keys of JSON positions: equal exactly when the values are."""

from __future__ import annotations

import json
import random
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.loops.repetition.json_lines import json_line_key

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**700), 10**700)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.sampled_from("abc1"), max_size=2), inner),
    max_leaves=8,
)
numbers = st.from_regex(r"-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,4})?([eE][+-]?[0-9]{1,2})?", fullmatch=True).map(
    lambda written: written.encode()
)


def key_of(value: object) -> bytes:
    return json_line_key(json.dumps(value).encode())


def shuffled(value: object, dice: random.Random) -> object:
    """Return the same value with the keys of its objects in another order."""
    if isinstance(value, dict):
        names = dice.sample(sorted(value), len(value))
        return {name: shuffled(value[name], dice) for name in names}
    return [shuffled(item, dice) for item in value] if isinstance(value, list) else value


def same(one: object, other: object) -> bool:
    """Say whether two JSON values are the same, the slow and obvious way."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


@given(values, st.randoms(use_true_random=False))
def test_the_order_of_keys_and_the_writing_do_not_matter(value: object, dice: random.Random) -> None:
    key = key_of(value)
    other = shuffled(value, dice)
    assert key_of(other) == key
    for written in (json.dumps(other), json.dumps(other, ensure_ascii=False, indent=1)):
        assert json_line_key(written.encode()) == key


@given(values, values)
def test_keys_are_equal_exactly_when_values_are(one: object, other: object) -> None:
    assert (key_of(one) == key_of(other)) == same(one, other)


def exact(written: bytes) -> int | Decimal:
    text = written.decode()
    return int(text) if text.removeprefix("-").isdecimal() else Decimal(text)


@given(numbers, numbers)
def test_numbers_are_the_same_by_exact_value_and_kind(one: bytes, other: bytes) -> None:
    value, another = exact(one), exact(other)
    assert (json_line_key(one) == json_line_key(other)) == (type(value) is type(another) and value == another)


def test_different_writings_of_one_value(subtests: pytest.Subtests) -> None:
    for written in [
        ["1e400", "10.0E+399", "1" + "0" * 400 + ".0"],
        ["0.1", "1e-1", "0.100", "10.0e-2"],
        ["-0.0", "0.0", "0e5", "-0E-9", "0.000"],
        ["0", "-0", " 0 "],
        ["1e" + "0" * 700 + "7", "1e7"],
        ['{"a": 1, "a": 2}', '{"a": 2}'],
        ['{"a": ' + "9" * 5000 + ', "b": [1.50, 1], "a": 1}', '{"b": [15e-1, 1], "a": 1}'],
        [f"[-0, {'9' * 5000}]", f"[0, {'9' * 5000}]"],
        ['"\\u00e9\\/"', '"é/"'],
    ]:
        with subtests.test(written=written):
            assert len({json_line_key(each.encode()) for each in written}) == 1


def test_no_two_numbers_are_confused(subtests: pytest.Subtests) -> None:
    for written in [
        ["1e400", "1e401", "1e4000000000000000000000", "1e4000000000000000000001", "-1e400"],
        ["0.1", "0.1000000000000000055", "0.1000000000000000055511151231257827"],
        ["1" + "0" * 5000, "1" + "0" * 4999 + "1", "-1" + "0" * 5000, "1" + "0" * 5000 + ".0"],
        ["9007199254740993", "9007199254740992", "9007199254740993.0", "9007199254740992.0"],
        ["18446744073709551616", "18446744073709551617", "-9223372036854775809", "9223372036854775809"],
    ]:
        with subtests.test(written=written):
            assert len({json_line_key(each.encode()) for each in written}) == len(written)


def test_what_is_no_json_is_bad_input(subtests: pytest.Subtests) -> None:
    for line in [
        b"",
        b"\n",
        b"{",
        b"1 2",
        b"[1,]",
        b"01",
        b"1.",
        b"NaN",
        b"-Infinity",
        b"[Infinity, " + b"9" * 5000 + b"]",
        b"'a'",
        b'"\xff"',
        b'"\x01"',
        b'"\\ud800"',
        b'{"\\udfff": 1}',
        b"\xef\xbb\xbf1",
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b"1e" + b"9" * 200_000,
    ]:
        with subtests.test(line=line), pytest.raises(BadInput):
            json_line_key(line)


@given(st.binary() | st.text(st.sampled_from('0123456789.eE+-[]{},:"\\u tnrfals')).map(str.encode))
def test_any_line_has_a_key_or_is_bad_input(line: bytes) -> None:
    try:
        value = json.loads(line.decode(), parse_constant=lambda _: 1 / 0, parse_float=Decimal)
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except (ValueError, ZeroDivisionError):
        with pytest.raises(BadInput):
            json_line_key(line)
    else:
        assert json_line_key(line)
