"""Whole random events against a slow model: sizes, byes, standings, seats, meetings, with drops, late entries, corrections."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from floorjudge.formats.pods.options import Options
from floorjudge.formats.pods.rules.pairing import Paired, field_of
from floorjudge.formats.pods.rules.standings import standings
from floorjudge.formats.pods.tables import DrawnPod, RankedPod
from tests.formats.pods import slow_pods
from tests.formats.pods.playing import (
    BY_WINS,
    OPTIONS,
    THREES,
    Event,
    Hashed,
    come_and_go,
    corrected,
    event,
    some_results,
)

USUAL = (3, 4, 5, 6, 7, 9, 11, 26)
ROUNDS = 4


def floor_of(played: Event) -> Fraction | None:
    """Return the floor of opponents' match-win percentages, None where their match points count."""
    by_wins = played.options.tie_break == "opponents_match_win"
    return Fraction(played.options.floor, 100) if by_wins else None


def check_standings(played: Event) -> None:
    rounds = played.slow()
    rows = standings(played.records(), played.options)
    assert sorted(row.name for row in rows) == sorted(played.names)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    slow = {name: slow_pods.values(name, rounds, floor_of(played)) for name in played.names}
    for row in rows:
        assert row.values == slow[row.name]
        assert row.rank == 1 + sum(other > row.values for other in slow.values())


def check_round(played: Event, made: Paired) -> None:
    present = sorted(played.present)
    seated = [name for pod in made.pods for name in pod.players]
    assert sorted([*seated, *made.byes]) == present
    expected, byes = slow_pods.split(len(present), played.options.remainder)
    assert [len(pod.players) for pod in made.pods] == expected
    assert len(made.byes) == byes
    assert [pod.table for pod in made.pods] == list(range(1, len(made.pods) + 1))
    check_byes(played, made)
    met = slow_pods.met(played.slow())
    again = {one for pod in made.pods for one, other in permutations(pod.players, 2) if met[one, other]}
    field = field_of(played.records(), seated, expected)
    for (one, name), (other, opponent) in permutations(enumerate(seated), 2):
        assert field.met[one].get(other, 0) == met[name, opponent]
    for pod in made.pods:
        if not played.rounds:
            assert pod.why == DrawnPod()
        else:
            assert isinstance(pod.why, RankedPod)
            assert set(pod.why.meet_again) == again & set(pod.players)
            assert 1 <= pod.why.first < pod.why.last <= pod.why.playing == len(seated)


def check_byes(played: Event, made: Paired) -> None:
    """Nobody has a bye again while another had fewer; of those who had as many, they go to the lowest."""
    rounds = played.slow()
    had = {name: sum(byes.count(name) for _, byes in rounds) for name in played.present}
    standing = {name: slow_pods.values(name, rounds, floor_of(played)) for name in played.present}
    for name in made.byes:
        for other in played.present - set(made.byes):
            assert had[name] <= had[other]
            if had[name] == had[other]:
                assert standing[name] <= standing[other]


def play(players: int, options: Options, seed: int) -> Event:
    chance = random.Random(f"{players}/{seed}")
    played, draw = event(players, options), Hashed(f"{players}/{seed}")
    for _ in range(ROUNDS):
        made = played.next(draw)
        check_round(played, made)
        assert players not in USUAL or made == played.next(Hashed(draw.seed))
        played.play(made, some_results(made, chance))
        check_standings(played)
        if chance.random() < 0.3 and played.rounds[-1].tables:
            corrected(played, chance)
            check_standings(played)
        come_and_go(played, chance)
    assert len(set(draw.labels)) == len(draw.labels) == 2 * ROUNDS
    return played


@pytest.mark.clauses("MSTR 1.1A", "MSTR 10.4A", "MSTR 3.1A", "MSTR X.1B", "MSTR appendix C")
def test_events_of_some_sizes(subtests: pytest.Subtests) -> None:
    for players in USUAL:
        with subtests.test(players=players):
            play(players, THREES if players % 2 else OPTIONS, 1)
    for players in (5, 9):
        with subtests.test(players=players, tie_break="opponents_match_win"):
            play(players, BY_WINS, 1)


@pytest.mark.exhaustive
def test_events_of_many_sizes(subtests: pytest.Subtests) -> None:
    for players in (*range(3, 29), 39, 50, 64, 300):
        for options in (OPTIONS, THREES) if players < 300 else (OPTIONS,):
            with subtests.test(players=players, remainder=options.remainder):
                play(players, options, 2)


def test_equal_points_are_preferred_where_that_is_chosen() -> None:
    chance = random.Random(3)
    played, draw = event(40), Hashed()
    for _ in range(4):
        made = played.next(draw)
        played.play(made, some_results(made, chance))

    def squares_and_meetings(made: Paired) -> tuple[int, int]:
        pairs = [pair for pod in made.pods for pair in combinations(pod.players, 2)]
        rounds = played.slow()
        squares = sum((slow_pods.points(one, rounds) - slow_pods.points(other, rounds)) ** 2 for one, other in pairs)
        return squares, sum(map(slow_pods.met(rounds).__getitem__, pairs))

    new = squares_and_meetings(played.next(Hashed()))
    played.options = Options(points=played.options.points, prefer="equal_points")
    equal = squares_and_meetings(played.next(Hashed()))
    assert new[1] == 0
    assert equal[0] < new[0]
    assert equal[1] > 0


@pytest.mark.clauses("MSTR 2.2A", "MSTR X.3A")
def test_the_first_and_the_last_seat_go_round() -> None:
    played, draw = event(64), Hashed()
    chance = random.Random(1)
    for number in range(1, 9):
        made = played.next(draw)
        played.play(made, some_results(made, chance))
        seats = [record.seats for record in played.records().values()]
        assert all(sum(each) == number for each in seats)
        for ends in ([each[0] for each in seats], [each[-1] for each in seats], [each[0] + each[-1] for each in seats]):
            # By chance alone a few of 64 would have begun six times in eight rounds, and a few never.
            assert max(ends) - min(ends) <= 3
            assert sum(each == round(sum(ends) / 64) for each in ends) >= 30


@pytest.mark.clauses("MSTR 3.1A", "MSTR appendix C")
def test_seating_the_next_round_changes_no_standing_before_its_results() -> None:
    played, draw, chance = event(8), Hashed(), random.Random(3)
    made = played.next(draw)
    played.play(made, some_results(made, chance))
    before = standings(played.records(), OPTIONS)
    played.play(played.next(draw), {})
    assert standings(played.records(), OPTIONS) == before
    for record in played.records().values():
        assert (record.score.matches, len(record.opponents), sum(record.seats)) == (1, 3, 2)
