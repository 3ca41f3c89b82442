"""Finding the players that keep a loop going: leave out one choice after another, and see whether the loop still goes on.

A repeat inside the body is examined until an iteration begins in the form of an earlier one; the later iterations are
forwarded. Chance decides as the body has it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Generic

import msgspec

from floorjudge.exact.work import TooMuchWork, bounded, spend
from floorjudge.loops.game.fast_forward import OF_A_CHOICE, Forward, fast_forward
from floorjudge.loops.game.promises import amounts, form_of
from floorjudge.loops.game.protocol import Body, Choice, Game, Position, Repeat, is_chance

MOST_LOOKED_AT = 100


class Visit(msgspec.Struct, Generic[Position, Choice], frozen=True):
    """One choice of a body, at the step `index`: its player (None: no player), its position and its surroundings there.

    `possible` are the choices available there, this one included.
    """

    index: int
    player: str | None
    choice: Choice
    position: Position
    possible: tuple[Choice, ...]
    before: Body[Choice]
    rest: Body[Choice]
    left_to_chance: bool

    @property
    def is_open(self) -> bool:
        """Whether a player has something else to choose."""
        return self.player is not None and len(self.possible) > 1


class Seen(msgspec.Struct, Generic[Position, Choice], frozen=True):
    """The choices of a body in order, and its last position; the loop stops without those in `sustaining`."""

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
    """A repeat does not return to an earlier form in the iterations examined, or its result is undecided."""


def look_through(
    game: Game[Position, Choice], position: Position, body: Body[Choice], budget: int
) -> Seen[Position, Choice] | None:
    """Play a body once and return whose choices sustain it; None if a repeat is too long or the budget runs out.

    Raises NotLegal before a choice that is not legal there.
    Clauses: MTR 4.4.2, MTR 4.4.3, MTR 4.4.4, MTR 4.4.8
    """
    look = _Look(game, position, tuple(body), budget)
    try:
        with bounded(budget):
            visits = tuple(look.visits())
            end = look.end
            sustaining = tuple(visit for visit in visits if look.sustains(visit, visits))
    except (_TooLongError, TooMuchWork):
        return None
    return Seen(end, visits, sustaining)


class _AsTheBodyHasIt(Generic[Position, Choice]):
    """The same game with chance's outcomes as choices, so that they come as the body has them."""

    def __init__(self, game: Game[Position, Choice]) -> None:
        self.choices, self.apply, self.passes = game.choices, game.apply, game.passes
        self.shape, self.resources, self.with_resources = game.shape, game.resources, game.with_resources

    def player(self, position: Position) -> str | None:  # noqa: ARG002 (any player will do)
        return ""


