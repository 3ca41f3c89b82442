"""Shape and resources of a game on the engine: the key of a position, and what a loop may change without bound.

Equal splits are equal positions, whatever numbers the engine gave to the objects. The shape is a value to compare; the
resources are whole numbers: life, how many objects are in each pile, counters, cards in a library.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import groupby
from sys import intern
from typing import Any, TypeAlias

import msgspec

from floorjudge.magic.phase.nodes import LISTS_IN_ORDER, means_a_set, nodes_of
from floorjudge.magic.phase.references import Path, Reader
from floorjudge.magic.state.equivalence import Node, Pile, sort_into_piles, tangled
from floorjudge.magic.state.key_leaves_out import (
    LEFT_OUT_OF_GAME,
    LEFT_OUT_WHILE_NO_SET_IS_MEANT,
    LEFT_OUT_WHILE_NOTHING_IS_CHOSEN,
)
from floorjudge.magic.state.reading_past import graveyards_are_read, readers_of_ledgers
from floorjudge.magic.state.turn_history import Json, is_ledger

Resource: TypeAlias = "tuple[str | int, ...]"
COUNT = "count"
_ZONES_OF_PLAYER = ("hand", "library", "graveyard", "mana_pool")


class Split(msgspec.Struct, frozen=True):
    """A position, split.

    `shape` is all that must be equal; `resources` are the amounts by their names: `("pile", 3, "count")` is how many
    are in pile 3, `("pile", 3, ...)` an amount on each of its members, `("player", 0, "life")` an amount of a player,
    `("library", 0, 2)` how long the third run of equal cards from the top of a library is. `nodes`, `piles` and `piled`
    (for each node, its pile) say what the piles are; `keeps_ledgers` says that ledgers are
    compared, `kept_for` names the cards because of which they are, as far as everybody can see them.
    """

    shape: Hashable
    resources: Mapping[Resource, int]
    nodes: tuple[Node, ...]
    piles: tuple[Pile, ...]
    piled: tuple[int, ...]
    keeps_ledgers: bool
    kept_for: tuple[str, ...]

    @property
    def key(self) -> Hashable:
        """Return the position as one value to compare."""
        return self.shape, tuple(self.resources.items())


def split(state: Mapping[str, Any]) -> Split:
    """Return the shape and the resources of an exported game.

    `state` is what `Table.state()` returns; it is not changed.
    """
    game = state["state"]
    readers = readers_of_ledgers(game)
    with_ledgers = readers.any
    reader = Reader(game, records=readers.nested)
    nodes = nodes_of(game, reader, with_ledgers=with_ledgers, ordered_graveyards=graveyards_are_read(game))
    piles, piled = sort_into_piles(nodes)
    rest = _Rest(game, reader, {node.number: pile for node, pile in zip(nodes, piled, strict=True) if node.number})
    rest.read(_left_out_of_game(game, nodes, with_ledgers=with_ledgers), with_ledgers=with_ledgers)
    resources = {resource: amount for index, pile in enumerate(piles) for resource, amount in _of_pile(index, pile)}
    shape = (
        tuple((intern(pile.content), pile.links, tuple(path for path, _ in pile.amounts)) for pile in piles),
        tangled(nodes, piles, piled),
        tuple(rest.shape),
        intern(json.dumps(_without_epoch(state.get("precast_shortcut_runtime") or {}), sort_keys=True)),
    )
    return Split(shape, resources | rest.resources, tuple(nodes), tuple(piles), tuple(piled), readers.any, readers.seen)


def _without_epoch(offers: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the engine keeps of its own shortcuts but for the number of the next offer."""
    return {name: value for name, value in offers.items() if name != "next_epoch"}


def _of_pile(index: int, pile: Pile) -> list[tuple[Resource, int]]:
    return [(("pile", index, COUNT), len(pile.members)), *((("pile", index, *path), now) for path, now in pile.amounts)]


def _left_out_of_game(game: Mapping[str, Any], nodes: Sequence[Node], *, with_ledgers: bool) -> Callable[[str], bool]:
    """Return which fields of the whole game are not looked at in this position."""
    names = {"players", "objects", "stack_trigger_firings", *LISTS_IN_ORDER, *LEFT_OUT_OF_GAME}
    if game["waiting_for"]["type"] == "Priority":
        names |= LEFT_OUT_WHILE_NOTHING_IS_CHOSEN.keys()
    if not any(map(means_a_set, nodes)):
        names |= LEFT_OUT_WHILE_NO_SET_IS_MEANT.keys()
    return lambda field: field in names or (not with_ledgers and is_ledger(field))


class _Rest:
    """What is no node: the players, the libraries, the fields of the whole game."""

    def __init__(self, game: Mapping[str, Any], reader: Reader, pile_of: Mapping[int, int]) -> None:
        self._game, self._reader, self._pile_of = game, reader, pile_of
        self.shape: list[Hashable] = []
        # Like objects are told apart by the order in which the fields of the game mean them.
        self._order: dict[int, int] = {}
        self.resources: dict[Resource, int] = {}

    def read(self, of_game: Callable[[str], bool], *, with_ledgers: bool) -> None:
        def of_player(field: str) -> bool:
            return field in _ZONES_OF_PLAYER or (not with_ledgers and is_ledger(field))

        for seat, player in enumerate(self._game["players"]):
            self._take(("player", seat), player, of_player)
            self._library(seat, player["library"])
        self._take(("game",), self._game, of_game)

    def _take(self, name: Path, value: Json, left_out: Json) -> None:
        reading = self._reader.read(value, left_out)
        self.resources |= {(*name, *path): amount for path, amount in reading.amounts}
        piles = [self._pile_of.get(number, -1) for _, number in reading.objects]
        unordered = {index for first, last in reading.sets for index in range(first, last)}
        meant = [
            (pile, -1 if index in unordered else self._order.setdefault(number, len(self._order)))
            for index, (pile, (_, number)) in enumerate(zip(piles, reading.objects, strict=True))
        ]
        for first, last in reading.sets:
            meant[first:last] = sorted(meant[first:last])
        self.shape.append((*name, intern(reading.text), tuple(meant), tuple(path for path, _ in reading.amounts)))

    def _library(self, seat: int, cards: list[int]) -> None:
        runs = [(pile, len(list(run))) for pile, run in groupby(self._pile_of[card] for card in cards)]
        self.resources |= {("library", seat, index): length for index, (_, length) in enumerate(runs)}
        self.shape.append(("library", seat, tuple(pile for pile, _ in runs)))
