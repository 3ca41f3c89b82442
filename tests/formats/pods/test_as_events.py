"""Pods and a cut as an event: commands come in, and what stands is what the rules give."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.events.service.errors import LineWithoutTable
from floorjudge.events.service.log.export import verify_records
from floorjudge.events.service.typed_results import typed_line
from floorjudge.events.standings import standings
from floorjudge.events.view import view
from floorjudge.extras import PackageNotInstalled
from floorjudge.formats.competition import Phase
from floorjudge.formats.pods.display.explaining import meetings_again, why_seated
from floorjudge.formats.pods.errors import WhoWon
from floorjudge.formats.pods.format import FORMAT
from floorjudge.formats.pods.results import LastLeft, PodDrawn, PodWon
from floorjudge.formats.pods.rules import playing
from floorjudge.formats.pods.seating.arranging import Field
from floorjudge.formats.pods.seating.proof import Meetings
from floorjudge.formats.pods.tables import RankedPod
from tests.support.events_by_commands import EventByCommands
from tests.support.refusals import error_of


class Evening(EventByCommands):
    """An event of pods that has begun."""

    def __init__(self, players: int, **options: Any) -> None:
        super().__init__("mstr-pods", players, **options)
        self.send(do="start")

    def play(self) -> None:
        """Let seat one win every open game, and go on."""
        for table in self.state.open_tables():
            others = [[name] for name in table.players[1:]] if self.state.options.points.others else []
            self.send(do="report", table=table.table, winner=table.players[0], **({"out": others} if others else {}))
        self.send(do="next")

    def line(self, player: str) -> Any:
        return next(each for each in view(self.state, "en")["players"] if each["player"] == player)


def test_an_event_is_played_to_its_end_and_verifies(subtests: pytest.Subtests) -> None:
    for options in (
        {},
        {"rounds": 1, "cut": 4, "drawn_cut": "seed"},
        {"rounds": 2, "cut": 10, "remainder": "threes"},
        {"rounds": 0, "cut": 10},
        {"pod": 5, "rounds": 2, "cut": 5, "tie_break": "opponents_match_win"},
        {"rounds": 2, "cut": 4, "points": {"others": [2, 1, 0]}},
    ):
        with subtests.test(**options):
            evening = Evening(11, **options)
            while evening.state.phase is not Phase.FINISHED:
                evening.play()
            places = evening.state.places()
            assert min(places.values()) == 1
            assert len(places) == 11
            assert verify_records(evening.service.records).draws_waiting == 0


def test_a_cut_alone_shows_the_wins_in_it_and_ranks_no_player_before_its_end() -> None:
    evening = Evening(10, rounds=0, cut=10)
    evening.play()
    in_final = evening.state.tables[0].players
    evening.send(do="report", table=1, winner=in_final[2])
    listed = standings(evening.state, with_places=False)
    assert {line.rank for line in listed} == {None}
    assert [line.player.name for line in listed if line.advanced] == [listed[0].player.name] == [in_final[2]]
    assert sorted(line.cells[0].shown for line in listed if line.player.name in in_final) == ["0", "0", "1", "2"]
    assert evening.line(listed[0].player.name)["standing"] == {
        "wins": "2",
        "match_points": "0",
        "match_win": "0",
        "opponents_match_points": "0",
    }


@pytest.mark.clauses("MSTR 10.4A")
def test_a_round_says_how_often_players_meet_again_and_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of eight players who sat in two pods of four, two pairs of each pod meet again whatever comes next."""
    evening = Evening(8, rounds=2, cut=4)
    assert FORMAT.stage_note(evening.state) is None
    evening.play()
    said = "In this round, players meet again 4 times."
    proved = f"{said} No other pods of these sizes have fewer such meetings: this is proved."
    assert str(FORMAT.stage_note(evening.state)) == proved

    def missing(_: Field) -> int:
        raise PackageNotInstalled("highspy", "proofs")

    monkeypatch.setattr(playing, "fewest_again", missing)
    assert str(FORMAT.stage_note(evening.state)) == said
    assert (
        str(meetings_again(Meetings(4, 2)))
        == f"{said} It is proved that all pods of these sizes have at least 2 such meetings."
    )
    assert str(meetings_again(Meetings(1, None))) == "In this round, players meet again 1 time."
    assert str(meetings_again(Meetings(2, 1))).endswith("have at least 1 such meeting.")
    evening.play()
    assert evening.state.stage == "playoff"
    assert FORMAT.stage_note(evening.state) is None