class _Look(Generic[Position, Choice]):
    """One pass over a body from `start`; `end` is the position reached."""

    def __init__(
        self, game: Game[Position, Choice], start: Position, body: tuple[Choice | Repeat[Choice], ...], budget: int
    ) -> None:
        self.game = game
        self.start = self.end = start
        self.body = body
        self.budget = budget

    def visits(self) -> Iterator[Visit[Position, Choice]]:
        """Yield every choice of the body; of a repeat, those of its first iterations."""
        for index, step in enumerate(self.body):
            yield from self._of_step(index, step, self.body[:index], self.body[index + 1 :])

    def _of_step(
        self, index: int, step: Choice | Repeat[Choice], before: Body[Choice], rest: Body[Choice]
    ) -> Iterator[Visit[Position, Choice]]:
        if isinstance(step, Repeat):
            yield from self._of_repeat(index, step, before, rest)
            return
        position = self.end
        possible = tuple(self.game.choices(position))
        if step not in possible:
            raise NotLegal(index)
        chance = is_chance(self.game, position, possible)
        yield Visit(index, self.game.player(position), step, position, possible, before, rest, chance)
        self.end = self.game.apply(position, step)

    def _of_repeat(
        self, index: int, step: Repeat[Choice], before: Body[Choice], rest: Body[Choice]
    ) -> Iterator[Visit[Position, Choice]]:
        """Yield the choices of its first iterations, up to the first that begins in the form of an earlier one."""
        begun: set[Hashable] = set()
        for done in range(min(step.times, MOST_LOOKED_AT)):
            begun.add(form_of(self.game, self.end))
            so_far, left = (*before, Repeat(step.body, done)), Repeat(step.body, step.times - done - 1)
            for inner, each in enumerate(step.body):
                yield from self._of_step(
                    index, each, (*so_far, *step.body[:inner]), (*step.body[inner + 1 :], left, *rest)
                )
            if form_of(self.game, self.end) in begun:
                run = self._forward(self.end, left.body, left.times)
                if run.place is not None:
                    raise NotLegal(index)
                self.end = run.position
                return
        if step.times > MOST_LOOKED_AT:
            raise _TooLongError

    def _forward(self, position: Position, body: Body[Choice], times: int) -> Forward[Position]:
        run = self._run(position, body, times)
        if run.undecided is not None:
            raise _TooLongError
        return run

    def _run(self, position: Position, body: Body[Choice], times: int | None) -> Forward[Position]:
        run = fast_forward(_AsTheBodyHasIt(self.game), position, body, times, budget=self.budget)
        spend(0)  # undecided, too, if no work is left
        return run

    def sustains(self, visit: Visit[Position, Choice], visits: tuple[Visit[Position, Choice], ...]) -> bool:
        """Return whether the body fails to come round without this choice; forced choices and passes do not count.

        A loop goes on without an action if passing, or leaving the action out, leads through the same shapes as often.
        If that changes other amounts, the loop still sustains itself when something happens in it that no player chose.
        A player who cannot pass sustains the loop by a choice, unless it goes on after every choice.
        """
        if not visit.is_open or self.game.passes(visit.choice):
            return False
        by_itself = any(not each.is_open and not self.game.passes(each.choice) for each in visits)
        others = [option for option in visit.possible if option != visit.choice]
        passing = [option for option in others if self.game.passes(option)]
        if not passing:
            return not all(self._goes_on(visit, (option,), by_itself=by_itself) for option in others)
        left_out: list[tuple[Choice, ...]] = [*((option,) for option in passing), ()]
        return not any(self._goes_on(visit, instead, by_itself=by_itself) for instead in left_out)

    def _goes_on(self, visit: Visit[Position, Choice], instead: tuple[Choice, ...], *, by_itself: bool) -> bool:
        here, there = self.game.apply(visit.position, visit.choice), visit.position
        for option in instead:
            there = self.game.apply(there, option)
        pair = self._along(here, there, visit.rest) if self._alike(here, there) else None
        if pair is None or not (by_itself or amounts(self.game, pair[0]) == amounts(self.game, pair[1])):
            return False
        return self._as_often((*visit.before, *instead, *visit.rest))

    def _as_often(self, changed: Body[Choice]) -> bool:
        """Return whether a changed body comes round as often as the body itself; True if that is undecided."""
        if not changed:
            return True
        run = self._run(self.start, changed, None)
        return run.place is None or (self._whole.place is not None and run.iterations >= self._whole.iterations)

    @cached_property
    def _whole(self) -> Forward[Position]:
        return self._run(self.start, self.body, None)

    def _along(self, here: Position, there: Position, body: Body[Choice]) -> tuple[Position, Position] | None:
        """Follow a body from two positions; None if it is not legal from the second, or the shapes diverge."""
        for step in body:
            spend(2 * OF_A_CHOICE)
            if not isinstance(step, Repeat):
                if step not in self.game.choices(there):
                    return None
                here, there = self.game.apply(here, step), self.game.apply(there, step)
            else:
                once = self._along(here, there, step.body) if step.times else (here, there)
                there_run = self._forward(there, step.body, step.times)
                if once is None or there_run.place is not None:
                    return None
                here, there = self._forward(here, step.body, step.times).position, there_run.position
            if not self._alike(here, there):
                return None
        return here, there

    def _alike(self, here: Position, there: Position) -> bool:
        return form_of(self.game, here) == form_of(self.game, there)
