from __future__ import annotations

from itertools import product

import pytest

from floorjudge.errors import BadInput
from floorjudge.formats.swiss.errors import (
    DrawInPlayoff,
    NegativeGames,
    NoGames,
    NothingConceded,
    TooManyGamesDrawn,
    TooManyGamesWon,
    TwoWinners,
    UnevenDraw,
)
from floorjudge.formats.swiss.matches import (
    INTENTIONAL_DRAW,
    Ending,
    Result,
    check,
    concession,
    possible,
    problems,
)
from tests.support.refusals import error_of


def kinds(result: Result, games_to_win: int = 2, *, playoff: bool = False) -> list[type[BadInput]]:
    return [type(problem) for problem in problems(result, games_to_win, playoff=playoff)]


@pytest.mark.clauses("MTR 2.1")
def test_what_can_be_a_result_is_known_for_every_number_of_games() -> None:
    """As the rules say it: games were played, nobody has more than needed, and only one player has as many."""
    for needed, first, second, drawn in product((1, 2, 3), range(5), range(5), range(3)):
        result = Result((first, second), drawn)
        can_be = first + second + drawn > 0 and max(first, second) <= needed and first + second < 2 * needed
        assert (kinds(result, needed) == []) == can_be, (needed, result)


@pytest.mark.clauses("MTR 2.1")
def test_what_no_match_can_have_is_refused_at_its_place(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Result, type[BadInput], str]] = [
        (Result((0, 0)), NoGames, "games"),
        (Result((2, 2)), TwoWinners, "games"),
        (Result((3, 0)), TooManyGamesWon, "games"),
        (Result((0, -1)), NegativeGames, "games"),
        (Result((2, 0), -1), NegativeGames, "games"),
        (Result((1, 1), 10), TooManyGamesDrawn, "drawn"),
    ]
    for result, problem, where in cases:
        with subtests.test(where=where):
            assert error_of(problem, check, result, 2).where == where


def test_everything_that_is_wrong_is_named() -> None:
    assert kinds(Result((3, 3), 12)) == [TooManyGamesWon, TooManyGamesDrawn]
    assert kinds(Result((0, 0)), playoff=True) == [NoGames, DrawInPlayoff]


@pytest.mark.clauses("MTR 2.5")
def test_a_draw_that_is_agreed_on_is_0_0_3_or_has_the_games_that_were_played() -> None:
    assert (INTENTIONAL_DRAW.games, INTENTIONAL_DRAW.drawn) == ((0, 0), 3)
    assert kinds(Result((1, 1), 0, Ending.INTENTIONAL_DRAW)) == []
    assert kinds(Result((1, 0), 1, Ending.INTENTIONAL_DRAW)) == [UnevenDraw]


@pytest.mark.clauses("MTR 2.5")
def test_who_concedes_keeps_the_games_won_but_not_the_match(subtests: pytest.Subtests) -> None:
    for seat, before, games in [
        (0, (0, 0), (0, 2)),
        (0, (1, 0), (1, 2)),
        (1, (1, 1), (2, 1)),
        (1, (0, 1), (2, 1)),
        (0, (2, 0), (1, 2)),  # conceded before the result was recorded
    ]:
        with subtests.test(seat=seat):
            result = concession(seat, 2, before, 1)
            assert (result.games, result.drawn, result.winner) == (games, 1, 1 - seat)
            assert kinds(result) == kinds(result, playoff=True) == []
            assert kinds(result, 3) == [NothingConceded]


@pytest.mark.clauses("MTR 2.1")
def test_the_results_to_choose_from_begin_with_those_that_time_did_not_end() -> None:
    shown = [f"{first}-{second}" for first, second in (result.games for result in possible(2))]
    assert shown == ["2-0", "2-1", "1-2", "0-2", "1-0", "1-1", "0-1"]
    assert [result.games for result in possible(1)] == [(1, 0), (0, 1)]
    assert not any(result.is_draw for result in possible(2, playoff=True))
