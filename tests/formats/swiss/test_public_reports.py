"""What people have reported of other programs for Swiss events, each by its repository and number, as it must be here.

Others are kinds of a pairing that is not the best or leaves somebody out (bbpPairings 27, ANRTournament 22, cobra 517, pgswiss 85
and 96, xmage 591 and 1438, sendou.ink 2496, lila 7675, online-go 2412, Cockatrice 7199, TournamentUtils 1, Hexo 102): in
`test_pairing.py` no pairing is better, whatever the past of the players.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from floorjudge.formats.swiss.matches import Result
from floorjudge.formats.swiss.pairing.pairing import Entrant, Pairing, pair
from floorjudge.formats.swiss.rules.history import Participant, Past, Round
from floorjudge.formats.swiss.rules.percentages import Score
from floorjudge.formats.swiss.rules.rounds import Options, Plan
from floorjudge.formats.swiss.rules.stages import Event
from floorjudge.formats.swiss.rules.standings import Row
from floorjudge.formats.swiss.tables import Match, Why
from tests.formats.swiss.events import Shuffled

DRAW = Shuffled(11)


def played(*matches: tuple[str, str, int, int], bye: str | None = None) -> Round:
    """Return a round of matches: two players, and the games that each has won."""
    tables = tuple(Match(number, (one, other), Why((0, 0))) for number, (one, other, _, _) in enumerate(matches, 1))
    results = {number: Result((first, second)) for number, (_, _, first, second) in enumerate(matches, 1)}
    return Round(tables, results, bye)


def people(names: str) -> list[Participant]:
    return [Participant(name) for name in names]


def without(participants: list[Participant], *gone: str) -> list[Participant]:
    return [replace(each, present=each.name not in gone) for each in participants]


def opponents(pairing: Pairing) -> dict[str, str]:
    both = [table.players for table in pairing.tables]
    return dict([*both, *((other, one) for one, other in both)])


ROUNDS = [
    played(("A", "B", 2, 0), ("C", "D", 2, 1), ("E", "F", 2, 0)),
    played(("A", "C", 2, 1), ("E", "B", 0, 2), ("D", "F", 2, 0)),
    played(("A", "E", 2, 0), ("C", "D", 1, 1), ("B", "F", 2, 1)),
]


def rows(participants: list[Participant]) -> list[Row]:
    return Event(Options(), Plan(3, 4), tuple(participants), tuple(ROUNDS)).standings()


@pytest.mark.clauses("MTR 2.10")
def test_sendou_ink_2869_who_is_dropped_later_changes_no_standing() -> None:
    """Nor does a drop lift anybody, which is 2637 there."""
    everybody = people("ABCDEF")
    assert rows(without(everybody, "E", "B")) == rows(everybody)


@pytest.mark.clauses("MTR appendix C")
def test_lila_15450_a_latecomer_has_lost_the_rounds_missed_and_nothing_else() -> None:
    everybody = people("ABCDL")
    first, second = played(("A", "B", 2, 0), ("C", "D", 2, 0)), played(("L", "B", 2, 0), ("A", "C", 2, 0), bye="D")
    past = Past(everybody, [first, second], 2)
    records = {record.player: record for record in past.records()}
    assert (records["L"].score, records["L"].opponents) == (Score(3, 6, 2, 2), ("B",))
    assert Entrant("L", 3, frozenset("B")) in past.entrants()
    assert records["D"].score == Score(3, 6, 2, 4)


def test_cobra_521_players_who_had_byes_meet_no_more_often_than_others() -> None:
    """All have 3 points, 8 of 64 for a bye: of their 8 opponents about one is among them, not most."""
    entrants = [Entrant(f"p{number:02}", 3, byes=number < 8) for number in range(64)]
    together = 0
    for seed in range(50):
        table = opponents(pair(entrants, Shuffled(seed), 3))
        together += sum(table[f"p{number:02}"] < "p08" for number in range(8))
    assert 20 <= together <= 80  # 44 are expected of 400


def test_pgswiss_92_tables_are_drawn_anew_each_round_among_equal_points() -> None:
    """With nobody ahead, a player sits at the same one of 16 tables twice in a row as rarely as chance has it."""
    entrants = [Entrant(f"p{number:02}", 3) for number in range(32)]
    same = 0
    for number in range(2, 42):
        seats = [
            {name: table.table for table in pair(entrants, DRAW, each).tables for name in table.players}
            for each in (number, number + 100)
        ]
        same += sum(seats[0][name] == seats[1][name] for name in seats[0])
    assert 40 <= same <= 120  # 80 are expected of 1280
