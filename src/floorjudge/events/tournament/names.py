"""Renaming a player: the state in which all parts use the new name, the history for undo included.

Draws continue with the name on the roster: renaming a player does not change them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from rpds import HashTrieMap, List

from floorjudge.events.lookalikes import with_look, without_look
from floorjudge.events.state import State
from floorjudge.events.venue import Entry, Penalty
from floorjudge.formats import names_fields
from floorjudge.formats.competition import Phase, Player

_T = TypeVar("_T")
# The replacement for the removed name of player 7: the same in every language, because names are typed, sent and
# compared.
_REMOVED = re.compile(r"№ [1-9][0-9]{0,8}")


def with_name(state: State, player: str, name: str) -> State:
    """Return the state with a player renamed to `name`, which no other player has."""
    drawn_as = None if state.phase is Phase.REGISTRATION else player
    naming = _Naming(player, name, drawn_as)
    way_back = [state]
    while way_back[-1].trail is not None and way_back[-1].trail.base.trail is not None:
        way_back.append(way_back[-1].trail.base)
    # The oldest first: each then finds the one that it goes back to.
    return [naming.of(each) for each in reversed(way_back)][-1]


def without_name(state: State, player: str) -> State:
    """Return the state with a player's number in place of the removed name."""
    name = removed_name(state.players[player].number)
    return state if player == name else with_name(state, player, name)


def removed_name(number: int) -> str:
    """Return the replacement for the removed name of the player with this number."""
    return f"№ {number}"


def is_removed_name(name: str) -> bool:
    """Return whether a name has the form of such a replacement."""
    return _REMOVED.fullmatch(name) is not None


class _Naming:
    """A replacement of one player's name in any value; states share nearly everything, so each shared part is changed once."""

    def __init__(self, player: str, name: str, drawn_as: str | None) -> None:
        self._player, self._name, self._drawn_as = player, name, drawn_as
        self._fields = names_fields()
        self._seen: dict[int, tuple[Any, Any]] = {}

    def of(self, value: _T) -> _T:
        """Return a value with the new name; the same object if nothing changes."""
        found = self._seen.get(id(value))
        if found is None:
            found = self._seen[id(value)] = value, self._changed(value)
        changed: _T = found[1]
        return changed

    def _changed(self, value: Any) -> Any:  # noqa: ANN401 (anything that a state is made of)
        if isinstance(value, State):
            return self._state(value)
        if isinstance(value, msgspec.Struct):
            return self._struct(value)
        if isinstance(value, tuple):
            return tuple(map(self.of, value))
        if isinstance(value, List):
            return List([self.of(each) for each in value])
        if isinstance(value, HashTrieMap):
            changes = {key: after for key, each in value.items() if (after := self.of(each)) is not each}
            return value.update(changes) if changes else value
        return value

    def _struct(self, value: msgspec.Struct) -> msgspec.Struct:
        changes = {}
        for field in value.__struct_fields__:
            before = getattr(value, field)
            # The author of a text is no player's name.
            by_name = field in self._fields and not (field == "by" and isinstance(value, Entry | Penalty))
            after = self._named(before) if by_name else self.of(before)
            if after is not before and _differ(before, after):
                changes[field] = after
        return replace(value, **changes) if changes else value

    def _named(self, value: Any) -> Any:  # noqa: ANN401 (names, alone or in any collection)
        if value == self._player:
            return self._name
        if isinstance(value, tuple):
            return tuple(map(self._named, value))
        if isinstance(value, Mapping):
            return {self._named(key): each for key, each in value.items()}
        return self.of(value)

    def _state(self, state: State) -> State:
        player = state.players.get(self._player)
        rest = {
            field: self.of(getattr(state, field))
            for field in ("tables", "results", "moves", "past", "memory", "venue", "trail")
        }  # fmt: skip
        rest["sitting_out"] = self._named(state.sitting_out)
        if player is None:
            return replace(state, **rest)
        decks = state.decks.get(self._player)
        return replace(
            state,
            players=state.players.renamed(self._player, self._renamed(player)),
            looks=with_look(without_look(state.looks, self._player), self._name),
            decks=state.decks if decks is None else state.decks.discard(self._player).insert(self._name, decks),
            **rest,
        )

    def _renamed(self, player: Player) -> Player:
        return replace(player, name=self._name, drawn_as=player.drawn_as or self._drawn_as)


def _differ(one: object, other: object) -> bool:
    """Return whether two values are not equal, by `==`: for maps of rpds `!=` is true only if all their entries differ."""
    return not one == other  # noqa: SIM201 (see above)
