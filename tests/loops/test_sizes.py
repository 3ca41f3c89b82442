"""A case, a sheet or a shortcut has a largest size, so that nobody's question keeps a hall waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.loops import read_case, read_shortcut
from floorjudge.loops.sheet.codec import read_sheet

PLAYERS = [f"P{number}" for number in range(5_450)]
STEP: dict[str, Any] = {"by": None, "text": "x", "change": {}}
SHORTCUT: dict[str, Any] = {
    "turn_order": ["P0"],
    "proposer": "P0",
    "end_priority": "P0",
    "sequence": [{"by": "P0", "do": "x"}],
}
HUGE: list[tuple[Callable[[object], object], dict[str, Any], str]] = [
    (read_case, {"turn_order": PLAYERS, "maintained_by": ["P0"]}, "turn_order"),
    (read_case, {"turn_order": ["A", "B"], "maintained_by": ["A"], "body": ["x"] * 2_001}, "body"),
    (
        read_case,
        {"turn_order": ["A"], "maintained_by": ["A"], "declarations": [{"player": "A", "says": 1}] * 1_001},
        "declarations",
    ),
    (read_sheet, {"players": PLAYERS, "body": [STEP]}, "players"),
    (read_sheet, {"resources": {f"r{number}": 0 for number in range(501)}, "body": [STEP]}, "resources"),
    (read_sheet, {"body": [STEP] * 2_001}, "body"),
    (read_sheet, {"body": [STEP], "ends": [{"when": "0 > 1"}] * 501}, "ends"),
    (read_sheet, {"body": [{"needs": ["0 > 1"] * 101}]}, "body[0].needs"),
    (read_case, {"turn_order": ["A"], "maintained_by": PLAYERS}, "maintained_by"),
    (read_shortcut, SHORTCUT | {"turn_order": PLAYERS}, "turn_order"),
    (read_shortcut, SHORTCUT | {"sequence": SHORTCUT["sequence"] * 2_001}, "sequence"),
    (read_shortcut, SHORTCUT | {"answers": [{"player": "P0", "accept": True}] * 201}, "answers"),
]


def test_what_is_too_large_is_refused_before_any_work_is_done(subtests: pytest.Subtests) -> None:
    for read, given, where in HUGE:
        with subtests.test(where=where):
            with pytest.raises(BadInput) as refused:
                read(given)
            assert (refused.value.where, "most" in refused.value.message("en")) == (where, True)
