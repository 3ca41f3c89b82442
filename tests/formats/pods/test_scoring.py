"""What results are worth, and which ones no pod can have."""

from __future__ import annotations

from fractions import Fraction

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.formats.errors import NameTwice, NotAtTheTable
from floorjudge.formats.pods import errors
from floorjudge.formats.pods.options import Options, Points, proposed
from floorjudge.formats.pods.results import Outcome, PodDrawn, PodWon, check
from floorjudge.formats.pods.rules.scoring import Score, bye, scored
from floorjudge.texts import render

FOUR = ("Ana", "Bo", "Cy", "Dee")
THREE = FOUR[:3]


def points_of(players: tuple[str, ...], outcome: Outcome, **chosen: object) -> list[str]:
    points = proposed(Options(points=Points(**chosen)), 16).points  # type: ignore[arg-type]
    return [str(score.points) for score in scored(points, players, outcome).values()]


def refused(outcome: Outcome, players: tuple[str, ...] = FOUR, *, by_elimination: bool = False) -> FloorjudgeError:
    with pytest.raises(FloorjudgeError) as raised:
        check(players, outcome, by_elimination=by_elimination)
    return raised.value


@pytest.mark.clauses("MSTR appendix C")
def test_a_win_is_worth_one_more_than_a_pod_has_players_and_a_draw_one_for_each() -> None:
    assert points_of(FOUR, PodWon("Cy")) == ["0", "0", "5", "0"]
    assert points_of(FOUR, PodDrawn()) == ["1", "1", "1", "1"]
    # In a pod of three of an event of pods of four it is the same: four is the usual number.
    assert points_of(THREE, PodWon("Ana")) == ["5", "0", "0"]
    points = proposed(Options(pod=5), 16).points
    assert scored(points, FOUR, PodWon("Bo"))["Bo"] == Score(6 * 12, 1, 1, 0)


@pytest.mark.clauses("MSTR appendix C")
def test_a_bye_is_a_win_without_a_table() -> None:
    points = proposed(Options(), 16).points
    assert (bye(points).points, bye(points)) == (Fraction(5), Score(60, wins=1, matches=0, byes=1))
    assert bye(proposed(Options(points=Points(win=3)), 16).points).points == 3
    for worth in (2, 0):
        assert bye(proposed(Options(points=Points(bye=worth)), 16).points).points == worth


def test_other_points_can_be_chosen() -> None:
    for worth in (3, 0):
        assert points_of(FOUR, PodWon("Ana"), win=worth) == [str(worth), "0", "0", "0"]
    assert points_of(FOUR, PodWon("Ana"), win=4, win_of_three=3) == ["4", "0", "0", "0"]
    assert points_of(THREE, PodWon("Ana"), win=4, win_of_three=3) == ["3", "0", "0"]


def test_points_can_go_by_elimination() -> None:
    def by_elimination(players: tuple[str, ...], outcome: Outcome) -> list[str]:
        check(players, outcome, by_elimination=True)
        return points_of(players, outcome, others=(3, 2, 1))

    assert by_elimination(FOUR, PodWon("Cy", (("Dee",), ("Ana",), ("Bo",)))) == ["2", "3", "5", "1"]
    # Who are eliminated at once share the points of their places, exactly.
    assert by_elimination(FOUR, PodWon("Cy", (("Dee", "Ana"), ("Bo",)))) == ["3/2", "3", "5", "3/2"]
    assert by_elimination(FOUR, PodWon("Cy", (("Dee", "Ana", "Bo"),))) == ["2", "2", "5", "2"]
    # A pod of three has no fourth place.
    assert by_elimination(THREE, PodWon("Ana", (("Bo",), ("Cy",)))) == ["5", "2", "3"]
    # In a draw those who were eliminated have their places, the others the draw.
    assert by_elimination(FOUR, PodDrawn(out=(("Dee",), ("Ana",)))) == ["2", "1", "1", "1"]


def test_a_score_is_added_and_taken_away() -> None:
    many, one = Score(120, 3, 5, 2), Score(60, 1, 2, 1)
    assert many + one == Score(180, 4, 7, 3)
    assert many - one == Score(60, 2, 3, 1)


@pytest.mark.clauses("MSTR 2.1A")
def test_results_that_no_pod_can_have() -> None:
    for error, kind, where in (
        (refused(PodWon("Eve")), NotAtTheTable, "winner"),
        (refused(PodDrawn(("Eve",))), NotAtTheTable, "lost[0]"),
        (refused(PodWon("Ana", (("Bo", "Eve"),)), by_elimination=True), NotAtTheTable, "out[0]"),
        (refused(PodWon("Ana", (("Ana", "Bo"),)), by_elimination=True), errors.WonAndLost, "winner"),
        (refused(PodWon("Ana", (("Bo",), ("Bo",))), by_elimination=True), NameTwice, "out"),
        (refused(PodDrawn(("Bo", "Bo"))), NameTwice, "lost"),
        (refused(PodDrawn(("Ana", "Bo", "Cy"))), errors.OneLeftHasWon, "lost"),
        (refused(PodDrawn(FOUR)), errors.NobodyDrew, "lost"),
        (refused(PodWon("Ana", (("Bo",),))), errors.EliminationNotAsked, "out"),
        (refused(PodWon("Ana", (("Bo",),)), by_elimination=True), errors.EliminationIncomplete, "out"),
    ):
        assert (type(error), error.where) == (kind, where)
    assert "Dee has won" in refused(PodDrawn(("Ana", "Bo", "Cy"))).message("en")
    assert "Cy, Dee" in refused(PodWon("Ana", (("Bo",),)), by_elimination=True).message("en")


def test_a_result_is_told_in_a_sentence() -> None:
    assert render(PodWon("Ana").sentence(), "en") == "Ana won."
    assert (
        render(PodWon("Ana", (("Cy",), ("Bo", "Dee"))).sentence(), "en")
        == "Ana won; eliminated in this order: Cy; Bo, Dee at once."
    )
    assert render(PodDrawn().sentence(), "en") == "A draw."
    assert render(PodDrawn(("Bo",)).sentence(), "en") == "A draw; these have lost: Bo."
    drawn = PodDrawn(out=(("Cy",), ("Dee",)))
    assert render(drawn.sentence(), "en") == "A draw; eliminated in this order: Cy, Dee."
    with_lost = render(PodDrawn(("Bo",), drawn.out[:1]).sentence(), "en")
    assert with_lost == "A draw; these have lost: Bo; eliminated: Cy."
