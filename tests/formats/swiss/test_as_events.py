"""Swiss rounds and a playoff as an event: what is said comes in as commands, and what stands is what the rules give."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import read_command
from floorjudge.events.service.log.export import verify_records
from floorjudge.events.service.typed_results import typed_line
from floorjudge.events.standings import standings
from floorjudge.events.venue import Venue
from floorjudge.events.view import view
from floorjudge.formats.competition import Phase
from floorjudge.formats.display import BracketRound
from floorjudge.formats.swiss.claims import claim_of, result_of
from floorjudge.formats.swiss.format import FORMAT
from floorjudge.formats.swiss.matches import INTENTIONAL_DRAW, Ending, Result, concession, problems
from floorjudge.formats.swiss.rules.playing import as_played
from floorjudge.texts import render
from tests.formats.swiss.playing import ByChance, Evening


def rounds_of(evening: Evening) -> tuple[BracketRound, ...]:
    path = FORMAT.path(evening.state)
    assert path is not None
    return path.rounds


# Results.


def possible_results(needed: int) -> st.SearchStrategy[Result]:
    """Return results that a match of a Swiss round can have, however it ended."""
    games = st.tuples(st.integers(0, needed), st.integers(0, needed))
    played = st.builds(Result, games, st.integers(0, 9))
    conceded = st.builds(concession, st.integers(0, 1), st.just(needed), games, st.integers(0, 9))
    agreed = st.just(INTENTIONAL_DRAW)
    return (played | conceded | agreed).filter(lambda result: next(problems(result, needed), None) is None)


@pytest.mark.clauses("MTR 2.1", "MTR 2.4", "MTR 2.5")
@given(st.data(), st.integers(1, 3))
def test_a_result_is_the_one_that_its_claim_its_form_and_its_json_say(data: st.DataObject, needed: int) -> None:
    evening = Evening(2, rounds=1, cut=0, games_to_win=needed).started()
    result = data.draw(possible_results(needed))
    table = evening.state.tables[0]
    claim = claim_of(table.players, result)
    assert result_of(table.players, claim, needed) == result
    given = FORMAT.from_form(evening.state, table, FORMAT.as_given(table, claim))
    for fields in (claim.as_report(), given):
        command: Any = read_command({"do": "report", "table": 1, **fields}, FORMAT)
        assert result_of(table.players, command.claim, needed) == result
    evening.send(do="report", table=1, **given)
    assert evening.state.results[1] == result
    shown = view(evening.state, "en")["tables"][0]["result"]
    assert (shown["games"], shown["drawn"]) == (dict(zip(table.players, result.games, strict=True)), result.drawn)


@pytest.mark.clauses("MTR 2.1")
def test_every_answer_of_one_touch_can_be_given(subtests: pytest.Subtests) -> None:
    for needed in (1, 2, 3):
        for kind, cut in (("round", 0), ("final", 2)):
            evening = Evening(4, rounds=1, cut=cut, games_to_win=needed).started().to_the(kind)
            table = evening.state.tables[0]
            for quick in FORMAT.result_form(evening.state, table).quick:
                with subtests.test(needed=needed, kind=kind, label=str(quick.label)):
                    evening.send(do="report", table=1, **FORMAT.from_form(evening.state, table, quick.values))
                    result = evening.state.results[1]
                    winner = None if result.winner is None else table.players[result.winner]
                    assert quick.winner in (None, winner)
                    assert (kind, winner) != ("final", None)
                    evening.send(do="undo")


@pytest.mark.clauses("MTR 2.1", "MTR 2.4")
def test_a_result_that_no_match_can_have_is_refused_at_its_place(subtests: pytest.Subtests) -> None:
    evening = Evening(5, rounds=2, cut=0).started()
    one, other = evening.players(1)
    stranger = evening.players(2)[0]
    for fields, place in (
        ({"games": {one: 2, other: 2}}, "games"),
        ({"games": {one: 3, other: 0}}, "games"),
        ({"games": {one: 0, other: 0}, "drawn": 0}, "games"),
        ({"games": {one: -1, other: 0}}, "games"),
        ({"games": {one: 2}}, "games"),
        ({"games": {one: "2", other: 0}}, f"games.{one}"),
        ({"games": {one: 2, stranger: 0}}, f"games.{stranger}"),
        ({"games": {one: 1, other: 1}, "drawn": 10}, "drawn"),
        ({"games": {one: 1, other: 0}, "conceded_by": stranger}, "conceded_by"),
        ({"winner": one}, "winner"),
        ({"intentional_draw": False}, "intentional_draw"),
    ):
        with subtests.test(fields=str(fields)):
            assert evening.refused(do="report", table=1, **fields).where == place


@pytest.mark.clauses("MTR 2.4")
def test_a_match_of_the_playoff_is_no_draw() -> None:
    evening = Evening(4, rounds=1, cut=2).started().to_the("final")
    one, other = evening.players(1)
    error = evening.refused(do="report", table=1, games={one: 1, other: 1})
    assert (error.where, error.code) == ("games", "draw_in_playoff")
    assert evening.refused(do="report", table=1, intentional_draw=True).code == "draw_in_playoff"


def test_matches_of_the_playoff_can_be_longer() -> None:
    evening = Evening(4, rounds=1, cut=2, playoff_games_to_win=3).started()
    assert "2 games win the match" in str(FORMAT.slip(evening.state, evening.state.tables[0]).goal)
    evening.to_the("final")
    assert "3 games win the match" in str(FORMAT.slip(evening.state, evening.state.tables[0]).goal)
    evening.report(1, 3, 1)
    evening.send(do="next")
    assert evening.state.phase is Phase.FINISHED


@pytest.mark.clauses("MTR 10.4")
def test_a_cut_larger_than_the_field_is_refused_at_the_start() -> None:
    assert Evening(7, rounds=3, cut=8).refused(do="start").where == "options.cut"


# Who comes and goes.


@pytest.mark.clauses("MTR 2.10")
def test_nobody_enters_or_comes_back_once_the_playoff_has_begun() -> None:
    evening = Evening(6, rounds=2, cut=4).started().to_the("semifinals")
    gone = next(name for name in evening.state.players if name not in evening.state.memory.in_playoff)
    evening.send(do="leave", player=gone)
    assert evening.refused(do="register", player="Late", late=True).where == "player"
    assert evening.refused(do="come_back", player=gone).where == "player"
    assert FORMAT.late_help(evening.state) is None


@pytest.mark.clauses("MTR 2.10")
def test_the_next_in_the_standings_replaces_who_leaves_before_the_cut() -> None:
    evening, other = (Evening(8, rounds=2, cut=4).started() for _ in range(2))
    for each in (evening, other):
        each.play()
        for table in each.state.open_tables():
            each.report(table.table)
    best = FORMAT.standings(evening.state, {})[0].player.name
    other.send(do="leave", player=best)
    for each in (evening, other):
        each.send(do="next")
    there, without = (each.state.memory.in_playoff for each in (evening, other))
    assert best in there
    assert best not in without
    assert len(there) == len(without) == 4


def test_a_playoff_without_swiss_rounds_shows_the_matches_won_and_ranks_no_player_before_its_end() -> None:
    """No match of it counts in the standings of the rules: who has lost the first one would be first of all."""
    evening = Evening(8, rounds=0, cut=8).started().to_the("final")
    listed = standings(evening.state, with_places=False)
    assert {line.rank for line in listed} == {None}
    assert [[cell.shown for cell in line.cells] for line in listed] == [["2"]] * 2 + [["1"]] * 2 + [["0"]] * 4
    assert [line.player.name for line in listed if line.advanced] == [line.player.name for line in listed[:2]]
    values = view(evening.state, "en")["players"][0]["standing"]
    assert values == {
        "wins": "2",
        "match_points": "0",
        "opponents_match_win": "0",
        "game_win": "33/100",
        "opponents_game_win": "0",
    }
    evening.play()
    assert not any(line.advanced for line in standings(evening.state, with_places=False))
    assert sorted(line.place or 0 for line in standings(evening.state, with_places=True)) == [1, 2, 3, 3, 5, 5, 5, 5]


@pytest.mark.clauses("MTR 2.10")
def test_the_opponent_of_who_leaves_during_the_playoff_goes_on() -> None:
    evening = Evening(8, rounds=3, cut=4).started().to_the("semifinals")
    leaving, staying = evening.players(1)
    evening.send(do="leave", player=leaving)
    assert evening.state.results[1].ending is Ending.OPPONENT_LEFT
    evening.report(2)
    evening.send(do="next")
    assert evening.state.stage == "final"
    assert staying in evening.players(1)


@pytest.mark.clauses("MTR 2.10")
def test_the_highest_seed_who_is_left_has_the_bye_of_who_leaves_between_rounds_of_the_playoff() -> None:
    evening = Evening(20, rounds=3, cut=8).started().to_the("quarterfinals")
    seeds = evening.state.memory.in_playoff
    for table in evening.state.open_tables():
        evening.report(table.table)
    evening.send(do="leave", player=seeds[2])
    evening.send(do="next")
    assert evening.state.stage == "semifinals"
    assert evening.state.sitting_out == (seeds[0],)
    assert "without a match" in render(FORMAT.next_steps(evening.state, evening.state.players[seeds[0]])[0], "en")
    assert [len(each.matches) for each in rounds_of(evening)] == [4, 2, 1]


# What is taken away or corrected.


def test_a_result_is_taken_away_and_an_undone_pairing_comes_again() -> None:
    evening = Evening(7, rounds=3, cut=0).started()
    evening.report(1)
    before = view(evening.state, "en")["players"]
    evening.report(2)
    evening.send(do="unreport", table=2, reason="the wrong table")
    assert view(evening.state, "en")["players"] == before
    evening.play()
    pairs = evening.pairs()
    evening.send(do="undo")
    assert evening.state.round == 1
    evening.send(do="next")
    assert evening.pairs() == pairs


@pytest.mark.clauses("MTR 10.4")
def test_a_correction_before_the_next_pairing_changes_it_and_after_it_tells_what_it_would_have_changed() -> None:
    evening = Evening(8, rounds=3, cut=0).started()
    for table in evening.state.open_tables():
        evening.report(table.table)
    one, other = evening.players(1)
    corrected = {"do": "amend", "round": 1, "table": 1, "games": {one: 0, other: 2}, "reason": "swapped"}
    said = evening.send(**corrected, preview=True)
    assert not any(change["what"].startswith("would_be") for change in said.changes)
    assert any(change["what"] == "match_points" for change in said.changes)
    said = evening.service.take({**corrected, "preview": True}, "fr")
    assert any("0,3300" in change["text"] for change in said.changes or ())
    evening.send(do="next")
    assert evening.state.round == 2
    stood = evening.pairs()
    said = evening.send(**corrected, preview=True)
    groups = [change for change in said.changes if change["what"] == "would_be_group"]
    assert groups
    # What matters most comes first, as a page shows the first ones.
    kinds = [change["what"] for change in said.changes]
    order = ["result", "would_be_group", "match_points"]
    assert list(dict.fromkeys(kinds))[:3] == order
    assert kinds == sorted(kinds, key=lambda kind: order.index(kind) if kind in order else len(order))
    evening.send(**corrected)
    assert evening.pairs() == stood
    assert evening.state.past[0].results[1].winner == 1
    rows = {row.player.name: row.cells[0].exact for row in FORMAT.standings(evening.state, {})}
    assert (rows[one], rows[other]) == ("0", "3")


def test_a_corrected_final_gives_other_places() -> None:
    evening = Evening(4, rounds=1, cut=2).started().to_the("finished")
    first, second = evening.players(1)
    assert (evening.places()[first], evening.places()[second]) == (1, 2)
    evening.send(do="amend", round=evening.state.round, table=1, games={first: 0, second: 2}, reason="misheard")
    assert (evening.places()[first], evening.places()[second]) == (2, 1)


def test_a_player_is_renamed_and_forgotten_when_the_event_is_over() -> None:
    evening = Evening(9, rounds=2, cut=4).started().to_the("finished")
    first = next(name for name, place in evening.places().items() if place == 1)
    evening.send(do="rename", player=first, name="Zoë")
    assert evening.places()["Zoë"] == 1
    assert "Zoë" in evening.state.memory.in_playoff
    evening.send(do="forget", player="Zoë")
    assert "Zoë" not in str(view(evening.state, "en"))
    assert first not in str(view(evening.state, "en"))
    assert min(evening.places().values()) == 1


# How it is shown.


@pytest.mark.clauses("MTR 2.2", "MTR 10.4")
def test_the_rounds_of_the_playoff_have_their_names() -> None:
    evening = Evening(40, rounds=1, cut=32).started().to_the("round-of-32")
    titles = []
    while evening.state.phase is Phase.PLAYING:
        titles.append(render(FORMAT.stage_title(evening.state.stage, evening.state.round), "en"))
        assert view(evening.state, "en")["stage"] == "playoff"
        assert "decides who plays first" in render(FORMAT.why(evening.state.tables[0]), "en")
        assert [len(each.matches) for each in rounds_of(evening)] == [16, 8, 4, 2, 1]
        evening.play()
    assert titles == ["Playoff, round of 32", "Playoff, round of 16", "Quarterfinals", "Semifinals", "Final"]
    assert [render(each.title, "en") for each in rounds_of(evening)] == titles
    assert [len(each.matches) for each in rounds_of(evening)] == [16, 8, 4, 2, 1]


@pytest.mark.clauses("MTR 10.4")
def test_a_bye_says_why_and_whether_it_is_not_the_first() -> None:
    evening = Evening(3, rounds=4, cut=0).started()
    for why in (
        "drawn at random",
        *["Of those without a bye"] * 2,
        "all players who could be given this bye have had one",
    ):
        (sits_out,) = evening.state.sitting_out
        steps = [render(step, "en") for step in FORMAT.next_steps(evening.state, evening.state.players[sits_out])]
        assert why in steps[1]
        evening.play()


def test_what_is_typed_on_one_line(subtests: pytest.Subtests) -> None:
    evening = Evening(2, rounds=1, cut=0).started()
    one, other = evening.players(1)
    table = evening.state.tables[0]
    for line, expected in (
        ("2 1", {"games": {one: 2, other: 1}, "drawn": 0}),
        ("2-1", {"games": {one: 2, other: 1}, "drawn": 0}),
        ("1 1 1", {"games": {one: 1, other: 1}, "drawn": 1}),
        ("draw", {"intentional_draw": True}),
        ("Empate", {"intentional_draw": True}),
    ):
        with subtests.test(line=line):
            assert FORMAT.typed(evening.state, table, line.split()) == expected
    for line in ("", "2", "2 1 1 1", "2 x", "win"):
        with subtests.test(line=line), pytest.raises(FloorjudgeError) as caught:
            FORMAT.typed(evening.state, table, line.split())
        assert caught.value.where == "line"


# Whole events.


def check_whole(players: int, seed: int, *, compared: int) -> None:
    """Play an event by chance, comparing pairings and standings throughout, and verify its log with and without the seed."""
    evening = ByChance(players, seed, compared=compared)
    evening.to_the_end()
    check_places(evening)
    records = evening.service.records
    whole = verify_records(records)
    assert whole.draws_waiting == 0
    assert whole.state.results == evening.state.results
    assert whole.state.places() == evening.state.places()
    unfinished = verify_records(records[:-1])
    assert unfinished.draws_waiting == len(evening.state.stages())
    assert unfinished.state.venue == whole.state.venue or isinstance(whole.state.venue, Venue)


def check_places(evening: ByChance) -> None:
    """The place of each is one more than there are better ones; only where both have left the final nobody is first."""
    placed, event = evening.places(), as_played(evening.state)
    assert set(placed) == {*evening.state.players}
    won = [name for name, place in placed.items() if place == 1]
    assert won or {place for place in placed.values() if place < 3} == {2}
    for place in placed.values():
        better = sum(other < place for other in placed.values())
        assert place == better + 1 or (place, won) == (2, [])
    assert len(event.rounds) <= event.plan.rounds
    if event.plan.cut and event.plan.rounds:
        assert len(event.seeds) <= event.plan.cut


@pytest.mark.clauses("MTR 2.10", "MTR 3.1", "MTR 10.2", "MTR 10.4", "MTR appendix C", "MTR appendix E")
def test_events_are_played_to_their_end(subtests: pytest.Subtests) -> None:
    for players in (*range(2, 19), 23, 33):
        with subtests.test(players=players):
            check_whole(players, players, compared=9)


@pytest.mark.clauses("MTR 2.10", "MTR 10.4")
def test_small_events_in_which_a_bye_comes_round_are_played_to_their_end(subtests: pytest.Subtests) -> None:
    for players in (3, 7):
        for seed in range(20):
            with subtests.test(players=players, seed=seed):
                ByChance(players, seed, compared=9).to_the_end()


@pytest.mark.exhaustive
def test_events_of_many_sizes_are_played_to_their_end(subtests: pytest.Subtests) -> None:
    for players in (*range(2, 37), 48, 64):
        with subtests.test(players=players):
            check_whole(players, 2, compared=64)


@pytest.mark.exhaustive
def test_events_of_hundreds_are_played_to_their_end(subtests: pytest.Subtests) -> None:
    for players in (100, 200, 300):
        with subtests.test(players=players):
            check_whole(players, players, compared=0)


@pytest.mark.clauses("MTR 2.10")
def test_a_bye_of_the_playoff_has_its_place_in_the_bracket() -> None:
    evening = Evening(8, rounds=1, cut=8).started()
    gone = evening.players(1)[1]
    for table in evening.state.open_tables():
        evening.report(table.table)
    evening.send(do="leave", player=gone)
    evening.send(do="next")
    first = rounds_of(evening)[0].matches
    alone = [match for match in first if len(match.players) == 1]
    assert [match.players for match in alone] == [evening.state.sitting_out]
    assert (len(first), alone[0].seeds, alone[0].table) == (4, (1,), None)
    assert {name for match in first for name in match.players} == {player.name for player in evening.state.in_event()}
    evening.play()
    assert [len(played.matches) for played in rounds_of(evening)] == [4, 2, 1]


@pytest.mark.parametrize("needed", [1, 2, 3])
def test_each_example_of_a_typed_result_is_one_that_its_match_can_have(needed: int) -> None:
    evening = Evening(2, games_to_win=needed, rounds=1, cut=2).started()
    for number in (3, 1):
        said = render(FORMAT.how_typed(evening.state, evening.state.tables[0]), "en")
        examples = re.findall(r"1 (?:draw|\d[\d ]*\d)", said)
        assert len(examples) == number
        for example in examples:
            evening.send(**typed_line(evening.state, example))
            evening.send(do="undo")
        evening.send(**typed_line(evening.state, examples[0]))
        evening.send(do="next")
