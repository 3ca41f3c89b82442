from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.formats.swiss.pairing import groups
from floorjudge.formats.swiss.pairing.matching import cheapest
from floorjudge.formats.swiss.pairing.pairing import Bye, Entrant, Pairing, pair
from floorjudge.formats.swiss.tables import Match, Why
from tests.formats.swiss.events import Evening, Shuffled, paired_why, slow
from tests.formats.swiss.pairing_checker import Graph, recomputed
from tests.formats.swiss.slow_pairing import Criteria as Quality
from tests.formats.swiss.slow_pairing import best_of_all, best_of_dense, criteria

DRAW = Shuffled(1)


@st.composite
def fields(draw: st.DrawFn, most: int, points: int = 4, *, met_one_in: int = 3) -> list[Entrant]:
    """Return players with any past: points, whom they met, byes and pair-downs have nothing to do with each other."""
    names = [f"p{number}" for number in range(draw(st.integers(1, most)))]
    met = {pair for pair in combinations(names, 2) if draw(st.integers(1, met_one_in)) == met_one_in}
    return [
        Entrant(
            name,
            draw(st.integers(0, points)),
            frozenset(other for other in names if (name, other) in met or (other, name) in met),
            draw(st.integers(0, 2)),
            draw(st.integers(0, 2)),
        )
        for name in names
    ]


def quality(entrants: Sequence[Entrant], pairing: Pairing) -> Quality:
    """Return how good a pairing is by the slow model, and check that everybody sits once and what is said of the bye."""
    seated = [name for table in pairing.tables for name in table.players]
    alone = [] if pairing.bye is None else [pairing.bye.player]
    assert sorted([*seated, *alone]) == sorted(entrant.name for entrant in entrants)
    assert [table.table for table in pairing.tables] == list(range(1, len(pairing.tables) + 1))
    players = {player.name: player for player in slow(entrants)}
    pairs = [(players[one], players[other]) for one, other in (table.players for table in pairing.tables)]
    bye = None if pairing.bye is None else players[pairing.bye.player]
    found = criteria(pairs, bye)
    assert pairing.bye == (None if bye is None else Bye(bye.name, bye.points, bye.byes > 0))
    return found


def met(*names: str, points: int = 0) -> list[Entrant]:
    """Return players who have all met."""
    return [Entrant(name, points, frozenset(names) - {name}) for name in names]


@pytest.mark.clauses("MTR 10.4")
@given(fields(8))
def test_no_pairing_is_better(entrants: list[Entrant]) -> None:
    assert quality(entrants, pair(entrants, DRAW, 3)) == best_of_all(slow(entrants))


