"""Any OpenSpiel game of perfect information as a `Game` (the extra `openspiel`).

OpenSpiel cannot set up a position, so nothing is elided: the watch finds its loops, which are *observed*. Games whose
end depends on their history (such as a third repetition) distinguish positions that look alike; `repetitions_that_end`
lists those games.
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

# Move counters, which a game writes into its position: with them, no position would ever repeat.
_COUNTERS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "chess": re.compile(r" \d+ \d+$"),  # the last two fields of a FEN
        "crazyhouse": re.compile(r" \d+ \d+$"),
        "shogi": re.compile(r" \d+$"),  # the last field of an SFEN
        "mancala": re.compile(r"\nMove number: \d+"),
    }
)
# Games that are drawn when a position has occurred this often, found by playing them.
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
    """The rules of an OpenSpiel game; a choice is one of its actions, a whole number."""

    def __init__(self, name: str, words: Callable[[State], Hashable] | None = None) -> None:
        """Load a game by its OpenSpiel name, with parameters if it has any: `breakthrough(rows=6,columns=6)`.

        `words` returns the text that distinguishes positions, in place of the game's own.
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
        """How many occurrences of a position end the game in a draw by its own rule; None without such a rule."""
        return _ENDING_REPETITION.get(self.rules.get_type().short_name)

    def start(self) -> State:
        """Return the first position."""
        return self.rules.new_initial_state()

    def choices(self, position: State) -> tuple[int, ...]:
        """Return the legal actions, or the possible outcomes where chance decides; nothing if the game is over."""
        if position.is_chance_node():
            return tuple(action for action, _ in position.chance_outcomes())
        return tuple(position.legal_actions())

    def player(self, position: State) -> str | None:
        """Return the player to choose, `0` for the first; None for chance, and if the game is over."""
        seat = position.current_player()
        return str(seat) if seat >= 0 else None

    def apply(self, position: State, choice: int) -> State:
        """Return the position after an action."""
        after = position.clone()
        after.apply_action(choice)
        return after

    def passes(self, choice: int) -> bool:
        """Return False: OpenSpiel does not mark passes."""
        del choice
        return False

    def shape(self, position: State) -> Hashable:
        """Return the player to choose and the game's text of the position, without move counters."""
        if self._words is not None:
            return position.current_player(), self._words(position)
        description = str(position)
        return position.current_player(), self._counters.sub("", description) if self._counters else description

    def resources(self, position: State) -> Mapping[str, Number]:
        """Return nothing: OpenSpiel does not separate numbers from the rest of a position."""
        del position
        return {}

    def with_resources(self, position: State, resources: Mapping[str, Number]) -> State:
        """Return the position itself, which has no resources."""
        del resources
        return position
