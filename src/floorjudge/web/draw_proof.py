"""What anybody needs to compute the draws of an event again, as a JSON value; docs/draws.md says how."""

from __future__ import annotations

from typing import Any

from floorjudge.events.codec import event_value
from floorjudge.events.events import DeckSubmitted, Event
from floorjudge.events.floor.codec import read_any_event
from floorjudge.web.desks import Seen


def draw_proof(seen: Seen) -> dict[str, Any]:
    """Return the promise and every event that the draws rest on; deck lists and judges' notes are not among them."""
    happened = [read_any_event(record.event) for record in seen.records()]
    return {
        "event": seen.state.name,
        "commitment": seen.state.commitment,
        "seed": seen.state.seed,
        "public": seen.state.public,
        "roster": seen.state.roster,
        "events": [
            event_value(event)
            for event in happened
            if isinstance(event, Event) and not isinstance(event, DeckSubmitted)
        ],
    }
