"""Who is in the cut, who waits, who plays with whom, and the places at the end."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from floorjudge.formats.pods.results import PodDrawn, PodWon
from floorjudge.formats.pods.rules.cut import CutRound, bracket, fitting, places, plan, winner
from floorjudge.formats.pods.rules.standings import Row
from floorjudge.formats.pods.tables import CutPod, Pod

ZERO = Fraction(0)


def field(players: int) -> dict[str, int]:
    return {f"s{seed}": seed for seed in range(1, players + 1)}


def seeds_of(players: int, rounds: CutRound, gone: tuple[int, ...] = ()) -> tuple[list[tuple[int, ...]], list[str]]:
    seeds = field(players)
    made = bracket(seeds, [name for name, seed in seeds.items() if seed not in gone], rounds, 4)
    for pod in made.pods:
        assert isinstance(pod.why, CutPod)
        assert pod.why.seeds == tuple(seeds[name] for name in pod.players)
        assert list(pod.why.seeds) == sorted(pod.why.seeds)  # the highest seed begins
    return [pod.why.seeds for pod in made.pods if isinstance(pod.why, CutPod)], list(made.waiting)


@pytest.mark.clauses("MSTR appendix E", "MSTR 10.4A")
def test_each_cut_goes_down_to_one_pod() -> None:
    assert plan(4, 4) == ((0, 1),)
    assert plan(10, 4) == ((2, 2), (0, 1))
    assert plan(13, 4) == ((1, 3), (0, 1))
    assert plan(16, 4) == ((0, 4), (0, 1))
    assert plan(40, 4) == ((8, 8), (0, 4), (0, 1))
    assert plan(9, 3) == ((0, 3), (0, 1))
    assert plan(25, 5) == ((0, 5), (0, 1))


@pytest.mark.clauses("MSTR 10.4A", "MSTR 2.2A")
def test_the_seeds_are_dealt_to_and_fro() -> None:
    assert seeds_of(16, CutRound(0, 4)) == ([(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)], [])
    assert seeds_of(10, CutRound(2, 2)) == ([(3, 6, 7, 10), (4, 5, 8, 9)], ["s1", "s2"])
    assert seeds_of(13, CutRound(1, 3)) == ([(2, 7, 8, 13), (3, 6, 9, 12), (4, 5, 10, 11)], ["s1"])
    pods, waiting = seeds_of(40, CutRound(8, 8))
    assert waiting == [f"s{seed}" for seed in range(1, 9)]
    assert (pods[0], pods[7]) == ((9, 24, 25, 40), (16, 17, 32, 33))
    # The field is even: in each round all pods have the same sum of seeds.
    for rounds in (CutRound(0, 4), CutRound(8, 8)):
        found, _ = seeds_of(16 if not rounds.waiting else 40, rounds)
        assert len({sum(each) for each in found}) == 1


@pytest.mark.clauses("MSTR 10.4A")
def test_a_field_that_fits_one_pod_plays_the_final() -> None:
    assert seeds_of(16, CutRound(0, 4), tuple(range(4, 17))) == ([(1, 2, 3)], [])
    assert seeds_of(10, CutRound(2, 2), tuple(range(3, 11))) == ([(1, 2)], [])
    assert seeds_of(10, CutRound(2, 2), tuple(range(2, 11))) == ([], ["s1"])


def test_a_cut_that_is_too_large_by_now_becomes_the_largest_one_that_is_filled() -> None:
    assert [fitting(16, players, 4) for players in (16, 15, 12, 9, 4, 3)] == [16, 13, 10, 4, 4, 4]
    assert fitting(40, 39, 4) == 16
    assert fitting(4, 100, 4) == 4
    assert fitting(9, 8, 3) == 3


@pytest.mark.clauses("MSTR 10.4A", "MSTR 2.1A")
def test_of_a_draw_that_stands_the_highest_seed_goes_on() -> None:
    pod = Pod(1, ("s1", "s8", "s9", "s16"), CutPod((1, 8, 9, 16)))
    assert winner(pod, PodWon("s9")) == "s9"
    assert winner(pod, PodDrawn()) == "s1"
    assert winner(pod, PodDrawn(("s1",))) == "s8"
    assert winner(pod, PodDrawn(out=(("s8",), ("s1",)))) == "s9"


@pytest.mark.clauses("MSTR 10.4A")
def test_places_go_by_how_far_players_came_and_then_by_the_standings() -> None:
    ranks = [1, 2, 3, 3, 5, 6, 7, 8, 9, 10, 11, 11]
    rows = [Row(f"s{number}", rank, (ZERO, ZERO, ZERO)) for number, rank in enumerate(ranks, 1)]
    # Ten were in; s1 and s2 waited; s7 and s4 won their pods, and s7 the final.
    reached = {f"s{number}": 1 for number in range(1, 11)} | {"s1": 2, "s2": 2, "s7": 2, "s4": 2}
    found = places(rows, reached, "s7")
    assert found == {
        "s7": 1, "s1": 2, "s2": 3, "s4": 4, "s3": 5, "s5": 6, "s6": 7, "s8": 8, "s9": 9, "s10": 10, "s11": 11, "s12": 11,
    }  # fmt: skip


@pytest.mark.clauses("MSTR appendix E")
@pytest.mark.clauses("MSTR 10.4A")
def test_who_played_in_the_cut_is_before_who_did_not() -> None:
    """One who left before the cut has the better rank; another has the rank of the last in the cut."""
    left, champion, last, level = (Row(name, rank, (ZERO,)) for name, rank in (("a", 1), ("b", 2), ("c", 3), ("d", 3)))
    reached = {"b": 2, "c": 1}
    assert places((left, champion, last), reached, "b") == {"b": 1, "c": 2, "a": 3}
    assert places((champion, last, level), reached, "b") == {"b": 1, "c": 2, "d": 3}


def test_of_one_pod_nobody_waits_and_who_waits_stands_in_the_order_of_the_seeds() -> None:
    seeds = {"d": 1, "c": 2, "b": 3, "a": 4}
    made = bracket(seeds, seeds, CutRound(2, 2), 4)
    assert ([pod.players for pod in made.pods], made.waiting) == ([("d", "c", "b", "a")], ())
    assert bracket(seeds, seeds, CutRound(2, 2), 3).waiting == ("d", "c", "b", "a")


@pytest.mark.clauses("MSTR 10.4A")
def test_every_cut_is_played_to_one_winner_whoever_leaves() -> None:
    """EDH_matchmaker 18: a cut that was made for one shape of tables lost players without a word."""
    for cut in (4, 10, 13, 16, 40):
        for seed in range(30):
            chance = random.Random(f"{cut}/{seed}")
            seeds = field(cut)
            left = set(seeds)
            for number, rounds in enumerate(plan(cut, 4)):
                made = bracket(seeds, left, rounds, 4)
                seated = [name for pod in made.pods for name in pod.players]
                assert sorted([*seated, *made.waiting]) == sorted(left)
                assert all(2 <= len(pod.players) <= 4 for pod in made.pods)
                assert [pod.table for pod in made.pods] == list(range(1, len(made.pods) + 1))
                winners = {str(winner(pod, PodWon(chance.choice(pod.players)))) for pod in made.pods}
                left = {*winners, *made.waiting}
                if number == 0 and seed:
                    left -= set(chance.sample(sorted(left), min(len(left) - 1, chance.randrange(3))))
            assert len(left) == 1
