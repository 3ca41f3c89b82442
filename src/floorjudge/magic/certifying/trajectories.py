"""What is known of a repeated body: how far it goes, by which recurrence, and how that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from floorjudge.magic.certifying.beginnings import Beginning
from floorjudge.magic.certifying.recurrences import Recurrence, amounts_of, short_recurrence_of
from floorjudge.magic.checking.certificates import Elimination, Evidence
from floorjudge.magic.checking.extent import fewest_alike
from floorjudge.magic.phase.snapshot import Snapshot
from floorjudge.magic.phase.work import Work
from floorjudge.magic.playing.iterating import Iteration, Stop
from floorjudge.magic.state import CounterName
from floorjudge.texts import Text, text


def eliminations(iterations: Sequence[Iteration], before: int = 0) -> tuple[Elimination, ...]:
    """Return who leaves the game in some iterations, one after the other, `before` which there were so many."""
    return tuple(
        Elimination(out.seat, before + index, out.step) for index, ran in enumerate(iterations, 1) for out in ran.out
    )


class Trajectory(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a body that is repeated from a position.

    `done` whole iterations lead to the `end`: a position like the one there, and the amounts in it. Both are None where that is not
    known, or the loop never stops and no number was asked for. The engine was asked up to iteration `checked_to`; beyond it holds the
    `recurrence`, from the position `base` on, after `warm_up` iterations, and `one` is an iteration there. Where only every second or
    third iteration comes back, `period` is 2 or 3: the recurrence and `one` are of so many together, the other numbers of single ones.
    `stop` is what stops it, `why` nothing more is known; `chance` says that an iteration depends on chance, and nothing else is known.
    `out` are those who leave a game of several on the way, `breaks` the iterations after which another recurrence begins.
    """

    evidence: Evidence
    checked_to: int
    base: Snapshot
    one: Iteration | None
    warm_up: int = 0
    recurrence: Recurrence | None = None
    done: int | None = None
    end: tuple[Snapshot, Mapping[CounterName, int]] | None = None
    stop: Stop | None = None
    why: Text | None = None
    chance: bool = False
    period: int = 1
    out: tuple[Elimination, ...] = ()
    breaks: tuple[int, ...] = ()

    @property
    def was_performed(self) -> bool:
        """Say whether every iteration up to the end was performed, one by one, and they were too few to follow a recurrence."""
        if self.evidence != "observed" or self.why is not None or self.chance:
            return False
        return self.done is not None and self.done <= self.checked_to

    @property
    def for_ever(self) -> bool:
        """Say whether nothing stops the loop, as far as is known, and no number of times was asked for."""
        return self.done is None and self.evidence in ("certified", "extended")


def resting_on_chance(begun: Beginning) -> Trajectory:
    """Return the trajectory of a loop in which chance decides something."""
    return Trajectory(
        evidence="observed", checked_to=begun.done, base=begun.positions[-1], one=begun.iterations[-1], chance=True
    )


def over_after(begun: Beginning, times: int | None) -> Stop | None:
    """Return the stop of a game that was over with the last step of iteration `times`, the last one that was performed."""
    stop = begun.stop
    return stop if stop is not None and stop.over and times == begun.done == len(begun.iterations) else None


def performed(begun: Beginning, done: int, stop: Stop | None = None) -> Trajectory:
    """Return the trajectory when every iteration that was asked for has been performed, or all that there are.

    However its changes develop, nothing is stated beyond what was performed.
    """
    base, recurrence = begun.base, begun.recurrence
    if recurrence is None:
        # What comes after the iterations that were asked for tells of them only where they tell nothing themselves.
        asked = _alike(begun.positions[: done + 1])
        base, recurrence = asked if asked[1] is not None else _alike(begun.positions)
    unfinished = stop is not None and len(begun.iterations) > begun.done
    last = begun.iterations[-1].end if unfinished else begun.positions[done]
    return Trajectory(
        evidence="observed" if recurrence is None else "certified",
        checked_to=begun.done,
        base=begun.positions[base],
        one=begun.iterations[base] if base < len(begun.iterations) else None,
        warm_up=base,
        recurrence=recurrence,
        done=done,
        end=(last, last.abstraction.counters),
        stop=stop,
        out=eliminations(begun.iterations[: done + unfinished]),
    )


def _alike(positions: Sequence[Snapshot]) -> tuple[int, Recurrence | None]:
    """Return where the last iterations begin to change the amounts alike, or each by so much more, and their recurrence.

    They are two or more; of very few iterations, a single one shows what it is.
    """
    for first in range(len(positions) - fewest_alike(len(positions) - 1)):
        recurrence = short_recurrence_of(amounts_of(positions[first:]))
        if recurrence is not None:
            return first, recurrence
    return 0, None


def stepped(begun: Beginning, times: int | None, work: Work) -> Trajectory:
    """Go on performing one by one where no recurrence is seen, as long as there is work left."""
    while times is not None and begun.done < times and not work.is_done:
        spent = work.spent
        if not begun.step():
            break
        if begun.explodes and not work.has_room_for(2 * (work.spent - spent)):
            break
    if begun.chance:
        return resting_on_chance(begun)
    reached = times is not None and begun.done >= times
    if reached or begun.stop is not None:
        trajectory = performed(
            begun,
            times if reached and times is not None else begun.done,
            over_after(begun, times) if reached else begun.stop,
        )
        return msgspec.structs.replace(
            trajectory, evidence="observed", recurrence=None, warm_up=0, why=no_recurrence(begun)
        )
    return Trajectory(
        evidence="undecided",
        checked_to=begun.done,
        base=begun.positions[-2],
        one=begun.iterations[-1],
        done=begun.done,
        end=(begun.positions[-1], begun.positions[-1].abstraction.counters),
        why=no_recurrence(begun),
        out=eliminations(begun.iterations),
    )


def no_recurrence(begun: Beginning) -> Text:
    """Say why no recurrence was found in the iterations that were performed."""
    before, after = begun.positions[-2:] if begun.done > 1 else (begun.positions[0], begun.iterations[-1].end)
    kept = after.abstraction.kept_for
    if before.abstraction.shape == after.abstraction.shape:
        return text(
            "The iterations differ: what changes in them follows no constant change and no polynomial of low degree."
        )
    if kept:
        return text(
            "No iteration leads back to a position of the same kind. What happened earlier in the turn is compared too, because these "
            "may look it up: {cards}.",
            cards=kept,
        )
    if after.abstraction.keeps_history:
        return text(
            "No iteration leads back to a position of the same kind. What happened earlier in the turn is compared too, because a card "
            "here may look it up."
        )
    return text("No iteration leads back to a position of the same kind: this is not a loop, or not yet.")
