"""Warnings and penalties, and whose a name is."""

from __future__ import annotations

import pytest

from floorjudge.errors import FloorjudgeError
from floorjudge.events.service.log.export import verify_records
from tests.events.floor.small_event import SEED, opened, started
from tests.support.refusals import error_of


def test_a_penalty_stays_with_its_player_through_undo_and_another_name() -> None:
    desk = started()
    player = desk.state.tables[0].players[0]
    desk.take({"do": "call", "about": "slow", "table": 1}, "en")
    desk.take(
        {"do": "penalty", "player": player, "kind": "slow_play", "text": "three minutes", "call": 1},
        "en",
        by="judge Bo",
    )
    desk.take({"do": "penalty", "player": player, "kind": "warning", "text": "late"}, "en")
    desk.take({"do": "rename", "player": player, "name": "New Name"}, "en")
    desk.take({"do": "undo"}, "en")
    first, second = desk.state.venue.penalties_of("New Name")
    assert (first.number, first.by, first.call, first.round) == (1, "judge Bo", 1, 1)
    desk.take({"do": "withdraw_penalty", "penalty": 2, "reason": "it was another player"}, "en")
    assert desk.state.venue.penalties_of("New Name") == (first,)
    assert desk.state.venue.penalties[1].withdrawn == "it was another player"
    assert second.withdrawn is None
    assert verify_records(desk.records, SEED).state == desk.state


def test_a_penalty_that_cannot_be_meant_is_refused(subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"do": "penalty", "player": "Nobody", "kind": "warning", "text": "x"}, "unknown_player"),
        ({"do": "penalty", "player": "Ana", "kind": "fine", "text": "x"}, "bad_field"),
        ({"do": "penalty", "player": "Ana", "kind": "warning", "text": " "}, "bad_words"),
        ({"do": "penalty", "player": "Ana", "kind": "warning", "text": "x", "call": 1}, "no_such_call"),
        ({"do": "withdraw_penalty", "penalty": 1, "reason": "x"}, "no_such_penalty"),
    ]
    for command, code in cases:
        with subtests.test(code=code):
            desk = opened()
            desk.take({"do": "register", "player": "Ana"}, "en")
            assert error_of(FloorjudgeError, desk.take, command, "en").code == code


def test_a_name_is_claimed_once_and_never_that_of_who_registered_themselves() -> None:
    desk = opened()
    desk.take({"do": "register", "player": "Ana"}, "en", by="organiser Marie")

    def code(player: str) -> str:
        caught = error_of(FloorjudgeError, desk.take, {"do": "claim", "player": player}, "en", by="self-registration")
        return caught.code

    assert code("Ana") == "self_registration_closed"
    desk.take({"do": "self_registration", "open": True}, "en")
    desk.take({"do": "join", "player": "Bo"}, "en", by="self-registration")
    assert code("Bo") == "name_is_claimed"
    desk.take({"do": "claim", "player": "Ana"}, "en", by="self-registration")
    assert code("Ana") == "name_is_claimed"
