"""Numbers as people type them; JSON takes none of these forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.exact import digits, read_number, written_plainly


def number(typed: str) -> int:
    return read_number(written_plainly(typed), "says")


@pytest.mark.parametrize(
    "typed",
    [
        "1000000", "1,000,000", "1 000 000", "1'000'000", "1’000’000", "1.000.000", "1\u00a0000\u00a0000", "1\u202f000\u202f000",
        "1_000_000", " 10^6 ", "10 ^ 6", "10**6", "a million", "one million", "A  Million", "1 million", "un millón", "1 millón",
        "un million", "um milhão", "million", "1000 thousand", "1.000 mil", "mille mille",
    ],
)  # fmt: skip
def test_a_million(typed: str) -> None:
    assert number(typed) == 10**6


@pytest.mark.parametrize(
    ("typed", "meant"), [("2 millones", 2 * 10**6), ("mil", 1000), ("dix", None), ("3 mille", 3000)]
)
def test_words_of_four_languages(typed: str, meant: int | None) -> None:
    if meant is None:
        assert written_plainly(typed) == typed
    else:
        assert number(typed) == meant


@pytest.mark.parametrize(
    "typed", ["1,00", "1,0000", "1,000.000", "1 00 000", "1,5 million", "half a million", "-1,000", "1,,000", ""]
)
def test_what_is_no_number_stays_none(typed: str) -> None:
    with pytest.raises(BadInput):
        number(typed)


@given(st.integers(0, 10**40), st.sampled_from([",", ".", "'", "’", " ", "\u00a0", "\u202f"]))
def test_thousands_are_kept_apart_by_any_sign(value: int, sign: str) -> None:
    assert number(f"{value:,}".replace(",", sign)) == value


@given(st.text(max_size=12))
def test_what_is_typed_is_a_number_or_stays_as_it_is(typed: str) -> None:
    plain = written_plainly(typed)
    try:
        read_number(plain, "says")
    except BadInput:
        assert plain == typed


@given(st.integers(0, 10**30))
def test_digits_are_digits(value: int) -> None:
    assert written_plainly(digits(value)) == digits(value)


@pytest.mark.parametrize("typed", ["1,000", "a million", "1 000"])
def test_json_takes_digits_and_powers_alone(typed: str) -> None:
    with pytest.raises(BadInput):
        read_number(typed, "times")
