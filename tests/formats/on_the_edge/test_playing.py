"""Groups, stages and places of On the Edge as whole values, with a draw that leaves everybody in their order: nothing of them is left out."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from floorjudge.formats.competition import Competition, Phase
from floorjudge.formats.on_the_edge.claims import NoWinner, ReachedEight, Won
from floorjudge.formats.on_the_edge.display.texts import why_text
from floorjudge.formats.on_the_edge.format import FORMAT
from floorjudge.formats.on_the_edge.log import RoundGrouped
from floorjudge.formats.on_the_edge.rules.grouping import group_inactive, undrawn
from floorjudge.formats.on_the_edge.rules.scoring import places, score_as_written
from floorjudge.formats.on_the_edge.rules.stages import Ended, Grouping, next_stage, readmit
from floorjudge.formats.on_the_edge.tables import (
    Advanced,
    Drawn,
    DrawnOffNumbered,
    Kind,
    PlayerSet,
    Ranked,
    Result,
    Score,
    Table,
    TableSet,
    Tied,
    Why,
)
from floorjudge.formats.players import Player, players_of
from tests.support.sentences import plain_english


class AsTheyCome:
    """A draw that changes no order."""

    def in_order(self, label: str, names: Iterable[str]) -> list[str]:
        """Return names as they are."""
        del label
        return list(names)


DRAW = AsTheyCome()


def active(count: int, *, before: Iterable[int] = ()) -> list[Player]:
    """Return active players p1, p2 and so on; those whose numbers are `before` sat in an off-numbered game."""
    again = set(before)
    return [
        Player(f"p{number}", number, score=Score(off_numbered_games=int(number in again)))
        for number in range(1, count + 1)
    ]


def inactive(*scores: tuple[int, int], first: int = 1) -> list[Player]:
    """Return inactive players of so many victory and influence points."""
    return [
        Player(f"p{number}", number, score=Score(PlayerSet.INACTIVE, victory_points, influence))
        for number, (victory_points, influence) in enumerate(scores, first)
    ]


def test_a_table_of_the_inactive_set_says_its_places() -> None:
    listed = inactive(*((number, 0) for number in range(8, 0, -1)))
    tables, sitting_out = group_inactive([*listed, *inactive((0, 5), (0, 4), (0, 3), first=9)], DRAW, 2, 4)
    assert [(table.table, table.why) for table in tables] == [
        (4, Ranked(1, 4, 11)),
        (5, Ranked(5, 8, 11)),
        (6, Ranked(9, 11, 11)),
    ]
    assert sitting_out == ()


def test_who_is_alone_in_the_inactive_set_sits_out() -> None:
    came = next_stage(Kind.ROUND, 1, [*active(4), *inactive((0, 0), first=5)], (), DRAW)
    assert isinstance(came, Grouping)
    assert (came.round, came.sitting_out, len(came.tables)) == (2, ("p5",), 1)


def test_the_only_one_left_wins_without_a_game() -> None:
    assert next_stage(Kind.ROUND, 3, active(1), (), DRAW) == Ended("p1")
    assert next_stage(Kind.ROUND, 3, inactive((4, 0)), (), DRAW) == Ended("p1")
    assert next_stage(Kind.ROUND, 3, [], (), DRAW) == Ended(None)


def test_who_is_tied_plays_for_the_seats_that_are_left() -> None:
    above, tied = inactive((9, 0)), inactive((4, 3), (4, 3), (5, 1), first=2)
    chosen = readmit([*above, *tied], 2)
    assert (chosen.by_score, [player.name for player in chosen.tied], chosen.seats) == (("p1",), ["p2", "p3", "p4"], 1)
    came = next_stage(Kind.ROUND, 4, [*inactive((9, 0)), *tied, Player("a", 9, score=Score())], (), DRAW)
    why = Tied(1, "11/2")
    assert came == Grouping(
        Kind.READMISSION, 4, (Table(1, TableSet.READMISSION, ("p2", "p3", "p4"), why),), readmitted=("p1",)
    )


def test_the_final_says_who_was_readmitted() -> None:
    came = next_stage(Kind.ROUND, 2, [*active(2), *inactive((4, 0), (2, 0), first=3)], (), DRAW)
    final = Table(1, TableSet.FINAL, ("p1", "p2", "p3"), Advanced(("p3",)))
    assert came == Grouping(Kind.FINAL, 3, (final,), ("p4",), ("p3",))


def test_reports_are_the_same_if_they_tell_one_winner_and_one_influence() -> None:
    said = Won("a", {"a": 16, "b": 3})
    assert said.same_as(Won("a", {"b": 3, "a": 16}, "a ruling"))
    assert not said.same_as(Won("b", {"a": 16, "b": 3}))
    assert not said.same_as(Won("a", {"a": 16, "b": 4}))
    assert not said.same_as(NoWinner())
    assert not said.same_as(ReachedEight(("a",)))


def test_half_points_are_written_as_people_do(subtests: pytest.Subtests) -> None:
    for exact, written in [
        ("31/2", "15½"),
        ("1/2", "½"),
        ("-1/2", "−½"),
        ("-3/2", "−1½"),
        ("4/2", "2"),
        ("16", "16"),
        ("1/3", "1/3"),
        ("1/2/2", "1/2/2"),
        ("None", "None"),
    ]:
        with subtests.test(exact=exact, written=written):
            assert score_as_written(exact) == written


def test_places_with_and_without_a_final() -> None:
    everybody = [*active(3), *inactive((4, 0), (4, 0), (2, 0), first=4)]
    final = (Table(1, TableSet.FINAL, ("p1", "p2", "p3"), Advanced(())), Result("p2", (3, 16, 3)))
    assert places(everybody, final) == {"p2": 1, "p1": 2, "p3": 2, "p4": 4, "p5": 4, "p6": 6}
    assert places(everybody[2:], None, "p3") == {"p3": 1, "p4": 2, "p5": 2, "p6": 4}
    # Nobody was left for a final: the scores alone give the places.
    assert places(everybody[3:], None) == {"p4": 1, "p5": 1, "p6": 3}


def test_every_table_says_in_words_why_its_players_sit_together(subtests: pytest.Subtests) -> None:
    threes = "active players cannot all play in threes. Its seats were drawn from those who never sat in one"
    cases: list[tuple[Why, int, str]] = [
        (Drawn(first_round=True), 3, "Drawn at random, as all players are in the first round (OTE 2.5)."),
        (Drawn(first_round=False), 3, "Drawn at random from the active players (OTE 2.6.2)."),
        (
            DrawnOffNumbered(7, first_round=True, again=()),
            4,
            "Off-numbered game of 4: 7 players cannot all play in threes; all players are drawn at random in the first round (OTE 2.4, 2.5).",
        ),
        (DrawnOffNumbered(5, False, ()), 2, f"Off-numbered game of 2: 5 {threes} (OTE 2.6.1)."),  # noqa: FBT003
        (
            DrawnOffNumbered(5, False, ("Ana", "Bo")),  # noqa: FBT003
            2,
            f"Off-numbered game of 2: 5 {threes}, and these had run out: Ana, Bo had to sit in one again (OTE 2.6.1).",
        ),
        (Ranked(5, 7, 10), 3, "Places 5 to 7 of 10 on the inactive set's list (OTE 2.7.2)."),
        (
            Ranked(1, 4, 10),
            4,
            "Off-numbered game: places 1 to 4 of 10 on the inactive set's list; these games are filled first, from the top (OTE 2.7.2).",
        ),
        (
            Tied(1, "31/2"),
            3,
            "Readmission to 8 influence: equal scores of 15½ compete for 1 seat of the final (OTE 2.8.3).",
        ),
        (
            Tied(2, "4"),
            3,
            "Readmission to 8 influence: equal scores of 4 compete for 2 seats of the final (OTE 2.8.3).",
        ),
        (Advanced(()), 3, "The final: the last active players (OTE 2.8)."),
        (Advanced(("Cy",)), 3, "The final: the active players, and readmitted Cy (OTE 2.8)."),
    ]
    for why, seats, said in cases:
        with subtests.test(why=why):
            table = Table(1, TableSet.INACTIVE, tuple("ABCD"[:seats]), why)
            assert plain_english(why_text(table)) == said


def off(*again: str) -> DrawnOffNumbered:
    """Return why six active players sit in an off-numbered game of a later round, and who of them sits there again."""
    return DrawnOffNumbered(6, first_round=False, again=again)


NAMED = off("p1")


def test_only_what_chance_decides_is_left_out_of_a_grouping(subtests: pytest.Subtests) -> None:
    listed_by_points = inactive((4, 1), (4, 1), (2, 9), (1, 0), first=7)
    event = Competition(players=players_of([*active(6, before=(1, 2, 5)), *listed_by_points]))

    def made(
        two: tuple[str, ...] = ("p1", "p3"), why: Why = NAMED, four: tuple[str, ...] = ("p2", "p4", "p5", "p6"),
        listed: tuple[str, ...] = ("p7", "p8", "p9"), alone: tuple[str, ...] = ("p10",), number: int = 1,
    ) -> RoundGrouped:  # fmt: skip
        tables = (
            Table(number, TableSet.ACTIVE, two, why),
            Table(2, TableSet.ACTIVE, four, Drawn(first_round=False)),
            Table(3, TableSet.INACTIVE, listed, Ranked(1, 3, 4)),
        )
        return RoundGrouped("round", 3, tables, alone)

    fixed = undrawn(event, made())
    rest = ("p1", "p2", "p4", "p6")
    same = {
        "others are drawn for two": made(("p5", "p3"), off("p5"), rest),
        "seats": made(("p3", "p1"), off("p1"), ("p6", "p5", "p4", "p2")),
        "equal players of the list": made(listed=("p8", "p7", "p9")),
    }
    other = {
        "who sits there again is not named": made(why=off()),
        "another is named than sits there again": made(why=off("p3")),
        "a person of another event sits there": made(("p1", "Zoë")),
        "one is named who sits there first": made(why=off("p1", "p3")),
        "more sit there again": made(("p1", "p2"), off("p1", "p2"), ("p3", "p4", "p5", "p6")),
        "none sits there again": made(("p4", "p3"), off(), ("p1", "p2", "p5", "p6")),
        "how many play": made(why=DrawnOffNumbered(7, False, ("p1",))),  # noqa: FBT003
        "another reason": made(why=Drawn(first_round=False)),
        "another size": made(("p1", "p3", "p4"), off("p1"), ("p2", "p5", "p6")),
        "another number": made(number=4),
        "an active player is left out": made(four=("p2", "p4", "p5", "p9")),
        "the list is in another order": made(listed=("p9", "p7", "p8")),
        "a better one sits out": made(listed=("p7", "p8", "p10"), alone=("p9",)),
        "nobody sits out": made(alone=()),
        "a person of another event": made(listed=("p7", "p8", "Zoë")),
    }
    for name, grouping in same.items():
        with subtests.test(same=name):
            assert undrawn(event, grouping) == fixed
    for name, grouping in other.items():
        with subtests.test(other=name):
            assert undrawn(event, grouping) != fixed
    for of, why in ((TableSet.FINAL, Advanced(())), (TableSet.READMISSION, Tied(1, "4"))):
        with subtests.test(of=of):
            both = [RoundGrouped("x", 1, (Table(1, of, seats, why),)) for seats in (("p1", "p2"), ("p2", "p1"))]
            assert undrawn(event, both[0]) != undrawn(event, both[1])


def test_standings_put_the_best_score_first_and_name_who_has_a_seat_in_the_final() -> None:
    here = Competition(players=players_of([*active(1), *inactive((8, 2), (8, 5), first=2)]))
    final = (Table(1, TableSet.FINAL, ("p1", "p3"), Advanced(("p3",))),)
    round_two = replace(here, phase=Phase.PLAYING, stage_kind=Kind.ROUND, round=2)
    for event, seated in (
        (round_two, []),
        (replace(round_two, stage_kind=Kind.FINAL, tables=final), ["p3", "p1"]),
        (replace(round_two, stage_kind=Kind.FINAL, tables=final, phase=Phase.FINISHED), ["p3", "p1"]),
    ):
        found = FORMAT.standings(event, {})
        assert [each.player.name for each in found] == ["p3", "p2", "p1"]
        assert [each.player.name for each in found if each.advanced] == seated
    placed = FORMAT.standings(event, {"p2": 1, "p3": 2, "p1": 3})
    assert [(each.player.name, each.place) for each in placed] == [("p2", 1), ("p3", 2), ("p1", 3)]
