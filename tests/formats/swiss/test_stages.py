from __future__ import annotations

import pytest

from floorjudge.formats.swiss.matches import BOTH_LEFT, Result
from floorjudge.formats.swiss.pairing.pairing import Pairing
from floorjudge.formats.swiss.rules.history import Participant, Past, Round
from floorjudge.formats.swiss.rules.percentages import Score
from floorjudge.formats.swiss.rules.rounds import Options, Plan
from floorjudge.formats.swiss.rules.stages import Begun, Event, final_places, next_stage
from floorjudge.formats.swiss.rules.standings import Record
from floorjudge.formats.swiss.tables import Match, Why
from tests.formats.swiss.events import Shuffled, paired_why

DRAW = Shuffled(2)


def people(number: int, *gone: int) -> tuple[Participant, ...]:
    return tuple(Participant(f"p{each}", present=each not in gone) for each in range(1, number + 1))


RESULTS = {1: Result((2, 1)), 2: Result((2, 0)), 3: Result((2, 0), 1), 4: Result((2, 1), 1)}


def first_round(number: int) -> Round:
    """Return a round in which p1 beats p2, p3 beats p4 and so on; the standings are then p3, p5, p1, p7, p2, p8, p4, p6."""
    tables = tuple(
        Match(table, (f"p{2 * table - 1}", f"p{2 * table}"), Why((0, 0))) for table in range(1, number // 2 + 1)
    )
    return Round(tables, {table.table: RESULTS[table.table] for table in tables})


@pytest.mark.clauses("MTR 10.4")
def test_the_last_round_goes_by_the_standings_on_request() -> None:
    event = Event(Options(last_round="standings"), Plan(2, 0), people(8), (first_round(8),))
    last = next_stage(event, DRAW)
    assert isinstance(last, Pairing)
    assert all(paired_why(table).near for table in last.tables)
    assert [row.player for row in event.standings()] == ["p3", "p5", "p1", "p7", "p2", "p8", "p4", "p6"]
    together = {"".join(sorted(table.players)) for table in last.tables}
    assert together == {"p3p5", "p1p7", "p2p8", "p4p6"}
    earlier = next_stage(Event(Options(last_round="standings"), Plan(3, 0), people(8), (first_round(8),)), DRAW)
    assert isinstance(earlier, Pairing)
    assert not any(paired_why(table).near for table in earlier.tables)


@pytest.mark.clauses("MTR 10.2")
def test_after_the_last_round_comes_the_cut_or_the_end() -> None:
    assert next_stage(Event(Options(), Plan(1, 0), people(8), (first_round(8),)), DRAW) is None
    begun = next_stage(Event(Options(), Plan(1, 4), people(8), (first_round(8),)), DRAW)
    assert isinstance(begun, Begun)
    assert begun.seeds == ("p3", "p5", "p1", "p7")
    assert [table.seeds for table in begun.round.tables] == [(1, 4), (2, 3)]


@pytest.mark.clauses("MTR 2.10")
def test_the_only_player_left_before_the_cut_has_won() -> None:
    event = Event(Options(), Plan(1, 4), people(4, 1, 2, 3), (first_round(4),))
    assert next_stage(event, DRAW) is None
    assert final_places(event)["p4"] == 1
    without_cut = Event(Options(), Plan(1, 0), people(4, 1, 2, 3), (first_round(4),))
    assert final_places(without_cut)["p4"] > 1


@pytest.mark.clauses("MTR 2.10")
def test_rounds_end_when_one_player_is_left() -> None:
    assert next_stage(Event(Options(), Plan(3, 0), people(4, 1, 2, 3), (first_round(4),)), DRAW) is None
    assert next_stage(Event(Options(), Plan(3, 0), people(4, 1, 2, 3, 4), (first_round(4),)), DRAW) is None


@pytest.mark.clauses("MTR 2.10", "MTR appendix C")
def test_a_match_without_a_result_counts_nothing_yet_but_is_not_repeated() -> None:
    tables = (Match(1, ("p1", "p2"), Why((0, 0))), Match(2, ("p3", "p4"), Why((6, 3))))
    played = Round(tables, {2: BOTH_LEFT}, "p5")
    past = Past(people(5), [played], 1)
    records = {record.player: record for record in past.records()}
    assert records["p1"] == Record("p1")
    assert records["p4"].score == Score(rounds=1)
    assert records["p5"].score == Score(3, 3, 1, 1)
    entrants = {entrant.name: entrant for entrant in past.entrants()}
    assert entrants["p1"].opponents == {"p2"}
    assert (entrants["p3"].pair_downs, entrants["p4"].pair_downs, entrants["p5"].byes) == (1, 0, 1)
    after_two = {entrant.name: entrant for entrant in Past(people(5), [played, played], 1).entrants()}
    assert (after_two["p3"].pair_downs, after_two["p4"].pair_downs, after_two["p5"].byes) == (2, 0, 2)
