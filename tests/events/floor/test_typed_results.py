"""Results typed in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorjudge.errors import FloorjudgeError
from floorjudge.events.codec import read_command
from floorjudge.events.service.typed_results import typed_line
from tests.events.floor.small_event import started
from tests.support.refusals import error_of


def test_a_line_is_the_table_and_the_result_of_its_players() -> None:
    state = started(players=3).state
    first, second, third = state.tables[0].players
    expected = {"do": "report", "table": 1, "winner": second, "influence": {first: 7, second: 16, third: -2}}
    assert typed_line(state, "1 7 16 -2") == typed_line(state, "  1\t7 16  \u22122 ") == expected
    assert typed_line(state, "1 7 16 -2 so  be it") == expected | {"note": "so be it"}
    assert typed_line(state, "1 drawn") == {"do": "drawn", "table": 1}


def test_what_a_line_cannot_mean_is_refused(subtests: pytest.Subtests) -> None:
    state = started(players=3).state
    for line, code in [
        ("", "line_without_table"),
        ("   ", "line_without_table"),
        ("Ana 16 7 3", "line_without_table"),
        ("1.5 16 7 3", "line_without_table"),
        ("99999999999999999999 1 2 3", "line_without_table"),
        ("1 " + "9 " * 2_000, "line_without_table"),
        ("1 16 7 " + "9" * 5000, "line_without_table"),
        ("7 16 7 3", "no_such_table"),
        ("0 16 7 3", "no_such_table"),
        ("1", "influence_count"),
    ]:
        with subtests.test(line=line, code=code):
            assert error_of(FloorjudgeError, typed_line, state, line).code == code


@given(st.text(max_size=40) | st.from_regex(r"[0-9]{1,2}( [*a-z0-9=+-]{1,4}){0,6}", fullmatch=True))
def test_any_line_is_a_command_or_a_refusal(line: str) -> None:
    state = started(players=8).state
    try:
        command = typed_line(state, line)
    except FloorjudgeError:
        return
    read_command(command)
