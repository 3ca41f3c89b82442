"""Long numbers in certificates: short enough to read aloud, and never rounded."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.cli.magic.answers import written
from floorjudge.cli.settings import take_settings


@pytest.fixture(scope="module", autouse=True)
def english() -> None:
    take_settings(["--lang", "en"])


def read_aloud(said: str) -> int | None:
    """Return the number that is meant; None where its middle is left out."""
    if "…" in said:
        return None
    plain = said.replace(",", "").replace("×", "*").replace("10^", "10**")
    assert re.fullmatch(r"[-()+*0-9 ]+", plain)
    return int(eval(plain))  # noqa: S307 (digits and signs only)


def test_numbers_are_said_as_people_say_them() -> None:
    assert [written(number) for number in (0, -7, 10**9, 10**59)] == [
        "0",
        "-7",
        "1,000,000,000",
        "100" + 19 * ",000",
    ]
    assert written(10**100) == "10^100"
    assert written(2 * 10**100) == "2 × 10^100"
    assert written(10**100 + 20) == "10^100 + 20"
    assert written(20 - 3 * 10**100) == "-3 × 10^100 + 20"
    assert written(10**100 - 1) == "10^100 - 1"
    assert written(10**100 + 12_345) == "10^100 + 12,345"
    assert written(10**200 - 10**100 + 3) == "10^200 - 10^100 + 3"
    assert written(10**100 * (10**100 - 1) // 2 + 2) == "5 × 10^199 - 5 × 10^99 + 2"


@given(
    st.integers(1, 10**12 - 1), st.integers(48, 200), st.integers(-(10**12) + 1, 10**12 - 1), st.sampled_from([1, -1])
)
def test_nothing_is_rounded(times: int, power: int, rest: int, sign: int) -> None:
    number = sign * (times * 10**power + rest)
    said = written(number)
    assert read_aloud(said) == number
    assert len(said.replace(",", "")) <= 61  # sixty digits and a sign


@given(st.integers(-(10**300), 10**300))
def test_any_number_is_exact_or_shows_its_ends(number: int) -> None:
    said = written(number)
    assert read_aloud(said) in (number, None)
    if "…" in said:
        first, last = said.split("…")
        assert str(number).startswith(first)
        assert str(number).endswith(last)
