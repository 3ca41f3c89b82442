"""Who keeps a loop going: found by leaving out one choice after another, and looking whether the loop goes on without it.

A repeat inside the body is looked at until an iteration begins in the shape of an earlier one; the others are forwarded.
What chance decides is taken as the body has it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Generic

import msgspec

from floorjudge.loops.game.fast_forward import fast_forward
from floorjudge.loops.game.promises import amounts
from floorjudge.loops.game.protocol import Body, Choice, Game, Position, Repeat, is_chance

MOST_BY_HAND, MOST_LOOKED_AT = 1_000, 100


class Visit(msgspec.Struct, Generic[Position, Choice], frozen=True):
    """One choice of a body, at the step of this index: who makes it (None: nobody), where, and what follows in the body.

    `possible` is what could be chosen instead of it, itself included.
    """

    index: int
    player: str | None
    choice: Choice
    position: Position
    possible: tuple[Choice, ...]
    rest: Body[Choice]
    left_to_chance: bool

    @property
    def is_open(self) -> bool:
        """Whether a player has something else to choose."""
        return self.player is not None and len(self.possible) > 1


class Seen(msgspec.Struct, Generic[Position, Choice], frozen=True):
    """The choices of a body in order, and the position at its end; `sustaining` are those without which it does not go on."""

    end: Position
    visits: tuple[Visit[Position, Choice], ...]
    sustaining: tuple[Visit[Position, Choice], ...]

    @property
    def maintained_by(self) -> tuple[str, ...]:
        """The players who keep the loop going by choices that they could leave out.

        Clauses: MTR 4.4.3, MTR 4.4.4
        """
        return tuple(dict.fromkeys(visit.player for visit in self.sustaining if visit.player is not None))

    @property
    def could_act(self) -> tuple[str, ...]:
        """The players who keep nothing going, but could choose something else.

        Clauses: MTR 4.4.2
        """
        could = dict.fromkeys(visit.player for visit in self.visits if visit.is_open and visit.player is not None)
        return tuple(player for player in could if player not in self.maintained_by)


class NotLegal(Exception):
    """A choice of the body is not legal; `index` is its step."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class _TooLongError(Exception):
    """A repeat never comes back to a shape in the iterations that are looked at, or chance is repeated too often."""


def look_through(
    game: Game[Position, Choice], position: Position, body: Body[Choice], budget: int
) -> Seen[Position, Choice] | None:
    """Go through a body once, and say whose choices sustain it; None where a repeat in it is too long for that.

    Raises NotLegal before a choice that is not legal there.
    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.8
    """
    look = _Look(game, budget)
    try:
        visits = tuple(look.visits(position, body))
        end = look.end
        sustaining = tuple(visit for visit in visits if look.sustains(visit, visits))
        return Seen(end, visits, sustaining)
    except _TooLongError:
        return None


class _Look(Generic[Position, Choice]):
    """One pass over a body; `end` is the position that it has come to."""

    end: Position

    def __init__(self, game: Game[Position, Choice], budget: int) -> None:
        self.game = game
        self.budget = budget

    def visits(self, position: Position, body: Body[Choice]) -> Iterator[Visit[Position, Choice]]:
        """Yield every choice of a body, of a repeat those of its first iterations."""
        self.end = position
        for index, step in enumerate(body):
            yield from self._of_step(index, step, tuple(body[index + 1 :]))

    def _of_step(
        self, index: int, step: Choice | Repeat[Choice], rest: tuple[Choice | Repeat[Choice], ...]
    ) -> Iterator[Visit[Position, Choice]]:
        if isinstance(step, Repeat):
            yield from self._of_repeat(index, step, rest)
            return
        position = self.end
        possible = tuple(self.game.choices(position))
        if step not in possible:
            raise NotLegal(index)
        chance = is_chance(self.game, position, possible)
        yield Visit(index, self.game.player(position), step, position, possible, rest, chance)
        self.end = self.game.apply(position, step)

    def _of_repeat(
        self, index: int, step: Repeat[Choice], rest: tuple[Choice | Repeat[Choice], ...]
    ) -> Iterator[Visit[Position, Choice]]:
        """Yield the choices of its first iterations, up to the one that begins in the shape of one before it."""
        begun: set[Hashable] = set()
        for done in range(min(step.times, MOST_LOOKED_AT)):
            before, left = self.end, Repeat(step.body, step.times - done - 1)
            for inner, each in enumerate(step.body):
                yield from self._of_step(index, each, (*step.body[inner + 1 :], left, *rest))
            begun.add(self.game.shape(before))
            if self.game.shape(self.end) in begun:
                try:
                    self.end = self._repeated(before, self.end, left)
                except NotLegal:
                    raise NotLegal(index) from None
                return
        if step.times > MOST_LOOKED_AT:
            raise _TooLongError

    def _repeated(self, before: Position, now: Position, left: Repeat[Choice]) -> Position:
        """Return where the iterations that are left lead; with chance in them, as the body has it."""
        run = fast_forward(self.game, now, left.body, left.times, budget=self.budget)
        if run.undecided is None:
            return run.position
        if self.game.shape(before) == self.game.shape(now):
            return now
        if left.times > MOST_BY_HAND:
            raise _TooLongError
        for _ in range(left.times):
            for _ in self.visits(now, left.body):
                pass
            now = self.end
        return now

    def sustains(self, visit: Visit[Position, Choice], visits: tuple[Visit[Position, Choice], ...]) -> bool:
        """Say whether a choice, not forced and not a pass, is one without which the body does not come round again.

        It does without a choice where passing leads through the same shapes; and where it changes other amounts then, it
        still does when something in it happens that nobody has chosen.
        """
        if not visit.is_open or self.game.passes(visit.choice):
            return False
        passing = [option for option in visit.possible if self.game.passes(option)]
        by_itself = any(not each.is_open and not self.game.passes(each.choice) for each in visits)
        return not any(self._goes_on(visit, option, by_itself=by_itself) for option in passing)

    def _goes_on(self, visit: Visit[Position, Choice], instead: Choice, *, by_itself: bool) -> bool:
        here, there = self.game.apply(visit.position, visit.choice), self.game.apply(visit.position, instead)
        try:
            pair = self._along(here, there, visit.rest) if self._alike(here, there) else None
        except NotLegal:
            return False
        return pair is not None and (by_itself or amounts(self.game, pair[0]) == amounts(self.game, pair[1]))

    def _along(self, here: Position, there: Position, body: Body[Choice]) -> tuple[Position, Position] | None:
        """Follow a body from two positions; None where it is not legal from the second, or the shapes come apart."""
        for step in body:
            if not isinstance(step, Repeat):
                if step not in self.game.choices(there):
                    return None
                here, there = self.game.apply(here, step), self.game.apply(there, step)
            elif step.times:
                once = self._along(here, there, step.body)
                if once is None:
                    return None
                left = Repeat(step.body, step.times - 1)
                run = fast_forward(self.game, once[1], left.body, left.times, budget=self.budget)
                if run.place is not None:
                    return None
                here, there = self._repeated(here, once[0], left), self._repeated(there, once[1], left)
            if not self._alike(here, there):
                return None
        return here, there

    def _alike(self, here: Position, there: Position) -> bool:
        return self.game.shape(here) == self.game.shape(there)
