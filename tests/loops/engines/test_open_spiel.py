"""OpenSpiel's games: the promises of a game, and draws by repetition against the games' own rule."""

from __future__ import annotations

import random
from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.loops import Occurrences, RepetitionWatch
from floorjudge.loops.engines.open_spiel import OpenSpielGame
from floorjudge.loops.game.conformance import check_game
from tests.support.refusals import error_of


def test_keeps_the_promises_of_a_game(subtests: pytest.Subtests) -> None:
    for name in ["tic_tac_toe", "breakthrough(rows=5,columns=4)", "connect_four", "clobber", "nim", "othello"]:
        with subtests.test(name=name):
            game = OpenSpielGame(name)
            checked = check_game(game, game.start(), seed=1, plays=8, length=12)
            assert checked.positions > 20
            assert checked.equal_pairs > 0


def test_chance_chooses_where_nobody_does() -> None:
    game = OpenSpielGame("backgammon")
    start = game.start()
    assert game.player(start) is None
    assert len(game.choices(start)) > 1
    assert game.player(game.apply(start, game.choices(start)[0])) in {"0", "1"}


def way_back(game: OpenSpielGame, start: Any, chance: random.Random) -> tuple[int, ...]:
    """Return four choices, two of each player, that lead back to where they began."""
    while True:
        first = chance.choice(game.choices(start))
        second = chance.choice(game.choices(game.apply(start, first)))
        there = game.apply(game.apply(start, first), second)
        for third in game.choices(there):
            half = game.apply(there, third)
            for fourth in game.choices(half):
                if game.shape(game.apply(half, fourth)) == game.shape(start):
                    return first, second, third, fourth


@pytest.mark.parametrize("name", ["chess", "shogi"])
def test_a_game_ends_when_we_have_counted_as_often_as_its_own_rule_says(name: str) -> None:
    game = OpenSpielGame(name)
    chance = random.Random(5)
    for beginning in (0, 3):
        position = game.start()
        for _ in range(beginning):
            position = game.apply(position, chance.choice(game.choices(position)))
        cycle = way_back(game, position, chance)
        seen = Occurrences[Any]()
        counts = [seen.see(game.shape(position))]
        while not position.is_terminal():
            position = game.apply(position, cycle[(len(counts) - 1) % len(cycle)])
            counts.append(seen.see(game.shape(position)))
        assert position.returns() == [0.0, 0.0]
        assert game.repetitions_that_end is not None
        assert len(counts) - 1 == 4 * (game.repetitions_that_end - 1)
        assert max(counts[:-1]) == game.repetitions_that_end - 1


@pytest.mark.parametrize("name", ["quoridor"])
def test_the_watch_sees_positions_come_back(name: str) -> None:
    game = OpenSpielGame(name)
    watch, chance, position = RepetitionWatch[Any](), random.Random(4), game.start()
    seen: list[Any] = []
    for _ in range(120):
        shape = game.shape(position)
        found = watch.see(shape)
        assert (None if found is None else found.first) == (seen.index(shape) if shape in seen else None)
        seen.append(shape)
        options = game.choices(position)
        if not options:
            break
        position = game.apply(position, chance.choice(options))
    assert len(set(seen)) < len(seen)


def test_what_tells_positions_apart_may_be_given() -> None:
    game = OpenSpielGame("tic_tac_toe", words=lambda state: tuple(sorted(str(state))))
    start = game.start()
    corner, side = game.apply(start, 0), game.apply(start, 1)
    assert game.shape(corner) == game.shape(side)
    assert OpenSpielGame("tic_tac_toe").shape(corner) != OpenSpielGame("tic_tac_toe").shape(side)


def test_games_that_do_not_fit_are_refused(subtests: pytest.Subtests) -> None:
    for name, code in [
        ("noughts", "unknown_game"),
        ("kuhn_poker", "hidden_information"),
        ("goofspiel", "not_in_turns"),
        ("matrix_rps", "not_in_turns"),
    ]:
        with subtests.test(name=name, code=code):
            assert error_of(BadInput, OpenSpielGame, name).code == code
