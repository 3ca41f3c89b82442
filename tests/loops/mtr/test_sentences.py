"""Every sentence about loops, said in every language."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from floorjudge.loops import Case, JudgesWord, Point, Ruling, Step, rule
from floorjudge.loops.mtr import explain
from floorjudge.loops.mtr.cases import Paragraph, Then
from floorjudge.texts import LANGUAGES, Language, Text, render

POINTS = (Point(0), Point(1), Point(2), Point(10**100), Point(0, 1), Point(39, 2))

SENTENCES: tuple[Text, ...] = (
    *(explain.stops("Lope", point) for point in POINTS),
    *(explain.then("Lope", what) for what in get_args(Then)),
    *(
        explain.possibilities(paragraph, "Lope", maintains=maintains, limit=None)
        for paragraph in get_args(Paragraph)
        for maintains in (False, True)
    ),
    *(explain.possibilities("MTR 4.4.3", "Lope", maintains=False, limit=point) for point in POINTS),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.message[:40])
def test_every_sentence_can_be_said(sentence: Text, language: Language) -> None:
    said = render(sentence, language)
    assert said
    assert "{" not in said
    assert ("Lope" in said) is ("Lope" in sentence.values.values())


@pytest.mark.parametrize("maintained_by", [(), ("Ana",)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ground_can_be_said(language: Language, maintained_by: tuple[str, ...]) -> None:
    marks: dict[str, Any] = dict.fromkeys(("conditional", "random", "decision_tree", "converges"), True)
    ruling = rule(
        Case(
            ("Ana",),
            maintained_by,
            span="turns",
            varies="relevant",
            meaningful_change=True,
            body=(Step("Lope", **marks), Step(**marks)),
            judge=JudgesWord("not_loop", "because"),
        )
    )
    assert isinstance(ruling, Ruling)
    said = [render(sentence, language) for sentence in ruling.sentences]
    assert len(said) == 8
    assert sum("1 (Lope), 2" in sentence for sentence in said) == 4
    assert not any("{" in sentence for sentence in said)


def test_a_step_at_which_the_loop_stops_is_named_where_it_has_words() -> None:
    case = Case(("Ana",), ("Ana",), sustained_by="choices", body=(Step(), Step(by="Ana", sustains=True)))
    ruling = rule(case.declared("Ana", 1))
    assert isinstance(ruling, Ruling)
    assert [render(sentence, "en") for sentence in ruling.sentences] == [
        "Ana stops the loop after the first step of iteration 2.",
        "Ana now makes a different choice.",
    ]


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "12,345,678"), ("es", "12.345.678"), ("fr", "12\u202f345\u202f678"), ("pt", "12.345.678")],
)
def test_long_numbers_are_grouped_as_the_reader_does(language: Language, written: str) -> None:
    assert written in render(explain.stops("Lope", Point(12_345_678)), language)
    assert "1234 " in render(explain.stops("Lope", Point(1_234)), language)
