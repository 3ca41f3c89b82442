from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.formats.display import Cell, rounded
from floorjudge.formats.swiss.matches import BOTH_LEFT, INTENTIONAL_DRAW, Result, concession
from floorjudge.formats.swiss.rules.percentages import Score, bye, credit, missed
from floorjudge.formats.swiss.rules.standings import Record, compare, standings
from tests.formats.swiss.slow_standings import Match, Swiss


def record(won: int, lost: int, drawn: int) -> Score:
    """Return the score of a record of matches, all of them 2-0, and 1-1 where drawn."""
    total = Score()
    for result, times in ((Result((2, 0)), won), (Result((0, 2)), lost), (Result((1, 1)), drawn)):
        for _ in range(times):
            total += credit(result)[0]
    return total


@pytest.mark.clauses("MTR appendix C")
def test_match_points_of_the_examples() -> None:
    assert record(6, 2, 0).match_points == 18
    assert record(4, 2, 2).match_points == 14


@pytest.mark.clauses("MTR appendix C")
def test_game_points_of_the_examples(subtests: pytest.Subtests) -> None:
    for result, first, second in [
        (Result((2, 0)), 6, 0),
        (Result((2, 1)), 6, 3),
        (Result((2, 0), 1), 7, 1),
        (INTENTIONAL_DRAW, 3, 3),
    ]:
        with subtests.test(first=first, second=second):
            assert tuple(score.game_points for score in credit(result)) == (first, second)


@pytest.mark.clauses("MTR appendix C")
def test_match_win_percentages_of_the_examples() -> None:
    assert record(5, 2, 1).match_win == Fraction(16, 24)
    assert record(1, 3, 0).match_win == Fraction(33, 100)
    assert (record(2, 2, 0) + bye(2)).match_win == Fraction(9, 15)


@pytest.mark.clauses("MTR appendix C")
def test_game_win_percentages_of_the_examples() -> None:
    first, second = Score(), Score()
    for games in ((2, 0), (2, 1), (1, 2), (2, 0)):
        first += credit(Result(games))[0]
    for games in ((1, 2), (1, 2), (0, 2), (1, 2)):
        second += credit(Result(games))[0]
    assert (first.game_points, first.games, first.game_win) == (21, 10, Fraction(21, 30))
    assert (second.game_points, second.games, second.game_win) == (9, 11, Fraction(33, 100))


@pytest.mark.clauses("MTR appendix C", "MTR 3.1")
def test_opponents_match_win_percentages_of_the_examples() -> None:
    faced = [(4, 4, 0), (7, 1, 0), (1, 3, 1), (3, 3, 1), (6, 2, 0), (5, 2, 1), (4, 3, 1), (6, 1, 1)]
    names = [f"opponent {number}" for number in range(8)]
    records = [Record(name, record(*theirs)) for name, theirs in zip(names, faced, strict=True)]
    rows = standings(
        [
            Record("all eight", record(6, 2, 0), tuple(names)),
            Record("a bye first", record(5, 2, 0) + bye(2), tuple(names[1:])),
            *records,
        ]
    )
    found = {row.player: row.opponents_match_win for row in rows}
    assert rounded(*found["all eight"].as_integer_ratio(), 4).shown == "0.6164"  # printed there as 0.62
    assert rounded(*found["a bye first"].as_integer_ratio(), 4).shown == "0.6330"  # printed there as 0.63
    parts = [Fraction(points, 3 * played) for points, played in ((21, 8), (10, 7), (18, 8), (16, 8), (13, 8), (19, 8))]
    raised = Fraction(33, 100)
    assert found["all eight"] == (Fraction(1, 2) + raised + sum(parts)) / 8
    assert found["a bye first"] == (raised + sum(parts)) / 7


@pytest.mark.clauses("MTR 3.1")
def test_equal_players_share_a_rank_in_the_order_in_which_they_came() -> None:
    scores = {"Ana": 3, "Bo": 6, "Cy": 3, "Dee": 3, "Eli": 0}
    rows = standings([Record(name, Score(points, 0, 3, 0)) for name, points in scores.items()])
    assert [(row.player, row.rank) for row in rows] == [("Bo", 1), ("Ana", 2), ("Cy", 2), ("Dee", 2), ("Eli", 5)]


@pytest.mark.clauses("MTR 3.1")
def test_percentages_are_written_with_four_decimals(subtests: pytest.Subtests) -> None:
    for value, shown in [
        (Fraction(2, 3), "0.6667"),
        (Fraction(1), "1.0000"),
        (Fraction(33, 100), "0.3300"),
        (Fraction(1, 16), "0.0625"),
        (Fraction(99999, 100000), "1.0000"),
        (Fraction(1, 20000), "0.0001"),
        (Fraction(0), "0.0000"),
    ]:
        with subtests.test(shown=shown):
            for scale in (1, 6):
                assert rounded(scale * value.numerator, scale * value.denominator, 4) == Cell(str(value), shown)


results = st.one_of(
    st.builds(Result, st.sampled_from([(2, 0), (2, 1), (1, 2), (0, 2), (1, 1), (1, 0), (0, 1)]), st.integers(0, 2)),
    st.just(INTENTIONAL_DRAW),
    st.just(BOTH_LEFT),
    st.builds(concession, st.integers(0, 1), st.just(2), st.sampled_from([(0, 0), (1, 0), (0, 1), (1, 1)])),
)


@pytest.mark.clauses("MTR 3.1", "MTR appendix C")
@given(st.data(), st.integers(2, 9))
def test_standings_are_those_of_the_slow_model(data: st.DataObject, number: int) -> None:
    """Players meet as they come, some of them again and again; some have byes, some come late."""
    names = [f"p{place}" for place in range(number)]
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda pair: pair[0] != pair[1])
    played = data.draw(st.lists(st.tuples(pairs, results), max_size=20))
    byes = data.draw(st.lists(st.sampled_from(names), max_size=3))
    late = data.draw(st.lists(st.tuples(st.sampled_from(names), st.integers(1, 3)), max_size=2))
    scores = dict.fromkeys(names, Score())
    opponents: dict[str, tuple[str, ...]] = dict.fromkeys(names, ())
    for (first, second), result in played:
        for name, opponent, score in zip((first, second), (second, first), credit(result), strict=True):
            scores[name] += score
            opponents[name] += (opponent,)
    for name in byes:
        scores[name] += bye(2)
    for name, rounds in late:
        scores[name] += missed(rounds)
    matches = [Match(*pair, result.games, result.drawn, result == BOTH_LEFT) for pair, result in played]
    expected = Swiss(names, matches, byes, late).ranks()
    records = [Record(name, scores[name], opponents[name]) for name in names]
    rows = standings(records)
    assert all(type(number) is int for numbers in compare(records).numbers.values() for number in numbers)
    assert {row.player: (row.rank, row.values) for row in rows} == expected
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


@given(st.lists(results, max_size=6), results)
def test_what_a_correction_takes_away_is_what_the_result_gave(before: list[Result], result: Result) -> None:
    total = sum((credit(each)[0] for each in before), Score())
    assert total + credit(result)[0] - credit(result)[0] == total
