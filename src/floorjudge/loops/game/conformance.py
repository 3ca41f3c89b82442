"""A conformance kit: an engine's author runs it against their own game, so that its loops can be trusted.

It plays at random and checks the promises of `floorjudge.loops.game.Game`: legal choices apply and change nothing else,
positions with equal keys behave equally, tracing agrees with computing, and fast-forwarding a body gives the same
position as performing it. Where `player` is None and several outcomes are possible, chance decides: the kit tries each
of them, and forwards no body with such a choice.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from typing import Generic, NoReturn

import msgspec

from floorjudge.exact import Pin, Trace, map_of
from floorjudge.loops.game.bodies import perform
from floorjudge.loops.game.fast_forward import fast_forward
from floorjudge.loops.game.promises import BrokenPromise, amounts, numbers_of, shape_of
from floorjudge.loops.game.protocol import Choice, Game, Position, Repeat, is_chance

LONGEST_BODY = 8
COUNTS = (0, 1, 2, 3, 7, 25)


class ConformanceError(AssertionError):
    """The game breaks a promise; the message names the promise and the place."""


class Checked(msgspec.Struct, frozen=True):
    """The size of the check: one that met no two equal positions, or no loop, has shown little about them.

    `left_to_chance` counts the positions in which chance decides what comes next. `pinned` lists the resources that the
    game turned into plain numbers, with the lines that did so: a loop that changes one of them is forwarded only until
    it does.
    """

    positions: int
    equal_pairs: int
    loops: int
    left_to_chance: int = 0
    pinned: tuple[Pin, ...] = ()


def check_game(
    game: Game[Position, Choice], start: Position, *, seed: int = 0, plays: int = 30, length: int = 40
) -> Checked:
    """Play at random from `start` and check every promise on the way; return the size of the check.

    Plays `plays` games of at most `length` choices; the same `seed` plays the same games.
    Raises ConformanceError for the first broken promise.
    """
    chance = random.Random(seed)  # noqa: S311 (play, not secrecy)
    check = _Check(game)
    try:
        loops = sum(_played(check, start, length, chance) for _ in range(plays))
    except BrokenPromise as broken:
        raise ConformanceError(broken.message("en")) from broken
    return Checked(len(check.seen), check.equal_pairs, loops, len(check.left_to_chance), tuple(check.pins))


def _played(check: _Check[Position, Choice], start: Position, length: int, chance: random.Random) -> int:
    """Play once at random, checking every position and some bodies; return the number of bodies."""
    positions, choices = [start], list[Choice]()
    while len(choices) < length:
        options = check.position(positions[-1])
        if not options:
            break
        choices.append(chance.choice(options))
        positions.append(check.game.apply(positions[-1], choices[-1]))
    return _check_bodies(check, positions, choices, chance)


class _Check(Generic[Position, Choice]):
    """Checks single positions, and remembers them by key."""

    def __init__(self, game: Game[Position, Choice]) -> None:
        self.game = game
        self.seen: dict[Hashable, Position] = {}
        self.left_to_chance: set[Hashable] = set()
        self.pins: dict[Pin, None] = {}
        self.equal_pairs = 0

    def position(self, position: Position) -> Sequence[Choice]:
        """Check a position and return its choices."""
        shape_of(self.game, position)
        key = _key(self.game, position)
        options = tuple(self.game.choices(position))
        after = {}
        for option in options:
            after[option] = _key(self.game, self._applied(position, option))
            if _key(self.game, position) != key:
                _fail("applying a choice changes the position it was applied to", position, option)
        if _key(self.game, self.game.with_resources(position, self.game.resources(position))) != key:
            _fail("with_resources(position, resources(position)) is another position", position)
        self._traced(position, options)
        self._like_its_equal(position, key, after)
        if is_chance(self.game, position, options):
            self.left_to_chance.add(key)
        return options

    def is_by_chance(self, position: Position) -> bool:
        """Return whether chance decides what comes after a position that has been checked."""
        return _key(self.game, position) in self.left_to_chance

    def _applied(self, position: Position, option: Choice) -> Position:
        try:
            return self.game.apply(position, option)
        except Exception as error:
            raise ConformanceError(f"a legal choice does not apply: {option!r} in {position!r}") from error

    def _traced(self, position: Position, options: Sequence[Choice]) -> None:
        """Check that quantities give the same choices, and the same amounts afterwards, as plain ints."""
        start = amounts(self.game, position)
        trace = Trace()
        symbolic = self.game.with_resources(position, trace.quantities(start))
        if self.game.player(symbolic) != self.game.player(position):
            _fail("with quantities for resources it is another player's choice", position)
        if list(self.game.choices(symbolic)) != list(options):
            _fail("with quantities for resources there are other choices", position)
        for option in options:
            plain = self.game.apply(position, option)
            traced = self.game.apply(symbolic, option)
            if self.game.shape(traced) != self.game.shape(plain):
                _fail("with quantities for resources a choice leads to another shape", position, option)
            # A new resource starts from nothing.
            known = dict.fromkeys(amounts(self.game, traced), 0) | dict(start)
            if map_of(numbers_of(self.game, traced)).apply(known) != known | dict(amounts(self.game, plain)):
                _fail("with quantities for resources a choice leads to other amounts", position, option)
        self.pins.update(trace.pins)

    def _like_its_equal(self, position: Position, key: Hashable, after: dict[Choice, Hashable]) -> None:
        """Check that a position offers the same choices, with the same results, as the earlier one with this key."""
        equal = self.seen.setdefault(key, position)
        if equal is position:
            return
        self.equal_pairs += 1
        if self.game.player(equal) != self.game.player(position):
            _fail("in two positions with equal keys different players choose", position)
        if {option: _key(self.game, self.game.apply(equal, option)) for option in self.game.choices(equal)} != after:
            _fail("two positions with equal keys offer different choices, or lead to different keys", position)


def _check_bodies(
    check: _Check[Position, Choice], positions: Sequence[Position], choices: Sequence[Choice], chance: random.Random
) -> int:
    """Repeat segments of a play that returned to the same shape; return their number."""
    shapes = [check.game.shape(position) for position in positions]
    by_chance = [check.is_by_chance(position) for position in positions]
    segments = [
        (begin, end)
        for begin in range(len(choices))
        for end in range(begin + 1, min(begin + LONGEST_BODY, len(choices)) + 1)
        if shapes[begin] == shapes[end] and not any(by_chance[begin:end])
    ]
    chosen = chance.sample(segments, min(5, len(segments)))
    for begin, end in chosen:
        for times in COUNTS:
            _check_forward(check.game, positions[begin], choices[begin:end], times)
    return len(chosen)


def _check_forward(game: Game[Position, Choice], position: Position, body: Sequence[Choice], times: int) -> None:
    forward = fast_forward(game, position, body, times)
    if forward.undecided is not None:
        return
    performed = perform(game, position, (Repeat(tuple(body), times),))
    place = None if forward.place is None else (0, forward.iterations, *forward.place)
    if place != performed.place or _key(game, forward.position) != _key(game, performed.position):
        _fail(f"fast-forwarding a body {times} times is not the same as performing it", position, tuple(body))


def _key(game: Game[Position, Choice], position: Position) -> Hashable:
    return game.shape(position), frozenset(amounts(game, position).items())


def _fail(promise: str, *where: object) -> NoReturn:
    raise ConformanceError(f"{promise}: {', '.join(map(repr, where))}")
