"""What pages, prints and the command line show of pods, and what a rehearsal plays in them."""

from __future__ import annotations

import random

import pytest

from floorjudge.formats.display import SeatResult
from floorjudge.formats.pods.format import FORMAT
from floorjudge.formats.pods.results import AllLeft, LastLeft, Outcome, PodDrawn, PodWon
from floorjudge.formats.pods.tables import Pod
from tests.formats.pods.test_as_events import Evening

BY_ELIMINATION = {"others": [2, 1, 0]}


@pytest.mark.clauses("MSTR 10.4A")
def test_the_path_shows_the_pods_of_the_cut_by_their_seeds_and_who_went_on() -> None:
    evening = Evening(10, rounds=1, cut=10)
    assert FORMAT.path(evening.state) is None
    evening.play()
    assert evening.state.sitting_out
    for name in evening.state.sitting_out:
        steps = FORMAT.why_without_game(evening.state, evening.state.players[name])
        assert list(map(str, steps)) == ["Waits for the next round of the cut."]
    # Wherever its pods sit, the one with the highest seed stands on top.
    one, other = evening.state.tables
    evening.send(do="seat", table=1, players=list(other.players), reason="a broken chair")
    evening.send(do="report", table=1, winner=other.players[1])
    path = FORMAT.path(evening.state)
    assert path is not None
    (semifinals,) = path.rounds
    assert str(semifinals.title) == "Round 2, cut"
    assert [(each.players, each.seeds, each.winners, each.table) for each in semifinals.matches] == [
        (one.players, (3, 6, 7, 10), (), 2),
        (other.players, (4, 5, 8, 9), (other.players[1],), 1),
    ]
    evening.play()
    path = FORMAT.path(evening.state)
    assert path is not None
    assert [len(played.matches) for played in path.rounds] == [2, 1]
    assert str(FORMAT.stage_word(evening.state.stage)) == "the cut"


def badges(evening: Evening) -> list[dict[str, str]]:
    """Return the badges of each table with their words."""
    shown = (FORMAT.table_badges(evening.state, table) for table in evening.state.tables)
    return [{badge.kind: str(badge.label) for badge in each} for each in shown]


def test_badges_tell_pods_that_are_small_and_players_who_have_met() -> None:
    evening = Evening(7, remainder="threes", rounds=2, cut=0)
    assert badges(evening) == [{}, {"small": "pod of 3"}]
    evening.play()
    assert badges(evening) == [{"rematch": "met before"}, {"rematch": "met before", "small": "pod of 3"}]


def test_a_result_in_rows_in_a_note_and_in_words() -> None:
    evening = Evening(4, rounds=1, cut=0)
    players = ("Ana", "Bo", "Cy", "Dee")
    table = Pod(1, players, evening.state.tables[0].why)
    out = (("Cy",), ("Bo", "Dee"))
    cases: list[tuple[Outcome, str | None, str | None]] = [
        (PodWon("Bo"), None, "Bo"),
        (PodWon("Ana", out), "Ana won; eliminated in this order: Cy; Bo, Dee at once.", None),
        (LastLeft("Bo"), "the others left", "Bo"),
        (PodDrawn(), "a draw", None),
        (PodDrawn(("Cy",)), "A draw; these have lost: Cy.", None),
        (PodDrawn(out=out[:1]), "A draw; eliminated: Cy.", None),
        (AllLeft(players), "All players of this table have left: the game has no winner.", None),
    ]
    for outcome, note, in_rows in cases:
        said, words = FORMAT.result_note(outcome), FORMAT.result_words(evening.state, outcome, players)
        assert (said and str(said)) == note
        assert (words and str(words)) == (f"Ana, Bo, Cy, Dee: {note}" if isinstance(outcome, PodDrawn) else None)
        rows = FORMAT.claim_rows(evening.state, table, outcome)
        assert rows == (tuple(SeatResult(name, name == in_rows) for name in players) if in_rows else None)
    assert str(FORMAT.who_begins(table)) == "Ana sits in seat one and begins."


@pytest.mark.clauses("MSTR 2.1A", "MSTR 4.4A")
def test_a_draw_by_a_loop_counts_except_in_a_cut_that_replays_it() -> None:
    again = "A drawn game of the cut is played again."
    for rounds, drawn_cut, said in ((1, "again", "A draw."), (0, "seed", "A draw."), (0, "again", again)):
        evening = Evening(4, rounds=rounds, cut=4, drawn_cut=drawn_cut)
        drawn = FORMAT.loop_draw(evening.state, evening.state.tables[0], 1)
        assert str(drawn.sentence() if isinstance(drawn, PodDrawn) else drawn) == said
        assert FORMAT.loop_edition(evening.state, evening.state.tables[0]) == "mstr"


def test_a_rehearsal_draws_a_tenth_of_the_games_outside_the_cut() -> None:
    chance = random.Random(1)
    for rounds, points, draws in ((1, {}, range(15, 36)), (1, BY_ELIMINATION, range(15, 36)), (0, {}, range(1))):
        evening = Evening(4, rounds=rounds, cut=4, points=points)
        table = evening.state.tables[0]
        played = [FORMAT.by_chance(evening.state, table, chance) for _ in range(250)]
        won = [each for each in played if each != {"draw": True}]
        assert len(played) - len(won) in draws
        assert {each["winner"] for each in won} == set(table.players)
        for each in won:
            named = [each["winner"], *(name for (name,) in each.get("out", []))]
            assert sorted(named) == sorted(table.players if points else [each["winner"]])
            assert set(each) == ({"winner", "out"} if points else {"winner"})


def test_slips_ask_for_what_the_points_are_given_for() -> None:
    number = "Number the others in the order in which they were eliminated"
    for points, goal, write, how in (
        ({}, None, "Won or drawn", "mark the winner, or all in a draw, and sign."),
        (BY_ELIMINATION, number, "Won, or eliminated as number", "number the others from the first eliminated"),
    ):
        evening = Evening(4, points=points)
        slip = FORMAT.slip(evening.state, evening.state.tables[0])
        assert (slip.goal and str(slip.goal), str(slip.write)) == (goal, write)
        assert how in str(slip.how)


def test_the_options_are_told_in_sentences_with_their_proposals() -> None:
    points = {"win": 7, "draw": 2, "bye": 3, "win_of_three": 6, "others": [2, 1, 0]}
    for options, said in (
        (
            {"rounds": 2, "cut": 0},
            [
                "2 rounds in pods of 4.",
                "No cut: the standings after the rounds decide.",
                "A win is worth 5, a draw 1, a bye 5.",
                "Players that fill no pod have a bye.",
            ],
        ),
        (
            {"rounds": 1, "cut": 4, "drawn_cut": "seed", "remainder": "threes", "points": points},
            [
                "1 round in pods of 4.",
                "Then a cut to 4.",
                "Of a drawn game of the cut the highest seed goes on.",
                "A win is worth 7, a draw 2, a bye 3.",
                "A win in a pod of three is worth 6.",
                "Those who do not win have, from the last eliminated to the first: 2, 1, 0.",
                "Players that fill no pod play in pods of three.",
            ],
        ),
        (
            {"rounds": 0, "cut": 4},
            ["0 rounds in pods of 4.", "Then a cut to 4.", "A drawn game of the cut is played again."],
        ),
    ):
        evening = Evening(4, **options)
        assert [str(each) for each in FORMAT.options_words(evening.state.options)][: len(said)] == said
