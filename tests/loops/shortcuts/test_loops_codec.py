"""Fragmented and mandatory loops as JSON, by the Comprehensive Rules alone and in a tournament."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.loops.shortcuts.codec import fragmented_answer, mandatory_answer

EXAMPLES = Path(__file__).parents[3] / "examples" / "shortcuts"
FLYING: dict[str, Any] = json.loads((EXAMPLES / "flying.json").read_text("utf-8"))
RINGS: dict[str, Any] = json.loads((EXAMPLES / "rings.json").read_text("utf-8"))


@pytest.mark.clauses("CR shortcuts.3")
@pytest.mark.parametrize(("active", "choice"), [("Ana", "give it flying"), ("Bo", "take flying away")])
def test_outside_tournaments_the_active_player_chooses_otherwise(active: str, choice: str) -> None:
    found = fragmented_answer(FLYING | {"active": active}, "en")
    assert (found["player"], found["must_differ_from"], found["clauses"]) == (active, choice, ["CR shortcuts.3"])
    assert (found["first"], found["now"], found["involved"]) == (0, 3, ["Ana", "Bo"])


@pytest.mark.clauses("CR shortcuts.1c")
def test_in_a_tournament_both_name_a_number() -> None:
    found = fragmented_answer(FLYING | {"tournament": True, "span": "turns"}, "en")
    assert (found["player"], found["clauses"]) == (None, ["CR shortcuts.1c", "MTR 4.4.5"])


@pytest.mark.parametrize("position", ["flying", {"a": 1}, False])
def test_where_the_game_is_not_back_nothing_is_fragmented(position: object) -> None:
    assert fragmented_answer(FLYING | {"position": position}, "en")["fragmented"] is False


def test_positions_are_compared_whatever_the_order_of_their_fields() -> None:
    one, other = {"life": [1, 2], "tapped": False}, {"tapped": False, "life": [1, 2]}
    played = [{**FLYING["played"][0], "position": one}, *FLYING["played"][1:]]
    assert fragmented_answer({**FLYING, "played": played, "position": other}, "en")["fragmented"] is True


@pytest.mark.clauses("CR shortcuts.4", "CR shortcuts.5", "CR shortcuts.6")
def test_mandatory_actions_are_a_draw_once_nobody_does_anything_instead() -> None:
    asked = mandatory_answer(RINGS | {"replies": []}, "en")
    assert (asked["outcome"], asked["ask"]) == ("waiting", {"player": "Bo", "instead": "pay {3}"})
    done = mandatory_answer(RINGS | {"replies": [{"player": "Bo", "does_it": True}]}, "en")
    assert (done["outcome"], done["player"], done["do"]) == ("done_instead", "Bo", "pay {3}")
    drawn = mandatory_answer(RINGS, "en")
    assert (drawn["outcome"], drawn["clauses"]) == ("draw", ["CR shortcuts.4", "CR shortcuts.5", "CR shortcuts.6"])
    forced = [{"player": "Ana", "do": "sacrifice a Ring", "called_for_by": "Oblivion Ring"}]
    assert mandatory_answer(RINGS | {"ways_out": forced}, "en")["outcome"] == "done_instead"


def test_a_loop_that_ends_by_itself_is_played_to_there() -> None:
    found = mandatory_answer(RINGS | {"ends_at": "10^100", "amounts_change": True}, "en")
    assert (found["outcome"], found["at"]) == ("ends", "1" + "0" * 100)
    optional = [{"do": "tap", "by": "Ana", "optional": True}]
    assert mandatory_answer({"actions": optional, "tournament": True}, "en")["outcome"] == "may_be_shortcut"


@pytest.mark.parametrize(
    ("read", "case", "where"),
    [
        (fragmented_answer, FLYING | {"active": "Cy"}, "active"),
        (fragmented_answer, {**FLYING, "played": [{"by": "Ana"}]}, "played[0].position"),
        (fragmented_answer, FLYING | {"span": "game"}, "span"),
        (mandatory_answer, {}, "actions"),
        (mandatory_answer, RINGS | {"replies": [{"player": "Ana", "does_it": True}]}, "replies[0].player"),
        (mandatory_answer, {"actions": [{"do": "a", "unless": {"do": "b"}}]}, "actions[0].unless.players"),
        (mandatory_answer, {"actions": [], "ends_at": "soon"}, "ends_at"),
    ],
)
def test_mistakes_are_told_with_their_place(read: Any, case: object, where: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(case, "en")
    assert caught.value.where == where
