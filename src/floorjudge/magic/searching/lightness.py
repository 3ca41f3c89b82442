"""Exports without what the search does not need: the less there is in one, the quicker the engine loads it.

A certificate never rests on this: it begins from the position as it was set up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.magic.phase.snapshot import Snapshot


def reads_past(state: Mapping[str, Any]) -> bool:
    """Say whether something in an exported game looks up what happened before."""
    return Snapshot(state).wording.reads_history


def lightened(state: dict[str, Any], *, reads_past: bool) -> dict[str, Any]:
    """Return an export without the log, and without the history of the turn where nothing reads it."""
    return Snapshot(state).compacted(reads_history=reads_past).state
