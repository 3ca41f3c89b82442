"""Loops with a made-up engine that costs nothing, and a made-up card that watches: what a law might overlook."""

from __future__ import annotations

from typing import Any

from floorjudge.magic import CardLibrary
from floorjudge.magic.engine.readings.looking_back import EVERYTHING, Past
from floorjudge.magic.engine.snapshot import Snapshot
from floorjudge.magic.playing.counter_names import names_of
from floorjudge.magic.playing.iterating import Loop
from floorjudge.magic.playing.playing import play_body
from floorjudge.magic.positions.loop_case import read_loop_case
from floorjudge.magic.positions.setting_up import set_up

JsonObject = dict[str, Any]
GAIN = "{0}: You gain 1 life."
DRAIN_ALL = "{0}: Each opponent loses 1 life."
SAPROLING = "{0}: Create a 1/1 green Saproling creature token."
DRAW = "{0}: Draw a card."
GIANT: JsonObject = {"name": "Big", "type": "Creature — Giant", "text": "", "power": "25", "toughness": "25"}

# Cards whose words the engine reads as looking up one part of the past, and that part.
LOOKING_BACK: dict[str, Past] = {
    "{T}: Add X mana of any one color, where X is the amount of life you gained this turn.": Past(
        frozenset({"life gained"})
    ),
    "{T}: Add {C} for each card you've drawn this turn.": Past(frozenset({"draws"})),
    "Whenever you cast a spell, you gain 1 life for each spell you've cast this turn.": Past(frozenset({"spells"})),
    "Each player can't cast more than one spell each turn.": Past(frozenset({"spells"})),
    "{0}: You gain 3 life. Activate only once each turn.": Past(frozenset({"uses"})),
    "Whenever a creature you control enters, draw a card. This ability triggers only once each turn.": Past(
        frozenset({"uses"})
    ),
    "{1}: Cast any number of Eldrazi spells from among cards you own outside the game.": Past(frozenset({"outside"})),
    "{T}: Tap target creature that entered this turn.": Past(),
    "{1}, {T}: You gain 1 life for each creature that died this turn.": EVERYTHING,
    "At the beginning of each end step, if you gained 5 or more life this turn, you gain 1 life.": Past(
        up_to=frozenset({("life gained", 6)})
    ),
    "At the beginning of each end step, if an opponent lost 2 or more life this turn, you gain 1 life.": Past(
        up_to=frozenset({("life lost", 3)})
    ),
    "Creatures you control enter with an additional +1/+1 counter on them for each opponent who lost life this turn.": Past(
        up_to=frozenset({("life lost", 1)})
    ),
}


def artifact(name: str, text: str, **more: Any) -> JsonObject:
    """Return the text of an artifact, as a position gives it."""
    return {"name": name, "type": "Artifact", "text": text, **more}


def enchantment(name: str, text: str) -> JsonObject:
    """Return the text of an enchantment, as a position gives it."""
    return {"name": name, "type": "Enchantment", "text": text}


def creature(name: str, kind: str, size: str, text: str = "", **more: Any) -> JsonObject:
    """Return the text of a creature of a kind and a size, such as `1/1`, as a position gives it."""
    power, toughness = size.split("/")
    return {
        "name": name,
        "type": f"Creature — {kind}",
        "power": power,
        "toughness": toughness,
        "text": text,
        **more,
    }


def watched(engine: str, watcher: str = "", target: str = "", **more: Any) -> JsonObject:
    """Return a case: an artifact with the ability `engine`, used again and again, and an enchantment with the text `watcher`.

    `board` and `opposing` are more permanents, `cards` more texts.
    """
    cards = [{"name": "Engine", "type": "Artifact", "text": engine}, *more.pop("cards", [])]
    board: list[JsonObject] = [{"card": "Engine"}, *more.pop("board", [])]
    if watcher:
        cards.append({"name": "Watcher", "type": "Enchantment", "text": watcher})
        board.append({"card": "Watcher"})
    players = more.get("players", 2)
    step: JsonObject = {"by": 0, "do": "activate", "source": "Engine"} | ({"targets": [target]} if target else {})
    return {
        "cards": cards,
        "battlefield": [board, more.pop("opposing", []), *([] for _ in range(players - 2))],
        "body": [step, {"do": "resolve all"}],
        **more,
    }


def begun_by_gaining(text: str, **more: Any) -> JsonObject:
    """Return a mandatory loop: an enchantment that triggers on what it does itself, begun by gaining 1 life."""
    case = watched("{T}: You gain 1 life.", text, **more)
    return {**case, "before": [case["body"][0], {"do": "resolve"}], "body": [{"do": "resolve"}]}


def stepped(case: JsonObject, library: CardLibrary, times: int) -> list[dict[str, str]]:
    """Return the position after 0, 1, 2, ... iterations, up to `times` or to where the game is over or a step not possible."""
    read = read_loop_case(case)
    table = set_up(read.position, library)
    play_body(table, read.before, "before")
    loop = Loop(table.engine, read.body, table.names)
    now = table.snapshot()
    found = [_shown(now, table.names)]
    for _ in range(times):
        ran = loop.iterate_on(table, now, listing=False)
        if ran.stop is not None and (ran.stop.kind == "step" or ran.stop.step != len(read.body) - 1):
            break
        now = ran.end if ran.stop is None else table.snapshot()
        found.append(_shown(now, table.names))
        if ran.stop is not None:
            break
    return found


def _shown(moment: Snapshot, names: tuple[str, ...]) -> dict[str, str]:
    lines = {
        named.key: sum(moment.abstraction.counters[counter] for counter in named.counters)
        for named in names_of(moment, names)
    }
    return {key: str(amount) for key, amount in lines.items() if amount and "(" not in key}
