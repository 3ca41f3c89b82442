"""What people reported of other programs, each report a case by its number; all are public."""

from __future__ import annotations

import random

import pytest

from floorjudge.formats.pods.cut import bracket, plan
from floorjudge.formats.pods.options import Options, Points, cuts, proposed
from floorjudge.formats.pods.results import Outcome, PodDrawn, PodWon
from floorjudge.formats.pods.scoring import scored
from floorjudge.formats.pods.standings import standings
from floorjudge.formats.pods.tables import RankedPod
from tests.formats.pods.playing import OPTIONS, THREES, Event, Hashed, event, some_results


def played(players: int, rounds: int, options: Options = OPTIONS, seed: int = 1) -> Event:
    chance, draw, going_on = random.Random(seed), Hashed(), event(players, options)
    for _ in range(rounds):
        made = going_on.next(draw)
        going_on.play(made, some_results(made, chance))
    return going_on


@pytest.mark.clauses("MSTR 10.4A")
def test_edh_matchmaker_2_the_top_seeds_are_matched_first_and_the_last_have_the_byes() -> None:
    going_on = played(23, 2)
    rows = standings(going_on.records(), OPTIONS)
    made = going_on.next(Hashed())
    points = {row.name: row.values[0] for row in rows}
    # Who has most sits at the first table, beside others with most; the byes are among the lowest points.
    assert rows[0].name in made.pods[0].players
    assert {points[name] for name in made.byes} == {min(points.values())}
    why = made.pods[0].why
    assert isinstance(why, RankedPod)
    assert why.first == 1


@pytest.mark.clauses("MSTR appendix C")
def test_edh_matchmaker_2_it_pays_to_win_rather_than_to_draw() -> None:
    """With 3 points for a win a drawn pod of four got 4 points in all, and a won one 3."""
    table = ("Ana", "Bo", "Cy", "Dee")

    def given(outcome: Outcome) -> int:
        return int(sum(score.points for score in scored(OPTIONS.points, table, outcome).values()))

    assert given(PodWon("Ana")) > given(PodDrawn())


@pytest.mark.clauses("MSTR 10.4A")
def test_edh_matchmaker_18_no_cut_drops_a_player() -> None:
    for pod in (3, 4, 5):
        for cut in cuts(pod):
            names = {f"s{seed}": seed for seed in range(1, cut + 1)}
            made = bracket(names, names, plan(cut, pod)[0], pod)
            in_it = [*made.waiting, *(name for each in made.pods for name in each.players)]
            assert sorted(in_it) == sorted(names)


@pytest.mark.clauses("MSTR X.1B", "MSTR 10.4A")
def test_anr_tournament_22_and_hexo_102_and_lila_6619_byes_go_round_and_to_the_lowest() -> None:
    for players in (5, 6, 7, 9, 17):
        going_on, draw = event(players), Hashed(str(players))
        chance = random.Random(players)
        for _ in range(8):
            made = going_on.next(draw)
            had = {name: record.score.byes for name, record in going_on.records().items()}
            assert all(had[name] == min(had.values()) for name in made.byes) or len(made.byes) > list(
                had.values()
            ).count(min(had.values()))
            going_on.play(made, some_results(made, chance))
            byes = [record.score.byes for record in going_on.records().values()]
            assert max(byes) - min(byes) <= 1


@pytest.mark.clauses("MSTR appendix C")
def test_phase_6349_a_bye_is_credited_as_a_win() -> None:
    going_on = played(5, 1)
    rows = {row.name: row for row in standings(going_on.records(), OPTIONS)}
    (bye,) = going_on.rounds[0].sitting_out
    assert rows[bye].values[0] == 5
    # It is no match won at a table, so of two with 5 points the one who played ranks before.
    winners = [row for row in rows.values() if row.values[0] == 5 and row.name != bye]
    assert all(rows[bye].rank > row.rank for row in winners)


@pytest.mark.clauses("MSTR 10.4A")
def test_phase_7718_two_players_who_are_left_have_a_bye_each() -> None:
    going_on = event(4)
    going_on.present = {"p1", "p2"}
    made = going_on.next(Hashed())
    assert (made.pods, sorted(made.byes)) == ((), ["p1", "p2"])


@pytest.mark.clauses("MSTR 3.1A")
def test_sendou_ink_2869_and_2637_standings_stay_when_somebody_drops() -> None:
    going_on = played(18, 3, THREES)
    before = standings(going_on.records(), THREES)
    for name in ("p3", "p9", "p18"):
        going_on.present.discard(name)
        assert standings(going_on.records(), THREES) == before


@pytest.mark.clauses("MSTR 10.4A")
def test_lila_15450_who_comes_late_has_no_absences_and_no_opponents_of_the_rounds_missed() -> None:
    going_on, draw = played(12, 2), Hashed()
    going_on.names.append("late")
    going_on.present.add("late")
    record = going_on.records()["late"]
    assert (record.score.parts, record.score.matches, record.score.byes, record.opponents) == (0, 0, 0, ())
    before = {row.name: row.values for row in standings(going_on.records(), OPTIONS)}
    made = going_on.next(draw)
    going_on.play(made, {pod.table: PodDrawn() for pod in made.pods})
    # Whoever meets the latecomer gains no points of rounds that were never played.
    now = {row.name: row.values for row in standings(going_on.records(), OPTIONS)}
    assert now["late"][0] - before["late"][0] in {1, 5}


@pytest.mark.clauses("MSTR 10.4A")
def test_tournament_organizer_10_who_left_is_paired_no_more_and_nobody_plays_themselves() -> None:
    going_on, draw = played(16, 2), Hashed()
    gone = standings(going_on.records(), OPTIONS)[0].name
    going_on.present.discard(gone)
    made = going_on.next(draw)
    seated = [name for pod in made.pods for name in pod.players] + list(made.byes)
    assert gone not in seated
    assert len(seated) == len(set(seated)) == 15


@pytest.mark.clauses("MSTR 2.2A")
def test_pgswiss_92_the_same_player_does_not_always_begin() -> None:
    going_on = played(16, 5)
    assert max(record.seats[0] for record in going_on.records().values()) <= 3


@pytest.mark.clauses("MSTR 10.4A")
def test_cobra_521_those_with_byes_are_not_kept_together() -> None:
    """Who had a bye has points as others have, and nothing pulls them to each other: points and meetings decide."""
    going_on, draw = played(26, 1), Hashed()
    with_bye = set(going_on.rounds[0].sitting_out)
    made = going_on.next(draw)
    points = {name: record.score.parts for name, record in going_on.records().items()}
    for pod in made.pods:
        if with_bye & set(pod.players):
            assert len({points[name] for name in pod.players}) <= 2


def test_a_league_of_other_points_is_played_too() -> None:
    options = proposed(Options(rounds=4, cut=0, points=Points(win=4, win_of_three=3)), 11)
    going_on = played(11, 3, options)
    assert all(row.values[0] <= 12 for row in standings(going_on.records(), options))
