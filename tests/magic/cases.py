"""The example cases of Magic: read from examples/magic, brought to where their loop begins, and counted as at a table.

The counting here is a second opinion: it looks at the engine's board as somebody would who counts permanents, life and cards,
and shares nothing with what the certificates are made of.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from floorjudge.magic import CardLibrary, Table, set_up
from floorjudge.magic.playing.bodies import Body, read_body
from floorjudge.magic.playing.playing import play
from floorjudge.magic.positions.json_form import read_position

FOLDER = Path(__file__).parents[2] / "examples" / "magic"
BESIDE = ("about", "before", "body", "times", "expected")
LETTERS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C"}
COUNTERS = {"P1P1": "+1/+1", "M1M1": "-1/-1"}
SIZES = {"power": "power", "toughness": "toughness", "damage": "damage_marked"}


class Example(NamedTuple):
    """A file of examples/magic: its name without folder, and what it holds."""

    name: str
    given: dict[str, Any]

    @property
    def body(self) -> Body:
        return read_body(self.given["body"])

    @property
    def expected(self) -> dict[str, Any]:
        """What the card texts say: the change per iteration, and what else is known beforehand."""
        expected: dict[str, Any] = self.given["expected"]
        return expected

    @property
    def per_iteration(self) -> dict[str, int]:
        changes: dict[str, int] = self.expected["per_iteration"]
        return changes


def example(name: str) -> Example:
    """Return one example by its path below examples/magic, without `.json`."""
    return Example(Path(name).name, json.loads((FOLDER / f"{name}.json").read_text("utf-8")))


def examples(folder: str = ".") -> list[Example]:
    """Return all examples of a folder below examples/magic, in the order of their names."""
    return [
        Example(file.stem, json.loads(file.read_text("utf-8"))) for file in sorted((FOLDER / folder).glob("*.json"))
    ]


def begun(case: Example, library: CardLibrary) -> Table:
    """Return a table on which the loop of an example is about to begin: set up, and what comes before it played."""
    table = set_up(read_position(case.given, beside=BESIDE), library)
    for index, step in enumerate(read_body(case.given.get("before", []), "before")):
        play(table, step, f"before[{index}]")
    return table


def counted(table: Table) -> Counter[str]:
    """Return what somebody at the table would count: life, mana, cards, permanents, counters, sizes."""
    game, labels = table.game, {number: label for label, number in table.labels.items()}
    found: Counter[str] = Counter()
    for seat in range(len(table.names)):
        player = game.player(seat)
        found[f"life.{seat}"] = player["life"]
        found[f"library.{seat}"] = len(player["library"])
        found.update(f"mana.{seat}.{LETTERS[unit['color']]}" for unit in player["mana_pool"]["mana"])
        for zone in ("hand", "graveyard"):
            found.update(f"{zone}.{seat}.{game.object(number)['name']}" for number in player[zone])
    found["stack"] = len(game.stack())
    found.update(f"exile.{thing['owner']}.{thing['name']}" for thing in game.exile())
    for thing in game.battlefield():
        zone = "tokens" if thing.get("is_token") else "battlefield"
        found[f"{zone}.{thing['controller']}.{thing['name']}"] += 1
        name = labels.get(thing["id"], thing["name"])
        found.update({f"counters.{COUNTERS.get(kind, kind)}.{name}": many for kind, many in thing["counters"].items()})
        found.update({f"{word}.{name}": thing[field] or 0 for word, field in SIZES.items()})
    return found


def change(before: Counter[str], after: Counter[str], case: Example) -> dict[str, int]:
    """Return what differs; sizes and damage only where the example speaks of them, because they follow from the rest."""
    return {
        name: after[name] - before[name]
        for name in sorted({*before, *after})
        if after[name] != before[name] and (name.split(".")[0] not in SIZES or name in case.per_iteration)
    }
