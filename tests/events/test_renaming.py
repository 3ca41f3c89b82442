"""Other names, leaving and coming back: at any time, through every undo and correction, and without a say in any draw."""

from __future__ import annotations

import json
from itertools import islice, product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert
from msgspec.structs import replace

from floorjudge.events import commands, view
from floorjudge.events.codec import read_event
from floorjudge.events.commands import Command
from floorjudge.events.service import EventService
from floorjudge.events.service.log.export import verify_records
from floorjudge.events.tournament import decide
from floorjudge.formats.competition import Phase
from floorjudge.formats.log import TournamentEvent
from floorjudge.formats.on_the_edge.rules.event import finalists, vacancies
from floorjudge.formats.on_the_edge.tables import Kind, PlayerSet, set_of
from tests.events.driver import KINDS, Incident, Moment, Organiser, Script, play, scripts
from tests.events.floor.small_event import SEED, happened, opened, refusal, report_all, result_of, steps_to_the_end
from tests.support.draw_checker import called, wrong_draws

Facts = list[dict[str, Any]]


def facts_of(desk: EventService) -> Facts:
    happened = ((record.event, read_event(record.event)) for record in desk.records)
    return [json.loads(line) for line, event in happened if isinstance(event, TournamentEvent)]


def groups(desk: EventService) -> list[tuple[str, ...]]:
    return [table.players for table in desk.state.tables]


def event_of(players: int) -> EventService:
    desk = opened()
    for number in range(players):
        desk.take({"do": "register", "player": f"Player {number}"}, "en")
    desk.take({"do": "start"}, "en")
    return desk


def with_the_new(names: list[tuple[str, ...]], old: str, new: str) -> list[tuple[str, ...]]:
    return [tuple(new if name == old else name for name in group) for group in names]


def test_a_new_name_holds_for_everything_and_changes_no_draw() -> None:
    desk, other = event_of(11), event_of(11)
    old = desk.state.tables[0].players[1]
    desk.take({"do": "call", "about": "help", "table": 1, "player": old}, "en")
    desk.take({"do": "propose", **_report(desk, 1), "player": old}, "en")
    desk.take({"do": "rename", "player": old, "name": "Zoltán Nagy"}, "en")
    assert old not in str(view(desk.state, "en"))
    assert "Zoltán Nagy" in desk.state.venue.proposals[1].statements[0].player
    assert desk.state.venue.calls[1].player == "Zoltán Nagy"
    for each in (desk, other):
        report_all(each)
        each.take({"do": "next"}, "en")
    assert groups(desk) == with_the_new(groups(other), old, "Zoltán Nagy")
    for _ in steps_to_the_end(desk):
        pass
    assert verify_records(desk.records).state == desk.state
    assert wrong_draws(facts_of(desk), SEED) == []


def _report(desk: EventService, number: int) -> dict[str, Any]:
    table = desk.state.tables[number - 1]
    influence = {name: 16 if seat == 0 else seat for seat, name in enumerate(table.players)}
    return {"table": number, "winner": table.players[0], "influence": influence}


def test_undo_goes_past_a_renaming_and_leaves_it() -> None:
    desk = event_of(8)
    old = desk.state.tables[0].players[0]
    desk.take({"do": "report", **_report(desk, 1)}, "en")
    desk.take({"do": "rename", "player": old, "name": "New Name"}, "en")
    desk.take({"do": "drawn", "table": 2}, "en")
    desk.take({"do": "undo"}, "en")
    desk.take({"do": "undo"}, "en")
    assert not desk.state.results
    assert desk.state.tables[0].players[0] == "New Name"
    desk.take({"do": "undo"}, "en")
    desk.take({"do": "start"}, "en")
    assert any("New Name" in group for group in groups(desk))
    assert verify_records(desk.records, SEED).state == desk.state
    assert wrong_draws(facts_of(desk), SEED) == []


def test_what_players_of_several_tables_have_said_speaks_of_them_by_the_names_they_have() -> None:
    desk = event_of(8)
    for table in desk.state.tables:
        said = {"do": "propose", "player": table.players[1]} | result_of(table)
        desk.take(said, "en")
    one, other = (table.players[1] for table in desk.state.tables)
    desk.take({"do": "rename", "player": one, "name": "Zed"}, "en")
    assert [each.statements[0].player for _, each in sorted(desk.state.venue.proposals.items())] == ["Zed", other]
    desk.take({"do": "register", "player": "Late", "late": True}, "en")
    desk.take({"do": "undo"}, "en")
    confirmed = {"do": "confirm", "table": 1, "player": desk.state.tables[0].players[0]}
    assert happened(desk.take(confirmed, "en")) == "ResultConfirmed"


