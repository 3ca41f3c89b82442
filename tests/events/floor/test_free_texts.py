"""Free texts of all commands: no control characters, and none that turn what stands beside them."""

from __future__ import annotations

from typing import Any

import pytest

from floorjudge.errors import BadInput
from floorjudge.events import errors
from floorjudge.events.codec import read_command
from floorjudge.formats.claims import Claim
from tests.events.floor.small_event import started

TURNED = "on \u202etable\u2066 1\u200f"
PLAIN = "on table 1"
COMMANDS: list[dict[str, Any]] = [
    {"do": "announce", "text": TURNED},
    {"do": "call", "about": TURNED},
    {"do": "note", "call": 1, "text": TURNED},
    {"do": "ruling", "call": 1, "text": TURNED},
    {"do": "appeal", "call": 1, "text": TURNED},
    {"do": "rule_appeal", "call": 1, "text": TURNED},
    {"do": "penalty", "player": "Ana", "kind": "warning", "text": TURNED},
    {"do": "withdraw_penalty", "penalty": 1, "reason": TURNED},
    {"do": "dispute", "table": 1, "player": "Ana", "text": TURNED},
    {"do": "set_aside", "table": 1, "reason": TURNED},
    {"do": "report", "table": 1, "winner": "Ana", "influence": {"Ana": 1}, "note": TURNED},
    {"do": "amend", "round": 1, "table": 1, "winner": "Ana", "influence": {"Ana": 1}, "reason": TURNED, "note": TURNED},
    {"do": "random_order", "items": [TURNED, TURNED], "reason": TURNED},
    {"do": "describe", "place": TURNED, "about": TURNED, "time_over": TURNED},
    {"do": "start", "reason": TURNED},
    {"do": "loop", "call": 1, "case": {"body": [{"text": TURNED}]}},
    {"do": "deck", "player": "Ana", "list": TURNED},
]  # fmt: skip


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [found for each in value.values() for found in texts(each)]
    if isinstance(value, Claim):
        return texts(value.as_report())
    if isinstance(value, list | tuple):
        return [found for each in value for found in texts(each)]
    return [value] if isinstance(value, str) else []


def test_no_text_turns_what_stands_beside_it(subtests: pytest.Subtests) -> None:
    for given in COMMANDS:
        with subtests.test(given=given):
            command = read_command(given)
            found = texts([getattr(command, field) for field in command.__struct_fields__])
            assert PLAIN in found
            assert not any(char in each for each in found for char in "\u202e\u2066\u200f")


def test_a_control_character_is_named() -> None:
    with pytest.raises(errors.BadWords) as refused:
        started().take({"do": "announce", "text": "Round\x07 1"}, "en")
    assert "Character 6 here is U+0007." in refused.value.message("en")
    with pytest.raises(BadInput):
        started().take({"do": "announce", "text": "\u202e\u2066"}, "en")


def test_emoji_and_lines_stay_in_texts() -> None:
    said = "Lunch \U0001f3cc\ufe0f\u200d\u2640\ufe0f\n\tat noon"
    (event,) = started().take({"do": "announce", "text": said}, "en").events
    assert getattr(event, "text", None) == said


def test_a_deck_list_holds_no_control_characters() -> None:
    command = read_command({"do": "deck", "player": "Ana", "list": "40 Astral\x1b[0m Wisdom\u202e\r\n\t1 Sekhem"})
    assert getattr(command, "list", None) == "40 Astral\ufffd[0m Wisdom\r\n\t1 Sekhem"
