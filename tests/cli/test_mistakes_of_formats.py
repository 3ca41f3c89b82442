"""A format whose methods raise, each in turn: commands are stored whole or not at all, and the answer names the folder and the method."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from floorjudge.cli.event.stdio import answers
from floorjudge.events.service import EventService
from floorjudge.formats import all_formats, folder_of
from floorjudge.formats.protocol import Format
from floorjudge.formats.protocol.guarding import overridden
from floorjudge.store import open_log
from tests.support.further_formats import further_formats, write_knockout

SEED = "a seed of these tests, which is long enough"


@pytest.fixture(scope="module", autouse=True)
def with_knockout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    place = tmp_path_factory.mktemp("formats")
    write_knockout(place)
    with further_formats(place):
        yield


def raising(*_given: object, **_named: object) -> Any:
    raise ZeroDivisionError("a mistake of this test")


def broken(patch: pytest.MonkeyPatch, rules: Format, method: str) -> None:
    patch.setattr(type(rules).__mro__[1], method, raising)


def methods() -> dict[str, list[str]]:
    """Return every method of the seam that a format has, once, by formats."""
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    for format_id, rules in sorted(all_formats().items()):
        own: Any = type(rules).__mro__[1]
        found[format_id] = sorted({*overridden(own)} - seen)
        seen |= {*found[format_id]}
    return found


def commands(service: EventService, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield what an organiser sends, as far as the event comes."""
    for number in range(1, 6):
        yield {"do": "register", "player": f"p{number}"}
    yield {"do": "start"}
    for table in service.state.open_tables():
        said = SAID[service.state.format](service.state, table, chance)
        yield {"do": "propose", "table": table.table, "player": table.players[0], **said}
        yield {"do": "report", "table": table.table, **said}
    yield {"do": "amend", "round": 1, "table": 1, "reason": "misheard", "preview": True}
    yield {"do": "unreport", "table": 1, "reason": "the wrong table"}
    yield {"do": "leave", "player": "p1"}
    yield {"do": "come_back", "player": "p1"}
    yield {"do": "next"}
    yield {"do": "undo"}
    yield {"do": "show"}


# Chance of a format's own is asked before it is broken.
SAID: dict[str, Any] = {}


@pytest.mark.exhaustive
def test_a_mistake_is_named_on_stdio_and_nothing_is_stored_half(subtests: pytest.Subtests) -> None:
    for format_id, named in methods().items():
        rules = all_formats()[format_id]
        SAID[format_id] = getattr(type(rules).__mro__[1], "by_chance").__get__(rules)  # noqa: B009 (a class of formats)
        for method in named:
            log = open_log()
            service = EventService(log)
            service.take({"do": "open", "name": "Cup", "format": format_id, "seed": SEED}, "en")
            with subtests.test(format=format_id, method=method), pytest.MonkeyPatch.context() as patch:
                broken(patch, rules, method)
                for command in commands(service, random.Random(1)):
                    before = service.number
                    (line,) = answers(service, [json.dumps(command).encode()], "en")
                    answer = json.loads(line)
                    wrong = answer.get("error") or answer.get("unshown")
                    if wrong is not None and wrong["code"] == "format_failed":
                        assert (
                            f"folder {folder_of(format_id)} made a mistake, in its method {method} " in wrong["message"]
                        )
                        assert "ZeroDivisionError: a mistake of this test" in wrong["message"]
                    changes = answer["ok"] and command["do"] != "show" and not command.get("preview")
                    assert service.number == before + changes
                    assert answer.get("unshown") is None or (answer["view"] is None and "is stored" in wrong["message"])
            with subtests.test(format=format_id, mended=method):
                assert EventService(log, service.event_id).state == service.state
