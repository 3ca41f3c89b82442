"""The way to the final: what it says will come is what comes, as long as nobody leaves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events.service.demonstration import result_of
from floorjudge.formats.on_the_edge.display.diagram import WIDTH, diagram_of
from floorjudge.formats.on_the_edge.display.qualification import qualification_of
from floorjudge.formats.on_the_edge.tables import Kind, TableSet
from tests.support.events_by_commands import EventByCommands

chances = st.integers(0, 2**32).map(random.Random)


def played(desk: EventByCommands, chance: random.Random) -> None:
    """Report every open game, as chance has it."""
    for table in desk.state.open_tables():
        desk.send(**result_of(desk.state, table, chance))


@pytest.mark.server
@given(chances, st.integers(3, 30))
def test_the_rounds_that_are_expected_are_the_rounds_that_come(chance: random.Random, players: int) -> None:
    desk = EventByCommands("ote-1.2", players)
    expected = qualification_of(desk.state)
    desk.send(do="start")
    while True:
        state = desk.state
        qualification = qualification_of(state)
        assert [(step.round, step.players) for step in qualification.steps] == [
            (step.round, step.players) for step in expected.steps
        ]
        assert sum(step.now for step in qualification.steps) == (state.stage != Kind.READMISSION)
        if state.stage == Kind.FINAL:
            break
        if state.stage == Kind.ROUND:
            step = next(step for step in qualification.steps if step.round == state.round)
            assert step.players == sum(len(table.players) for table in state.tables if table.set is TableSet.ACTIVE)
        played(desk, chance)
        foreseen = qualification_of(desk.state)
        candidates = [player.name for player in foreseen.candidates]
        stage = desk.state.stage
        desk.send(do="next")
        if desk.state.stage == Kind.FINAL and stage == Kind.ROUND:
            assert foreseen.tied == 0
            assert set(desk.state.memory.readmitted) == set(candidates[: foreseen.would_be_in])
        if desk.state.stage == Kind.READMISSION:
            first = foreseen.would_be_in
            assert set(desk.state.memory.readmitted) == set(candidates[:first])
            assert set(desk.state.tables[0].players) == set(candidates[first : first + foreseen.tied])
    seated = [player.name for player in qualification_of(desk.state).seated]
    assert sorted(seated) == sorted(desk.state.tables[0].players)
    played(desk, chance)
    assert [player.name for player in qualification_of(desk.state).seated] == seated
    desk.send(do="next")
    assert [player.name for player in qualification_of(desk.state).seated] == seated


@pytest.mark.server
@given(chance=chances, players=st.integers(0, 60), over=st.booleans())
def test_the_diagram_stays_within_its_frame(chance: random.Random, players: int, *, over: bool) -> None:
    desk = EventByCommands("ote-1.2", players)
    if players >= 3:
        desk.send(do="start")
        if over:
            played(desk, chance)
    diagram = diagram_of(qualification_of(desk.state))
    for bar in diagram.bars:
        assert bar.x >= 0
        assert bar.x + bar.width <= WIDTH
        assert bar.y + 30 <= diagram.final_y
    for seat in diagram.seats:
        assert seat.y + 40 <= diagram.height
    for candidate in diagram.candidates:
        assert 0 < candidate.width <= WIDTH
        assert candidate.y + 28 <= diagram.candidates_height


@pytest.mark.clauses("OTE 2.8")
def test_the_only_one_left_is_logged_as_the_winner_without_a_final() -> None:
    event = EventByCommands("ote-1.2", 6)
    event.send(do="start")
    for number in range(2, 7):
        event.send(do="leave", player=f"p{number:02}")
    event.send(do="next")
    assert event.state.places() == {"p01": 1}
    assert '"p01"' in event.service.records[-1].event


def test_a_drawn_game_is_a_field_of_a_proposal_and_a_command_of_the_desk() -> None:
    event = EventByCommands("ote-1.2", 6)
    event.send(do="start")
    event.send(do="propose", table=1, player=event.state.tables[0].players[0], drawn=True)
    error = event.refused(do="report", table=1, drawn=True)
    assert (error.code, error.where) == ("unknown_field", "drawn")