@pytest.mark.clauses("MTR 10.4")
@pytest.mark.parametrize("candidates", [1, 2, 3, groups.CANDIDATES])
@given(entrants=fields(40, points=1))
def test_few_candidates_of_a_group_are_enough_or_more_are_taken(candidates: int, entrants: list[Entrant]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(groups, "CANDIDATES", candidates)
        assert quality(entrants, pair(entrants, DRAW, 3)) == best_of_dense(slow(entrants))


@pytest.mark.parametrize("candidates", [2, 4, groups.CANDIDATES])
def test_no_matching_of_a_whole_field_is_better(candidates: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "CANDIDATES", candidates)
    for players, drawn in ((33, 0.0), (48, 0.3), (64, 0.08)):
        evening = Evening(players, players, drawn=drawn, dropping=0.02)
        for number in range(1, 10):
            entrants = evening.entrants()
            found = quality(entrants, pair(entrants, evening.draw, number))
            assert found == best_of_dense(slow(entrants)), (players, number)
            evening.play()


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", [100, 150, 200, 256])
def test_no_matching_of_a_large_field_is_better(players: int) -> None:
    for seed, drawn in ((1, 0.0), (2, 0.08), (3, 0.25)):
        evening = Evening(players, seed, drawn=drawn)
        for number in range(1, 11):
            entrants = evening.entrants()
            found = quality(entrants, pair(entrants, evening.draw, number))
            assert found == best_of_dense(slow(entrants)), (seed, number)
            evening.play()


@given(fields(14, points=6), st.randoms(use_true_random=False))
def test_anybody_recomputes_the_same_pairing_from_players_in_any_order(entrants: list[Entrant], chance: Random) -> None:
    found = pair(entrants, DRAW, 4)
    chance.shuffle(entrants)
    assert pair(entrants, DRAW, 4) == found


def as_tables(pairing: Pairing) -> tuple[list[tuple[str, str]], str | None]:
    return [table.players for table in pairing.tables], None if pairing.bye is None else pairing.bye.player


@pytest.mark.parametrize("candidates", [1, 3, groups.CANDIDATES])
@given(entrants=fields(16, points=2) | fields(40, points=1, met_one_in=40), near=st.booleans())
def test_a_program_written_from_the_document_recomputes_a_pairing(
    candidates: int,
    entrants: list[Entrant],
    near: bool,  # noqa: FBT001
) -> None:
    """In fields of 40 in which few have met, groups are free; the costs of all pairs are compared, too."""
    standings = sorted((entrant.name for entrant in entrants), key=lambda name: (name[::-1], name)) if near else []
    graphs: list[Graph] = []

    def kept(vertices: int, edges: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
        graphs.append((vertices, sorted(edges)))
        return cheapest(*graphs[-1])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(groups, "CANDIDATES", candidates)
        patch.setattr(groups, "cheapest", kept)
        found = as_tables(pair(entrants, DRAW, 3, standings=standings))
    assert (*found, graphs) == recomputed(slow(entrants), DRAW.in_order, 3, standings, candidates=candidates)


def test_a_program_written_from_the_document_recomputes_events() -> None:
    for players in (21, 60, 90):
        evening = Evening(players, players)
        for number in range(1, 9):
            entrants = evening.entrants()
            found = pair(entrants, evening.draw, number)
            expected = recomputed(slow(entrants), evening.draw.in_order, number)
            assert as_tables(found) == expected[:2], (players, number)
            evening.play()


def test_another_draw_makes_other_pairs() -> None:
    entrants = [Entrant(f"p{number}") for number in range(20)]
    tables = [{frozenset(table.players) for table in pair(entrants, Shuffled(seed), 1).tables} for seed in (1, 2)]
    assert len(tables[0] & tables[1]) < 5


def test_nobody_and_one_player() -> None:
    assert pair([], DRAW, 1) == Pairing(())
    assert pair([Entrant("Ana", 3)], DRAW, 2) == Pairing((), Bye("Ana", 3))


@pytest.mark.clauses("MTR 2.2")
def test_who_decides_who_plays_first_is_drawn_apart_from_the_opponents() -> None:
    entrants = [Entrant(f"p{number:02}") for number in range(64)]
    pairing = pair(entrants, DRAW, 1)
    seats = DRAW.in_order("round 1/first", [entrant.name for entrant in entrants])
    order = DRAW.in_order("round 1/pairing", [entrant.name for entrant in entrants])
    assert all(
        seats.index(first) < seats.index(second) for first, second in (table.players for table in pairing.tables)
    )
    earlier = [
        order.index(first) < order.index(second) for first, second in (table.players for table in pairing.tables)
    ]
    assert 8 < sum(earlier) < 24


def test_tables_are_numbered_from_the_most_points_down() -> None:
    entrants = [Entrant(f"p{number}", points) for number, points in enumerate((0, 6, 3, 3, 6, 0, 3))]
    pairing = pair(entrants, DRAW, 3)
    points = [tuple(sorted(table.points)) for table in pairing.tables]
    assert points == [(6, 6), (3, 3), (0, 3)]
    assert pairing.bye is not None
    assert pairing.bye.points == 0


@pytest.mark.clauses("MTR 10.4")
def test_three_who_have_all_met_meet_again_once_and_the_table_says_so() -> None:
    pairing = pair(met("Ana", "Bo", "Cy"), DRAW, 4)
    assert pairing.rematches == 1
    assert [table.why for table in pairing.tables] == [Why((0, 0), rematch=True)]


@pytest.mark.clauses("MTR 10.4")
def test_who_has_been_paired_down_is_paired_down_again_only_if_nobody_else_can_be() -> None:
    trio = [Entrant("Ana", 3, pair_downs=1), Entrant("Bo", 3, pair_downs=2), Entrant("Cy", 3, pair_downs=1)]
    pairing = pair([*trio, Entrant("Dee", 0)], DRAW, 3)
    down = pairing.tables[1]
    assert down.paired_down in {"Ana", "Cy"}
    assert paired_why(down).again
    fresh = pair([*trio[:2], Entrant("Cy", 3), Entrant("Dee", 0)], DRAW, 3).tables[1]
    assert (fresh.paired_down, paired_why(fresh).again) == ("Cy", False)


def test_the_player_with_more_points_is_paired_down_whoever_decides() -> None:
    assert Match(1, ("Ana", "Bo"), Why((3, 6))).paired_down == "Bo"
    assert Match(1, ("Ana", "Bo"), Why((6, 3))).paired_down == "Ana"
    assert Match(1, ("Ana", "Bo"), Why((6, 6))).paired_down is None


@pytest.mark.clauses("MTR 10.4")
def test_on_request_neighbours_in_the_standings_meet() -> None:
    names = [f"p{number:02}" for number in range(30)]
    entrants = [Entrant(name, 9 if number < 14 else 6) for number, name in enumerate(names)]
    pairing = pair(entrants, DRAW, 5, standings=names)
    together = {frozenset(table.players) for table in pairing.tables}
    assert together == {frozenset(names[place : place + 2]) for place in range(0, 30, 2)}
    assert all(paired_why(table).near for table in pairing.tables)


@pytest.mark.clauses("MTR 10.4")
def test_on_request_the_last_of_the_standings_has_the_bye_of_several_with_the_fewest_points() -> None:
    names = [f"p{number}" for number in range(9)]
    pairing = pair([Entrant(name, 3 if name < "p4" else 0) for name in names], DRAW, 5, standings=names)
    assert pairing.bye == Bye("p8", 0)


@given(fields(8), st.booleans())
def test_the_standings_never_make_a_pairing_worse(entrants: list[Entrant], backwards: bool) -> None:  # noqa: FBT001
    names = sorted((entrant.name for entrant in entrants), reverse=backwards)
    assert quality(entrants, pair(entrants, DRAW, 3, standings=names)) == best_of_all(slow(entrants))


def test_the_last_two_who_have_met_change_opponents_with_the_last_table_where_they_can() -> None:
    nobody: frozenset[int] = frozenset()
    met = [nobody, nobody, frozenset({4}), nobody, frozenset({2, 5}), frozenset({4})]
    assert groups.paired_inside(range(6), met) == [(0, 1), (3, 4), (2, 5)]
    met = [nobody, nobody, frozenset({4}), frozenset({4}), frozenset({2, 3, 5}), frozenset({4})]
    assert groups.paired_inside(range(6), met) == [(0, 4), (1, 5), (2, 3)]


@given(st.integers(0, 6), st.integers(0, 1000))
def test_players_who_have_met_few_are_paired_without_a_rematch(most: int, seed: int) -> None:
    """Each has met at most d others of 2d + 2: no fewer are enough."""
    chance = Random(seed)
    players = list(range(2 * most + 2))
    met: list[set[int]] = [set() for _ in players]
    for _ in range(60 * most):
        one, other = chance.sample(players, 2)
        if max(len(met[one] - {other}), len(met[other] - {one})) < most:
            met[one].add(other)
            met[other].add(one)
    pairs = groups.paired_inside(players, [frozenset(others) for others in met])
    assert sorted(player for pair in pairs for player in pair) == players
    assert all(other not in met[one] for one, other in pairs)


def test_more_candidates_are_taken_where_the_first_cannot_be_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three who have all met need three of the thirteen above them, of whom one was to be enough."""
    monkeypatch.setattr(groups, "CANDIDATES", 1)
    entrants = [*met("Ana", "Bo", "Cy"), *(Entrant(f"p{number:02}", 3) for number in range(13))]
    found = quality(entrants, pair(entrants, DRAW, 4))
    assert found == best_of_dense(slow(entrants)) == (0, (0, 0), 27, 3, 0)
