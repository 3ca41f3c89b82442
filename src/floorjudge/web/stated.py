"""What players say about their game, as the report that makes it the result."""

from __future__ import annotations

from typing import Any

from floorjudge.events.floor import Venue
from floorjudge.events.floor.said import ReachedEight, Won


def stated(venue: Venue, table: int, statement: int) -> dict[str, Any] | None:
    """Return the report that a statement of the players of a table means, None when it no longer stands."""
    proposal = venue.proposals.get(table)
    found = () if proposal is None else (each for each in proposal.statements if each.number == statement)
    said = next((each.said for each in found), None)
    if said is None:
        return None
    command: dict[str, Any] = {"do": "report", "table": table}
    if isinstance(said, Won):
        note = {} if said.note is None else {"note": said.note}
        return command | {"winner": said.winner, "influence": dict(said.influence)} | note
    if isinstance(said, ReachedEight):
        return command | {"qualified": list(said.qualified)}
    return {"do": "drawn", "table": table}
