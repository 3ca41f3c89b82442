"""What is known of a repeated body: how far it goes, by which law, and how that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from floorjudge.magic.certifying.recurrences import Law
from floorjudge.magic.playing.iterating import Iteration, Moment, Stop
from floorjudge.magic.state.abstraction import Resource
from floorjudge.texts import Text

Evidence: TypeAlias = Literal["certified", "extended", "observed", "undecided"]
ORDER: tuple[Evidence, ...] = ("certified", "extended", "observed", "undecided")


class Leaving(msgspec.Struct, frozen=True):
    """A player (seat) who leaves the game while others play on, in an iteration (from 1) and a step of the body (from 0)."""

    seat: int
    iteration: int
    step: int


def leaving(iterations: Sequence[Iteration], before: int = 0) -> tuple[Leaving, ...]:
    """Return who leaves the game in some iterations, one after the other, `before` which there were so many."""
    return tuple(
        Leaving(out.seat, before + index, out.step) for index, ran in enumerate(iterations, 1) for out in ran.out
    )


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of `times` iterations from a position.

    `done` whole iterations lead to the amounts `after` in a position of the shape of `like`; all three are None when
    nothing is known of that place, `done` alone when the loop never stops and no number was asked for. `checked_to` is
    up to where the engine itself has said so, beyond it holds the `law`. `base` is the position after `warm_up` iterations, from
    which on the law holds, and `one` what an iteration does there. `new_law`: later on another law holds. `chance`: an
    iteration depends on chance, and nothing else is known. Where only every second or third iteration comes back, `period` is
    2 or 3: the law and `one` are of so many iterations together, the other numbers are of single ones. `out` are those who leave
    a game of several on the way.
    """

    evidence: Evidence
    checked_to: int
    base: Moment
    one: Iteration | None
    warm_up: int = 0
    law: Law | None = None
    done: int | None = None
    like: Moment | None = None
    after: Mapping[Resource, int] | None = None
    stop: Stop | None = None
    why: Text | None = None
    chance: bool = False
    new_law: bool = False
    period: int = 1
    out: tuple[Leaving, ...] = ()

    @property
    def for_ever(self) -> bool:
        """Say whether nothing stops the loop, as far as is known, and no number of times was asked for."""
        return self.done is None and self.evidence in ("certified", "extended")
