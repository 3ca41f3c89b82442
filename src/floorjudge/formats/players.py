"""The players of an event by name, in the order of registration: an immutable value that shares most of itself with the one before.

A report changes three players of a thousand, and every answer shows all of them. A persistent map is fast at the first
and slow at the second; here the players are stored in blocks, and a change copies one block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, TypeAlias

import msgspec
from rpds import HashTrieMap

from floorjudge.formats.decks import Verdict

BLOCK = 16


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player of an event; `number` counts registrations from 1, `breaks` are the clauses that the deck breaks.

    `present` is false after leaving. `score` is a struct of the event's format, None in a format that computes all
    scores from the results. `drawn_as` is the name in draws: the number, or in older logs the name on the roster if it
    has changed.
    """

    name: str
    number: int
    present: bool = True
    deck: Verdict | None = None
    breaks: tuple[str, ...] = ()
    drawn_as: str | None = None
    score: Any = None

    @property
    def roster_name(self) -> str:
        """The name in draws."""
        return self.drawn_as or self.name


Block: TypeAlias = tuple[Player, ...]
_NOWHERE: HashTrieMap[str, int] = HashTrieMap()


class Players(Mapping[str, Player]):
    """An immutable mapping from names to players.

    `blocks` are the players in the order of registration, 16 in each; a changed mapping shares the unchanged blocks.
    """

    __slots__ = ("_positions", "blocks")

    def __init__(self, blocks: tuple[Block, ...] = (), positions: HashTrieMap[str, int] = _NOWHERE) -> None:
        """Store blocks of players, and the position of each name in them; see `players_of`."""
        self.blocks = blocks
        self._positions = positions

    def with_player(self, player: Player) -> Players:
        """Return the mapping with a player in place of the one with this name, or at the end."""
        at = self._positions.get(player.name)
        if at is not None:
            return Players(self._with(player, at), self._positions)
        count = len(self)
        full, last = (self.blocks, ()) if count % BLOCK == 0 else (self.blocks[:-1], self.blocks[-1])
        return Players((*full, (*last, player)), self._positions.insert(player.name, count))

    def renamed(self, name: str, player: Player) -> Players:
        """Return the mapping with a player in place of the one with the former name `name`."""
        at = self._positions[name]
        return Players(self._with(player, at), self._positions.discard(name).insert(player.name, at))

    def _with(self, player: Player, at: int) -> tuple[Block, ...]:
        number, inside = divmod(at, BLOCK)
        block = self.blocks[number]
        changed = (*block[:inside], player, *block[inside + 1 :])
        return (*self.blocks[:number], changed, *self.blocks[number + 1 :])

    def in_order(self) -> list[Player]:
        """Return the players in the order of registration."""
        return [player for block in self.blocks for player in block]

    def __getitem__(self, name: str) -> Player:
        """Return the player with this name; KeyError if there is none."""
        number, inside = divmod(self._positions[name], BLOCK)
        return self.blocks[number][inside]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names in the order of registration."""
        return (player.name for block in self.blocks for player in block)

    def __len__(self) -> int:
        """Return the number of players."""
        return len(self._positions)

    def __eq__(self, other: object) -> bool:
        """Return whether both hold the same players in the same order."""
        return self.blocks == other.blocks if isinstance(other, Players) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash that equal values share."""
        return hash(self.blocks)

    def __repr__(self) -> str:
        """Return the expression for this value."""
        return f"Players({self.in_order()!r})"


def players_of(players: Iterable[Player]) -> Players:
    """Return the mapping of players, each name once, in the order of registration."""
    return reduce(Players.with_player, players, Players())
