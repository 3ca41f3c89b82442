"""The amounts that a loop changes, as a table for people: at first, each time, in the end; numbers of any size are digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

import msgspec

from floorjudge.errors import FloorjudgeError
from floorjudge.exact import digits
from floorjudge.magic.cards.library import CardLibrary
from floorjudge.magic.playing.counter_names import amounts_by_name
from floorjudge.magic.playing.playing import play_on
from floorjudge.magic.positions.loop_case import LoopCase
from floorjudge.magic.positions.setting_up import set_up_loop
from floorjudge.magic.proof.certificates import Certificate, Segment
from floorjudge.texts import Text


class Amount(msgspec.Struct, frozen=True):
    """A counted amount: its value at first, its change in an iteration, its value at the end.

    `each` has several changes if they grow, and is `even` if the first iteration makes the same one; `start` and
    `after` are None if they are not known.
    """

    key: str
    label: Text
    each: tuple[str, ...]
    start: str | None
    after: str | None
    part: bool = False
    even: bool = False

    @property
    def changes(self) -> bool:
        """Return whether an iteration changes it, or the end does."""
        return bool(self.each) or self.after not in (None, self.start)


class LaterAmount(msgspec.Struct, frozen=True):
    """An amount after the loop has changed.

    `last` is its change in the last iteration before that, `each` its changes in the iterations from then on: one
    number, the first ones, or nothing if no other follows.
    """

    label: Text
    last: str
    each: tuple[str, ...]


class FirstAmount(msgspec.Struct, frozen=True):
    """An amount that the first iterations change differently: by how much each of them, or all of them `together`."""

    label: Text
    each: tuple[str, ...]
    together: str


class Later(msgspec.Struct, frozen=True):
    """The changes of the iterations from `begins` on; `odd` is the one before them, if it differs from both."""

    begins: str
    odd: str | None
    period: int
    amounts: tuple[LaterAmount, ...]


# The changes of more first iterations than these are shown together.
_FEW = 4


class Amounts(msgspec.Struct, frozen=True):
    """What a loop does to all amounts.

    `lines` are those of an iteration and of the end; the `first` iterations, `begins_otherwise` of them, change some
    amounts otherwise, and so do those from some `later` ones on. If it comes round only every few iterations, `period`
    is how many. `of_the_end` names the moment of the last amounts, if something stops the loop. Changes that grow are given
    for the iterations `growing_from` on.
    """

    lines: tuple[Amount, ...]
    first: tuple[FirstAmount, ...] = ()
    begins_otherwise: int = 0
    later: tuple[Later, ...] = ()
    period: int = 1
    of_the_end: Text | None = None
    growing_from: str = "1"

    @property
    def changing(self) -> tuple[Amount, ...]:
        """Return the amounts that an iteration, or the end, changes."""
        return tuple(each for each in self.lines if each.changes)

    @property
    def few_first(self) -> bool:
        """Return whether so few first iterations differ that each has its own column."""
        return self.begins_otherwise <= _FEW

    @property
    def grows(self) -> bool:
        """Return whether the change of an amount grows from one iteration to the next."""
        return any(len(each.each) > 1 for each in self.lines)

    @property
    def still(self) -> tuple[Amount, ...]:
        """Return the amounts that nothing changes."""
        return tuple(each for each in self.lines if not each.changes)


def amounts_of(case: LoopCase, certificate: Certificate, library: CardLibrary) -> Amounts:
    """Return what a loop does to all amounts. Raises what `set_up_loop` does."""
    table = set_up_loop(case, library)
    start = table.snapshot()
    with suppress(FloorjudgeError):
        play_on(table, case.body)
    then = table.snapshot()
    starts = amounts_by_name(start, start.abstraction.counters, certificate.players)
    first = amounts_by_name(then, then.abstraction.counters, certificate.players)
    return Amounts(
        lines=tuple(_amounts(certificate, starts, first)),
        first=tuple(
            FirstAmount(each.label, tuple(map(digits, each.change)), digits(sum(each.change)))
            for each in certificate.first
        ),
        begins_otherwise=certificate.begins_otherwise,
        later=tuple(_later_ones(certificate)),
        growing_from=digits(certificate.warm_up + 1),
        period=certificate.period,
        of_the_end=certificate.of_the_end,
    )


def _amounts(certificate: Certificate, starts: Mapping[str, int], first: Mapping[str, int]) -> Iterator[Amount]:
    """Yield the amounts; `starts` are the values before the first iteration, `first` those after it."""
    otherwise = {each.key for each in certificate.first}
    for line in certificate.lines:
        start = starts.get(line.key, 0)
        even = (
            len(line.change) == certificate.period == 1
            and line.key not in otherwise
            and (not certificate.warm_up or first.get(line.key, 0) == start + line.change[0])
        )
        after = None if line.after is None or not certificate.knows_end else digits(line.after)
        yield Amount(line.key, line.label, tuple(map(digits, line.change)), digits(start), after, line.part, even)


def _later_ones(certificate: Certificate) -> Iterator[Later]:
    """Yield the changes after each break, without amounts that go on as before it."""
    before = {line.key: line.change or (0,) for line in certificate.lines}
    period = certificate.period
    for each in certificate.segments:
        if each.last_is_odd or not each.is_done:
            alike = () if each.period != period else [key for key in each.labels if _as_before(each, key, before)]
            later = _later(
                msgspec.structs.replace(each, labels={k: v for k, v in each.labels.items() if k not in alike})
            )
            if later.amounts:
                yield later
        before, period = {key: each.changes.get(key) or (0,) for key in each.labels}, each.period


def _as_before(segment: Segment, key: str, before: Mapping[str, tuple[int, ...]]) -> bool:
    """Return whether an amount changes after a break, and in the last iteration before it, as it did before."""
    change = before.get(key, (0,))
    odd = segment.last_is_odd and segment.last.get(key, 0) != change[-1]
    return not odd and (segment.is_done or (segment.changes.get(key) or (0,)) == change)


def _later(segment: Segment) -> Later:
    amounts = tuple(
        LaterAmount(label, digits(last), () if segment.is_done else tuple(map(digits, change or (0,))))
        for label, last, change in segment.parts
    )
    odd = digits(segment.after) if segment.last_is_odd else None
    return Later(digits(segment.begins), odd, segment.period, amounts)
