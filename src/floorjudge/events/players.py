"""The players of an event by name, in the order of registration: a value that shares all but a corner with the one before.

A report changes three players of a thousand, and every answer shows all of them. A persistent map is quick at the first
and slow at the second; here the players lie in blocks, of which a change copies one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rpds import HashTrieMap

from floorjudge.formats.on_the_edge.tables import Player

BLOCK = 64
_Blocks = tuple[tuple[Player, ...], ...]
_NOWHERE: HashTrieMap[str, int] = HashTrieMap()


class Players(Mapping[str, Player]):
    """An immutable mapping from names to players."""

    __slots__ = ("_blocks", "_positions")

    def __init__(self, blocks: _Blocks = (), positions: HashTrieMap[str, int] = _NOWHERE) -> None:
        """Hold blocks of players, and where each name is among them; see `players_of`."""
        self._blocks = blocks
        self._positions = positions

    def with_player(self, player: Player) -> Players:
        """Return the players with one in the place of who had this name, or after all others."""
        at = self._positions.get(player.name)
        if at is None:
            return self._with_last(player)
        number, inside = divmod(at, BLOCK)
        block = self._blocks[number]
        changed = (*block[:inside], player, *block[inside + 1 :])
        return Players((*self._blocks[:number], changed, *self._blocks[number + 1 :]), self._positions)

    def renamed(self, name: str, player: Player) -> Players:
        """Return the players with one, who has another name now, in the place of who was called `name`."""
        at = self._positions[name]
        number, inside = divmod(at, BLOCK)
        block = self._blocks[number]
        blocks = (*self._blocks[:number], (*block[:inside], player, *block[inside + 1 :]), *self._blocks[number + 1 :])
        return Players(blocks, self._positions.discard(name).insert(player.name, at))

    def _with_last(self, player: Player) -> Players:
        count = len(self._positions)
        full, last = (self._blocks, ()) if count % BLOCK == 0 else (self._blocks[:-1], self._blocks[-1])
        return Players((*full, (*last, player)), self._positions.insert(player.name, count))

    def in_order(self) -> list[Player]:
        """Return the players in the order of registration."""
        return [player for block in self._blocks for player in block]

    def __getitem__(self, name: str) -> Player:
        """Return the player of this name; KeyError when there is none."""
        number, inside = divmod(self._positions[name], BLOCK)
        return self._blocks[number][inside]

    def __iter__(self) -> Iterator[str]:
        """Go through the names in the order of registration."""
        return (player.name for block in self._blocks for player in block)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._positions)

    def __eq__(self, other: object) -> bool:
        """Say whether these are the same players in the same order."""
        return self._blocks == other._blocks if isinstance(other, Players) else NotImplemented

    def __hash__(self) -> int:
        """Return a number that equal values share."""
        return hash(self._blocks)

    def __repr__(self) -> str:
        """Return what makes this value."""
        return f"Players({self.in_order()!r})"


def players_of(players: Iterable[Player]) -> Players:
    """Return players, each name once, in the order of registration."""
    held = Players()
    for player in players:
        held = held.with_player(player)
    return held
