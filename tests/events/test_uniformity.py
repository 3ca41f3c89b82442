"""Chance is fair: over many fixed seeds everybody has every fate equally often.

A count of how often each of several equally likely things happened goes through chi-square. Its value is some standard
deviations above its mean when something is favoured; the limit of eight is never reached by chance, and the seeds are
fixed, so that a failure is a fact. The last test shows that a small favour is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import combinations, permutations
from math import sqrt

import pytest

from floorjudge.events import commands
from floorjudge.formats.on_the_edge.rules.grouping import group_sizes
from tests.events.driver import Organiser, names, opened
from tests.support.reports import report
from tests.support.slow_grouping import sizes

MANY = 1500


def deviations(counts: Counter[Hashable], things: Iterable[Hashable]) -> float:
    """Return how many standard deviations chi-square lies above its mean, for things that should be equally frequent."""
    listed = list(things)
    assert set(counts) <= set(listed)
    expected = sum(counts.values()) / len(listed)
    chi_square = sum((counts[thing] - expected) ** 2 / expected for thing in listed)
    degrees = len(listed) - 1
    return (chi_square - degrees) / sqrt(2 * degrees)


def started(players: int, number: int) -> Organiser:
    seed = f"fixed seed number {number}"
    return opened(names(players), seed).do(commands.Start(None, None, seed))


@pytest.mark.parametrize("players", [7, 9, *(pytest.param(many, marks=pytest.mark.exhaustive) for many in (5, 8, 11))])
@pytest.mark.clauses("OTE 2.5")
def test_in_the_first_round_every_seat_is_anybodys_and_every_pair_meets_equally_often(players: int) -> None:
    together: Counter[Hashable] = Counter()
    off_numbered: Counter[Hashable] = Counter()
    first_seat: Counter[Hashable] = Counter()
    last_seat: Counter[Hashable] = Counter()
    for number in range(MANY):
        tables = started(players, number).now.tables
        off_numbered.update(player for table in tables if table.off_numbered for player in table.players)
        first_seat[tables[0].players[0]] += 1
        last_seat[tables[-1].players[-1]] += 1
        for table in tables:
            together.update(combinations(sorted(table.players), 2))
    # Nine play in threes: nobody sits in an off-numbered game.
    for counts in (first_seat, last_seat, *([off_numbered] if players % 3 else [])):
        assert deviations(counts, names(players)) < 8
    assert deviations(together, combinations(sorted(names(players)), 2)) < 8


@pytest.mark.clauses("OTE 2.6.1", "OTE 2.6.2", "OTE 2.7.1")
def test_later_rounds_are_fair_among_those_who_stand_equal() -> None:
    """21 players: seven winners play 4 + 3, fourteen losers with equal points 4 + 4 + 3 + 3."""
    in_four: Counter[Hashable] = Counter()
    listed_first: Counter[Hashable] = Counter()
    for number in range(MANY // 3):
        organiser = started(21, number)
        for table in organiser.now.tables:
            organiser.do(report(table.table, table.players[0], dict.fromkeys(table.players, 0), "conceded"))
        active, inactive = organiser.tournament.members("active"), organiser.tournament.members("inactive")
        organiser.do(commands.Next(organiser.seed))
        tables = organiser.now.tables
        assert [len(table.players) for table in tables] == [4, 3, 4, 4, 3, 3]
        in_four.update(active.index(player) for player in tables[0].players)
        listed_first.update(inactive.index(player) for player in tables[2].players)
    assert deviations(in_four, range(7)) < 8
    assert deviations(listed_first, range(14)) < 8


@pytest.mark.clauses("OTE 2.8.4")
def test_every_random_order_is_equally_likely() -> None:
    orders: Counter[Hashable] = Counter()
    for number in range(MANY):
        organiser = started(3, number)
        organiser.do(commands.RandomOrder(("a", "b", "c"), "OTE 2.8.4", organiser.seed))
        orders[organiser.facts[-1]["order"][0], organiser.facts[-1]["order"][1], organiser.facts[-1]["order"][2]] += 1
    assert deviations(orders, permutations("abc")) < 8


def test_a_favour_would_be_seen() -> None:
    """One of seven who is drawn a quarter more often than the others is far beyond the limit."""
    assert deviations(Counter({"favoured": 1072, **dict.fromkeys("abcdef", 857)}), ["favoured", *"abcdef"]) > 8


@pytest.mark.clauses("OTE 2.4.1", "OTE 2.4.2")
def test_sizes_for_up_to_2000_players_are_those_that_the_rule_builds_step_by_step() -> None:
    assert [list(group_sizes(players)) for players in range(2001)] == [sizes(players) for players in range(2001)]


@pytest.mark.clauses("OTE 2.4.1")
def test_there_is_no_way_to_seat_everybody_with_fewer_fours() -> None:
    for players in {*range(3, 2001)} - {5}:
        fours = next(fours for fours in range(players) if players >= 4 * fours and (players - 4 * fours) % 3 == 0)
        assert group_sizes(players) == (4,) * fours + (3,) * ((players - 4 * fours) // 3)
