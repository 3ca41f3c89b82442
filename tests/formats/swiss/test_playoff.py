from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import combinations

import pytest

from floorjudge.formats.swiss.rules.percentages import Score
from floorjudge.formats.swiss.rules.playoff import (
    PlayoffRound,
    Slots,
    advancing,
    bracket,
    cut,
    drawn_bracket,
    places,
    playoff_round,
)
from floorjudge.formats.swiss.rules.standings import Record, Row, standings
from floorjudge.formats.swiss.tables import Match, Seeded
from tests.formats.swiss.events import Shuffled

DRAW = Shuffled(3)


def names(number: int) -> tuple[str, ...]:
    return tuple(f"s{seed}" for seed in range(1, number + 1))


def ranks(*points: int) -> dict[str, int]:
    """Return the ranks of players s1, s2 and so on with these points."""
    return {row.player: row.rank for row in ranked(*points)}


def ranked(*points: int) -> list[Row]:
    """Return the standings of players s1, s2 and so on with these points."""
    return standings([Record(f"s{seed}", Score(each, 0, 5, 0)) for seed, each in enumerate(points, 1)])


def made(slots: Slots, seeds: tuple[str, ...], *, gone: Collection[str] = ()) -> PlayoffRound:
    found = playoff_round(slots, {*seeds} - {*gone}, seeds)
    assert found is not None
    return found


def matches(played: PlayoffRound) -> list[tuple[str, str]]:
    return [table.players for table in played.tables]


@pytest.mark.clauses("MTR 10.4", "MTR 2.2")
def test_eight_meet_as_the_rules_say_and_the_higher_seed_decides() -> None:
    seeds = names(8)
    quarters = made(bracket(seeds, 8), seeds)
    assert matches(quarters) == [("s1", "s8"), ("s4", "s5"), ("s2", "s7"), ("s3", "s6")]
    assert quarters.tables[1] == Match(2, ("s4", "s5"), Seeded((4, 5)))
    semis = made(advancing(quarters, {1: "s8", 2: "s4", 3: "s2", 4: "s3"}), seeds)
    assert matches(semis) == [("s4", "s8"), ("s2", "s3")]
    final = made(advancing(semis, {1: "s8", 2: "s3"}), seeds)
    assert matches(final) == [("s3", "s8")]
    assert playoff_round(advancing(final, {1: "s8"}), {*seeds}, seeds) is None


@pytest.mark.clauses("MTR 10.4")
def test_the_best_meet_as_late_as_they_can(subtests: pytest.Subtests) -> None:
    """If higher seeds always win, the sums of the seeds that meet are the same throughout a round."""
    for size in [2, 4, 8, 16, 32]:
        with subtests.test(size=size):
            seeds = names(size)
            slots = bracket(seeds, size)
            while len(slots) > 1:
                played = made(slots, seeds)
                assert {sum(table.seeds) for table in played.tables} == {len(slots) + 1}
                slots = advancing(played, {table.table: table.players[0] for table in played.tables})
            assert slots == ("s1",)


@pytest.mark.clauses("MTR 10.4")
def test_where_the_bracket_is_not_full_the_highest_seeds_have_byes(subtests: pytest.Subtests) -> None:
    for players in range(2, 33):
        with subtests.test(players=players):
            size = 1 << (players - 1).bit_length()
            seeds = names(players)
            first = made(bracket(seeds, size), seeds)
            assert set(first.byes) == set(seeds[: size - players])
            assert {name for pair in matches(first) for name in pair} == set(seeds[size - players :])


@pytest.mark.clauses("MTR 2.10")
def test_the_next_in_the_standings_replaces_who_has_dropped_before_the_cut() -> None:
    standing = ranks(15, 12, 12, 9, 6)
    assert cut(standing, {"s1", "s3", "s4", "s5"}, 4, DRAW) == ("s1", "s3", "s4", "s5")
    assert cut(standing, {"s4"}, 4, DRAW) == ("s4",)
    assert cut(standing, (), 4, DRAW) == ()