@pytest.mark.clauses("MSTR 10.4A", "MSTR X.1B")
def test_a_bye_says_why() -> None:
    evening = Evening(9, rounds=2, cut=0)
    for why in ("drawn at random", "lowest in the standings"):
        (name,) = evening.state.sitting_out
        steps = FORMAT.next_steps(evening.state, evening.state.players[name])
        assert str(steps[0]) == "Has a bye in this round: it counts at once, as a win."
        assert why in str(steps[1])
        evening.play()


@pytest.mark.clauses("MSTR 2.1A")
def test_a_result_is_a_winner_or_a_draw_and_is_read_as_it_is_shown() -> None:
    evening = Evening(8, rounds=1, cut=0)
    one, other = evening.state.tables
    evening.send(do="report", table=1, winner=one.players[1])
    evening.send(do="report", table=2, draw=True, lost=[other.players[0]])
    seen = [table["result"] for table in view(evening.state, "en")["tables"]]
    assert seen == [{"winner": one.players[1]}, {"draw": True, "lost": [other.players[0]]}]
    assert evening.line(one.players[1])["standing"]["match_points"] == "5"
    assert evening.line(other.players[0])["standing"]["match_points"] == "0"
    assert evening.line(other.players[1])["standing"]["match_points"] == "1"
    for table in (one, other):
        outcome = evening.state.results[table.table]
        given = FORMAT.from_form(evening.state, table, FORMAT.as_given(table, outcome))
        assert given == FORMAT.result_json(evening.state, table, outcome)
        rows = FORMAT.result_rows(evening.state, table, outcome)
        assert [row.name for row in rows if row.won] == ([table.players[1]] if table is one else [])


def test_what_is_typed_on_one_line() -> None:
    evening = Evening(4, rounds=1, cut=0)
    (table,) = evening.state.tables
    first, second, third, fourth = table.players
    assert FORMAT.typed(evening.state, table, ("2",)) == {"winner": second}
    assert FORMAT.typed(evening.state, table, (first,)) == {"winner": first}
    for word in ("draw", "Drawn", "empate", "nul", "nulle", "TABLAS"):
        assert FORMAT.typed(evening.state, table, (word,)) == {"draw": True}
    assert FORMAT.typed(evening.state, table, ("draw", "3")) == {"draw": True, "lost": [third]}
    with pytest.raises(WhoWon):
        FORMAT.typed(evening.state, table, ())
    evening.send(do="rename", player=second, name="Ana Lou")
    assert FORMAT.typed(evening.state, evening.state.tables[0], ("ana", "lou")) == {"winner": "Ana Lou"}
    evening = Evening(4, rounds=1, cut=0, points={"others": [2, 1, 0]})
    typed = FORMAT.typed(evening.state, table, ("1", "3+2", "4"))
    assert typed == {"winner": first, "out": [[third, second], [fourth]]}
    assert FORMAT.typed(evening.state, table, ("draw",)) == {"draw": True}
    assert FORMAT.typed(evening.state, table, ("draw", "3")) == {"draw": True, "out": [[third]]}
    for outcome, report in (
        (PodWon(first, ((second, third), (fourth,))), {"winner": first, "out": [[second, third], [fourth]]}),
        (PodDrawn(out=((third,), (second,))), {"draw": True, "out": [[third], [second]]}),
    ):
        assert FORMAT.from_form(evening.state, table, FORMAT.as_given(table, outcome)) == report


