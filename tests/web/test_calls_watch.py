"""What pages can watch beside the pieces of the live page: players' words on their games, and calls."""

from __future__ import annotations

from typing import Any

from floorjudge.events.service import EventService
from floorjudge.web.live.channels import changed_around_tables
from tests.events.floor.small_event import report_of, started


def changed(desk: EventService, do: str, **fields: Any) -> set[str]:
    """Return what a command changes."""
    before = desk.state.venue
    desk.take({"do": do, **fields}, "en")
    return set(changed_around_tables(before, desk.state.venue))


def test_everybody_hears_of_what_they_watch_and_of_nothing_else() -> None:
    desk = started(players=6)
    table = desk.state.tables[0]
    first, second, third = table.players
    result = {name: value for name, value in report_of(table).items() if name != "do"}
    assert changed(desk, "clock", minutes=50) == set()
    assert changed(desk, "propose", player=first, **result) == {"said", "said-1"}
    assert changed(desk, "confirm", table=1, player=second) == {"said", "said-1"}
    assert changed(desk, "dispute", table=1, player=third, text="no") == {"said", "said-1", "calls", "call-1", "at-1"}
    assert changed(desk, "take", call=1) == {"calls", "call-1", "at-1"}
    assert changed(desk, "call", about="a deck") == {"calls", "call-2"}
    asked = {"turn_order": [first, second], "maintained_by": []}
    assert changed(desk, "loop", call=2, case=asked) == {"calls", "call-2"}
    assert changed(desk, "declare", call=2, player=first, says="none") == {"calls", "call-2"}
    assert changed(desk, "announce", text="hello") == set()
    assert changed(desk, "report", **result) == {"said", "said-1", "calls", "call-1", "at-1"}
    assert changed_around_tables(desk.state.venue, desk.state.venue) == frozenset()
