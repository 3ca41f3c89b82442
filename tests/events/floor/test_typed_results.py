"""Results typed in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import read_command
from floorjudge.events.service.typed_results import typed_line
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.rules.event import finalists, members
from floorjudge.formats.on_the_edge.tables import PlayerSet
from floorjudge.store import open_log
from tests.events.floor.small_event import opened, started


def state_of(*names: str) -> State:
    service = opened(open_log())
    for name in names:
        service.take({"do": "register", "player": name}, "en")
    service.take({"do": "start"}, "en")
    return service.state


def meant(line: str) -> object:
    """Return winner, influence in seat order, and note of a line for the only table of Ana Lima, Bo and Ana Costa."""
    state = state_of("Ana Lima", "Bo", "Ana Costa")
    command = typed_line(state, line)
    if command["do"] == "drawn":
        return "drawn"
    return command["winner"], command["influence"], command.get("note")


LIMA, BO, COSTA = "Ana Lima", "Bo", "Ana Costa"


def seated(**influence: int) -> str:
    """Return the numbers in the order in which the players happened to be seated."""
    return " ".join(str(influence[name.replace(" ", "_")]) for name in state_of(LIMA, BO, COSTA).tables[0].players)


def test_the_numbers_tell_who_won() -> None:
    expected = (BO, {LIMA: 7, BO: 16, COSTA: -2}, None)
    assert meant("1 " + seated(Ana_Lima=7, Bo=16, Ana_Costa=-2)) == expected
    assert meant("  1\t" + seated(Ana_Lima=7, Bo=16, Ana_Costa=-2).replace("-", "\u2212") + " ") == expected


def test_a_star_or_a_name_tells_who_won() -> None:
    numbers = seated(Ana_Lima=7, Bo=9, Ana_Costa=3)
    expected = (LIMA, {LIMA: 7, BO: 9, COSTA: 3}, "the others conceded")
    assert meant(f"1 {numbers.replace('7', '7*')} the others conceded") == expected
    assert meant(f"1 {numbers.replace('7', '*7')} the others conceded") == expected
    assert meant(f"1 lim {numbers} the others conceded") == expected
    assert meant(f"1 LIMA {numbers} the others  conceded") == expected


@pytest.mark.parametrize("word", ["d", "drawn", "Drawn", "DRAWN"])
def test_nobody_won(word: str) -> None:
    assert meant(f"1 {word}") == "drawn"


def test_what_a_line_cannot_mean_is_refused(subtests: pytest.Subtests) -> None:
    for line, code in [
        ("", "line_without_table"),
        ("   ", "line_without_table"),
        ("Ana 16 7 3", "line_without_table"),
        ("1.5 16 7 3", "line_without_table"),
        ("99999999999999999999 1 2 3", "line_without_table"),
        ("1 " + "9 " * 2_000, "line_without_table"),
        ("7 16 7 3", "no_such_table"),
        ("0 16 7 3", "no_such_table"),
        ("1", "influence_count"),
        ("1 16 7", "influence_count"),
        ("1 16 7 x", "bad_number"),
        ("1 16 17 3", "winner_needed"),
        ("1 1 2 3", "winner_needed"),
        ("1 1* 2* 3", "winner_needed"),
        ("1 bo 1 2* 3", "winner_needed"),
        ("1 ana 16 17 3", "nobody_or_several"),
        ("1 zoe 16 17 3", "nobody_or_several"),
        ("1 16 7 " + "9" * 5000, "line_without_table"),
    ]:
        with subtests.test(line=line, code=code):
            with pytest.raises(FloorjudgeError) as caught:
                meant(line)
            assert caught.value.code == code


@pytest.mark.clauses("OTE 2.8.3")
def test_a_readmission_game_is_typed_by_seats_or_names() -> None:
    service = opened(open_log())
    for number in range(1, 10):
        service.take({"do": "register", "player": f"P{number}"}, "en")
    service.take({"do": "start"}, "en")
    for table in service.state.tables:
        numbers = " ".join("16" if seat == 0 else "5" for seat, _ in enumerate(table.players))
        service.take(typed_line(service.state, f"{table.table} {numbers}"), "en")
    service.take({"do": "leave", "player": members(service.state, PlayerSet.ACTIVE)[0].name}, "en")
    service.take({"do": "next"}, "en")
    (game,) = service.state.tables
    assert typed_line(service.state, "1 2")["qualified"] == [game.players[1]]
    assert typed_line(service.state, f"1 {game.players[2].lower()}")["qualified"] == [game.players[2]]
    service.take(typed_line(service.state, "1 2"), "en")
    assert finalists(service.state)[-1] == game.players[1]


@given(st.text(max_size=40) | st.from_regex(r"[0-9]{1,2}( [*a-z0-9=+-]{1,4}){0,6}", fullmatch=True))
def test_any_line_is_a_command_or_a_refusal(line: str) -> None:
    state = started(players=8).state
    try:
        command = typed_line(state, line)
    except FloorjudgeError:
        return
    read_command(command)
