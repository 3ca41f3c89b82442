"""Answers as JSON values: what every channel (lines, command line, pages) sends for a command."""

from __future__ import annotations

from typing import Any

from floorjudge.events import view
from floorjudge.events.codec import event_value
from floorjudge.events.service.service import Answer
from floorjudge.texts import Language


def answer_value(answer: Answer, language: Language) -> dict[str, Any]:
    """Return `{"ok": true, "events": [...], "view": {...}}`, with `changes` when the answer is a preview."""
    value: dict[str, Any] = {"ok": True, "events": [event_value(event) for event in answer.events]}
    if answer.changes is not None:
        value["changes"] = answer.changes
    value["view"] = view(answer.state, language)
    return value