@pytest.mark.clauses("MTR 3.1")
def test_seeds_of_equal_players_are_drawn() -> None:
    standing = ranks(15, 9, 9, 9, 9, 3)
    found = {cut(standing, set(names(6)), 4, Shuffled(seed)) for seed in range(40)}
    assert {seeds[0] for seeds in found} == {"s1"}
    assert {name for seeds in found for name in seeds} == {"s1", "s2", "s3", "s4", "s5"}
    assert len(found) > 12
    assert cut(standing, set(names(6)), 4, DRAW) == cut(standing, set(names(6)), 4, DRAW)


@pytest.mark.clauses("MTR appendix E")
def test_without_swiss_rounds_the_seeds_are_drawn() -> None:
    found = {drawn_bracket(names(5), Shuffled(seed)) for seed in range(10)}
    assert len(found) > 5
    assert all(sorted(seeds) == list(names(5)) for seeds in found)


@pytest.mark.clauses("MTR 2.10")
def test_who_drops_after_the_cut_leaves_a_bye_to_the_highest_seed(subtests: pytest.Subtests) -> None:
    for gone, expected, byes in [
        ({"s8"}, [("s4", "s5"), ("s2", "s7"), ("s3", "s6")], ["s1"]),
        ({"s6"}, [("s4", "s5"), ("s2", "s7"), ("s3", "s8")], ["s1"]),
        ({"s1"}, [("s4", "s5"), ("s7", "s8"), ("s3", "s6")], ["s2"]),
        ({"s5", "s6"}, [("s4", "s8"), ("s3", "s7")], ["s1", "s2"]),
    ]:
        with subtests.test(gone=gone):
            seeds = names(8)
            played = made(bracket(seeds, 8), seeds, gone=gone)
            assert sorted(matches(played)) == sorted(expected)
            assert sorted(played.byes) == byes


@pytest.mark.clauses("MTR 2.10")
def test_whoever_drops_from_a_bracket_everybody_left_plays_once_or_has_one_of_the_byes() -> None:
    seeds = names(8)
    for number in range(7):
        for gone in combinations(seeds, number):
            left = [name for name in seeds if name not in gone]
            played = made(bracket(seeds, 8), seeds, gone=gone) if len(left) > 1 else None
            if played is None:
                continue
            playing = [name for pair in matches(played) for name in pair]
            assert sorted([*playing, *played.byes]) == sorted(left)
            assert list(played.byes) == [] or set(played.byes) == set(left[: len(played.byes)])
            assert playing
            after = advancing(played, {table.table: table.players[1] for table in played.tables})
            assert len([name for name in after if name]) == len(played.tables) + len(played.byes)


@pytest.mark.clauses("MTR 3.1", "MTR 10.4")
def test_places_follow_from_the_round_that_was_reached_then_from_the_standings() -> None:
    rows = ranked(15, 15, 12, 9, 9, 9, 3)
    rounds = [("s1", "s4", "s2", "s3"), ("s4", "s2"), ("s2",)]
    assert places(rounds, set(names(7)), rows) == {"s2": 1, "s4": 2, "s1": 3, "s3": 3, "s5": 5, "s6": 5, "s7": 7}


def test_nobody_has_won_a_final_that_both_have_left() -> None:
    rows = ranked(15, 12, 9)
    assert places([("s1", "s2"), (None,)], {"s3"}, rows) == {"s1": 2, "s2": 2, "s3": 3}


def test_the_only_one_left_in_the_final_has_won_it() -> None:
    rows = ranked(15, 12)
    assert places([("s1", "s2")], {"s2"}, rows) == {"s2": 1, "s1": 2}


def test_without_a_playoff_the_standings_are_the_places() -> None:
    rows = ranked(9, 6, 6, 0)
    assert places([], set(names(4)), rows) == {"s1": 1, "s2": 2, "s3": 2, "s4": 4}
    assert rows[1].values == (6, Fraction(0), Fraction(33, 100), Fraction(0))
