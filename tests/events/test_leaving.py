"""What is said before a player leaves or comes back is what then happens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.events import commands
from floorjudge.events.leaving import upon_leaving, upon_leaving_together, upon_returning
from floorjudge.formats.competition import Phase
from floorjudge.formats.on_the_edge.tables import Kind
from floorjudge.texts import render
from tests.clauses.playing import Example
from tests.events.driver import Organiser, Script, go_on, opened, play, scripts
from tests.events.test_coming_back import tied_for_one_seat

NO_PLACE = "At the end {} stands there with the score and without a place."
INTO = {"active": "can come back into the active set", "inactive": "can come back into the inactive set"}


def said(organiser: Organiser, player: str) -> list[str]:
    """Return what is said before a player leaves, each sentence that is on a line of its own."""
    changes = upon_leaving(organiser.now, player)
    assert changes is not None
    return render(changes, "en").split("\n")


def at(script: Script, stop: int) -> Organiser:
    """Return an event at some moment of a script, or at its end when that comes before."""
    for number, organiser in enumerate(play(script)):
        if number >= stop and organiser.now.tables:
            break
    return organiser


@pytest.mark.clauses("OTE 2.10")
@given(scripts(incidents=3, kinds=("leave", "amend now", "undo"), players=14), st.integers(0, 60), st.integers(0, 60))
def test_who_is_said_to_have_no_place_has_none_at_the_end_and_all_others_have_one(
    script: Script, stop: int, choice: int
) -> None:
    organiser = at(script, stop)
    if organiser.now.phase is Phase.FINISHED:
        return
    here = organiser.now.in_event()
    if not here:
        return
    player = here[choice % len(here)].name
    sentences = said(organiser, player)
    organiser.do(commands.Leave(player))
    for _ in go_on(organiser, Script(script.players, luck=script.luck)):
        pass
    place = organiser.now.places().get(player)
    assert (place is None) is (NO_PLACE.format(player) in sentences)


@pytest.mark.clauses("OTE 2.2", "OTE 2.8")
@given(scripts(incidents=4, kinds=("leave", "amend now", "undo"), players=14), st.integers(0, 60), st.integers(0, 60))
def test_who_leaves_is_told_what_coming_back_at_once_gives(script: Script, stop: int, choice: int) -> None:
    organiser = at(script, stop)
    here = organiser.now.in_event()
    if organiser.now.phase is Phase.FINISHED or not here:
        return
    player = here[choice % len(here)].name
    before, was = organiser.now, organiser.tournament.sets()[player]
    sentences = " ".join(said(organiser, player))
    organiser.do(commands.Leave(player))
    returning = upon_returning(organiser.now, player)
    assert returning is not None
    goes_on = any(player in table.players for table in organiser.now.open_tables())
    assert ("goes on as if" in render(returning, "en")) is goes_on
    organiser.do(commands.ComeBack(player))
    rules = organiser.tournament
    of = rules.sets()[player]
    if before.stage == Kind.ROUND:
        assert INTO[of] in sentences
        assert ("unless the game is lost" in sentences) is (of == "active" and goes_on)
        assert ("gives up the seat in the active set" in sentences) is (was == "active")
    if organiser.now.stage == Kind.READMISSION:
        seated = [*rules.members("active"), *rules.readmitted()]
        assert ("has the seat again" in sentences) is (player in seated)
    again = "is in the active set again." if of == "active" else "is in the inactive set."
    assert f"{player} {again}" in render(returning, "en")


def test_before_the_start_the_number_is_kept() -> None:
    event = opened(["Ana", "Bo", "Cy"])
    assert said(event, "Bo") == [
        "Bo leaves the event.",
        "Until the start, Bo can be registered again under the same number.",
    ]
    event.do(commands.Leave("Bo"))
    returning = upon_returning(event.now, "Bo")
    assert returning is not None
    assert render(returning, "en") == "Bo is registered again, under the same number."


@pytest.mark.clauses("OTE 2.2")
def test_during_a_game_it_says_that_it_cannot_be_won() -> None:
    event = Example.of(9)
    player = event.seated(2)[0]
    assert f"{player} cannot win the game at table 2 any more; the others play on." in said(event, player)
    event.ends(2, (16, 5, 1))
    assert said(event, player)[1] == f"{player} gives up the seat in the active set."


@pytest.mark.clauses("OTE 2.8")
def test_it_says_when_the_final_comes_next() -> None:
    event = Example.of(12)
    event.ends(1, (16, 5, 1))
    winner = event.those("active")[0]
    assert not any("the final comes next" in sentence for sentence in said(event, winner))
    event.all_end()
    winner, *_ = event.those("active")
    assert "Only 3 active players are then left: the final comes next." in said(event, winner)
    event.leaves(winner)
    assert not any("the final comes next" in sentence for sentence in said(event, event.those("active")[0]))


@pytest.mark.clauses("OTE 2.8", "OTE 2.8.3")
def test_during_a_readmission_game_it_says_which_seat_is_given_up() -> None:
    event = tied_for_one_seat()
    active, tied = event.those("active")[0], event.seated(1)[0]
    assert said(event, active)[1:] == [
        f"{active} gives up a seat of the final.",
        NO_PLACE.format(active),
        f"Until the final is grouped, {active} can come back, and has the seat again unless others have taken it.",
    ]
    assert said(event, tied)[1:] == [
        f"{tied} cannot reach the final by the readmission game any more.",
        f"{tied} plays no further game and cannot be readmitted to the final.",
        NO_PLACE.format(tied),
        f"Until the last games are grouped, {tied} can come back into the inactive set.",
    ]


@pytest.mark.clauses("OTE 2.10")
def test_a_finalist_is_told_of_the_place() -> None:
    event = Example.of(9)
    event.all_end()
    event.next()
    finalist, other = event.seated(1)[1], event.seated(2)[0]
    assert said(event, finalist)[1:3] == [
        f"{finalist} cannot win the final any more; the others play on.",
        f"{finalist} still has the place that the reported influence gives.",
    ]
    event.all_end()
    assert said(event, finalist)[1] == f"The place that the final gave stays that of {finalist}."
    assert said(event, other)[1] == NO_PLACE.format(other)
    event.leaves(other)
    returning = upon_returning(event.now, other)
    assert returning is not None
    assert render(returning, "en").endswith(f"{other} has a place at the end.")


def test_of_several_each_is_told_what_those_before_leave_to_them() -> None:
    event = Example.of(3)
    first, second, last = event.seated(1)
    one, other = upon_leaving_together(event.now, [first, second])
    assert f"{first} cannot win the game" in render(one, "en")
    assert f"{last} is then the only one left, and wins." in render(other, "en")
    assert f"Until the last games are grouped, {second} can come back into the inactive set." in render(other, "en")
    assert upon_leaving_together(event.leaves(first).now, [first]) == []


def test_after_the_end_nobody_leaves() -> None:
    event = Example.of(3)
    event.all_end()
    event.next()
    event.all_end()
    event.next()
    player = event.view["players"][0]["player"]
    assert upon_leaving(event.now, player) is None
    assert upon_returning(event.now, player) is None
