"""What is proposed for a number of players, and which options cannot be meant."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.formats.errors import BadField, OptionUnknown
from floorjudge.formats.pods.format import FORMAT
from floorjudge.formats.pods.options import Options, Points, Proposal, cuts, proposal, proposed
from tests.support.forms import as_it_stands, lines_of
from tests.support.refusals import error_of


@pytest.mark.clauses("MSTR appendix E", "MSTR 10.2A", "MSTR 10.2B")
def test_rounds_and_cut_follow_the_number_of_players() -> None:
    table = {
        (3, 4, 5, 8): (1, 0),
        (9, 16): (2, 4),
        (17, 32): (3, 4),
        (33, 64): (4, 4),
        (65, 128): (5, 16),
        (129, 226): (6, 40),
        (227, 409): (7, 40),
        (410, 10_000): (8, 40),
    }
    for numbers, expected in table.items():
        for players in numbers:
            assert proposal(players) == Proposal(*expected)
            filled = proposed(Options(), players)
            assert (filled.rounds, filled.cut) == expected


def test_pods_of_other_sizes_are_cut_to_one_pod_or_as_many_as_fill_it() -> None:
    assert [cuts(pod) for pod in (3, 4, 5)] == [(3, 9), (4, 10, 13, 16, 40), (5, 25)]
    assert [proposal(40, pod).cut for pod in (3, 4, 5)] == [9, 4, 5]
    assert proposal(50, 5).cut == 25


def test_options_that_cannot_be_meant() -> None:
    wrong: dict[str, list[tuple[Options, str]]] = {
        "options.pod": [(Options(pod=2), "3, 4, 5"), (Options(pod=6), "6")],
        "options.remainder": [(Options(pod=5, remainder="threes"), "Choose byes")],
        "options.floor": [(Options(floor=101), "101"), (Options(floor=-1), "0")],
        "options.rounds": [(Options(rounds=-1), "0"), (Options(rounds=101), "100"), (Options(rounds=0, cut=0), "cut")],
        "options.cut": [(Options(cut=8), "0, 4, 10, 13, 16, 40"), (Options(pod=3, cut=4), "0, 3, 9")],
        "options.points.win": [(points(win=-1), "1,000"), (points(win=1001), "1,000")],
        "options.points.draw": [(points(draw=6), "5"), (points(win=3, draw=2, win_of_three=1), "1")],
        "options.points.bye": [(points(bye=6), "5")],
        "options.points.win_of_three": [(points(win_of_three=6), "5")],
        "options.points.others": [
            (points(others=(1,)), "3"),
            (points(others=(1, 2, 0)), "1, 2, 0"),
            (points(others=(1, 0, -1)), "-1"),
            (points(others=(6, 1, 0)), "6"),
            (points(win_of_three=2, others=(3, 1, 0)), "2"),
        ],
    }
    for where, cases in wrong.items():
        for options, words in cases:
            raised = error_of(FloorjudgeError, FORMAT.options_from_json, msgspec.to_builtins(options))
            assert raised.where == where
            assert words in raised.message("en").replace("\N{MINUS SIGN}", "-")


def points(**chosen: Any) -> Options:
    return Options(points=Points(**chosen))


def test_a_field_that_is_too_small() -> None:
    for options, players, where in ((Options(cut=16), 15, "options.cut"), (Options(), 2, None)):
        raised = error_of(FloorjudgeError, proposed, options, players)
        assert raised.where == where
        assert str(players) in raised.message("en")
    assert proposed(Options(cut=16), 16).cut == 16


def test_an_unknown_option_within_the_points_is_told_those_that_there_are() -> None:
    raised = error_of(OptionUnknown, FORMAT.options_from_json, {"points": {"loss": 1}})
    assert raised.where == "options.points.loss"
    assert raised.known == Points.__struct_fields__
    assert (
        error_of(BadField, FORMAT.options_from_json, {"points": {"others": [1, "x"]}}).where
        == "options.points.others[1]"
    )
    assert str(error_of(BadField, FORMAT.options_from_json, {"remainder": "seats"}).expected) == "one of byes, threes"


def test_an_event_is_opened_in_a_form_with_a_field_for_each_option() -> None:
    form = FORMAT.options_form(None)
    rounds = ", ".join(f"{number}={number}" for number in range(13))
    sizes = ", ".join(f"{size}={size}" for size in (3, 4, 5, 9, 10, 13, 16, 25, 40))
    assert lines_of(form) == [
        "pod (Players in a pod): 4=4, 3=3, 5=5 [4]",
        "remainder (Players that fill no pod): byes=have a bye, threes=play in pods of three [byes]",
        f"rounds (Rounds before the cut): =by the number of players, {rounds} ?",
        f"cut (Players in the cut): =by the number of players, 0=no cut, {sizes} ?",
        "drawn_cut (A drawn game of the cut): again=is played again, seed=lets the highest seed go on [again]",
        "decks (Deck lists): =not asked for, commander=Commander ?",
        "banned (Banned cards): ",
        "points.win (Points of a win (empty: one more than a pod has players)): 0 to 1000 ?",
        "points.draw (Points of a draw): 0 to 1000 [1] ?",
        "points.bye (Points of a bye (empty: as a win)): 0 to 1000 ?",
        "points.win_of_three (Points of a win in a pod of three (empty: as any win)): 0 to 1000 ?",
        "points.others (Points by elimination: from the last eliminated to the first, such as 3 2 1): up to 50 letters ?",
        "prefer (More important for pods): new_opponents=no two players meet again, equal_points=players with equal points [new_opponents]",
        "tie_break (Last tie-break): opponents_match_points=Opponents' mean match points, opponents_match_win=Opponents' match-win percentage [opponents_match_points]",
        "floor (Lower limit of an opponent's match-win percentage): 0 to 100 [20] ?",
    ]
    assert FORMAT.options_from_json(FORMAT.options_from_form(as_it_stands(form))) == Options()
