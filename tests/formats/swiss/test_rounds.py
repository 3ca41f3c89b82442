from __future__ import annotations

import re
from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.formats.errors import BadField, CutTooLarge, NoSuchCut, NothingToPlay, OptionUnknown
from floorjudge.formats.swiss.errors import CutTooSmall, TooManyForElimination
from floorjudge.formats.swiss.format import FORMAT
from floorjudge.formats.swiss.rules.rounds import CUTS, Options, Plan, check, planned, recommended
from tests.support.forms import as_it_stands, lines_of
from tests.support.refusals import error_of


@pytest.mark.clauses("MTR appendix E")
def test_what_is_recommended_for_a_number_of_players(subtests: pytest.Subtests) -> None:
    for players, rounds, cut in [
        *((players, 0, 8) for players in range(5, 9)),
        (9, 5, 4),
        (16, 5, 4),
        (17, 5, 8),
        (32, 5, 8),
        (33, 6, 8),
        (64, 6, 8),
        (65, 7, 8),
        (128, 7, 8),
        (129, 8, 8),
        (226, 8, 8),
        (227, 9, 8),
        (409, 9, 8),
        (410, 10, 8),
        (10_000, 10, 8),
        (2, 0, 2),
        (3, 0, 4),
        (4, 0, 4),
    ]:
        with subtests.test(players=players, rounds=rounds, cut=cut):
            assert recommended(players) == planned(Options(), players) == Plan(rounds, cut)


@pytest.mark.clauses("MTR 10.2", "MTR 10.4")
def test_what_is_chosen_is_kept_and_the_rest_follows(subtests: pytest.Subtests) -> None:
    for options, players, plan in [
        (Options(rounds=4), 23, Plan(4, 8)),
        (Options(cut=0), 23, Plan(5, 0)),
        (Options(rounds=3, cut=2), 5, Plan(3, 2)),
        (Options(rounds=3), 6, Plan(3, 0)),
        (Options(cut=4), 6, Plan(3, 4)),
        (Options(cut=0), 8, Plan(3, 0)),
        (Options(cut=0), 4, Plan(2, 0)),
        (Options(cut=0), 2, Plan(1, 0)),
        (Options(cut=8), 6, Plan(0, 8)),
        (Options(rounds=0), 20, Plan(0, 32)),
        (Options(rounds=0, cut=16), 9, Plan(0, 16)),
        (Options(cut=32), 40, Plan(6, 32)),
        (Options(rounds=3, cut=8), 8, Plan(3, 8)),
        (Options(rounds=0), 32, Plan(0, 32)),
    ]:
        with subtests.test(options=options, players=players, plan=plan):
            check(options)
            assert planned(options, players) == plan


@pytest.mark.clauses("MTR 10.4")
def test_what_so_many_players_cannot_play_is_refused(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Options, int, type[BadInput], str, tuple[int, ...]]] = [
        (Options(cut=16), 12, CutTooLarge, "options.cut", (16, 12)),
        (Options(rounds=3, cut=8), 5, CutTooLarge, "options.cut", (8, 5)),
        (Options(rounds=0, cut=32), 9, CutTooLarge, "options.cut", (32, 9)),
        (Options(rounds=0, cut=4), 9, CutTooSmall, "options.cut", (4, 9, 16)),
        (Options(rounds=0), 33, TooManyForElimination, "options.rounds", (32, 33)),
    ]
    for options, players, problem, where, numbers in cases:
        with subtests.test(players=players, where=where):
            error = error_of(problem, planned, options, players)
            assert error.where == where
            assert [int(number) for number in re.findall(r"\d+", error.message("en"))][: len(numbers)] == [*numbers]


@pytest.mark.clauses("MTR 10.4")
def test_what_cannot_be_meant_is_refused_at_its_place(subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], type[BadInput], str]] = [
        ({"games_to_win": 0}, BadField, "options.games_to_win"),
        ({"games_to_win": 4}, BadField, "options.games_to_win"),
        ({"playoff_games_to_win": 0}, BadField, "options.playoff_games_to_win"),
        ({"playoff_games_to_win": 4}, BadField, "options.playoff_games_to_win"),
        ({"rounds": -1}, BadField, "options.rounds"),
        ({"rounds": 21}, BadField, "options.rounds"),
        ({"cut": 6}, NoSuchCut, "options.cut"),
        ({"cut": -2}, NoSuchCut, "options.cut"),
        ({"cut": "8"}, BadField, "options.cut"),
        ({"rounds": 0, "cut": 0}, NothingToPlay, "options.rounds"),
        ({"last_round": "by chance"}, BadField, "options.last_round"),
        ({"round": 5}, OptionUnknown, "options.round"),
    ]
    for options, problem, where in cases:
        with subtests.test(options=str(options)):
            assert error_of(problem, FORMAT.options_from_json, options).where == where
    offered = error_of(NoSuchCut, FORMAT.options_from_json, {"cut": 6}).message("en")
    assert offered == "A cut to 6 is not possible; choose one of: 0, 2, 4, 8, 16, 32 (0 is no cut)."


def test_every_option_within_its_range_is_accepted() -> None:
    for cut in (None, 0, *CUTS):
        check(Options(games_to_win=1, rounds=20, cut=cut, playoff_games_to_win=3, last_round="standings"))
    check(Options(rounds=0))


def test_an_event_is_opened_in_a_form_with_a_field_for_each_option() -> None:
    form = FORMAT.options_form(None)
    rounds = ", ".join(f"{number}={number}" for number in range(21))
    games = "1=1, 2=2, 3=3"
    assert lines_of(form) == [
        f"games_to_win (Games that win a match): {games} [2]",
        f"rounds (Swiss rounds): =by the number of players, {rounds} ?",
        "cut (Players in the playoff): =by the number of players, 0=no playoff, 2=2, 4=4, 8=8, 16=16, 32=32 ?",
        f"playoff_games_to_win (Games that win a match of the playoff): =as in the rounds, {games} ?",
        "last_round (Last Swiss round): random=drawn at random, standings=by the standings",
        "decks (Deck lists): =not asked for, constructed=constructed, limited=limited ?",
        "banned (Banned cards): ",
    ]
    assert FORMAT.options_from_json(FORMAT.options_from_form(as_it_stands(form))) == Options()
