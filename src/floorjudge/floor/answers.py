"""Answers as JSON values: what every channel (lines, command line, pages) sends for a command."""

from __future__ import annotations

from typing import Any

from floorjudge.floor.desk import Answer
from floorjudge.texts import Language
from floorjudge.tournament import view
from floorjudge.tournament.codec import event_value


def answer_value(answer: Answer, language: Language) -> dict[str, Any]:
    """Return `{"ok": true, "events": [...], "view": {...}}`, with `changes` when the answer is a preview."""
    value: dict[str, Any] = {"ok": True, "events": [event_value(event) for event in answer.events]}
    if answer.changes is not None:
        value["changes"] = answer.changes
    value["view"] = view(answer.state, language)
    return value
