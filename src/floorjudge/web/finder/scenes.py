"""A table as it is drawn: cards as boxes, and one iteration as a row of scenes with what is done in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.magic.colours import LETTERS
from floorjudge.magic.phase.objects import GameObject, counter_name
from floorjudge.magic.phase.prompts import Prompt
from floorjudge.magic.phase.table import Table
from floorjudge.magic.playing.bodies import Body
from floorjudge.magic.playing.naming import Names
from floorjudge.magic.playing.playing import Decision, play_on
from floorjudge.magic.playing.questions import option, question
from floorjudge.magic.playing.steps import step_name
from floorjudge.texts import Text

# More scenes than this nobody looks at; a loop has far fewer.
MOST_SCENES = 120


class Box(msgspec.Struct, frozen=True):
    """A permanent, or a pile of `many` that are alike in everything.

    `label` is what the position calls it, empty where it has only its name; `on` is the number of what it is attached to.
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
    """What belongs to a player."""

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
    """A table at one moment, before something is done; `stack` begins with what resolves first.

    `asks` says who is asked what, `does` what is done then (None at the end), `by` is the seat of whoever does it.
    """

    step: str
    stack: tuple[str, ...]
    sides: tuple[Side, ...]
    asks: Text | None = None
    does: Text | None = None
    by: int = 0
    kind: str = ""


class TableNames(Names):
    """The names of what is on a table as they are told: those of the cards, with a label only where several have one name."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._many = Counter(thing.name for thing in table.battlefield())

    def called(self, number: int) -> str:
        """Return what a thing is called."""
        label = self.label(number)
        name = self.card(number)
        return f"{name} ({label})" if label else name

    def card(self, number: int) -> str:
        """Return the name of a card or a token; what has none is called what the table calls it."""
        thing = self.thing(number)
        return (thing.name if thing is not None else "") or super().called(number)

    def label(self, number: int) -> str:
        """Return what tells a thing from others of its name in the position; empty where nothing has to."""
        return self._labelled.get(number, "") if self._many[self.card(number)] > 1 else ""


def scene_of(table: Table) -> Scene:
    """Return the table as it is now."""
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

    A body that cannot be played to its end, because the game is over before that, is shown as far as it goes.
    """
    found: list[Scene] = []

    def note(prompt: Prompt, decision: Decision, _: Names) -> None:
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
    """Return the numbers of the boxes that are new, or not as they were; nothing where there was no scene before."""
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
        size=thing.size,
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
        # What something lies on is a pile of its own.
        look = box if box.number in hosts else msgspec.structs.replace(box, number=0)
        first, many = piles.get(look, (box.number, 0))
        piles[look] = first, many + 1
    return tuple(msgspec.structs.replace(box, number=first, many=many) for box, (first, many) in piles.items())
