"""What is chosen can be played again: random play, recorded step by step, leads to the same game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.magic import CardLibrary, Table
from floorjudge.magic.playing.bodies import Step, body_value, read_body
from floorjudge.magic.playing.playing import play, play_body
from floorjudge.magic.playing.recording import options, single_choices
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
