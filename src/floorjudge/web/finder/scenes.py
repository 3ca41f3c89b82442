"""Drawings of a table: cards as boxes, and one iteration as a row of scenes with the action in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.colours import LETTERS
from floorjudge.magic.engine.objects import GameObject, counter_name
from floorjudge.magic.engine.prompts import Prompt
from floorjudge.magic.engine.table import Table
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_on
from floorjudge.magic.playing.questions import option, question
from floorjudge.magic.playing.steps import step_name
from floorjudge.texts import Text

# A reader would not look at more scenes than this; a loop has far fewer.
MOST_SCENES = 120


class Box(msgspec.Struct, frozen=True):
    """A permanent, or `many` equal ones.

    `label` is its label in the position, empty if it has only its name; `on` is the number of the object it is attached
    to.
    """

    number: int
    name: str
    kind: str
    label: str = ""
    cost: str = ""
    size: str | None = None
    counters: tuple[tuple[str, int], ...] = ()
    damage: int = 0
    tapped: bool = False
    sick: bool = False
    token: bool = False
    on: int | None = None
    many: int = 1


class Side(msgspec.Struct, frozen=True):
    """The objects of a player."""

    name: str
    life: int
    library: int
    hand: tuple[str, ...]
    graveyard: tuple[str, ...]
    exile: tuple[str, ...]
    mana: tuple[str, ...]
    poison: int
    boxes: tuple[Box, ...]


class Scene(msgspec.Struct, frozen=True):
    """A table at one moment, before an action; `stack` begins with the object that resolves first.

    `asks` is the prompt, `does` the action after it (None at the end), `by` the seat of the player who acts.
    """

    step: str
    stack: tuple[str, ...]
    sides: tuple[Side, ...]
    asks: Text | None = None
    does: Text | None = None
    by: int = 0
    kind: str = ""


class TableNames(Names):
    """The names of the objects on a table: those of the cards, with a label only if several have one name."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._many = Counter(thing.name for thing in table.battlefield())

    def called(self, number: int) -> str:
        """Return the name of an object."""
        label = self.label(number)
        name = self.card(number)
        return f"{name} ({label})" if label else name

    def card(self, number: int) -> str:
        """Return the name of a card or a token; an object without one gets the table's name for it."""
        thing = self.thing(number)
        return (thing.name if thing is not None else "") or super().called(number)

    def label(self, number: int) -> str:
        """Return the label that distinguishes an object from others of its name; empty if not needed."""
        return self._labelled.get(number, "") if self._many[self.card(number)] > 1 else ""


def scene_of(table: Table) -> Scene:
    """Return the current scene of the table."""
    names = TableNames(table)
    snapshot = table.snapshot()
    things: dict[int, list[GameObject]] = {}
    for thing in table.battlefield():
        things.setdefault(thing.controller, []).append(thing)
    exiled = table.exile()
    stack = [entry.source for entry in reversed(table.stack())]
    return Scene(
        step=step_name(snapshot.phase),
        stack=tuple("?" if source is None else names.card(source) for source in stack),
        sides=tuple(_side(table, names, seat, things.get(seat, []), exiled) for seat in range(len(names.players()))),
    )


def scenes_of(table: Table, body: Body) -> tuple[Scene, ...]:
    """Play a body and return the table before each choice in it, passing included, and at the end.

    If the game is over before the end of the body, the scenes end there.
    """
    found: list[Scene] = []

    def note(prompt: Prompt, decision: Decision, _: Names) -> None:
        """Add the table before a decision, unless it was the only possible one."""
        if decision.how == "only" or len(found) >= MOST_SCENES:
            return
        names = TableNames(table)
        found.append(
            msgspec.structs.replace(
                scene_of(table),
                asks=question(prompt, names),
                does=option(prompt, decision.chosen, names),
                by=decision.player,
                kind=prompt.kind,
            )
        )

    with suppress(FloorjudgeError):
        play_on(table, body, noted=note)
    return (*found, scene_of(table))


def changed(before: Scene | None, now: Scene) -> frozenset[int]:
    """Return the numbers of the boxes that are new or changed; nothing without an earlier scene."""
    if before is None:
        return frozenset()
    was = {box.number: box for side in before.sides for box in side.boxes}
    return frozenset(box.number for side in now.sides for box in side.boxes if was.get(box.number) != box)


def _side(
    table: Table, names: TableNames, seat: int, things: Sequence[GameObject], exiled: Sequence[GameObject]
) -> Side:
    player = table.player(seat)
    return Side(
        name=names.player(seat),
        life=player.life,
        library=len(player.library),
        hand=tuple(sorted(names.card(card.number) for card in table.hand(seat))),
        graveyard=tuple(names.card(card.number) for card in table.graveyard(seat)),
        exile=tuple(names.card(card.number) for card in exiled if card.owner == seat),
        mana=tuple(LETTERS.get(word, word) for word in player.mana),
        poison=player.poison,
        boxes=_in_piles([_box(thing, names) for thing in things]),
    )


def _box(thing: GameObject, names: TableNames) -> Box:
    kinds = " ".join([*thing.supertypes, *thing.types])
    return Box(
        number=thing.number,
        name=names.card(thing.number),
        kind=f"{kinds} — {' '.join(thing.subtypes)}" if thing.subtypes else kinds,
        label=names.label(thing.number),
        cost="" if thing.is_token else thing.mana_cost,
        size=thing.size if "Creature" in thing.types else None,
        counters=tuple(sorted((counter_name(kind), count) for kind, count in thing.counters.items())),
        damage=thing.damage,
        tapped=thing.tapped,
        sick=thing.is_sick,
        token=thing.is_token,
        on=thing.host,
    )


def _in_piles(boxes: Sequence[Box]) -> tuple[Box, ...]:
    hosts = {box.on for box in boxes}
    piles: dict[Box, tuple[int, int]] = {}
    for box in boxes:
        # An object with attachments is never grouped with equal ones.
        look = box if box.number in hosts else msgspec.structs.replace(box, number=0)
        first, many = piles.get(look, (box.number, 0))
        piles[look] = first, many + 1
    return tuple(msgspec.structs.replace(box, number=first, many=many) for box, (first, many) in piles.items())
