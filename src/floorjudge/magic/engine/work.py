"""Counts the work of the engine, in units that are the same on every machine.

A search or a certificate limited by its work gives the same answer on a slow and on a busy computer. The clock is only
a distant safety net: past it, there is no answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from phase import Engine, Game

# A unit is about a microsecond of one 2 GHz core, the work of Python on the engine's answers included.
UNITS_PER_SECOND = 1_000_000
# The clock ends work that takes so many times as long as expected, and so many seconds more.
SLOWEST, GRACE = 10.0, 30.0
# The limits, in seconds, of the work of one step, which is otherwise all the allowed work.
_LEAST_FOR_STEP, _MOST_FOR_STEP = 2.0, 10.0
# The costs in units, measured on games of 20 to 1,500 kilobytes of JSON: of a call, and for each kilobyte of a small game.
_LOADING = (500, 90)
_EXPORTING = (500, 105)
_LISTING = (300, 5)
# Beside the list, for each entry: Python puts into words what a player with priority can do; the engine tries each answer to a question.
_LISTING_OPTION = (700, 0)
_LISTING_ANSWER = (0, 9)
_ACTING = (200, 8)
# The size, in kilobytes, of a game in which each kilobyte costs twice as much as in a small one: three times as much at twice the size.
_LARGE = 1500
# By how many kilobytes a game is taken to grow with each action until it is exported.
_GROWTH_BY_ACTION = 5


class WorkIsOver(Exception):
    """More work was requested than is allowed; or, with `by_clock`, it takes far too long on this machine."""

    def __init__(self, *, by_clock: bool) -> None:
        super().__init__(by_clock)
        self.by_clock = by_clock


class Work:
    """The allowed and the done work of the engine.

    `limit` and `spent` are in units, 0 or more. Work `within` other work is counted there too. Past `most` units (None:
    without bound), and when the clock has run out, more work raises `WorkIsOver`.
    """

    def __init__(
        self,
        limit: int,
        *,
        within: Work | None = None,
        most: int | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.limit = limit
        self.most = most
        self.spent = 0
        self._within = within
        self._clock = clock or time.process_time
        self._ends = self._clock() + (most or limit) / UNITS_PER_SECOND * SLOWEST + GRACE

    @property
    def is_done(self) -> bool:
        """Return whether the limit is reached."""
        return self.spent >= self.limit

    @property
    def is_overdue(self) -> bool:
        """Return whether the clock has run out, long after the work should have been done: then there is no result."""
        return self._clock() > self._ends or (self._within is not None and self._within.is_overdue)

    @property
    def for_one_step(self) -> int:
        """Return the units that one step of a body may take."""
        return min(max(self.limit, units(_LEAST_FOR_STEP)), units(_MOST_FOR_STEP))

    def has_room_for(self, cost: float) -> bool:
        """Return whether `cost` more units lie within the limit."""
        return self.spent + cost <= self.limit

    def require(self, cost: int) -> None:
        """Raise WorkIsOver if `cost` more units are more than the most allowed, here or in the work that this is part of."""
        if self.most is not None and self.spent + cost > self.most:
            raise WorkIsOver(by_clock=False)
        if self._within is not None:
            self._within.require(cost)

    def spend(self, cost: int) -> None:
        """Count `cost` units. Raises WorkIsOver, and counts nothing, if that is more than the most allowed."""
        self.require(cost)
        if self.most is not None and self.is_overdue:
            raise WorkIsOver(by_clock=True)
        if self._within is not None:
            self._within.spend(cost)
        self.spent += cost


def units(seconds: float) -> int:
    """Return the units of work that a usual machine does in a number of seconds of computing."""
    return round(seconds * UNITS_PER_SECOND)


class CountedEngine:
    """The engine, with all slow calls of its games counted."""

    def __init__(self, engine: Engine, work: Work) -> None:
        self.engine, self.work = engine, work

    def load_game(self, state: Mapping[str, Any] | str) -> CountedGame:
        """Load a game as the engine does, counted."""
        written = state if isinstance(state, str) else msgspec.json.encode(state)
        kilobytes = len(written) // 1000
        self.work.spend(_cost(_LOADING, kilobytes))
        # The engine takes a mapping as well, but writes it as JSON in a slower way.
        text = written if isinstance(written, str) else written.decode()
        return CountedGame(self.engine.load_game(text), self.work, kilobytes, text)

    def again(self, game: CountedGame, moves: int) -> CountedGame:
        """Load what a game was loaded from, make the first moves that were made in it again, and return this game."""
        earlier = self.load_game(game.loaded)
        for seat, action in game.moves[:moves]:
            earlier.apply(seat, action)
        return earlier


class CountedGame:
    """A game of the engine: slow calls are counted, quick ones are made once; all others are the game's own.

    `kilobytes` is the approximate size of the game as JSON, `loaded` the JSON that it was loaded from, and `moves` are the
    actions made since, each with the seat of its player.
    """

    def __init__(
        self, game: Game, work: Work, kilobytes: int, loaded: str, moves: Iterable[tuple[int, Any]] = ()
    ) -> None:
        self.game, self.work, self.kilobytes = game, work, kilobytes
        self.loaded, self.moves = loaded, [*moves]
        self._answers: dict[tuple[str | int, ...], Any] = {}

    def state(self) -> Any:  # noqa: ANN401 (the engine's)
        """Export the game as the engine does, counted."""
        exported = self.game.state()
        _name_what_copies_are(exported["state"]["objects"].values())
        _forget_what_has_resolved(exported["state"])
        self.kilobytes = len(msgspec.json.encode(exported)) // 1000
        self.work.spend(_cost(_EXPORTING, self.kilobytes))
        return exported

    def actions(self) -> Any:  # noqa: ANN401 (the engine's)
        """List the possible actions as the engine does, counted."""
        self.work.spend(_cost(_LISTING, self.kilobytes))
        listed = self.game.actions()
        at_priority = self.ask("waiting_for")["type"] == "Priority"
        self.work.spend(len(listed) * _cost(_LISTING_OPTION if at_priority else _LISTING_ANSWER, self.kilobytes))
        return listed

    def apply(self, seat: int, action: Any) -> Any:  # noqa: ANN401 (the engine's)
        """Apply an action as the engine does, counted."""
        self.work.spend(_cost(_ACTING, self.kilobytes))
        self.kilobytes += _GROWTH_BY_ACTION
        self._answers.clear()
        applied = self.game.apply(seat, action)
        self.moves.append((seat, action))
        return applied

    def ask(self, question: str, *about: int) -> Any:  # noqa: ANN401 (the engine's)
        """Return the answer to a quick question, which the engine gives once between two moves."""
        asked: tuple[str | int, ...] = (question, *about)
        if asked not in self._answers:
            self._answers[asked] = getattr(self.game, question)(*about)
        return self._answers[asked]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (the engine's)
        return getattr(self.game, name)


def _name_what_copies_are(objects: Iterable[dict[str, Any]]) -> None:
    """Name, in an export, the card that each permanent is which has become a copy of another one.

    The engine names the copied card there, and on loading takes the permanent for that card: exiled and returned, it
    would be no copy any more.
    """
    for thing in objects:
        if thing.get("layer1_copy_effect") and thing.get("base_printed_ref"):
            thing["printed_ref"] = thing["base_printed_ref"]


def _forget_what_has_resolved(game: dict[str, Any]) -> None:
    """Remove, from an export in which a player has priority, the note of the object that resolved last.

    The engine keeps it where a spell has entered as a copy and its ability has a target to choose, and then refuses to
    load the position.
    """
    frames = (game.get("resolution_frames") or {}).get("frames")
    if game["waiting_for"]["type"] == "Priority" and not frames:
        game.pop("resolving_stack_entry", None)
        game.pop("resolving_trigger_firing", None)


def _cost(call: tuple[int, int], kilobytes: int) -> int:
    """Return the units of work of a call on a game of so many kilobytes."""
    by_itself, for_kilobyte = call
    return by_itself + for_kilobyte * kilobytes * (_LARGE + kilobytes) // _LARGE
