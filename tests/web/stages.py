"""One event for each stage, prepared through ordinary commands: what every page must be able to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from floorjudge.events.service import EventLog, EventService
from floorjudge.formats.on_the_edge.tables import Kind
from tests.events.floor.small_event import finished, opened, report_all, report_of, started

Maker = Callable[[EventLog], EventService]


def _registration(log: EventLog) -> EventService:
    desk = opened(log)
    for name in ("Ana", "Bo"):
        desk.take({"do": "register", "player": name}, "en")
    desk.take({"do": "self_registration", "open": True}, "en")
    return desk


def _lively(log: EventLog) -> EventService:
    """An event with everything going on at once."""
    desk = started(log)
    first, second = desk.state.tables
    desk.take({"do": "clock", "minutes": 50}, "en")
    desk.take({"do": "announce", "text": "Lunch at one."}, "en")
    desk.take({**report_of(first), "do": "propose", "player": first.players[1]}, "en")
    desk.take({**report_of(second), "do": "propose", "player": second.players[1]}, "en")
    dispute = {"do": "dispute", "table": 2, "player": second.players[2], "text": "I won."}
    desk.take(dispute, "en")
    desk.take({"do": "extend", "table": 2, "minutes": 5}, "en")
    return desk


def _paused(log: EventLog) -> EventService:
    desk = _lively(log)
    desk.take({"do": "pause_clock"}, "en")
    desk.take(report_of(desk.state.tables[0]), "en")
    return desk


def _until(stage: str) -> Maker:
    def make(log: EventLog) -> EventService:
        desk = started(log)
        while desk.state.stage != stage:
            report_all(desk)
            desk.take({"do": "next"}, "en")
        return desk

    return make


def _published(log: EventLog) -> EventService:
    desk = finished(log)
    desk.take({"do": "publish", "places": True, "decks": False}, "en")
    return desk


def _archived(log: EventLog) -> EventService:
    desk = _published(log)
    desk.take({"do": "archive", "archived": True}, "en")
    return desk


STAGES: Mapping[str, Maker] = {
    "empty": opened,
    "registration": _registration,
    "lively": _lively,
    "paused": _paused,
    "readmission": _until(Kind.READMISSION),
    "final": _until(Kind.FINAL),
    "finished": finished,
    "published": _published,
    "archived": _archived,
}