def test_the_form_of_a_result_has_what_its_points_ask_for(subtests: pytest.Subtests) -> None:
    winner, lost, out = (
        ("winner",),
        tuple(f"lost-{seat}" for seat in range(1, 5)),
        tuple(f"out-{seat}" for seat in range(1, 5)),
    )
    touches = ["1", "2", "3", "4", "draw"]
    for kind, options, fields, quick, explained in (
        ("round", {}, winner + lost, touches, False),
        ("playoff", {}, winner + lost, touches, True),
        ("round", {"points": {"others": [2, 1, 0]}}, winner + out, [], False),
    ):
        with subtests.test(kind=kind, options=options):
            evening = Evening(4 if kind == "playoff" else 8, rounds=0 if kind == "playoff" else 1, cut=4, **options)
            table = evening.state.tables[0]
            form = FORMAT.result_form(evening.state, table)
            assert evening.state.stage == kind
            assert tuple(field.name for field in form.fields) == fields
            assert [each.values["winner"] for each in form.quick] == quick
            assert [str(each.help) for each in form.quick if each.help] == ["The game is played again."] * explained
            assert str(FORMAT.result_help(evening.state, table)).startswith("None" if quick else "Number those who")
            for values in (*(each.values for each in form.quick), {"winner": "1"}):
                report = FORMAT.from_form(evening.state, table, values)
                assert report == (
                    {"draw": True}
                    if values["winner"] == "draw"
                    else {"winner": table.players[int(values["winner"]) - 1]}
                )
            error = error_of(WhoWon, FORMAT.from_form, evening.state, table, {"winner": "5"})
            assert error.where == "winner"


def test_the_form_of_a_result_names_every_player_and_what_each_field_means() -> None:
    evening = Evening(4, rounds=1, cut=0)
    (table,) = evening.state.tables
    form = FORMAT.result_form(evening.state, table)
    drawn = "A drawn game"
    winner: Any = form.fields[0]
    assert [(option.value, str(option.label)) for option in winner.options] == [
        *((str(seat), name) for seat, name in enumerate(table.players, 1)),
        ("draw", drawn),
    ]
    assert [str(each.label) for each in form.fields] == [
        "Winner",
        *(f"A draw of the others: {name} has lost" for name in table.players),
    ]
    assert [(str(each.label), each.winner) for each in form.quick] == [
        *((name, name) for name in table.players),
        (drawn, None),
    ]
    evening = Evening(4, rounds=1, cut=0, points={"others": [2, 1, 0]})
    (table,) = evening.state.tables
    numbers: Any = FORMAT.result_form(evening.state, table).fields[1:]
    assert [(str(each.label), each.player, each.least, each.most, each.required) for each in numbers] == [
        (f"{name} was eliminated as number", name, 1, 4, False) for name in table.players
    ]
    drawn_with_one_out = PodDrawn(out=((table.players[2],),))
    given = FORMAT.as_given(table, drawn_with_one_out)
    assert given["out-3"] == "1"
    report = {"draw": True, "out": [[table.players[2]]]}
    assert FORMAT.from_form(evening.state, table, given) == report
    assert FORMAT.result_json(evening.state, table, drawn_with_one_out) == report


def test_a_pod_says_why_its_players_meet() -> None:
    evening = Evening(8, rounds=2, cut=4)
    whys = []
    while evening.state.phase is not Phase.FINISHED:
        whys.append(str(FORMAT.why(evening.state.tables[0])))
        evening.play()
    assert whys[0] == "Drawn at random: this is the first round."
    assert whys[1].startswith("Places 1 to ")
    assert "Among these, some have met before: " in whys[1]
    assert str(why_seated(RankedPod(5, 8, 64, ()))) == (
        "Places 5 to 8 of the 64 players at tables. No two of them have met before."
    )
    assert whys[2] == "By the cut: numbers 1, 2, 3, 4 meet, in the order of their seats."


