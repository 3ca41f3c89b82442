"""An event in which one name stands wherever a name may stand: in every kind of text, id and author."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from floorjudge.events.service import EventLog, EventService
from floorjudge.formats.on_the_edge.rules.event import vacancies
from tests.events.floor.small_event import SEED, report_of

NAME = "Zacharias Quux"
OTHERS = ("Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
CASE = {"turn_order": [NAME, "Bo"], "maintained_by": [NAME], "body": [{"by": NAME, "text": f"{NAME} taps"}, "untap"]}

Given = dict[str, Any]


def everywhere(name: str) -> Iterator[Given]:
    """Yield commands that put a name wherever one may stand; tables are those of the start."""
    yield {"do": "describe", "name": f"The cup of {name}", "about": f"Ask {name}.", "place": f"{name}'s bar"}
    for player in (name, *OTHERS):
        yield {"do": "register", "player": player, "id": f"register {player}"}
    yield {"do": "rename", "player": name, "name": f"{name} Junior"}
    yield {"do": "rename", "player": f"{name} Junior", "name": name}
    yield {"do": "deck", "player": name, "list": f"3 Astral Wisdom [28]\n{name.upper()}"}
    yield {"do": "self_registration", "open": True}
    yield {"do": "claim", "player": name, "by": "self-registration"}
    yield {"do": "announce", "text": f"Will {name} come to the desk?"}
    yield {"do": "start", "public": "4 1 6", "reason": f"{name} said so"}


def on_the_floor(name: str, table: int) -> Iterator[Given]:
    yield {"do": "call", "table": table, "player": name, "about": f"{name} has a question", "by": f"player {name}"}
    yield {"do": "take", "call": 1, "by": f"judge {name}"}
    yield {"do": "note", "call": 1, "text": f"{name} is right"}
    yield {"do": "loop", "call": 1, "case": CASE | {"turn_order": [name, "Bo"], "maintained_by": [name], "body": []}}
    yield {"do": "declare", "call": 1, "player": name, "says": 40}
    yield {"do": "declare", "call": 1, "player": "Bo", "says": "agree"}
    yield {"do": "ruling", "call": 1, "text": f"For {name}.", "clauses": ["MTR 4.4.2"]}
    yield {"do": "appeal", "call": 1, "player": name, "text": f"{name} does not agree"}
    yield {"do": "rule_appeal", "call": 1, "text": f"{name} has to."}
    yield {"do": "penalty", "player": name, "kind": "warning", "text": f"{name} was slow", "call": 1}
    yield {"do": "withdraw_penalty", "penalty": 1, "reason": f"{name} was not"}
    yield {"do": "random_order", "items": [f"{name}'s card", "b", "c"], "reason": f"{name} left"}


def take(service: EventService, command: Given) -> None:
    fields = dict(command)
    service.take(fields, "en", by=fields.pop("by", f"organiser {NAME}"))


def played(log: EventLog, name: str = NAME) -> EventService:
    """Return an event that is over, in which a name stands wherever one may."""
    service = EventService(log)
    service.take({"do": "open", "name": "Friday", "seed": SEED}, "en")
    for command in everywhere(name):
        take(service, command)
    own = next(table for table in service.state.tables if name in table.players)
    for command in on_the_floor(name, own.table):
        take(service, command)
    while service.state.stage != "finished":
        for table in service.state.open_tables():
            report = report_of(table, vacancies(service.state))
            take(service, report | ({"note": f"{name} saw it"} if "winner" in report else {}))
        take(service, {"do": "next"})
    return service


def holds(content: bytes, name: str = NAME) -> bool:
    return any(
        each.casefold().encode() in content.decode(errors="replace").casefold().encode() for each in (name, "quux")
    )
