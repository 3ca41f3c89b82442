"""Every sentence and every error about shortcuts, said in every language."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.loops.shortcuts import refusals as shortcut_refusals
from floorjudge.loops.shortcuts import sentences as shortcut_sentences
from floorjudge.loops.shortcuts.numbers import readable
from floorjudge.texts import LANGUAGES, Language, Text, render, text

Said = TypeVar("Said", Text, FloorjudgeError)

SAMPLES: dict[str, object] = {
    "str": "Lope",
    "int": 10**5000,
    "tuple[int, ...]": (1,),
    "Said": text("more than {number}", number="7"),
    "Text": text("Lope."),
}


def functions(module: object) -> list[Callable[..., Any]]:
    found = [each for _, each in inspect.getmembers(module, inspect.isfunction)]
    return [each for each in found if inspect.getmodule(each) is module]


def called(function: Callable[..., Said]) -> Said:
    samples = dict(SAMPLES)
    if function.__name__ in {"no_such_item", "too_deep", "not_shown"}:
        samples["int"] = 3
    return function(*(samples[each.annotation] for each in inspect.signature(function).parameters.values()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("function", functions(shortcut_sentences), ids=lambda function: function.__name__)
def test_every_sentence_can_be_said(function: Callable[..., Text], language: Language) -> None:
    said = render(called(function), language)
    assert "{" not in said
    assert "Lope" in said or function.__name__ == "not_shown"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("iterations", [(), (0,), (1,), (10**100,), (10**5000 + 7, 3, 0)])
def test_a_shortened_shortcut_can_be_told_at_any_depth(language: Language, iterations: tuple[int, ...]) -> None:
    said = render(shortcut_sentences.taken_in_part("Lope", "pass", iterations, "12"), language)
    assert "{" not in said
    for part in ("Lope", "pass", "12", *(readable(number) for number in iterations)):
        assert part in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("function", functions(shortcut_refusals), ids=lambda function: function.__name__)
def test_every_error_can_be_said(function: Callable[..., FloorjudgeError], language: Language) -> None:
    error = called(function)
    assert "{" not in error.message(language)
    assert error.code == function.__name__


@given(st.integers(0, 10**40 - 1))
def test_a_number_that_can_be_read_out_is_shown_whole(number: int) -> None:
    shown = readable(number)
    assert shown == str(number) or eval(shown.replace("^", "**")) == number  # noqa: S307 (our own number)


def test_a_long_number_is_shown_by_its_ends() -> None:
    assert readable(10**41 + 7) == "100000…000007"
    assert readable(10**5000) == "10^5000"
