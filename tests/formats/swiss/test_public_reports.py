"""What people have reported of other programs for Swiss events, each by its repository and number, as it must be here."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from floorjudge.formats.swiss.history import Participant, Past, Round
from floorjudge.formats.swiss.matches import INTENTIONAL_DRAW, Result
from floorjudge.formats.swiss.pairing import Entrant, Pairing, Table, Why, criteria, pair
from floorjudge.formats.swiss.percentages import Score
from floorjudge.formats.swiss.playoff import cut
from floorjudge.formats.swiss.rounds import Options, Plan
from floorjudge.formats.swiss.stages import Event, next_stage
from floorjudge.formats.swiss.standings import Record, Row
from tests.formats.swiss.events import Evening, Shuffled, slow
from tests.formats.swiss.slow_pairing import best_of_all

DRAW = Shuffled(11)


def played(*matches: tuple[str, str, int, int], bye: str | None = None) -> Round:
    """Return a round of matches: two players, and the games that each has won."""
    tables = tuple(Table(number, (one, other), Why((0, 0))) for number, (one, other, _, _) in enumerate(matches, 1))
    results = {number: Result((first, second)) for number, (_, _, first, second) in enumerate(matches, 1)}
    return Round(tables, results, bye)


def people(names: str) -> list[Participant]:
    return [Participant(name) for name in names]


def without(participants: list[Participant], *gone: str) -> list[Participant]:
    return [replace(each, present=each.name not in gone) for each in participants]


def opponents(pairing: Pairing) -> dict[str, str]:
    both = [table.players for table in pairing.tables]
    return dict([*both, *((other, one) for one, other in both)])


def evening(players: int, seed: int, rounds: int) -> Evening:
    found = Evening(players, seed, dropping=0)
    for _ in range(rounds):
        found.play()
    return found


ROUNDS = [
    played(("A", "B", 2, 0), ("C", "D", 2, 1), ("E", "F", 2, 0)),
    played(("A", "C", 2, 1), ("E", "B", 0, 2), ("D", "F", 2, 0)),
    played(("A", "E", 2, 0), ("C", "D", 1, 1), ("B", "F", 2, 1)),
]


def rows(participants: list[Participant]) -> list[Row]:
    return Event(Options(), Plan(3, 4), tuple(participants), tuple(ROUNDS)).standings()


@pytest.mark.clauses("MTR 2.10")
def test_sendou_ink_2869_who_is_dropped_later_changes_no_standing() -> None:
    everybody = people("ABCDEF")
    assert rows(without(everybody, "E", "B")) == rows(everybody)


@pytest.mark.clauses("MTR 2.10")
def test_sendou_ink_2637_drops_lift_nobody() -> None:
    """The ranks of those who stay are the same, with gaps where players have dropped, and these are listed too."""
    everybody = people("ABCDEF")
    ranks = {row.player: row.rank for row in rows(without(everybody, "A", "D"))}
    assert ranks == {row.player: row.rank for row in rows(everybody)}
    assert cut({row.player: row.rank for row in rows(everybody)}, set("BCEF"), 2, DRAW) == ("B", "C")


@pytest.mark.clauses("MTR appendix C")
def test_sendou_ink_1989_only_the_record_counts_and_not_how_many_rounds_were_stayed_for() -> None:
    """Two wins of five rounds are less than two of three, though both have won as many."""
    assert Score(6, 12, 5, 10).match_win < Score(6, 12, 3, 7).match_win


def test_sendou_ink_2496_the_best_never_meet_the_worst_while_nearer_ones_are_free() -> None:
    for seed in range(6):
        event = evening(32, seed, 2)
        pairing = pair(event.entrants(), event.draw, 3)
        assert all(abs(table.why.points[0] - table.why.points[1]) < 6 for table in pairing.tables)


@pytest.mark.clauses("MTR appendix C")
def test_lila_15450_a_latecomer_has_lost_the_rounds_missed_and_nothing_else() -> None:
    everybody = [*people("ABCD"), Participant("L", missed=1)]
    first, second = played(("A", "B", 2, 0), ("C", "D", 2, 0)), played(("L", "B", 2, 0), ("A", "C", 2, 0), bye="D")
    past = Past(everybody, [first, second], 2)
    records = {record.player: record for record in past.records()}
    assert (records["L"].score, records["L"].opponents) == (Score(3, 6, 2, 2), ("B",))
    assert Entrant("L", 3, frozenset("B")) in past.entrants()
    assert records["D"].score == Score(3, 6, 2, 4)


@pytest.mark.clauses("MTR 10.4")
def test_bbppairings_27_nobody_has_a_second_bye_while_another_can_have_it() -> None:
    """Three have the fewest points and two of them had a bye: the third has it."""
    trio = [Entrant("Delmonte", 3, byes=1), Entrant("Gori", 3, byes=1), Entrant("Ionata", 3)]
    others = [Entrant(f"p{number}", 6, byes=0) for number in range(14)]
    for seed in range(10):
        bye = pair([*trio, *others], Shuffled(seed), 5).bye
        assert bye is not None
        assert (bye.player, bye.again) == ("Ionata", False)


@pytest.mark.clauses("MTR 10.4")
def test_anrtournament_22_the_bye_is_for_the_fewest_points() -> None:
    """One of 17 has 2 points and three have 4, of whom one had a bye: the one with 2 points has it, a 4 plays a 6."""
    low = [Entrant("low", 2), Entrant("x", 4, byes=1), Entrant("y", 4), Entrant("z", 4)]
    others = [Entrant(f"p{number}", 6 if number < 7 else 8) for number in range(13)]
    pairing = pair([*low, *others], DRAW, 4)
    assert pairing.bye is not None
    assert pairing.bye.player == "low"
    assert [sorted(table.why.points) for table in pairing.tables if table.paired_down] == [[4, 6]]


@pytest.mark.clauses("MTR 10.4")
def test_cobra_517_a_rematch_weighs_more_than_everything_else() -> None:
    """Two who have met would be equal in every other way: four others of any points play them instead."""
    met = [Entrant("Dungeon", 9, frozenset({"EV"})), Entrant("EV", 9, frozenset({"Dungeon"}))]
    others = [Entrant("a", 0, pair_downs=3), Entrant("b", 0, pair_downs=3)]
    for seed in range(10):
        pairing = pair([*met, *others], Shuffled(seed), 5)
        assert pairing.rematches == 0
        assert opponents(pairing)["Dungeon"] in {"a", "b"}


def test_cobra_521_players_who_had_byes_meet_no_more_often_than_others() -> None:
    """All have 3 points, 8 of 64 for a bye: of their 8 opponents about one is among them, not most."""
    entrants = [Entrant(f"p{number:02}", 3, byes=number < 8) for number in range(64)]
    together = 0
    for seed in range(50):
        table = opponents(pair(entrants, Shuffled(seed), 3))
        together += sum(table[f"p{number:02}"] < "p08" for number in range(8))
    assert 20 <= together <= 80  # 44 are expected of 400


@pytest.mark.clauses("MTR 10.4")
def test_pgswiss_85_and_96_nobody_is_paired_down_again_while_another_can_be() -> None:
    for seed in range(8):
        event = evening(23, seed, 4)
        entrants = event.entrants()
        pairing = pair(entrants, event.draw, 5)
        by_name = {entrant.name: entrant for entrant in entrants}
        for table in pairing.tables:
            down = table.paired_down
            assert table.why.again == (down is not None and by_name[down].pair_downs > 0)
    group = [Entrant(f"g{number}", 6, pair_downs=number != 3) for number in range(5)]
    pairing = pair([*group, Entrant("low", 3)], DRAW, 4)
    assert [table.paired_down for table in pairing.tables if table.paired_down] == ["g3"]


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


@pytest.mark.clauses("MTR 10.4")
def test_xmage_1438_two_leaders_do_not_meet_where_the_other_two_have_met() -> None:
    """After two rounds of four: two have 6 points, and the others met in the first round."""
    entrants = [
        Entrant("A", 6, frozenset("C")),
        Entrant("B", 6, frozenset("D")),
        Entrant("C", 0, frozenset("AD")),
        Entrant("D", 0, frozenset("BC")),
    ]
    pairing = pair(entrants, DRAW, 3)
    assert pairing.rematches == 0
    assert {frozenset(table.players) for table in pairing.tables} == {frozenset("AD"), frozenset("BC")}


@pytest.mark.clauses("MTR appendix C")
def test_phase_6349_a_bye_is_a_match_won() -> None:
    past = Past(people("ABC"), [Round((Table(1, ("A", "B"), Why((0, 0))),), {}, "C")], 2)
    assert past.records() == [Record("A"), Record("B"), Record("C", Score(3, 6, 1, 2))]


@pytest.mark.clauses("MTR 2.10")
def test_tournament_organizer_10_who_drops_after_a_result_is_paired_no_more_and_nobody_with_themselves() -> None:
    for gone in ("A", "B", "AB", "ABC"):
        event = Event(Options(rounds=5, cut=0), Plan(5, 0), tuple(without(people("ABCDEF"), *gone)), tuple(ROUNDS))
        pairing = next_stage(event, DRAW)
        assert isinstance(pairing, Pairing)
        seated = [name for table in pairing.tables for name in table.players]
        seated += [pairing.bye.player] if pairing.bye is not None else []
        assert sorted(seated) == sorted(set("ABCDEF") - set(gone))


@pytest.mark.clauses("MTR 2.5", "MTR 10.4")
def test_preregme_90_an_intentional_draw_is_a_match_that_is_not_repeated() -> None:
    drawn = Round(
        (Table(1, ("A", "B"), Why((0, 0))), Table(2, ("C", "D"), Why((0, 0)))),
        {1: INTENTIONAL_DRAW, 2: INTENTIONAL_DRAW},
    )
    entrants = Past(people("ABCD"), [drawn], 2).entrants()
    for seed in range(10):
        assert pair(entrants, Shuffled(seed), 2).rematches == 0


@pytest.mark.clauses("MTR 10.4")
def test_xmage_591_and_hexo_102_byes_go_round_when_there_are_more_rounds_than_players() -> None:
    event = Evening(5, 3, dropping=0)
    byes = Counter(pairing.bye.player for pairing in (event.play() for _ in range(15)) if pairing.bye is not None)
    assert max(byes.values()) - min(byes.values()) <= 1
    assert sum(byes.values()) == 15


def test_online_go_2412_the_first_in_the_standings_has_no_bye_before_the_others() -> None:
    for seed in range(5):
        event = evening(9, seed, 3)
        entrants = event.entrants()
        bye = pair(entrants, event.draw, 4).bye
        assert bye is not None
        assert bye.points < max(entrant.points for entrant in entrants)


@pytest.mark.clauses("MTR 10.4")
def test_lila_7675_rounds_go_on_with_as_few_rematches_as_there_must_be() -> None:
    """Eight players and nine rounds: when no new opponents are left, the event does not end but says what repeats."""
    event = Evening(8, 4, dropping=0)
    for number in range(1, 10):
        entrants = event.entrants()
        assert criteria(entrants, pair(entrants, event.draw, number)) == best_of_all(slow(entrants))
        assert len(event.play().tables) == 4


def test_lila_10812_an_event_that_everybody_has_left_is_over() -> None:
    for gone in ("ABCDEF", "ABCDE"):
        event = Event(Options(), Plan(5, 0), tuple(without(people("ABCDEF"), *gone)), tuple(ROUNDS))
        assert next_stage(event, DRAW) is None


def test_cockatrice_7199_everybody_plays_but_one_at_most() -> None:
    """A first pair that is taken at once can leave several who have all met: here nobody is left over."""
    chance = random.Random(5)
    for _ in range(30):
        names = [f"p{number}" for number in range(chance.randrange(4, 9))]
        clique = set(chance.sample(names, len(names) // 2))
        entrants = [
            Entrant(name, chance.choice((0, 3)), frozenset(clique - {name} if name in clique else ())) for name in names
        ]
        assert len(pair(entrants, DRAW, 4).tables) == len(names) // 2


@pytest.mark.clauses("MTR 10.4")
def test_tournamentutils_1_two_small_steps_are_taken_and_nobody_is_moved_down_two_groups() -> None:
    """Three with 6, three with 3, two with 0 points: the 6 plays a 3, and no 6 a 0."""
    entrants = [Entrant(f"p{number}", points) for number, points in enumerate((6, 6, 6, 3, 3, 3, 0, 0))]
    for seed in range(10):
        pairing = pair(entrants, Shuffled(seed), 3)
        assert sorted(table.why.points for table in pairing.tables if table.paired_down) in ([(3, 6)], [(6, 3)])


def test_liwords_792_one_bye_is_given_however_often_a_round_is_paired() -> None:
    entrants = [Entrant(f"p{number}", 3 * (number % 3)) for number in range(9)]
    once, again = pair(entrants, DRAW, 2), pair(entrants, DRAW, 2)
    assert once == again
    assert once.bye is not None
