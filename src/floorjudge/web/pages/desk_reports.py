"""Results from the form of a table: a number for each seat, who won, and why when the numbers do not tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorjudge.events.service.typed_results import typed_result
from floorjudge.formats.on_the_edge.tables import Table, TableSet


def reported_fields(table: Table, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the command that a filled-in form means: `report`, or `drawn` when that button was pressed.

    The fields are `influence-1` and so on by seat, `winner` (a seat; empty: the numbers tell), `note`; for a readmission
    game `place-1` and so on: in which order that seat's player qualified, empty for who did not.
    Raises BadInput as `typed_result` does.
    """
    if typed.get("how") == "drawn":
        return {"do": "drawn", "table": table.table}
    return {"do": "report", "table": table.table, **result_fields(table, typed)}


def result_fields(table: Table, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return winner, influence and note, or who qualified, of a filled-in form; see `reported_fields`."""
    if table.set is TableSet.READMISSION:
        return {"qualified": _in_order(table, typed)}
    words = [_plain(typed.get(f"influence-{seat}", "")) for seat in range(1, len(table.players) + 1)]
    seat = typed.get("winner", "")
    known = seat.isdecimal() and len(seat) < 8 and 1 <= int(seat) <= len(table.players)
    fields = typed_result(table, words, table.players[int(seat) - 1] if known else None, ())
    note = typed.get("note", "").strip()
    return fields | ({"note": note} if note else {})


def _in_order(table: Table, typed: Mapping[str, str]) -> list[str]:
    """Return the players who were given a place, in the order of their places."""
    placed = [(typed.get(f"place-{seat}", "").strip(), name) for seat, name in enumerate(table.players, 1)]
    numbered = [(int(place) if place.isdecimal() and len(place) < 8 else 0, name) for place, name in placed if place]
    return [name for _, name in sorted(numbered, key=lambda entry: entry[0])]


def _plain(number: str) -> str:
    return number.strip().replace("\u2212", "-")
