"""The commands of two rounds of an event, and how they are answered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from bench.support.rounds import SEED
from bench.support.whole import sent
from floorjudge.events.service.answers import answer_json
from floorjudge.events.service.service import EventService
from floorjudge.events.state import State
from floorjudge.formats.on_the_edge.tables import Table

ROUNDS = 2
# What happens once a round is taken back and done again so often, for a median.
AGAIN = 4
JsonObject = dict[str, Any]


def answer(service: EventService, given: JsonObject) -> bytes:
    """Take a command as every channel does, and return the line that goes back."""
    return answer_json(service.take(given, "en"), "en")


def day(service: EventService, number: int) -> Iterator[JsonObject]:
    """Yield the commands of two rounds, looking at the desk's state in between."""
    luck = random.Random(number)
    yield {"do": "open", "name": "Bench", "seed": SEED}
    for each in range(1, number + 1):
        yield {"do": "register", "id": f"r{each}", "player": f"Player {each:04}"}
    yield from _several_times({"do": "start", "public": "said at the start"})
    for _ in range(ROUNDS):
        for table in service.state.tables:
            yield from _at_table(service.state, table, luck)
        yield from _several_times({"do": "next"})
    yield {"do": "show"}


def _several_times(command: JsonObject) -> Iterator[JsonObject]:
    for _ in range(AGAIN):
        yield command
        yield {"do": "undo"}
    yield command


def _at_table(state: State, table: Table, luck: random.Random) -> Iterator[JsonObject]:
    """Yield the report of a game, and now and then what else happens."""
    if table.table % 10 == 1:
        yield {"do": "drawn", "table": table.table}
    report = sent(state, table, luck)
    yield {**report, "id": f"t{state.round}-{table.table}"}
    if table.table % 10 == 2:
        yield {**report, "do": "amend", "round": state.round, "reason": "misread"}
    if table.table % 10 == 3:
        yield {"do": "leave", "player": table.players[0]}
    if table.table % 20 == 3:
        yield {"do": "undo"}
