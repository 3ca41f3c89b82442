"""The way to the final: what it says will come is what comes, as long as nobody leaves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from floorjudge.events.service.demonstration import result_of
from floorjudge.events.state import State
from floorjudge.events.view import view
from floorjudge.formats.on_the_edge.display.diagram import (
    LONGEST_SCORE,
    MOST_CANDIDATES,
    WIDTH,
    Path,
    diagram_of,
    path_to_final,
)
from floorjudge.formats.on_the_edge.display.qualification import qualification_of
from floorjudge.formats.on_the_edge.rules.scoring import score_as_written
from floorjudge.formats.on_the_edge.tables import FINALISTS, Kind, TableSet
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
    assert {(step.expected, step.now) for step in expected.steps} == {(True, False)}
    desk.send(do="start")
    while True:
        state = desk.state
        qualification = qualification_of(state)
        assert [(step.round, step.players) for step in qualification.steps] == [
            (step.round, step.players) for step in expected.steps
        ]
        assert sum(step.now for step in qualification.steps) == (state.stage != Kind.READMISSION)
        assert [step.expected for step in qualification.steps] == [step.round > state.round for step in expected.steps]
        check_diagram(state)
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
        if stage == Kind.READMISSION:
            assert (sorted(foreseen.names_seated), foreseen.open_seats) == (sorted(desk.state.tables[0].players), 0)
        if desk.state.stage == Kind.FINAL and stage == Kind.ROUND:
            assert foreseen.tied == 0
            assert set(desk.state.memory.readmitted) == set(candidates[: foreseen.would_be_in])
        if desk.state.stage == Kind.READMISSION:
            first = foreseen.would_be_in
            assert set(desk.state.memory.readmitted) == set(candidates[:first])
            assert set(desk.state.tables[0].players) == set(candidates[first : first + foreseen.tied])
    final = qualification_of(desk.state)
    assert final == replace(final, readmitted=desk.state.memory.readmitted, open_seats=0, candidates=())
    assert (final.would_be_in, final.tied) == (0, 0)
    seated = [player.name for player in final.seated]
    assert sorted(seated) == sorted(desk.state.tables[0].players)
    played(desk, chance)
    assert [player.name for player in qualification_of(desk.state).seated] == seated
    desk.send(do="next")
    assert [player.name for player in qualification_of(desk.state).seated] == seated


@pytest.mark.server
@given(chance=chances, players=st.integers(0, 60), letters=st.integers(24, 28), over=st.booleans())
def test_the_diagram_stays_within_its_frame(chance: random.Random, players: int, letters: int, *, over: bool) -> None:
    desk = EventByCommands("ote-1.2", players)
    if players >= FINALISTS:
        desk.send(do="rename", player="p02", name="x" * letters)
        desk.send(do="start")
        if over:
            played(desk, chance)
    check_diagram(desk.state)


def check_diagram(state: State) -> None:
    """Check that all of it lies within the frame, in the order of the qualification, and that nothing is left out."""
    found = qualification_of(state)
    diagram = diagram_of(found)
    path = Path(found, diagram, rounds_to_come=state.stage in {"registration", Kind.ROUND})
    assert path_to_final(state) == (path if len(state.in_event()) >= FINALISTS else None)
    assert [bar.step for bar in diagram.bars] == [*found.steps[:-1]]
    assert [bar.y for bar in diagram.bars] == [44 * index for index in range(len(diagram.bars))]
    # Each narrows to the next one, the last to the seats.
    tops = [*((bar.x, bar.x + bar.width // 2 * 2, bar.y) for bar in diagram.bars), (181, 271, 44 * len(diagram.bars))]
    for (left, right, y), (to_left, to_right, below), bar in zip(tops, tops[1:], diagram.bars, strict=False):
        assert 0 <= left < right <= WIDTH
        assert bar.band == f"{left},{y + 30} {right},{y + 30} {to_right},{below} {to_left},{below}"
    taken = [(shown(name), "readmitted" if name in found.readmitted else "active") for name in found.names_seated]
    free = [(None, "waiting")] * (FINALISTS - len(taken) - found.open_seats) + [(None, "open")] * found.open_seats
    assert [(seat.name, seat.kind) for seat in diagram.seats] == [*taken, *free]
    assert [seat.y - diagram.final_y for seat in diagram.seats] == [28, 74, 120]
    assert diagram.height == diagram.seats[-1].y + 46
    fates = ["in"] * found.would_be_in + ["tied"] * found.tied + ["out"] * len(found.candidates)
    scores = {line["player"]: score_as_written(line["score"]) for line in view(state, "en")["players"]}
    widest = LONGEST_SCORE
    for index, candidate in enumerate(diagram.candidates):
        name = found.candidates[index].name
        assert (candidate.player.name, candidate.name, candidate.score) == (name, shown(name), scores[name])
        assert (candidate.fate, candidate.y) == (fates[index], 26 + 34 * index)
        assert 2 <= candidate.width <= widest
        assert index or candidate.width == widest or scores[name].startswith(("0", "\N{MINUS SIGN}"))
        widest = candidate.width
        assert candidate.y + 28 <= diagram.candidates_height
    competing = min(found.would_be_in + found.tied, 2 * MOST_CANDIDATES)
    assert len(diagram.candidates) == min(len(found.candidates), max(competing, MOST_CANDIDATES))


def shown(name: str) -> str:
    """Return a name as it fits into the diagram."""
    return name if len(name) < 27 else f"{name[:25]}\N{HORIZONTAL ELLIPSIS}"


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
