"""Fragmented loops: several players, each on their own, return the game to an earlier position."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

import msgspec

from floorjudge.loops.errors import NoPlayers, check_player, check_players
from floorjudge.loops.shortcuts.settling import settled_by
from floorjudge.texts import Text, text


class Played(msgspec.Struct, frozen=True):
    """One choice, with the position before it, as a value to compare.

    `optional` is false for a pass and for a forced choice: these keep nothing going.
    """

    position: Hashable
    player: str
    choice: Any
    optional: bool = True


class FragmentedLoop(msgspec.Struct, frozen=True):
    """The choices between two occurrences of a position, by at least two players who could have chosen otherwise.

    `first` and `now` count positions from 0, the one before the first choice.
    """

    first: int
    now: int
    played: tuple[Played, ...]

    @property
    def involved(self) -> frozenset[str]:
        """The players whose actions keep the loop going."""
        return frozenset(each.player for each in self.played if each.optional)


class FragmentedRuling(msgspec.Struct, frozen=True):
    """The player who must choose differently, and the choice to avoid; both None under the tournament rules."""

    player: str | None
    must_differ_from: Any
    clauses: tuple[str, ...]
    reason: Text


def fragmented_loop(history: Sequence[Played], position: Hashable) -> FragmentedLoop | None:
    """Return the fragmented loop that has just come round; None if there is none.

    `history` are the choices so far, in order; `position` is the one after the last of them. Only the choices since the
    latest equal position count: a player who undid only their own action does not fragment a loop.
    Clauses: CR shortcuts.3
    """
    for first in reversed(range(len(history))):
        if history[first].position == position:
            loop = FragmentedLoop(first, len(history), tuple(history[first:]))
            return loop if len(loop.involved) > 1 else None
    return None


def must_change(involved: Collection[str], turn_order: tuple[str, ...], active: str) -> str:
    """Return who must choose differently: the active player if involved, else the first involved one in turn order.

    `turn_order` names every player once, beginning with any of them.
    Raises BadInput if no player is involved, or if an involved player is not in the game.
    Clauses: CR shortcuts.3
    """
    check_players(turn_order)
    check_player(active, turn_order, "active")
    for player in sorted(involved):
        check_player(player, turn_order, "involved")
    start = turn_order.index(active)
    for player in turn_order[start:] + turn_order[:start]:
        if player in involved:
            return player
    raise NoPlayers(where="involved")


def settle_fragmented(
    loop: FragmentedLoop,
    turn_order: tuple[str, ...],
    active: str,
    *,
    tournament: bool = True,
    across_turns: bool = False,
) -> FragmentedRuling:
    """Return how a fragmented loop ends: a player chooses differently, or in a tournament all players name a number.

    Raises BadInput if a player of the loop, or the active player, is not in turn order.
    Clauses: CR shortcuts.1c, CR shortcuts.3
    """
    player = must_change(loop.involved, turn_order, active)
    clauses = settled_by(len(loop.involved), tournament=tournament, across_turns=across_turns)
    names = tuple(each for each in turn_order if each in loop.involved)
    if tournament:
        sentence = text(
            "Several players keep the loop going ({players}): each of them names a number of iterations.", players=names
        )
        return FragmentedRuling(None, None, clauses, sentence)
    choice = next(each.choice for each in loop.played if each.player == player and each.optional)
    sentence = text(
        "The game is back where it was, through choices of several players ({players}). {player} must do something other than “{choice}” this time.",
        players=names,
        player=player,
        choice=str(choice),
    )
    return FragmentedRuling(player, choice, clauses, sentence)
