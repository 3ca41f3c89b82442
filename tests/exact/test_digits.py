"""Numbers of any size, in and out, and as people type them."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import BadInput
from floorjudge.exact import written_plainly
from floorjudge.exact.digits import (
    MOST_DIGITS,
    TooManyDigits,
    digits,
    has_more_digits,
    in_powers_of_ten,
    read_number,
    short,
)
from tests.support.refusals import error_of


@given(st.integers())
def test_digits_are_those_of_python(number: int) -> None:
    assert digits(number) == str(number)
    assert read_number(str(number), "n") == number == read_number(number, "n")


@pytest.mark.parametrize("size", [4_299, 4_300, 12_345, 99_999])
def test_long_numbers_come_back_as_they_went(size: int) -> None:
    number = 10**size // 7  # a digit in each place, so that none may stand in another's
    written = digits(number)
    assert written == ("142857" * size)[:size]
    assert read_number(written, "n") == number
    assert read_number(f"-{written}", "n") == -number
    assert digits(-number) == f"-{written}"


def test_powers_are_read(subtests: pytest.Subtests) -> None:
    for written, number in [
        ("10^100", 10**100),
        ("2^10", 1024),
        ("0^0", 1),
        ("0^99999999999", 0),
        ("1^9999999999", 1),
        ("1^0", 1),
        ("5^0", 1),
        ("007", 7),
    ]:
        with subtests.test(written=written, number=number):
            assert read_number(written, "n") == number


def test_what_is_no_number_is_refused(subtests: pytest.Subtests) -> None:
    cases: list[object] = [
        "",
        "ten",
        "1.5",
        "1e5",
        "--3",
        "10^-2",
        "10^^2",
        None,
        True,
        1.0,
        [],
        {},
        "²",
        " 12",
        "1_000",
        "1,000",
        "1 000",
        "a million",
        "2 ^ 10",
        "+5",
        "٣",
    ]
    for given_ in cases:
        with subtests.test(given_=given_):
            refused = error_of(BadInput, read_number, given_, "times")
            assert (refused.code, refused.where) == ("no_number", "times")


@pytest.mark.parametrize(
    "given_",
    [
        "9" * (MOST_DIGITS + 1),
        f"10^{MOST_DIGITS}",
        "9^99999999",
        "10^" + "9" * 200_000,
        "2^400000",
        "2^9999999999999",
        "3^209591",
        pytest.param(10**MOST_DIGITS, id="int"),
    ],
)
def test_more_digits_than_anybody_reads_are_refused(given_: object) -> None:
    refused = error_of(BadInput, read_number, given_, "times")
    assert (refused.code, refused.where) == ("too_many_digits", "times")
    assert refused.full_sentence.values == {"limit": MOST_DIGITS}


def test_the_largest_number_is_taken() -> None:
    assert read_number("2^332192", "n") == 2**332_192
    assert read_number("3^209590", "n") == 3**209_590
    assert read_number("0" * (MOST_DIGITS - 1) + "2^2", "n") == 4
    assert read_number(f"10^{MOST_DIGITS - 1}", "n") == 10 ** (MOST_DIGITS - 1)
    assert read_number("9" * MOST_DIGITS, "n") == 10**MOST_DIGITS - 1


@given(st.integers(-(10**30), 10**30), st.integers(1, 31))
def test_a_budget_counts_decimal_digits(number: int, budget: int) -> None:
    assert has_more_digits(number, budget) is (len(str(abs(number))) > budget)


def test_large_powers_of_ten_are_said_short(subtests: pytest.Subtests) -> None:
    for number, said in [
        (10**100, "10^100"),
        (10**6, "1000000"),
        (10**7, "10^7"),
        (2 * 10**9, "2000000000"),
        (0, "0"),
        (-5, "-5"),
    ]:
        with subtests.test(number=number, said=said):
            assert short(number) == said


@given(st.lists(st.tuples(st.integers(-999, 999), st.integers(0, 300)), max_size=4), st.sampled_from(["-", "−"]))
def test_a_number_in_powers_of_ten_is_that_number(parts: list[tuple[int, int]], minus: str) -> None:
    number = sum(times * 10**power for times, power in parts)
    said = in_powers_of_ten(number, 100, minus=minus)
    if said is not None:
        plain = said.replace("×", "*").replace("^", "**").replace(minus, "-")
        assert re.fullmatch(r"[-+*0-9 ]+", plain)
        assert eval(plain) == number  # noqa: S307 (digits and signs only)
        assert len(said) <= 100


def test_a_very_long_number_is_written_out_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written_out: list[int] = []

    def counted(number: int) -> str:
        written_out.append(number)
        return digits(number)

    monkeypatch.setattr(import_module("floorjudge.exact.digits"), "digits", counted)
    number = 7**2_000
    assert in_powers_of_ten(-number, 100) is None
    assert written_out == [number]


def test_what_is_near_powers_of_ten_is_said_in_them(subtests: pytest.Subtests) -> None:
    for number, said in [
        (9999 * 10**9, "9999 × 10^9"),
        (10**40 - 1, "10^40 - 1"),
        (5 * 10**199 - 5 * 10**99 + 2, "5 × 10^199 - 5 × 10^99 + 2"),
        (-(10**50) + 4, "-10^50 + 4"),
        (12 * 10**100 + 7, "12 × 10^100 + 7"),
        (7**100, None),
        (10**100 + 123_456_789_012, "10^100 + 123456789012"),
        (123_456_789_012 * 10**20, "123456789012 × 10^20"),
        (10**80 + 10**60 + 10**40 + 10**20, "10^80 + 10^60 + 10^40 + 10^20"),
        (10**80 + 10**60 + 10**40 + 10**20 + 1, None),
        (10**99 + 22 * 10**77 + 33 * 10**55 + 444 * 10**33, "10^99 + 22 × 10^77 + 33 × 10^55 + 444 × 10^33"),
    ]:
        with subtests.test(number=number, said=said):
            longest = max(40, len(said or ""))
            assert in_powers_of_ten(number, longest) == said
            assert in_powers_of_ten(number, len(said or "") - 1) is None


def number(typed: str) -> int:
    return read_number(written_plainly(typed), "says")


def test_a_million(subtests: pytest.Subtests) -> None:
    for typed in [
        "1000000",
        "1,000,000",
        "1 000 000",
        "1'000'000",
        "1’000’000",
        "1.000.000",
        "1\u00a0000\u00a0000",
        "1\u202f000\u202f000",
        "1_000_000",
        " 10^6 ",
        "10 ^ 6",
        "10**6",
        "a million",
        "one million",
        "A  Million",
        "1 million",
        "un millón",
        "1 millón",
        "un million",
        "um milhão",
        "million",
        "1000 thousand",
        "1.000 mil",
        "mille mille",
    ]:
        with subtests.test(typed=typed):
            assert number(typed) == 10**6


def test_words_of_four_languages(subtests: pytest.Subtests) -> None:
    for typed, meant in [
        ("2 millones", 2 * 10**6),
        ("mil", 1000),
        ("dix", None),
        ("half a million", None),
        ("3 mille", 3000),
    ]:
        with subtests.test(typed=typed, meant=meant):
            if meant is None:
                assert written_plainly(typed) == typed
            else:
                assert number(typed) == meant


def test_words_without_end_are_a_number_of_too_many_digits() -> None:
    assert number("3 " + "mil " * 30_000) == 3 * 10**90_000
    assert error_of(TooManyDigits, number, "mil " * 40_000).where == "says"


def test_what_is_no_number_stays_none(subtests: pytest.Subtests) -> None:
    for typed in ["1,00", "1,0000", "1,000.000", "1 00 000", "1,5 million", "half a million", "-1,000", "1,,000", ""]:
        with subtests.test(typed=typed), pytest.raises(BadInput):
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
