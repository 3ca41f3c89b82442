"""A loop in words: every choice with what it does."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.magic import CardLibrary
from floorjudge.magic.answer.steps import case_words, loop_steps, step_words
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.texts import render

CASE: dict[str, Any] = {
    "battlefield": [["Rock & <Roll>"], []],
    "cards": [{"name": "Rock & <Roll>", "type": "Artifact", "text": "{T}: Add {C}{C}.\n{1}: Untap this artifact."}],
    "body": [
        {"by": 0, "do": "activate", "source": "Rock & <Roll>", "ability": 0},
        {"by": 0, "do": "activate", "source": "Rock & <Roll>", "ability": 1},
        {"do": "resolve"},
    ],
}


def test_each_choice_is_told_with_what_it_gains_and_spends() -> None:
    steps = loop_steps(read_loop_case(CASE), CardLibrary.of_texts([]))
    assert [[change for _, change in each.changes] for each in steps] == [[2], [-1]]
    assert [(each.first, each.last) for each in steps] == [(1, 1), (2, 3)]


def test_what_resolves_is_named() -> None:
    """An ability that resolves at once needs no name; one that something else lies above has one."""
    at_once = loop_steps(read_loop_case(CASE), CardLibrary.of_texts([]))
    assert render(at_once[-1].said[-1], "en") == "The ability resolves."
    body = [CASE["body"][1], CASE["body"][0], CASE["body"][2]]
    *_, last = loop_steps(read_loop_case({**CASE, "mana": ["CC", ""], "body": body}), CardLibrary.of_texts([]))
    assert [render(words, "en") for words in last.said] == ["The ability of Rock & <Roll> resolves."]


def test_abilities_of_one_card_are_told_apart_by_their_words() -> None:
    case, library = read_loop_case(CASE), CardLibrary.of_texts([])
    said = [
        "Player 1 activates Rock & <Roll>: “{T}: Add {C}{C}”.",
        "Player 1 activates Rock & <Roll>: “{1}: Untap Rock & <Roll>”.",
    ]
    assert [render(words, "en") for words in case_words(case, library)[:2]] == said
    assert [render(step.said[0], "en") for step in loop_steps(case, library)[:2]] == said


@pytest.mark.parametrize(("others", "told"), [("", False), ("\n{1}: Untap this artifact.", True)])
def test_long_words_of_an_ability_are_left_out_unless_they_tell_which_one_it_is(others: str, *, told: bool) -> None:
    long = "{T}: Add {C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}{C}"
    body = [{"by": 0, "do": "activate", "source": "Rock", "ability": each} for each in (0, 1)[: 1 + bool(others)]]
    rock = {"name": "Rock", "type": "Artifact", "text": f"{long}.{others}"}
    case = read_loop_case({"battlefield": [["Rock"], []], "cards": [rock], "body": body})
    first = render(case_words(case, CardLibrary.of_texts([]))[0], "en")
    assert first == (f"Player 1 activates Rock: “{long}”." if told else "Player 1 activates Rock.")


def test_a_number_is_a_player_or_itself_as_the_question_tells() -> None:
    """Of two players, 0 is one of them where a target is chosen, and a number where X or a mode is."""
    wand = "{X}: Choose one —\n• Target player gains X life.\n• You gain 1 life."
    given = {
        "cards": [{"name": "Own Wand", "type": "Artifact", "text": wand}],
        "battlefield": [["Own Wand"], []],
        "body": [
            {"by": 0, "do": "activate", "source": "Own Wand"},
            *({"by": 0, "do": "choose", "answer": each} for each in (0, 1, 0)),
            {"do": "resolve"},
        ],
        "mana": ["{C}", ""],
        "times": "1",
    }
    said = [render(words, "en") for words in case_words(read_loop_case(given), CardLibrary.of_texts([]))]
    assert said[1:4] == ["Player 1 chooses 0.", "Player 1 chooses 1 for X.", "Player 1 chooses Player 1."]


def test_x_is_told_with_the_step_that_says_it() -> None:
    step = read_loop_case({**CASE, "body": [{"by": 0, "do": "activate", "source": "rock", "x": 3}]})
    assert render(step_words(step.body[0], step.position), "en").endswith(" X is 3.")


def test_a_step_of_the_turn_and_what_is_chosen_are_said_in_the_language_of_the_page() -> None:
    body = [
        {"do": "to step", "step": "Second main"},
        {"do": "choose", "answer": "yes"},
        {"do": "choose", "answer": "Blue"},
    ]
    case = read_loop_case({**CASE, "body": body})
    said = [render(step_words(step, case.position), "pt") for step in case.body]
    assert said == [
        "Todos passam até esta etapa: segunda fase principal.",
        "Player 1 escolhe: sim.",
        "Player 1 escolhe: azul.",
    ]
