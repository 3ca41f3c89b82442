"""Any game of perfect information that OpenSpiel plays, as a game like any other (the extra `openspiel`).

OpenSpiel cannot be put into a position, so nothing is elided: its loops are *observed*, found by the watch. Games whose
end depends on their history (a third repetition, say) tell positions apart that look alike; `repetitions_that_end`
names those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import pyspiel

from floorjudge.errors import BadInput
from floorjudge.exact import Number
from floorjudge.texts import text

State: TypeAlias = Any  # pyspiel has no types

# What a game writes beside its position, and why it is no part of it: it counts moves, and so never comes back.
_COUNTERS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "chess": re.compile(r" \d+ \d+$"),  # the last two fields of a FEN
        "crazyhouse": re.compile(r" \d+ \d+$"),
        "shogi": re.compile(r" \d+$"),  # the last field of an SFEN
        "mancala": re.compile(r"\nMove number: \d+"),
    }
)
# Games that end in a draw by themselves when a position has come up so often, found by playing them.
_ENDING_REPETITION: Mapping[str, int] = MappingProxyType({"chess": 3, "shogi": 4})


class UnknownGame(BadInput):
    sentence = text(
        "OpenSpiel has no game “{name}”, or not with these parameters; pyspiel.registered_names() lists those it has."
    )
    name: str


class HiddenInformation(BadInput):
    sentence = text(
        "In “{name}” players hide something from each other; only games of open information can be watched."
    )
    name: str


class NotInTurns(BadInput):
    sentence = text(
        "In “{name}” players choose at the same moment; only games played one choice after another fit here."
    )
    name: str


class OpenSpielGame:
    """The rules of one of OpenSpiel's games; a choice is one of its actions, a whole number."""

    def __init__(self, name: str, words: Callable[[State], Hashable] | None = None) -> None:
        """Take a game by OpenSpiel's name for it, with parameters if it has any: `breakthrough(rows=6,columns=6)`.

        `words` gives what tells its positions apart, instead of what the game itself writes about them.
        Raises BadInput for a name that OpenSpiel does not know, and for a game with hidden information or simultaneous
        choices.
        """
        try:
            self.rules = pyspiel.load_game(name)
        except (pyspiel.SpielError, RuntimeError):
            raise UnknownGame(name) from None
        kind = self.rules.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise NotInTurns(name)
        if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
            raise HiddenInformation(name)
        self._counters = _COUNTERS.get(kind.short_name)
        self._words = words

    @property
    def repetitions_that_end(self) -> int | None:
        """How often a position may come up before the game is a draw by its own rule; None without one."""
        return _ENDING_REPETITION.get(self.rules.get_type().short_name)

    def start(self) -> State:
        """Return the first position."""
        return self.rules.new_initial_state()

    def choices(self, position: State) -> tuple[int, ...]:
        """Return the legal actions; what may come up where chance decides; nothing when the game is over."""
        if position.is_chance_node():
            return tuple(action for action, _ in position.chance_outcomes())
        return tuple(position.legal_actions())

    def player(self, position: State) -> str | None:
        """Return who chooses, `0` for the first player; None for chance, and when the game is over."""
        seat = position.current_player()
        return str(seat) if seat >= 0 else None

    def apply(self, position: State, choice: int) -> State:
        """Return the position after an action."""
        after = position.clone()
        after.apply_action(choice)
        return after

    def passes(self, choice: int) -> bool:
        """Say no: OpenSpiel does not tell which of its actions are passes."""
        del choice
        return False

    def shape(self, position: State) -> Hashable:
        """Return who chooses and what the game writes about the position, without counters of moves."""
        if self._words is not None:
            return position.current_player(), self._words(position)
        said = str(position)
        return position.current_player(), self._counters.sub("", said) if self._counters else said

    def resources(self, position: State) -> Mapping[str, Number]:
        """Return nothing: OpenSpiel does not tell numbers from the rest of a position."""
        del position
        return {}

    def with_resources(self, position: State, resources: Mapping[str, Number]) -> State:
        """Return the position itself, which has no resources."""
        del resources
        return position
