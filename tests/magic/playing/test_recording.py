"""What is chosen can be played again: random play, recorded step by step, leads to the same game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary, Table
from floorjudge.magic.engine.prompts import prompt_of
from floorjudge.magic.playing.bodies import Step, body_value, read_body
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import play, play_body
from floorjudge.magic.playing.recording import attack_step, options, single_choices
from floorjudge.magic.playing.steps import FirstAction
from tests.magic.boards import BOARDS, GOND, game_of, table_of

CHOICES = 25


def at_random(table: Table, chance: random.Random) -> tuple[Step, ...]:
    """Play on a table at random, and return the steps; each must be the action that was meant."""
    body: list[Step] = []
    for _ in range(CHOICES):
        offered = options(table)
        if not offered:
            break
        chosen = chance.choice(offered)
        try:
            played = play(table, chosen.step)
        except FloorjudgeError as error:  # a mana ability that could not be paid for
            assert error.code == "not_allowed_by_engine"  # noqa: PT017 (any other code is a mistake of ours)
            continue
        assert played.decisions[0].chosen == chosen.act
        body.append(chosen.step)
    return tuple(body)


@pytest.mark.parametrize("seed", [0, *(pytest.param(more, marks=pytest.mark.engine) for more in (1, 2))])
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_recorded_play_leads_to_the_same_game(library: CardLibrary, board: dict[str, Any], seed: int) -> None:
    table = table_of(board, library)
    again = table.clone()
    body = at_random(table, random.Random(seed))
    assert body
    written = body_value(body)
    play_body(again, read_body(written))
    assert game_of(again) == game_of(table)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_everything_offered_is_said_differently(library: CardLibrary, board: dict[str, Any]) -> None:
    offered = options(table_of(board, library))
    assert len({str(option.step) for option in offered}) == len(offered)


def test_a_body_as_single_choices_does_the_same(library: CardLibrary) -> None:
    table, again = table_of(GOND, library), table_of(GOND, library)
    body = read_body([{"do": "activate", "source": "bear"}, {"do": "resolve all"}])
    choices = single_choices(table, body)
    assert [(step.do, player) for step, player in zip(choices.steps, choices.players, strict=True)] == [
        ("activate", 0),
        ("pass", 0),
        ("pass", 1),
        ("pass", 0),
        ("pass", 1),
    ]
    play_body(again, choices.steps)
    assert game_of(again) == game_of(table)


def test_mana_abilities_are_choices_too(library: CardLibrary) -> None:
    body = read_body(
        [{"do": "activate", "source": "Sol Ring"}, {"do": "activate", "source": "Basalt Monolith", "ability": 0}]
    )
    table = table_of(BOARDS["spells"], library)
    steps = single_choices(table, body).steps
    assert [(step.source and step.source.words, step.ability) for step in steps] == [
        ("Sol Ring", None),
        ("Basalt Monolith", 0),
    ]


OX = {"name": "Own Ox", "type": "Creature — Ox", "power": 2, "toughness": 9}
VOLLEY = {
    "name": "Own Volley",
    "type": "Instant",
    "mana_cost": "{0}",
    "text": "Own Volley deals 3 damage divided as you choose among one or two target creatures.",
}
WALKER = {"name": "Own Walker", "type": "Planeswalker — Own", "loyalty": 4, "text": "+1: You gain 1 life."}


def test_a_division_among_equal_creatures_gives_each_its_share() -> None:
    board = {"cards": [OX, VOLLEY], "hand": [["Own Volley"], []], "battlefield": [[], ["Own Ox", "Own Ox"]]}
    table = table_of(board, CardLibrary.of_texts([]))
    for step in read_body([{"do": "cast", "source": "Own Volley"}, {"do": "choose", "answer": "Own Ox"}]):
        play(table, step)
    found = options(table)
    assert len(found) == 2
    for each in found:
        again = table.clone()
        play(again, each.step)
        play(again, Step(do="resolve all"))
        damage = {thing.number: thing.damage for thing in again.battlefield()}
        assert damage == {target.thing: amount for target, amount in each.act.division}
    by_hand = {"do": "choose", "answer": [{"card": "Own Ox", "amount": 2}, {"card": "Own Ox", "amount": 1}]}
    for step in read_body([by_hand, {"do": "resolve all"}]):
        play(table, step)
    assert sorted(thing.damage for thing in table.battlefield()) == [1, 2]


@pytest.mark.parametrize("more", [0, 2])
def test_an_attack_on_one_of_two_permanents_of_a_name_is_recorded_as_that(more: int) -> None:
    walkers = ["Own Walker", {"card": "Own Walker", "counters": {"loyalty": more}}]
    board = {"cards": [OX, WALKER], "battlefield": [["Own Ox"], walkers], "step": "declare attackers"}
    table = table_of(board, CardLibrary.of_texts([]))
    prompt, names = prompt_of(table), Names(table)
    (ox,) = prompt.attackers
    assert len(prompt.attacked) == 3
    for whom in prompt.attacked:
        step = attack_step(prompt, [(ox, whom)], names)
        assert FirstAction(table, prompt, step, names, "step").action().attacks == ((ox, whom),)