def speaking_of(command: Command, old: str, new: str) -> Command:
    """Return a command that calls a player by the new name."""
    claim = getattr(command, "claim", None)
    if claim is not None:
        said = {field: getattr(claim, field) for field in claim.__struct_fields__}
        command = replace(
            command, claim=convert(called(json.loads(msgspec.json.encode(said)), {old: new}), type(claim))
        )
    fields = {field: getattr(command, field) for field in command.__struct_fields__}
    named = called(
        {field: list(value) if isinstance(value, tuple) else value for field, value in fields.items()}, {old: new}
    )
    return replace(
        command, **{field: tuple(value) if isinstance(value, list) else value for field, value in named.items()}
    )


@given(scripts(incidents=6, players=14), st.integers(0, 30), st.integers(0, 200))
def test_it_makes_no_difference_whether_a_renaming_comes_before_a_command_or_after_it(
    script: Script, stop: int, choice: int
) -> None:
    organiser = opened_at(script, stop)
    moment, before = Moment(organiser, script), organiser.now
    possible = [moment.incident(Incident(0, kind, choice)) for kind in sorted(set(KINDS))]
    for command, player in product(possible, organiser.tournament.registered):
        # An undo takes back what came last, so a renaming too.
        if command is None or isinstance(command, commands.Undo):
            continue
        first = Organiser(organiser.seed, before).do(command)
        if first.now.phase is Phase.REGISTRATION:
            continue
        then = Organiser(organiser.seed, before).do(commands.Rename(player, "Zed"))
        then.do(speaking_of(command, player, "Zed"))
        assert first.do(commands.Rename(player, "Zed")).now == then.now


def opened_at(script: Script, stop: int) -> Organiser:
    """Return an event as it is after some commands that follow the first grouping, or at its end."""
    *_, organiser = islice((each for each in play(script) if each.now.tables), stop + 1)
    return organiser


def test_before_the_start_the_new_name_is_the_one_that_is_drawn() -> None:
    desk = opened()
    for name in ("Ana", "Bo", "Cy"):
        desk.take({"do": "register", "player": name}, "en")
    desk.take({"do": "rename", "player": "Bo", "name": "Bob"}, "en")
    desk.take({"do": "register", "player": "Bo"}, "en")
    desk.take({"do": "deck", "player": "Bob", "list": "40 Astral Wisdom"}, "en")
    desk.take({"do": "close_roster"}, "en")
    assert refusal(desk, do="rename", player="Bob", name="Bert") == "roster_closed"
    desk.take({"do": "start"}, "en")
    assert verify_records(desk.records, SEED).state == desk.state
    assert wrong_draws(facts_of(desk), SEED) == []


def test_in_older_logs_nobody_gets_the_name_under_which_another_is_drawn_after_a_start_that_was_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decide, "VERSION", None)
    desk = event_of(5)
    one, other = desk.state.tables[0].players[:2]
    desk.take({"do": "rename", "player": one, "name": "Zoltán"}, "en")
    desk.take({"do": "undo"}, "en")
    # Two players of one name on the roster would be one to the draw, and one of them without a table.
    assert refusal(desk, do="rename", player=other, name=one) == "name_taken"
    desk.take({"do": "rename", "player": "Zoltán", "name": one}, "en")
    desk.take({"do": "rename", "player": other, "name": "Zoltán"}, "en")
    desk.take({"do": "start"}, "en")
    assert sorted(name for group in groups(desk) for name in group) == sorted(
        player.name for player in desk.state.all_players()
    )
    assert wrong_draws(facts_of(desk), SEED) == []


def test_a_name_that_somebody_has_or_nobody_can_have_is_refused(subtests: pytest.Subtests) -> None:
    for name, code in [("Ana", "name_taken"), ("Bo", "name_taken"), ("ANA", "looks_alike"), ("\u202e", "bad_name")]:
        with subtests.test(name=name, code=code):
            desk = opened()
            for player in ("Ana", "Bo"):
                desk.take({"do": "register", "player": player}, "en")
            assert refusal(desk, do="rename", player="Bo", name=name) == code


