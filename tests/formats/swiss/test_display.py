"""What pages, prints and the command line show of matches, and what a rehearsal plays in them."""

from __future__ import annotations

import random

import pytest

from floorjudge.events.view import view
from floorjudge.formats.display import Cell, Match, SeatResult
from floorjudge.formats.swiss.claims import claim_of
from floorjudge.formats.swiss.format import FORMAT
from floorjudge.formats.swiss.matches import BOTH_LEFT, INTENTIONAL_DRAW, Ending, Result, concession
from tests.formats.swiss.playing import Evening
from tests.support.forms import lines_of


def test_a_result_in_rows_with_a_note_and_as_json() -> None:
    evening = Evening(2, rounds=1, cut=0).started()
    table = evening.state.tables[0]
    first, second = table.players
    conceded = concession(0, 2, (1, 0), 0)
    for result, note, ending, in_rows in (
        (Result((2, 1)), None, None, True),
        (Result((1, 1), 1), "drawn games: 1", None, False),
        (conceded, "conceded", "concession", False),
        (INTENTIONAL_DRAW, "agreed draw", "intentional_draw", False),
        (Result((0, 2), ending=Ending.OPPONENT_LEFT), "the opponent left", "opponent_left", False),
        (BOTH_LEFT, "both players left", "both_left", False),
    ):
        said = FORMAT.result_note(result)
        assert (said and str(said)) == note
        games = {"games": {first: result.games[0], second: result.games[1]}, "drawn": result.drawn}
        assert FORMAT.result_json(evening.state, table, result) == games | ({"ending": ending} if ending else {})
        rows = tuple(
            SeatResult(name, result.winner == seat, (Cell(str(result.games[seat]), str(result.games[seat])),))
            for seat, name in enumerate(table.players)
        )
        assert FORMAT.result_rows(evening.state, table, result) == rows
        claim = claim_of(table.players, result)
        assert FORMAT.claim_rows(evening.state, table, claim) == (rows if in_rows else None)


@pytest.mark.clauses("MTR 2.1")
def test_what_a_table_asks_for_a_result_goes_by_the_games_that_win_its_match(subtests: pytest.Subtests) -> None:
    for needed, goal, said in ((1, None, "1 game wins a match."), (2, "2 games win the match", "2 games win a match.")):
        with subtests.test(needed=needed):
            evening = Evening(3, rounds=1, cut=2, games_to_win=needed).started()
            table = evening.state.tables[0]
            slip = FORMAT.slip(evening.state, table)
            assert [slip.goal and str(slip.goal), str(slip.write)] == [goal, "Games won"]
            assert str(slip.how).startswith(f"{table.players[0]} decides who plays first. Each scans")
            one, other = table.players
            assert lines_of(FORMAT.result_form(evening.state, table)) == [
                f"games-1 (Games won by {one}): 0 to {needed}",
                f"games-2 (Games won by {other}): 0 to {needed}",
                "drawn (Drawn games): 0 to 9 [0] ?",
                f"conceded (Conceded by): =no player, {one}={one}, {other}={other} ?",
                "agreed (The players agreed on a draw):  [False]",
            ]
            assert FORMAT.line(evening.state, table).example == f"1 {needed} {needed - 1}"
            assert f"or 1 {needed - 1} {needed - 1} 1. For" in str(FORMAT.how_typed(evening.state, table))
            assert list(map(str, FORMAT.options_words(evening.state.options))) == [
                said,
                "1 Swiss round.",
                "Then a playoff of the best 2.",
            ]
            assert str(FORMAT.who_begins(table)) == f"{table.players[0]} decides who plays first."
            assert FORMAT.loop_edition(evening.state, table) == "mtr"
            drawn = FORMAT.loop_draw(evening.state, table, needed)
            assert f"counts {needed} drawn game" in str(drawn)


def test_a_rehearsal_plays_matches_to_their_end() -> None:
    chance = random.Random(1)
    evening = Evening(4, rounds=1, cut=2, games_to_win=2, playoff_games_to_win=3).started()
    for needed in (2, 3):
        table = evening.state.tables[0]
        played = [FORMAT.by_chance(evening.state, table, chance) for _ in range(100)]
        won, lost = {needed}, {*range(needed)}
        assert {each["drawn"] for each in played} == {0}
        for seat, other in (table.players, table.players[::-1]):
            assert {each["games"][seat] for each in played if each["games"][other] in lost} == won
        evening.to_the("final")


def test_tables_say_why_and_bear_badges_and_the_path_begins_with_the_playoff() -> None:
    evening = Evening(6, rounds=7, cut=4).started()
    begins = "Who is named first decides who plays first."
    assert str(FORMAT.why(evening.state.tables[0])) == f"Drawn at random: this is the first round. {begins}"
    seen: set[str] = set()
    while evening.state.stage == "round":
        assert (FORMAT.path(evening.state), view(evening.state, "en")["stage"]) == (None, "round")
        for table in evening.state.tables:
            first, second = table.points
            badges = {"rematch": "rematch"} if table.rematch else {}
            badges |= {"unequal": f"{first} against {second} points"} if first != second else {}
            assert {each.kind: str(each.label) for each in FORMAT.table_badges(evening.state, table)} == badges
            seen.update(badges)
        evening.play()
    assert seen == {"rematch", "unequal"}
    assert view(evening.state, "en")["stage"] == "playoff"
    evening.report(2, 1, 2)
    one, other = evening.pairs()
    path = FORMAT.path(evening.state)
    assert path is not None
    assert [str(played.title) for played in path.rounds] == ["Semifinals", "Final"]
    assert [str(FORMAT.stage_word(kind)) for kind in ("semifinals", "final")] == ["the playoff", "the final"]
    assert path.rounds[0].matches == (
        Match(one, (1, 4), (None, None), (), 1),
        Match(other, (2, 3), ("1", "2"), other[1:], 2),
    )
