"""A conformance kit: what an engine's author runs against their own game, so that its loops can be trusted.

It plays at random and holds the game to what `floorjudge.loops.game.Game` promises: legal choices apply and change
nothing else, positions with equal keys behave equally, tracing agrees with computing, and fast-forwarding a body gives
what performing it gives.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from typing import Generic, NoReturn

import msgspec

from floorjudge.exact import Trace, map_of
from floorjudge.loops.game.fast_forward import fast_forward
from floorjudge.loops.game.protocol import Choice, Game, Position, Repeat, amounts, perform

LONGEST_BODY = 8
COUNTS = (0, 1, 2, 3, 7, 25)


class ConformanceError(AssertionError):
    """The game does not keep a promise; says which one, and where."""


class Checked(msgspec.Struct, frozen=True):
    """How much was looked at: a check that met no two equal positions, or no loop, has shown little about them."""

    positions: int
    equal_pairs: int
    loops: int


def check_game(
    game: Game[Position, Choice], start: Position, *, seed: int = 0, plays: int = 30, length: int = 40
) -> Checked:
    """Play at random from `start` and check every promise on the way; return how much was looked at.

    `plays` games of at most `length` choices are played; the same `seed` plays the same games.
    Raises ConformanceError for the first promise that is not kept.
    """
    chance = random.Random(seed)  # noqa: S311 (play, not secrecy)
    check = _Check(game)
    loops = 0
    for _ in range(plays):
        positions, choices = [start], list[Choice]()
        while len(choices) < length:
            options = check.position(positions[-1])
            if not options:
                break
            choices.append(chance.choice(options))
            positions.append(game.apply(positions[-1], choices[-1]))
        loops += _check_bodies(game, positions, choices, chance)
    return Checked(len(check.seen), check.equal_pairs, loops)


class _Check(Generic[Position, Choice]):
    """Checks single positions, and remembers them by key."""

    def __init__(self, game: Game[Position, Choice]) -> None:
        self.game = game
        self.seen: dict[Hashable, Position] = {}
        self.equal_pairs = 0

    def position(self, position: Position) -> Sequence[Choice]:
        """Check a position and return its choices."""
        key = _key(self.game, position)
        options = self.game.choices(position)
        after = {}
        for option in options:
            after[option] = _key(self.game, self._applied(position, option))
            if _key(self.game, position) != key:
                _fail("applying a choice changes the position it was applied to", position, option)
        if _key(self.game, self.game.with_resources(position, self.game.resources(position))) != key:
            _fail("with_resources(position, resources(position)) is another position", position)
        self._traced(position, options)
        self._like_its_equal(position, key, after)
        return options

    def _applied(self, position: Position, option: Choice) -> Position:
        try:
            return self.game.apply(position, option)
        except Exception as error:
            raise ConformanceError(f"a legal choice does not apply: {option!r} in {position!r}") from error

    def _traced(self, position: Position, options: Sequence[Choice]) -> None:
        """Check that quantities give the same choices, and the same amounts afterwards, as plain ints."""
        start = amounts(self.game, position)
        symbolic = self.game.with_resources(position, Trace().quantities(start))
        if list(self.game.choices(symbolic)) != list(options):
            _fail("with quantities for resources there are other choices", position)
        for option in options:
            plain = self.game.apply(position, option)
            traced = self.game.apply(symbolic, option)
            if self.game.shape(traced) != self.game.shape(plain):
                _fail("with quantities for resources a choice leads to another shape", position, option)
            # A resource that comes into being starts from nothing.
            known = dict.fromkeys(amounts(self.game, traced), 0) | dict(start)
            if map_of(self.game.resources(traced)).apply(known) != dict.fromkeys(known, 0) | known | dict(
                amounts(self.game, plain)
            ):
                _fail("with quantities for resources a choice leads to other amounts", position, option)

    def _like_its_equal(self, position: Position, key: Hashable, after: dict[Choice, Hashable]) -> None:
        """Check that a position seen before under this key offers the same and leads to the same."""
        equal = self.seen.setdefault(key, position)
        if equal is position:
            return
        self.equal_pairs += 1
        if {option: _key(self.game, self.game.apply(equal, option)) for option in self.game.choices(equal)} != after:
            _fail("two positions with equal keys offer different choices, or lead to different keys", position)


def _check_bodies(
    game: Game[Position, Choice], positions: Sequence[Position], choices: Sequence[Choice], chance: random.Random
) -> int:
    """Repeat segments of a play that came back to the same shape; return how many there were."""
    shapes = [game.shape(position) for position in positions]
    segments = [
        (begin, end)
        for begin in range(len(choices))
        for end in range(begin + 1, min(begin + LONGEST_BODY, len(choices)) + 1)
        if shapes[begin] == shapes[end]
    ]
    chosen = chance.sample(segments, min(5, len(segments)))
    for begin, end in chosen:
        for times in COUNTS:
            _check_forward(game, positions[begin], choices[begin:end], times)
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
