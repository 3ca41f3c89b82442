"""Every sentence of the room, said in every language."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from floorjudge.formats.on_the_edge.decks import Verdict, reasons
from floorjudge.texts import LANGUAGES, Language, Text, render

SAMPLES: dict[object, object] = {str: "Lope", int: 2, tuple[str, ...]: ("28", "S1")}


def functions(module: object) -> list[Callable[..., Any]]:
    found = [each for _, each in inspect.getmembers(module, inspect.isfunction)]
    return [each for each in found if inspect.getmodule(each) is module]


def called(function: Callable[..., Text]) -> Text:
    return function(*(SAMPLES[each.annotation] for each in inspect.signature(function).parameters.values()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("function", functions(reasons), ids=lambda function: function.__name__)
def test_every_reason_can_be_said(function: Callable[..., Text], language: Language) -> None:
    said = render(called(function), language)
    assert said
    assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_can_be_said(verdict: Verdict, language: Language) -> None:
    said = render(verdict.said(), language)
    assert said == verdict.value if language == "en" else said