def test_the_second_tie_break_is_the_one_that_was_chosen() -> None:
    evening = Evening(8, rounds=2, cut=0, tie_break="opponents_match_win", floor=33)
    evening.play()
    names = [column.key for column in FORMAT.columns(evening.state)]
    standings_now = [each["standing"] for each in view(evening.state, "en")["players"]]
    assert names == [*standings_now[0]] == ["match_points", "match_win", "opponents_match_win"]
    # Who has won met three without a win, each at the floor; the others met two of these and a winner.
    assert {each["opponents_match_win"] for each in standings_now} == {"33/100", "83/150"}
    assert {row.cells[2].shown for row in FORMAT.standings(evening.state, {})} == {"0.3300", "0.5533"}


@pytest.mark.clauses("MTR 2.10")
def test_who_is_left_plays_on_and_the_last_one_wins() -> None:
    evening = Evening(8, rounds=2, cut=4)
    one, two, three, four = evening.state.tables[0].players
    evening.send(do="leave", player=one)
    evening.send(do="leave", player=two)
    assert 1 not in evening.state.results
    evening.send(do="leave", player=three)
    assert evening.state.results[1] == LastLeft(four)
    evening.send(do="report", table=1, winner=one)
    assert evening.state.results[1] == PodWon(one)
    evening.send(do="unreport", table=1, reason="they said it too early")
    assert evening.state.results[1] == LastLeft(four)


def test_who_has_left_has_lost_a_game_that_the_others_draw() -> None:
    evening = Evening(4, rounds=1, cut=0)
    one, *others = evening.state.tables[0].players
    evening.send(do="leave", player=one)
    evening.send(do="report", table=1, draw=True)
    assert evening.state.results[1] == PodDrawn((one,))
    assert [evening.line(name)["standing"]["match_points"] for name in others] == ["1", "1", "1"]


@pytest.mark.clauses("MSTR 10.4A")
def test_a_drawn_game_of_the_cut_is_played_again_or_the_highest_seed_goes_on() -> None:
    evening = Evening(10, rounds=1, cut=4)
    evening.play()
    (final,) = evening.state.tables
    evening.send(do="report", table=1, draw=True)
    assert not evening.state.results
    evening.send(do="report", table=1, winner=final.players[2])
    rows = FORMAT.result_rows(evening.state, final, evening.state.results[1])
    assert [(row.name, row.won_as) for row in rows if row.won] == [(final.players[2], None)]
    assert evening.refused(do="amend", round=2, table=1, draw=True, reason="misheard").code == "drawn_cut_again"
    evening.send(do="next")
    assert evening.state.places()[final.players[2]] == 1
    evening = Evening(10, rounds=1, cut=4, drawn_cut="seed")
    evening.play()
    evening.send(do="report", table=1, draw=True)
    (final,) = evening.state.tables
    rows = FORMAT.result_rows(evening.state, final, evening.state.results[1])
    assert [str(row.won_as) for row in rows if row.won] == ["goes on"]
    assert [row.name for row in rows if row.won or row.won_as] == [final.players[0]]
    evening.send(do="next")
    assert evening.state.places()[final.players[0]] == 1


@pytest.mark.clauses("MSTR 10.4A")
def test_nobody_enters_or_comes_back_once_the_cut_has_been_made() -> None:
    evening = Evening(9, rounds=2, cut=4)
    evening.send(do="leave", player="p01")
    evening.send(do="register", player="Late Lou", late=True)
    evening.send(do="come_back", player="p01")
    evening.play()
    evening.send(do="leave", player="p01")
    evening.play()
    assert evening.state.stage == "playoff"
    assert evening.refused(do="register", player="Later", late=True).code == "late_for_the_cut"
    assert evening.refused(do="come_back", player="p01").code == "late_for_the_cut"


def test_where_points_go_by_elimination_an_unclear_line_is_answered_with_their_order() -> None:
    evening = Evening(4, points={"others": [3, 2, 1]})
    with pytest.raises(LineWithoutTable, match="eliminated, by seat: 5 1 3 2 4"):
        typed_line(evening.state, "Ana")