@pytest.mark.clauses("OTE 2.2", "OTE 2.9")
def test_who_comes_back_to_a_game_that_goes_on_may_win_it() -> None:
    desk = event_of(9)
    player = desk.state.tables[0].players[0]
    desk.take({"do": "leave", "player": player}, "en")
    desk.take({"do": "come_back", "player": player}, "en")
    desk.take({"do": "report", **_report(desk, 1)}, "en")
    assert set_of(desk.state.players[player]) is PlayerSet.ACTIVE
    report_all(desk)
    gone = desk.state.tables[1].players[1]
    desk.take({"do": "leave", "player": gone}, "en")
    desk.take({"do": "next"}, "en")
    assert desk.state.stage == Kind.FINAL
    assert refusal(desk, do="come_back", player=gone) == "too_late_to_come_back"


def tied_for_the_last_seat() -> tuple[EventService, str, list[str]]:
    """Return an event in which somebody is in the final by score, and the others play a readmission game for one seat."""
    desk = event_of(4)
    winner, second, *rest = desk.state.tables[0].players
    influence = {winner: 16, second: 5, **dict.fromkeys(rest, 1)}
    desk.take({"do": "report", "table": 1, "winner": winner, "influence": influence}, "en")
    desk.take({"do": "next"}, "en")
    assert desk.state.stage == Kind.READMISSION
    return desk, second, rest


@pytest.mark.clauses("OTE 2.8")
def test_who_leaves_a_seat_of_the_final_and_comes_back_finds_it_taken() -> None:
    desk, second, rest = tied_for_the_last_seat()
    desk.take({"do": "leave", "player": second}, "en")
    desk.take({"do": "come_back", "player": second}, "en")
    assert vacancies(desk.state) == 0
    desk.take({"do": "rename", "player": second, "name": "Sofía"}, "en")
    desk.take({"do": "next"}, "en")
    assert desk.state.tables[0].players[1:] == tuple(sorted(rest))
    assert desk.state.sitting_out == ("Sofía",)


@pytest.mark.clauses("OTE 2.8")
@pytest.mark.parametrize("second_has_most", [True, False])
def test_a_lost_seat_stays_lost_and_one_that_falls_vacant_goes_to_the_highest_score(second_has_most: bool) -> None:  # noqa: FBT001 (pytest gives it)
    desk, second, (first_of_the_rest, other) = tied_for_the_last_seat()
    for command in ("leave", "come_back", "leave"):
        desk.take({"do": command, "player": second}, "en")
    desk.take({"do": "leave", "player": other}, "en")
    assert vacancies(desk.state) == 1
    desk.take({"do": "come_back", "player": second}, "en")
    # The seat is not theirs again: it is vacant, and goes by score among those who are there.
    assert vacancies(desk.state) == 1
    assert second not in finalists(desk.state)
    desk.take({"do": "come_back", "player": other}, "en")
    assert finalists(desk.state)[1:] == sorted([first_of_the_rest, other])
    desk.take({"do": "leave", "player": other if second_has_most else second}, "en")
    desk.take({"do": "next"}, "en")
    assert set(desk.state.tables[0].players[1:]) == {first_of_the_rest, second if second_has_most else other}
    assert verify_records(desk.records).state == desk.state


@pytest.mark.clauses("OTE 2.8")
def test_who_leaves_a_seat_of_the_final_and_comes_back_in_time_has_it_again() -> None:
    desk, second, rest = tied_for_the_last_seat()
    desk.take({"do": "undo"}, "en")
    desk.take({"do": "undo"}, "en")
    winner = desk.state.tables[0].players[0]
    influence = {winner: 16, **dict.fromkeys((second, *rest), 1)}
    desk.take({"do": "report", "table": 1, "winner": winner, "influence": influence}, "en")
    desk.take({"do": "next"}, "en")
    desk.take({"do": "report", "table": 1, "qualified": [second, rest[0]]}, "en")
    desk.take({"do": "leave", "player": second}, "en")
    desk.take({"do": "come_back", "player": second}, "en")
    desk.take({"do": "next"}, "en")
    assert set(desk.state.tables[0].players) == {winner, second, rest[0]}
