"""Every sentence about shortcuts, said in every language."""

import inspect
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.loops.shortcuts import explain
from floorjudge.loops.shortcuts.sequence import readable
from floorjudge.texts import LANGUAGES, Language, Text, render, text

SAMPLES: dict[str, object] = {
    "str": "Lope",
    "int": 10**5000,
    "tuple[int, ...]": (1,),
    "Said": text("more than {number}", number="7"),
}


SENTENCES: list[Callable[..., Text]] = [
    each for _, each in inspect.getmembers(explain, inspect.isfunction) if inspect.getmodule(each) is explain
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("function", SENTENCES, ids=lambda function: function.__name__)
def test_every_sentence_can_be_said(function: Callable[..., Text], language: Language) -> None:
    samples = SAMPLES | ({"int": 3} if function is explain.not_shown else {})
    said = render(
        function(*(samples[each.annotation] for each in inspect.signature(function).parameters.values())), language
    )
    assert "{" not in said
    assert "Lope" in said or function is explain.not_shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("iterations", [(), (0,), (1,), (10**100,), (10**5000 + 7, 3, 0)])
def test_a_shortened_shortcut_can_be_told_at_any_depth(language: Language, iterations: tuple[int, ...]) -> None:
    said = render(explain.taken_in_part("Lope", "pass", iterations, "12"), language)
    assert "{" not in said
    for part in ("Lope", "pass", "12", *(readable(number) for number in iterations)):
        assert part in said


@given(st.integers(0, 10**40 - 1))
def test_a_number_that_can_be_read_out_is_shown_whole(number: int) -> None:
    shown = readable(number)
    assert shown == str(number) or eval(shown.replace("^", "**")) == number  # noqa: S307 (our own number)


def test_a_long_number_is_shown_by_its_ends() -> None:
    assert readable(10**41 + 7) == "100000…000007"
    assert readable(10**5000) == "10^5000"
